/** Stands in for the rooms behind the reader, to measure what the reader alone takes: all records and facts come, and nobody keeps them. */
import type { Inference } from '../../src/inference/inference.ts';
import { Repeats } from '../../src/inference/store/repeats.ts';
import type { EvidenceText as Kept } from '../../src/analysis/outputs/evidenceText.ts';
import type { LineIndex as Index } from '../../src/analysis/insight/lineIndex.ts';

/** As the real one, which needs the first records of a life to tell its version. */
const READ_AS_RECORDS = 1000;

/** What came in, for the benchmark to check. */
export const taken = { records: 0, facts: 0 };

export function createInference(): Inference {
  taken.records = 0;
  taken.facts = 0;
  return {
    append(_record, facts) {
      taken.records += 1;
      taken.facts += facts.length;
      return true;
    },
    processRunOf: () => (taken.records > READ_AS_RECORDS ? taken : undefined),
    appendLines({ count, rows }, statements) {
      taken.records += count;
      for (let row = 0; row < rows.count; row += 1) {
        rows.read(row);
        const facts = statements.of(row);
        if (facts instanceof Repeats) continue;
        taken.facts += facts.length;
        statements.taken(row, facts, undefined);
      }
    },
    knowBefore: () => false,
    history() {
      throw new Error('the reader alone has no history');
    },
  };
}

type Open<Of> = { -readonly [Key in keyof Of]?: Of[Key] };

/** Keeps no line. */
export class EvidenceText implements Open<Kept> {
  wants(): boolean {
    return false;
  }
  keep(): void {}
  keepLine(): void {}
}

/** Notes no line. */
export class LineIndex implements Open<Index> {
  readonly bytes = 0;
  grow(): void {}
  mark(): void {}
  addRecord(): void {}
  addLines(): void {}
}
