import { hashOfBytes } from '../../journal/bytes/knownBytes.ts';
import type { PodReference } from '../fact.ts';

/** A pod that a line named before, with name, namespace and uid. */
export class KnownPod {
  readonly reference: PodReference;
  /** Room for who has seen it, and is told nothing new by it. */
  seenBy: object | undefined = undefined;
  /** What stands for it where it was taught; −1: it was not. */
  number = -1;

  constructor(reference: PodReference) {
    this.reference = reference;
  }
}

const SLOTS = 1 << 11;
const SHIFT = 32 - 11;
/** A pod is looked for in so many slots. */
const PROBES = 4;
const SLOT_BYTES = 256;

/** Pods by the bytes of a line that tell them, from the pod's value to the end of its uid. Bounded: pods give way to others. */
export class KnownPods {
  readonly #pods: (KnownPod | undefined)[] = new Array<KnownPod | undefined>(SLOTS).fill(undefined);
  readonly #lengths = new Uint8Array(SLOTS);
  readonly #bytes = new DataView(new ArrayBuffer(SLOTS * SLOT_BYTES));
  /** The one of the `PROBES` slots that gives way next: were it always the first, two pods of which lines take turns would drive each other out for ever. */
  #turn = 0;

  /** The pod that was kept with these bytes, at least four of them. */
  of(view: DataView, start: number, end: number): KnownPod | undefined {
    const length = end - start;
    if (length < 4 || length >= SLOT_BYTES) return undefined;
    const first = firstSlot(view, start, end);
    for (let slot = first; slot < first + PROBES; slot++) {
      if (this.#lengths[slot] === length && this.#stands(slot, view, start, end)) return this.#pods[slot];
    }
    return undefined;
  }

  keep(view: DataView, start: number, end: number, pod: KnownPod): void {
    const length = end - start;
    if (length < 4 || length >= SLOT_BYTES) return;
    const first = firstSlot(view, start, end);
    let slot = first;
    while (slot < first + PROBES && this.#pods[slot] !== undefined) slot++;
    if (slot === first + PROBES) {
      slot = first + this.#turn;
      this.#turn = (this.#turn + 1) % PROBES;
    }
    this.#pods[slot] = pod;
    this.#lengths[slot] = length;
    for (let at = 0; at < length; at++) this.#bytes.setUint8(slot * SLOT_BYTES + at, view.getUint8(start + at));
  }

  #stands(slot: number, view: DataView, start: number, end: number): boolean {
    const own = this.#bytes;
    const shift = slot * SLOT_BYTES - start;
    const last = end - 4;
    for (let at = start; at < last; at += 4)
      if (view.getInt32(at, true) !== own.getInt32(at + shift, true)) return false;
    return view.getInt32(last, true) === own.getInt32(last + shift, true);
  }
}

/** The first of the slots where a pod with these bytes may be. */
function firstSlot(view: DataView, start: number, end: number): number {
  return (hashOfBytes(view, start, end) >>> SHIFT) & -PROBES;
}
