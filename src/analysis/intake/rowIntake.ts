import type { Inference } from '../../inference/inference.ts';
import type { PlainLines } from '../../journal/batch/plainLine.ts';
import type { Fact } from '../../messages/fact.ts';
import { beginsTurn } from '../../messages/factTraits.ts';
import type { LineSorter } from '../../messages/plans/lineSorter.ts';
import type { PlannedFacts } from '../../messages/plans/plannedFacts.ts';
import type { EvidenceText } from '../outputs/evidenceText.ts';
import { learnsFrom } from './learnsFrom.ts';

const NO_FACTS: readonly Fact[] = [];

/** Takes runs of lines that the kernel has read, those that state something in order with those that only count. */
export class RowIntake {
  readonly #inference: Inference;
  readonly #evidence: EvidenceText;
  readonly #sorter: LineSorter;
  readonly #planned: PlannedFacts;
  /** Of the run in hand: the first line whose turn is not told yet, and the first event that is not taken yet. */
  #turn = 0;
  #event = 0;

  constructor(inference: Inference, evidence: EvidenceText, sorter: LineSorter, planned: PlannedFacts) {
    this.#inference = inference;
    this.#evidence = evidence;
    this.#sorter = sorter;
    this.#planned = planned;
  }

  take(lines: PlainLines): void {
    const { rows, events, count } = lines;
    this.#turn = 0;
    this.#event = 0;
    for (let row = 0; row < rows.count; row += 1) {
      const index = rows.read(row);
      if (!this.#takeKnown(lines, row)) this.#takeFacts(lines, row, index);
    }
    this.#eventsUpTo(lines, events.count);
    this.#inference.appendTurns(lines, this.#turn, count);
    this.#inference.appendPlainLines(lines);
  }

  /** A row that states what an earlier line stated: it is kept without a fact. */
  #takeKnown({ rows }: PlainLines, row: number): boolean {
    const { line } = rows;
    const known = this.#planned.statedOfRow(rows, row);
    if (known === undefined) return false;
    this.#inference.appendStated(line, known);
    if (known.fact !== undefined && this.#evidence.wantsKind(known.fact.kind)) this.#evidence.keepLine(line);
    return true;
  }

  /** Any other row. */
  #takeFacts(lines: PlainLines, row: number, index: number): void {
    const { rows, events } = lines;
    const { line } = rows;
    this.#eventsUpTo(lines, events.countBefore(index, this.#event));
    const event = this.#planned.eventOfRow(rows, row);
    const facts = event === undefined ? this.#planned.factsOfRow(rows, row) : NO_FACTS;
    // Turns of the sync loop are told in order; all else may come before the lines that it stands among.
    if (event !== undefined || facts.some(beginsTurn)) {
      this.#inference.appendTurns(lines, this.#turn, index + 1);
      this.#turn = index + 1;
    }
    const pod = event === undefined ? -1 : this.#inference.appendEvent(line, event);
    if (event !== undefined && pod >= 0) rows.teachPod(event.podAt, event.podEnd, pod);
    else this.#takeStated(lines, row, event === undefined ? facts : this.#planned.factsOfRow(rows, row));
  }

  #takeStated({ rows }: PlainLines, row: number, stated: readonly Fact[]): void {
    const { line } = rows;
    this.#inference.appendFacts(line, stated);
    if (this.#evidence.wants(stated)) this.#evidence.keepLine(line);
    if (this.#inference.tellsOnce(stated)) this.#planned.rememberStated(rows, row, stated);
    if (!learnsFrom(stated) || this.#planned.remember(rows, row, stated)) return;
    if (this.#sorter.learnLine(line, stated, this.#planned.outputAt)) rows.teach(this.#sorter.learned);
  }

  #eventsUpTo(lines: PlainLines, end: number): void {
    this.#inference.appendEvents(lines, this.#event, end);
    this.#event = end;
  }
}
