/**
 * The room's door: findings in order of importance and the written answer. Causes come first, the one that accounts for most unhealthy time at their head,
 * then what hurts pods on a node that works, then circumstances, then notes; within each, the surer before the less sure. What the node got over stands behind what its log ends with.
 */
import { backwardSources } from '../inference/lookups.ts';
import { printable } from '../kubelet/printable.ts';
import { goesOn, type StopCheck } from '../kubelet/stopCheck.ts';
import type { Reconstruction } from '../replay/reconstruction.ts';
import { writeAnswer } from './answer/answer.ts';
import type { RankedFinding, Weight } from './cause.ts';
import { CAUSES } from './causes/index.ts';
import type { Confidence, Diagnosis } from './finding.ts';
import { withLocalSteps } from './tools/nodeTools.ts';
import { withoutRepeatedSteps } from './tools/repeatedSteps.ts';
import { printableFinding } from './printableFinding.ts';
import { foldStartNoise } from './signs/startNoise.ts';
import { withTroublesBehind } from './signs/troublesBehind.ts';
import { timeOfDay } from './words/timeText.ts';
import { SeveralNodes } from './severalNodes.ts';
import { type DiagnosisBounds, type DiagnosisView, type FormatTime, viewOf } from './view.ts';
import { foldedIn } from './words/foldedText.ts';

export interface DiagnosisOptions {
  /** How times are written; default: as logged, `HH:MM:SS.mmm`, with the date when the log covers more than a day. */
  readonly formatTime?: FormatTime;
  /** Asked between the causes. */
  readonly stopCheck?: StopCheck;
  /** How much is counted apart; default: `HISTORY_BOUNDS`. */
  readonly bounds?: DiagnosisBounds;
}

const WEIGHTS: readonly Weight[] = ['cause', 'pods', 'circumstance', 'note'];
const CONFIDENCES: readonly Confidence[] = ['high', 'medium', 'low'];

/** Diagnoses a reconstruction. Never throws on odd input, but what `stopCheck` throws; an empty history gives an answer that says so and no finding. */
export function diagnose(reconstruction: Reconstruction, options: DiagnosisOptions = {}): Diagnosis {
  const { formatTime = timeOfDay(reconstruction.history.span), stopCheck = goesOn, bounds } = options;
  const viewed = (part: Reconstruction): DiagnosisView => viewOf(part, formatTime, stopCheck, bounds);
  const nodes = new SeveralNodes(viewed(reconstruction), viewed);
  const { view } = nodes;
  const found = CAUSES.flatMap((cause) => {
    stopCheck();
    return nodes.find(cause);
  });
  const backwards = backwardSources(reconstruction.history);
  const ranked = [...withTroublesBehind(view, foldStartNoise(found))].sort(compare);
  const local = withoutRepeatedSteps(
    ranked.map((one) => {
      stopCheck();
      return { ...one, finding: withLocalSteps(one.view ?? view, one) };
    }),
  ).map((one) => ({ ...one, finding: printableFinding(one.finding, backwards) }));
  stopCheck();
  const findings = local.map(({ finding }) => finding);
  const answer = writeAnswer(view, findings, local);
  return { findings, answer: { ...answer, headline: printable(answer.headline) }, folded: foldedIn(view) };
}

/** A low confidence never stands before a higher one; a cause stands before what only went along with it. */
function compare(a: RankedFinding, b: RankedFinding): number {
  return (
    Number(a.finding.confidence === 'low') - Number(b.finding.confidence === 'low') ||
    Number(a.isBehind === true) - Number(b.isBehind === true) ||
    WEIGHTS.indexOf(a.weight) - WEIGHTS.indexOf(b.weight) ||
    CONFIDENCES.indexOf(a.finding.confidence) - CONFIDENCES.indexOf(b.finding.confidence) ||
    b.unhealthy - a.unhealthy
  );
}
