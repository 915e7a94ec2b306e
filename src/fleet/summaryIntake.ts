/** Finds the summaries in the bytes of a file: one on a line, among whatever else (a program's messages, the prefix of `kubectl logs`), or one alone that a program has laid out. */
import { SUMMARY_BYTES } from '../analysis/outputs/summary/summaryJson.ts';
import type { FleetNode } from './fleetNode.ts';
import { readSummary, type Refusal } from './readSummary.ts';

/** A line with a summary may have something before it. */
const LONGEST_LINE = SUMMARY_BYTES + 4096;
/** A summary that is laid out has many blanks. */
const LONGEST_LAID_OUT = 8 * SUMMARY_BYTES;
/** A file in which there is none so far is given up: it is something else. One that was only found in a folder is given up sooner. */
const WORTH_READING = { asked: 16 << 20, found: 1 << 20 } as const;
const MARK = 'kubelet-timeline/summary@';
const NEWLINE = 10;

/** What became of a file. */
export interface FileOutcome {
  readonly found: number;
  /** Lines that look like summaries and are none. */
  readonly refused: readonly { readonly line: number; readonly why: Refusal }[];
  readonly moreRefused: number;
  /** All of it is something else. */
  readonly holdsNone: boolean;
}

const MOST_LISTED = 20;

export class SummaryIntake {
  readonly #file: string;
  readonly #take: (node: FleetNode) => void;
  readonly #refused: { line: number; why: Refusal }[] = [];
  readonly #decoder = new TextDecoder();
  #moreRefused = 0;
  #found = 0;
  #bytes = 0;
  #line = 1;
  /** The begin of a line whose end has not come; `undefined`: it is too long, and its rest is not looked at. */
  #open: Uint8Array[] | undefined = [];
  #openBytes = 0;
  #whole: Uint8Array[] | undefined = [];

  readonly #worth: number;

  /** `take` is given each summary. `how`: somebody named the file, or it was found in a folder. */
  constructor(file: string, take: (node: FleetNode) => void, how: keyof typeof WORTH_READING = 'asked') {
    this.#worth = WORTH_READING[how];
    this.#file = file;
    this.#take = take;
  }

  /** Whether more of the file is to be read. */
  get isWorthReading(): boolean {
    return this.#found > 0 || this.#bytes < this.#worth;
  }

  /** The next bytes of the file. They may be overwritten afterwards. */
  push(chunk: Uint8Array): void {
    this.#bytes += chunk.length;
    if (this.#bytes > LONGEST_LAID_OUT) this.#whole = undefined;
    else this.#whole?.push(chunk.slice());
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      this.#add(chunk.subarray(from, at));
      this.#endLine();
      from = at + 1;
    }
    this.#add(chunk.subarray(from));
  }

  /** The file has ended. */
  end(): FileOutcome {
    if (this.#openBytes > 0 || this.#open === undefined) this.#endLine();
    if (this.#found === 0 && this.#whole !== undefined) this.#readWhole(this.#whole);
    return {
      found: this.#found,
      refused: this.#refused,
      moreRefused: this.#moreRefused,
      holdsNone: this.#found === 0 && this.#refused.length === 0,
    };
  }

  #add(part: Uint8Array): void {
    if (part.length === 0) return;
    this.#openBytes += part.length;
    if (this.#openBytes > LONGEST_LINE) {
      // What has the mark at its begin was meant for one.
      if (this.#open !== undefined && this.#textOf(this.#open).includes(MARK)) this.#refuse('too-long');
      this.#open = undefined;
    } else this.#open?.push(part.slice());
  }

  #endLine(): void {
    if (this.#open !== undefined && this.#openBytes > 0) {
      const text = this.#textOf(this.#open);
      if (text.includes(MARK)) this.#read(text);
    }
    this.#open = [];
    this.#openBytes = 0;
    this.#line += 1;
  }

  #read(text: string): void {
    const begin = text.indexOf('{');
    const node = readSummary(begin < 0 ? text : text.slice(begin), { file: this.#file, line: this.#line });
    if (typeof node === 'string') this.#refuse(node);
    else {
      this.#found += 1;
      this.#take(node);
    }
  }

  #readWhole(parts: readonly Uint8Array[]): void {
    const text = this.#textOf(parts);
    if (!text.includes(MARK)) return;
    const node = readSummary(text, { file: this.#file, line: 1 });
    // The line has its warning already.
    if (typeof node === 'string') {
      if (this.#refused.length === 0) this.#refuse(node);
      return;
    }
    this.#refused.length = 0;
    this.#moreRefused = 0;
    this.#found = 1;
    this.#take(node);
  }

  #refuse(why: Refusal): void {
    if (this.#refused.length < MOST_LISTED) this.#refused.push({ line: this.#line, why });
    else this.#moreRefused += 1;
  }

  #textOf(parts: readonly Uint8Array[]): string {
    const [only, ...others] = parts;
    if (only !== undefined && others.length === 0) return this.#decoder.decode(only);
    return parts.map((part) => this.#decoder.decode(part, { stream: true })).join('') + this.#decoder.decode();
  }
}
