import { describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KubeletProcess } from '../../../src/inference/history.ts';
import { projectRoot } from '../../support/shared.ts';
import { historyOf } from '../replay/readLog.ts';

function processOf(...lines: readonly string[]): KubeletProcess {
  const process = historyOf(`${lines.join('\n')}\n`).processes[0];
  if (process === undefined) throw new Error('no process');
  return process;
}

const klog = (caller: string, text: string, severity = 'I', second = 0): string =>
  `${severity}1021 12:00:${String(second).padStart(2, '0')}.000000    4242 ${caller}] ${text}`;
const skip = (line: number): string =>
  klog(
    `kubelet.go:${line}`,
    '"Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active 3m1.5s ago; threshold is 3m0s"',
    'E',
  );
const minors = ({ versionRange }: KubeletProcess): (number | undefined)[] => [
  versionRange?.min?.minor,
  versionRange?.max?.minor,
];

describe('the version of a kubelet', () => {
  it('is what its version line says, whatever else is there', () => {
    const process = processOf(klog('server.go:467', '"Kubelet version" kubeletVersion="v1.28.4"'), skip(1877));
    expect(process).toMatchObject({
      version: { major: 1, minor: 28, patch: 4 },
      versionKnown: 'line',
      versionText: 'v1.28.4',
      versionEvidence: { source: 0, line: 1 },
    });
  });

  it('follows from the line of a caller', () => {
    const process = processOf(skip(2327));
    expect(process).toMatchObject({
      versionKnown: 'caller-lines',
      versionText: 'about v1.28 (kubelet.go:2327)',
      assumedVersion: { major: 1, minor: 28 },
      versionEvidence: { source: 0, line: 1 },
    });
    expect(process.version).toBeUndefined();
  });

  it('follows from the line of a caller behind many lines that tell no version', () => {
    const ordinary = Array.from({ length: 150 }, (_, line) =>
      klog(`volume_manager.go:${line + 1}`, '"The desired_state_of_world populator starts"'),
    );
    expect(minors(processOf(...ordinary, skip(2327)))).toEqual(minors(processOf(skip(2327))));
  });

  it('keeps all versions that have the same line there', () => {
    expect(minors(processOf(skip(2345)))).toEqual([28, 31]);
  });

  it('is narrowed by a second caller', () => {
    const event = klog(
      'generic.go:238',
      '"GenericPLEG: Unable to retrieve pods" err="rpc error: code = DeadlineExceeded desc = context deadline exceeded"',
      'E',
      1,
    );
    const version = klog('server.go:467', '"Kubelet version" kubeletVersion="unknown"', 'I', 0);
    expect(minors(processOf(version, skip(2345), event))).toEqual([28, 28]);
  });

  it('is narrowed by the form of an event', () => {
    const plus = klog(
      'kubelet.go:1',
      '"SyncLoop (PLEG): event for pod" pod="default/web" event=&{ID:84de9a2c-0f0e-4a35-b3a5-0f7f32b3a111 Type:ContainerDied Data:abc}',
      'I',
      1,
    );
    const json = klog(
      'kubelet.go:1',
      '"SyncLoop (PLEG): event for pod" pod="default/web" event={"ID":"84de9a2c-0f0e-4a35-b3a5-0f7f32b3a111","Type":"ContainerDied","Data":"abc"}',
      'I',
      1,
    );
    expect(minors(processOf(plus))).toEqual([21, 27]);
    expect(minors(processOf(json))).toEqual([28, undefined]);
  });

  it('is narrowed by the wrapper of the CRI client', () => {
    const call = klog(
      'log.go:32',
      '"ListPodSandbox with filter from runtime service failed" err="rpc error: code = DeadlineExceeded desc = context deadline exceeded" filter="nil"',
      'E',
      1,
    );
    expect(minors(processOf(skip(9999), call))).toEqual([31, 35]);
  });

  it('is narrowed by how a skip lists its reasons', () => {
    const old = (reasons: string): KubeletProcess =>
      processOf(klog('kubelet.go:1', `skipping pod synchronization - ${reasons}`));
    expect(
      minors(
        old('[container runtime is down PLEG is not healthy: pleg was last seen active 3m1s ago; threshold is 3m0s]'),
      ),
    ).toEqual([undefined, 13]);
    expect(
      minors(
        old(
          '[container runtime is down., PLEG is not healthy: pleg was last seen active 3m1s ago; threshold is 3m0s.]',
        ),
      ),
    ).toEqual([14, 14]);
    expect(
      minors(
        old('[container runtime is down, PLEG is not healthy: pleg was last seen active 3m1s ago; threshold is 3m0s]'),
      ),
    ).toEqual([14, 16]);
  });

  it('is a wider guess where a vendor has shifted the lines', () => {
    const process = processOf(
      skip(2406 + 15),
      klog('generic.go:256', '"GenericPLEG: Unable to retrieve pods" err="rpc error: code = Unavailable"', 'E', 1),
    );
    expect(process.versionKnown).toBe('caller-lines');
    const [min = 0, max = 0] = minors(process);
    expect(min).toBeLessThanOrEqual(32);
    expect(max).toBeGreaterThanOrEqual(32);
  });

  it('stays unknown when nothing tells', () => {
    const process = processOf(klog('kubelet.go:1', 'nothing that is known', 'I'));
    expect(process).toMatchObject({ versionKnown: 'unknown', versionText: 'unknown' });
    expect(process.versionRange).toBeUndefined();
  });

  it('is found in a log whose version line is missing', () => {
    const text = readFileSync(join(projectRoot, 'test/fixtures/runs/v1.36.2-b-hang/kubelet.journal.short.log'), 'utf8');
    expect(historyOf(text).processes[0]).toMatchObject({ versionKnown: 'line', version: { minor: 36, patch: 2 } });
    const without = text
      .split('\n')
      .filter((line) => !line.includes('kubeletVersion'))
      .join('\n');
    expect(historyOf(without).processes[0]).toMatchObject({
      versionKnown: 'caller-lines',
      versionRange: { min: { minor: 36 }, max: { minor: 36 } },
    });
  });
});

describe('the verbosity of a kubelet', () => {
  it('is at least that of its most talkative line', () => {
    expect(processOf(skip(2327)).verbosity).toBeUndefined();
    expect(
      processOf(skip(2327), klog('kubelet.go:2420', '"SyncLoop ADD" source="api" pods=["default/web"]', 'I', 1))
        .verbosity,
    ).toBe(2);
    expect(processOf(skip(2327), klog('generic.go:238', '"GenericPLEG: Relisting"', 'I', 1)).verbosity).toBe(5);
  });

  it('does not follow from an error that contextual loggers write at any verbosity', () => {
    const ignored =
      '"PLEG: Ignoring events for pod" err="rpc error: code = DeadlineExceeded desc = context deadline exceeded" pod="default/web"';
    const added = klog('kubelet.go:2420', '"SyncLoop ADD" source="api" pods=["default/web"]', 'I', 1);
    expect(
      processOf(
        klog('server.go:529', '"Kubelet version" kubeletVersion="v1.34.1"'),
        added,
        klog('generic.go:300', ignored, 'E', 2),
      ).verbosity,
    ).toBe(2);
    const reinspected =
      '"PLEG: pod failed reinspection" err="rpc error: code = DeadlineExceeded desc = context deadline exceeded" pod="default/web"';
    expect(
      processOf(
        klog('server.go:484', '"Kubelet version" kubeletVersion="v1.30.0"'),
        added,
        klog('generic.go:290', reinspected, 'E', 2),
      ).verbosity,
    ).toBe(5);
  });

  it('is what its flag says', () => {
    const process = processOf(
      klog('flags.go:64', 'FLAG: --v="4"'),
      klog('flags.go:64', 'FLAG: --runtime-request-timeout="5m0s"'),
      skip(2327),
    );
    expect(process.verbosity).toBe(4);
    expect(process.settings.get('runtimeRequestTimeout')).toMatchObject({
      value: '5m0s',
      known: 'logged',
      evidence: { line: 2 },
    });
  });
});
