/** The entries of a binary journal file as text. */
import { chooseEntries } from './entryOffsets.ts';
import { EntryText, TextBuffer } from './entryText.ts';
import type { UnpackField } from './fields.ts';
import { type FileBytes, FilePages } from './filePages.ts';
import { Objects, readHeader } from './objects.ts';

/** Text is given out in pieces of about this size. */
const PIECE_BYTES = 1 << 18;

interface JournalTextOptions {
  readonly unpack: UnpackField;
  /** What is wrong with the file, as the end of a sentence about it. What can be read is given out all the same. */
  readonly onDamage: (why: string) => void;
}

/**
 * Gives the entries that tell of a kubelet (its own, and those of runtime, kernel and systemd; all, where none is a kubelet's), in the order in which they were written,
 * as `journalctl -o short-iso-precise --utc` prints them. Never throws for a damaged file.
 */
export function* journalText(bytes: FileBytes, { unpack, onDamage }: JournalTextOptions): Generator<Uint8Array> {
  const file = new FilePages(bytes);
  const header = readHeader(file);
  if ('why' in header) {
    onDamage(header.why);
    return;
  }
  const objects = new Objects(file, header);
  const { places, isWalked } = chooseEntries(objects, unpack);
  const text = new EntryText(objects, unpack);
  const out = new TextBuffer(PIECE_BYTES * 2);
  let written = 0;
  for (const place of places) {
    if (text.write(place, out)) written += 1;
    if (out.length >= PIECE_BYTES) yield out.take();
  }
  if (out.length > 0) yield out.take();
  if (isWalked && places.length < header.entries)
    onDamage(
      `it is cut or damaged: of ${header.entries.toLocaleString('en')} entries ${written.toLocaleString('en')} could be read`,
    );
  else if (text.damaged > 0)
    onDamage(`it is damaged: ${text.damaged.toLocaleString('en')} fields of its entries could not be read`);
}
