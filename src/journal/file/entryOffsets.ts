/** Which entries of a journal file are read, in their order: by its own index those of the programs that tell of a kubelet, else all. */
import { isNodeWriter, writerKind } from '../../kubelet/writers.ts';
import { decodeText } from '../bytes/bytes.ts';
import { nameEnd, textOf, type UnpackField } from './fields.ts';
import { ENTRY, FIELD, OBJECT_HEADER, type Objects } from './objects.ts';

/** Fields whose values name the program that wrote an entry. */
const WRITER_FIELDS: ReadonlySet<string> = new Set(['_SYSTEMD_UNIT', 'SYSLOG_IDENTIFIER', '_COMM']);
/** A field with more values is no name. */
const MOST_VALUES = 100_000;
const LONGEST_NAME = 256;
/** Bytes of an entry without items: a file holds no more entries than that allows. */
const LEAST_ENTRY = 64;

interface ChosenEntries {
  /** Ascending. */
  readonly places: Float64Array;
  /** The index could not be followed to its end, or there is none: entries were found by walking through the file. */
  readonly isWalked: boolean;
}

/** Chooses the entries. */
export function chooseEntries(objects: Objects, unpack: UnpackField): ChosenEntries {
  const chosen = byWriters(objects, unpack);
  if (chosen !== undefined) return { places: sorted(chosen), isWalked: false };
  const listed = [...objects.placesIn(objects.header.entryArray)].filter((at) => objects.isObject(at, ENTRY));
  // A file that was not closed may list fewer than it counts: the rest is found by its objects.
  return listed.length >= objects.header.entries && listed.length > 0
    ? { places: sorted(listed), isWalked: false }
    : { places: sorted([...walked(objects)]), isWalked: true };
}

/** The entries that the index has for the programs of a node; `undefined`: none of them is a kubelet, or the index is damaged. */
function byWriters(objects: Objects, unpack: UnpackField): number[] | undefined {
  const places: number[] = [];
  const most = (WRITER_FIELDS.size * objects.file.size) / LEAST_ENTRY;
  let hasKubelet = false;
  for (const field of fieldsOf(objects)) {
    if (!WRITER_FIELDS.has(field.name)) continue;
    let count = 0;
    // Each value lies before the one that came after it.
    for (let data = field.head, after = Number.POSITIVE_INFINITY; data !== 0; data = objects.nextOfField(data)) {
      if (data >= after || places.length > most) return undefined;
      after = data;
      const text = textOf(objects, data, unpack);
      if (text === undefined || (count += 1) > MOST_VALUES) return undefined;
      const equals = nameEnd(text);
      const name = decodeText(text.bytes, equals + 1, Math.min(text.end, equals + LONGEST_NAME));
      if (equals < 0 || !isNodeWriter(name)) continue;
      hasKubelet ||= writerKind(name) === 'kubelet';
      const { first, array, count: entries } = objects.entriesOf(data);
      const before = places.length;
      if (objects.isObject(first, ENTRY)) places.push(first);
      for (const at of objects.placesIn(array)) if (objects.isObject(at, ENTRY)) places.push(at);
      if (places.length - before < entries) return undefined;
    }
  }
  return hasKubelet ? places : undefined;
}

/** The names of fields, with the first data object of each. */
function* fieldsOf(objects: Objects): Generator<{ readonly name: string; readonly head: number }> {
  const { file, header } = objects;
  if (!file.has(header.fieldTable, header.fieldTableBytes)) return;
  for (let at = header.fieldTable; at < header.fieldTable + header.fieldTableBytes; at += 16) {
    let before = 0;
    for (let field = file.u64(at); field > before && objects.isObject(field, FIELD); field = file.u64(field + 16)) {
      const length = objects.sizeOf(field) - 40;
      if (length > 0 && length <= LONGEST_NAME) {
        const { bytes, start } = file.stretch(field + 40, length);
        yield { name: decodeText(bytes, start, start + length), head: file.u64(field + 32) };
      }
      before = field;
    }
  }
}

/** Walks from object to object; stops where there is none. */
function* walked(objects: Objects): Generator<number> {
  const { file, header } = objects;
  for (let at = header.headerBytes; file.has(at, OBJECT_HEADER);) {
    const size = objects.sizeOf(at);
    if (size < OBJECT_HEADER || !file.has(at, size)) return;
    if (file.u8(at) === ENTRY) yield at;
    at += Math.ceil(size / 8) * 8;
  }
}

/** Each once. */
function sorted(places: readonly number[]): Float64Array {
  return Float64Array.from(new Set(places)).sort();
}
