/** A journal that begins before its node joined the cluster: what kept kubelets from starting then is no answer to what is wrong now. */
import { describe, expect, it } from 'vitest';
import { diagnoseText, plain } from './diagnoseLog.ts';

const line = (time: string, pid: number, text: string): string =>
  `May 15 ${time} n1 kubelet[${pid}]: ${text.replace('%', `0515 ${time}.100000     ${pid}`)}`;
const missing =
  'E% run.go:74] "command failed" err="failed to load Kubelet config file /var/lib/kubelet/config.yaml, error: open /var/lib/kubelet/config.yaml: no such file or directory"';
const exit = (time: string): string =>
  `May 15 ${time} n1 systemd[1]: kubelet.service: Main process exited, code=exited, status=1/FAILURE`;
const BEFORE = [
  line('21:29:22', 100, missing),
  exit('21:29:22'),
  line('21:29:32', 120, missing),
  exit('21:29:32'),
  line('21:30:01', 300, 'I% server.go:484] "Kubelet version" kubeletVersion="v1.29.1"'),
  line('21:30:03', 300, 'I% kubelet.go:2200] "Starting kubelet main sync loop"'),
];
const each = (text: string, minutes = [40, 41, 42, 43, 44]): readonly string[] =>
  minutes.flatMap((minute) => ['00', '20', '40'].map((second) => line(`21:${minute}:${second}`, 300, text)));
const REFUSED = each(
  'E% controller.go:146] "Failed to ensure lease exists, will retry" err="Get \\"https://10.0.0.1:6443/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/n1\\": dial tcp 10.0.0.1:6443: connect: connection refused" interval="7s"',
);
const SHORT_OF_DISK = each(
  'I% eviction_manager.go:381] "Eviction manager: attempting to reclaim" resourceName="ephemeral-storage"',
);
const GOT_OVER = 'A later kubelet got over that: it was at work from 21:30:01.100 on.';

const diagnosed = (...lines: readonly string[]): ReturnType<typeof diagnoseText> =>
  diagnoseText(`${lines.join('\n')}\n`);
const idsOf = ({ findings }: ReturnType<typeof diagnoseText>): readonly string[] => findings.map(({ id }) => id);

describe('troubles that a later kubelet got over', () => {
  it('stand behind the one that the log ends with, and say so', () => {
    const diagnosis = diagnosed(...BEFORE, ...REFUSED);
    expect(idsOf(diagnosis)).toEqual(['api-unreachable', 'config-invalid', 'kubelet-restart']);
    expect(diagnosis.findings[1]?.explanation).toContain(GOT_OVER);
    expect(diagnosis.answer.headline).toContain('API server 10.0.0.1:6443');
  });

  it('stand behind a lesser one, too, and the node is well since they ended', () => {
    const diagnosis = diagnosed(...BEFORE, ...SHORT_OF_DISK);
    expect(idsOf(diagnosis)[0]).toBe('disk-pressure');
    expect(diagnosis.answer.state).toBe('recovered');
    expect(plain(diagnosis.answer)).toContain(
      'no unhealthy time in this log from 21:30:01.100 on; the kubelets before ended',
    );
    expect(plain(diagnosis.answer)).not.toMatch(/^[^\n]*is not there/);
  });

  it.each([
    ['the log ends without another', [...BEFORE, line('21:45:00', 300, 'I% kubelet.go:1] "ok"')]],
    [
      'the other one was over long before the end',
      [...BEFORE, ...REFUSED, line('21:59:00', 300, 'I% kubelet.go:1] "ok"')],
    ],
    [
      'the last kubelet has hardly begun',
      [...BEFORE, ...REFUSED.slice(0, 3).map((text) => text.replaceAll('21:40:', '21:30:').replaceAll(':00.', ':10.'))],
    ],
  ])('are the story where %s, and say that they are over', (_when, lines) => {
    const diagnosis = diagnosed(...lines);
    expect(idsOf(diagnosis)[0]).toBe('config-invalid');
    expect(diagnosis.findings[0]?.explanation.split(GOT_OVER)).toHaveLength(2);
  });

  it('are the story where the last kubelet ended for it again', () => {
    const { findings } = diagnosed(...BEFORE, ...REFUSED, line('21:46:00', 400, missing), exit('21:46:00'));
    expect(findings[0]?.id).toBe('config-invalid');
    expect(findings[0]?.explanation).not.toContain('A later kubelet got over that');
  });

  it('are over where the last kubelet has begun to work, however little it wrote', () => {
    const { answer } = diagnosed(
      line('21:29:22', 100, 'I% server.go:484] "Kubelet version" kubeletVersion="v1.29.1"'),
      ...BEFORE.slice(0, 4),
      line('21:30:01', 300, 'I% server.go:484] "Kubelet version" kubeletVersion="v1.29.1"'),
      line('21:30:03', 300, 'I% kubelet_node_status.go:76] "Successfully registered node" node="n1"'),
    );
    expect(answer.state).toBe('recovered');
    expect(plain(answer)).toContain(', and not after that.');
    expect(plain(answer)).toContain('was still at work when the log ends at 21:30:03');
  });

  it('are not over where it wrote no more than the ones before', () => {
    const { answer } = diagnosed(
      ...BEFORE.slice(0, 4),
      line('21:30:01', 300, 'I% server.go:484] "Kubelet version" kubeletVersion="v1.29.1"'),
    );
    expect(answer.state).not.toBe('recovered');
    expect(plain(answer)).not.toContain('and not after that');
  });
});
