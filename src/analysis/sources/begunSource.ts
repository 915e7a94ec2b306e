/** What can be read once only, as a pipe: its beginning is looked at, kept, and comes again when it is read. */
import { MOST_KEPT_BYTES } from './redactedInputs.ts';
import type { OpenedSource } from './openedSource.ts';
import { readingOf } from './logInput.ts';
import { whyHopeless } from './hopeless.ts';
import { HEAD_BYTES, type HeadReader } from './sourceHead.ts';

/** What can be read once, and was looked at. */
export interface BegunSource {
  readonly source: OpenedSource;
  readonly seen: Uint8Array[];
  readonly rest: AsyncIterator<Uint8Array>;
}

/** Shows the beginning of what can be read once to a reader of heads; with `all`, everything. */
export async function look(
  name: string,
  { source, seen, rest }: BegunSource,
  reader: HeadReader,
  all: boolean,
): Promise<void> {
  for (let size = 0; all || size < HEAD_BYTES;) {
    const next = await rest.next();
    if (next.done === true) return;
    const chunk = next.value;
    reader.push(all ? chunk : chunk.subarray(0, HEAD_BYTES - size));
    seen.push(chunk);
    size += chunk.length;
    if (size > MOST_KEPT_BYTES) throw new TooMuchToKeep(name);
    if (!reader.showsKlog && isHopeless(source, name, size)) return;
  }
}

/** The same bytes again, each as long as it is needed, and those that follow. */
export async function* resumed({ seen, rest }: BegunSource): AsyncGenerator<Uint8Array> {
  for (let chunk = seen.shift(); chunk !== undefined; chunk = seen.shift()) yield chunk;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}

/** Whoever reads the source says so. */
export function isHopeless(opened: OpenedSource, name: string, bytes: number): boolean {
  return whyHopeless({ ...readingOf(opened), name, bytes, isBinary: true }) !== undefined;
}

/** A pipe is too long to be kept. */
export class TooMuchToKeep extends Error {
  constructor(name: string) {
    super(
      `${name} is too long for a time that is counted from its end. Write it to a file first, or give --since and --until with their dates.`,
    );
    this.name = 'TooMuchToKeep';
  }
}
