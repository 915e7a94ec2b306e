/** Facts of the prober's lines. */
import { CUT_MARK } from '../../kubelet/pagerMark.ts';
import type { RuntimeError } from '../fact.ts';
import { briefOutput, briefOutputOf } from '../texts/probeOutput.ts';
import type { BriefValue, FactBuilder, Recognised } from '../recognise/row.ts';
import { made, withKnown } from './made.ts';
import { podOf } from './pleg.ts';

const kept = new Map<string, RuntimeError>();

/** One object for all that come to the same. */
function errorOf(text: string): RuntimeError {
  let error = kept.get(text);
  if (error === undefined) kept.set(text, (error = { text }));
  return error;
}

/** A probe of a container that failed (`byLoop` lines are in `loop.ts`); `subject` is its type. */
export const probeFailed: FactBuilder = (found: Recognised) => {
  // To 1.20 one value names both: `pod_namespace(uid):container`.
  const both = found.field('ctrName');
  const fact = made(found.base, {
    kind: 'pod-trouble',
    what: 'probe',
    pod: both === undefined ? podOf(found) : found.pod('ctrName'),
    error: errorOf(found.words ?? briefOutput(found.field('output') ?? found.field('err') ?? '')),
  });
  const named = both?.indexOf('):') ?? -1;
  return withKnown(
    withKnown(fact, 'container', named < 0 ? found.field('containerName') : both?.slice(named + 2)),
    'subject',
    (found.field('probeType') ?? '').toLowerCase().replace(CUT_MARK, ''),
  );
};

/** Of a probe's output, or of the error of one that could not be run, only a few words count. */
export function briefly(field: 'output' | 'err'): BriefValue {
  return { field, wordsOf: briefOutputOf, wordsOfText: briefOutput };
}
