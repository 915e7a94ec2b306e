/** Where the fields lie in the document of a log shipper or container runtime, for `JournalLayout` to read further ones by. */
import { COLON, OPEN_BRACE, QUOTE, decodeText, skipBlanks, closingQuote, COMMA, CLOSE_BRACE } from '../bytes/bytes.ts';
import { type FieldPlace, type FieldUse, endOfRaw } from './journalLayout.ts';
import { HOST_NAMES, IDENTIFIER_NAMES, PID_NAMES, TEXT_NAMES, TIME_NAMES, readJsonLine } from './jsonLine.ts';
import { isDeepPath, opensDeepPath } from './shippedOrigin.ts';

/** Members that may make a record of klog itself of it. */
const OF_KLOG: ReadonlySet<string> = new Set(['ts', 'msg']);

const USES: readonly { readonly use: FieldUse; readonly names: readonly string[] }[] = [
  { use: 'message', names: TEXT_NAMES },
  { use: 'iso-time', names: TIME_NAMES },
  { use: 'host', names: HOST_NAMES },
  { use: 'identifier', names: IDENTIFIER_NAMES },
  { use: 'pid', names: PID_NAMES },
];

/** Where the fields lie, and what of the origin is said deeper inside, the same in all lines of the layout. */
interface ShippedPlaces {
  readonly places: readonly FieldPlace[];
  readonly host: string | undefined;
  readonly identifier: string | undefined;
}

interface Member {
  readonly name: string;
  readonly place: FieldPlace;
}

/**
 * The fields of a document that `readJsonLine` reads as a shipped line, in their order; `undefined` when a later one of the same fields could be another kind of line, or
 * have its line in another member: the first member that can hold it must be a text that is not empty, and so for time and origin.
 */
export function shippedPlaces(bytes: Uint8Array, start: number, end: number): ShippedPlaces | undefined {
  const members = membersOf(bytes, start, end);
  if (members === undefined || members.some(({ name }) => OF_KLOG.has(name))) return undefined;
  const read = readJsonLine(decodeText(bytes, start, end));
  if (read?.kind !== 'shipped' || read.isLocal === true) return undefined;
  const uses = new Map<Member, FieldUse>();
  for (const { use, names } of USES) {
    for (const name of names) {
      const member = members.find((one) => one.name === name);
      if (member === undefined) continue;
      if (!isNothing(bytes, member)) {
        if (member.place.raw || member.place.valueEnd === member.place.valueStart) return undefined;
        uses.set(member, use);
        break;
      }
      // It comes first, and has to go on holding nothing.
      uses.set(member, 'constant');
    }
  }
  const has = (use: FieldUse): boolean => [...uses.values()].includes(use);
  if (!has('message') || !has('iso-time')) return undefined;
  // What is said of the origin deeper inside has to stay as it is.
  const isDeep = !has('host') || !has('identifier');
  for (const member of isDeep ? members : []) {
    if (isDeepPath(member.name) || (bytes[member.place.valueStart] === OPEN_BRACE && opensDeepPath(member.name)))
      uses.set(member, 'constant');
  }
  return {
    places: members.map((member) => ({ ...member.place, use: uses.get(member) ?? 'none' })),
    host: has('host') ? undefined : read.host,
    identifier: has('identifier') ? undefined : read.identifier,
  };
}

/** Objects and `null` never hold a line, a time or an origin. */
function isNothing(bytes: Uint8Array, { place: { raw, valueStart } }: Member): boolean {
  return raw && (bytes[valueStart] === OPEN_BRACE || bytes[valueStart] === 110);
}

function membersOf(bytes: Uint8Array, start: number, end: number): readonly Member[] | undefined {
  const members: Member[] = [];
  let at = start;
  for (;;) {
    const nameStart = at;
    const open = skipBlanks(bytes, at + 1, end);
    if (bytes[open] !== QUOTE) return undefined;
    const nameEnd = closingQuote(bytes, open + 1, end);
    if (nameEnd < 0) return undefined;
    const name = decodeText(bytes, open + 1, nameEnd);
    const colon = skipBlanks(bytes, nameEnd + 1, end);
    if (bytes[colon] !== COLON || name.includes('\\')) return undefined;
    const first = skipBlanks(bytes, colon + 1, end);
    const raw = bytes[first] !== QUOTE;
    const valueStart = raw ? first : first + 1;
    const valueEnd = raw ? endOfRaw(bytes, first, end) : closingQuote(bytes, valueStart, end);
    if (valueEnd < 0) return undefined;
    members.push({ name, place: { use: 'none', nameStart, valueStart, valueEnd, raw } });
    at = skipBlanks(bytes, raw ? valueEnd : valueEnd + 1, end);
    if (bytes[at] === CLOSE_BRACE) return at === end - 1 ? members : undefined;
    if (bytes[at] !== COMMA) return undefined;
  }
}
