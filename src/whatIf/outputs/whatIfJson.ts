/** The JSON of a what-if, `kubelet-timeline/what-if@1`. Times are RFC 3339 in UTC as in the analysis, durations seconds. More members may come; these stay. */
import { type Stretch, totalOf } from '../../kubelet/stretches.ts';
import type { Instant } from '../../kubelet/time.ts';
import type { PredictedCourse } from '../predictedCourse.ts';
import type { JsonObject } from '../scenarioFile.ts';
import type { WhatIf } from '../whatIf.ts';
import { knownJson } from './scenarioJson.ts';

/** `time`: how an output of this program writes a time. */
export function whatIfJson(
  { inferred, changes, observed, unchanged, predicted, resembles, sentence, compared }: WhatIf,
  {
    node,
    sources,
    time,
  }: { readonly node: string; readonly sources: readonly string[]; readonly time: (at: Instant) => string },
): JsonObject {
  const stretches = (all: readonly Stretch[]): JsonObject[] =>
    all.map(({ from, to }) => ({ from: time(from), to: time(to) }));
  const run = (course: PredictedCourse): JsonObject => ({
    unhealthySeconds: inSeconds(totalOf(course.unhealthy)),
    notReadySeconds: inSeconds(totalOf(course.notReady)),
    skips: course.skips.length,
    relists: course.relists.count,
    longestRelistSeconds: inSeconds(course.relists.longest),
    unhealthy: stretches(course.unhealthy),
    notReady: stretches(course.notReady),
  });
  return {
    schema: 'kubelet-timeline/what-if@1',
    node,
    span: { from: time(compared.from), to: time(compared.to) },
    changes: changes.map(({ name, from, to }) => ({ name, from, to })),
    sentence,
    observed: {
      unhealthySeconds: { min: inSeconds(observed.unhealthyTime.min), max: inSeconds(observed.unhealthyTime.max) },
      notReadySeconds: inSeconds(totalOf(observed.notReady)),
      skips: observed.skips,
      unhealthy: stretches(observed.unhealthy),
      notReady: stretches(observed.notReady),
    },
    unchanged: run(unchanged),
    resembles,
    predicted: run(predicted),
    known: inferred.known.map((one) => knownJson(one, sources)),
  };
}

function inSeconds(microseconds: number): number {
  return Math.round(microseconds / 1000) / 1000;
}
