/** Binary files of systemd's journal as inputs: the text of their entries. They are read in place; one that comes as a stream is put aside first. */
import type { WarningKind } from '../analysis/sources/openedSource.ts';
import { readSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { isJournalFile } from '../journal/file/objects.ts';
import { journalText } from '../journal/file/journalText.ts';
import type { ByteRange } from './archives/byteRange.ts';
import { Spool } from './archives/spool.ts';
import { loadFieldUnpacker } from './journalFields.ts';
import { peek } from './peek.ts';

/** So many bytes tell a journal file. */
export const JOURNAL_MAGIC_BYTES = 8;
/** systemd begins another file before (journald.conf, `SystemMaxFileSize`: at most 4 GiB in the compact form). */
const MOST_BYTES = 2 ** 32;

type OnWarning = (text: string, kind?: WarningKind) => void;

/** The text of a journal file that lies in a file. */
export async function* textOfJournal(
  { file, from, to }: ByteRange,
  name: string,
  onWarning: OnWarning | undefined,
): AsyncGenerator<Uint8Array> {
  const unpack = await loadFieldUnpacker();
  const bytes = {
    size: to - from,
    read: (at: number, into: Uint8Array) => {
      const length = Math.max(0, Math.min(into.length, to - from - at));
      let done = 0;
      while (done < length) {
        const count = readSync(file, into, done, length - done, from + at + done);
        if (count === 0) break;
        done += count;
      }
      return done;
    },
  };
  const onDamage = (why: string): void =>
    onWarning?.(`${name} is a journal of systemd; ${why}. What could be read of it was read.`, 'damage');
  for (const piece of journalText(bytes, { unpack, onDamage })) {
    yield piece;
    await turn();
  }
}

/** The text of a journal file that comes as a stream; anything else as it comes. */
export async function* textIfJournal(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
  onWarning: OnWarning | undefined,
): AsyncGenerator<Uint8Array> {
  const peeked = await peek(chunks, JOURNAL_MAGIC_BYTES);
  if (!isJournalFile(peeked.head)) {
    yield* peeked.chunks;
    return;
  }
  const spool = new Spool();
  try {
    for await (const chunk of peeked.chunks) {
      if (spool.length + chunk.length > MOST_BYTES) {
        onWarning?.(`${name} is a journal of systemd with more than 4 GiB; it was read no further.`, 'damage');
        break;
      }
      spool.append(chunk);
    }
    yield* textOfJournal(spool.since(0), name, onWarning);
  } finally {
    spool.close();
  }
}
