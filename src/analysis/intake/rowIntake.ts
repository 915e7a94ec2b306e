import type { Inference, RowStatements } from '../../inference/inference.ts';
import type { PlainLines, PlainRows } from '../../journal/batch/plainLine.ts';
import type { Fact } from '../../messages/fact.ts';
import type { LineSorter } from '../../messages/plans/lineSorter.ts';
import type { PlannedFacts } from '../../messages/plans/plannedFacts.ts';
import type { StatedLine } from '../../messages/plans/statedLine.ts';
import type { EvidenceText } from '../outputs/evidenceText.ts';
import { learnsFrom } from './learnsFrom.ts';

/** Reads what rows of lines state that the kernel has read, and lets the kernel know what they state when they come again. */
export class RowIntake implements RowStatements {
  readonly #inference: Inference;
  readonly #evidence: EvidenceText;
  readonly #sorter: LineSorter;
  readonly #planned: PlannedFacts;
  #rows: PlainRows | undefined;

  constructor(inference: Inference, evidence: EvidenceText, sorter: LineSorter, planned: PlannedFacts) {
    this.#inference = inference;
    this.#evidence = evidence;
    this.#sorter = sorter;
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
    if (!learnsFrom(facts) || this.#planned.remember(rows, row, facts)) return;
    if (this.#sorter.learnLine(rows.line, facts, this.#planned.outputAt)) rows.teach(this.#sorter.learned);
  }
}
