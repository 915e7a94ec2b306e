import { encodePattern, type LinePattern, severityNumberOf } from '../../journal/batch/kernel/linePattern.ts';
import type { Keywords } from '../../journal/batch/keywords.ts';
import type { ReadRecord } from '../../journal/klog/readRecord.ts';
import type { Severity } from '../../journal/record.ts';
import { classifyMessage } from '../recognise/reject.ts';

/** A message is recognised by at most so many bytes. */
const LONGEST_BEGINNING = 256;
const REST = { form: 'text', before: new Uint8Array(0) } as const;

/** Lines of a message that states nothing, recognised by how they begin: whatever follows, they only count. */
export class NothingPattern implements LinePattern {
  /** None has a row. */
  readonly number = -1;
  readonly isLasting = true;
  readonly valueCount = 1;
  readonly stated = { by: undefined, again: 'nothing' } as const;
  readonly severityNumber: number;
  readonly unless: Keywords | undefined;
  readonly texts: Uint8Array;

  /** `beginning`: with what the body of each line begins. */
  constructor(severity: Severity, beginning: Uint8Array, unless: Keywords | undefined) {
    this.severityNumber = severityNumberOf(severity);
    this.unless = unless;
    this.texts = encodePattern(beginning, [REST]);
  }

  /** The pattern of lines like a record with no fact; `undefined`: others that begin so may state something. */
  static of({ bytes, bodyStart, bodyEnd, caller }: ReadRecord, severity: Severity): NothingPattern | undefined {
    const { kind, length, unless } = classifyMessage(bytes, bodyStart, bodyEnd, severity, caller.file);
    if (length === 0 || length > LONGEST_BEGINNING || kind !== 'nothing') return undefined;
    if (unless !== undefined && (unless.keywords === undefined || unless.standIn(bytes, bodyStart, bodyEnd)))
      return undefined;
    return new NothingPattern(severity, bytes.subarray(bodyStart, bodyStart + length), unless?.keywords);
  }

  /** Whether another pattern takes the same lines. */
  isLike(other: LinePattern): boolean {
    return other instanceof NothingPattern && sameTexts(this, other);
  }
}

/** Whether two patterns of one place in the source have the same severity and texts. */
export function sameTexts(a: LinePattern, b: LinePattern): boolean {
  return (
    a.severityNumber === b.severityNumber &&
    a.texts.length === b.texts.length &&
    a.texts.every((byte, index) => byte === b.texts[index])
  );
}
