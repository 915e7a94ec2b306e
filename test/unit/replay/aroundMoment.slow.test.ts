import { expect, it } from 'vitest';
import { createAnalysisSession } from '../../../src/analysis/session.ts';
import type { Analysis } from '../../../src/analysis/analysis.ts';
import { instant } from '../../../src/kubelet/time.ts';
import { innerStatesOf } from '../../../src/replay/innerState/innerState.ts';
import { createMoments } from '../../../src/timeline/moment/buildMoment.ts';
import type { MomentDocument } from '../../../src/timeline/moment/moment.ts';

const EVERY = 400;
const clock = (seconds: number): string => {
  const date = new Date(Date.UTC(2026, 3, 26) + Math.round(seconds * 1000));
  const [month, day] = [date.getUTCMonth() + 1, date.getUTCDate()].map((part) => String(part).padStart(2, '0'));
  return `${month}${day} ${date.toISOString().slice(11, 23)}000`;
};
const line = (seconds: number, severity: string, text: string): string =>
  `${severity}${clock(seconds)}    4711 ${text}`;
const event = (seconds: number, pod: number, type: string, container: number): string =>
  line(
    seconds,
    'I',
    `kubelet.go:2453] "SyncLoop (PLEG): event for pod" pod="team/app-${pod}" event={"ID":"00000000-0000-4000-a000-${String(pod).padStart(12, '0')}","Type":"${type}","Data":"${String(container).padStart(64, '0')}"}`,
  );
const skip = (seconds: number, elapsed: number): string =>
  line(
    seconds,
    'E',
    `kubelet.go:2337] "Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active 3m${(elapsed - 180).toFixed(1)}s ago; threshold is 3m0s"`,
  );

/** A life of months with more events than are put together at once; every 50th round is unhealthy. */
function longLife(rounds: number): Analysis {
  const session = createAnalysisSession();
  session.open('kubelet.log', { year: 2026 });
  const lines = [line(0, 'I', 'kubelet.go:2311] "Starting kubelet main sync loop"')];
  for (let round = 0; round < rounds; round += 1) {
    const begin = 10 + round * EVERY;
    lines.push(event(begin, round % 60, 'ContainerStarted', round));
    if (round % 50 === 0) lines.push(skip(begin + 190, 190), skip(begin + 190.1, 190.1));
    lines.push(event(begin + 190.4, round % 60, 'ContainerDied', round));
  }
  session.push(new TextEncoder().encode(`${lines.join('\n')}\n`));
  session.end();
  const result = session.result();
  if (!result.ok) throw new Error(result.problem.kind);
  return result.analysis;
}

/** A moment without what depends on the order of pods that nothing tells apart: which of them a relist comes to first. */
function told(moment: MomentDocument | undefined): object {
  const { previousChange: before, nextChange: after, callPath: _, podRecords = [], cache, ...rest } = moment ?? {};
  const byUid = (a: { readonly uid: string }, b: { readonly uid: string }): number => (a.uid < b.uid ? -1 : 1);
  return {
    ...rest,
    before: before?.time,
    after: after?.time,
    podRecords: [...podRecords].sort(byUid),
    cache: { ...cache, entries: [...(cache?.entries ?? [])].sort(byUid) },
  };
}

it('a moment of a life with very many events says the same, whether a day of its changes is put together for it or all of them', () => {
  const rounds = 10_400;
  const [day, whole] = [longLife(rounds), longLife(rounds)];
  const { history } = whole.reconstruction;
  const all = innerStatesOf(history).factsAt(history.processes[0]?.from ?? instant(0));
  expect(all?.changesWithin).toBeUndefined();
  const around = innerStatesOf(day.reconstruction.history).factsAround(instant(Date.UTC(2026, 4, 20) * 1000));
  expect(around?.changes.length).toBeLessThan((all?.changes.length ?? 0) / 10);
  const [moments, wholeMoments] = [createMoments(day.reconstruction), createMoments(whole.reconstruction)];
  for (const part of [0.0001, 0.31, 0.77, 0.9999])
    for (const seconds of [0, 195]) {
      const time = instant(
        Date.UTC(2026, 3, 26) * 1000 + (Math.floor(rounds * part * 0.02) * 50 * EVERY + 10 + seconds) * 1_000_000,
      );
      expect(told(moments.at(time))).toEqual(told(wholeMoments.at(time)));
    }
});
