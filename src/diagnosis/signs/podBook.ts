import { onceFor } from '../../kubelet/oncePer.ts';
import type { PodReference } from '../../messages/fact.ts';

/**
 * What is gathered of each pod of each node. Lines of one pod mostly share the object that names it, so that its key is only made for the first of them.
 */
export class PodBook<T> {
  readonly #byKey = new Map<string, T>();
  readonly #known = new Map<string, Map<PodReference, T>>();
  readonly #keyOf: (pod: PodReference) => string;

  /** `keyOf`: what tells pods of a node apart. */
  constructor(keyOf: (pod: PodReference) => string) {
    this.#keyOf = keyOf;
  }

  get size(): number {
    return this.#byKey.size;
  }

  /** The pods with what was gathered of them, by node and key. */
  entries(): Iterable<readonly [string, T]> {
    return this.#byKey;
  }

  values(): Iterable<T> {
    return this.#byKey.values();
  }

  /** What was gathered of a pod under this very object. */
  known(node: string, pod: PodReference): T | undefined {
    return this.#known.get(node)?.get(pod);
  }

  /** What was gathered of a pod, or what `make` begins with; `undefined`: nothing was, and nothing is begun. */
  of(node: string, pod: PodReference, make: () => T): T;
  of(node: string, pod: PodReference, make: () => T | undefined): T | undefined;
  of(node: string, pod: PodReference, make: () => T | undefined): T | undefined {
    const key = podKey(node, this.#keyOf(pod));
    let gathered = this.#byKey.get(key);
    if (gathered === undefined) {
      gathered = make();
      if (gathered === undefined) return undefined;
      this.#byKey.set(key, gathered);
    }
    onceFor(this.#known, node, () => new Map<PodReference, T>()).set(pod, gathered);
    return gathered;
  }
}

/** The key of a pod of a node. */
export function podKey(node: string, pod: string): string {
  return `${node} ${pod}`;
}
