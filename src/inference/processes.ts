import type { LogRecord } from '../journal/record.ts';
import { type Instant, seconds } from '../kubelet/time.ts';
import { parseVersion } from '../kubelet/version.ts';
import type { Fact } from '../messages/fact.ts';
import { isKubeletFile, isKubeletIdentifier } from './kubeletFiles.ts';
import { ProcessLedger } from './ledger.ts';
import { lineOf } from './lines.ts';

/** Records of a pid that may be a kubelet but has not shown a kubelet's own file yet. */
interface Candidate {
  readonly ledger: ProcessLedger;
  readonly facts: Fact[];
}

const MOST_WAITING_FACTS = 500;

/**
 * Tells to which life of a kubelet a record belongs. A new pid starts a life only on a record from a kubelet source file (or under a kubelet's
 * identifier with that very pid): crictl and others write klog lines with pids of their own. The same pid starts a new life with a second version
 * line or a second start of the main sync loop (a kubelet in a container is always pid 1), and every life ends at a boot mark.
 * The host is no key: it may change in the middle of a life.
 */
export class ProcessTracker {
  /** All lives in order of appearance. */
  readonly ledgers: ProcessLedger[] = [];
  readonly #byPid = new Map<number, ProcessLedger>();
  readonly #candidates = new Map<number, Candidate>();
  #current: ProcessLedger | undefined;
  #notBefore: Instant | undefined;

  /** Facts of lines that were read before their pid proved to be a kubelet: to be handled after `attribute` returned a ledger. */
  readonly promoted: Fact[] = [];

  get current(): ProcessLedger | undefined {
    return this.#current;
  }

  /** The life that a record belongs to, or `undefined` for neighbours and strangers. */
  attribute(record: LogRecord, facts: readonly Fact[]): ProcessLedger | undefined {
    const { klog } = record;
    if (klog === undefined) {
      if (facts.length > 0) this.#noteOutsider(facts);
      return this.#ofPlainRecord(record, facts);
    }
    const pid = klog.pid ?? record.journal?.pid;
    let ledger = pid === undefined ? this.#current : this.#byPid.get(pid);
    if (ledger === undefined) ledger = this.#begin(record, pid, facts);
    else if (facts.length > 0 && startsAgain(ledger, facts)) ledger = this.#replace(record, pid);
    if (ledger === undefined) return undefined;
    this.#current = ledger;
    ledger.note(record);
    return ledger;
  }

  /** Notes what a fact says about the life itself. */
  learn(ledger: ProcessLedger, fact: Fact): void {
    if (fact.kind === 'kubelet-version') {
      const value = parseVersion(fact.version);
      if (value !== undefined) ledger.version = { value, at: lineOf(fact) };
    } else if (fact.kind === 'sync-loop-started') {
      ledger.loopStarted ??= { time: fact.time, at: lineOf(fact) };
    } else if (fact.kind === 'flag') {
      ledger.settings.set(fact.name, { value: fact.value, known: 'logged', evidence: lineOf(fact) });
    }
  }

  #ofPlainRecord(record: LogRecord, facts: readonly Fact[]): ProcessLedger | undefined {
    const { journal } = record;
    if (journal?.pid === undefined || journal.identifier === undefined || !isKubeletIdentifier(journal.identifier)) return undefined;
    const ledger = this.#byPid.get(journal.pid);
    // A goroutine dump or a panic has no klog header, but the envelope says whose it is.
    if (ledger !== undefined && !facts.some((fact) => fact.kind === 'neighbour' || fact.kind === 'boot' || fact.kind === 'journal-loss')) ledger.note(record);
    return ledger;
  }

  #begin(record: LogRecord, pid: number | undefined, facts: readonly Fact[]): ProcessLedger | undefined {
    const identifier = record.journal?.identifier;
    const file = record.klog?.file ?? '';
    const ownEnvelope = identifier !== undefined && isKubeletIdentifier(identifier) && (record.journal?.pid === undefined || record.journal.pid === pid);
    if (pid === undefined || ownEnvelope || isKubeletFile(file) || facts.some((fact) => fact.kind === 'skip' || fact.kind === 'pleg-event')) {
      const waiting = pid === undefined ? undefined : this.#candidates.get(pid);
      const ledger = waiting?.ledger ?? new ProcessLedger(record, pid);
      if (waiting !== undefined && pid !== undefined) {
        this.#candidates.delete(pid);
        this.promoted.push(...waiting.facts);
      }
      return this.#register(ledger, pid, record);
    }
    const known = this.#candidates.get(pid);
    const candidate: Candidate = known ?? { ledger: new ProcessLedger(record, pid), facts: [] };
    if (known === undefined) this.#candidates.set(pid, candidate);
    candidate.ledger.note(record);
    if (candidate.facts.length + facts.length <= MOST_WAITING_FACTS) candidate.facts.push(...facts);
    return undefined;
  }

  #replace(record: LogRecord, pid: number | undefined): ProcessLedger {
    return this.#register(new ProcessLedger(record, pid), pid, record);
  }

  #register(ledger: ProcessLedger, pid: number | undefined, record: LogRecord): ProcessLedger {
    ledger.notBefore = this.#notBefore ?? (sameHost(this.#current, record) ? this.#current?.to : undefined);
    this.#notBefore = undefined;
    this.ledgers.push(ledger);
    ledger.id = `process-${this.ledgers.length}`;
    if (pid !== undefined) this.#byPid.set(pid, ledger);
    return ledger;
  }

  #noteOutsider(facts: readonly Fact[]): void {
    for (const fact of facts) {
      if (fact.kind === 'boot') {
        this.#byPid.clear();
        this.#candidates.clear();
        this.#notBefore = fact.time;
        this.#current = undefined;
      } else if (fact.kind === 'neighbour' && isKubeletUnit(fact.unit, fact.text)) {
        if (fact.what === 'unit-failed' || fact.what === 'unit-stopped') {
          if (this.#current !== undefined) this.#current.endedByExit = true;
          this.#notBefore = fact.time;
        } else if (fact.what === 'unit-started') {
          // systemd writes this when it starts the process, with a stamp that may be cut to the second.
          this.#notBefore = (fact.time - seconds(1)) as Instant;
        }
      } else if (fact.kind === 'journal-loss') {
        this.#current?.losses.push({ time: fact.time, at: lineOf(fact) });
      }
    }
  }
}

/** True unless the life before logged under another host: then it may be another node's. */
function sameHost(before: ProcessLedger | undefined, record: LogRecord): boolean {
  const host = record.journal?.host;
  return before === undefined || host === undefined || before.hosts.size === 0 || before.hosts.has(host);
}

function startsAgain(ledger: ProcessLedger, facts: readonly Fact[]): boolean {
  for (const fact of facts) {
    if (fact.kind === 'sync-loop-started' && ledger.loopStarted !== undefined && fact.time > ledger.loopStarted.time) return true;
    if (fact.kind === 'kubelet-version' && (ledger.loopStarted ?? ledger.version?.at) !== undefined && (ledger.to === undefined || fact.time >= ledger.to)) return true;
  }
  return false;
}

function isKubeletUnit(unit: string | undefined, text: string): boolean {
  return (unit !== undefined && unit.includes('kubelet')) || text.includes('kubelet');
}
