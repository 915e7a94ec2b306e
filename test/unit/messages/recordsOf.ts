import type { LogRecord } from '../../../src/journal/record.ts';
import { createSourceReader } from '../../../src/journal/sourceReader.ts';
import { givesNoFact } from '../../../src/messages/recognise/reject.ts';

/** The records of a text; each is asked for its rejection before anything is read out of it. */
export function recordsOf(text: string): { readonly record: LogRecord; readonly rejected: boolean }[] {
  const found: { record: LogRecord; rejected: boolean }[] = [];
  const reader = createSourceReader(
    0,
    'log',
    { year: 2026, timeZone: 'UTC' },
    { record: (record) => found.push({ record, rejected: givesNoFact(record) }), warning: () => undefined },
  );
  reader.push(new TextEncoder().encode(text));
  reader.end();
  return found;
}
