/**
 * The first look at a file: only its skip lines are looked for, so that an answer is there long before all lines are read. It is provisional: the full
 * pass finds episodes without skips, exact bounds and causes.
 */
import { copyBytes, joinedBytes } from '../journal/bytes/bytes.ts';
import type { LogRecord, ReaderOptions, SourceReader } from '../journal/record.ts';
import { createSourceReader } from '../journal/sourceReader.ts';
import type { Instant } from '../kubelet/time.ts';
import { createMessageReader } from '../messages/messageReader.ts';
import { formatClock, formatDay } from './outputs/instantText.ts';

/** The first position of `needle` in `chunk` at or after `from`, or −1. The platform's own search is many times faster than a loop. */
export type FindBytes = (chunk: Uint8Array, needle: Uint8Array, from: number) => number;

/** A run of skips. */
interface FirstEpisode {
  /** When the state became unhealthy by what the first skip says; else the first skip. */
  readonly from: Instant;
  /** The last skip. */
  readonly to: Instant;
  readonly skips: number;
}

export interface FirstAnswer {
  readonly skips: number;
  readonly episodes: readonly FirstEpisode[];
  /** One sentence; absent where no skip was found. */
  readonly headline?: string;
}

/** A skip, of which only the time is read until more is wanted. */
interface FoundSkip {
  readonly time: Instant;
  readonly record: LogRecord;
}

/** Part of all skip lines since 1.8; older ones begin with a small letter. */
const SKIP_WORDS = 'kipping pod synchronization';
const WORDS: Uint8Array = new TextEncoder().encode(SKIP_WORDS);
/** Only their end is searched for: searches look for the first byte, and there is hardly a rarer one than `z`. */
const NEEDLE_AT = WORDS.indexOf(122);
const NEEDLE = WORDS.subarray(NEEDLE_AT);
/** Skips that are further apart belong to two episodes: the kubelet retries at least every 5 seconds. */
const APART = 60_000_000;
/** Longer lines are cut: the stamp and what a skip says stand before. */
const LONGEST_LINE = 64 * 1024;

/** Takes the bytes of one source in any chunking; chunks may be overwritten afterwards. */
export class FirstScan {
  readonly #find: FindBytes;
  readonly #messages = createMessageReader();
  readonly #reader: SourceReader;
  readonly #skips: FoundSkip[] = [];
  /** The line that the last chunk ended in. */
  #carry: Uint8Array = new Uint8Array(0);

  constructor(find: FindBytes, options: ReaderOptions = {}) {
    this.#find = find;
    this.#reader = createSourceReader(0, '', options, {
      record: (record) => {
        const { time } = record;
        if (time === undefined || !isSkip(record.message)) return;
        record.detach?.();
        this.#skips.push({ time, record });
      },
      warning: () => undefined,
    });
  }

  push(chunk: Uint8Array): void {
    let start = 0;
    if (this.#carry.length > 0) {
      const newline = chunk.indexOf(10);
      start = newline < 0 ? chunk.length : newline + 1;
      const line = joinedBytes(this.#carry, chunk.subarray(0, Math.min(start, LONGEST_LINE)));
      if (newline < 0) {
        if (line.length <= LONGEST_LINE) this.#carry = line;
        return;
      }
      this.#carry = new Uint8Array(0);
      this.#scan(line, 0, line.length);
    }
    const last = chunk.lastIndexOf(10);
    const end = last < start ? start : last + 1;
    if (end < chunk.length) this.#carry = copyBytes(chunk, end, Math.min(chunk.length, end + LONGEST_LINE));
    this.#scan(chunk, start, end);
  }

  end(): void {
    const line = this.#carry;
    this.#carry = new Uint8Array(0);
    if (line.length > 0) this.#scan(line, 0, line.length);
  }

  /** What was found so far. */
  answer(): FirstAnswer {
    this.#reader.end();
    const skips = this.#skips.toSorted((a, b) => a.time - b.time);
    const episodes: { from: Instant; to: Instant; skips: number }[] = [];
    for (const skip of skips) {
      const last = episodes.at(-1);
      if (last !== undefined && skip.time - last.to <= APART) {
        last.to = skip.time;
        last.skips += 1;
      } else episodes.push({ from: this.#beginOf(skip), to: skip.time, skips: 1 });
    }
    return { skips: skips.length, episodes, ...headlineOf(episodes) };
  }

  /** A stale PLEG says since when: the threshold after the relist that it names. */
  #beginOf({ time, record }: FoundSkip): Instant {
    for (const fact of this.#messages.facts(record)) {
      if (fact.kind !== 'skip') continue;
      for (const { kind, elapsed, threshold } of fact.reasons) {
        if (kind === 'pleg-stale' && elapsed !== undefined && threshold !== undefined)
          return Math.min(time, time - elapsed + threshold) as Instant;
      }
    }
    return time;
  }

  #scan(bytes: Uint8Array, from: number, end: number): void {
    for (let at = this.#find(bytes, NEEDLE, from); at >= 0 && at < end; at = this.#find(bytes, NEEDLE, at)) {
      if (!endsInWords(bytes, from, at)) {
        at += NEEDLE.length;
        continue;
      }
      const start = bytes.lastIndexOf(10, at) + 1;
      const newline = bytes.indexOf(10, at);
      const stop = newline < 0 ? end : newline + 1;
      this.#reader.push(copyBytes(bytes, Math.max(start, from), Math.min(stop, start + LONGEST_LINE)));
      at = stop;
    }
  }
}

/** Whether the words that the needle ends stand before it. */
function endsInWords(bytes: Uint8Array, from: number, at: number): boolean {
  const start = at - NEEDLE_AT;
  if (start < from) return false;
  for (let i = 0; i < NEEDLE_AT; i++) if (bytes[start + i] !== WORDS[i]) return false;
  return true;
}

/** A skip line's message; other lines can quote one. */
function isSkip(message: string): boolean {
  return message.startsWith(SKIP_WORDS, 1) && (message.startsWith('S') || message.startsWith('s'));
}

function headlineOf(episodes: readonly FirstEpisode[]): { readonly headline?: string } {
  const longest = episodes.reduce<FirstEpisode | undefined>(
    (most, episode) => (most === undefined || episode.to - episode.from > most.to - most.from ? episode : most),
    undefined,
  );
  if (longest === undefined) return {};
  const when = `${formatDay(longest.from)} ${formatClock(longest.from)} to ${formatClock(longest.to)}`;
  return {
    headline: `The kubelet skipped pod synchronization ${episodes.length === 1 ? '' : `in ${episodes.length} stretches, the longest `}from ${when}.`,
  };
}
