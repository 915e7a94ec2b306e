/** Reads one or several inputs into a session: looks at their heads, names their nodes, merges them by time. Knows no files; inputs are opened by whoever gives them. */
import type { ReaderOptions } from '../../journal/record.ts';
import { zoneRule } from '../../journal/time/zones.ts';
import { type Instant, instant } from '../../kubelet/time.ts';
import { whyHopeless } from './hopeless.ts';
import type { AnalysisSession } from '../session.ts';
import type { OpenedSource } from './openedSource.ts';
import type { MergedFeed } from './sessionSources.ts';
import { HEAD_BYTES, HeadReader, type SourceHead } from './sourceHead.ts';
import { nodeNamesOf } from './sourceNodes.ts';
import { needsSpan, resolveWindow, type WindowWishes } from './timeWindow.ts';
import { HALF_YEAR } from '../follow/partTimes.ts';
import { MOST_KEPT_BYTES } from './redactedInputs.ts';

/** A log that can be opened. */
export interface LogInput {
  /** As it is shown in the output. */
  readonly name: string;
  /** The name that the user gave to its node. */
  readonly node?: string;
  /** Its path below the folder in which it was found, for the names of nodes. */
  readonly place?: string;
  /**
   * Opens it, from an offset in the unpacked bytes. With `into` a chunk is done with when the next is asked for, and may be overwritten; it tells where the next
   * is best put (`AnalysisSession.room`).
   */
  open(from?: number, into?: () => Uint8Array | undefined): Promise<OpenedSource>;
}

export interface ReadingOptions extends WindowWishes {
  readonly year?: number;
  readonly timeZone?: string;
  /** The present, for the year of inputs without a date. */
  readonly now?: Instant;
}

export interface ReadingHooks {
  /** After every chunk: bytes of the sources read so far, as they come unpacked; ends the reading by `false`. */
  readonly onChunk?: (bytes: number) => Promise<boolean> | boolean;
}

/** What is wrong with the options, once the log is known. */
export interface ReadingProblem {
  readonly why: string;
}

/**
 * Reads all inputs. The session's sources are numbered by the time at which they begin; `inputs` are given back in that order. Rejects when an input cannot be read.
 */
export async function readSources(
  session: AnalysisSession,
  given: readonly LogInput[],
  options: ReadingOptions,
  hooks: ReadingHooks = {},
): Promise<readonly LogInput[] | ReadingProblem> {
  const wantsSpan = needsSpan(options.since) || needsSpan(options.until);
  const only = given.length === 1 ? given[0] : undefined;
  if (only !== undefined && !wantsSpan && only.node === undefined) {
    const problem = narrow(session, options, undefined);
    return problem ?? readOne(session, only, options, hooks);
  }
  const judged: SourceHead[] = [];
  const begun = new Map<LogInput, BegunSource>();
  try {
    for (const input of given) {
      if (session.cancelled) return given;
      judged.push(await headOf(input, options, wantsSpan, (source) => begun.set(input, source)));
    }
    return await readJudged(session, given, judged, begun, options, hooks);
  } finally {
    for (const { rest } of begun.values()) await rest.return?.(undefined);
  }
}

async function readJudged(
  session: AnalysisSession,
  given: readonly LogInput[],
  judged: readonly SourceHead[],
  begun: ReadonlyMap<LogInput, BegunSource>,
  options: ReadingOptions,
  hooks: ReadingHooks,
): Promise<readonly LogInput[] | ReadingProblem> {
  const heads = options.year === undefined ? besideOthers(judged) : overTheYear(judged);
  const problem = narrow(
    session,
    options,
    needsSpan(options.since) || needsSpan(options.until) ? spanOf(heads) : undefined,
  );
  if (problem !== undefined) return problem;
  const names = nodeNamesOf(given, heads);
  const order = given
    .map((input, index) => ({ input, head: heads[index], node: names[index] }))
    .sort((a, b) => (a.head?.earliest ?? Number.NEGATIVE_INFINITY) - (b.head?.earliest ?? Number.NEGATIVE_INFINITY));
  await readMerged(session, order, begun, options, hooks);
  return order.map(({ input }) => input);
}

function narrow(
  session: AnalysisSession,
  options: ReadingOptions,
  span: { readonly from: Instant; readonly to: Instant } | undefined,
): ReadingProblem | undefined {
  if (options.since === undefined && options.until === undefined) return undefined;
  const window = resolveWindow(options, span, options.timeZone === undefined ? undefined : zoneRule(options.timeZone));
  if ('why' in window) return window;
  session.only(window);
  return undefined;
}

async function readOne(
  session: AnalysisSession,
  input: LogInput,
  options: ReadingOptions,
  hooks: ReadingHooks,
): Promise<readonly LogInput[]> {
  const opened = await input.open(0, () => session.room);
  const { chunks, modified } = opened;
  session.open(input.name, readerOptions(options, modified));
  let bytes = 0;
  for await (const chunk of chunks) {
    session.push(chunk);
    bytes += chunk.length;
    if ((await hooks.onChunk?.(bytes)) === false || session.cancelled || !session.isWorthReading(0, readingOf(opened)))
      break;
  }
  session.end();
  return [input];
}

async function readMerged(
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

/** What the session must know to give a source up. */
export function readingOf({ once, packedBytes }: OpenedSource): {
  readonly once: boolean;
  readonly packedBytes: number | undefined;
} {
  return { once: once === true, packedBytes: packedBytes?.() };
}

function readerOptions({ year, timeZone, now }: ReadingOptions, modified: Instant | undefined): ReaderOptions {
  const fallback =
    modified === undefined
      ? now === undefined
        ? {}
        : { fallbackYearFrom: now, fallbackIs: 'now' as const }
      : { fallbackYearFrom: modified };
  return { ...(year === undefined ? {} : { year }), ...(timeZone === undefined ? {} : { timeZone }), ...fallback };
}

/**
 * Reads the head of an input; with `wholeSpan` also its tail, or everything where the tail is not to be had. What can be read once is handed on by `keep`: the bytes
 * that were looked at, and then the rest.
 */
async function headOf(
  input: LogInput,
  options: ReadingOptions,
  wholeSpan: boolean,
  keep: (source: BegunSource) => void,
): Promise<SourceHead> {
  const opened = await input.open();
  const { modified, totalBytes, packed } = opened;
  const own = readerOptions(options, modified);
  if (opened.once === true) {
    const reader = new HeadReader(own);
    const source: BegunSource = { source: opened, seen: [], rest: opened.chunks[Symbol.asyncIterator]() };
    keep(source);
    await look(input.name, source, reader, wholeSpan);
    return { ...reader.end(), ...(modified === undefined ? {} : { modified }) };
  }
  const { chunks } = opened;
  const reader = new HeadReader(own);
  let read = 0;
  const throughout = wholeSpan && (packed !== false || totalBytes === undefined);
  for await (const chunk of chunks) {
    const part = throughout ? chunk : chunk.subarray(0, HEAD_BYTES - read);
    reader.push(part);
    read += part.length;
    if (!throughout && read >= HEAD_BYTES) break;
    if (!reader.showsKlog && isHopeless(opened, input.name, read)) break;
  }
  const head: SourceHead = { ...reader.end(), ...(modified === undefined ? {} : { modified }) };
  if (!wholeSpan || throughout || totalBytes === undefined || totalBytes <= read) return head;
  return withTail(input, head, own, Math.max(read, totalBytes - HEAD_BYTES));
}

async function withTail(input: LogInput, head: SourceHead, options: ReaderOptions, from: number): Promise<SourceHead> {
  // A tail has no year of its own: it lies after the head, or before it in a reversed log.
  const reader = new HeadReader({
    ...options,
    ...(head.earliest === undefined ? {} : { year: new Date(head.earliest / 1000).getUTCFullYear() }),
  });
  const { chunks } = await input.open(from);
  for await (const chunk of chunks) reader.push(chunk);
  const tail = reader.end();
  if (head.reversed) return { ...head, ...bounds([head.earliest, tail.earliest, head.latest]) };
  const latest =
    tail.latest !== undefined && head.earliest !== undefined && tail.latest < head.earliest - HALF_YEAR
      ? yearsLater(tail.latest, 1)
      : tail.latest;
  return { ...head, ...bounds([head.earliest, head.latest, latest]) };
}

/** A year that the user gave is that of the first line of all: a source that would begin half a year before another one is of the year after. */
function overTheYear(heads: readonly SourceHead[]): readonly SourceHead[] {
  const newest = Math.max(...heads.map((head) => head.earliest ?? Number.NEGATIVE_INFINITY));
  return heads.map((head) => {
    const { earliest, latest } = head;
    if (earliest === undefined || latest === undefined || newest - earliest < HALF_YEAR) return head;
    return {
      ...head,
      earliest: yearsLater(earliest, 1),
      latest: yearsLater(latest, 1),
      year: new Date(earliest / 1000).getUTCFullYear() + 1,
    };
  });
}

/** Logs that are given together are of one time: one that does not tell its year is of that in which it lies nearest to one that does. */
function besideOthers(heads: readonly SourceHead[]): readonly SourceHead[] {
  const told = heads.flatMap(({ tellsYear, earliest }) => (tellsYear ? (earliest ?? []) : []));
  if (told.length === 0) return heads;
  return heads.map((head) => {
    const { earliest, latest, tellsYear } = head;
    if (earliest === undefined || latest === undefined || tellsYear) return head;
    let best = { distance: Number.POSITIVE_INFINITY, years: 0, beside: earliest };
    for (const beside of told) {
      const years = Math.round((beside - earliest) / YEAR);
      const distance = Math.abs(yearsLater(earliest, years) - beside);
      if (distance < best.distance) best = { distance, years, beside };
    }
    return {
      ...head,
      earliest: yearsLater(earliest, best.years),
      latest: yearsLater(latest, best.years),
      beside: best.beside,
    };
  });
}

function bounds(times: readonly (Instant | undefined)[]): { readonly earliest?: Instant; readonly latest?: Instant } {
  const known = times.filter((time) => time !== undefined).sort((a, b) => a - b);
  const [earliest, latest] = [known[0], known.at(-1)];
  return { ...(earliest === undefined ? {} : { earliest }), ...(latest === undefined ? {} : { latest }) };
}

const YEAR = 365.25 * 86_400_000_000;

function yearsLater(time: Instant, years: number): Instant {
  const date = new Date(time / 1000);
  const later =
    Date.UTC(date.getUTCFullYear() + years, date.getUTCMonth(), date.getUTCDate()) -
    Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());
  return instant(time + later * 1000);
}

function spanOf(heads: readonly SourceHead[]): { readonly from: Instant; readonly to: Instant } | undefined {
  const { earliest, latest } = bounds(heads.flatMap((head) => [head.earliest, head.latest]));
  return earliest === undefined || latest === undefined ? undefined : { from: earliest, to: latest };
}

/** Whoever reads the source says so. */
function isHopeless(opened: OpenedSource, name: string, bytes: number): boolean {
  return whyHopeless({ ...readingOf(opened), name, bytes, isBinary: true }) !== undefined;
}

/** What can be read once, and was looked at. */
interface BegunSource {
  readonly source: OpenedSource;
  readonly seen: Uint8Array[];
  readonly rest: AsyncIterator<Uint8Array>;
}

/** Shows the beginning of what can be read once to a reader of heads; with `all`, everything. */
async function look(
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
async function* resumed({ seen, rest }: BegunSource): AsyncGenerator<Uint8Array> {
  for (let chunk = seen.shift(); chunk !== undefined; chunk = seen.shift()) yield chunk;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
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
