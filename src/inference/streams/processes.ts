import { onceFor } from '../../kubelet/oncePer.ts';
import type { LogRecord } from '../../journal/record.ts';
import { ownerOfFile } from '../../kubelet/callerFiles.ts';
import { type Instant, seconds } from '../../kubelet/time.ts';
import { parseVersion } from '../../kubelet/version.ts';
import {
  hasKubeletAsChild,
  isAllInOne,
  isKubeletName,
  isKubeletSupervisor,
  isMinikubeMessage,
  isMultiCall,
} from '../../kubelet/writers.ts';
import type { Fact } from '../../messages/fact.ts';
import { traitsOf } from '../../messages/factTraits.ts';
import { LOGRUS } from '../../messages/recognise/logrus.ts';
import { BARE_VERSION, isKubeletRecord, isOfParent, isOwnPrint } from './kubeletLines.ts';
import { startsAgain } from '../rules/newProcess.ts';
import { Candidates, type Waiters } from './candidates.ts';
import { ProcessLedger } from './ledger.ts';
import { LATEST_LINE } from './stepsBack.ts';
import { lineOf, type OpenedRecord } from '../store/lines.ts';

/** A kubelet writes its last lines so soon after it is asked to stop. */
const STOPS_WITHIN = seconds(5);

/** The number of the last process run, also where some are no longer kept. */
export interface RunNumbers {
  last: number;
}

/**
 * Tells to which process run of a kubelet a record belongs. A new pid starts a process run only on a record from a kubelet source file (or under a kubelet's
 * identifier with that very pid): crictl and others write klog lines with pids of their own. The same pid starts a new process run with a second version
 * line or a second start of the main sync loop (a kubelet in a container is always pid 1), and every process run ends at a boot mark.
 * A program that holds a kubelet beside other components (k3s, kubelite) is one process run for each start of that program: its components print versions and flags of their own.
 * The host is no key: it may change in the middle of a process run. Several nodes have a tracker each (`NodeStreams`).
 */
export class ProcessTracker {
  /** All process runs in order of appearance; several nodes share the list. */
  readonly ledgers: ProcessLedger[];
  readonly #byPid = new Map<number, ProcessLedger>();
  /** By the journal's pid, where klog prints another one: a child writes through its parent (k3s without root), or in a pid namespace of its own. */
  readonly #byWriter = new Map<number, ProcessLedger>();
  /** Processes of a program for all components whose first line was another component's. */
  readonly #otherComponents = new Set<number>();
  readonly #candidates: Candidates;
  /** The process run that words of a parent began, until its child speaks. */
  #childless: ProcessLedger | undefined;
  #current: ProcessLedger | undefined;
  #notBefore: Instant | undefined;
  /** The process run that began last, and whether a time service set the clock, or the machine booted, since. */
  #latest: ProcessLedger | undefined;
  #clockSet = false;
  /** systemd asked a kubelet to stop of which the log has no line yet: it begins there, and the next lines are that kubelet's last. */
  #stopAsked: Fact | undefined;

  /** Facts of lines that were read before their pid proved to be a kubelet: to be handled after `attribute` returned a ledger. */
  readonly promoted: Fact[];
  readonly #trackersOfPid: Map<number, Set<ProcessTracker>>;

  readonly #numbering: RunNumbers;
  readonly #waiters: Waiters;

  /** `trackersOfPid`: which trackers have a process run of a pid now; several nodes share it, `numbering` and `waiters`. */
  constructor(
    ledgers: ProcessLedger[],
    promoted: Fact[],
    trackersOfPid: Map<number, Set<ProcessTracker>>,
    numbering: RunNumbers,
    waiters: Waiters,
  ) {
    this.#waiters = waiters;
    this.ledgers = ledgers;
    this.#numbering = numbering;
    this.promoted = promoted;
    this.#candidates = new Candidates(waiters, promoted);
    this.#trackersOfPid = trackersOfPid;
  }

  get current(): ProcessLedger | undefined {
    return this.#current;
  }

  /** The process run that began last. */
  get latest(): ProcessLedger | undefined {
    return this.#latest;
  }

  /** The process run that has this pid now. */
  processRunOf(pid: number): ProcessLedger | undefined {
    return this.#byPid.get(pid);
  }

  /** The process run that a record belongs to, or `undefined` for neighbours and strangers. */
  attribute(opened: OpenedRecord, facts: readonly Fact[]): ProcessLedger | undefined {
    const { klog, journal } = opened;
    if (klog === undefined) {
      if (facts.length > 0) this.hear(facts, journal?.host);
      return this.#ofPlainRecord(opened, facts);
    }
    const pid = klog.pid ?? journal?.pid;
    let ledger = pid === undefined ? this.#continuedBy(opened) : (this.#byPid.get(pid) ?? this.#ofParent(opened, pid));
    if (ledger === undefined) ledger = this.#begin(opened, pid, facts);
    else if (facts.length > 0 && startsAgain(ledger, facts, klog.fileLine))
      ledger = this.#register(new ProcessLedger(opened.record, pid), pid, opened);
    if (ledger === undefined) return undefined;
    if (
      journal?.pid !== undefined &&
      journal.pid !== pid &&
      journal.identifier !== undefined &&
      isKubeletName(journal.identifier)
    )
      this.#byWriter.set(journal.pid, ledger);
    this.#current = ledger;
    ledger.note(opened);
    return ledger;
  }

  /** The process run that began with words of the program under whose journal pid this klog line of another pid stands: they are of one start. */
  #ofParent({ journal }: OpenedRecord, pid: number): ProcessLedger | undefined {
    if (
      journal?.pid === undefined ||
      journal.pid === pid ||
      journal.identifier === undefined ||
      !isKubeletName(journal.identifier)
    )
      return undefined;
    const ledger = this.#byPid.get(journal.pid);
    if (ledger === undefined || ledger.hasHeaders) return undefined;
    this.#keep(pid, ledger);
    return ledger;
  }

  /** The process run that began with words of the program whose child this is: they are of one start, and what is told of its pid is told of the child. */
  #asChild({ record, journal }: OpenedRecord, pid: number | undefined): ProcessLedger | undefined {
    const ledger = this.#childless;
    if (pid === undefined || ledger === undefined || record.message.startsWith(LOGRUS)) return undefined;
    if (ledger.identifier !== journal?.identifier || ledger.hasHeaders) return undefined;
    this.#childless = undefined;
    ledger.pid = pid;
    this.#keep(pid, ledger);
    return ledger;
  }

  /** The process run that a klog record without a pid goes on with; programs beside the kubelet write JSON of the same form. */
  #continuedBy({ record, klog }: OpenedRecord): ProcessLedger | undefined {
    const current = this.#current;
    if (current === undefined || record.form !== 'json') return current;
    const owner = ownerOfFile(klog?.file ?? '');
    return owner === 'kubelet' || (current.isJson && owner !== 'other' && !isZap(record)) ? current : undefined;
  }

  /** The process run of a line with this pid that states nothing new; `undefined` when it takes a record to tell. */
  continues(pid: number): ProcessLedger | undefined {
    const ledger = this.#byPid.get(pid);
    if (ledger !== undefined) this.#current = ledger;
    return ledger;
  }

  /** Notes what a fact says about the process run itself. */
  learn(ledger: ProcessLedger, fact: Fact): void {
    if (fact.kind === 'kubelet-version') {
      const value = parseVersion(fact.version);
      const isBare = fact.message === BARE_VERSION || isOfParent(fact);
      // In a program of many components others print a version as well.
      if (value !== undefined && !(isBare && ledger.version?.isBare === false))
        ledger.version = { value, time: fact.time, at: lineOf(fact), isBare };
    } else if (fact.kind === 'sync-loop-started') {
      ledger.loopStarted ??= { time: fact.time, at: lineOf(fact) };
    } else if (fact.kind === 'flag') {
      ledger.settings.set(fact.name, { value: fact.value, known: 'logged', evidence: lineOf(fact) });
      ledger.printedFlags = true;
    }
  }

  /** Knows nothing more of these process runs: a further line of one begins another. */
  forget(runs: ReadonlySet<ProcessLedger>): void {
    for (const [pid, ledger] of this.#byPid) {
      if (!runs.has(ledger)) continue;
      this.#byPid.delete(pid);
      const trackers = this.#trackersOfPid.get(pid);
      if (trackers?.delete(this) === true && trackers.size === 0) this.#trackersOfPid.delete(pid);
    }
    if (this.#current !== undefined && runs.has(this.#current)) this.#current = undefined;
    if (this.#childless !== undefined && runs.has(this.#childless)) this.#childless = undefined;
  }

  /** Takes a process run that was thought to be of another node. */
  takeOver(other: ProcessTracker, ledger: ProcessLedger): void {
    other.forget(new Set([ledger]));
    if (ledger.pid !== undefined) this.#keep(ledger.pid, ledger);
    ledger.notBefore = this.#notBefore;
    this.#notBefore = undefined;
    ledger.clockPeriod = 0;
    this.#latest = this.#current = ledger;
  }

  #ofPlainRecord(opened: OpenedRecord, facts: readonly Fact[]): ProcessLedger | undefined {
    const { record, journal } = opened;
    const pid = journal?.pid;
    const identifier = journal?.identifier;
    if (pid === undefined || identifier === undefined || !isKubeletName(identifier))
      return this.#ofRemains(opened, pid, facts);
    if (facts.some(isOfOthers)) return undefined;
    // A goroutine dump or a panic has no klog header, but the envelope says whose it is; so it does of a program that ended before its first klog line.
    const ledger =
      this.#byPid.get(pid) ??
      this.#byWriter.get(pid) ??
      this.#asChild(opened, pid) ??
      (isOwnPrint(record.message, facts, identifier, pid)
        ? this.#register(this.#candidates.take(pid) ?? new ProcessLedger(record, pid), pid, opened)
        : undefined);
    if (ledger?.pid === pid && hasKubeletAsChild(identifier) && record.message.startsWith(LOGRUS))
      this.#childless = ledger;
    if (ledger === undefined) return undefined;
    this.#current = ledger;
    ledger.note(opened);
    return ledger;
  }

  /** Lines that lost header and envelope belong to the process run around them; a log of nothing else is one process run without a name. */
  #ofRemains(opened: OpenedRecord, pid: number | undefined, facts: readonly Fact[]): ProcessLedger | undefined {
    const { record, journal } = opened;
    if (facts.length === 0 || facts.some(isOfOthers)) return undefined;
    // The first line of a file in which no line names its writer: its kubelet has a pid, and comes later.
    if (facts.some(isOfParent)) return undefined;
    // A journal names the writer of each line: last words that nobody is named for are those of a program whose output was pasted behind it.
    if (journal?.identifier === undefined && (this.#current?.hosts.size ?? 0) > 0 && facts.some(isPanic))
      return undefined;
    if (journal?.identifier !== undefined && !isKubeletName(journal.identifier)) return undefined;
    const ledger =
      (pid === undefined ? undefined : this.#byPid.get(pid)) ??
      this.#current ??
      this.#ofOnlyCandidate(facts, opened) ??
      this.#register(new ProcessLedger(record, pid), pid, opened);
    this.#current = ledger;
    ledger.note(opened);
    return ledger;
  }

  #begin(opened: OpenedRecord, pid: number | undefined, facts: readonly Fact[]): ProcessLedger | undefined {
    const { record, klog, journal } = opened;
    const identifier = journal?.identifier;
    const isOfOther =
      pid !== undefined &&
      identifier !== undefined &&
      isMultiCall(identifier) &&
      (ownerOfFile(klog?.file ?? '') === 'other' || this.#otherComponents.has(pid));
    if (isOfOther) this.#otherComponents.add(pid);
    const ownEnvelope =
      !isOfOther &&
      !(facts.length === 0 && this.#isOfChild(opened)) &&
      identifier !== undefined &&
      isKubeletName(identifier) &&
      (journal?.pid === undefined
        ? this.#isNamedAbove(opened)
        : journal.pid === pid || isKubeletSupervisor(identifier));
    if (ownEnvelope || isKubeletRecord(record, facts))
      return (
        this.#asChild(opened, pid) ??
        this.#ofCutBegin(pid) ??
        this.#register(this.#candidates.take(pid) ?? new ProcessLedger(record, pid), pid, opened)
      );
    this.#candidates.note(opened, pid, facts);
    return undefined;
  }

  /**
   * Whether a line under a kubelet's name that states nothing can be of a program that it runs, as those of network plug-ins are with docker (up to 1.23): they inherit where it logs to,
   * and journald names each by its own pid. Not where no kubelet wrote before, or the last one ended, or the file is one of a kubelet's. A kubelet that began with it is known by a later line.
   */
  #isOfChild({ klog, journal }: OpenedRecord): boolean {
    const owner = ownerOfFile(klog?.file ?? '');
    // In a syslog that names no pid the one of klog is all that tells a child from its parent.
    if (journal?.identifier === 'kubelet' && journal.pid === undefined && klog?.pid !== undefined)
      return klog.file === 'main.go' || (owner === 'unknown' && this.#current?.endedByExit === false);
    return (
      journal?.pid !== undefined &&
      (journal.identifier === undefined || !isAllInOne(journal.identifier)) &&
      this.#current?.endedByExit === false &&
      owner !== 'kubelet'
    );
  }

  /**
   * Whether a name that stands above the line (a heading, a command) tells whose it is. Of a journal's output each line names its program itself: one that does not,
   * behind others that do, was pasted there, as JSON of zap was.
   */
  #isNamedAbove({ record, klog, journal }: OpenedRecord): boolean {
    if (isZap(record) || isMinikubeMessage(record.message)) return false;
    if (journal?.identifier === 'kubelet' && klog !== undefined && ownerOfFile(klog.file) === 'other') return false;
    return journal?.host !== undefined || this.#current === undefined || this.#current.hosts.size === 0;
  }

  /** The process run that began with a line without a header, as a log does that was cut in the middle of one: the first line with a header is of the same. */
  #ofCutBegin(pid: number | undefined): ProcessLedger | undefined {
    const current = this.#current;
    if (pid === undefined || current === undefined || this.ledgers.length > 1) return undefined;
    if (current.pid !== undefined || current.hasHeaders || current.startedInLog || current.endedByExit)
      return undefined;
    current.pid = pid;
    this.#keep(pid, current);
    return current;
  }

  #ofOnlyCandidate(facts: readonly Fact[], opened: OpenedRecord): ProcessLedger | undefined {
    const ledger = this.#candidates.takeOnly(facts);
    return ledger === undefined ? undefined : this.#register(ledger, ledger.pid, opened);
  }

  #register(ledger: ProcessLedger, pid: number | undefined, { record, time, journal }: OpenedRecord): ProcessLedger {
    const asked = this.#stopAsked;
    this.#stopAsked = undefined;
    const isSetBack = this.#isSetBack(record.source, time);
    // The mark of a boot has the time of before it.
    if (isSetBack && time !== undefined && (this.#notBefore ?? time) > time) this.#notBefore = undefined;
    ledger.clockPeriod = (this.#latest?.clockPeriod ?? 0) + Number(isSetBack);
    this.#latest = ledger;
    this.#clockSet = false;
    if (asked !== undefined && time !== undefined && time - asked.time < STOPS_WITHIN)
      ledger.endSigns.note(asked, pid, this.#waiters.endSigns);
    else
      ledger.notBefore =
        this.#notBefore ??
        (!isSetBack && followsOnItsNode(this.#current, record.source, journal?.host) ? this.#current?.to : undefined);
    this.#notBefore = undefined;
    this.ledgers.push(ledger);
    this.#numbering.last += 1;
    ledger.id = `process-${this.#numbering.last}`;
    if (pid !== undefined) this.#keep(pid, ledger);
    return ledger;
  }

  /** Whether a process run whose first line has this time begins after the clock was set back behind the one before: a time service says that it set it, or the machine booted, and the times show which way. */
  #isSetBack(source: number, time: Instant | undefined): boolean {
    const before = this.#latest;
    return (
      this.#clockSet &&
      before?.to !== undefined &&
      before.last.source === source &&
      time !== undefined &&
      time < before.to - LATEST_LINE
    );
  }

  /** The process run of whose end a fact of others may tell: the process that the kernel names, else the last one that wrote. */
  #endingRun(fact: Fact): ProcessLedger | undefined {
    const victim = fact.kind === 'neighbour' ? fact.victim : undefined;
    return (victim === undefined ? undefined : this.#byPid.get(victim.pid)) ?? this.#current;
  }

  #keep(pid: number, ledger: ProcessLedger): void {
    this.#byPid.set(pid, ledger);
    onceFor(this.#trackersOfPid, pid, () => new Set()).add(this);
  }

  #forgetPids(): void {
    for (const pid of this.#byPid.keys()) this.#trackersOfPid.get(pid)?.delete(this);
    this.#byPid.clear();
    this.#byWriter.clear();
    this.#childless = undefined;
  }

  /** Takes what other programs of the node say. */
  hear(facts: readonly Fact[], host: string | undefined): void {
    for (const fact of facts) {
      const ending = this.#endingRun(fact);
      // A machine of which no kubelet wrote yet has no node of its own: its systemd tells nothing of this one's. Its kernel does, for a machine that boots has no name at first.
      if (fact.kind === 'neighbour' && fact.unit !== undefined && !sameHost(ending, host)) continue;
      ending?.endSigns.note(fact, ending.pid, this.#waiters.endSigns);
      if (fact.kind === 'boot') {
        this.#forgetPids();
        this.#candidates.forget();
        this.#notBefore = fact.time;
        this.#current = undefined;
        this.#clockSet = true;
      } else if (fact.kind === 'neighbour' && fact.what === 'clock-set') this.#clockSet = true;
      else if (fact.kind === 'neighbour' && isKubeletUnit(fact.unit, fact.text)) {
        this.#stopAsked = ending === undefined && fact.end?.sign === 'stopping' ? fact : undefined;
        if (fact.what === 'unit-failed' || fact.what === 'unit-stopped') {
          if (this.#current !== undefined) this.#current.endedByExit = true;
          this.#notBefore = fact.time;
        } else if (fact.what === 'unit-started') {
          // systemd writes this when it starts the process, with a stamp that may be cut to the second.
          this.#notBefore = (fact.time - seconds(1)) as Instant;
        }
      } else if (fact.kind === 'journal-loss' && fact.isBetween !== true) {
        const before = this.#current?.to ?? fact.time;
        const from = Math.min(before, fact.time) as Instant;
        this.#current?.losses.push({ from, time: fact.time, at: lineOf(fact) });
      }
    }
  }
}

function isPanic(fact: Fact): boolean {
  return fact.kind === 'kubelet-exit' && (fact.by === 'panic' || fact.by === 'signal');
}

/** A fact that no kubelet states. */
function isOfOthers(fact: Fact): boolean {
  return traitsOf(fact.kind).saidBy === 'others';
}

/** Whether the process run before is of the same node for certain: files without host names can be of several nodes that wrote at the same time. */
function followsOnItsNode(before: ProcessLedger | undefined, source: number, host: string | undefined): boolean {
  return host === undefined || before?.hosts.size === 0 ? before?.sources.has(source) === true : sameHost(before, host);
}

/** True unless the process run before logged under another host: then it may be another node's. */
function sameHost(before: ProcessLedger | undefined, host: string | undefined): boolean {
  return before === undefined || host === undefined || before.hosts.size === 0 || before.hosts.has(host);
}

/** JSON as zap writes it, which is no form of klog: it names a level. */
function isZap(record: LogRecord): boolean {
  return record.pairs.some((pair) => pair.key === 'level');
}

export function isKubeletUnit(unit: string | undefined, text: string): boolean {
  return unit === undefined ? text.includes('kubelet') : isKubeletName(unit);
}
