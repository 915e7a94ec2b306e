import type { StopCheck } from '../kubelet/stopCheck.ts';
import { appendTo } from '../kubelet/groups.ts';
import type { Instant, TimeBounds } from '../kubelet/time.ts';
import type { PodCollector } from './containers/pods.ts';
import type { EpisodeDraft } from './episodes/episodeParts.ts';
import { episodesOf } from './episodes/episodes.ts';
import { runsToFold } from './episodes/foldedRuns.ts';
import { nodeReadyOf } from './episodes/nodeReady.ts';
import type { SkipBook } from './episodes/skipBook.ts';
import { skipRunsOf } from './episodes/skipRunsOf.ts';
import { stallsOf } from './episodes/stalls.ts';
import type { ProcessEvidence } from './evidence.ts';
import type {
  Constraint,
  KubeletProcess,
  LogGap,
  LoopStall,
  NodeReadyChange,
  ProvenHistory,
  Relist,
} from './history.ts';
import { relistBookOf } from './relists/relistBook.ts';
import { leavesOut, relistsOf } from './relists/relists.ts';
import { type Folded, FoldedCount, type HistoryBounds } from './store/folded.ts';
import { AFTER_ALL, BEFORE_ALL } from './store/lines.ts';
import type { KeptFacts } from './store/keptFacts.ts';
import { type ClockWatch, gapsInSkips, truncations } from './streams/gaps.ts';
import type { ProcessLedger } from './streams/ledger.ts';
import type { LogRateCounter } from './streams/logRate.ts';
import type { CommonWord } from './streams/commonWord.ts';
import type { SeenWriters } from './streams/runtimeWriters.ts';
import type { SeenOfHosts } from './streams/seenOfHosts.ts';

/** What an inference has collected of a log. */
export interface CollectedLog {
  readonly ledgers: readonly ProcessLedger[];
  /** Names that the user gave to nodes, by index of the source. */
  readonly nodeNames: ReadonlyMap<number, string>;
  /** First and last time of all records. */
  readonly span: { readonly from: Instant; readonly to: Instant } | undefined;
  readonly pods: PodCollector;
  readonly rate: LogRateCounter;
  readonly clocks: ClockWatch;
  readonly kept: KeptFacts;
  readonly skipBook: SkipBook;
  /** The host of each neighbour's line, by its packed place. */
  readonly hosts: ReadonlyMap<number, string>;
  readonly seenOfHosts: SeenOfHosts;
  readonly commonWord: CommonWord;
  readonly runtimeWriters: SeenWriters;
  readonly counts: Pick<
    ProvenHistory['counts'],
    'plegEventsIgnored' | 'relistErrors' | 'statusErrors' | 'runtimeCallErrors'
  >;
  /** What is only counted, by the kind of it. */
  readonly folded: Readonly<Record<'processes' | 'neighbours' | 'facts' | 'pids', FoldedCount>>;
  readonly limits: HistoryBounds;
  readonly stopCheck: StopCheck;
}

/** What process runs prove, each by itself. */
export class ProvenOfProcesses {
  readonly drafts: EpisodeDraft[] = [];
  readonly relists: Relist[] = [];
  readonly constraints: Constraint[] = [];
  readonly nodeReady: NodeReadyChange[] = [];
  readonly stalls: LoopStall[] = [];
  readonly gaps: LogGap[];
  readonly foldedEpisodes = new FoldedCount();
  readonly #foldedGaps = new FoldedCount();
  readonly #foldedEnds = new FoldedCount();
  readonly #leftOut: ReturnType<typeof leavesOut>;

  constructor(
    { ledgers, clocks, limits, span, seenOfHosts, stopCheck }: CollectedLog,
    evidences: readonly ProcessEvidence[],
    processes: readonly KubeletProcess[],
  ) {
    const bounds = { min: span?.from ?? (0 as Instant), max: span?.to ?? (0 as Instant) };
    const byNode = new Map<string, ProcessLedger[]>();
    processes.forEach(({ node }, index) => {
      const ledger = ledgers[index];
      if (ledger !== undefined) appendTo(byNode, node, ledger);
    });
    const boundsOfNodes = new Map(
      [...byNode].map(([node, own]) => [node, byNode.size === 1 ? bounds : boundsOf(own, seenOfHosts)] as const),
    );
    this.gaps = [...clocks.gaps()];
    this.#leftOut = leavesOut(limits);
    for (const { endSigns } of ledgers) this.#foldedEnds.addAll(endSigns.leftOut);
    clocks.countFolded(this.#foldedGaps);
    const runsOf = evidences.map(skipRunsOf);
    const foldedRuns = runsToFold(runsOf, limits.episodes, this.foldedEpisodes);
    evidences.forEach((evidence, index) => {
      stopCheck();
      const process = processes[index];
      if (process === undefined) return;
      const runs = runsOf[index] ?? [];
      const book = relistBookOf(evidence, runs, stopCheck);
      const own = episodesOf(
        evidence,
        book,
        runs,
        boundsOfNodes.get(process.node) ?? bounds,
        foldedRuns[index],
        stopCheck,
      );
      append(this.drafts, own);
      const listed = relistsOf(evidence, book, foldedRuns[index], stopCheck, this.#leftOut);
      append(this.relists, listed.relists);
      append(this.constraints, listed.constraints);
      append(this.nodeReady, nodeReadyOf(evidence, process.node));
      append(this.stalls, stallsOf(evidence, own));
      append(this.gaps, gapsInSkips(own, limits.gaps, this.#foldedGaps));
    });
    stopCheck();
    this.drafts.sort((a, b) => a.episode.begin.max - b.episode.begin.max);
    this.nodeReady.sort((a, b) => a.time - b.time);
    if (span !== undefined) append(this.gaps, truncations(ledgers[0], this.drafts, span));
    this.gaps.sort((a, b) => a.from - b.from);
  }

  /** What is only counted, of what was collected, too. */
  folded({ folded, skipBook }: CollectedLog): readonly Folded[] {
    return [
      folded.processes.folded('processes'),
      this.foldedEpisodes.folded('episodes'),
      skipBook.folded,
      folded.neighbours.folded('neighbours'),
      folded.facts.folded('facts'),
      folded.pids.folded('pids'),
      this.#foldedGaps.folded('gaps'),
      this.#leftOut.relists.folded('relists'),
      this.#leftOut.constraints.folded('constraints'),
      this.#foldedEnds.folded('endSigns'),
    ].filter((one) => one !== undefined);
  }
}

/** From when and until when a log of several nodes tells of one: as its hosts write, or its kubelets where no line names a host. */
function boundsOf(ledgers: readonly ProcessLedger[], seen: SeenOfHosts): TimeBounds {
  const hosts = new Set(ledgers.flatMap((ledger) => [...ledger.hosts]));
  const ofHosts = hosts.size === 0 ? undefined : seen.of(hosts);
  if (ofHosts !== undefined) return ofHosts;
  let [min, max] = [AFTER_ALL, BEFORE_ALL];
  for (const { from = min, to = max } of ledgers) {
    if (from < min) min = from;
    if (to > max) max = to;
  }
  return { min, max };
}

/** Adds many items; a call with all of them as arguments would overflow the stack. */
function append<T>(to: T[], items: readonly T[]): void {
  for (const item of items) to.push(item);
}
