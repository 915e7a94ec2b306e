/** A scenario that was inferred from a log: the file that `simulate` takes, and of each value how it is known. */
import type { LineReference } from '../inference/history.ts';
import type { Instant } from '../kubelet/time.ts';
import type { Scenario } from '../simulator/scenario/scenario.ts';
import { trimmed } from '../timeline/format.ts';
import { packLine } from '../inference/store/lines.ts';

/** What a scenario file is made of. */
export type Json = string | number | boolean | readonly Json[] | { readonly [name: string]: Json };
export type JsonObject = { readonly [name: string]: Json };

/** How one value of the scenario is known. */
export interface Known {
  /** Its path in the file, as in `faults[0]`. */
  readonly of: string;
  /** `inferred` from these lines, or `assumed` because no line tells it. */
  readonly is: 'inferred' | 'assumed';
  /** What it is and why, in words. */
  readonly why: string;
  readonly lines: readonly LineReference[];
}

/** A value with how it is known. */
export interface Drafted<Value> {
  readonly value: Value;
  readonly known: Omit<Known, 'of'>;
}

export interface InferredScenario {
  /** As it is written to a file, without `known`. */
  readonly file: JsonObject;
  readonly known: readonly Known[];
  /** Checked and in the model's units. */
  readonly scenario: Scenario;
  /** Id of the node in the history. */
  readonly node: string;
  /** The time of the log that the scenario calls 0; what the log shows begins at `from` and ends at `to`. */
  readonly start: Instant;
  readonly from: Instant;
  readonly to: Instant;
}

/** Microseconds as a scenario file writes them: `69.943s`. */
export function durationText(microseconds: number): string {
  return `${trimmed(Math.max(0, Math.round(microseconds)) / 1e6, 6)}s`;
}

/** A value that lines tell. Only the first few are named. */
export function inferred<Value>(value: Value, why: string, lines: readonly LineReference[]): Drafted<Value> {
  return { value, known: { is: 'inferred', why, lines: distinct(lines).slice(0, MOST_LINES) } };
}

/** A value that no line tells. */
export function assumed<Value>(value: Value, why: string): Drafted<Value> {
  return { value, known: { is: 'assumed', why, lines: [] } };
}

const MOST_LINES = 6;

function distinct(lines: readonly LineReference[]): LineReference[] {
  const seen = new Set<number>();
  return lines.filter((at) => {
    const key = packLine(at);
    return !seen.has(key) && seen.add(key);
  });
}
