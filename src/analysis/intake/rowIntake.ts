import type { Inference, RowStatements } from '../../inference/inference.ts';
import type { Repeats } from '../../inference/store/repeats.ts';
import type { PlainLines, PlainRows } from '../../journal/batch/plainLine.ts';
import type { Fact } from '../../messages/fact.ts';
import type { PlannedFacts } from '../../messages/plans/plannedFacts.ts';
import type { EvidenceText } from '../outputs/evidenceText.ts';

/** Reads what rows of lines state that the kernel has read, and lets the kernel know what they state when they come again. */
export class RowIntake implements RowStatements {
  readonly #inference: Inference;
  readonly #evidence: EvidenceText;
  readonly #planned: PlannedFacts<Repeats>;
  #rows: PlainRows | undefined;

  constructor(inference: Inference, evidence: EvidenceText, planned: PlannedFacts<Repeats>) {
    this.#inference = inference;
    this.#evidence = evidence;
    this.#planned = planned;
  }

  take(lines: PlainLines): void {
    this.#rows = lines.rows;
    this.#inference.appendLines(lines, this);
  }

  of(row: number): readonly Fact[] | Repeats {
    const rows = this.#rows as PlainRows;
    const repeats = this.#planned.takerOfRow(rows, row);
    if (repeats === undefined) return this.#planned.factsOfRow(rows, row);
    if (repeats.kind !== undefined && this.#evidence.wantsKind(repeats.kind, rows.line.time))
      this.#evidence.keepLine(rows.line);
    return repeats;
  }

  taken(row: number, facts: readonly Fact[], repeats: Repeats | undefined): void {
    const rows = this.#rows as PlainRows;
    if (this.#evidence.wants(facts)) this.#evidence.keepLine(rows.line);
    if (repeats !== undefined) this.#planned.rememberStated(rows, row, facts, repeats);
  }
}
