import { decodeText, SLASH } from '../../journal/bytes/bytes.ts';
import type { PlainLine } from '../../journal/batch/plainLine.ts';
import { parsePlegEventValue, plegEventTypeOf, type PlegEventValue } from '../../kubelet/plegEvent.ts';
import { blockText } from '../texts/blockText.ts';
import { ErrorTexts, type NamedPod, textOf } from '../texts/errorTexts.ts';
import type { FactBase, PodReference, RuntimeError } from '../fact.ts';
import { FactDraft } from '../factDraft.ts';
import { type KnownSpan, KnownSpans, plainEnd } from './knownSpans.ts';
import { EVENT_DATA, EVENT_TYPE, EVENT_UID } from './eventValues.ts';
import { type LinePlan, ValueSpans } from './linePlan.ts';
import { NO_POD, podWithUid } from '../texts/pod.ts';
import type { CatalogueRow, Recognised } from '../recognise/row.ts';

const ROOM_FOR_NAMES = 1 << 20;

const OPEN = 40;
const CLOSE = 41;
const UNDERSCORE = 95;
/** The brackets around the uid of a pod. */
const AROUND_UID = 2;
/** Closing quotes with their escapes. */
const MOST_BEHIND_POD = 16;

/** Characters of a container's id. */
const CONTAINER_ID = 64;

/** A line that was read by its plan, as the fact builders see it. One object for all lines: the next one overwrites it. */
export class PlannedLine implements Recognised {
  readonly spans = new ValueSpans();
  #plan: LinePlan | undefined;
  #line: PlainLine | undefined;
  base: FactBase = new FactDraft(0, 0, 0 as FactBase['time'], '');
  readonly #names = new KnownSpans(ROOM_FOR_NAMES);
  readonly #errors = new ErrorTexts();
  words: string | undefined;

  /** Takes the line whose spans stand in `spans`. */
  hold(plan: LinePlan, line: PlainLine): void {
    this.#plan = plan;
    this.#line = line;
    this.base = new FactDraft(line.source, line.line, line.time, plan.row.id);
    this.words = this.wordsOf(plan, line);
  }

  get row(): CatalogueRow {
    return (this.#plan as LinePlan).row;
  }

  get message(): string {
    const { bytes, bodyStart, bodyEnd } = this.#line as PlainLine;
    return this.row.form === 'structured' ? (this.#plan as LinePlan).message : decodeText(bytes, bodyStart, bodyEnd);
  }

  get identifier(): string | undefined {
    return this.#line?.origin?.identifier;
  }

  /** What counts of the brief value of a line whose spans stand in `spans`; `undefined`: it has no brief value, or one that has to be read as text. */
  wordsOf({ keys, row: { brief } }: LinePlan, line: PlainLine): string | undefined {
    const index = brief === undefined ? -1 : keys.indexOf(brief.field);
    if (brief === undefined || index < 0) return undefined;
    const { starts, ends, escaped } = this.spans;
    const start = starts[index] ?? 0;
    const end = ends[index] ?? 0;
    if (start > line.bodyEnd) return brief.wordsOfText(blockText(line, start, end));
    return brief.wordsOf(line.bytes, start, end, escaped[index] === 1);
  }

  readonly field = (name: string): string | undefined => {
    const index = this.#indexOf(name);
    if (index < 0) return (this.#plan as LinePlan).shared.get(name);
    const { starts, ends } = this.spans;
    const start = starts[index] ?? 0;
    const end = ends[index] ?? 0;
    // Each skip has its own text, and it is no name: they would drive out what comes again.
    const line = this.#line as PlainLine;
    if (start > line.bodyEnd) return blockText(line, start, end);
    if (name === 'err') return textOf((this.#line as PlainLine).bytes, start, end, this.spans.escaped[index] === 1);
    // So would the ids of containers, which are many with few lines each.
    if (end - start === CONTAINER_ID) return decodeText((this.#line as PlainLine).bytes, start, end);
    return this.#known(index).text;
  };

  readonly pod = (name: string, uid?: string): PodReference => {
    const index = this.#indexOf(name);
    return index < 0 ? podWithUid(NO_POD, uid) : this.#known(index).withUid(uid);
  };

  readonly error = (name: string): RuntimeError | undefined => {
    const index = this.#indexOf(name);
    if (index < 0) return undefined;
    const { bytes, view } = this.#line as PlainLine;
    const { starts, ends, escaped } = this.spans;
    return this.#errors.of(
      bytes,
      view,
      starts[index] ?? 0,
      ends[index] ?? 0,
      escaped[index] === 1,
      this.#podNamedIn(starts[index] ?? 0, ends[index] ?? 0),
    );
  };

  readonly event = (name: string): PlegEventValue | undefined => {
    const uid = this.#indexOf(EVENT_UID);
    const whole = uid < 0 ? this.#indexOf(name) : -1;
    const { bytes, view, bodyEnd } = this.#line as PlainLine;
    const { starts, ends } = this.spans;
    if (uid < 0)
      return whole < 0 ? undefined : parsePlegEventValue(decodeText(bytes, starts[whole] ?? 0, ends[whole] ?? 0));
    const start = starts[uid] ?? 0;
    const end = ends[uid] ?? 0;
    const at = this.#indexOf(EVENT_TYPE);
    const type = plegEventTypeOf(this.#names.of(bytes, view, starts[at] ?? 0, ends[at] ?? 0, false).text);
    // Blanks are taken out of the value as a whole.
    if (type === undefined || end === start || plainEnd(bytes, start, end) < end)
      return parsePlegEventValue(decodeText(bytes, start - (this.#plan as LinePlan).before(uid).length, bodyEnd));
    const podUid = this.#names.of(bytes, view, start, end, false).text;
    return { podUid, type, data: this.field(EVENT_DATA) ?? '' };
  };

  /** The pod of two keys, where its value is `namespace/name` without escapes, and the other its uid. */
  #wholePod(pod: number, uid: number): PodReference | undefined {
    const known = this.#known(pod);
    const knownUid = this.#known(uid);
    if (!known.isPlain || !knownUid.isPlain) return undefined;
    const { bytes } = this.#line as PlainLine;
    const { starts, ends } = this.spans;
    const namespace = namespaceLength(bytes, starts[pod] ?? 0, ends[pod] ?? 0);
    const whole = known.withUid(knownUid.text);
    const isWhole =
      whole.namespace?.length === namespace &&
      whole.name?.length === (ends[pod] ?? 0) - (starts[pod] ?? 0) - namespace - 1 &&
      whole.uid?.length === (ends[uid] ?? 0) - (starts[uid] ?? 0);
    return isWhole ? whole : undefined;
  }

  /** Where a value ends with the pod of the line, spelt `name_namespace(uid)` with at most a few marks behind it. */
  #podNamedIn(start: number, end: number): NamedPod | undefined {
    const pod = this.#indexOf('pod');
    const uid = this.#indexOf('podUID');
    if (pod < 0 || uid < 0) return undefined;
    const { starts, ends } = this.spans;
    const podLength = (ends[pod] ?? 0) - (starts[pod] ?? 0);
    const uidLength = (ends[uid] ?? 0) - (starts[uid] ?? 0);
    const at = namedPodAt(
      (this.#line as PlainLine).bytes,
      start,
      end,
      starts[pod] ?? 0,
      podLength,
      starts[uid] ?? 0,
      uidLength,
    );
    const whole = at < 0 ? undefined : this.#wholePod(pod, uid);
    return whole === undefined ? undefined : { start: at, end: at + podLength + uidLength + AROUND_UID, pod: whole };
  }

  #indexOf(name: string): number {
    const { keys } = this.#plan as LinePlan;
    for (let index = 0; index < keys.length; index++) if (keys[index] === name) return index;
    return -1;
  }

  #known(index: number): KnownSpan {
    const { bytes, view } = this.#line as PlainLine;
    const start = this.spans.starts[index] ?? 0;
    const end = this.spans.ends[index] ?? 0;
    return this.#names.of(bytes, view, start, end, this.spans.escaped[index] === 1);
  }
}

/** How many bytes stand before the slash of `namespace/name`; all where there is none. */
function namespaceLength(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && bytes[at] !== SLASH) at++;
  return at - start;
}

/** Where a pod begins that the value `bytes[start, end)` ends with but a few marks, spelt `name_namespace(uid)`; −1: it does not. The pod stands elsewhere in the bytes as `namespace/name`. */
function namedPodAt(
  bytes: Uint8Array,
  start: number,
  end: number,
  podStart: number,
  podLength: number,
  uidStart: number,
  uidLength: number,
): number {
  let close = end - 1;
  while (close > start && bytes[close] !== CLOSE && end - close < MOST_BEHIND_POD) close--;
  if (bytes[close] !== CLOSE) return -1;
  const from = close - uidLength - podLength - 1;
  if (from <= start || bytes[close - uidLength - 1] !== OPEN || !same(bytes, close - uidLength, uidStart, uidLength))
    return -1;
  const namespace = namespaceLength(bytes, podStart, podStart + podLength);
  const name = podLength - namespace - 1;
  return name > 0 &&
    bytes[from + name] === UNDERSCORE &&
    same(bytes, from, podStart + namespace + 1, name) &&
    same(bytes, from + name + 1, podStart, namespace)
    ? from
    : -1;
}

/** Whether the same bytes stand at both places. */
function same(bytes: Uint8Array, at: number, other: number, length: number): boolean {
  for (let index = 0; index < length; index++) if (bytes[at + index] !== bytes[other + index]) return false;
  return true;
}
