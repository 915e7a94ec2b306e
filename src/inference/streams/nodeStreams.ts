import type { Origin } from '../../journal/envelope/origin.ts';
import { onceFor } from '../../kubelet/oncePer.ts';
import type { Fact } from '../../messages/fact.ts';
import { type Duration, seconds } from '../../kubelet/time.ts';
import { isKubeletName, writerKind } from '../../kubelet/writers.ts';
import type { ProcessLedger } from './ledger.ts';
import type { OpenedRecord } from '../store/lines.ts';
import type { Waiters } from './candidates.ts';
import { ProcessTracker, type RunNumbers } from './processes.ts';

/** A process run goes on under a new host name if its next line follows this soon. */
const RENAME_WITHIN: Duration = seconds(3600);
/** klog lines of several threads step back by less than this. */
const JITTER: Duration = seconds(1);

/** So many facts of a host of which no kubelet wrote yet are kept: its last boot and starts of its unit. */
const MOST_EARLY = 16;

/** Of so many hosts at once; the first ones are forgotten. */
const MOST_EARLY_HOSTS = 1000;

/** The records of one node, with the process runs of its kubelet. */
interface Stream {
  /** Its place among the streams. */
  readonly index: number;
  readonly tracker: ProcessTracker;
  readonly names: Set<string>;
  /** Names under which a process run went on. If names take turns, they are several nodes with the same pid. */
  readonly renamed: Set<string>;
  lastName: string | undefined;
  /** How often a name of before came back. */
  returns: number;
}

/** A host may be renamed back and forth once; more than that are turns of several. */
const MOST_RETURNS = 2;

/**
 * Tells to which node a record belongs, before its process run is looked up there: pids, boots and unit stops of one node mean nothing for another.
 * The name that the user gave to a source decides, else the host. The host is evidence, not a key: a process run whose klog clock goes on under a new name stays on its node,
 * unless both names are seen to take turns.
 */
export class NodeStreams {
  /** The process runs of all nodes in order of appearance. */
  readonly ledgers: ProcessLedger[] = [];
  /** See `ProcessTracker.promoted`. */
  readonly promoted: Fact[] = [];
  readonly #numbering: RunNumbers = { last: 0 };
  readonly #nodeNames: ReadonlyMap<number, string>;
  readonly #waiters: Waiters;
  readonly #streams: Stream[] = [];
  readonly #byName = new Map<string, Stream>();
  readonly #byTracker = new Map<ProcessTracker, Stream>();
  readonly #trackersOfPid = new Map<number, Set<ProcessTracker>>();
  /** The first stream that has no name, if any has none. */
  #nameless: Stream | undefined;
  readonly #ofSource = new Map<number, Stream>();
  #last: Stream;
  #lastHost: string | undefined;
  #lastSource = -1;
  /** The stream was taken for a neighbour's line under a new name: a kubelet's line decides anew. */
  #guessed = false;
  /** What other programs of a host said of which no kubelet wrote yet; its node hears it once there is one. */
  readonly #early = new Map<string, Fact[]>();
  /** When each host was seen first and last, counted in changes of host. */
  readonly #seen = new Map<string, { readonly first: number; last: number }>();
  #changes = 0;
  #judged = '';
  #judgedOther = false;

  /** `nodeNames`: names that the user gave, by index of the source; may be filled later, before the source's first record. */
  constructor(nodeNames: ReadonlyMap<number, string>, waiters: Waiters) {
    this.#nodeNames = nodeNames;
    this.#waiters = waiters;
    this.#last = this.#add();
  }

  /** The process run that was last written to on the node of the last record. */
  get current(): ProcessLedger | undefined {
    return this.#last.tracker.current;
  }

  /** The process run that a record belongs to, or `undefined` for neighbours and strangers. */
  attribute(opened: OpenedRecord, facts: readonly Fact[]): ProcessLedger | undefined {
    const { host, identifier } = opened.journal ?? {};
    const { source } = opened.record;
    // Other components of Kubernetes write klog too: in a capture of many programs they are neither kubelets nor nodes.
    if (opened.klog !== undefined && identifier !== undefined && this.#isOther(identifier)) return undefined;
    if (source !== this.#lastSource || host !== this.#lastHost || (this.#guessed && opened.klog !== undefined)) {
      this.#see(host);
      this.#lastSource = source;
      this.#lastHost = host;
      this.#guessed = false;
      this.#last = this.#choose(opened, facts, source, host);
      this.#ofSource.set(source, this.#last);
    }
    if (this.#guessed && host !== undefined && facts.length > 0) this.#keepEarly(host, facts);
    return this.#last.tracker.attribute(opened, facts);
  }

  #keepEarly(host: string, facts: readonly Fact[]): void {
    const [oldest] = this.#early.keys();
    if (oldest !== undefined && this.#early.size >= MOST_EARLY_HOSTS && !this.#early.has(host))
      this.#early.delete(oldest);
    const early = onceFor(this.#early, host, () => []);
    early.push(...facts);
    if (early.length > MOST_EARLY) early.splice(0, early.length - MOST_EARLY);
  }

  /** The process run that a line of such origin and pid would belong to, were it the next; `undefined` when it takes a record to tell. */
  processRunOf(source: number, origin: Origin | undefined, pid: number): ProcessLedger | undefined {
    return this.#isInterleaved(source, origin) ? undefined : this.#last.tracker.processRunOf(pid);
  }

  /** The same of a line that states nothing new, and is taken. */
  continues(source: number, origin: Origin | undefined, pid: number): ProcessLedger | undefined {
    return this.#isInterleaved(source, origin) ? undefined : this.#last.tracker.continues(pid);
  }

  /** Whether a line is of another source or host than the record before, or of a program that is no kubelet. */
  #isInterleaved(source: number, origin: Origin | undefined): boolean {
    if (source !== this.#lastSource || origin?.host !== this.#lastHost) return true;
    const identifier = origin?.identifier;
    return identifier !== undefined && this.#isOther(identifier);
  }

  /** Names repeat in every line. */
  #isOther(identifier: string): boolean {
    if (identifier !== this.#judged) {
      this.#judged = identifier;
      this.#judgedOther = writerKind(identifier) === 'other';
    }
    return this.#judgedOther;
  }

  /** Notes what a fact says about the process run itself. */
  learn(ledger: ProcessLedger, fact: Fact): void {
    this.#last.tracker.learn(ledger, fact);
  }

  /** Knows nothing more of these process runs. */
  forget(runs: ReadonlySet<ProcessLedger>): void {
    let kept = 0;
    for (const ledger of this.ledgers) {
      if (runs.has(ledger)) continue;
      this.ledgers[kept] = ledger;
      kept += 1;
    }
    this.ledgers.length = kept;
    for (const { tracker } of this.#streams) tracker.forget(runs);
  }

  #choose(opened: OpenedRecord, facts: readonly Fact[], source: number, host: string | undefined): Stream {
    const given = this.#nodeNames.get(source);
    if (given !== undefined) return this.#named(given) ?? this.#adopt(given) ?? this.#add(given);
    if (host === undefined)
      return (
        this.#ofPid(opened)?.stream ?? this.#ofSource.get(source) ?? this.#unnamed() ?? this.#streams[0] ?? this.#add()
      );
    const known = this.#named(host);
    if (known !== undefined) return opened.klog === undefined ? known : this.#afterReturn(known, host);
    if (opened.klog === undefined) {
      // A machine's first lines can come under another name than its kubelet's; only a kubelet, or a name beside others, makes a node.
      const before = this.#ofSource.get(source) ?? this.#last;
      if (this.#isAmongOthers(before, host) || isKubeletOfOtherFile(before.tracker, opened))
        return this.#addWith(opened, host);
      this.#guessed = true;
      return before;
    }
    return this.#rename(opened, facts, host) ?? this.#adopt(host) ?? this.#addWith(opened, host);
  }

  #named(name: string): Stream | undefined {
    return this.#byName.get(name);
  }

  #unnamed(): Stream | undefined {
    return this.#nameless;
  }

  /** A stream without a name takes this one, unless a kubelet of another machine began there whose lines have no header. */
  #adopt(name: string): Stream | undefined {
    const stream = this.#unnamed();
    if (stream === undefined || isOfOtherMachine(stream.tracker.latest, name)) return undefined;
    this.#name(stream, name);
    return stream;
  }

  #name(stream: Stream, name: string): void {
    stream.names.add(name);
    this.#byName.set(name, stream);
    if (stream === this.#nameless) this.#nameless = this.#streams.find(({ names }) => names.size === 0);
  }

  #add(name?: string): Stream {
    const tracker = new ProcessTracker(
      this.ledgers,
      this.promoted,
      this.#trackersOfPid,
      this.#numbering,
      this.#waiters,
    );
    const stream: Stream = {
      index: this.#streams.length,
      tracker,
      names: new Set(),
      renamed: new Set(),
      lastName: name,
      returns: 0,
    };
    this.#streams.push(stream);
    this.#byTracker.set(tracker, stream);
    if (name === undefined) this.#nameless ??= stream;
    else {
      this.#name(stream, name);
      tracker.hear(this.#early.get(name) ?? [], name);
      this.#early.delete(name);
    }
    return stream;
  }

  /** A node of its own, with the process run that began with lines without a header under its name: until a header came, they were of the only node that there was. */
  #addWith({ klog, journal }: OpenedRecord, host: string): Stream {
    const stream = this.#add(host);
    const pid = klog?.pid ?? journal?.pid;
    if (pid === undefined) return stream;
    for (const tracker of [...(this.#trackersOfPid.get(pid) ?? [])]) {
      const ledger = tracker.processRunOf(pid);
      if (ledger?.hasHeaders === false && ledger.hosts.size === 1 && ledger.hosts.has(host))
        stream.tracker.takeOver(tracker, ledger);
    }
    return stream;
  }

  /** The stream with a process run of the record's pid whose clock goes on with the record. */
  #ofPid({
    klog,
    journal,
    time,
  }: OpenedRecord): { readonly stream: Stream; readonly ledger: ProcessLedger } | undefined {
    const pid = klog?.pid ?? journal?.pid;
    if (pid === undefined || time === undefined) return undefined;
    let found: { readonly stream: Stream; readonly ledger: ProcessLedger } | undefined;
    for (const tracker of this.#trackersOfPid.get(pid) ?? []) {
      const stream = this.#byTracker.get(tracker);
      const ledger = tracker.processRunOf(pid);
      if (
        stream === undefined ||
        ledger?.to === undefined ||
        time <= ledger.to - JITTER ||
        time - ledger.to >= RENAME_WITHIN
      )
        continue;
      if (found === undefined || stream.index < found.stream.index) found = { stream, ledger };
    }
    return found;
  }

  /** The stream whose process run goes on under this name. A start of a kubelet goes on with nothing, and what ended, or another one followed, does not go on. */
  #rename(opened: OpenedRecord, facts: readonly Fact[], to: string): Stream | undefined {
    if (facts.some(({ kind }) => kind === 'kubelet-version' || kind === 'sync-loop-started' || kind === 'flag'))
      return undefined;
    const found = this.#ofPid(opened);
    if (
      found === undefined ||
      found.ledger.endedByExit ||
      found.stream.tracker.current !== found.ledger ||
      this.#nodeNames.has(found.ledger.first.source) ||
      isOfOtherFile(found.ledger, opened.record.source) ||
      this.#isAmongOthers(found.stream, to)
    )
      return undefined;
    const { stream } = found;
    if (stream.names.size > 0) stream.renamed.add(to);
    this.#name(stream, to);
    stream.lastName = to;
    return stream;
  }

  /** Counts how often a name comes back after a process run went on under another; when they take turns, the later names have nodes of their own. */
  #afterReturn(stream: Stream, host: string): Stream {
    if (stream.renamed.size === 0 || stream.lastName === host) return stream;
    stream.lastName = host;
    stream.returns += 1;
    if (stream.returns <= MOST_RETURNS) return stream;
    for (const name of stream.renamed) {
      stream.names.delete(name);
      this.#byName.delete(name);
      for (const ledger of this.ledgers)
        if (ledger.hosts.size > 1 && [...stream.names].some((other) => ledger.hosts.has(other)))
          ledger.hosts.delete(name);
      this.#add(name);
    }
    stream.renamed.clear();
    return this.#named(host) ?? stream;
  }

  #see(host: string | undefined): void {
    if (host === this.#lastHost) return;
    const before = this.#lastHost === undefined ? undefined : this.#seen.get(this.#lastHost);
    if (before !== undefined) before.last = this.#changes;
    this.#changes += 1;
    if (host === undefined) return;
    const known = this.#seen.get(host);
    if (known === undefined) this.#seen.set(host, { first: this.#changes, last: this.#changes });
    else known.last = this.#changes;
  }

  /** Whether a host and a name of the stream were each seen after the other. */
  #isAmongOthers(stream: Stream, host: string): boolean {
    const own = this.#seen.get(host);
    if (own === undefined) return false;
    for (const name of stream.names) {
      const other = this.#seen.get(name);
      if (other !== undefined && name !== host && own.first < other.last && other.first < own.last) return true;
    }
    return false;
  }
}

/** Whether a line without a header is a kubelet's that has the pid of one of another file. */
function isKubeletOfOtherFile(tracker: ProcessTracker, { record, journal }: OpenedRecord): boolean {
  const run = journal?.pid === undefined ? undefined : tracker.processRunOf(journal.pid);
  return run !== undefined && isKubeletName(journal?.identifier ?? '') && isOfOtherFile(run, record.source);
}

/** Whether a process run stands under a name of its own in another file: machines made of one image often have the same pids. One that has no name yet may get it in the next file. */
function isOfOtherFile(run: ProcessLedger, source: number): boolean {
  return run.last.source !== source && hasOwnName(run);
}

function isOfOtherMachine(run: ProcessLedger | undefined, name: string): boolean {
  return run !== undefined && hasOwnName(run) && !run.hosts.has(name);
}

/** Until it has its name a machine is `localhost`. */
function hasOwnName({ hosts }: ProcessLedger): boolean {
  return hosts.size > 0 && [...hosts].every((host) => !host.startsWith('localhost'));
}
