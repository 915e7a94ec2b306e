import { type Instant, seconds } from '../../kubelet/time.ts';
import { isKubeletName } from '../../kubelet/writers.ts';
import type { BootFact, Fact, NeighbourFact } from '../../messages/fact.ts';
import { FoldedCount } from '../store/folded.ts';

/** A line of others that bears on the end of a process run of a kubelet. */
type EndSign = NeighbourFact | BootFact;

/** systemd writes of the end of a process as soon as the kernel reports it; a loaded node needs this long. */
export const REPORTED_WITHIN = seconds(1);
/** A unit is gone within this time after systemd wrote of its main process; later lines are of another start, one that wrote nothing. */
const TOGETHER = seconds(5);

/**
 * What systemd, the kernel and the journal say of the end of one process run, in the order of the log: from when it is told to stop, killed or found dead until its unit is started again.
 * That distinguishes two starts of which the first wrote no line: what follows a start is not of the process run before it.
 */
export class EndSigns {
  readonly all: EndSign[] = [];
  /** Above the bound: lines that repeat themselves tell nothing new of one end. */
  readonly leftOut = new FoldedCount();
  #closed = false;
  #goneAt: Instant | undefined;

  /** The process was still there then: systemd tells it to stop, or finds that it has just ended. */
  get livedUntil(): Instant | undefined {
    const sign = this.all.find(
      (one): one is NeighbourFact =>
        one.kind === 'neighbour' &&
        (one.end?.sign === 'stopping' || one.end?.sign === 'exited' || one.end?.sign === 'killed'),
    );
    return sign === undefined ? undefined : ((sign.time - REPORTED_WITHIN) as Instant);
  }

  /** Takes a fact of others; those that tell nothing of this end are left. `pid`: of the process run; `most`: so many are kept beside the reboot. */
  note(fact: Fact, pid: number | undefined, most: number): void {
    if (this.#closed) return;
    if (fact.kind === 'boot') {
      this.all.push(fact);
      this.#closed = true;
      return;
    }
    if (fact.kind !== 'neighbour') return;
    if (this.#goneAt !== undefined && fact.time - this.#goneAt > TOGETHER && fact.what !== 'boot') {
      this.#closed = true;
      return;
    }
    if (fact.what === 'boot') {
      this.all.push(fact);
      this.#closed = true;
    } else if (fact.what === 'out-of-memory') {
      if (
        fact.victim !== undefined &&
        (fact.victim.pid === pid || (pid === undefined && fact.victim.name === 'kubelet'))
      )
        this.#keep(fact, most);
    } else if (ofKubelet(fact)) {
      if (fact.what === 'unit-started') this.#closed = this.all.length > 0;
      else if (
        fact.end !== undefined ||
        fact.what === 'watchdog' ||
        fact.what === 'health-monitor' ||
        fact.what === 'unit-restarts'
      )
        this.#keep(fact, most);
      if (fact.end?.sign === 'exited' || fact.end?.sign === 'killed' || fact.end?.sign === 'succeeded')
        this.#goneAt ??= fact.time;
    }
  }

  #keep(fact: NeighbourFact, most: number): void {
    if (this.all.length < most) this.all.push(fact);
    else this.leftOut.add(fact.time);
  }
}

/** The line is of a unit in which a kubelet runs. */
function ofKubelet({ unit }: NeighbourFact): boolean {
  return unit !== undefined && isKubeletName(unit);
}
