/** A machine that starts with a clock that is hours ahead, until its time is set: the kubelet of before has later times than the one that works. */
import { describe, expect, it } from 'vitest';
import { diagnoseText, plain } from './diagnoseLog.ts';

const STEPPED = 'Mar 09 10:00:05 n1 chronyd[601]: System clock was stepped by -14399.512345 seconds\n';

const EXPIRED = `Mar 09 14:00:01 n1 kubelet[801]: I0309 14:00:01.100000     801 server.go:408] "Kubelet version" kubeletVersion="v1.28.3"
Mar 09 14:00:02 n1 kubelet[801]: E0309 14:00:02.100000     801 bootstrap.go:266] part of the existing bootstrap client certificate in /etc/kubernetes/kubelet.conf is expired: 2026-03-09 12:00:00 +0000 UTC
Mar 09 14:00:02 n1 kubelet[801]: E0309 14:00:02.200000     801 run.go:74] "command failed" err="failed to run Kubelet: unable to load bootstrap kubeconfig: stat /etc/kubernetes/bootstrap-kubelet.conf: no such file or directory"
Mar 09 14:00:02 n1 systemd[1]: kubelet.service: Main process exited, code=exited, status=1/FAILURE
`;

function started(pid: number, minutes: number): string {
  const line = (at: string, text: string): string =>
    `Mar 09 ${at.slice(0, 8)} n1 kubelet[${pid}]: I0309 ${at}     ${pid} ${text}\n`;
  return [
    line('10:00:12.900000', 'server.go:408] "Kubelet version" kubeletVersion="v1.28.3"'),
    line('10:00:15.000000', 'kubelet_node_status.go:73] "Successfully registered node" node="n1"'),
    ...Array.from({ length: minutes * 6 }, (_, index) => {
      const at = new Date(Date.UTC(2026, 2, 9, 10, 0, 20 + index * 10)).toISOString().slice(11, 19);
      return line(
        `${at}.000000`,
        `kubelet.go:2395] "SyncLoop (PLEG): event for pod" pod="default/a${index}" event={"ID":"1d2f0a53-0c6e-4a0e-8f0e-6d1f1b1c2a16","Type":"ContainerStarted","Data":"${'0'.repeat(60)}${1000 + index}"}`,
      );
    }),
  ].join('');
}

describe('a clock that was set back between two kubelets', () => {
  it('does not make what came before it the end of the log', () => {
    const { answer, findings } = diagnoseText(EXPIRED + STEPPED + started(955, 5));
    expect(answer.state).toBe('recovered');
    expect(plain(answer)).toContain('and not after that');
    expect(plain(answer)).toContain('was still at work when the log ends at 10:05:10');
    expect(plain(answer)).toContain('Its times are earlier because the clock was set back before it began.');
    const restart = findings.find(({ id }) => id === 'kubelet-restart');
    expect(restart?.title).toBe('The kubelet was restarted');
    expect(restart?.evidence.map(({ line }) => line)).toEqual([6]);
  });

  it('hides no kubelet that ended for good after it', () => {
    const gone =
      'Mar 09 10:05:20 n1 systemd[1]: Stopping kubelet: The Kubernetes Node Agent...\n' +
      'Mar 09 10:05:20 n1 systemd[1]: Stopped kubelet: The Kubernetes Node Agent.\n' +
      'Mar 09 10:25:20 n1 CRON[4]: (root) CMD (true)\n';
    const { findings } = diagnoseText(EXPIRED + STEPPED + started(955, 5) + gone);
    expect(findings.map(({ id }) => id)).toContain('kubelet-gone');
  });

  it('is taken from the line of the time service alone: parts in another order prove none', () => {
    const { answer } = diagnoseText(EXPIRED + started(955, 5));
    expect(answer.state).not.toBe('recovered');
    expect(plain(answer)).not.toContain('the clock was set back');
  });

  it('is told by the mark of a boot, too: the hardware clock of many a machine is hours behind', () => {
    const skip = (second: number): string =>
      `Mar 09 12:00:${second} n1 kubelet[801]: E0309 12:00:${second}.000000     801 kubelet.go:2395] "Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active 3m${second}s ago; threshold is 3m0s"\n`;
    const boot = '-- Boot 5d2b6bd4f1d34f0d9a9e6f0c8b4a2e11 --\n';
    const { answer } = diagnoseText([10, 15, 20].map(skip).join('') + boot + started(955, 5));
    expect(answer.state).toBe('recovered');
    expect(plain(answer)).toContain('then the kubelet ended with a reboot');
    expect(plain(answer)).toContain('The kubelet that started at 10:00:12.900 was healthy');
  });

  it('changes nothing where the times do not go back', () => {
    const forward = 'Mar 09 09:00:00 n1 chronyd[601]: System clock was stepped by 3600.000000 seconds\n';
    const { answer, findings } = diagnoseText(forward + started(955, 5));
    expect(plain(answer)).not.toContain('Its times are earlier');
    expect(findings.some(({ id }) => id === 'kubelet-restart')).toBe(false);
  });
});

describe.each([
  ['ahead', '2026-03-11', 'after', 'has expired'],
  ['behind', '2026-03-05', 'before', 'is not valid yet'],
])('a machine whose clock is days %s until it is set', (_how, day, side, title) => {
  const at = (date: string, clock: string, text: string): string =>
    `${date}T${clock}+0000 n1 kubelet[801]: I${date.slice(5, 7)}${date.slice(8)} ${clock}.000000     801 ${text}`;
  const { answer, findings } = diagnoseText(
    [
      at(day, '14:00:01', 'server.go:408] "Kubelet version" kubeletVersion="v1.31.3"'),
      at(
        day,
        '14:00:04',
        `kubelet_node_status.go:107] "Unable to register node with API server" err="Post \\"https://10.0.0.1:6443/api/v1/nodes\\": tls: failed to verify certificate: x509: certificate has expired or is not yet valid: current time ${day}T14:00:04Z is ${side} 2026-03-10T00:00:00Z" node="n1"`,
      ),
      at('2026-03-09', '10:00:08', 'kubelet_node_status.go:79] "Successfully registered node" node="n1"'),
      at('2026-03-09', '10:00:12', 'kubelet_node_status.go:497] "Fast updating node status as it just became ready"'),
      at('2026-03-09', '10:02:12', 'kubelet.go:2437] "SyncLoop UPDATE" source="api" pods=["shop/web-0"]'),
    ].join('\n'),
  );

  it('is not said to be cut off for its certificate, once it registered', () => {
    expect(findings[0]?.title).toContain(`The certificate of the API server ${title}`);
    expect(answer.state).toBe('recovered');
    expect(plain(answer)).toContain('Until then the node could not report to the API server');
    expect(plain(answer)).not.toContain('is NotReady');
  });
});
