/** Whether bytes are an archive, known by the first of them, never by a file's name. */
import { BLANK } from '../../journal/bytes/bytes.ts';

export type ArchiveKind = 'tar' | 'zip';

/** So many (unpacked) bytes tell an archive. */
export const ARCHIVE_HEAD_BYTES = 512;

/** `PK` and what may follow it at the begin of a zip: an entry, the end of an empty one, a part of a split one. */
const ZIP_MARKS: readonly (readonly [number, number])[] = [
  [3, 4],
  [5, 6],
  [7, 8],
];
/** The field of a tar header that holds the sum of its bytes, and what stands for it while they are summed. */
const SUM_AT = 148;
const SUM_BYTES = 8;

/** The kind of archive that begins with these bytes; `undefined` for everything else. A tar is known by the sum in its first header, which also the oldest have. */
export function archiveKindOf(head: Uint8Array): ArchiveKind | undefined {
  if (head[0] === 0x50 && head[1] === 0x4b && ZIP_MARKS.some(([a, b]) => head[2] === a && head[3] === b)) return 'zip';
  return isTarHeader(head) ? 'tar' : undefined;
}

function isTarHeader(head: Uint8Array): boolean {
  if (head.length < ARCHIVE_HEAD_BYTES || head[0] === 0) return false;
  const written = /^ {0,7}([0-7]{1,7})[\0 ]/.exec(
    String.fromCharCode(...head.subarray(SUM_AT, SUM_AT + SUM_BYTES)),
  )?.[1];
  if (written === undefined) return false;
  let sum = 0;
  for (let at = 0; at < ARCHIVE_HEAD_BYTES; at += 1)
    sum += at >= SUM_AT && at < SUM_AT + SUM_BYTES ? BLANK : (head[at] ?? 0);
  return sum === Number.parseInt(written, 8);
}
