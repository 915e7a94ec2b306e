/** Inputs whose logs hold pseudonyms instead of names. They are read once to learn the names, and then as often as anybody likes. */
import { NameBook } from '../../redaction/nameBook.ts';
import { learningBytes, redactingBytes } from '../../redaction/redactBytes.ts';
import { isName, learnName, pseudonymOf } from '../../redaction/redactText.ts';
import type { OpenedSource } from './openedSource.ts';
import type { LogInput } from './logInput.ts';

/** What can be read once is kept in memory until its names are known; not more than this. */
export const MOST_KEPT_BYTES = 512 * 1024 * 1024;

/** A pipe is too long to be kept until all of its names are known. */
export class TooLongToRedact extends Error {
  constructor(name: string) {
    super(
      `${name} is too long to be redacted as it comes: its names must be known first. Write it to a file, and give that.`,
    );
    this.name = 'TooLongToRedact';
  }
}

/**
 * The same inputs, redacted; they are called `log-1`, `log-2` … in the order given, standard input as ever. Rejects when one cannot be read. `onChunk` is told of the
 * bytes learned from so far, and ends the reading by `false`.
 */
export async function redactedInputs<Input extends LogInput>(
  inputs: readonly Input[],
  onChunk?: (bytes: number) => Promise<boolean> | boolean,
): Promise<readonly Input[]> {
  const book = new NameBook();
  const kept = new Map<Input, KeptInput>();
  let bytes = 0;
  for (const input of inputs) {
    if (input.node !== undefined && isName(input.node)) learnName('node', input.node, book);
    const opened = await input.open();
    const learning = learningBytes(book);
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of opened.chunks) {
      learning.push(chunk);
      size += chunk.length;
      bytes += chunk.length;
      if (opened.once === true) {
        if (size > MOST_KEPT_BYTES) throw new TooLongToRedact(input.name);
        chunks.push(chunk.slice());
      }
      if ((await onChunk?.(bytes)) === false) break;
    }
    learning.end();
    if (opened.once === true) kept.set(input, { opened, chunks });
  }
  return inputs.map((input, index) => ({
    ...input,
    name: pseudonym(input.name, index, inputs.length),
    ...(input.node === undefined ? {} : { node: pseudonymOf('node', input.node, book) }),
    ...(input.place === undefined ? {} : { place: redactedPlace(input.place, book) }),
    open: async (): Promise<OpenedSource> => {
      const known = kept.get(input);
      const opened = known?.opened ?? (await input.open());
      return {
        ...(opened.modified === undefined ? {} : { modified: opened.modified }),
        packed: true,
        chunks: redacted(known === undefined ? opened.chunks : given(known.chunks), book),
      };
    },
  }));
}

interface KeptInput {
  readonly opened: OpenedSource;
  readonly chunks: readonly Uint8Array[];
}

/** What a redacted input is called. */
function pseudonym(name: string, index: number, count: number): string {
  if (name === 'standard input') return name;
  return count === 1 ? 'log' : `log-${index + 1}`;
}

/** Folders are names of nodes where nothing else names them. */
function redactedPlace(place: string, book: NameBook): string {
  return place
    .split(/[/\\]/)
    .map((part) => (isName(part) && !COMMON_FOLDER.test(part) ? pseudonymOf('node', part, book) : part))
    .join('/');
}

const COMMON_FOLDER = /^(?:\.|[a-z0-9_]{1,20})$/;

async function* given(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

async function* redacted(chunks: AsyncIterable<Uint8Array>, book: NameBook): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  const redacting = redactingBytes(book, (bytes) => ready.push(bytes));
  for await (const chunk of chunks) {
    redacting.push(chunk);
    const now = ready;
    ready = [];
    yield* now;
  }
  redacting.end();
  yield* ready;
}
