import { describe, expect, test } from 'vitest';
import { createAnalysisSession } from '../../../src/analysis/session.ts';
import { podsLeftOut, withShownPods } from '../../../src/inference/containers/shownPods.ts';
import { chosenEvenly, queriesOf } from '../../../src/inference/queries.ts';
import type { ProvenHistory } from '../../../src/inference/history.ts';

const clock = (seconds: number): string =>
  new Date(Date.UTC(2026, 3, 26) + Math.round(seconds * 1000)).toISOString().slice(11, 23);
const klog = (seconds: number, severity: string, text: string): string =>
  `Apr 26 ${clock(seconds).slice(0, 8)} worker-7 kubelet[7]: ${severity}0426 ${clock(seconds)}000       7 ${text}`;
const uid = (pod: number): string => `${pod.toString(16).padStart(8, '0')}-0000-4000-a000-000000000001`;
const id = (pod: number): string => pod.toString(16).padStart(64, '0');

/** A pod a second; `failing`: could not be synced either. */
function logOf(pods: number, failing: readonly number[] = []): string {
  const lines = [klog(0, 'I', 'kubelet.go:2311] "Starting kubelet main sync loop"')];
  for (let pod = 0; pod < pods; pod += 1) {
    lines.push(
      klog(
        1 + pod,
        'I',
        `kubelet.go:2453] "SyncLoop (PLEG): event for pod" pod="team/app-${pod}" event={"ID":"${uid(pod)}","Type":"ContainerStarted","Data":"${id(pod)}"}`,
      ),
    );
    if (failing.includes(pod))
      lines.push(
        klog(
          1.5 + pod,
          'E',
          `pod_workers.go:1301] "Error syncing pod, skipping" err="failed to \\"StartContainer\\" for \\"main\\" with ImagePullBackOff: \\"Back-off pulling image\\"" pod="team/app-${pod}" podUID="${uid(pod)}"`,
        ),
      );
  }
  return `${lines.join('\n')}\n`;
}

function historyOf(log: string): ProvenHistory {
  const session = createAnalysisSession();
  session.open('kubelet.log', { year: 2026 });
  session.push(new TextEncoder().encode(log));
  session.end();
  const result = session.result();
  if (!result.ok) throw new Error(result.problem.kind);
  return result.analysis.reconstruction.history;
}

describe('a history with fewer pods', () => {
  const failing = [7, 123, 250];
  const history = historyOf(logOf(300, failing));
  const shown = withShownPods(history, 40);
  const uids = shown.pods.map((pod) => pod.uid);

  test('has those in trouble, and others from all of the log', () => {
    expect(uids).toEqual(expect.arrayContaining(failing.map(uid)));
    expect(uids.length).toBeLessThanOrEqual(40);
    expect(uids.length).toBeGreaterThan(30);
    for (const part of [0, 1, 2]) {
      const of = uids.filter((one) => Math.floor(Number.parseInt(one.slice(0, 8), 16) / 100) === part);
      expect(of.length).toBeGreaterThan(5);
    }
    expect(podsLeftOut(shown)).toBe(300 - uids.length);
  });

  test('has the events, facts and containers of these pods alone, as the whole history has them', () => {
    const kept = new Set(uids);
    expect(shown.plegEvents).toEqual(history.plegEvents.filter(({ pod }) => kept.has(pod.uid ?? '')));
    expect(shown.facts.map(({ fact }) => fact.line)).toEqual(history.facts.map(({ fact }) => fact.line));
    expect(shown.pods.map(({ containers }) => containers)).toEqual(
      history.pods.filter((pod) => kept.has(pod.uid)).map(({ containers }) => containers),
    );
    expect(queriesOf(shown).passingPods()).toBe(shown.pods);
  });

  test('is the history itself where it has no more, and the same one when it is asked for again', () => {
    expect(withShownPods(history, 300)).toBe(history);
    expect(podsLeftOut(history)).toBe(0);
    expect(withShownPods(history, 40)).toBe(shown);
  });

  test('is made of plain data in the same way', () => {
    const plain: ProvenHistory = { ...history };
    const fewer = withShownPods(plain, 40);
    expect(fewer.pods.map((pod) => pod.uid)).toEqual(uids);
    expect(fewer.plegEvents).toEqual(shown.plegEvents);
  });
});

test('pods are chosen up to the bound, and the wanted ones first', () => {
  for (const [count, most, every] of [
    [10, 20, 3],
    [1000, 100, 7],
    [1000, 100, 11],
    [997, 1, 1000],
    [5000, 999, 1000],
    [3, 0, 2],
  ] as const) {
    const chosen = chosenEvenly(count, (pod) => pod % every === 0, most);
    const number = chosen.reduce((sum, one) => sum + one, 0);
    expect(number).toBeLessThanOrEqual(most);
    const wanted = Math.ceil(count / every);
    expect(chosen.filter((one, pod) => one === 1 && pod % every === 0).length).toBeGreaterThanOrEqual(
      Math.min(wanted, most),
    );
    if (count <= most) expect(number).toBe(count);
  }
});
