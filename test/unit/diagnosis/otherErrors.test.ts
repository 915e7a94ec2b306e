/** Errors that prove nothing known of the node: quoted where nothing else is found, and only there. */
import { describe, expect, it } from 'vitest';
import { diagnoseText, plain } from './diagnoseLog.ts';

const at = (second: number, rest: string, writer = 'kubelet'): string =>
  `Mar 11 09:14:0${second} worker-b ${writer}[3120]: ${rest.replace('%', `0311 09:14:0${second}.221940    3120`)}`;
const EVENT =
  'I% kubelet.go:2400] "SyncLoop (PLEG): event for pod" pod="default/web" event={"ID":"1d2f0a53-0c6e-4a0e-8f0e-6d1f1b1c2a01","Type":"ContainerStarted","Data":"9477752afa514c19888e010d3ec8d914817f5db750087f6b193acf3b76ca4f2c"}';
const WIDGET = 'E% widget.go:120] "Widget was not turned" err="x509: certificate of the widget has expired"';
const SHUTDOWN =
  'E% kubelet.go:1500] "Failed to start node shutdown manager" err="failed reading InhibitDelayMaxUSec property from logind: no reply"';
const STALE =
  'E% cpu_manager.go:396] "RemoveStaleState: removing container" podUID="1d2f0a53-0c6e-4a0e-8f0e-6d1f1b1c2a01" containerName="web"';

function answerOf(...lines: readonly string[]): string {
  return plain(diagnoseText(`${lines.join('\n')}\n`).answer);
}

describe('errors that nobody knows', () => {
  it('are quoted in a piece that tells nothing else, with why, once for each place', () => {
    const answer = answerOf(at(1, WIDGET), at(2, WIDGET.replace('expired', 'gone')), at(3, EVENT));
    expect(answer).toContain(
      'An error is logged at 09:14:01.221: "Widget was not turned: x509: certificate of the widget has expired".',
    );
    expect(answer.match(/Widget was not turned/g)).toHaveLength(1);
    expect(answer).not.toContain('Another');
  });

  it('are none of what a program in the same process says at another level', () => {
    const zap = (level: string): string =>
      answerOf(
        at(
          1,
          `{"level":"${level}","ts":"2026-03-11T09:14:01.221Z","caller":"traceutil/trace.go:145","msg":"trace[7] range"}`,
          'k3s',
        ),
        at(2, EVENT, 'k3s'),
      );
    expect(zap('error')).toContain('An error is logged at 09:14:01.221: "trace[7] range".');
    for (const level of ['info', 'warn']) expect(zap(level)).not.toContain('An error is logged');
  });

  it('are none where a line was cut before its text', () =>
    expect(answerOf(at(1, 'E% widget.go:1'))).not.toContain('An error is logged'));

  it('are to be seen whole where a screen left little of them', () => {
    const cut = answerOf(at(1, 'E% widget.go:120] "Widg...'));
    expect(cut).toContain('09:14:01.221: "Widg…". See the lines whole:');
    expect(answerOf(at(1, 'E% widget.go:120] "Widget was no>'))).toContain('See the lines whole:');
    expect(answerOf(at(1, WIDGET))).not.toContain('See the lines whole:');
  });

  it('say what the catalogue says of them, and what to do', () => {
    const answer = answerOf(at(1, SHUTDOWN));
    expect(answer).toMatch(/how PLEG was doing\. An error is logged at /);
    expect(answer).toContain('Failed to start node shutdown manager: failed reading');
    expect(answer).toContain('The kubelet cannot watch for a shutdown of the machine');
    expect(answer).toContain('See whether logind and D-Bus run');
    expect(answer).toContain('The log covers less than a second');
  });

  it('say once what to do, where two of them ask for the same', () => {
    const answer = answerOf(
      at(1, 'E% kuberuntime_container.go:331] getKubeletContainers failed: rpc error: code = Unavailable desc = gone'),
      at(2, 'E% kubelet_pods.go:1085] Error listing containers: &status.statusError{Code:14, Message:"gone"}'),
    );
    expect(answer).toContain('Another is logged at 09:14:02.221');
    expect(answer.match(/See the error of the list call just before\./g)).toHaveLength(1);
  });

  it('are one where they mean the same, and none beside a call that failed', () => {
    const rule = (chain: string, place: number): string =>
      `E% kubelet_network.go:${place}] Failed to ensure marking rule for ${chain}: exit status 4`;
    const answer = answerOf(at(1, rule('KUBE-MARK-MASQ', 61)), at(2, rule('KUBE-MARK-DROP', 72)));
    expect(answer).toContain('marking rule for KUBE-MARK-MASQ');
    expect(answer).not.toContain('KUBE-MARK-DROP');
    const call =
      'E% remote_runtime.go:432] "ContainerStatus from runtime service failed" err="rpc error: code = NotFound desc = not found" containerID="9c1e2f3a4b5c"';
    expect(answerOf(at(1, WIDGET), at(2, call))).toContain('A call to the runtime failed');
    expect(answerOf(at(1, WIDGET), at(2, call))).not.toContain('Widget');
  });

  it('of the worker of a pod are quoted, and where a pager cut them off, the whole lines are asked for', () => {
    const worker = (rest: string): string => `E% pod_workers.go:1301] "Error syncing pod, skipping" ${rest}`;
    const WHOLE = 'See the lines whole: `journalctl -u kubelet -n 200 --no-pager`';
    const said = answerOf(at(1, worker('err="the pod is odd" pod="shop/web-1" podUID="aaa"')));
    expect(said).toContain('An error is logged at 09:14:01.221: "Error syncing pod, skipping: the pod is odd".');
    expect(said).not.toContain(WHOLE);
    const cut = answerOf(at(1, worker('er>')), at(5, worker('er>')));
    expect(cut).toContain('An error is logged at 09:14:01.221: "Error syncing pod, skipping".');
    expect(cut).toContain(WHOLE);
    expect(answerOf(at(1, worker('err="faile>')))).toContain(WHOLE);
    const known = worker(
      'err="failed to \\"StartContainer\\" for \\"web\\" with ImagePullBackOff: \\"no\\"" pod="a/b"',
    );
    expect(answerOf(at(1, known))).not.toContain('An error is logged');
  });

  it('are two at most; how many others there are is said', () => {
    const other = (place: number): string => WIDGET.replace(':120', `:${place}`).replace('turned', `turned ${place}`);
    const answer = answerOf(at(1, WIDGET), at(2, other(130)), at(3, other(140)), at(4, other(150)));
    expect(answer).toContain('Another is logged at 09:14:02.221: "Widget was not turned 130: ');
    expect(answer).toContain('There are 2 other messages of errors.');
    expect(answer).not.toContain('turned 140');
    expect(answerOf(at(1, WIDGET), at(2, other(130)), at(3, other(140)))).toContain(
      'There is one other message of an error.',
    );
  });

  it('are those that k3s says of itself, too, once for each message', () => {
    const said = (why: string): string =>
      `time="2026-03-11T09:14:01Z" level=error msg="Failed to ask \\"the widget\\" of node" error="${why}"`;
    const answer = answerOf(at(1, said('no route'), 'k3s'), at(2, said('no way'), 'k3s'), at(3, EVENT, 'k3s'));
    expect(answer).toContain('An error is logged at 09:14:01: "Failed to ask "the widget" of node: no route".');
    expect(answer).not.toContain('no way');
  });

  it('are quoted in a log that shows no unhealthy time', () => {
    const later = EVENT.replace('%', '0311 09:44:02.221940    3120');
    const answer = answerOf(at(1, EVENT), at(2, WIDGET), `Mar 11 09:44:02 worker-b kubelet[3120]: ${later}`);
    expect(answer).toContain('No unhealthy time'.toLowerCase());
    expect(answer).toContain('An error is logged at 09:14:02.221');
  });

  it('are not quoted where something is found', () => {
    const full =
      'E% kubelet_node_status.go:92] "Unable to register node with API server" err="Post \\"https://10.9.8.1:6443/api/v1/nodes\\": dial tcp 10.9.8.1:6443: connect: connection refused" node="worker-b"';
    expect(answerOf(at(1, WIDGET), at(2, full), at(3, full))).not.toContain('Widget');
  });

  it.each([
    ['that mean nothing', at(2, STALE)],
    ['of another program', at(2, WIDGET, 'kube-proxy')],
    ['that are warnings', at(2, WIDGET.replace('E%', 'W%'))],
  ])('are not those %s', (_what, line) => {
    expect(answerOf(at(1, EVENT), line)).not.toContain('An error is logged');
  });
});
