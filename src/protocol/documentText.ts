/** A timeline document as text, for a file that a browser opens: JSON, with all of its typed arrays as one block of base64 beside it. */
import { asWritten, type Printable, printableJson } from '../kubelet/printable.ts';
import type { TimelineDocument } from '../timeline/timelineDocument.ts';
import { packArrays } from './packArrays.ts';

/** How a typed array is named in the text. */
const ARRAY_KINDS = ['Float64Array', 'Int32Array', 'Uint32Array', 'Uint16Array', 'Uint8Array'] as const;
export type ArrayKind = (typeof ARRAY_KINDS)[number];

/** What stands for a typed array: its kind, and where it lies in the block. */
export interface ArrayPlace {
  readonly $: ArrayKind;
  /** Offset in bytes. */
  readonly at: number;
  /** Number of elements. */
  readonly length: number;
}

/** The text of a document. It holds no `<`, so that it may stand in a script element. */
export function documentText(document: TimelineDocument): Printable {
  let block: ArrayBufferLike | undefined;
  const json = JSON.stringify(packArrays(document), (_key, value: unknown) => {
    const kind = kindOf(value);
    if (kind === undefined || !ArrayBuffer.isView(value)) return value;
    block = value.buffer;
    const length = 'length' in value ? Number(value.length) : 0;
    return { $: kind, at: value.byteOffset, length } satisfies ArrayPlace;
  });
  const bytes = base64(block === undefined ? new Uint8Array() : new Uint8Array(block));
  return asWritten(`{"bytes":"${bytes}","document":${printableJson(json).replaceAll('<', '\\u003c')}}`);
}

function kindOf(value: unknown): ArrayKind | undefined {
  if (value instanceof Float64Array) return 'Float64Array';
  if (value instanceof Int32Array) return 'Int32Array';
  if (value instanceof Uint32Array) return 'Uint32Array';
  if (value instanceof Uint16Array) return 'Uint16Array';
  return value instanceof Uint8Array ? 'Uint8Array' : undefined;
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** Bytes that are written as one string, before they are joined: a multiple of three. */
const PART_BYTES = 3 * 4096;

/** RFC 4648, with padding. */
function base64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let from = 0; from < bytes.length; from += PART_BYTES) {
    let part = '';
    for (let at = from; at < Math.min(bytes.length, from + PART_BYTES); at += 3) {
      const [one = 0, two, three] = [bytes[at], bytes[at + 1], bytes[at + 2]];
      const bits = (one << 16) | ((two ?? 0) << 8) | (three ?? 0);
      part += DIGITS.charAt(bits >> 18) + DIGITS.charAt((bits >> 12) & 63);
      part += two === undefined ? '=' : DIGITS.charAt((bits >> 6) & 63);
      part += three === undefined ? '=' : DIGITS.charAt(bits & 63);
    }
    parts.push(part);
  }
  return parts.join('');
}
