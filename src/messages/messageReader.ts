import { standsBetweenOutputs } from '../journal/envelope/headings.ts';
import { LAST_WORDS, STACK_LINES } from '../journal/order/continuation.ts';
import type { LogRecord } from '../journal/record.ts';
import { instant, type Instant } from '../kubelet/time.ts';
import { isKubeletName } from '../kubelet/writers.ts';
import type { MessageReader } from './contract.ts';
import { isEllipsis } from './texts/ellipsis.ts';
import type { Fact } from './fact.ts';
import { FactDraft } from './factDraft.ts';
import { OtherErrors } from './otherErrors.ts';
import { findRow, type Found } from './recognise/recognise.ts';
import { RecognisedRecord } from './recognise/recognisedRecord.ts';
import { givesNoFact } from './recognise/reject.ts';

const NO_FACTS: readonly Fact[] = [];

/**
 * Makes a reader of messages. It remembers the time of the last record of each source, which stands in for the time of records that have lost theirs, and which
 * errors it has quoted.
 */
export function createMessageReader(): MessageReader {
  const lastTimes = new Map<number, Instant>();
  const otherErrors = new OtherErrors();
  const otherError = (record: LogRecord, found: Found | undefined): readonly Fact[] => {
    const fact = otherErrors.of(record, found, baseOf(record, found?.row.id ?? 'kubelet.error', lastTimes));
    return fact === undefined ? NO_FACTS : [fact];
  };
  return {
    recognise(record) {
      const found = findRow(record);
      return found === undefined ? undefined : { row: found.row, fields: fieldsOf(found, record) };
    },
    passed(source, time) {
      lastTimes.set(source, time);
    },
    facts(record) {
      const time = record.time;
      if (time !== undefined) lastTimes.set(record.source, time);
      if (time === undefined && lastTimes.has(record.source) && isLeftOut(record)) {
        const isBetween = standsBetween(record);
        return [
          {
            ...baseOf(record, 'excerpt.ellipsis', lastTimes),
            kind: 'journal-loss',
            text: isBetween
              ? 'Here one output of a paste ends, and another may begin'
              : 'Lines were left out where this log was copied',
            isExcerpt: true,
            ...(isBetween ? { isBetween } : {}),
          },
        ];
      }
      const isRejected = givesNoFact(record);
      if (isRejected && !otherErrors.wants(record)) return NO_FACTS;
      const found = findRow(record);
      const build = found?.row.facts;
      if (found === undefined || build === undefined) {
        const facts = isRejected ? NO_FACTS : fatalLine(record, found, lastTimes);
        return facts.length === 0 && otherErrors.wants(record) ? otherError(record, found) : facts;
      }
      const facts = build(new RecognisedRecord(found, record, baseOf(record, found.row.id, lastTimes)));
      if (facts === undefined) return NO_FACTS;
      return 'kind' in facts ? [facts] : facts;
    },
  };
}

function baseOf(record: LogRecord, message: string, lastTimes: ReadonlyMap<number, Instant>): FactDraft {
  const { time } = record;
  const base = new FactDraft(record.source, record.line, time ?? lastTimes.get(record.source) ?? instant(0), message);
  if (time === undefined) base.timeUnknown = true;
  return base;
}

/** A person's mark between the lines, or between the outputs of commands: no program wrote it. */
function isLeftOut(record: LogRecord): boolean {
  if (record.klog !== undefined) return false;
  return (record.journal?.identifier === undefined && isEllipsis(record.message)) || standsBetween(record);
}

function standsBetween({ firstLineText, message }: LogRecord): boolean {
  return standsBetweenOutputs(firstLineText ?? message);
}

/** An F line or a Go panic ends the kubelet, whatever it says. */
function fatalLine(
  record: LogRecord,
  found: Found | undefined,
  lastTimes: ReadonlyMap<number, Instant>,
): readonly Fact[] {
  if (record.klog?.severity === 'F' || (record.klog === undefined && isPanic(record.message) && found === undefined)) {
    const signal = record.klog === undefined ? signalOf(record.message) : undefined;
    const by = record.klog !== undefined ? 'fatal' : signal === undefined ? 'panic' : 'signal';
    return [
      {
        ...baseOf(record, found?.row.id ?? 'kubelet.fatal', lastTimes),
        kind: 'kubelet-exit',
        text: record.message,
        fatal: true,
        by,
        ...(signal === undefined ? {} : { signal }),
      },
    ];
  }
  return found === undefined ? panickedStack(record, lastTimes) : NO_FACTS;
}

/** The frame of a panic in a stack of Go (runtime/traceback.go), at the begin of a line. */
const PANIC_FRAME = /(?:^|\n)\s{0,8}panic\([^\n]{0,400}/;

/** A stack whose head is gone, or a frame of one, with a panic in it: a kubelet's only where the envelope says that it wrote it. */
function panickedStack(record: LogRecord, lastTimes: ReadonlyMap<number, Instant>): readonly Fact[] {
  const identifier = record.journal?.identifier;
  if (
    record.klog !== undefined ||
    identifier === undefined ||
    !isKubeletName(identifier) ||
    !STACK_LINES.some((words) => record.message.startsWith(words))
  )
    return NO_FACTS;
  const frame = PANIC_FRAME.exec(record.message)?.[0];
  return frame === undefined
    ? NO_FACTS
    : [{ ...baseOf(record, 'kubelet.stack', lastTimes), kind: 'node-trouble', what: 'panic', text: frame.trim() }];
}

/** Signals on which Go's runtime writes all its stacks and exits with status 2 (runtime/signal_unix.go). */
function signalOf(message: string): number | undefined {
  return message.startsWith('SIGABRT') ? 6 : message.startsWith('SIGQUIT') ? 3 : undefined;
}

function isPanic(message: string): boolean {
  return LAST_WORDS.some((words) => message.startsWith(words));
}

function fieldsOf(found: Found, record: LogRecord): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const pair of record.pairs) if (!fields.has(pair.key)) fields.set(pair.key, pair.value);
  found.template?.names.forEach((name, index) => {
    const value = found.values?.[index];
    if (value !== undefined) fields.set(name, value);
  });
  return fields;
}
