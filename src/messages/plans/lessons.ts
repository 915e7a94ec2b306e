/**
 * What a record teaches of lines like it, so that the next ones need no record: that lines of its message state nothing, or how their values are found. A place in the source writes one message, nearly always.
 */
import type { Lesson } from '../../journal/batch/kernel/lineKernel.ts';
import { ReadRecord } from '../../journal/klog/readRecord.ts';
import type { LogRecord } from '../../journal/record.ts';
import type { Fact } from '../fact.ts';
import { classifyMessage } from '../recognise/reject.ts';
import type { PlannedFacts } from './plannedFacts.ts';

/** What a record of this `processRun` of a kubelet teaches, which states these facts; `undefined`: lines like it have to come as records. */
export function lessonOf(
  record: LogRecord,
  facts: readonly Fact[],
  processRun: object,
  plans: PlannedFacts,
): Lesson | undefined {
  if (!(record instanceof ReadRecord) || record.severity === undefined || record.severity === 'F') return undefined;
  const nothing = facts.length > 0 || record.isJson || record.moreLines > 0 ? undefined : nothingLesson(record);
  if (nothing !== undefined) return nothing;
  const plan = plans.planOf(record, facts, processRun);
  return plan === undefined ? undefined : { plan };
}

function nothingLesson({ bytes, bodyStart, bodyEnd, caller }: ReadRecord): Lesson | undefined {
  const { kind, length, unless } = classifyMessage(bytes, bodyStart, bodyEnd, caller.file);
  if (length === 0 || kind !== 'nothing') return undefined;
  if (unless === undefined) return { beginning: length, unless };
  const { keywords } = unless;
  return keywords === undefined || unless.standIn(bytes, bodyStart, bodyEnd)
    ? undefined
    : { beginning: length, unless: keywords };
}
