/** Where a kubelet wrote its flags, one line after the other: of each dump the first and the last line. */
import type { LogRecord } from '../../journal/record.ts';
import type { Fact } from '../../messages/fact.ts';

/** A kubelet that crash-loops dumps its flags at each start. */
const MOST_DUMPS = 5000;

export class FlagDumps {
  readonly #dumps: { readonly source: number; readonly first: number; last: number }[] = [];

  /** Takes each record with its facts, in the order of a source. */
  see({ source, line, lines }: LogRecord, [fact]: readonly Fact[]): void {
    if (fact?.kind !== 'flag') return;
    const dump = this.#dumps.at(-1);
    if (dump?.source === source && dump.last + 1 === line) dump.last = line + lines - 1;
    else if (this.#dumps.length < MOST_DUMPS) this.#dumps.push({ source, first: line, last: line + lines - 1 });
  }

  /** The dumps of a source. */
  of(source: number): readonly { readonly first: number; readonly last: number }[] {
    return this.#dumps.filter((dump) => dump.source === source);
  }
}
