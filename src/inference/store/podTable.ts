import type { PodReference } from '../../messages/fact.ts';
import type { LineReference } from '../history.ts';
import { InternedNumbers } from './intern.ts';
import { NumberSlots } from './numberSlots.ts';
import { hashOfMore, hashOfText, TextStore } from './textStore.ts';

/** So many pods in a row: most logs have fewer. */
const BLOCK_BITS = 8;
const BLOCK = 1 << BLOCK_BITS;
const IN_BLOCK = BLOCK - 1;
/** Each pod is a row of numbers. */
const ROW = 6;
const UID = 0;
const NAME = 1;
const NAMESPACE = 2;
const LINE = 3;
const SOURCE = 4;
const WHAT = 5;
const HAS_NAME = 1;
const HAS_NAMESPACE = 2;
/** Its uid is not known: its name and namespace stand for it. */
const ONLY_NAME = 4;

/** No pod. */
export const NO_POD = -1;
/** References to so many pods are kept for those who ask for them again; of more each is made when somebody asks. */
const MOST_REFERENCES = 1 << 13;

/** The name and namespace of a pod as one text. */
export function nameKey(namespace: string | undefined, name: string): string {
  return `${name}_${namespace ?? ''}`;
}

/** The key of a pod of which no name is known. */
const NO_NAME = nameKey(undefined, '');

/** The pods of a log by their numbers, in order of appearance. A log can name millions: none of it is an object. */
export class PodTable {
  readonly #blocks: Int32Array[] = [];
  #count = 0;
  readonly #texts = new TextStore();
  readonly #namespaces = new InternedNumbers();
  readonly #byUid: NumberSlots;
  readonly #byName: NumberSlots;
  /** Names that lines gave a pod that goes by another. */
  readonly #otherNames = new Map<string, number>();
  readonly #references: ((PodReference & { readonly uid: string }) | undefined)[] = [];

  constructor() {
    this.#byUid = new NumberSlots({
      is: (pod, uid) => this.#texts.is(this.#at(pod, UID), uid),
      textOf: (pod) => this.uidOf(pod),
      hashOf: (pod) => this.#texts.hashOf(this.#at(pod, UID)),
    });
    this.#byName = new NumberSlots({
      is: (pod, key) => this.#hasKey(pod, key),
      textOf: (pod) => this.#keyOf(pod),
      hashOf: (pod) => this.#hashOfKey(pod),
    });
  }

  get length(): number {
    return this.#count;
  }

  /** The pod with a uid, or of which name and namespace (as `nameKey`) stand for it. */
  ofUid(uid: string): number {
    return this.#byUid.find(uid);
  }

  /** The pod that goes by a name, as `nameKey`. */
  ofName(key: string): number {
    return (this.#otherNames.size === 0 ? undefined : this.#otherNames.get(key)) ?? this.#byName.find(key);
  }

  /** Adds a pod; `isName`: only a name is known of it. */
  add(uid: string, isName: boolean, { source, line }: LineReference): number {
    const pod = this.#count;
    if ((pod & IN_BLOCK) === 0) this.#blocks.push(new Int32Array(BLOCK * ROW));
    this.#count += 1;
    this.#set(pod, UID, this.#texts.add(uid));
    this.#set(pod, LINE, line);
    this.#set(pod, SOURCE, source);
    this.#set(pod, WHAT, isName ? ONLY_NAME : 0);
    this.#byUid.set(uid, pod);
    return pod;
  }

  /** Gives a pod without one its name, or one whose name was known alone its namespace. */
  name(pod: number, name: string, namespace: string | undefined): void {
    if (this.hasName(pod)) {
      const before = this.#keyOf(pod);
      if (this.ofName(before) === pod) this.#otherNames.set(before, pod);
    }
    this.#set(pod, NAME, this.#texts.add(name));
    this.#set(pod, WHAT, this.#at(pod, WHAT) | HAS_NAME | (namespace === undefined ? 0 : HAS_NAMESPACE));
    if (namespace !== undefined) this.#set(pod, NAMESPACE, this.#namespaces.of(namespace));
    this.#references[pod] &&= undefined;
  }

  /** From now on this name (as `nameKey`) means this pod. */
  setName(key: string, pod: number): void {
    if (this.hasName(pod) && this.#hasKey(pod, key)) {
      this.#byName.set(key, pod);
      this.#otherNames.delete(key);
    } else this.#otherNames.set(key, pod);
  }

  hasName(pod: number): boolean {
    return (this.#at(pod, WHAT) & HAS_NAME) !== 0;
  }

  /** Whether just this name and namespace are known of it. */
  isNamed(pod: number, name: string, namespace: string | undefined): boolean {
    const what = this.#at(pod, WHAT);
    if ((what & HAS_NAME) === 0 || !this.#texts.is(this.#at(pod, NAME), name)) return false;
    return (what & HAS_NAMESPACE) === 0
      ? namespace === undefined
      : this.#namespaces.textOf(this.#at(pod, NAMESPACE)) === namespace;
  }

  uidOf(pod: number): string {
    return this.#texts.textOf(this.#at(pod, UID));
  }

  firstOf(pod: number): LineReference {
    return { source: this.#at(pod, SOURCE), line: this.#at(pod, LINE) >>> 0 };
  }

  /** Only a name is known of it, and another pod goes by that by now. */
  isLeft(pod: number): boolean {
    return (this.#at(pod, WHAT) & ONLY_NAME) !== 0 && this.ofName(this.#keyOf(pod)) !== pod;
  }

  /** As lines name it. */
  referenceOf(pod: number): PodReference & { readonly uid: string } {
    if (pod >= MOST_REFERENCES) return this.#referenceOf(pod);
    return (this.#references[pod] ??= this.#referenceOf(pod));
  }

  #referenceOf(pod: number): PodReference & { readonly uid: string } {
    const uid = this.uidOf(pod);
    const what = this.#at(pod, WHAT);
    if ((what & HAS_NAME) === 0) return { uid };
    const name = this.#texts.textOf(this.#at(pod, NAME));
    return (what & HAS_NAMESPACE) === 0
      ? { uid, name }
      : { uid, namespace: this.#namespaces.textOf(this.#at(pod, NAMESPACE)), name };
  }

  #keyOf(pod: number): string {
    const { name = '', namespace } = this.#referenceOf(pod);
    return nameKey(namespace, name);
  }

  /** Whether this is its key, by the bytes of its name: to make a text of them for each line that names a pod would cost more than the rest of it. */
  #hasKey(pod: number, key: string): boolean {
    if (!this.hasName(pod)) return key === NO_NAME;
    const length = this.#texts.lengthAtBeginOf(key, this.#at(pod, NAME));
    if (length < 0) return false;
    const namespace = this.#namespaceOf(pod);
    return key.length === length + 1 + namespace.length && key.startsWith('_', length) && key.endsWith(namespace);
  }

  #hashOfKey(pod: number): number {
    if (!this.hasName(pod)) return hashOfText(NO_NAME);
    return hashOfMore(hashOfMore(this.#texts.hashOf(this.#at(pod, NAME)), '_'), this.#namespaceOf(pod));
  }

  /** Empty where none is known. */
  #namespaceOf(pod: number): string {
    return (this.#at(pod, WHAT) & HAS_NAMESPACE) === 0 ? '' : this.#namespaces.textOf(this.#at(pod, NAMESPACE));
  }

  #at(pod: number, field: number): number {
    return (this.#blocks[pod >>> BLOCK_BITS] as Int32Array)[(pod & IN_BLOCK) * ROW + field] as number;
  }

  #set(pod: number, field: number, value: number): void {
    (this.#blocks[pod >>> BLOCK_BITS] as Int32Array)[(pod & IN_BLOCK) * ROW + field] = value;
  }
}
