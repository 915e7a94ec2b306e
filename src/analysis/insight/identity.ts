/** What a name in a line stands for: a pod by its uid or its name, or a container or sandbox by its id; and how else it is written. */
import { type HistoryQueries, queriesOf } from '../../inference/queries.ts';
import type { ProvenHistory } from '../../inference/history.ts';
import type { PodReference } from '../../messages/fact.ts';
import type { Spelling } from './spellings.ts';

/** A pod with what is known of it, or an id that is no pod's. */
export interface LogIdentity {
  readonly pod?: PodReference;
  readonly spellings: readonly Spelling[];
}

/** A name is looked for so far around the column; none is longer. */
const REACH = 400;
const UID = /[0-9a-f]{8}([-_])[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{12}/g;
const ID = /[0-9a-f]{12,64}/g;
const SLASHED = /([a-z0-9][a-z0-9-]{0,62})\/([a-z0-9][a-z0-9.-]{0,252})/g;
const UNDERSCORED = /([a-z0-9][a-z0-9.-]{0,252})_([a-z0-9][a-z0-9-]{0,62})/g;

/**
 * What the name at a column of a line stands for; `undefined` where there is none, or none of a pod that the log knows.
 * @param column 0-based; `undefined`: the first pod that the line names
 */
export function identityAt(
  line: string,
  column: number | undefined,
  history: ProvenHistory | undefined,
): LogIdentity | undefined {
  const from = column === undefined ? 0 : Math.max(0, column - REACH);
  const text = line.slice(from, column === undefined ? 10 * REACH : column + REACH);
  const at = column === undefined ? undefined : column - from;
  const queries = history === undefined ? undefined : queriesOf(history);
  const uid = matchesAt(text, UID, at)[0]?.[0];
  if (uid !== undefined)
    return ofPod(knownPod(queries, { uid: uid.replaceAll('_', '-') }) ?? { uid: uid.replaceAll('_', '-') });
  for (const [, namespace = '', name = ''] of matchesAt(text, SLASHED, at)) {
    const pod = knownPod(queries, { namespace, name: name.replace(/[.-]{1,16}$/, '') });
    if (pod !== undefined) return ofPod(pod);
  }
  for (const [, name = '', namespace = ''] of matchesAt(text, UNDERSCORED, at)) {
    const pod = knownPod(queries, { namespace, name });
    if (pod !== undefined) return ofPod(pod);
  }
  if (column === undefined) return undefined;
  const id = matchesAt(text, ID, at)[0]?.[0];
  if (id === undefined || !/\d/.test(id)) return undefined;
  // Pods of files have uids without dashes.
  const pod = id.length === 32 ? knownPod(queries, { uid: id }) : undefined;
  return pod === undefined ? { spellings: [{ text: id, as: 'id' }] } : ofPod(pod);
}

/** The lines of a source that tell of an event of a pod, ascending: PLEG's events, and whatever else names it in a fact. */
export function linesOfPod(history: ProvenHistory, source: number, pod: PodReference): Uint32Array {
  const queries = queriesOf(history);
  const lines = new Set<number>();
  for (const event of queries.passingEvents())
    if (event.source === source && isSame(event.pod, pod)) lines.add(event.line);
  for (const { fact } of queries.passingFacts(() => true))
    if (fact.source === source && 'pod' in fact && fact.pod !== undefined && isSame(fact.pod, pod))
      lines.add(fact.line);
  return Uint32Array.from(lines).sort();
}

/** By their uids where both have one, else by their names: a pod that was deleted and made again has another uid. */
function isSame(one: PodReference, other: PodReference): boolean {
  if (one.uid !== undefined && other.uid !== undefined) return one.uid === other.uid;
  return one.name !== undefined && one.name === other.name && one.namespace === other.namespace;
}

/** The pod of the log that is meant, with all that is known of it. */
function knownPod(queries: HistoryQueries | undefined, wanted: PodReference): PodReference | undefined {
  for (const pod of queries?.passingPods() ?? [])
    if (isSame(pod, wanted)) {
      const { uid, namespace, name } = pod;
      return { uid, ...(namespace === undefined ? {} : { namespace }), ...(name === undefined ? {} : { name }) };
    }
  return undefined;
}

function ofPod(pod: PodReference): LogIdentity {
  const { uid, namespace, name } = pod;
  const spellings = new Map<string, Spelling['as']>();
  // What has no uid is known by its name alone.
  if (uid !== undefined && /^[0-9a-f-]{32,36}$/.test(uid))
    spellings.set(uid, 'uid').set(uid.replaceAll('-', '_'), 'uid');
  if (name !== undefined && namespace !== undefined)
    spellings.set(`${namespace}/${name}`, 'word').set(`${name}_${namespace}`, 'word');
  return { pod, spellings: [...spellings].map(([text, as]) => ({ text, as })) };
}

/** The matches that hold a place; all of them where none is given. */
function matchesAt(text: string, pattern: RegExp, at: number | undefined): readonly RegExpExecArray[] {
  return [...text.matchAll(pattern)].filter(
    ({ 0: match, index }) => at === undefined || (index <= at && at <= index + match.length),
  );
}
