/** What a cause is: a rule over the view that gives at most a few findings, each with what it needs to be ordered among the others. */
import { mostBy } from '../kubelet/most.ts';
import type { Duration, Instant } from '../kubelet/time.ts';
import type { Fact } from '../messages/fact.ts';
import { togetherText } from './words/episodeText.ts';
import { evidenceOf } from './words/factText.ts';
import type { Confidence, EvidenceLine, Finding, FindingId } from './finding.ts';
import type { DiagnosisView, EpisodeView } from './view.ts';
import { packLine } from '../inference/store/lines.ts';

/** `cause`: why the node was or is in trouble; `pods`: why pods are, on a node that works; `circumstance`: what happened around it or followed from it; `note`: what a reader should know of the log. */
export type Weight = 'cause' | 'pods' | 'circumstance' | 'note';

export interface RankedFinding {
  readonly finding: Finding;
  readonly weight: Weight;
  /** Unhealthy time that the finding accounts for; 0 for none. */
  readonly unhealthy: Duration;
  /** The unhealthy times that it explains. */
  readonly episodes: readonly EpisodeView[];
  /** It is what every kubelet of its version says in its first seconds, as a thing one says of lines: `an API server that did not answer yet`. Such is no finding of its own. */
  readonly ofStart?: string;
  /** The node got over it, and has another trouble when the log ends. */
  readonly isBehind?: boolean;
  /** The time that its steps are about, where nothing says how long it lasts. */
  readonly about?: Finding['shows'] | undefined;
  /** What it was found in, where that is the part of some nodes only. */
  readonly view?: DiagnosisView;
}

export interface Cause {
  readonly id: FindingId;
  /** It is about how the kubelets of one node ended: of several nodes each is asked by itself. Where it is found on more than are told apart, this is the title of all. */
  readonly ofOneNode?: string;
  /** It asks what a machine says of itself, as systemd last of the kubelet's unit, which only the log of a node alone tells: of several, each is asked where all together show nothing. */
  readonly ofUnit?: true;
  /** Reads the view, changes nothing, never throws. */
  find(view: DiagnosisView): readonly RankedFinding[];
}

const MOST_EVIDENCE = 8;

/** Puts a finding together: evidence in order of the log, without repeats, at most eight lines. */
export function makeFinding(
  id: FindingId,
  parts: {
    readonly weight: Weight;
    readonly confidence: Confidence;
    readonly title: string;
    readonly explanation: string;
    readonly nextSteps: readonly string[];
    /** A fact stands for its line: texts are made of the few that are kept. */
    readonly evidence: readonly (EvidenceLine | Fact)[];
    readonly episodes?: readonly EpisodeView[];
    readonly ofStart?: string | undefined;
    /** The facts from whose first to whose last time it lasts (`shows`). */
    readonly timedBy?: readonly Timed[];
    /** The same, for its steps only. */
    readonly stepsAbout?: readonly Timed[];
  },
): RankedFinding {
  const episodes = parts.episodes ?? [];
  const worst = mostBy(episodes, ({ length }) => length);
  return {
    weight: parts.weight,
    unhealthy: episodes.reduce((sum, view) => sum + view.length, 0) as Duration,
    episodes,
    ...(parts.ofStart === undefined ? {} : { ofStart: parts.ofStart }),
    about: spanOf(parts.stepsAbout ?? []).shows,
    finding: {
      id,
      ...(worst === undefined ? {} : { episode: worst.episode.id }),
      confidence: parts.confidence,
      title: parts.title,
      explanation: parts.explanation,
      nextSteps: parts.nextSteps,
      evidence: pick(parts.evidence),
      ...spanOf(parts.timedBy ?? []),
    },
  };
}

interface Timed {
  readonly time: Instant;
  readonly timeUnknown?: true;
}

/** From when to when facts are, whatever their order; nothing of none, or where no line of them has a time. */
function spanOf(facts: readonly Timed[]): Pick<Finding, 'shows'> {
  let from: Instant | undefined;
  let to: Instant | undefined;
  for (const { time, timeUnknown } of facts) {
    if (timeUnknown === true) continue;
    if (from === undefined || time < from) from = time;
    if (to === undefined || time > to) to = time;
  }
  return from === undefined || to === undefined ? {} : { shows: { from, to } };
}

/** First and last matter most: keeps the head and the last two of a long list, in the log's order, each line once. */
function pick(evidence: readonly (EvidenceLine | Fact)[]): readonly EvidenceLine[] {
  const seen = new Set<number>();
  const lines: (EvidenceLine | Fact)[] = [];
  for (const line of evidence) {
    const key = packLine(line);
    if (seen.has(key)) continue;
    seen.add(key);
    lines.push(line);
  }
  const kept = lines.length <= MOST_EVIDENCE ? lines : [...lines.slice(0, MOST_EVIDENCE - 2), ...lines.slice(-2)];
  return kept
    .sort((a, b) => a.source - b.source || a.line - b.line)
    .map((line) => ('kind' in line ? evidenceOf(line) : line));
}

/** The first and the last line of each. */
export function firstAndLast<Line>(each: readonly { readonly first: Line; readonly last: Line }[]): readonly Line[] {
  return each.flatMap(({ first, last }) => [first, last]);
}

/** `1 time`, `3 times`. */
export function times(count: number): string {
  return count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`;
}

/** `1 line`, `3 lines`. */
export function plural(count: number, one: string, many: string = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** ` in the 3 unhealthy times of this log (8m20s together)`, or nothing for one. */
export function overEpisodes(episodes: readonly EpisodeView[]): string {
  if (episodes.length < 2) return '';
  const together = togetherText(episodes);
  return ` This fits ${episodes.length} unhealthy times of this log${together === undefined ? '' : `, ${together} in total`}.`;
}

/** The highest of several confidences. */
export function highest(confidences: readonly Confidence[]): Confidence {
  return confidences.includes('high') ? 'high' : confidences.includes('medium') ? 'medium' : 'low';
}
