import { nodeNameOf } from '../../inference/nodeName.ts';
import { absencesOf } from '../../inference/episodes/absences.ts';
import { lookupsOf } from '../../inference/lookups.ts';
import type { ProvenHistory } from '../../inference/history.ts';
import { type Duration, inSeconds, type Instant } from '../../kubelet/time.ts';
import { formatVersion } from '../../kubelet/version.ts';
import { doubtAt } from '../../replay/belief.ts';
import type { InnerState } from '../../replay/innerState/innerState.ts';
import type { ProcessFacts } from '../../replay/innerState/innerStateFacts.ts';
import { clockParts } from '../format.ts';
import type { Known } from './moment.ts';
import type { Names } from './momentNames.ts';

/** What is said of each doubt. */
const DOUBTS: { readonly [kind: string]: string } = {
  gap: 'Lines are missing from the log here.',
  silent: 'No line of this kubelet is from here, unlike anywhere else: it may have stood still.',
  'never-started': 'This kubelet ended before its sync loop started: there is no inner state to show.',
  'before-first-skip':
    'The log begins in an unhealthy period: nothing is known about the kubelet before the first skip.',
  'end-unknown': 'Lines are missing after the last skip: nothing shows how long the kubelet stayed unhealthy.',
};

/** A moment of a kubelet, and how far what the model says of it is believed: what all parts of its document are made from. */
export class MomentContext {
  readonly history: ProvenHistory;
  readonly state: InnerState;
  readonly facts: ProcessFacts;
  readonly time: Instant;
  readonly names: Names;
  readonly caveats: string[] = [];
  /** Containers of pods that have more than are listed. */
  unlisted = 0;
  /** What stands for the headline where no kubelet ran at the moment that was asked for. */
  instead: string | undefined;
  /** How far the model is believed here. */
  readonly believed: Known;
  /** Events and containers need `-v=2`. */
  readonly podsKnown: Known;
  /** What PLEG holds of pods: where the log begins inside a run of skips nothing, until a relist has ended. */
  readonly held: Known;

  constructor(history: ProvenHistory, state: InnerState, asked: Instant, names: Names) {
    this.history = history;
    this.state = state;
    this.facts = state.facts;
    this.time = state.time;
    this.names = names;
    this.believed = this.#belief(asked);
    const { verbosity } = state.facts.process;
    const quiet = verbosity !== undefined && verbosity < 2;
    if (quiet)
      this.caveats.push(
        'At this verbosity the kubelet writes no lines about containers: records, cache and channel are unknown.',
      );
    this.podsKnown = quiet ? 'unknown' : this.believed;
    this.held = this.facts.inside !== undefined && state.model.cacheTime === undefined ? 'unknown' : this.podsKnown;
  }

  /** Unknown outside the process, in gaps of the log, and where the model contradicts the log. */
  #belief(asked: Instant): Known {
    const { process } = this.facts;
    if (asked !== this.time && this.#isAbsent(asked))
      this.instead = `No kubelet ran at ${this.clock(asked)}; the nearest moment of one is shown.`;
    else if (asked < this.time && process.loopStarted === this.time)
      this.caveats.push(
        `The sync loop starts at ${this.clock(this.time)} and has no inner state before that, so the nearest moment is shown.`,
      );
    else if (asked !== this.time)
      this.caveats.push(
        `The kubelet's process is in the log from ${this.clock(process.from)} to ${this.clock(process.to)}; its nearest moment is shown.`,
      );
    const doubt = doubtAt(this.history, this.facts, this.state.run.contradictions, this.time);
    if (doubt === undefined) return 'likely';
    this.caveats.push(
      DOUBTS[doubt.kind] ??
        (doubt.kind === 'contradiction'
          ? `Run without interruption, the embedded kubelet cannot reproduce this stretch: ${doubt.contradiction.why}. Only what the lines prove is shown.`
          : ''),
    );
    return 'unknown';
  }

  #isAbsent(time: Instant): boolean {
    const { process } = this.facts;
    const { span } = this.history;
    if (span === undefined || time < span.from || time > span.to) return false; // nobody knows
    // The shown one had ended, or the one before it: however short the time without one was.
    const before = time < process.from ? lookupsOf(this.history).processBefore(process) : process;
    if (before?.ending !== undefined && before.ending.at.max < time) return true;
    return absencesOf(this.history).some(
      (absence) => absence.node === process.node && absence.from.max < time && time < absence.to,
    );
  }

  failurePlace(uid: string): { source?: number; line?: number } {
    const failure = this.facts.inspections.findLast((one) => one.uid === uid && one.time <= this.time);
    return failure === undefined ? {} : { source: failure.at.source, line: failure.at.line };
  }

  pod(uid: string): string {
    return this.names.pods.get(uid) ?? uid;
  }

  since(start: Instant): number {
    return inSeconds((this.time - start) as Duration);
  }

  label(facts: ProcessFacts): string {
    const version = facts.process.version === undefined ? '' : ` ${formatVersion(facts.process.version)}`;
    return `${this.nameOf(facts.process)}${version}`;
  }

  nameOf(process: ProcessFacts['process']): string {
    const node = nodeNameOf(this.history, process.node);
    return `kubelet${process.pid === undefined ? '' : ` ${process.pid}`}${node === undefined ? '' : ` on ${node}`}`;
  }

  /** With the day where it is another than that of the moment. */
  clock(time: number): string {
    const { date, time: clock, microseconds } = clockParts(time);
    return `${date === clockParts(this.time).date ? '' : `${date} `}${clock}.${microseconds.slice(0, 3)}`;
  }
}
