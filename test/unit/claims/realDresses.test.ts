/** Dresses in which a real log once told something else. */
import { describe, expect, it } from 'vitest';
import { otherWords, toldIn } from './alike.ts';
import { analysedFiles, toldOtherwise, worn } from './realDresses.ts';

const entry = (clock: string, message: string, by = 'kubelet[871]'): string =>
  `Mar 02 ${clock} node-b ${by}: ${message}`;
const klog = (clock: string, text: string, severity = 'E'): string => `${severity}0302 ${clock}.000400     871 ${text}`;
const skip = (clock: string, ago: string): string =>
  klog(
    clock,
    `kubelet.go:2412] "Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active ${ago} ago; threshold is 3m0s"`,
  );
const told = (lines: readonly string[]): string => {
  const analysis = analysedFiles([`${lines.join('\n')}\n`]);
  return analysis === undefined ? 'nothing' : JSON.stringify(toldIn(analysis));
};
const otherwise = (lines: readonly string[], dress: string): readonly string[] | undefined => {
  const log = worn(lines);
  return log === undefined ? ['nothing'] : toldOtherwise(log, dress);
};

describe('a real log in other dress', () => {
  it('is of the year that it says, in colours too', () => {
    const lines = [
      klog('09:14:01', 'server.go:467] "Kubelet version" kubeletVersion="v1.28.6"', 'I'),
      klog('09:14:02', 'kubelet.go:1400] "Starting" at="2023-03-02T09:14:02Z"', 'I'),
      skip('09:20:01', '3m2s'),
    ];
    expect(worn(lines)?.year).toBe(2023);
    expect(otherwise(lines, 'one colour')).toEqual([]);
  });

  it("is read out of a container that prints the node's file of messages, which has no pids", () => {
    const lines = [
      entry('09:20:01', skip('09:20:01', '3m2s'), 'kubelet'),
      entry('09:20:06', skip('09:20:06', '3m7s'), 'kubelet'),
    ];
    expect(otherwise(lines, 'cri')).toEqual([]);
    expect(told(lines)).toContain('PLEG was');
  });

  it('is read as JSON of the journal, though a probe of a pod printed a line of klog', () => {
    const lines = [
      klog('09:20:01', 'server.go:467] "Kubelet version" kubeletVersion="v1.28.6"', 'I'),
      klog(
        '09:20:02',
        String.raw`prober.go:107] "Probe failed" probeType="Readiness" pod="default/a" podUID="3b1f2c5e-7d10-4c1b-9a53-0c7b4f0a1101" containerName="a" probeResult="failure" output="E0302 09:20:01.100101 12 check.go:51] no answer\n"`,
        'I',
      ),
      skip('09:20:06', '3m7s'),
    ];
    expect(otherwise(lines, 'a file as JSON of the journal')).toEqual([]);
  });

  it.each(['details', 'jira', 'bbcode', 'html page'])('has nothing of the page behind its last line: %s', (dress) => {
    const lines = [
      klog('09:20:01', 'server.go:142] Starting to listen on 0.0.0.0:10250', 'I'),
      klog(
        '09:20:01',
        'kubelet_node_status.go:92] Unable to register node "node-b" with API server: Post https://192.0.2.7:6443/api/v1/nodes: x509: certificate signed by unknown authority',
      ),
    ];
    expect(otherwise(lines, dress)).toEqual([]);
  });

  it('counts what stands around its lines with none of them', () => {
    const flag = 'has been deprecated, This parameter should be set via the config file';
    const lines = [entry('09:20:01', `Flag --cgroup-driver ${flag}`), entry('09:20:02', `Flag --cluster-dns ${flag}`)];
    const call =
      'remote_runtime.go:222] "StopPodSandbox from runtime service failed" err="rpc error: code = DeadlineExceeded desc = context deadline exceeded" podSandboxID="14c1"';
    const few = [
      entry('09:16:01', skip('09:16:01', '3m2s')),
      entry('09:18:11', klog('09:18:11', call)),
      entry('09:20:11', skip('09:20:11', '7m12s')),
    ];
    expect(told(few)).toContain('Only 3 records');
    expect(told(lines)).toContain('none of them tells');
    expect(otherwise(lines, 'fence')).toEqual([]);
    expect(otherwise(few, 'fence')).toEqual([]);
    expect(otherwise(few, 'details')).toEqual([]);
    // The tags of a forum end what a prompt has named.
    const started = klog('09:20:01', 'server.go:182] Version: v1.9.4', 'I');
    expect(otherwise(['[root@node-b ~]# kubelet logs', started, started], 'bbcode')).toEqual([]);
  });

  it('has no further reason where blanks follow a condition', () => {
    const lines = [
      klog(
        '09:20:02',
        'setters.go:541] Node became not ready: {Type:Ready Status:False LastHeartbeatTime:2026-03-02 09:20:02.000 +0000 UTC m=+1885.8 LastTransitionTime:2026-03-02 09:20:02.000 +0000 UTC m=+1885.8 Reason:KubeletNotReady Message:PLEG is not healthy: pleg was last seen active 3m15.7s ago; threshold is 3m0s}',
        'I',
      ),
    ];
    expect(otherwise(lines, 'trailing blanks')).toEqual([]);
  });

  it('had recovered behind lines that are missing, newest first too', () => {
    const lines = [
      entry('09:16:01', klog('09:16:01', 'server.go:1190] "Started kubelet"', 'I')),
      entry('09:21:01', skip('09:21:01', '3m2s')),
      entry('09:21:06', skip('09:21:06', '3m7s')),
      entry('09:21:11', 'Suppressed 1200 messages from kubelet.service', 'systemd-journald[412]'),
      entry(
        '09:24:01',
        klog(
          '09:24:01',
          'kubelet_node_status.go:581] "Recording event message for node" node="node-b" event="NodeReady"',
          'I',
        ),
      ),
      entry('09:24:09', klog('09:24:09', 'kubelet_volumes.go:163] "Cleaned up orphaned pod volumes dir"', 'I')),
    ];
    expect(told(lines)).toContain('had recovered by');
    expect(otherwise(lines, 'turned round')).toEqual([]);
  });

  it('and what is told otherwise is noticed', () => {
    const [one, two] = [[skip('09:20:01', '3m2s')], [skip('09:20:01', '3m2s'), skip('09:20:06', '3m7s')]].map(
      (lines) => worn(lines)?.told,
    );
    expect(one !== undefined && two !== undefined ? otherWords(one, two) : []).not.toEqual([]);
  });
});
