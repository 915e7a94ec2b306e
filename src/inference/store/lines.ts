import type { JournalStamp, KlogHeader, LogRecord } from '../../journal/record.ts';
import type { Instant } from '../../kubelet/time.ts';
import type { Fact } from '../../messages/fact.ts';
import type { LineReference } from '../history.ts';

/** Before every time: the lower bound of what has none. */
export const BEFORE_ALL = Number.NEGATIVE_INFINITY as Instant;

/** After every time: the upper bound of what has none. */
export const AFTER_ALL = Number.POSITIVE_INFINITY as Instant;

/** A record with its envelope and header read once: a reader may make them anew at each access. */
export interface OpenedRecord {
  readonly record: LogRecord;
  readonly time: Instant | undefined;
  readonly journal: JournalStamp | undefined;
  readonly klog: KlogHeader | undefined;
}

/** The place of a fact in the log. */
export function lineOf(fact: Fact | LineReference): LineReference {
  return { source: fact.source, line: fact.line };
}

/** What a source counts in a packed place. */
export const LINES_PER_SOURCE = 2 ** 32;

/** A place as one number, for columns of numbers: sources first, then lines. */
export function packLine(at: LineReference): number {
  return packPlace(at.source, at.line);
}

/** The same for a place that is in two parts. */
export function packPlace(source: number, line: number): number {
  return source * LINES_PER_SOURCE + line;
}

/** The place that `packLine` made a number of. */
export function unpackLine(packed: number): LineReference {
  const source = Math.floor(packed / LINES_PER_SOURCE);
  return { source, line: packed - source * LINES_PER_SOURCE };
}

/** The same places in order of the log, each once. */
export function distinctLines(lines: readonly LineReference[]): readonly LineReference[] {
  const packed = [...new Set(lines.map(packLine))].sort((a, b) => a - b);
  return packed.map(unpackLine);
}

/** Facts in order of time; those of the same time in order of the log. */
export function inOrder<F extends Fact>(facts: readonly F[]): readonly F[] {
  for (let index = 1; index < facts.length; index += 1) {
    const before = facts[index - 1];
    const fact = facts[index];
    if (before !== undefined && fact !== undefined && fact.time < before.time)
      return [...facts].sort((a, b) => a.time - b.time || a.source - b.source || a.line - b.line);
  }
  return facts;
}

/** A stamp of whole seconds stands for any moment of its second: of two such lines nothing tells whether they are one. */
const SECOND = 1_000_000;
/** A kubelet writes no more lines in one microsecond, nor a shipper more copies of one. */
const MOST_AT_ONCE = 8;

/**
 * Facts in order of time, each once: a line that somebody sent twice, or that stands in two parts of a log, has the very stamp of the first, to the microsecond, and
 * says the same; a second event has another one.
 */
export function onceInOrder<F extends Fact>(facts: readonly F[]): readonly F[] {
  const ordered = inOrder(facts);
  const isRepeat = (fact: F, index: number): boolean => {
    if (ordered[index - 1]?.time !== fact.time || fact.time % SECOND === 0) return false;
    const others = ordered.slice(Math.max(0, index - MOST_AT_ONCE), index).filter(({ time }) => time === fact.time);
    return others.some((other) => contentOf(other) === contentOf(fact));
  };
  return ordered.some(isRepeat) ? ordered.filter((fact, index) => !isRepeat(fact, index)) : ordered;
}

function contentOf({ source: _source, line: _line, ...content }: Fact): string {
  return JSON.stringify(content);
}
