import type { PlainLine } from '../../journal/batch/plainLine.ts';
import type { FactKind } from '../../messages/fact.ts';

/** Takes the lines that state what an earlier one did, at another time and place: no fact is made of them. */
export abstract class Repeats {
  /** What they state; `undefined`: nothing. */
  readonly kind: FactKind | undefined;

  constructor(kind: FactKind | undefined) {
    this.kind = kind;
  }

  abstract add(line: PlainLine, process: string): void;
}

/** Takes those of which nothing is kept. */
class NothingKept extends Repeats {
  override add(): void {
    // They only count, which is done for all lines of a run at once.
  }
}

export const NOTHING_KEPT: Repeats = new NothingKept(undefined);
