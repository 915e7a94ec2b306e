import { type Instant } from '../../kubelet/time.ts';
import type { Fact } from '../../messages/fact.ts';
import type { FoldedCount } from '../store/folded.ts';
import type { OpenedRecord } from '../store/lines.ts';
import { isKubeletFact } from './kubeletLines.ts';
import { ProcessLedger } from './ledger.ts';

/** Records of a pid that may be a kubelet but has not shown a kubelet's own file yet. */
interface Candidate {
  readonly ledger: ProcessLedger;
  readonly facts: Fact[];
  /** Facts beyond those. */
  leftOut: number;
}

/** So many pids may wait to prove that they are kubelets: those that wrote first are forgotten. And so many lines tell of the end of a process run. */
export interface Waiters {
  readonly most: number;
  readonly endSigns: number;
  readonly forgotten: FoldedCount;
  /** Facts of those that did prove it, but of which there were too many before. */
  readonly facts: FoldedCount;
}

/** Facts of one that are kept until it proves to be a kubelet. */
export const MOST_WAITING_FACTS = 500;
/** Stands for the pid of records that have none. */
const NO_PID = -1;

/** The pids of one node that wrote klog lines and have not proved yet to be kubelets: crictl and others write such lines, too. */
export class Candidates {
  readonly #byPid = new Map<number, Candidate>();
  readonly #waiters: Waiters;
  readonly #promoted: Fact[];

  /** `promoted`: gets the facts of those that prove to be kubelets. */
  constructor(waiters: Waiters, promoted: Fact[]) {
    this.#waiters = waiters;
    this.#promoted = promoted;
  }

  /** Keeps a record until its pid proves to be a kubelet. */
  note(opened: OpenedRecord, pid: number | undefined, facts: readonly Fact[]): void {
    const known = this.#byPid.get(pid ?? NO_PID);
    const candidate = known ?? { ledger: new ProcessLedger(opened.record, pid), facts: [], leftOut: 0 };
    if (known === undefined) this.#wait(pid ?? NO_PID, candidate);
    candidate.ledger.note(opened);
    if (facts.length > 0) candidate.ledger.versionSightings.note(opened.record, facts);
    if (candidate.facts.length + facts.length <= MOST_WAITING_FACTS) candidate.facts.push(...facts);
    else candidate.leftOut += facts.length;
  }

  #wait(pid: number, candidate: Candidate): void {
    const [longest] = this.#byPid.size < this.#waiters.most ? [] : this.#byPid.entries();
    if (longest !== undefined) {
      const [oldest, { ledger }] = longest;
      this.#byPid.delete(oldest);
      this.#waiters.forgotten.add(ledger.from ?? ledger.to ?? (0 as Instant), ledger.to);
    }
    this.#byPid.set(pid, candidate);
  }

  /** The records that waited under this pid, which proved to be a kubelet's. */
  take(pid: number | undefined): ProcessLedger | undefined {
    const waiting = this.#byPid.get(pid ?? NO_PID);
    if (waiting === undefined) return undefined;
    this.#byPid.delete(pid ?? NO_PID);
    this.#promoted.push(...waiting.facts);
    const { ledger, leftOut } = waiting;
    if (leftOut > 0) this.#waiters.facts.add(ledger.from ?? (0 as Instant), ledger.to, leftOut);
    return ledger;
  }

  /** The only pid that waits, when a line without any header states what only a kubelet does. */
  takeOnly(facts: readonly Fact[]): ProcessLedger | undefined {
    const [only, second] = this.#byPid.keys();
    return only === undefined || second !== undefined || !facts.some(isKubeletFact) ? undefined : this.take(only);
  }

  /** The machine was started anew. */
  forget(): void {
    this.#byPid.clear();
  }
}
