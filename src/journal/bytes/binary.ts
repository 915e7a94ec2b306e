import { ESCAPE, TAB } from './bytes.ts';

/** A copy without ANSI escape sequences (`ESC [ … letter`, `ESC ] … BEL`) and NUL bytes. */
export function withoutEscapes(bytes: Uint8Array, start: number, end: number): Uint8Array {
  const clean = new Uint8Array(end - start);
  let length = 0;
  for (let i = start; i < end; i++) {
    const byte = bytes[i] ?? 0;
    if (byte === 0) continue;
    if (byte === ESCAPE) i = escapeEnd(bytes, i, end);
    else clean[length++] = byte;
  }
  return clean.subarray(0, length);
}

/** The position of the last byte of the escape sequence that begins at `at`. */
function escapeEnd(bytes: Uint8Array, at: number, end: number): number {
  const kind = bytes[at + 1];
  if (at + 1 >= end) return at;
  let i = at + 2;
  if (kind === 91) {
    while (i < end && !((bytes[i] ?? 0) >= 64 && (bytes[i] ?? 0) <= 126)) i++;
    return i;
  }
  if (kind === 93) {
    while (i < end && bytes[i] !== 7 && bytes[i] !== ESCAPE) i++;
    return bytes[i] === ESCAPE ? i + 1 : i;
  }
  return at + 1;
}

/** More than a tenth of control characters and invalid lead bytes in the first 4 KB: not a text. */
export function isBinary(bytes: Uint8Array, start: number, end: number): boolean {
  const last = Math.min(end, start + 4096);
  let strange = 0;
  for (let i = start; i < last; i++) {
    const byte = bytes[i] ?? 0;
    if ((byte < 32 && byte !== TAB && byte !== ESCAPE && byte !== 13 && byte !== 10) || byte === 127 || byte >= 0xf8)
      strange++;
  }
  return strange * 10 > last - start;
}
