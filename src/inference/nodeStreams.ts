import type { Fact } from '../messages/fact.ts';
import { type Duration, seconds } from '../kubelet/time.ts';
import type { ProcessLedger } from './ledger.ts';
import type { OpenedRecord } from './lines.ts';
import { ProcessTracker } from './processes.ts';

/** A life goes on under a new host name if its next line follows this soon. */
const RENAME_WITHIN: Duration = seconds(3600);
/** klog lines of several threads step back by less than this. */
const JITTER: Duration = seconds(1);

/** The records of one node, with the lives of its kubelet. */
interface Stream {
  readonly tracker: ProcessTracker;
  readonly names: Set<string>;
  /** A life that went on under another name. If the old name comes back again and again, they are two nodes with the same pid. */
  renamed: { readonly from: string; readonly to: string; readonly ledger: ProcessLedger; returns: number } | undefined;
}

/**
 * Tells to which node a record belongs, before its life is looked up there: pids, boots and unit stops of one node mean nothing for another.
 * The name that the user gave to a source decides, else the host. The host is evidence, not a key: a life whose klog clock goes on under a new name stays on its node,
 * until both names take turns.
 */
export class NodeStreams {
  /** The lives of all nodes in order of appearance. */
  readonly ledgers: ProcessLedger[] = [];
  /** See `ProcessTracker.promoted`. */
  readonly promoted: Fact[] = [];
  readonly #nodeNames: ReadonlyMap<number, string>;
  readonly #streams: Stream[] = [];
  readonly #ofSource = new Map<number, Stream>();
  #last: Stream;
  #lastHost: string | undefined;
  #lastSource = -1;

  /** `nodeNames`: names that the user gave, by index of the source; may be filled later, before the source's first record. */
  constructor(nodeNames: ReadonlyMap<number, string>) {
    this.#nodeNames = nodeNames;
    this.#last = this.#add();
  }

  /** The life that was last written to on the node of the last record. */
  get current(): ProcessLedger | undefined {
    return this.#last.tracker.current;
  }

  /** The life that a record belongs to, or `undefined` for neighbours and strangers. */
  attribute(opened: OpenedRecord, facts: readonly Fact[]): ProcessLedger | undefined {
    const host = opened.journal?.host;
    const { source } = opened.record;
    if (source !== this.#lastSource || host !== this.#lastHost) {
      this.#lastSource = source;
      this.#lastHost = host;
      this.#last = this.#choose(opened, source, host);
      this.#ofSource.set(source, this.#last);
    }
    return this.#last.tracker.attribute(opened, facts);
  }

  /** The life of a line that states nothing new; `undefined` when it takes a record to tell. */
  continues(source: number, host: string | undefined, pid: number): ProcessLedger | undefined {
    return source === this.#lastSource && host === this.#lastHost ? this.#last.tracker.continues(pid) : undefined;
  }

  /** Notes what a fact says about the life itself. */
  learn(ledger: ProcessLedger, fact: Fact): void {
    this.#last.tracker.learn(ledger, fact);
  }

  #choose(opened: OpenedRecord, source: number, host: string | undefined): Stream {
    const given = this.#nodeNames.get(source);
    if (given !== undefined) return this.#named(given) ?? this.#adopt(given) ?? this.#add(given);
    if (host === undefined) return this.#ofPid(opened)?.stream ?? this.#ofSource.get(source) ?? this.#unnamed() ?? this.#streams[0] ?? this.#add();
    const known = this.#named(host);
    if (known !== undefined) return opened.klog === undefined ? known : this.#afterReturn(known, host);
    // Neighbours may still write under a name of before; only a kubelet makes a node.
    if (opened.klog === undefined) return this.#ofSource.get(source) ?? this.#last;
    return this.#rename(opened, host) ?? this.#adopt(host) ?? this.#add(host);
  }

  #named(name: string): Stream | undefined {
    return this.#streams.find((stream) => stream.names.has(name));
  }

  #unnamed(): Stream | undefined {
    return this.#streams.find((stream) => stream.names.size === 0);
  }

  /** A stream without a name takes this one. */
  #adopt(name: string): Stream | undefined {
    const stream = this.#unnamed();
    stream?.names.add(name);
    return stream;
  }

  #add(name?: string): Stream {
    const stream: Stream = { tracker: new ProcessTracker(this.ledgers, this.promoted), names: new Set(name === undefined ? [] : [name]), renamed: undefined };
    this.#streams.push(stream);
    return stream;
  }

  /** The stream with a life of the record's pid whose clock goes on with the record. */
  #ofPid({ klog, journal, time }: OpenedRecord): { readonly stream: Stream; readonly ledger: ProcessLedger } | undefined {
    const pid = klog?.pid ?? journal?.pid;
    if (pid === undefined || time === undefined) return undefined;
    for (const stream of this.#streams) {
      const ledger = stream.tracker.lifeOf(pid);
      if (ledger?.to !== undefined && time > ledger.to - JITTER && time - ledger.to < RENAME_WITHIN) return { stream, ledger };
    }
    return undefined;
  }

  #rename(opened: OpenedRecord, to: string): Stream | undefined {
    const found = this.#ofPid(opened);
    if (found === undefined) return undefined;
    const { stream, ledger } = found;
    const from = [...ledger.hosts].at(-1);
    if (from !== undefined && this.#nodeNames.get(ledger.first.source) !== undefined) return undefined;
    stream.names.add(to);
    if (from !== undefined) stream.renamed = { from, to, ledger, returns: 0 };
    return stream;
  }

  /** Counts how often a name comes back after a life went on under another; from the second time on the new name has a node of its own. */
  #afterReturn(stream: Stream, host: string): Stream {
    const { renamed } = stream;
    if (renamed === undefined || host !== renamed.from) return stream;
    renamed.returns += 1;
    if (renamed.returns < 2) return stream;
    stream.names.delete(renamed.to);
    renamed.ledger.hosts.delete(renamed.to);
    stream.renamed = undefined;
    this.#add(renamed.to);
    return stream;
  }
}
