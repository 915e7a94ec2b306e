/** When a source is read no further: what grows without end and shows no kubelet's line is no log, whatever it is called. The figures are those of docs/limits.md. */

/** A log that packs 50 times is a good log's; one of nothing but equal lines packs some hundred times. */
export const MOST_TIMES_UNPACKED = 1000;
/** Less is read at once, whatever it is: NULs at the begin of a file that was cut while it was written, for one. */
export const READ_IN_ANY_CASE = 256 * 1024 * 1024;
export const MOST_BYTES = 50_000_000_000;

export interface Reading {
  readonly name: string;
  /** Bytes read so far, as they come unpacked. */
  readonly bytes: number;
  /** Packed bytes that they came from; `undefined` where nothing is packed. */
  readonly packedBytes: number | undefined;
  /** A pipe or a device, which may have no end. */
  readonly once: boolean;
  /** What came is no text. */
  readonly isBinary: boolean;
}

/** Why a source without a kubelet's line is given up; `undefined`: it is read on. */
export function whyHopeless({ name, bytes, packedBytes, once, isBinary }: Reading): string | undefined {
  if (bytes > MOST_BYTES)
    return `${name} shows no line of a kubelet in its first ${(MOST_BYTES / 1e9).toLocaleString('en')} GB; it was read no further.`;
  if (bytes <= READ_IN_ANY_CASE) return undefined;
  const megabytes = Math.round(bytes / 1e6).toLocaleString('en');
  if (packedBytes !== undefined && bytes > packedBytes * MOST_TIMES_UNPACKED) {
    return `${name} unpacks to more than ${MOST_TIMES_UNPACKED.toLocaleString('en')} times its size (${megabytes} MB out of ${packedBytes.toLocaleString('en')} bytes so far) and shows no line of a kubelet; it was read no further.`;
  }
  if (once && packedBytes === undefined && isBinary)
    return `${name} gives bytes that are no text, and no line of a kubelet in the first ${megabytes} MB; it was read no further.`;
  return undefined;
}
