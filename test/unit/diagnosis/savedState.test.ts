/** A kubelet that does not start with what it keeps on disk: which file, what is wrong with it, and what moves it away. */
import { expect, it } from 'vitest';
import type { Finding } from '../../../src/diagnosis/finding.ts';
import { diagnoseText } from './diagnoseLog.ts';

const found = (text: string): Finding | undefined => diagnoseText(`${text}\n`).findings[0];
const refused = (error: string): Finding | undefined =>
  found(
    `E0310 08:00:03.100001    2101 cpu_manager.go:223] "Could not initialize checkpoint manager, please drain node and remove policy state file" err="could not restore state from checkpoint: ${error}"`,
  );

it('says under which policy the note was written', () => {
  const finding = refused(
    'configured policy \\"none\\" differs from state checkpoint policy \\"static\\", please drain this node and delete the CPU manager checkpoint file \\"/data/kubelet/cpu_manager_state\\" before restarting Kubelet',
  );
  expect(finding?.title).toContain('cpu_manager_state');
  expect(finding?.explanation).toContain('written under the policy "static", and the kubelet is started with "none"');
  expect(finding?.nextSteps.join(' ')).toContain('mv /data/kubelet/cpu_manager_state /tmp/');
});

it('says that a note is damaged, not that the policy was changed', () => {
  const finding = refused('checkpoint is corrupted');
  expect(finding?.explanation).toContain('cannot be read any more');
  expect(finding?.explanation).not.toContain('policy');
});

it('takes a panic over the note of pods for what the text says', () => {
  const finding = found(
    [
      'I0310 08:00:01.000001    2101 server.go:529] "Kubelet version" kubeletVersion="v1.33.2"',
      'panic: could not restore state from checkpoint: unexpected end of JSON input, please drain this node and delete pod allocation checkpoint file "/var/lib/kubelet/allocated_pods_state" before restarting Kubelet',
    ].join('\n'),
  );
  expect(finding?.id).toBe('container-manager');
  expect(finding?.title).toContain('allocated_pods_state');
  expect(finding?.explanation).toContain('which resources its pods were given');
});

it('claims nothing of a reason that is cut away', () => {
  const finding = found(
    'F0703 14:56:11.909515    5374 server.go:266] failed to run Kubelet: could not initialize checkpoint manager: could not restore state from checkp',
  );
  expect(finding?.title).toBe('The kubelet cannot use what it has noted on disk, so it does not start');
  expect(finding?.explanation).not.toMatch(/policy|read any more/);
});

it('says that the node does not give it the note, and does not have it removed', () => {
  const finding = refused('open /var/lib/kubelet/cpu_manager_state: permission denied');
  expect(finding?.explanation).toContain('(permission denied)');
  expect(finding?.explanation).not.toMatch(/policy|removed/);
  expect(finding?.nextSteps.join(' ')).toContain('ls -lZ /var/lib/kubelet/cpu_manager_state');
  expect(finding?.nextSteps.join(' ')).not.toMatch(/mv |drain/);
});
