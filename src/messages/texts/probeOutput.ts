/**
 * What the output of a probe comes to. The output itself is a container's text, of any length and each time another: it is not kept. The words are those of
 * pkg/probe/http, tcp, exec and grpc and of Go's network.
 */
import { encodeText, BACKSLASH, isDigit, isWordByte, startsWithAt, BLANK } from '../../journal/bytes/bytes.ts';

/** No packet finds its way to the pod: what a network of pods says that is broken on this node. */
export const NO_ROUTE = 'no route to the pod';
/** The program that the probe runs is not in the container. */
export const COMMAND_MISSING = 'its command is not in the container';
/** The runtime could not put the command into the container. */
export const COMMAND_NOT_RUN = 'the runtime could not run its command';
export const GONE = 'the container is gone';

const OUTPUTS: readonly (readonly [what: string, words: readonly string[]])[] = [
  ['connection refused', ['connection refused', 'actively refused']],
  ['connection reset', ['connection reset', 'broken pipe', 'EOF']],
  [NO_ROUTE, ['no route to host', 'network is unreachable', 'host is down']],
  [
    'no answer in time',
    ['context deadline exceeded', 'Client.Timeout', 'i/o timeout', 'request canceled', 'timed out', 'timeout'],
  ],
  [
    GONE,
    [
      'container not running',
      'is not running',
      'no such container',
      'container is not created or running',
      'in a stopped state',
      'in a stopped container',
    ],
  ],
  [COMMAND_MISSING, ['executable file not found', 'exec: no such file or directory']],
  [GONE, ['not found']],
  // What containerd, CRI-O and runc say where a program could not be put into a container.
  [COMMAND_NOT_RUN, ['ttrpc: closed', 'failed to create exec', 'runtime exec failed']],
];
const OWN_OUTPUT = 'its own output';
const STATUS_CODE = /statuscode: ?(\d{3})\b/;
/** What stands behind counts for nothing. */
const LONGEST = 2000;

/** What a probe's output comes to, in a few words. */
export function briefOutput(output: string): string {
  const start = output.slice(0, LONGEST);
  const code = STATUS_CODE.exec(start)?.[1];
  if (code !== undefined) return statusText(code);
  return OUTPUTS.find(([, words]) => words.some((word) => start.includes(word)))?.[0] ?? OWN_OUTPUT;
}

function statusText(code: string): string {
  return `HTTP status ${code}`;
}

/** Escapes that stand for one character, of which no word is made. */
const PLAIN_ESCAPES = new Uint8Array(256);
for (const character of '"nrt\\') PLAIN_ESCAPES[character.charCodeAt(0)] = 1;

/** A word by its bytes: the place of what it says among `OUTPUTS`, or `STATUS`. */
interface Word {
  readonly bytes: Uint8Array;
  readonly says: number;
}

const STATUS = -1;
const TABLE_BITS = 10;
/** Words by the hash of their first three bytes. */
const bySlot = new Array<readonly Word[] | undefined>(1 << TABLE_BITS).fill(undefined);
for (const { text, says } of [
  { text: 'statuscode:', says: STATUS },
  ...OUTPUTS.flatMap(([, words], says) => words.map((text) => ({ text, says }))),
]) {
  const bytes = encodeText(text);
  const slot = slotOf((bytes[0] ?? 0) | ((bytes[1] ?? 0) << 8) | ((bytes[2] ?? 0) << 16));
  bySlot[slot] = [...(bySlot[slot] ?? []), { bytes, says }];
}
const known = Uint8Array.from(bySlot, (words) => Number(words !== undefined));

/**
 * `briefOutput` of the text `bytes[start, end)` without making it; `escaped`: it stands in quotes. `undefined`: the text has to be made, for it is long, or holds
 * escapes of which words may be made.
 */
export function briefOutputOf(bytes: Uint8Array, start: number, end: number, escaped: boolean): string | undefined {
  if (end - start > LONGEST) return undefined;
  let says = OUTPUTS.length;
  let code = '';
  let three = 0;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === BACKSLASH && escaped) {
      at++;
      if (PLAIN_ESCAPES[bytes[at] ?? 0] === 0) return undefined;
      three = 0;
      continue;
    }
    three = (three >>> 8) | (byte << 16);
    if (known[slotOf(three)] === 0) continue;
    const from = at - 2;
    for (const word of bySlot[slotOf(three)] ?? []) {
      if (from < start || !startsWithAt(bytes, from, end, word.bytes)) continue;
      if (word.says === STATUS) code = code === '' ? statusAt(bytes, from + word.bytes.length, end) : code;
      else if (word.says < says) says = word.says;
    }
  }
  return code === '' ? (OUTPUTS[says]?.[0] ?? OWN_OUTPUT) : statusText(code);
}

function slotOf(three: number): number {
  return Math.imul(three, 0x9e3779b1) >>> (32 - TABLE_BITS);
}

/** The three digits of a status there; empty where there are none. */
function statusAt(bytes: Uint8Array, start: number, end: number): string {
  const at = bytes[start] === BLANK ? start + 1 : start;
  if (at + 3 > end) return '';
  for (let index = at; index < at + 3; index++) if (!isDigit(bytes[index] ?? 0)) return '';
  if (at + 3 < end && isWordByte(bytes[at + 3])) return '';
  return String.fromCharCode(bytes[at] ?? 0, bytes[at + 1] ?? 0, bytes[at + 2] ?? 0);
}
