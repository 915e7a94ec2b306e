/** The inner state of one life of very many: what a question looks at, counted. */
import { expect, test } from 'vitest';
import { createAnalysisSession } from '../../../src/analysis/session.ts';
import type { ProvenHistory } from '../../../src/inference/history.ts';
import { answerWith, queriesOf } from '../../../src/inference/queries.ts';
import { instant } from '../../../src/kubelet/time.ts';
import { innerStatesOf } from '../../../src/replay/innerState/innerState.ts';

const clock = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(11, 23);
const klog = (seconds: number, pid: number, text: string): string =>
  `Apr 26 ${clock(seconds).slice(0, 8)} worker-7 kubelet[${pid}]: I0426 ${clock(seconds)}000 ${String(pid).padStart(7)} ${text}`;

/** Lives of a kubelet with a pod of its own each. */
function historyOf(lives: number): ProvenHistory {
  const lines = Array.from({ length: lives }, (_, life) => {
    const hex = life.toString(16).padStart(8, '0');
    return [
      klog(life * 10, 1000 + life, 'server.go:487] "Kubelet version" kubeletVersion="v1.29.9"'),
      klog(life * 10 + 1, 1000 + life, 'kubelet.go:2311] "Starting kubelet main sync loop"'),
      klog(
        life * 10 + 2,
        1000 + life,
        `kubelet.go:2453] "SyncLoop (PLEG): event for pod" pod="team/app-${life}" event={"ID":"${hex}-0000-4000-a000-000000000001","Type":"ContainerStarted","Data":"${hex.repeat(8)}"}`,
      ),
    ];
  }).flat();
  const session = createAnalysisSession();
  session.open('kubelet.log', { year: 2026 });
  session.push(new TextEncoder().encode(`${lines.join('\n')}\n`));
  session.end();
  const result = session.result();
  if (!result.ok) throw new Error(result.problem.kind);
  return result.analysis.reconstruction.history;
}

/** The history, with a count of the times at which an entry of its lists or a pod's containers is looked at. */
function counted(history: ProvenHistory): { readonly history: ProvenHistory; readonly looks: () => number } {
  let looks = 0;
  const watched = <Item extends object>(items: readonly Item[]): readonly Item[] =>
    items.map(
      (item) =>
        new Proxy(item, {
          get(target, field): unknown {
            looks += 1;
            return Reflect.get(target, field, target);
          },
        }),
    );
  const copy = {
    ...history,
    ...Object.fromEntries(
      (['pods', 'plegEvents', 'relists', 'episodes', 'stalls', 'skips', 'processes'] as const).map((list) => [
        list,
        watched<object>(history[list]),
      ]),
    ),
  };
  const queries = queriesOf(history);
  answerWith(copy, {
    ...queries,
    *passingFacts(wants, of) {
      for (const one of queries.passingFacts(wants, of)) {
        looks += 1;
        yield one;
      }
    },
  });
  return { history: copy, looks: () => looks };
}

/** How often the first question, for the last life, and then those for all others look at something. */
function looksAt(lives: number): { readonly first: number; readonly all: number } {
  const { history, looks } = counted(historyOf(lives));
  const states = innerStatesOf(history);
  const ids = history.processes.map(({ id }) => id);
  const before = looks();
  const ask = (id: string | undefined): void => {
    const facts = id === undefined ? undefined : states.factsAt(instant(0), id);
    if (facts === undefined) throw new Error('no such life');
    expect(facts.handled).toHaveLength(1);
    expect(facts.changes.map(({ turn }) => turn)).toEqual([0]);
    states.planOf(facts);
  };
  ask(ids.at(-1));
  const first = looks() - before;
  for (const id of ids) ask(id);
  return { first, all: looks() - before };
}

test('for twice the lives twice is looked at, for the first question and for one about each life', () => {
  const [small, large] = [looksAt(100), looksAt(200)];
  expect(small.first).toBeGreaterThan(100);
  expect(large.first / small.first).toBeLessThan(2.2);
  expect(large.all / small.all).toBeLessThan(2.2);
});
