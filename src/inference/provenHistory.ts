import type { SourceSummary } from '../journal/record.ts';
import type { Instant } from '../kubelet/time.ts';
import { type MetricsStory, spanOfScrapes } from '../metrics/story.ts';
import { listedSinceOf } from './containers/listedSince.ts';
import type { EpisodeDraft } from './episodes/episodeParts.ts';
import { skipsOf } from './episodes/skipsOf.ts';
import { evidenceOf, usedEvented } from './evidence.ts';
import type { AttributedFact, Constraint, Episode, HistoryWarning, KubeletProcess, ProvenHistory } from './history.ts';
import { type CollectedLog, ProvenOfProcesses } from './provenOfProcesses.ts';
import { answerWith } from './queries.ts';
import type { Folded } from './store/folded.ts';
import { packPlace } from './store/lines.ts';
import { isCutStart } from './streams/cutStarts.ts';
import type { ProcessLedger } from './streams/ledger.ts';
import { nodesOf } from './streams/nodes.ts';
import { processesOf } from './streams/processList.ts';
import { versionOf } from './streams/versions.ts';

/** What those know who read the sources. */
export interface KnownOutside {
  /** They stand before the warnings of the rules. */
  readonly warnings?: readonly HistoryWarning[];
  /** Records that stand in several sources and came once. */
  readonly repeatedRecords?: number;
  /** Records outside the stretch of time that was asked for. */
  readonly leftOut?: number;
  /** What is counted only of what they keep themselves. */
  readonly folded?: readonly (Folded | undefined)[];
  /** What scrapes beside the log tell; without a record they give the span. */
  readonly metrics?: MetricsStory;
}

/** The proven history of what was collected. Events and pods are made when somebody asks for them. */
export function provenHistory(
  log: CollectedLog,
  sources: readonly SourceSummary[],
  { warnings = [], repeatedRecords = 0, leftOut = 0, folded: foldedOutside = [], metrics }: KnownOutside,
): ProvenHistory {
  const { ledgers, span, kept, hosts, skipBook, stopCheck } = log;
  const { nodes, nodeOf } = nodesOf(ledgers, log.nodeNames);
  const begin = span?.from ?? (0 as Instant);
  const processes = processesOf(
    ledgers,
    nodeOf.map((index) => nodes[index]?.id ?? 'node-1'),
    begin,
  );
  const evidences = ledgers.map((ledger) => {
    stopCheck();
    return evidenceOf(ledger, versionOf(ledger).proven);
  });
  const proven = new ProvenOfProcesses(log, evidences, processes);
  const { drafts, relists, constraints, nodeReady, stalls, gaps } = proven;
  const allWarnings: HistoryWarning[] = [...warnings];
  const episodes = episodesByTime(drafts, processes, ledgers, constraints, allWarnings);
  stopCheck();
  const skips = skipsOf(evidences, drafts, episodes, skipBook.order, proven.foldedEpisodes.count > 0);
  const shownSpan = span ?? (metrics === undefined ? undefined : spanOfScrapes(metrics));
  const logRate = log.rate.rate();
  const collected = log.pods.collected({
    from: begin,
    beginsInRun: evidences.some(
      ({ ledger }, index) => !ledger.startedInLog && nodeOf.indexOf(nodeOf[index] ?? 0) === index,
    ),
    since: listedSinceOf(evidences, nodes.length),
    reportedTwice: evidences.some(usedEvented),
  });
  const keptFacts = kept.asTheyAre();
  const commonWord = log.commonWord.word(new Set(nodes.flatMap(({ names }) => names)));
  const folded = [...proven.folded(log), ...foldedOutside.filter((one) => one !== undefined)];
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
    warnings: allWarnings,
    ...(shownSpan === undefined ? {} : { span: shownSpan }),
    ...(metrics === undefined ? {} : { metrics }),
    ...(folded.length === 0 ? {} : { folded }),
    ...(commonWord === undefined ? {} : { commonWord }),
    ...(log.rate.isWithoutErrors ? { isWithoutErrors: true } : {}),
    counts: {
      ...countsOf(sources, repeatedRecords),
      ...(leftOut === 0 ? {} : { leftOut }),
      skips: skipBook.total,
      plegEvents: collected.eventCount,
      ...log.counts,
    },
    get plegEvents() {
      return collected.events();
    },
    get pods() {
      return collected.pods();
    },
    nodeReady,
    gaps,
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
    runtimeWriters: log.runtimeWriters,
    seenUntil: (process) => seenUntil(log, process),
  });
  return history;
}

/** Lines and records of all sources. */
function countsOf(
  sources: readonly SourceSummary[],
  repeatedRecords: number,
): Pick<ProvenHistory['counts'], 'lines' | 'records' | 'unparsedLines'> {
  const sum = (of: 'lines' | 'records' | 'unparsedLines'): number =>
    sources.reduce((all, source) => all + source[of], 0);
  return { lines: sum('lines'), records: sum('records') - repeatedRecords, unparsedLines: sum('unparsedLines') };
}

/** Until when the machine of a process run is seen in the log, by its own lines or those of other programs. */
function seenUntil({ ledgers, seenOfHosts }: CollectedLog, { id, to }: KubeletProcess): Instant {
  const own = ledgers.find((ledger) => ledger.id === id)?.hosts;
  const until = own === undefined ? undefined : seenOfHosts.of(own)?.max;
  return until === undefined || until < to ? to : until;
}

/** The episodes with their ids, in order of time; what is said of each is put to `constraints` and `warnings` under its id. */
function episodesByTime(
  drafts: readonly EpisodeDraft[],
  processes: readonly KubeletProcess[],
  ledgers: readonly ProcessLedger[],
  constraints: Constraint[],
  warnings: HistoryWarning[],
): readonly Episode[] {
  const processById = new Map(processes.map((process) => [process.id, process]));
  const starting = new Set(
    processes
      .filter((_, index) => {
        const { registers = false, startFailed = false, endedByExit = false } = ledgers[index] ?? {};
        return registers || (startFailed && endedByExit);
      })
      .map(({ id }) => id),
  );
  const startsCut = ({ episode, run, isAlone = false, relistHung = false }: EpisodeDraft): EpisodeDraft['episode'] => {
    const process = processById.get(episode.process);
    const isCut =
      process !== undefined &&
      !episode.startup &&
      isCutStart(episode, process, run?.skips.map(({ fact }) => fact.time) ?? [], {
        isStarting: starting.has(process.id),
        isAlone,
        relistHung,
      });
    return isCut ? { ...episode, startup: true, cutStart: true } : episode;
  };
  return drafts.map((draft, index): Episode => {
    const id = `episode-${index + 1}`;
    for (const constraint of draft.constraints)
      constraints.push({ ...constraint, quantity: `${id}.${constraint.quantity}` });
    for (const warning of draft.warnings) warnings.push({ ...warning, text: `${id}: ${warning.text}` });
    return { id, ...startsCut(draft) };
  });
}
