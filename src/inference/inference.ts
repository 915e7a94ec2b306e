import type { Origin } from '../journal/envelope/origin.ts';
import { KIND_FLAG } from '../journal/batch/kernel/layout.ts';
import type { PlainLines } from '../journal/batch/plainLine.ts';
import type { LogRecord, SourceSummary } from '../journal/record.ts';
import { goesOn, type StopCheck } from '../kubelet/stopCheck.ts';
import type { Instant } from '../kubelet/time.ts';
import type { Fact } from '../messages/fact.ts';
import { beginsTurn, type ColumnFact, isOfControlPlane, traitsOf } from '../messages/factTraits.ts';
import { PodCollector } from './containers/pods.ts';
import { SkipBook } from './episodes/skipBook.ts';
import type { ProvenHistory } from './history.ts';
import { type KnownOutside, provenHistory } from './provenHistory.ts';
import { FoldedCount, HISTORY_BOUNDS, type HistoryBounds } from './store/folded.ts';
import { KeptFacts } from './store/keptFacts.ts';
import { type OpenedRecord, packPlace } from './store/lines.ts';
import { NOTHING_KEPT, Repeats } from './store/repeats.ts';
import { processesToFold } from './streams/foldedProcesses.ts';
import { ClockWatch } from './streams/gaps.ts';
import { KnownBefore } from './streams/knownBefore.ts';
import type { ProcessLedger } from './streams/ledger.ts';
import { LogRateCounter } from './streams/logRate.ts';
import { NodeStreams } from './streams/nodeStreams.ts';
import { CommonWord } from './streams/commonWord.ts';
import { RuntimeWriters } from './streams/runtimeWriters.ts';
import { SeenOfHosts } from './streams/seenOfHosts.ts';

interface InferenceOptions {
  /** Names that the user gave to nodes, by index of the source. */
  readonly nodeNames?: ReadonlyMap<number, string>;
  /** How much is kept one by one; the rest is counted. Default: `HISTORY_BOUNDS`. */
  readonly bounds?: HistoryBounds;
  /** Asked while a history is made. */
  readonly stopCheck?: StopCheck;
}

/** What rows of a run of lines state. */
export interface RowStatements {
  /** The facts of a row, or what takes it where an earlier line stated the same. Asked for each row once, in order; `lines.rows.line` is the row's line. */
  of(row: number): readonly Fact[] | Repeats;
  /** Its facts were taken. `repeats`: takes the lines of this process run that state the same; `undefined`: these may tell more by it. */
  taken(row: number, facts: readonly Fact[], repeats: Repeats | undefined): void;
}

/** Turns records and their facts into the proven history. Append as records come; a snapshot may be taken at any time, and more appended after it. */
export interface Inference {
  /** Takes one record, in the order of the file, with the facts that it states. `true`: it is a kubelet's. */
  append(record: LogRecord, facts: readonly Fact[]): boolean;
  /** The process run that lines of such origin and pid would go to, when enough is known of it; an object that stands for it. */
  processRunOf(source: number, origin: Origin | undefined, pid: number): object | undefined;
  /**
   * Takes these lines, of that process run and each like a record of it before, or of others on the same host who tell nothing. `statements` says what those of their rows
   * state, in order.
   */
  appendLines(lines: PlainLines, statements: RowStatements): void;
  /** Takes a line before the stretch of time that is looked at. `true`: it tells version or flags of a kubelet that may still run then. */
  knowBefore(record: LogRecord, facts: readonly Fact[]): boolean;
  /** What is proven so far. Costs time in the number of kept facts, not of records. Events and pods are made when they are asked for. */
  history(sources: readonly SourceSummary[], outside?: KnownOutside): ProvenHistory;
}

/** So many records of a process run are read before its lines may be taken plain, or as many as tell of the version without stating anything. */
const READ_AS_RECORDS = 1000;

/** Whether a line of a process run that states nothing, or what is known already, still has to come as a record. */
const isNew = ({ records, versionSightings }: ProcessLedger): boolean =>
  records < READ_AS_RECORDS && versionSightings.recognises;

/** First and last time. Fields that are always numbers are written in place; others would cost an object for each record. */
class SeenSpan {
  #from = Number.POSITIVE_INFINITY;
  #to = Number.NEGATIVE_INFINITY;

  see(time: Instant): void {
    if (time < this.#from) this.#from = time;
    if (time > this.#to) this.#to = time;
  }

  get span(): { readonly from: Instant; readonly to: Instant } | undefined {
    return this.#from > this.#to ? undefined : { from: this.#from as Instant, to: this.#to as Instant };
  }
}

/** Begins an inference over one log (one or several sources). */
export function createInference(options: InferenceOptions = {}): Inference {
  return new LogInference(options);
}

class LogInference implements Inference {
  readonly #limits: HistoryBounds;
  readonly #nodeNames: ReadonlyMap<number, string>;
  readonly #stopCheck: StopCheck;
  readonly #streams: NodeStreams;
  readonly #pods = new PodCollector();
  readonly #rate = new LogRateCounter();
  readonly #clocks: ClockWatch;
  readonly #kept = new KeptFacts();
  readonly #before = new KnownBefore();
  readonly #skipBook: SkipBook;
  readonly #folded = {
    processes: new FoldedCount(),
    neighbours: new FoldedCount(),
    facts: new FoldedCount(),
    pids: new FoldedCount(),
  };
  #neighbours = 0;
  /** The host of each neighbour's line, by its place: of several nodes it tells whose kernel or runtime wrote it. */
  readonly #hosts = new Map<number, string>();
  readonly #counts = { plegEventsIgnored: 0, relistErrors: 0, statusErrors: 0, runtimeCallErrors: 0 };
  readonly #seen = new SeenSpan();
  readonly #seenOfHosts = new SeenOfHosts();
  readonly #commonWord = new CommonWord();
  readonly #runtimeWriters = new RuntimeWriters();

  constructor({ bounds = HISTORY_BOUNDS, nodeNames = new Map(), stopCheck = goesOn }: InferenceOptions) {
    this.#limits = bounds;
    this.#nodeNames = nodeNames;
    this.#stopCheck = stopCheck;
    this.#streams = new NodeStreams(nodeNames, {
      most: bounds.pids,
      endSigns: bounds.endSigns,
      forgotten: this.#folded.pids,
      facts: this.#folded.facts,
    });
    this.#clocks = new ClockWatch(bounds.gaps);
    this.#skipBook = new SkipBook(bounds.skips);
  }

  append(record: LogRecord, facts: readonly Fact[]): boolean {
    const { time, journal, klog } = record;
    const opened: OpenedRecord = { record, time, journal, klog };
    const streams = this.#streams;
    const ledger = streams.attribute(opened, facts);
    this.#commonWord.note(record);
    this.#runtimeWriters.see(journal?.identifier, journal?.host);
    if (time !== undefined) {
      this.#seen.see(time);
      if (journal !== undefined) this.#seenOfHosts.see(journal.host, time, time);
      this.#rate.count(time, klog?.severity);
    }
    if (journal?.host !== undefined)
      for (const { kind, source, line } of facts)
        if (kind === 'neighbour') this.#hosts.set(packPlace(source, line), journal.host);
    if (ledger !== undefined) {
      this.#clocks.watch(opened, ledger);
      ledger.versionSightings.note(record, facts);
      if (streams.promoted.length > 0) for (const fact of streams.promoted.splice(0)) this.#take(fact, ledger);
      for (const fact of facts) this.#take(fact, ledger);
      if (streams.ledgers.length > this.#limits.processes) this.#foldProcesses();
    } else if (klog === undefined) {
      // The words of a kubelet in the line of another program are not a kubelet's.
      for (const fact of facts) if (traitsOf(fact.kind).saidBy === 'others') this.#take(fact, undefined);
    } else {
      for (const fact of facts) if (fact.kind === 'neighbour' && isOfControlPlane(fact)) this.#take(fact, undefined);
    }
    return ledger !== undefined;
  }

  processRunOf(source: number, origin: Origin | undefined, pid: number): object | undefined {
    const ledger = this.#streams.processRunOf(source, origin, pid);
    return ledger === undefined || isNew(ledger) || this.#commonWord.isOpen ? undefined : ledger;
  }

  appendLines(lines: PlainLines, statements: RowStatements): void {
    const { source, firstLine, count, rows, span, stampKind, origin, pid } = lines;
    this.#rate.countAll(lines);
    this.#seen.see(span.leastOfAll as Instant);
    this.#seen.see(span.largestOfAll as Instant);
    this.#runtimeWriters.see(origin?.identifier, origin?.host);
    if (origin !== undefined || stampKind !== 'none')
      this.#seenOfHosts.see(origin?.host, span.leastOfAll as Instant, span.largestOfAll as Instant);
    const ledger = lines.ownCount === 0 ? undefined : this.#streams.continues(source, origin, pid);
    if (ledger === undefined) return;
    let turn = 0;
    for (let row = 0; row < rows.count; row += 1) {
      const index = rows.read(row);
      const stated = statements.of(row);
      if (stated instanceof Repeats) {
        stated.add(rows.line, ledger.id);
        continue;
      }
      // Turns of the sync loop are taken in order, that of this line with its facts; all else may come before the lines that it stands among.
      if (stated.some(beginsTurn)) turn = takeTurns(lines, turn, index, ledger) + 1;
      for (const fact of stated) this.#take(fact, ledger);
      statements.taken(row, stated, this.#repeatsOf(stated));
    }
    takeTurns(lines, turn, count, ledger);
    this.#clocks.watchLines(lines, ledger);
    ledger.noteRun(
      source,
      firstLine + lines.lastOwn,
      lines.ownCount,
      span.leastTime as Instant,
      span.largestTime as Instant,
    );
  }

  knowBefore(record: LogRecord, facts: readonly Fact[]): boolean {
    return this.#before.note(record, facts);
  }

  history(sources: readonly SourceSummary[], outside: KnownOutside = {}): ProvenHistory {
    const { ledgers } = this.#streams;
    this.#before.tell(ledgers);
    return provenHistory(
      {
        ledgers,
        nodeNames: this.#nodeNames,
        span: this.#seen.span,
        pods: this.#pods,
        rate: this.#rate,
        clocks: this.#clocks,
        kept: this.#kept,
        skipBook: this.#skipBook,
        hosts: this.#hosts,
        seenOfHosts: this.#seenOfHosts,
        runtimeWriters: this.#runtimeWriters.seen,
        counts: this.#counts,
        folded: this.#folded,
        commonWord: this.#commonWord,
        limits: this.#limits,
        stopCheck: this.#stopCheck,
      },
      sources,
      outside,
    );
  }

  #take(fact: Fact, ledger: ProcessLedger | undefined): void {
    if (ledger !== undefined) {
      ledger.add(fact);
      this.#streams.learn(ledger, fact);
    }
    if (fact.kind === 'pleg-event') {
      this.#pods.event(fact, ledger?.id ?? '');
      return;
    }
    this.#pods.add(fact);
    if (fact.kind === 'skip') this.#skipBook.add(fact, this.#streams.ledgers);
    if (fact.kind === 'relist-failed') this.#counts.relistErrors += 1;
    else if (fact.kind === 'status-failed') this.#counts.statusErrors += 1;
    else if (fact.kind === 'runtime-call-failed') this.#counts.runtimeCallErrors += 1;
    else if (fact.kind === 'pleg-event-ignored') this.#counts.plegEventsIgnored += 1;
    else if (fact.kind === 'journal-loss') this.#clocks.lost(fact, this.#streams.current?.to);
    const { kept: keeps, saidBy } = traitsOf(fact.kind);
    if (keeps !== 'no') this.#kept.add(fact, saidBy === 'others' ? undefined : ledger?.id);
    if (fact.kind === 'neighbour' && (this.#neighbours += 1) > this.#limits.neighbours) this.#foldNeighbours();
  }

  /** What takes further lines that state just these facts; `undefined`: they say more than that. */
  #repeatsOf(facts: readonly Fact[]): Repeats | undefined {
    const [fact] = facts;
    if (fact === undefined) return NOTHING_KEPT;
    const { again } = traitsOf(fact.kind);
    if (facts.length > 1 || again === 'counts') return undefined;
    if (fact.kind === 'pleg-event') return this.#pods.repeatsOf(fact);
    return again === 'kept' ? this.#kept.repeatsOf(fact as ColumnFact) : NOTHING_KEPT;
  }

  /** Leaves the least interesting process runs out, and what was kept of them. */
  #foldProcesses(): void {
    const runs = processesToFold(this.#streams.ledgers, this.#limits.processes);
    this.#streams.forget(runs);
    this.#skipBook.forget(runs);
    for (const { from, to } of runs) this.#folded.processes.add(from ?? to ?? (0 as Instant), to);
    const ids = new Set([...runs].map(({ id }) => id));
    this.#kept.leaveOut((_kind, process, time) => {
      const leaves = process !== undefined && ids.has(process);
      if (leaves) this.#folded.facts.add(time);
      return leaves;
    });
  }

  /** Leaves out the lines of neighbours between the first and the last ones. */
  #foldNeighbours(): void {
    const first = this.#limits.neighbours / 4;
    const last = this.#neighbours - this.#limits.neighbours / 2;
    const kept = this.#kept;
    let at = 0;
    kept.leaveOut((kind, _process, time) => {
      if (kind !== 'neighbour') return false;
      at += 1;
      const leaves = at > first && at <= last;
      if (leaves) this.#folded.neighbours.add(time);
      return leaves;
    });
    const places = new Map(this.#hosts);
    this.#hosts.clear();
    this.#neighbours = 0;
    for (const { fact } of kept.passing(kept.asTheyAre(), (kind) => kind === 'neighbour')) {
      const host = places.get(packPlace(fact.source, fact.line));
      if (host !== undefined) this.#hosts.set(packPlace(fact.source, fact.line), host);
      this.#neighbours += 1;
    }
  }
}

/** Takes the turns that the sync loop began with lines `[start, end)`, which are taken in the order of all turns; gives `end`. */
function takeTurns(
  { source, firstLine, times, kinds, span }: PlainLines,
  start: number,
  end: number,
  ledger: ProcessLedger,
): number {
  if (span.flagged > 0) ledger.turns.pushMarked(times, kinds, KIND_FLAG, packPlace(source, firstLine), start, end);
  return end;
}
