/** Reads what `src/protocol/documentText.ts` writes. */
import type { ArrayKind, ArrayPlace } from '../../src/protocol/documentText.ts';

const ARRAYS: Readonly<Record<ArrayKind, (buffer: ArrayBuffer, at: number, length: number) => ArrayBufferView>> = {
  Float64Array: (buffer, at, length) => new Float64Array(buffer, at, length),
  Int32Array: (buffer, at, length) => new Int32Array(buffer, at, length),
  Uint32Array: (buffer, at, length) => new Uint32Array(buffer, at, length),
  Uint16Array: (buffer, at, length) => new Uint16Array(buffer, at, length),
  Uint8Array: (buffer, at, length) => new Uint8Array(buffer, at, length),
};

/** The document in a text; whoever shows it looks whether it is one. Throws where the text is cut. */
export function readDocument(text: string): unknown {
  const { bytes, document } = JSON.parse(text) as { readonly bytes: string; readonly document: unknown };
  const buffer = Uint8Array.from(atob(bytes), (digit) => digit.charCodeAt(0)).buffer;
  return revive(document, buffer);
}

function revive(value: unknown, buffer: ArrayBuffer): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => revive(item, buffer));
  if ('$' in value) {
    const { $, at, length } = value as ArrayPlace;
    return ARRAYS[$](buffer, at, length);
  }
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, revive(item, buffer)]));
}
