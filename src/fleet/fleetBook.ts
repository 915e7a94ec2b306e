/** The nodes of all summaries that were read, each once, and what was not taken. */
import type { LeftOut } from './fleet.ts';
import type { FleetNode } from './fleetNode.ts';
import type { FileOutcome } from './summaryIntake.ts';

/** More are counted, not kept. */
const MOST_NODES = 20_000;
const MOST_LISTED = 20;

export class FleetBook {
  readonly #nodes = new Map<string, FleetNode>();
  readonly #refused: LeftOut['refused'][number][] = [];
  #files = 0;
  #older = 0;
  #tooMany = 0;
  #refusedCount = 0;
  #unnamed = 0;

  /** Takes a node; of two summaries of one node the one whose log ends later. */
  readonly take = (node: FleetNode): void => {
    const key = node.key ?? `#${(this.#unnamed += 1)}`;
    const known = this.#nodes.get(key);
    if (known === undefined && this.#nodes.size >= MOST_NODES) {
      this.#tooMany += 1;
      return;
    }
    if (known !== undefined) this.#older += 1;
    if (known === undefined || endOf(node) >= endOf(known)) this.#nodes.set(key, node);
  };

  /** Notes what became of a file. `asked`: somebody named it, and wants to know that it holds none. */
  noteFile(file: string, { found, refused, moreRefused, holdsNone }: FileOutcome, asked: boolean): void {
    if (found > 0) this.#files += 1;
    for (const one of refused) this.#refuse({ file, ...one });
    this.#refusedCount += moreRefused;
    if (holdsNone && asked) this.#refuse({ file, why: 'no-summary' });
  }

  /** Notes a file that could not be read; `text` says why. */
  noteUnreadable(file: string, text: string): void {
    this.#refuse({ file, why: 'unreadable', text });
  }

  get nodes(): readonly FleetNode[] {
    return [...this.#nodes.values()];
  }

  get leftOut(): LeftOut {
    return {
      files: this.#files,
      older: this.#older,
      tooMany: this.#tooMany,
      refused: this.#refused,
      refusedCount: this.#refusedCount,
    };
  }

  #refuse(one: LeftOut['refused'][number]): void {
    this.#refusedCount += 1;
    if (this.#refused.length < MOST_LISTED) this.#refused.push(one);
  }
}

function endOf({ span }: FleetNode): number {
  return span?.to ?? Number.NEGATIVE_INFINITY;
}
