/** An API server that was out of reach for a while is no trouble at the end of a log that goes on without it. */
import { describe, expect, it } from 'vitest';
import type { Answer } from '../../../src/diagnosis/finding.ts';
import { diagnoseText, plain } from './diagnoseLog.ts';

const clockOf = (second: number): string =>
  [3 + second / 3600, (second / 60) % 60, second % 60]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':');
const line = (second: number, text: string): string =>
  `Nov 24 ${clockOf(second)} node-7 kubelet[1412]: ${text.replace('%', `1124 ${clockOf(second)}.100001    1412`)}`;
const lease = (error: string): string => `E% controller.go:195] "Failed to update lease" err="${error}"`;
const GONE = lease(
  'Put \\"https://10.0.0.10:6443/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/node-7?timeout=10s\\": dial tcp 10.0.0.10:6443: connect: connection refused',
);

/** At work from the first second on until `to`, and the calls fail from 300 to 480. */
function stateOf(failed: string, to: number): Answer['state'] {
  const lines: string[] = [];
  for (let second = 0; second < to; second += 10)
    lines.push(
      second >= 300 && second < 480
        ? line(second, failed)
        : line(second, 'I% kubelet.go:2453] "SyncLoop (housekeeping)"'),
    );
  return diagnoseText(lines.join('\n')).answer.state;
}

it.each([
  ['unreachable', GONE],
  ['refusing', lease('Unauthorized')],
])('an API server that was %s for a while', (_, failed) => {
  expect(stateOf(failed, 900)).toBe('recovered');
  expect(stateOf(failed, 480)).toBe('impaired');
});

it('says of the kubelet that ended whether a later one had the same trouble', () => {
  const failing = [300, 310, 320].map((second) => line(second, GONE));
  const told = (lines: readonly string[]): string =>
    diagnoseText(lines.join('\n')).findings.find(({ id }) => id === 'api-unreachable')?.explanation ?? '';
  expect(told(failing)).toContain('The log ends with it.');
  const others = told([
    ...failing,
    'Nov 24 03:40:00 node-7 systemd[1]: Starting kubelet: The Kubernetes Node Agent...',
  ]);
  expect(others).toContain('That kubelet has no lines after it.');
  expect(others).not.toContain('The log ends with it.');
  const next = [900, 910].map((second) =>
    line(second, 'I% kubelet.go:2453] "SyncLoop (housekeeping)"').replaceAll('1412', '2977'),
  );
  const explanation = told([...failing, ...next]);
  expect(explanation).toContain('That kubelet has no lines after it, and the next one none of it.');
  expect(explanation).not.toContain('The log ends with it.');
});

describe('what a kubelet said just before the next one began', () => {
  const refused = [
    'E0321 14:51:20.594488     287 kubelet_node_status.go:107] "Unable to register node with API server" err="Post \\"https://cp-1:6443/api/v1/nodes\\": dial tcp 192.0.2.7:6443: connect: connection refused" node="cp-1"',
    'E0321 14:51:22.594488     287 kubelet_node_status.go:107] "Unable to register node with API server" err="Post \\"https://cp-1:6443/api/v1/nodes\\": dial tcp 192.0.2.7:6443: connect: connection refused" node="cp-1"',
  ];
  const next = 'I0321 14:51:25.208100     731 kubelet.go:2021] "Starting kubelet main sync loop"';

  it('is not said to go on to the end of the log', () => {
    expect(plain(diagnoseText(refused.join('\n')).answer)).toContain('to the end of the log.');
    const answer = plain(diagnoseText([...refused, next].join('\n')).answer);
    expect(answer).toContain('Seen from 14:51:20.594 to 14:51:22.594. ');
    expect(answer).not.toContain('to the end of the log');
  });
});

it('does not reckon over the pauses how often calls failed', () => {
  const failing = [300, 310, 320, 6300, 6310, 6320].map((second) => line(second, GONE));
  const { findings } = diagnoseText(failing.join('\n'));
  expect(findings[0]?.explanation).toContain(
    '6 lines from 03:05:00.100 to 04:45:20.100 in 2 stretches, the longest 20s',
  );
  expect(diagnoseText(failing.slice(0, 3).join('\n')).findings[0]?.explanation).toContain('(on average every 10s)');
});
