/** PLEG's memory of pods: per pod the listing that was last reported (old) and the newest one (current). pleg/generic.go, `podRecords`, 1.8–1.36. */
import type { PlegPod } from './plegPod.ts';

interface PodRecord {
  old: PlegPod | undefined;
  current: PlegPod | undefined;
}

export class PodRecords {
  readonly #records = new Map<string, PodRecord>();

  /** Pods with a record, in the order in which they were first seen. */
  uids(): IterableIterator<string> {
    return this.#records.keys();
  }

  old(uid: string): PlegPod | undefined {
    return this.#records.get(uid)?.old;
  }

  current(uid: string): PlegPod | undefined {
    return this.#records.get(uid)?.current;
  }

  /** Takes a whole listing; of pods listed twice the last counts. */
  setCurrent(pods: readonly PlegPod[]): void {
    for (const record of this.#records.values()) record.current = undefined;
    for (const pod of pods) this.setCurrentOf(pod);
  }

  /** Takes the listing of one pod. */
  setCurrentOf(pod: PlegPod): void {
    const record = this.#records.get(pod.uid);
    if (record === undefined) this.#records.set(pod.uid, { old: undefined, current: pod });
    else record.current = pod;
  }

  /** Makes the current listing the reported one; a pod that is gone is forgotten. */
  advance(uid: string): void {
    const record = this.#records.get(uid);
    if (record === undefined) return;
    if (record.current === undefined) {
      this.#records.delete(uid);
      return;
    }
    record.old = record.current;
    record.current = undefined;
  }

  /** All records as they are now. */
  *entries(): IterableIterator<{
    readonly uid: string;
    readonly old: PlegPod | undefined;
    readonly current: PlegPod | undefined;
  }> {
    for (const [uid, { old, current }] of this.#records) yield { uid, old, current };
  }

  /** Which of the two each record holds: for tests and vectors. */
  *contents(): IterableIterator<readonly [uid: string, old: boolean, current: boolean]> {
    for (const [uid, record] of this.#records) yield [uid, record.old !== undefined, record.current !== undefined];
  }
}
