/**
 * What went wrong with pods, gathered once for all causes in one pass over the errors of pods and their kin: which pods, how often, from when to when, with which
 * images, volumes or containers. The same error of a thousand lines is read once.
 */
import { oncePer } from '../../kubelet/oncePer.ts';
import type { FactGroup, FactGroups } from '../../inference/store/factGroups.ts';
import { detached } from '../../inference/store/intern.ts';
import { type Folded, FoldedCount } from '../../inference/store/folded.ts';
import type { Instant } from '../../kubelet/time.ts';
import type { Fact, PodReference } from '../../messages/fact.ts';
import { NO_POD } from '../../messages/texts/pod.ts';
import { podText } from '../words/factText.ts';
import { CrashBook } from './crashBook.ts';
import { PodBook } from './podBook.ts';
import { partsOf, type Part, type PodTroubleKind, WorkerErrors } from './podErrorParts.ts';
import type { DiagnosisView } from '../view.ts';

/** The lines of one pod about one kind of trouble. */
export interface TroubledPod {
  readonly pod: string;
  readonly uid: string | undefined;
  readonly process: string | undefined;
  /** Lines of the pod's worker; where there is none, of those who say it in detail. */
  readonly count: number;
  readonly first: Fact;
  readonly firstTime: Instant;
  readonly last: Fact;
  readonly lastTime: Instant;
  /** Images, volumes, containers or probes, each with its lines. */
  readonly subjects: ReadonlyMap<string, number>;
  /** `ErrImagePull`, `CreateContainerConfigError`, `liveness`, … each with its lines. */
  readonly reasons: ReadonlyMap<string, number>;
  /** The text that says most. */
  readonly text: string;
}

interface Gathered {
  pod: PodReference;
  readonly process: string | undefined;
  byWorker: number;
  others: number;
  /** The rows of its first and its last line, by time. */
  first: number;
  firstTime: Instant;
  last: number;
  lastTime: Instant;
  readonly subjects: Map<string, number>;
  readonly reasons: Map<string, number>;
  text: string;
}

interface Troubles {
  readonly pods: ReadonlyMap<PodTroubleKind, readonly TroubledPod[]>;
  readonly ended: CrashBook;
  readonly folded: readonly Folded[];
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

/** Lines about pods, or about images, volumes and containers of one, of which there are more than are told apart. */
export function foldedTroubles(view: DiagnosisView): readonly Folded[] {
  return troublesOf(view).folded;
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
  for (const group of facts.groups()) {
    const { fact, process } = group;
    const node = nodeOfProcess(view, process);
    if (fact.kind === 'container-finished') ended.finished(node, fact);
    else if (fact.kind === 'pod-sync-error') {
      const { backOff, parts } = errors.of(fact.error);
      if (backOff !== undefined) ended.putOff(node, fact, backOff, group);
      gatherer.add(group, node, parts, true);
    } else if (fact.kind !== 'node-trouble' || process !== undefined) {
      const { parts, byWorker } = partsOf(fact, errors);
      gatherer.add(group, node, parts, byWorker);
    }
  }
  return { pods: gatherer.finished(), ended, folded: gatherer.folded };
}

/** The node of a process; '' where there is none. */
export function nodeOfProcess({ processes }: DiagnosisView, process: string | undefined): string {
  return process === undefined ? '' : (processes.get(process)?.node ?? '');
}

/** Counts the troubles of each pod. */
class TroubleGatherer {
  readonly #view: DiagnosisView;
  readonly #facts: FactGroups;
  readonly #kinds = new Map<PodTroubleKind, PodBook<Gathered>>();
  readonly #leftOut = { troubles: new FoldedCount(), subjects: new FoldedCount() };

  constructor(view: DiagnosisView, facts: FactGroups) {
    this.#view = view;
    this.#facts = facts;
  }

  /** `node`: of its process; `byWorker`: the error of a pod's worker tells these troubles, or nothing else does (`partsOf`). */
  add(group: FactGroup, node: string, parts: readonly Part[], byWorker: boolean): void {
    for (const part of parts) this.#add(group, node, part, byWorker);
  }

  #add(group: FactGroup, node: string, part: Part, byWorker: boolean): void {
    const gathered = this.#of(group, node, part);
    if (gathered === undefined) {
      this.#leaveOut('troubles', group);
      return;
    }
    const { count: lines, earliest, latest } = group;
    if (byWorker) gathered.byWorker += lines;
    else gathered.others += lines;
    const from = this.#facts.timeOf(earliest);
    if (from < gathered.firstTime || (from === gathered.firstTime && earliest < gathered.first)) {
      gathered.first = earliest;
      gathered.firstTime = from;
    }
    const to = this.#facts.timeOf(latest);
    if (to > gathered.lastTime || (to === gathered.lastTime && latest > gathered.last)) {
      gathered.last = latest;
      gathered.lastTime = to;
    }
    // What is put off says less than what failed.
    if (part.text.length > gathered.text.length && !isPutOff(part)) gathered.text = detached(part.text);
    const most = this.#view.bounds.subjects;
    let isCounted = part.reason === undefined || count(gathered.reasons, part.reason, lines, most);
    for (const subject of part.subjects) isCounted = count(gathered.subjects, subject, lines, most) && isCounted;
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

  #of({ fact, process, earliest, latest }: FactGroup, node: string, { kind, text }: Part): Gathered | undefined {
    const pod = ('pod' in fact ? fact.pod : undefined) ?? NO_POD;
    let pods = this.#kinds.get(kind);
    // By its name: not every line has the uid, and a pod that comes back under its name is the same to its owner.
    if (pods === undefined) this.#kinds.set(kind, (pods = new PodBook((one) => one.name ?? podText(one))));
    const known = pods.known(node, pod);
    if (known !== undefined) return known;
    const { size } = pods;
    const gathered = pods.of(node, pod, () =>
      size >= this.#view.bounds.troubles
        ? undefined
        : {
            pod,
            process,
            byWorker: 0,
            others: 0,
            first: earliest,
            firstTime: this.#facts.timeOf(earliest),
            last: latest,
            lastTime: this.#facts.timeOf(latest),
            subjects: new Map(),
            reasons: new Map(),
            text: detached(text),
          },
    );
    if (
      gathered !== undefined &&
      ((gathered.pod.namespace === undefined && pod.namespace !== undefined) ||
        (gathered.pod.uid === undefined && pod.uid !== undefined))
    )
      gathered.pod = { ...gathered.pod, ...pod };
    return gathered;
  }

  /** The pods with each kind of trouble, those with most lines first. */
  finished(): ReadonlyMap<PodTroubleKind, readonly TroubledPod[]> {
    const facts = this.#facts;
    return new Map(
      [...this.#kinds].map(([kind, pods]) => [kind, finished([...pods.values()], (row) => facts.at(row).fact)]),
    );
  }
}

function finished(all: readonly Gathered[], factAt: (row: number) => Fact): readonly TroubledPod[] {
  // A line in detail that names no pod is of one whose worker says it as well.
  const named = all.filter(({ pod }) => pod.name !== undefined || pod.uid !== undefined);
  return (named.length > 0 ? named : all)
    .map((gathered) => new OnePod(gathered, factAt))
    .sort((a, b) => b.count - a.count || a.firstTime - b.firstTime);
}

/** Of very many pods few are named: their texts and lines are made when somebody asks. */
class OnePod implements TroubledPod {
  readonly uid: string | undefined;
  readonly process: string | undefined;
  readonly count: number;
  readonly firstTime: Instant;
  readonly lastTime: Instant;
  readonly subjects: ReadonlyMap<string, number>;
  readonly reasons: ReadonlyMap<string, number>;
  readonly text: string;
  readonly #gathered: Gathered;
  readonly #factAt: (row: number) => Fact;
  #pod: string | undefined;
  #first: Fact | undefined;
  #last: Fact | undefined;

  constructor(gathered: Gathered, factAt: (row: number) => Fact) {
    const { pod, process, byWorker, others, firstTime, lastTime, subjects, reasons, text } = gathered;
    this.uid = pod.uid;
    this.process = process;
    this.count = byWorker > 0 ? byWorker : others;
    this.firstTime = firstTime;
    this.lastTime = lastTime;
    this.subjects = subjects;
    this.reasons = reasons;
    this.text = text;
    this.#gathered = gathered;
    this.#factAt = factAt;
  }

  get pod(): string {
    return (this.#pod ??= podText(this.#gathered.pod));
  }

  get first(): Fact {
    return (this.#first ??= this.#factAt(this.#gathered.first));
  }

  get last(): Fact {
    return (this.#last ??= this.#factAt(this.#gathered.last));
  }
}

/** `false`: there are more than `most`, and it is none of those that are counted. What is cut from the text of an error would keep all of that text. */
function count(map: Map<string, number>, key: string, lines: number, most: number): boolean {
  const before = map.get(key);
  if (before === undefined && map.size >= most) return false;
  map.set(before === undefined ? detached(key) : key, (before ?? 0) + lines);
  return true;
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
