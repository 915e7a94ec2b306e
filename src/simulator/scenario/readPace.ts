/** What a scenario file says about the cost of the kubelet itself, and about the times in which its host is busy. */
import { ZERO } from '../../model/nanoseconds.ts';
import type { Checker, Fields } from './fields.ts';
import type { BusyTime, Pace } from './scenario.ts';

export const PACE = ['callWork', 'inspectionWork', 'listWork', 'timerLateness'] as const;
export const DEFAULT_PACE: Pace = { callWork: ZERO, inspectionWork: ZERO, listWork: ZERO, timerLateness: ZERO };

/** The ordinary pace, among the members of the kubelet. */
export function readPace(kubelet: Fields): Pace {
  return {
    callWork: kubelet.duration('callWork', ZERO),
    inspectionWork: kubelet.duration('inspectionWork', ZERO),
    listWork: kubelet.duration('listWork', ZERO),
    timerLateness: kubelet.duration('timerLateness', ZERO),
  };
}

/** The busy times, in the order of their begins; they may not overlap. */
export function readBusy(checker: Checker, parent: Fields): BusyTime[] {
  const entries = parent.objects('busy', ['from', 'to', ...PACE, 'comment']).map((fields) => {
    fields.text('comment', '');
    const from = fields.requiredDuration('from');
    const to = fields.requiredDuration('to');
    if (to < from) checker.report(fields.path('to'), 'must not be earlier than from');
    const time: { -readonly [Name in keyof BusyTime]: BusyTime[Name] } = { from, to };
    for (const name of PACE) if (fields.has(name)) time[name] = fields.duration(name, ZERO);
    return { path: fields.path('from'), time };
  });
  entries.sort((a, b) => a.time.from - b.time.from);
  entries.forEach(({ path, time }, index) => {
    const before = entries[index - 1]?.time;
    if (before !== undefined && time.from < before.to) checker.report(path, 'is inside of another busy time');
  });
  return entries.map(({ time }) => time);
}
