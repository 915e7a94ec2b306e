/** What `systemctl status` above the lines of a kubelet says of it. */
import { describe, expect, it } from 'vitest';
import { diagnoseText } from './diagnoseLog.ts';

const LINE =
  'Mar 11 10:12:40 n1 kubelet[51623]: I0311 10:12:40.101000   51623 kubelet.go:2072] "SyncLoop ADD" source="api" pods=["default/web-1"]';
const status = (active: string, ended: string, program = '/usr/bin/kubelet $KUBELET_KUBECONFIG_ARGS'): string =>
  `● kubelet.service - kubelet: The Kubernetes Node Agent
     Loaded: loaded (/lib/systemd/system/kubelet.service; enabled; vendor preset: enabled)
     Active: ${active} since Sat 2023-03-11 10:12:44 UTC; 3s ago
       Docs: https://kubernetes.io/docs/home/
    Process: 51623 ExecStart=${program} (code=${ended})
   Main PID: 51623 (code=${ended})

`;
const found = (log: string) => diagnoseText(`${log}\n`).findings.find(({ id }) => id === 'kubelet-fatal');

describe('the status of the unit above a log', () => {
  it.each([
    [
      'activating (auto-restart) (Result: exit-code)',
      'exited, status=1/FAILURE',
      'The kubelet ended with status 1/FAILURE, and systemd is about to start it again',
    ],
    [
      'failed (Result: signal)',
      'killed, signal=KILL',
      'The kubelet ended with signal KILL, and systemd does not start it again',
    ],
    ['inactive (dead)', 'exited, status=0/SUCCESS', 'The kubelet is stopped'],
  ])('tells of a kubelet that does not run: %s', (active, ended, title) => {
    const finding = found(status(active, ended) + LINE);
    expect(finding).toMatchObject({ title, confidence: 'medium' });
    expect(finding?.explanation).toContain(
      title === 'The kubelet is stopped'
        ? 'Somebody, or something that it depends on'
        : 'Only its own last lines say why',
    );
    expect(finding?.evidence.map(({ line }) => line)).toEqual([3, 5]);
  });

  it('reads the end of its main process where the pager cut the line on its program', () => {
    const cut = (ended: string): string =>
      status('activating (auto-restart) (Result: exit-code)', ended).replace(/ \(code=[^)]*\)/, ' $KUBEL>');
    const finding = found(cut('exited, status=1/FAILURE') + LINE);
    expect(finding?.title).toBe('The kubelet ended with status 1/FAILURE, and systemd is about to start it again');
    expect(finding?.evidence.map(({ line }) => line)).toEqual([3, 6]);
    const killed = found(cut('killed, signal=KILL').replace('Main PID: 51623', 'Main PID: 60001') + LINE);
    expect(killed).toBeUndefined();
    expect(found(cut('killed, signal=KILL') + LINE)?.title).toContain('ended with signal KILL');
  });

  it.each([
    ['one that runs', status('active (running)', 'exited, status=0/SUCCESS') + LINE],
    ['another program', status('failed (Result: exit-code)', 'exited, status=1/FAILURE', '/usr/bin/dockerd') + LINE],
    [
      'a kubelet before the one that wrote',
      status('failed (Result: exit-code)', 'exited, status=1/FAILURE') + LINE.replaceAll('51623', '60001'),
    ],
  ])('tells nothing of %s', (_, log) => {
    expect(found(log)).toBeUndefined();
  });

  it('is not said where systemd tells how it ended, and when', () => {
    const stopped = [
      'Mar 11 10:12:44 n1 systemd[1]: Stopping kubelet: The Kubernetes Node Agent...',
      'Mar 11 10:12:44 n1 systemd[1]: kubelet.service: Succeeded.',
      'Mar 11 10:12:44 n1 systemd[1]: Stopped kubelet: The Kubernetes Node Agent.',
    ].join('\n');
    expect(found(`${status('inactive (dead)', 'exited, status=0/SUCCESS')}${LINE}\n${stopped}`)).toBeUndefined();
  });

  it('is said behind what the kubelet says itself', () => {
    const fatal =
      'Mar 11 10:12:44 n1 kubelet[51623]: E0311 10:12:44.101000   51623 run.go:74] "command failed" err="failed to run Kubelet: running with swap on is not supported, please disable swap"';
    const log = status('activating (auto-restart) (Result: exit-code)', 'exited, status=1/FAILURE') + fatal;
    expect(diagnoseText(`${log}\n`).findings.map(({ id }) => id)).toEqual(['swap-on']);
  });

  it('is said behind what the kubelet says itself in a line that the pager cut', () => {
    const fatal =
      'Mar 11 10:12:44 n1 kubelet[51623]: E0311 10:12:44.101000   51623 run.go:74] "command failed" err="failed to run Kubelet: running with swap on>';
    expect(diagnoseText(`${fatal}\n`).findings.map(({ id }) => id)).toEqual(['swap-on']);
  });

  const earlier = (active: string, ended: string): string =>
    `${status(active, ended).replace('2023-03-11 10:12:44', '2026-03-11 10:12:30')}${LINE.replaceAll('51623', '60001')}`;

  it.each([
    ['exited, status=1/FAILURE', 'An earlier kubelet ended with status 1/FAILURE'],
    ['killed, signal=KILL', 'An earlier kubelet was killed'],
  ])('tells of one that ended before the first line: %s', (ended, title) => {
    expect(found(earlier('activating (auto-restart) (Result: exit-code)', ended))).toMatchObject({
      title,
      confidence: 'medium',
    });
    expect(found(earlier('inactive (dead)', ended))).toBeUndefined();
    expect(found(earlier('failed (Result: exit-code)', ended))?.nextSteps[0]).toContain(
      '--since "2026-03-11 10:12:20" --until "2026-03-11 10:12:50"',
    );
  });

  it.each([
    ['3s ago', '10:12:37', 'startup-normal'],
    ['1h ago', '09:12:37', 'api-refuses'],
  ])('tells when a kubelet was started that does not find its Node object: %s', (_, since, id) => {
    const running = `● kubelet.service - kubelet: The Kubernetes Node Agent
     Active: active (running) since 三 2026-03-11 ${since} CST; 3s ago
   Main PID: 51623 (kubelet)
     CGroup: /system.slice/kubelet.service
             └─51623 /usr/bin/kubelet --config=/var/lib/kubelet/config.yaml
`;
    const lost = ['40.1', '40.2', '40.3', '40.4'].map(
      (second) =>
        `Mar 11 10:12:40 n1 kubelet[51623]: E0311 10:12:${second}00000   51623 kubelet.go:2412] "Error getting node" err="node \\"n1\\" not found"`,
    );
    expect(diagnoseText(`${running}\n${lost.join('\n')}\n`).findings.map((finding) => finding.id)).toEqual([id]);
  });
});
