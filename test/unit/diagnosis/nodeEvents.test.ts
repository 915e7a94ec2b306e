/** What a kubelet says of its own node and start in lines that were picked out of its log, and what follows from them. */
import { describe, expect, it } from 'vitest';
import { diagnoseText, plain } from './diagnoseLog.ts';

const first = (...lines: string[]): string => plain(diagnoseText(lines.join('\n')).answer).split('\n')[0] ?? '';

describe('a condition that tells how long its process had run', () => {
  const down = (clock: string, uptime: string): string =>
    [
      `Jun 04 ${clock}.612877 edge-7 kubelet[4410]: I0604 ${clock}.612877    4410 kubelet_node_status.go:792] Node became not ready: {Type:Ready Status:False LastHeartbeatTime:2019-06-04 ${clock}.612801 +0000 UTC m=+${uptime} LastTransitionTime:2019-06-04 ${clock}.612801 +0000 UTC m=+${uptime} Reason:KubeletNotReady Message:container runtime is down}`,
      `Jun 04 ${clock}.640112 edge-7 kubelet[4410]: I0604 ${clock}.640112    4410 kubelet.go:1789] skipping pod synchronization - [container runtime is down]`,
    ].join('\n');

  it('shows a start where that is not in the log', () => {
    expect(first(down('08:15:30', '1.402113077'))).toContain(
      'no unhealthy time in this log, but the node was reported NotReady at 08:15:30.612 ("container runtime is down"), which is normal for a start.',
    );
  });

  it('shows none in a kubelet that has run for longer', () => {
    expect(first(down('08:15:30', '7230.402113077'))).toContain('already counted the container runtime as down');
  });
});

const event = (clock: string, name: string): string =>
  `I0604 ${clock}.104511    4410 kubelet_node_status.go:668] "Recording event message for node" node="edge-7" event="${name}"`;

describe('events of the node in a log that has little else', () => {
  it('tell that it was NotReady in between', () => {
    expect(first(event('08:15:30', 'NodeNotReady'), event('08:21:42', 'NodeReady'))).toContain(
      'no unhealthy time in this log, but the node was reported NotReady at 08:15:30.104 and Ready at 08:21:42.104; the line does not say why.',
    );
  });

  it('tell it in the words of kubelets up to 1.4, whose file is kubelet.go', () => {
    const old = (clock: string, name: string): string =>
      `I0107 ${clock}.809399   21132 kubelet.go:2300] Recording ${name} event message for node edge-7`;
    expect(first(old('17:56:34', 'NodeNotReady'), old('18:40:27', 'NodeReady'))).toContain(
      'the node was reported NotReady at 17:56:34.809 and Ready at 18:40:27.809',
    );
  });

  it('are nothing right after a start', () => {
    expect(
      first(
        'I0604 08:15:29.104511    4410 server.go:440] "Kubelet version" kubeletVersion="v1.24.3"',
        event('08:15:30', 'NodeNotReady'),
        event('08:15:40', 'NodeReady'),
        event('08:21:42', 'NodeHasNoDiskPressure'),
      ),
    ).not.toContain('NotReady');
  });

  it('tell that it was short of disk', () => {
    const answer = first(
      event('08:15:30', 'NodeHasDiskPressure'),
      event('08:21:42', 'NodeHasNoDiskPressure'),
      event('09:40:03', 'NodeHasDiskPressure'),
    );
    expect(answer).toContain('the node was short of disk (ephemeral-storage) (medium confidence)');
    expect(answer).toContain('Seen from 08:15:30.104 to the end of the log.');
    const [finding] = diagnoseText(event('08:15:30', 'NodeHasDiskPressure')).findings;
    expect(finding?.explanation).toBe('1 line at 08:15:30.104: the node had the condition DiskPressure.');
    expect(first(event('08:21:42', 'NodeHasNoDiskPressure'))).not.toContain('disk');
  });

  it.each([
    ['NodeHasInsufficientMemory', 'memory'],
    ['NodeHasInsufficientPID', 'process ids'],
  ])('tell by %s that it was short of %s', (name, what) => {
    expect(first(event('08:15:30', name))).toContain(`the node was short of ${what}`);
  });
});
