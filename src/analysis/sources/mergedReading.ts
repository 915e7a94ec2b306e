/** Reads several inputs into one session, each a chunk at a time as the merge by time wants it. */
import { instant } from '../../kubelet/time.ts';
import { HALF_YEAR } from '../follow/partTimes.ts';
import type { AnalysisSession } from '../session.ts';
import { type BegunSource, resumed } from './begunSource.ts';
import { type LogInput, readerOptions, readingOf, type ReadingHooks, type ReadingOptions } from './logInput.ts';
import type { OpenedSource } from './openedSource.ts';
import type { MergedFeed } from './sessionSources.ts';
import type { SourceHead } from './sourceHead.ts';

/** Reads all of them; `order`: by the time at which they begin, each with its node. Rejects when one cannot be read. */
export async function readMerged(
  session: AnalysisSession,
  order: readonly {
    readonly input: LogInput;
    readonly head: SourceHead | undefined;
    readonly node: string | undefined;
  }[],
  begun: ReadonlyMap<LogInput, BegunSource>,
  options: ReadingOptions,
  hooks: ReadingHooks,
): Promise<void> {
  const feed = session.openMerged(
    order.map(({ input, head, node }) => ({
      name: input.name,
      options: {
        ...readerOptions(head?.year === undefined ? options : { ...options, year: head.year }, head?.modified),
        // A date lies in the year before if it would lie behind this: it comes to lie within half a year of the other log.
        ...(head?.beside === undefined
          ? {}
          : { fallbackYearFrom: instant(head.beside + HALF_YEAR), fallbackIs: 'other-log' as const }),
      },
      ...(node === undefined ? {} : { node }),
      ...(head?.earliest === undefined || head.reversed ? {} : { begins: head.earliest }),
    })),
  );
  const reading = new Map<number, MergedChunks>();
  let bytes = 0;
  try {
    for (let index = feed.wanted(); index !== undefined; index = feed.wanted()) {
      const place = index;
      const entry = order[place];
      if (entry === undefined) break;
      // A source that is known to have ended does not hold up one that begins where it stops.
      if (!reading.has(place) && (await endThoseOver(reading, feed))) continue;
      const chunks =
        reading.get(place) ?? (await MergedChunks.of(entry.input, begun.get(entry.input), () => feed.room(place)));
      reading.set(place, chunks);
      const chunk = await chunks.take();
      if (chunk === undefined || !session.isWorthReading(place, readingOf(chunks.source))) {
        reading.delete(place);
        await chunks.close();
        feed.end(place);
        continue;
      }
      feed.push(place, chunk);
      bytes += chunk.length;
      if ((await hooks.onChunk?.(bytes)) === false) return;
    }
  } finally {
    for (const chunks of reading.values()) await chunks.close();
  }
}

/** The chunks of an input: all of them, also of what was looked at already. Whether it goes on can be asked before the next one is taken. */
class MergedChunks {
  readonly source: OpenedSource;
  readonly #chunks: AsyncIterator<Uint8Array>;
  #next: IteratorResult<Uint8Array, unknown> | undefined;

  private constructor(source: OpenedSource, chunks: AsyncIterator<Uint8Array>) {
    this.source = source;
    this.#chunks = chunks;
  }

  /** `room`: as of `LogInput.open`. */
  static async of(
    input: LogInput,
    begun: BegunSource | undefined,
    room: () => Uint8Array | undefined,
  ): Promise<MergedChunks> {
    const source = begun?.source ?? (await input.open(0, room));
    return new MergedChunks(source, begun === undefined ? source.chunks[Symbol.asyncIterator]() : resumed(begun));
  }

  /** Whether no chunk comes any more. Only to be asked when the one before is done with. */
  async isOver(): Promise<boolean> {
    this.#next ??= await this.#chunks.next();
    return this.#next.done === true;
  }

  /** The next chunk; `undefined`: none comes any more. */
  async take(): Promise<Uint8Array | undefined> {
    const next = this.#next ?? (await this.#chunks.next());
    if (next.done === true) return undefined;
    this.#next = undefined;
    return next.value;
  }

  async close(): Promise<void> {
    await this.#chunks.return?.(undefined);
  }
}

/** Ends the sources that are over. `false`: all of them go on. */
async function endThoseOver(reading: Map<number, MergedChunks>, feed: MergedFeed): Promise<boolean> {
  const before = reading.size;
  for (const [index, chunks] of reading) {
    if (!(await chunks.isOver())) continue;
    reading.delete(index);
    feed.end(index);
  }
  return reading.size < before;
}
