/** Pods as lines name them: five spellings since 1.8. */
import { PAGER_MARK } from '../../kubelet/pagerMark.ts';
import type { PodReference } from '../fact.ts';

export const NO_POD: PodReference = {};

/**
 * Reads one pod: `namespace/name`, `name_namespace(uid)` (also with `:DeletionTimestamp=…` after it, also without the uid), a klog JSON object
 * `{"name":…,"namespace":…}`, or a bare uid. Text that is none of these gives an empty reference.
 */
export function parsePod(text: string | undefined): PodReference {
  return text === undefined || text === '' ? NO_POD : readOnce(byText, text, readPod);
}

/** What a text was read as, or is read as now and kept. */
function readOnce<Read>(known: Map<string, Read>, text: string, read: (text: string) => Read): Read {
  const before = known.get(text);
  if (before !== undefined) return before;
  return kept(known, text, read(text));
}

function kept<Read>(known: Map<string, Read>, text: string, read: Read): Read {
  if (text.length <= LONGEST_KEPT) {
    if (known.size >= MOST_KEPT) known.clear();
    known.set(text, read);
  }
  return read;
}

/** A log names the same pods again and again: one object for each spelling saves reading it and memory. Bounded, for ids of a hostile log never repeat. */
const byText = new Map<string, PodReference>();
const listByText = new Map<string, readonly PodReference[]>();
const byUid = new Map<string, PodReference>();
const MOST_KEPT = 4096;
const LONGEST_KEPT = 400;

function readPod(text: string): PodReference {
  if (text.startsWith('{')) return parseObject(text);
  const open = text.indexOf('(');
  // Cut by a pager before its uid, only what stands before the last part is whole.
  if (open < 0 && PAGER_MARK.test(text)) {
    const whole = text.indexOf('_');
    return whole > 0 ? { name: text.slice(0, whole) } : NO_POD;
  }
  const head = open < 0 ? text : text.slice(0, open);
  const slash = head.indexOf('/');
  const close = open < 0 ? -1 : text.indexOf(')', open);
  const uid = close > open + 1 ? text.slice(open + 1, close) : undefined;
  if (slash > 0) return reference(head.slice(slash + 1), head.slice(0, slash), uid);
  const bar = head.indexOf('_');
  if (bar > 0) return reference(head.slice(0, bar), head.slice(bar + 1), uid);
  if (isUid(head)) return { uid: head };
  return head === '' || /\s/.test(head) ? NO_POD : { name: head, ...(uid === undefined ? {} : { uid }) };
}

/** A pod together with a uid from a key of its own. */
export function podWithUid(pod: PodReference, uid: string | undefined): PodReference {
  if (uid === undefined || uid === '' || uid === pod.uid) return pod;
  const known = byUid.get(uid);
  if (known !== undefined && known.name === pod.name && known.namespace === pod.namespace) return known;
  return kept(byUid, uid, reference(pod.name, pod.namespace, uid));
}

/**
 * Reads a list of pods: `["ns/a","ns/b"]` (1.28+), `[ns/a ns/b]` (1.21–1.27), `a_ns(uid), b_ns(uid)` (to 1.20), or klog JSON objects.
 * An empty list gives none.
 */
export function parsePods(text: string | undefined): readonly PodReference[] {
  return text === undefined ? [] : readOnce(listByText, text, readPods);
}

function readPods(text: string): readonly PodReference[] {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed === '[]' || trimmed === 'null' || trimmed === '<nil>') return [];
  if (trimmed.startsWith('[{')) return parseObjects(trimmed);
  const body = trimmed.startsWith('[') ? trimmed.slice(1, trimmed.endsWith(']') ? -1 : undefined) : trimmed;
  const pods: PodReference[] = [];
  for (let at = 0; at < body.length; at += 1) {
    if (isBetween(body.charCodeAt(at))) continue;
    let end = at + 1;
    while (end < body.length && !isBetween(body.charCodeAt(end))) end += 1;
    const pod = parsePod(body.slice(at, end));
    if (pod.name !== undefined || pod.uid !== undefined) pods.push(pod);
    at = end;
  }
  return pods;
}

/** Pods of klog JSON, or one, as a list in its text; other text as it is. */
export function podsAsText(text: string): string {
  return /^\[?\{/.test(text)
    ? JSON.stringify(parseObjects(` ${text}`).map(({ namespace, name }) => `${namespace}/${name}`))
    : text;
}

/** Blanks, commas and quotes stand between the pods of a list and in none of their names. */
function isBetween(code: number): boolean {
  return code === 0x20 || code === 0x2c || code === 0x22 || code === 0x09 || code === 0x0a;
}

/** A uuid or the 32 hex digits of a static pod. */
export function isUid(text: string): boolean {
  return (text.length === 36 || text.length === 32) && /^[0-9a-f-]+$/.test(text);
}

/** A container or sandbox id without its scheme (`containerd://…`). */
export function plainContainerId(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined;
  const scheme = text.indexOf('://');
  return scheme < 0 ? text : text.slice(scheme + 3);
}

function parseObjects(text: string): PodReference[] {
  const pods: PodReference[] = [];
  for (const part of text.slice(1).split('}')) if (part.includes('{')) pods.push(parseObject(part));
  return pods;
}

function parseObject(text: string): PodReference {
  return reference(member(text, 'name'), member(text, 'namespace'), member(text, 'uid'));
}

/** Values of these objects are names of Kubernetes objects: no escapes occur in them. */
function member(text: string, name: string): string | undefined {
  const key = `"${name}":`;
  const at = text.indexOf(key);
  if (at < 0) return undefined;
  const open = text.indexOf('"', at + key.length);
  const close = open < 0 ? -1 : text.indexOf('"', open + 1);
  return close < 0 ? undefined : text.slice(open + 1, close);
}

/** Fields are set one by one: hot path, spreads of objects cost several times as much. */
function reference(name: string | undefined, namespace: string | undefined, uid: string | undefined): PodReference {
  const pod: { uid?: string; namespace?: string; name?: string } = {};
  if (uid !== undefined && uid !== '') pod.uid = uid;
  if (namespace !== undefined && namespace !== '') pod.namespace = namespace;
  if (name !== undefined && name !== '') pod.name = name;
  return pod;
}
