/** How a kubelet process ended, in words. */
import { nodeNameOf } from '../../inference/nodeName.ts';
import { SIGKILL } from '../../kubelet/signals.ts';
import type { KubeletProcess, ProcessEnding, ProvenHistory } from '../../inference/history.ts';

/** signal(7). */
const SIGNALS: ReadonlyMap<number, string> = new Map([
  [1, 'SIGHUP'],
  [2, 'SIGINT'],
  [3, 'SIGQUIT'],
  [4, 'SIGILL'],
  [6, 'SIGABRT'],
  [7, 'SIGBUS'],
  [8, 'SIGFPE'],
  [SIGKILL, 'SIGKILL'],
  [11, 'SIGSEGV'],
  [13, 'SIGPIPE'],
  [15, 'SIGTERM'],
]);

/** What comes after the name of a process: `was killed by SIGKILL`, `ended with exit code 1`. */
export function endingText({ how, code, signal }: ProcessEnding): string {
  switch (how) {
    case 'stopped':
      return signal === SIGKILL
        ? 'was stopped by systemd and had to be killed (SIGKILL)'
        : `was stopped by systemd${signal === undefined ? (code === undefined || code === 0 ? '' : ` (exit code ${code})`) : ` (with ${signalName(signal)})`}`;
    case 'killed':
      return signal === undefined ? 'was killed' : `was killed by ${signalName(signal)}`;
    case 'exited':
      return code === undefined
        ? 'ended'
        : code === 0
          ? 'ended without an error (exit code 0)'
          : `ended with exit code ${code}`;
    case 'fatal':
      return `ended with a fatal error${code === undefined ? '' : ` (exit code ${code})`}`;
    case 'panic':
      return `ended with a panic${code === undefined ? '' : ` (exit code ${code})`}`;
    case 'out-of-memory':
      // Of the node, or of its control group; systemd ends a service for any process of it that was killed so (OOMPolicy=, systemd.service(5)).
      return 'ended for lack of memory';
    case 'watchdog':
      return "was killed by systemd's watchdog";
    case 'health-monitor':
      return "was killed by the node's health monitor because it did not answer";
    case 'reboot':
      return 'ended with a reboot of the node';
  }
}

/** ` on worker-2` behind a pid where several nodes have kubelets: a pid alone may be that of two. */
export function onNode(history: Pick<ProvenHistory, 'nodes'>, { node }: KubeletProcess): string {
  return history.nodes.length < 2 ? '' : ` on ${nodeNameOf(history, node) ?? node}`;
}

/** `SIGKILL`, `signal 35`. */
function signalName(signal: number): string {
  return SIGNALS.get(signal) ?? `signal ${signal}`;
}
