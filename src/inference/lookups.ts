import { oncePer, onceFor } from '../kubelet/oncePer.ts';
import { grouped } from '../kubelet/groups.ts';
import { countLeading } from '../kubelet/ordered.ts';
import type { Instant } from '../kubelet/time.ts';
import { compareByClock, wasOverBefore } from './clockPeriods.ts';
import { FirstBetween } from './store/firstBetween.ts';
import type {
  Constraint,
  Episode,
  KubeletProcess,
  LogGap,
  LoopStall,
  NodeReadyChange,
  ProvenHistory,
  Skip,
} from './history.ts';

/**
 * What stands around a process, found without looking at all of a history: a kubelet that crash-loops has tens of thousands of processes, each with an episode.
 * Made once a history, in n log n.
 */
class HistoryLookups {
  readonly #history: ProvenHistory;
  readonly #processes = new Map<string, KubeletProcess>();
  readonly #byBegin: ReadonlyMap<string, readonly KubeletProcess[]>;
  readonly #byEnd: ReadonlyMap<string, readonly KubeletProcess[]>;
  #nodes: ReadonlyMap<string, string> | undefined;
  readonly #episodes: ReadonlyMap<string, readonly Episode[]>;
  readonly #stalls: ReadonlyMap<string, readonly LoopStall[]>;
  readonly #holes: readonly LogGap[];
  /** The latest end of the holes up to each. */
  readonly #latest: readonly number[];
  #skips: ReadonlyMap<string, readonly Skip[]> | undefined;
  #constraints: ReadonlyMap<string, readonly Constraint[]> | undefined;
  #reports: ReadonlyMap<string, readonly NodeReadyChange[]> | undefined;
  /** By process, the episodes by their begin and by the relist that they name. */
  readonly #searches = new Map<
    string,
    { readonly begin: FirstBetween<Episode>; readonly named: FirstBetween<Episode> }
  >();

  constructor(history: ProvenHistory) {
    const { processes } = history;
    this.#history = history;
    for (const process of processes) this.#processes.set(process.id, process);
    this.#byBegin = grouped(
      sorted(processes, (a, b) => compareByClock(a, b, ({ from }) => from)),
      ({ node }) => node,
    );
    this.#byEnd = grouped(
      sorted(processes, (a, b) => compareByClock(a, b, ({ to }) => to)),
      ({ node }) => node,
    );
    this.#episodes = grouped(history.episodes, ({ process }) => process);
    this.#stalls = grouped(history.stalls, ({ process }) => process);
    this.#holes = sorted(
      history.gaps.filter(({ why }) => why === 'gap' || why === 'suppressed'),
      (a, b) => a.from - b.from,
    );
    let latest = Number.NEGATIVE_INFINITY;
    this.#latest = this.#holes.map(({ to }) => (latest = Math.max(latest, to)));
  }

  /** The id of the node that a host of the log is. */
  nodeOfHost(host: string): string | undefined {
    this.#nodes ??= new Map(this.#history.nodes.flatMap(({ id, names }) => names.map((name) => [name, id] as const)));
    return this.#nodes.get(host);
  }

  process(id: string): KubeletProcess | undefined {
    return this.#processes.get(id);
  }

  /** The processes of a kubelet on a node, in order of their begin. */
  processesOf(node: string): readonly KubeletProcess[] {
    return this.#byBegin.get(node) ?? [];
  }

  /** The last process of the same node that was over when this one began. */
  processBefore(process: KubeletProcess): KubeletProcess | undefined {
    const processes = this.#byEnd.get(process.node) ?? [];
    for (let at = countLeading(processes, (one) => wasOverBefore(one, process)) - 1; at >= 0; at -= 1)
      if (processes[at] !== process) return processes[at];
    return undefined;
  }

  /** The processes of the same node that began when this one was over, in order of their begin; one by one, because most callers need the first. */
  *processesAfter(process: KubeletProcess): Generator<KubeletProcess, void, undefined> {
    const processes = this.processesOf(process.node);
    for (let at = countLeading(processes, (one) => !wasOverBefore(process, one)); at < processes.length; at += 1)
      if (processes[at] !== process) yield processes[at] as KubeletProcess;
  }

  /** The first of them. */
  processAfter(process: KubeletProcess): KubeletProcess | undefined {
    for (const next of this.processesAfter(process)) return next;
    return undefined;
  }

  /** What a kubelet reported of its node, by time. */
  reportsOf(process: string): readonly NodeReadyChange[] {
    this.#reports ??= grouped(this.#history.nodeReady, ({ process: reporter }) => reporter);
    return this.#reports.get(process) ?? [];
  }

  /** The episodes of a process, in the history's order. */
  episodesOf(process: string): readonly Episode[] {
    return this.#episodes.get(process) ?? [];
  }

  /** The skips of an episode, in the history's order. */
  skipsOf(episode: string): readonly Skip[] {
    this.#skips ??= grouped(this.#history.skips, (skip) => skip.episode ?? '');
    return this.#skips.get(episode) ?? [];
  }

  /** What the rules said of a quantity, in the history's order. */
  constraintsOf(quantity: string): readonly Constraint[] {
    this.#constraints ??= grouped(this.#history.constraints, (constraint) => constraint.quantity);
    return this.#constraints.get(quantity) ?? [];
  }

  /** The first episode of a process, in the history's order, that began after `begin` and names a last listed relist that began at `listed` or later. */
  laterNaming(process: string, begin: Instant, listed: Instant): Episode | undefined {
    const search = onceFor(this.#searches, process, () => {
      const episodes = this.episodesOf(process);
      return {
        begin: new FirstBetween(episodes, (episode) => episode.begin.min),
        named: new FirstBetween(episodes, ({ lastRelist }) => lastRelist?.max ?? Number.NaN),
      };
    });
    return search.named.find(
      listed,
      Number.POSITIVE_INFINITY,
      search.begin.firstFrom(begin + 1),
      (episode) => episode.begin.min > begin,
    );
  }

  /** The stalls of a process, in the history's order. */
  stallsOf(process: string): readonly LoopStall[] {
    return this.#stalls.get(process) ?? [];
  }

  /** Stretches without lines that touch the time between two moments, in order of their begin. */
  holesBetween(from: Instant, to: Instant): readonly LogGap[] {
    const first = countLeading(this.#latest, (latest) => latest <= from);
    const behind = countLeading(this.#holes, (hole) => hole.from < to);
    return this.#holes.slice(first, Math.max(first, behind)).filter((hole) => hole.to > from);
  }
}

/** The look-ups of a history; made when somebody asks first. */
export const lookupsOf = oncePer((history: ProvenHistory) => new HistoryLookups(history));

function sorted<Item>(items: readonly Item[], compare: (a: Item, b: Item) => number): readonly Item[] {
  return [...items].sort(compare);
}

/** The sources whose lines stand from the last to the first (`journalctl -r`), as far as a kubelet wrote more than one. */
export const backwardSources = oncePer<Pick<ProvenHistory, 'processes'>, ReadonlySet<number>>(
  ({ processes }) =>
    new Set(
      processes.flatMap(({ first, last }) =>
        first.source === last.source && first.line > last.line ? first.source : [],
      ),
    ),
);
