import type { Inference, RowStatements } from '../../inference/inference.ts';
import type { PlainLines, PlainRows } from '../../journal/batch/plainLine.ts';
import type { Fact } from '../../messages/fact.ts';
import type { PlannedFacts } from '../../messages/plans/plannedFacts.ts';
import type { StatedLine } from '../../messages/plans/statedLine.ts';
import type { EvidenceText } from '../outputs/evidenceText.ts';

/** Reads what rows of lines state that the kernel has read, and lets the kernel know what they state when they come again. */
export class RowIntake implements RowStatements {
  readonly #inference: Inference;
  readonly #evidence: EvidenceText;
  readonly #planned: PlannedFacts;
  #rows: PlainRows | undefined;

  constructor(inference: Inference, evidence: EvidenceText, planned: PlannedFacts) {
    this.#inference = inference;
    this.#evidence = evidence;
    this.#planned = planned;
  }

  take(lines: PlainLines): void {
    this.#rows = lines.rows;
    this.#inference.appendLines(lines, this);
  }

  of(row: number): readonly Fact[] | StatedLine {
    const rows = this.#rows as PlainRows;
    const known = this.#planned.statedOfRow(rows, row);
    if (known === undefined) return this.#planned.factsOfRow(rows, row);
    if (known.fact !== undefined && this.#evidence.wantsKind(known.fact.kind, rows.line.time))
      this.#evidence.keepLine(rows.line);
    return known;
  }

  taken(row: number, facts: readonly Fact[], once: boolean): void {
    const rows = this.#rows as PlainRows;
    if (this.#evidence.wants(facts)) this.#evidence.keepLine(rows.line);
    if (once) this.#planned.rememberStated(rows, row, facts);
  }
}
