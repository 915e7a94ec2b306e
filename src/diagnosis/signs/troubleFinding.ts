/** A finding about one kind of trouble of the node: lines that tell of it, and kubelets that ended for it. */
import type { KubeletExitFact, NodeTrouble, NodeTroubleFact, StartupFailedFact } from '../../messages/fact.ts';
import type { ExitCause } from '../../messages/texts/exitCause.ts';
import { makeFinding, type RankedFinding, type Weight } from '../cause.ts';
import { mostEndedOtherwise } from './crashedProcesses.ts';
import { gotOverText } from './laterKubelet.ts';
import { exitsOf, exitsText, failedStartsOf, nodeTroubles } from './exits.ts';
import { shorten } from '../words/factText.ts';
import type { Confidence, FindingId } from '../finding.ts';
import { amountOf } from '../words/amountText.ts';
import { countsOf, mostText } from '../words/namedCounts.ts';
import type { DiagnosisView } from '../view.ts';

export interface TroubleWords {
  readonly id: FindingId;
  /** What lines tell of it, and how kubelets that ended for it said so. */
  readonly what: NodeTrouble;
  readonly exit?: ExitCause;
  readonly title: string;
  /** Where the kubelet ended for it. */
  readonly titleOfExit?: string;
  /** What it means and leads to. */
  readonly meaning: string;
  readonly nextSteps: readonly string[];
  /** See `RankedFinding`; of lines alone, without an exit. */
  readonly ofStart?: string | undefined;
  /** Of lines alone, without an exit. */
  readonly confidence: (lines: readonly NodeTroubleFact[]) => Confidence;
  readonly weight: (lines: readonly NodeTroubleFact[]) => Weight;
}

/** How kubelets ended for a trouble, or failed to start where no end is told. */
export interface Ends {
  readonly exits: readonly KubeletExitFact[];
  readonly starts: readonly StartupFailedFact[];
}

/** The ends for a cause that a log shows; none where lines alone tell of a trouble. */
export function endsOf(view: DiagnosisView, cause: ExitCause | undefined): Ends {
  const exits = cause === undefined ? [] : exitsOf(view, cause);
  return { exits, starts: cause === undefined || exits.length > 0 ? [] : failedStartsOf(view, cause) };
}

/** The finding, or none where no line shows it; `ends`: those that it tells of, without them all for its cause. An exit for it is always a cause, and certain. */
export function troubleFinding(
  view: DiagnosisView,
  words: TroubleWords,
  lines: readonly NodeTroubleFact[] = nodeTroubles(view, words.what),
  { exits, starts }: Ends = endsOf(view, words.exit),
): readonly RankedFinding[] {
  // Where a trouble is told in several findings, all of its ends weigh for each.
  const all = words.exit === undefined ? exits : exitsOf(view, words.exit);
  if (exits.length + starts.length + lines.length === 0) return [];
  const ended = exits.length + starts.length > 0;
  const subjects = countsOf(lines, ({ subject }) => subject);
  const said = lastWords(lines);
  const lastEnd = exits.at(-1);
  return [
    makeFinding(words.id, {
      weight: ended ? (mostEndedOtherwise(view, all) ? 'circumstance' : 'cause') : words.weight(lines),
      confidence: ended ? 'high' : words.confidence(lines),
      ofStart: ended ? undefined : words.ofStart,
      title: ended ? (words.titleOfExit ?? words.title) : words.title,
      explanation: `${exitsText(view, exits)}${said === undefined ? '' : `${amountOf(view, lines)}${subjects.length > 0 ? `, about ${mostText(subjects)}` : ''}: "${shorten(said, 220)}". `}${words.meaning}${lastEnd === undefined ? '' : gotOverText(view, lastEnd.time, true)}`,
      nextSteps: words.nextSteps,
      timedBy: [...exits, ...starts, ...lines],
      evidence: [...exits, ...starts, ...lines.slice(0, 6), ...lines.slice(-2)],
    }),
  ];
}

/** The text of the last line, in full where an earlier line has it: a log is often cut in its last line. */
function lastWords(lines: readonly NodeTroubleFact[]): string | undefined {
  const last = lines.at(-1)?.text;
  if (last === undefined) return undefined;
  return lines.reduce(
    (fullest, { text }) => (text.length > fullest.length && text.startsWith(last) ? text : fullest),
    last,
  );
}

/** So many lines are no passing thing. */
export function severalAre(
  count: number,
  then: Confidence,
  else_: Confidence = 'low',
): (lines: readonly NodeTroubleFact[]) => Confidence {
  return (lines) => (lines.length >= count ? then : else_);
}
