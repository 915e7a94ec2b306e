/** Columns of numbers for what comes in masses: no object for each entry, nothing for the collector of garbage to follow. */

/** The room of a table that holds `count` entries and needs one more, or the same room if there is some left. */
export function roomFor(room: number, count: number): number {
  return count < room ? room : Math.max(256, room * 2);
}

/** A copy of a column with more room; new places hold 0. */
export function longerFloats(column: Float64Array, room: number): Float64Array<ArrayBuffer> {
  const longer = new Float64Array(room);
  longer.set(column);
  return longer;
}

/** The same for whole numbers of 32 bits. */
export function longerInts(column: Int32Array, room: number): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(room);
  longer.set(column);
  return longer;
}

/** The same for small numbers. */
export function longerBytes(column: Uint8Array, room: number): Uint8Array<ArrayBuffer> {
  const longer = new Uint8Array(room);
  longer.set(column);
  return longer;
}
