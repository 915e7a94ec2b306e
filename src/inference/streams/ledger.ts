import type { LogRecord } from '../../journal/record.ts';
import { type Instant, milliseconds, seconds } from '../../kubelet/time.ts';
import { isKubeletName } from '../../kubelet/writers.ts';
import type { KubeletVersion } from '../../kubelet/version.ts';
import type {
  EventedFact,
  Fact,
  HousekeepingFailedFact,
  HousekeepingSlowFact,
  InspectFailedFact,
  KubeletExitFact,
  NodeConditionFact,
  NodeEventFact,
  RelistFailedFact,
  RuntimeCallFailedFact,
  SkipFact,
} from '../../messages/fact.ts';
import { beginsTurn } from '../../messages/factTraits.ts';
import { EndSigns } from './endSigns.ts';
import type { FoldedBefore } from '../episodes/foldedSkips.ts';
import type { LineReference, Setting } from '../history.ts';
import type { OpenedRecord } from '../store/lines.ts';
import type { StepBack } from './stepsBack.ts';
import { Silences } from './silences.ts';
import type { StatusCheck } from '../relists/statusCalls.ts';
import { TimeColumn } from '../store/timeColumn.ts';
import { ownNodeName } from './ownNodeName.ts';
import { VersionSightings } from './versionEvidence.ts';

const GRAIN = milliseconds(50);
/** Checks that come nearer to each other tell the same. */
const CHECKED_EVERY = seconds(1);
/** The name stands in most of them, or in none. */
const MOST_SEARCHED = 1000;
/** Of a source. */
const FIRST_LINE = 1;

/** What was noted of one process run of a kubelet while its records passed: the facts that rules need again, those of which there are very many as columns. */
export class ProcessLedger {
  /** `process-1`, …; given when the process run is certain. */
  id = '';
  pid: number | undefined;
  /** Of the first line that names it. */
  identifier: string | undefined;
  readonly isJson: boolean;
  readonly first: LineReference;
  readonly last: { source: number; line: number };
  #from: Instant | undefined;
  #plainFrom: Instant | undefined;
  /** In place, unlike a number that may be undefined: it is written with every line. */
  #to = Number.NEGATIVE_INFINITY;
  records = 0;
  readonly hosts = new Set<string>();
  readonly sources = new Set<number>();
  readonly skips: SkipFact[] = [];
  #folded: Map<SkipFact, FoldedBefore> | undefined;
  readonly relistFailures: RelistFailedFact[] = [];
  readonly runtimeCallFailures: RuntimeCallFailedFact[] = [];
  readonly statusFailures: StatusCheck[] = [];
  readonly inspectFailures: InspectFailedFact[] = [];
  readonly slowHousekeeping: HousekeepingSlowFact[] = [];
  readonly failedHousekeeping: HousekeepingFailedFact[] = [];
  readonly conditions: NodeConditionFact[] = [];
  readonly nodeEvents: NodeEventFact[] = [];
  readonly evented: EventedFact[] = [];
  readonly exits: KubeletExitFact[] = [];
  /** Lines that the sync loop writes at the start of a turn's work: the check before the turn was healthy. */
  readonly turns = new TimeColumn(GRAIN);
  /** Lines that PLEG writes after a listing returned, with the pod's uid. */
  readonly listings = new TimeColumn(GRAIN);
  /** `GenericPLEG: Relisting`, at -v=5. */
  readonly relistStarts = new TimeColumn(0);
  readonly channelFull = new TimeColumn(GRAIN);
  /** Health checks that find no turn of the loop ended. */
  readonly lateLoops = new TimeColumn(CHECKED_EVERY);
  /** Journal losses noticed while this process was the current one: lines from its last one before the mark (`from`) to the mark (`time`) are missing. */
  readonly losses: { readonly from: Instant; readonly time: Instant; readonly at: LineReference }[] = [];
  /** Where its lines go back in time. */
  readonly stepsBack: StepBack[] = [];
  readonly settings = new Map<string, Setting>();
  /** What the first records tell of the version. */
  readonly versionSightings = new VersionSightings();
  /** `isBare`: from a line that other components print too. */
  version:
    | { readonly value: KubeletVersion; readonly time: Instant; readonly at: LineReference; readonly isBare: boolean }
    | undefined;
  /** What a line before the stretch of time that is looked at says. */
  versionBefore: { readonly value: KubeletVersion; readonly at: LineReference } | undefined;
  /** A kubelet prints its flags before all else. */
  printedFlags = false;
  /** It registers its node, or tries to: what a kubelet does at its start. */
  registers = false;
  /** A step that it takes once, at its start, failed. */
  startFailed = false;
  /** How it calls its node in calls to the API server. */
  nodeNamed: string | undefined;
  /** So many errors of such calls are still searched for it. */
  #unsearched = MOST_SEARCHED;
  /** When the process began, by its own clock; of k3s and the like this may be long before its kubelet. */
  began: Instant | undefined;
  loopStarted: { readonly time: Instant; readonly at: LineReference } | undefined;
  /** Highest `v` that klog JSON shows; the messages prove more. */
  verbosity = 0;
  /** Catalogue rows of the facts seen. */
  readonly messages = new Set<string>();
  /** Last thing known before this process run began: end of the process run before, or a unit start. */
  notBefore: Instant | undefined;
  endedByExit = false;
  /** So often the clock had been set back between process runs before this one. */
  clockPeriod = 0;
  /** What others say of its end. */
  readonly endSigns = new EndSigns();
  /** Another process run of the same node began after this one. */
  replaced = false;
  readonly silences = new Silences();
  /** The last record's time and place, and when it arrived (`NaN`: not known), for the watch on clocks. */
  readonly clock = {
    time: Number.NEGATIVE_INFINITY,
    arrived: Number.NaN,
    source: 0,
    line: 0,
    back: 0,
    /** Time of the first record in the order of the log. */
    first: Number.NaN,
    /** The last record has no stamp but that of its arrival. */
    isArrival: false,
  };
  #lastHost: string | undefined;
  #lastMessage: string | undefined;

  constructor(record: LogRecord, pid: number | undefined) {
    this.pid = pid;
    this.identifier = record.journal?.identifier;
    this.isJson = record.form === 'json';
    this.first = { source: record.source, line: record.line };
    this.last = { source: record.source, line: record.line };
    this.sources.add(record.source);
  }

  /** Counts a record of this process: the cheap part that every record takes. */
  note({ record, time, journal, klog }: OpenedRecord): void {
    this.records += 1;
    const { last } = this;
    if (record.source !== last.source) this.sources.add(record.source);
    // Output that is reversed (journalctl -r) ends at its lowest line; records that waited come late, with an earlier time.
    if (record.source !== last.source || record.line > last.line || (time !== undefined && time >= this.#to)) {
      last.source = record.source;
      last.line = record.line;
    }
    if (time !== undefined) {
      if (klog !== undefined) {
        if (this.#from === undefined || time < this.#from) this.#from = time;
      } else if (this.#plainFrom === undefined || time < this.#plainFrom) this.#plainFrom = time;
      if (time > this.#to) this.#to = time;
    }
    // A log that was pasted, or cut in the middle of a line, names its writer from the second line on.
    if (this.identifier === undefined && journal?.identifier !== undefined && isKubeletName(journal.identifier))
      this.identifier = journal.identifier;
    const host = journal?.host;
    if (host !== undefined && host !== this.#lastHost) {
      // A paste begins in the middle of a word: the first line of a file has only the end of the name.
      const cut = this.records === 2 && this.first.line === FIRST_LINE ? this.#lastHost : undefined;
      if (cut !== undefined && host.endsWith(cut)) this.hosts.delete(cut);
      this.#lastHost = host;
      this.hosts.add(host);
    }
    const verbosity = klog?.verbosity;
    if (verbosity !== undefined && verbosity > this.verbosity) this.verbosity = verbosity;
  }

  /** Counts lines of a run of this process, on the host of the record before; `from` and `to` are the first and the last of their times. */
  noteRun(source: number, lastLine: number, count: number, from: Instant, to: Instant): void {
    this.records += count;
    const { last } = this;
    if (source !== last.source) {
      this.sources.add(source);
      last.source = source;
      last.line = lastLine;
    } else if (lastLine > last.line) last.line = lastLine;
    if (this.#from === undefined || from < this.#from) this.#from = from;
    if (to > this.#to) this.#to = to;
  }

  /** Whether a record of it had a klog header. */
  get hasHeaders(): boolean {
    return this.#from !== undefined;
  }

  /** The last time of the process run. */
  get to(): Instant | undefined {
    return this.#to === Number.NEGATIVE_INFINITY ? undefined : (this.#to as Instant);
  }

  /** The first time of the process run. A record without klog header has the journal's time, often cut to the second and so too early: it counts only where no other is. */
  get from(): Instant | undefined {
    return this.#from ?? this.#plainFrom;
  }

  /** True if the process run began in this log, as far as its own lines say. */
  get startedInLog(): boolean {
    return this.loopStarted !== undefined || this.version !== undefined || this.printedFlags;
  }

  /** The skips before this one that are not kept. */
  foldedBefore(skip: SkipFact): FoldedBefore | undefined {
    return this.#folded?.get(skip);
  }

  /** Notes how many skips before this one are not kept. */
  noteFolded(skip: SkipFact, before: FoldedBefore | undefined): void {
    if (before !== undefined) (this.#folded ??= new Map()).set(skip, before);
    else this.#folded?.delete(skip);
  }

  /** Puts a fact where the rules look for it. */
  add(fact: Fact): void {
    if (fact.message !== this.#lastMessage) {
      this.#lastMessage = fact.message;
      this.messages.add(fact.message);
    }
    if (beginsTurn(fact)) {
      this.turns.push(fact.time, fact);
      return;
    }
    switch (fact.kind) {
      case 'skip':
        this.skips.push(fact);
        return;
      case 'container-finished':
        this.listings.push(fact.time, fact, fact.pod.uid);
        return;
      case 'state-change':
        this.listings.push(fact.time, fact, fact.pod.uid);
        return;
      case 'relist-started':
        if (fact.scope === 'all') this.relistStarts.push(fact.time, fact);
        return;
      case 'api-error':
        if (fact.call === 'registration') this.registers = true;
        if (this.nodeNamed === undefined && this.#unsearched > 0) {
          this.#unsearched -= 1;
          this.nodeNamed = ownNodeName(fact);
        }
        return;
      case 'relist-failed':
        this.relistFailures.push(fact);
        return;
      case 'runtime-call-failed':
        this.runtimeCallFailures.push(fact);
        return;
      case 'status-failed':
      case 'runtime-not-ready':
        this.statusFailures.push(fact);
        return;
      case 'inspect-failed':
        this.inspectFailures.push(fact);
        return;
      case 'housekeeping-failed':
        this.failedHousekeeping.push(fact);
        return;
      case 'loop-late':
        this.lateLoops.push(fact.time, fact);
        return;
      case 'housekeeping-slow':
        this.slowHousekeeping.push(fact);
        return;
      case 'node-condition':
        this.conditions.push(fact);
        if (fact.uptime !== undefined) this.began ??= (fact.time - fact.uptime) as Instant;
        return;
      case 'node-event':
        if (fact.event === 'RegisteredNode') this.registers = true;
        this.nodeEvents.push(fact);
        return;
      case 'evented':
        this.evented.push(fact);
        return;
      case 'event-channel-full':
        this.channelFull.push(fact.time, fact);
        return;
      case 'kubelet-exit':
        this.exits.push(fact);
        if (fact.fatal) this.endedByExit = true;
        return;
      case 'startup-failed':
        this.startFailed = true;
        return;
      // The history keeps these, or they say of the process run itself (`processes.ts`) or of pods what others take.
      case 'pleg-event':
      case 'pleg-event-ignored':
      case 'events-held-back':
      case 'network-not-ready':
      case 'housekeeping':
      case 'sync-loop-started':
      case 'kubelet-version':
      case 'runtime-version':
      case 'flag':
      case 'pod-config':
      case 'pods-sync':
      case 'probe':
      case 'pod-sync-error':
      case 'container-named':
      case 'cni-failed':
      case 'volume-failed':
      case 'eviction':
      case 'node-trouble':
      case 'pod-trouble':
      case 'neighbour':
      case 'journal-loss':
      case 'other-error':
      case 'boot':
        return;
      default:
        ofNoKind(fact);
    }
  }
}

/** The build breaks on a kind of which nobody says whether the rules look for it. */
function ofNoKind(fact: never): void {
  void fact;
}
