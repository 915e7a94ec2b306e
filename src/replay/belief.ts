/** Where the model is not believed: only what lines prove is said there. One home for pane, chart and lanes. */
import { type Stretch, joinedStretches, within } from '../kubelet/stretches.ts';
import type { LogGap, ProvenHistory } from '../inference/history.ts';
import { oddSilence } from '../inference/streams/silences.ts';
import { firstAfter } from '../kubelet/ordered.ts';
import type { Instant } from '../kubelet/time.ts';
import type { Contradiction } from './innerState/contradictions.ts';
import type { ProcessFacts } from './innerState/innerStateFacts.ts';

/** Why the model is not believed at a moment. */
export type Doubt =
  | { readonly kind: 'gap'; readonly gap: LogGap }
  /** The kubelet wrote nothing, unlike anywhere else: it may have stood still. */
  | { readonly kind: 'silent' }
  /** The kubelet ended before its sync loop started. */
  | { readonly kind: 'never-started' }
  /** The log begins inside an unhealthy time, before the first skip. */
  | { readonly kind: 'before-first-skip' }
  /** After the last skip of an unhealthy time of which no line shows the end. */
  | { readonly kind: 'end-unknown' }
  | { readonly kind: 'contradiction'; readonly contradiction: Contradiction };

export function doubtAt(
  { gaps }: Pick<ProvenHistory, 'gaps'>,
  facts: ProcessFacts,
  contradictions: readonly Contradiction[],
  time: Instant,
): Doubt | undefined {
  const gap = gaps.find((one) => isHole(one) && one.from <= time && one.to >= time);
  if (gap !== undefined) return { kind: 'gap', gap };
  if (facts.neverStarted) return { kind: 'never-started' };
  const silence = oddSilence(facts.process);
  if (silence !== undefined && silence.from < time && time < silence.to) return { kind: 'silent' };
  if (facts.inside !== undefined && time < facts.inside.skip.time) return { kind: 'before-first-skip' };
  const unknownEnd = facts.unknownEnds[firstAfter(facts.unknownEnds, time, ({ from }) => from) - 1];
  if (unknownEnd !== undefined && time <= unknownEnd.to) return { kind: 'end-unknown' };
  const contradiction = contradictions.find((one) => one.from <= time && one.to >= time);
  return contradiction === undefined ? undefined : { kind: 'contradiction', contradiction };
}

/** The stretches of a process in which there is a doubt, in order, without overlap. */
export function doubtfulStretches(
  { gaps }: Pick<ProvenHistory, 'gaps'>,
  facts: ProcessFacts,
  contradictions: readonly Contradiction[],
): readonly Stretch[] {
  const { process, begin, inside, unknownEnds } = facts;
  if (facts.neverStarted) return [{ from: process.from, to: process.to }];
  const all = [
    ...gaps.filter(isHole),
    ...[oddSilence(process)].flatMap((silence) => silence ?? []),
    ...contradictions,
    ...unknownEnds,
    ...(inside === undefined ? [] : [{ from: process.from, to: inside.skip.time }]),
  ];
  return joinedStretches(within(all, { from: begin, to: process.to }));
}

function isHole({ why }: LogGap): boolean {
  return why === 'gap' || why === 'suppressed';
}
