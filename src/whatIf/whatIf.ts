/** What would have happened: the scenario that is inferred from a log runs unchanged and with changes, and both are put beside what the log shows. */
import { type Stretch, totalOf, within } from '../kubelet/stretches.ts';
import { goesOn, type StopCheck } from '../kubelet/stopCheck.ts';
import { profileFor } from '../kubelet/profile.ts';
import { nanoseconds } from '../model/nanoseconds.ts';
import type { Reconstruction } from '../replay/reconstruction.ts';
import type { Scenario } from '../simulator/scenario/scenario.ts';
import { changedScenario } from './changed.ts';
import type { Changes } from './changes.ts';
import { changeTexts, type ChangeText } from './changeTexts.ts';
import type { Course } from './course.ts';
import { inferScenario } from './infer/inferScenario.ts';
import { type ObservedCourse, observedCourse } from './observedCourse.ts';
import { type PredictedCourse, predictedCourse } from './predictedCourse.ts';
import type { InferredScenario } from './scenarioFile.ts';
import { differenceText } from './differenceText.ts';

export interface WhatIf {
  readonly inferred: InferredScenario;
  readonly changed: Scenario;
  readonly changes: readonly ChangeText[];
  readonly observed: ObservedCourse;
  /** The scenario as it was inferred. */
  readonly unchanged: PredictedCourse;
  readonly predicted: PredictedCourse;
  /** The unchanged run is like the log: the scenario explains it. */
  readonly resembles: boolean;
  /** The difference in one sentence. */
  readonly sentence: string;
  /** The stretch that is compared. */
  readonly compared: Stretch;
}

export type WhatIfResult =
  | { readonly ok: true; readonly whatIf: WhatIf }
  | { readonly ok: false; readonly why: string };

export interface WhatIfHooks {
  /** Asked every few seconds of virtual time; it throws where nobody waits any more. */
  readonly stopCheck?: StopCheck;
  /** How much of the work is done, from 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

/** Unhealthy times that differ by no more than this (microseconds, or a part of the longer) are alike. */
const ALIKE = 15e6;
const ALIKE_PART = 0.2;
/** The reading of the log, of the whole work. */
const INFERENCE = 0.1;

export function whatIf(
  reconstruction: Reconstruction,
  changes: Changes,
  { stopCheck = goesOn, onProgress = (): void => undefined }: WhatIfHooks = {},
): WhatIfResult {
  const inferred = inferScenario(reconstruction, { stopCheck });
  if (!inferred.ok) return inferred;
  onProgress(INFERENCE);
  const { scenario, start, from, to, node } = inferred;
  const changed = changedScenario(scenario, changes, nanoseconds((from - start) * 1000));
  if (changes.eventedPleg === true && !profileFor(changed.version).eventedPleg)
    return { ok: false, why: 'Evented PLEG exists from 1.26 on' };
  const half = (1 - INFERENCE) / 2;
  const compared: Stretch = { from, to };
  const run = (one: typeof scenario, done: number): PredictedCourse => {
    const course = predictedCourse(one, start, {
      stopCheck,
      onProgress: (share) => onProgress(done + share * half),
    });
    return { ...course, ...cutTo(course, compared) };
  };
  const unchanged = run(scenario, INFERENCE);
  const predicted = run(changed, INFERENCE + half);
  const observed = observedCourse(reconstruction.history, node, compared);
  const resembles = isAlike(observed, unchanged);
  const texts = changeTexts(scenario, changes, changed);
  return {
    ok: true,
    whatIf: {
      inferred,
      changed,
      changes: texts,
      observed,
      unchanged,
      predicted,
      resembles,
      compared,
      sentence: differenceText({ scenario, changed, changes, texts, observed, unchanged, predicted, resembles }),
    },
  };
}

/** What of a course lies in the time that the log shows. */
function cutTo(course: Course, compared: Stretch): Pick<Course, 'unhealthy' | 'notReady' | 'skips'> {
  return {
    unhealthy: within(course.unhealthy, compared),
    notReady: within(course.notReady, compared),
    skips: course.skips.filter((at) => at >= compared.from && at <= compared.to),
  };
}

function isAlike({ unhealthyTime }: ObservedCourse, unchanged: Course): boolean {
  const total = totalOf(unchanged.unhealthy);
  const margin = Math.max(ALIKE, ALIKE_PART * Math.max(total, unhealthyTime.max));
  return total >= unhealthyTime.min - margin && total <= unhealthyTime.max + margin;
}
