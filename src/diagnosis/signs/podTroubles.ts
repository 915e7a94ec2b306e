/**
 * What went wrong with pods, gathered once for all causes in one pass over the errors of pods and their kin: which pods, how often, from when to when, with which
 * images, volumes or containers. The same error of a thousand lines is read once.
 */
import { oncePer, onceFor } from '../../kubelet/oncePer.ts';
import type { FactGroup, FactGroups } from '../../inference/store/factGroups.ts';
import { SharedTexts } from '../../inference/store/intern.ts';
import { type Folded, FoldedCount } from '../../inference/store/folded.ts';
import type { Instant } from '../../kubelet/time.ts';
import type { Fact, PodReference, PodSyncErrorFact } from '../../messages/fact.ts';
import { NO_POD } from '../../messages/texts/pod.ts';
import { podText } from '../words/factText.ts';
import { CrashBook } from './crashBook.ts';
import { PodBook } from './podBook.ts';
import {
  partsOf,
  type Part,
  podOfWorkerError,
  type PodTroubleKind,
  standsForWorker,
  WorkerErrors,
} from './podErrorParts.ts';
import { Tally } from './tally.ts';
import type { DiagnosisView } from '../view.ts';

/** The lines of one pod about one kind of trouble. */
export interface TroubledPod {
  readonly pod: string;
  readonly uid: string | undefined;
  readonly process: string | undefined;
  /** Lines of the pod's worker; where there is none, of those who say it in detail. */
  readonly count: number;
  /** Lines of all of them. */
  readonly lines: number;
  readonly first: Fact;
  readonly firstTime: Instant;
  readonly last: Fact;
  readonly lastTime: Instant;
  /** Images, volumes, containers or probes, each with its lines. */
  readonly subjects: Tally;
  /** Volumes that its worker waited for, by the names that the pod gives them. */
  readonly awaited: Tally;
  /** `ErrImagePull`, `CreateContainerConfigError`, `liveness`, … each with its lines. */
  readonly reasons: Tally;
  /** The text that says most. */
  readonly text: string;
}

interface Troubles {
  readonly pods: ReadonlyMap<PodTroubleKind, readonly TroubledPod[]>;
  readonly ended: CrashBook;
  readonly folded: readonly Folded[];
  readonly unexplained: PodSyncErrorFact | undefined;
}

function isPutOff({ text }: Part): boolean {
  return /back-off/i.test(text);
}

const troublesOf = oncePer(gather);

/** The pods with one kind of trouble, those with most lines first. */
export function troubledPods(view: DiagnosisView, kind: PodTroubleKind): readonly TroubledPod[] {
  return troublesOf(view).pods.get(kind) ?? [];
}

/** What lines tell of the containers that ended, by pod. */
export function endedContainers(view: DiagnosisView): CrashBook {
  return troublesOf(view).ended;
}

/** Lines about pods, or about images, volumes and containers of one, of which there are more than are counted apart. */
export function foldedTroubles(view: DiagnosisView): readonly Folded[] {
  return troublesOf(view).folded;
}

/** The first error of a pod's worker that tells none of the known troubles, or is cut off before it does. */
export function unexplainedError(view: DiagnosisView): PodSyncErrorFact | undefined {
  return troublesOf(view).unexplained;
}

function gather(view: DiagnosisView): Troubles {
  const errors = new WorkerErrors();
  const facts = view.queries.factGroups(
    (kind) =>
      kind === 'pod-sync-error' ||
      kind === 'container-finished' ||
      kind === 'pod-trouble' ||
      kind === 'volume-failed' ||
      kind === 'node-trouble',
  );
  const gatherer = new TroubleGatherer(view, facts);
  const ended = new CrashBook(facts);
  let unexplained: PodSyncErrorFact | undefined;
  facts.forEach((group) => {
    const { fact, process } = group;
    const node = nodeOfProcess(view, process);
    if (fact.kind === 'container-finished') ended.finished(node, fact);
    else if (fact.kind === 'pod-sync-error') {
      const { backOff, parts } = errors.of(fact.error);
      if (backOff !== undefined) ended.putOff(node, fact, backOff, group);
      else if (parts.length === 0) unexplained ??= fact;
      gatherer.add(group, node, parts, true);
    } else if (fact.kind !== 'node-trouble' || process !== undefined)
      gatherer.add(group, node, partsOf(fact, errors), standsForWorker(fact));
  });
  return { pods: gatherer.finished(), ended, folded: gatherer.folded, unexplained };
}

/** The node of a process; '' where there is none. */
export function nodeOfProcess({ processes }: DiagnosisView, process: string | undefined): string {
  return process === undefined ? '' : (processes.get(process)?.node ?? '');
}

/** Counts the troubles of each pod. */
class TroubleGatherer {
  readonly #view: DiagnosisView;
  readonly #facts: FactGroups;
  readonly #kinds = new Map<PodTroubleKind, PodBook<OnePod>>();
  /** The texts that are kept: mostly those of one trouble are the same. */
  readonly #texts = new SharedTexts();
  readonly #leftOut = { troubles: new FoldedCount(), subjects: new FoldedCount() };

  constructor(view: DiagnosisView, facts: FactGroups) {
    this.#view = view;
    this.#facts = facts;
  }

  /** `node`: of its process; `byWorker`: the error of a pod's worker tells these troubles, or nothing else does (`standsForWorker`). */
  add(group: FactGroup, node: string, parts: readonly Part[], byWorker: boolean): void {
    for (const part of parts) this.#add(group, node, part, byWorker);
  }

  #add(group: FactGroup, node: string, part: Part, byWorker: boolean): void {
    const gathered = this.#of(group, node, part);
    if (gathered === undefined) {
      this.#leaveOut('troubles', group);
      return;
    }
    const { count: lines } = group;
    gathered.addLines(group, byWorker);
    // What is put off says less than what failed.
    if (part.text.length > gathered.text.length && !isPutOff(part)) gathered.text = this.#texts.of(part.text);
    const most = this.#view.bounds.subjects;
    const keep = this.#texts.of;
    let isCounted = part.reason === undefined || gathered.reasons.add(part.reason, lines, most, keep);
    const subjects = part.isAwaited === true ? gathered.awaited : gathered.subjects;
    for (const subject of part.subjects) isCounted = subjects.add(subject, lines, most, keep) && isCounted;
    if (!isCounted) this.#leaveOut('subjects', group);
  }

  /** What is counted only. */
  get folded(): readonly Folded[] {
    const { troubles, subjects } = this.#leftOut;
    return [troubles.folded('troubles'), subjects.folded('subjects')].filter((one) => one !== undefined);
  }

  #leaveOut(what: 'troubles' | 'subjects', { count: lines, earliest, latest }: FactGroup): void {
    this.#leftOut[what].add(this.#facts.timeOf(earliest), this.#facts.timeOf(latest), lines);
  }

  #of(group: FactGroup, node: string, { kind, text }: Part): OnePod | undefined {
    const { fact } = group;
    const pod =
      fact.kind === 'pod-sync-error' ? podOfWorkerError(fact) : (('pod' in fact ? fact.pod : undefined) ?? NO_POD);
    // By its name: not every line has the uid, and a pod that comes back under its name is the same to its owner.
    const pods = onceFor(this.#kinds, kind, () => new PodBook<OnePod>((one) => one.name ?? podText(one)));
    return pods.known(node, pod) ?? this.#begun(pods, group, node, pod, text);
  }

  #begun(pods: PodBook<OnePod>, group: FactGroup, node: string, pod: PodReference, text: string): OnePod | undefined {
    const { size } = pods;
    const gathered = pods.of(node, pod, () =>
      size >= this.#view.bounds.troubles ? undefined : new OnePod(this.#facts, group, pod, this.#texts.of(text)),
    );
    gathered?.learn(pod);
    return gathered;
  }

  /** The pods with each kind of trouble, those with most lines first. */
  finished(): ReadonlyMap<PodTroubleKind, readonly TroubledPod[]> {
    return new Map([...this.#kinds].map(([kind, pods]) => [kind, finished([...pods.values()])]));
  }
}

function finished(all: readonly OnePod[]): readonly TroubledPod[] {
  // A line in detail that names no pod is of one whose worker says it as well.
  const named = all.filter(({ isNamed }) => isNamed);
  return (named.length > 0 ? named : [...all]).sort((a, b) => b.count - a.count || a.firstTime - b.firstTime);
}

/** Of very many pods few are named: their texts and lines are made when somebody asks. */
class OnePod implements TroubledPod {
  readonly process: string | undefined;
  readonly subjects = new Tally();
  readonly awaited = new Tally();
  readonly reasons = new Tally();
  text: string;
  readonly #facts: FactGroups;
  #reference: PodReference;
  #byWorker = 0;
  #others = 0;
  firstTime: Instant;
  lastTime: Instant;
  /** The rows of its first and its last line, by time. */
  #firstRow: number;
  #lastRow: number;
  #pod: string | undefined;
  #first: Fact | undefined;
  #last: Fact | undefined;

  constructor(facts: FactGroups, { process, earliest, latest }: FactGroup, pod: PodReference, text: string) {
    this.process = process;
    this.text = text;
    this.#facts = facts;
    this.#reference = pod;
    this.#firstRow = earliest;
    this.#lastRow = latest;
    this.firstTime = facts.timeOf(earliest);
    this.lastTime = facts.timeOf(latest);
  }

  /** Takes what a line says of the pod beyond what is known. */
  learn(pod: PodReference): void {
    const { namespace, uid } = this.#reference;
    if ((namespace === undefined && pod.namespace !== undefined) || (uid === undefined && pod.uid !== undefined))
      this.#reference = { ...this.#reference, ...pod };
  }

  addLines({ count, earliest, latest }: FactGroup, byWorker: boolean): void {
    if (byWorker) this.#byWorker += count;
    else this.#others += count;
    const from = this.#facts.timeOf(earliest);
    if (from < this.firstTime || (from === this.firstTime && earliest < this.#firstRow)) {
      this.firstTime = from;
      this.#firstRow = earliest;
    }
    const to = latest === earliest ? from : this.#facts.timeOf(latest);
    if (to > this.lastTime || (to === this.lastTime && latest > this.#lastRow)) {
      this.lastTime = to;
      this.#lastRow = latest;
    }
  }

  get isNamed(): boolean {
    return this.#reference.name !== undefined || this.#reference.uid !== undefined;
  }

  get uid(): string | undefined {
    return this.#reference.uid;
  }

  get count(): number {
    return this.#byWorker > 0 ? this.#byWorker : this.#others;
  }

  get lines(): number {
    return this.#byWorker + this.#others;
  }

  get pod(): string {
    return (this.#pod ??= podText(this.#reference));
  }

  get first(): Fact {
    return (this.#first ??= this.#facts.at(this.#firstRow).fact);
  }

  get last(): Fact {
    return (this.#last ??= this.#facts.at(this.#lastRow).fact);
  }
}

/** First and last line of several pods. */
export function stretchOf(pods: readonly TroubledPod[]): { readonly first: Fact; readonly last: Fact } | undefined {
  let [first] = pods;
  let last = first;
  if (first === undefined || last === undefined) return undefined;
  for (const pod of pods) {
    if (pod.firstTime < first.firstTime) first = pod;
    if (pod.lastTime > last.lastTime) last = pod;
  }
  return { first: first.first, last: last.last };
}

/** The time between the first and the last line of a pod, in microseconds. */
export function spread({ firstTime, lastTime }: TroubledPod): number {
  return lastTime - firstTime;
}
