import type { Origin } from '../journal/envelope/origin.ts';
import { KIND_FLAG } from '../journal/batch/kernel/layout.ts';
import type { PlainLines } from '../journal/batch/plainLine.ts';
import type { LogRecord, SourceSummary } from '../journal/record.ts';
import { type MetricsStory, spanOfScrapes } from '../metrics/story.ts';
import { goesOn, type StopCheck } from '../kubelet/stopCheck.ts';
import type { Instant } from '../kubelet/time.ts';
import type { Fact, SkipFact } from '../messages/fact.ts';
import { beginsTurn, type ColumnFact, isOfControlPlane, traitsOf } from '../messages/factTraits.ts';
import { namingReason, startOfNamed } from './relists/namedRelist.ts';
import { type Folded, FoldedCount, HISTORY_BOUNDS, type HistoryBounds } from './store/folded.ts';
import { livesToFold } from './streams/foldedLives.ts';
import { runsToFold } from './episodes/foldedRuns.ts';
import { SkipBook } from './episodes/skipBook.ts';
import { skipRunsOf } from './episodes/skipRunsOf.ts';
import type { EpisodeDraft } from './episodes/episodeParts.ts';
import { episodesOf } from './episodes/episodes.ts';
import { isCutStart } from './streams/cutStarts.ts';
import { evidenceOf, type ProcessEvidence, usedEvented } from './evidence.ts';
import { ClockWatch, gapsInSkips, truncations } from './streams/gaps.ts';
import type {
  AttributedFact,
  Constraint,
  Episode,
  HistoryWarning,
  LogGap,
  LoopStall,
  NodeReadyChange,
  ProvenHistory,
  Relist,
  Skip,
} from './history.ts';
import type { ProcessLedger } from './streams/ledger.ts';
import { LogRateCounter } from './streams/logRate.ts';
import { KeptFacts } from './store/keptFacts.ts';
import { KnownBefore } from './streams/knownBefore.ts';
import { type OpenedRecord, packPlace } from './store/lines.ts';
import { listedSinceOf } from './containers/listedSince.ts';
import { nodeReadyOf } from './episodes/nodeReady.ts';
import { nodesOf } from './streams/nodes.ts';
import { NodeStreams } from './streams/nodeStreams.ts';
import { PodCollector } from './containers/pods.ts';
import { processesOf } from './streams/processList.ts';
import { answerWith } from './queries.ts';
import { NOTHING_KEPT, Repeats } from './store/repeats.ts';
import { relistBookOf } from './relists/relistBook.ts';
import { leavesOut, relistsOf } from './relists/relists.ts';
import { stallsOf } from './episodes/stalls.ts';
import { versionOf } from './streams/versions.ts';

export interface InferenceOptions {
  /** Names that the user gave to nodes, by index of the source. */
  readonly nodeNames?: ReadonlyMap<number, string>;
  /** How much is kept one by one; the rest is counted. Default: `HISTORY_BOUNDS`. */
  readonly bounds?: HistoryBounds;
  /** Asked while a history is made. */
  readonly stopCheck?: StopCheck;
}

/** What those know who read the sources. */
export interface KnownOutside {
  /** They stand before the warnings of the rules. */
  readonly warnings?: readonly HistoryWarning[];
  /** Records that stand in several sources and came once. */
  readonly repeatedRecords?: number;
  /** What is counted only of what they keep themselves. */
  readonly folded?: readonly (Folded | undefined)[];
  /** What scrapes beside the log tell; without a record they give the span. */
  readonly metrics?: MetricsStory;
}

/** What rows of a run of lines state. */
export interface RowStatements {
  /** The facts of a row, or what takes it where an earlier line stated the same. Asked for each row once, in order; `lines.rows.line` is the row's line. */
  of(row: number): readonly Fact[] | Repeats;
  /** Its facts were taken. `repeats`: takes the lines of this life that state the same; `undefined`: these may tell more by it. */
  taken(row: number, facts: readonly Fact[], repeats: Repeats | undefined): void;
}

/** Turns records and their facts into the proven history. Append as records come; a snapshot may be taken at any time, and more appended after it. */
export interface Inference {
  /** Takes one record, in the order of the file, with the facts that it states. `true`: it is a kubelet's. */
  append(record: LogRecord, facts: readonly Fact[]): boolean;
  /** The life that lines of such origin and pid would go to, when enough is known of it; an object that stands for it. */
  processRunOf(source: number, origin: Origin | undefined, pid: number): object | undefined;
  /**
   * Takes these lines, of that life and each like a record of it before, or of others on the same host who tell nothing. `statements` says what those of their rows
   * state, in order.
   */
  appendLines(lines: PlainLines, statements: RowStatements): void;
  /** Takes a line before the stretch of time that is looked at. `true`: it tells version or flags of a kubelet that may still run then. */
  knowBefore(record: LogRecord, facts: readonly Fact[]): boolean;
  /** What is proven so far. Costs time in the number of kept facts, not of records. Events and pods are made when they are asked for. */
  history(sources: readonly SourceSummary[], outside?: KnownOutside): ProvenHistory;
}

/** So many records of a life are read before its lines may be taken plain, or as many as tell of the version without stating anything. */
const READ_AS_RECORDS = 1000;

/** Whether a line of a life that states nothing, or what is known already, still has to come as a record. */
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
  const limits = options.bounds ?? HISTORY_BOUNDS;
  const foldedFacts = new FoldedCount();
  const foldedPids = new FoldedCount();
  const tracker = new NodeStreams(options.nodeNames ?? new Map(), {
    most: limits.pids,
    endSigns: limits.endSigns,
    forgotten: foldedPids,
    facts: foldedFacts,
  });
  const pods = new PodCollector();
  const rate = new LogRateCounter();
  const clocks = new ClockWatch(limits.gaps);
  const kept = new KeptFacts();
  const before = new KnownBefore();
  const stopCheck = options.stopCheck ?? goesOn;
  const skipBook = new SkipBook(limits.skips);
  const foldedLives = new FoldedCount();
  const foldedNeighbours = new FoldedCount();
  let neighbours = 0;
  /** The host of each neighbour's line, by its place: of several nodes it tells whose kernel or runtime wrote it. */
  const hosts = new Map<number, string>();
  const counts = { plegEventsIgnored: 0, relistErrors: 0, statusErrors: 0, runtimeCallErrors: 0 };
  const seen = new SeenSpan();

  const take = (fact: Fact, ledger: ProcessLedger | undefined): void => {
    if (ledger !== undefined) {
      ledger.add(fact);
      tracker.learn(ledger, fact);
    }
    if (fact.kind === 'pleg-event') {
      pods.event(fact, ledger?.id ?? '');
      return;
    }
    pods.add(fact, ledger?.id);
    if (fact.kind === 'skip') skipBook.add(fact, tracker.ledgers);
    if (fact.kind === 'relist-failed') counts.relistErrors += 1;
    else if (fact.kind === 'status-failed') counts.statusErrors += 1;
    else if (fact.kind === 'runtime-call-failed') counts.runtimeCallErrors += 1;
    else if (fact.kind === 'pleg-event-ignored') counts.plegEventsIgnored += 1;
    else if (fact.kind === 'journal-loss') clocks.lost(fact, tracker.current?.to);
    const { kept: keeps, saidBy } = traitsOf(fact.kind);
    if (keeps !== 'no') kept.add(fact, saidBy === 'others' ? undefined : ledger?.id);
    if (fact.kind === 'neighbour' && (neighbours += 1) > limits.neighbours) foldNeighbours();
  };

  /** Leaves the least telling lives out, and what was kept of them. */
  const foldLives = (): void => {
    const lives = livesToFold(tracker.ledgers, limits.processes);
    tracker.forget(lives);
    skipBook.forget(lives);
    for (const { from, to } of lives) foldedLives.add(from ?? to ?? (0 as Instant), to);
    const ids = new Set([...lives].map(({ id }) => id));
    kept.leaveOut((_kind, process, time) => {
      const leaves = process !== undefined && ids.has(process);
      if (leaves) foldedFacts.add(time);
      return leaves;
    });
  };

  /** Leaves out the lines of neighbours between the first and the last ones. */
  const foldNeighbours = (): void => {
    const first = limits.neighbours / 4;
    const last = neighbours - limits.neighbours / 2;
    let at = 0;
    kept.leaveOut((kind, _process, time) => {
      if (kind !== 'neighbour') return false;
      at += 1;
      const leaves = at > first && at <= last;
      if (leaves) foldedNeighbours.add(time);
      return leaves;
    });
    const places = new Map(hosts);
    hosts.clear();
    neighbours = 0;
    for (const { fact } of kept.passing(kept.asTheyAre(), (kind) => kind === 'neighbour')) {
      const host = places.get(packPlace(fact.source, fact.line));
      if (host !== undefined) hosts.set(packPlace(fact.source, fact.line), host);
      neighbours += 1;
    }
  };

  /** Takes the turns that the sync loop began with lines `[start, end)`, which are told in the order of all turns; gives `end`. */
  const takeTurns = (
    { source, firstLine, times, kinds, span }: PlainLines,
    start: number,
    end: number,
    ledger: ProcessLedger,
  ): number => {
    if (span.flagged > 0) ledger.turns.pushMarked(times, kinds, KIND_FLAG, packPlace(source, firstLine), start, end);
    return end;
  };

  /** What takes further lines that state just these facts; `undefined`: they say more than that. */
  const repeatsOf = (facts: readonly Fact[]): Repeats | undefined => {
    const [fact] = facts;
    if (fact === undefined) return NOTHING_KEPT;
    const { again } = traitsOf(fact.kind);
    if (facts.length > 1 || again === 'counts') return undefined;
    if (fact.kind === 'pleg-event') return pods.repeatsOf(fact);
    return again === 'kept' ? kept.repeatsOf(fact as ColumnFact) : NOTHING_KEPT;
  };

  return {
    append(record, facts): boolean {
      const { time, journal, klog } = record;
      const opened: OpenedRecord = { record, time, journal, klog };
      const ledger = tracker.attribute(opened, facts);
      if (time !== undefined) {
        seen.see(time);
        rate.count(time, klog?.severity);
      }
      if (journal?.host !== undefined)
        for (const { kind, source, line } of facts)
          if (kind === 'neighbour') hosts.set(packPlace(source, line), journal.host);
      if (ledger !== undefined) {
        clocks.watch(opened, ledger);
        ledger.versionSightings.note(record, facts);
        if (tracker.promoted.length > 0) for (const fact of tracker.promoted.splice(0)) take(fact, ledger);
        for (const fact of facts) take(fact, ledger);
        if (tracker.ledgers.length > limits.processes) foldLives();
      } else if (klog === undefined) {
        // The words of a kubelet in the line of another program are not a kubelet's.
        for (const fact of facts) if (traitsOf(fact.kind).saidBy === 'others') take(fact, undefined);
      } else {
        for (const fact of facts) if (fact.kind === 'neighbour' && isOfControlPlane(fact)) take(fact, undefined);
      }
      return ledger !== undefined;
    },
    processRunOf(source, origin, pid) {
      const ledger = tracker.processRunOf(source, origin, pid);
      return ledger === undefined || isNew(ledger) ? undefined : ledger;
    },
    appendLines(lines, statements) {
      const { source, firstLine, count, rows, span, origin, pid } = lines;
      rate.countAll(lines);
      seen.see(span.leastOfAll as Instant);
      seen.see(span.largestOfAll as Instant);
      const ledger = lines.ownCount === 0 ? undefined : tracker.continues(source, origin, pid);
      if (ledger === undefined) return;
      let turn = 0;
      for (let row = 0; row < rows.count; row += 1) {
        const index = rows.read(row);
        const stated = statements.of(row);
        if (stated instanceof Repeats) {
          stated.add(rows.line, ledger.id);
          continue;
        }
        // Turns of the sync loop are told in order, that of this line with its facts; all else may come before the lines that it stands among.
        if (stated.some(beginsTurn)) turn = takeTurns(lines, turn, index, ledger) + 1;
        for (const fact of stated) take(fact, ledger);
        statements.taken(row, stated, repeatsOf(stated));
      }
      takeTurns(lines, turn, count, ledger);
      clocks.watchLines(lines, ledger);
      ledger.noteRun(
        source,
        firstLine + lines.lastOwn,
        lines.ownCount,
        span.leastTime as Instant,
        span.largestTime as Instant,
      );
    },
    knowBefore: (record, facts) => before.note(record, facts),
    history(sources, outside = {}) {
      before.tell(tracker.ledgers);
      const span = seen.span;
      const shownSpan = span ?? (outside.metrics === undefined ? undefined : spanOfScrapes(outside.metrics));
      const bounds = { min: span?.from ?? (0 as Instant), max: span?.to ?? (0 as Instant) };
      const { ledgers } = tracker;
      const { nodes, nodeOf } = nodesOf(ledgers, options.nodeNames ?? new Map());
      const processes = processesOf(
        ledgers,
        nodeOf.map((index) => nodes[index]?.id ?? 'node-1'),
      );
      const warnings: HistoryWarning[] = [...(outside.warnings ?? [])];
      const drafts: EpisodeDraft[] = [];
      const relists: Relist[] = [];
      const constraints: Constraint[] = [];
      const nodeReady: NodeReadyChange[] = [];
      const stalls: LoopStall[] = [];
      const gaps: LogGap[] = [...clocks.gaps()];
      const evidences = ledgers.map((ledger) => {
        stopCheck();
        return evidenceOf(ledger, versionOf(ledger).proven);
      });
      const runsOf = evidences.map(skipRunsOf);
      const foldedEpisodes = new FoldedCount();
      const leftOut = leavesOut(limits);
      const foldedGaps = new FoldedCount();
      const foldedEnds = new FoldedCount();
      for (const { endSigns } of ledgers) foldedEnds.addAll(endSigns.leftOut);
      clocks.countFolded(foldedGaps);
      const foldedRuns = runsToFold(runsOf, limits.episodes, foldedEpisodes);
      evidences.forEach((evidence, index) => {
        stopCheck();
        const process = processes[index];
        if (process === undefined) return;
        const runs = runsOf[index] ?? [];
        const book = relistBookOf(evidence, runs, stopCheck);
        const own = episodesOf(evidence, book, runs, bounds, foldedRuns[index], stopCheck);
        append(drafts, own);
        const listed = relistsOf(evidence, book, foldedRuns[index], stopCheck, leftOut);
        append(relists, listed.relists);
        append(constraints, listed.constraints);
        append(nodeReady, nodeReadyOf(evidence, process.node));
        append(stalls, stallsOf(evidence, own));
        append(gaps, gapsInSkips(own, limits.gaps, foldedGaps));
      });
      stopCheck();
      drafts.sort((a, b) => a.episode.begin.max - b.episode.begin.max);
      const processById = new Map(processes.map((process) => [process.id, process]));
      const registering = new Set(
        processes.filter((_, index) => ledgers[index]?.registers === true).map(({ id }) => id),
      );
      const startsCut = ({ episode, run }: EpisodeDraft): EpisodeDraft['episode'] => {
        const process = processById.get(episode.process);
        const isCut =
          process !== undefined &&
          !episode.startup &&
          isCutStart(episode, process, run?.skips.map(({ fact }) => fact.time) ?? [], registering.has(process.id));
        return isCut ? { ...episode, startup: true, cutStart: true } : episode;
      };
      const episodes = drafts.map((draft, index): Episode => {
        const id = `episode-${index + 1}`;
        for (const constraint of draft.constraints)
          constraints.push({ ...constraint, quantity: `${id}.${constraint.quantity}` });
        for (const warning of draft.warnings) warnings.push({ ...warning, text: `${id}: ${warning.text}` });
        return { id, ...startsCut(draft) };
      });
      stopCheck();
      const skips = skipsOf(evidences, drafts, episodes, skipBook.order, foldedEpisodes.count > 0);
      if (span !== undefined) append(gaps, truncations(ledgers[0], drafts, span));
      const logRate = rate.rate();
      const collected = pods.collected({
        from: bounds.min,
        beginsInLife: evidences.some(
          ({ ledger }, index) => !ledger.startedInLog && nodeOf.indexOf(nodeOf[index] ?? 0) === index,
        ),
        since: listedSinceOf(evidences, nodes.length),
        reportedTwice: evidences.some(usedEvented),
      });
      const keptFacts = kept.asTheyAre();
      const folded = [
        foldedLives.folded('processes'),
        foldedEpisodes.folded('episodes'),
        skipBook.folded,
        foldedNeighbours.folded('neighbours'),
        foldedFacts.folded('facts'),
        foldedPids.folded('pids'),
        foldedGaps.folded('gaps'),
        leftOut.relists.folded('relists'),
        leftOut.constraints.folded('constraints'),
        foldedEnds.folded('endSigns'),
        ...(outside.folded ?? []),
      ].filter((one) => one !== undefined);
      let facts: readonly AttributedFact[] | undefined;
      const history: ProvenHistory = {
        sources,
        nodes,
        processes,
        skips,
        relists,
        episodes,
        stalls,
        constraints,
        warnings,
        ...(shownSpan === undefined ? {} : { span: shownSpan }),
        ...(outside.metrics === undefined ? {} : { metrics: outside.metrics }),
        ...(folded.length === 0 ? {} : { folded }),
        counts: {
          lines: sources.reduce((sum, source) => sum + source.lines, 0),
          records: sources.reduce((sum, source) => sum + source.records, 0) - (outside.repeatedRecords ?? 0),
          unparsedLines: sources.reduce((sum, source) => sum + source.unparsedLines, 0),
          skips: skipBook.total,
          plegEvents: collected.eventCount,
          ...counts,
        },
        get plegEvents() {
          return collected.events();
        },
        get pods() {
          return collected.pods();
        },
        nodeReady: nodeReady.sort((a, b) => a.time - b.time),
        gaps: gaps.sort((a, b) => a.from - b.from),
        ...(logRate === undefined ? {} : { rate: logRate }),
        get facts() {
          return (facts ??= kept.inOrderOfTime(keptFacts));
        },
      };
      answerWith(history, {
        ...collected.queries,
        passingFacts: (wants, of) => kept.passing(keptFacts, wants, of),
        factGroups: (wants) => kept.groups(keptFacts, wants),
        hostOf: ({ source, line }) => hosts.get(packPlace(source, line)),
      });
      return history;
    },
  };
}

/** Adds many items; a call with all of them as arguments would overflow the stack. */
function append<T>(to: T[], items: readonly T[]): void {
  for (const item of items) to.push(item);
}

/** The kept skips in the order in which they were appended, each with its episode. `isFolded`: those of folded episodes are left out. */
function skipsOf(
  evidences: readonly ProcessEvidence[],
  drafts: readonly EpisodeDraft[],
  episodes: readonly Episode[],
  order: readonly SkipFact[],
  isFolded: boolean,
): readonly Skip[] {
  const episodeOf = new Map<Fact, string>();
  drafts.forEach((draft, index) => {
    for (const skip of draft.run?.skips ?? []) episodeOf.set(skip.fact, episodes[index]?.id ?? '');
  });
  const ledgerOf = new Map<SkipFact, ProcessLedger>();
  for (const { skips, ledger } of evidences) for (const fact of skips) ledgerOf.set(fact, ledger);
  const skips: Skip[] = [];
  for (const fact of order) {
    const ledger = ledgerOf.get(fact);
    const episode = episodeOf.get(fact);
    if (ledger === undefined || (isFolded && episode === undefined)) continue;
    const reason = namingReason(fact);
    const foldedBefore = ledger.foldedBefore(fact)?.count;
    const skip: { -readonly [Key in keyof Skip]: Skip[Key] } = {
      source: fact.source,
      line: fact.line,
      time: fact.time,
      process: ledger.id,
      reasons: fact.reasons,
    };
    if (reason !== undefined) skip.lastRelist = startOfNamed(fact, reason);
    if (episode !== undefined) skip.episode = episode;
    if (foldedBefore !== undefined) skip.foldedBefore = foldedBefore;
    skips.push(skip);
  }
  return skips;
}
