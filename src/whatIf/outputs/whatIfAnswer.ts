/** The answer to the panel's question what would have happened. */
import type { Stretch } from '../../kubelet/stretches.ts';
import { EVENTED_RELIST_THRESHOLD, RELIST_THRESHOLD } from '../../kubelet/constants.ts';
import type { Reconstruction } from '../../replay/reconstruction.ts';
import type { ChangeName } from '../changeTable.ts';
import { readChanges } from '../changes.ts';
import { valuesOf } from '../changeTexts.ts';
import type { ListedAt } from '../course.ts';
import type { WhatIfAnswer, WhatIfDocument } from '../whatIfDocument.ts';
import { type WhatIf, whatIf, type WhatIfHooks } from '../whatIf.ts';
import { figures, knownTexts, resemblanceText } from './figures.ts';

/** `texts`: what was typed into the form. */
export function whatIfAnswer(
  reconstruction: Reconstruction,
  texts: readonly (readonly [ChangeName, string])[],
  hooks: WhatIfHooks = {},
): WhatIfAnswer {
  const read = readChanges(new Map(texts));
  if (!read.ok) return { why: read.why, name: read.name };
  const result = whatIf(reconstruction, read.changes, hooks);
  return result.ok ? { document: documentOf(result.whatIf) } : { why: result.why };
}

function documentOf(asked: WhatIf): WhatIfDocument {
  const { inferred, predicted, changed, compared } = asked;
  const curve = stalenessCurve(predicted.listed, compared);
  return {
    sentence: asked.sentence,
    isChanged: asked.changes.length > 0,
    resemblance: resemblanceText(asked),
    figures: figures(asked),
    known: knownTexts(asked),
    values: valuesOf(inferred.scenario),
    ...curve,
    threshold: (changed.kubelet.eventedPleg ? EVENTED_RELIST_THRESHOLD : RELIST_THRESHOLD) / 1e6,
    skips: Float64Array.from(predicted.skips),
    notReady: predicted.notReady,
    unhealthy: predicted.unhealthy,
  };
}

/** Relists that follow one another so soon are drawn as one line at their height. */
const FLAT = 3e6;

/** The sawtooth between its break points; where relists come every second only now and then one of its teeth. */
export function stalenessCurve(
  listed: readonly ListedAt[],
  { from, to }: Stretch,
): { readonly times: Float64Array; readonly seconds: Float64Array } {
  const times: number[] = [];
  const seconds: number[] = [];
  const step = (to - from) / 2000;
  const add = (at: number, since: number | undefined): void => {
    times.push(at);
    seconds.push(since === undefined ? Number.NaN : (at - since) / 1e6);
  };
  let since: number | undefined;
  let drawn = Number.NEGATIVE_INFINITY;
  for (const { at, since: next } of listed) {
    if (at > to) break;
    if (at >= from) {
      const isFlat = since !== undefined && next !== undefined && at - since < FLAT;
      if (!isFlat || at - drawn > step) {
        if (drawn === Number.NEGATIVE_INFINITY) add(from, since);
        add(at, since);
        add(at, next);
        drawn = at;
      }
    }
    since = next;
  }
  add(to, since);
  return { times: Float64Array.from(times), seconds: Float64Array.from(seconds) };
}
