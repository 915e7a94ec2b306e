import type { Analysis } from '../../src/analysis/analysis.ts';
import { analysisJson } from '../../src/analysis/outputs/formatJson.ts';
import { formatMarkdown } from '../../src/analysis/outputs/formatMarkdown.ts';
import { formatText } from '../../src/analysis/outputs/formatText.ts';
import { buildInsightIndex } from '../../src/analysis/insight/insightIndex.ts';
import { lineInsight } from '../../src/analysis/insight/lineInsight.ts';
import { type AnalysisSession, createAnalysisSession } from '../../src/analysis/session.ts';
import { createMoments } from '../../src/timeline/moment/buildMoment.ts';
import type { LogRecord } from '../../src/journal/record.ts';
import { createSourceReader } from '../../src/journal/sourceReader.ts';
import { createMessageReader } from '../../src/messages/messageReader.ts';
import { timelineOf } from '../../src/timeline/timelineOf.ts';

/** Reads records and facts (a second record of one physical line has 0 lines of its own), asking each record for all it has. Gives the number of records. Throws what the reader throws, and when counts do not fit. */
export function readAll(bytes: Uint8Array): number {
  const messages = createMessageReader();
  let records = 0;
  let lastLine = 0;
  let weight = 0;
  const take = (record: LogRecord): void => {
    records += 1;
    if (record.line < 1 || record.lines < 0)
      throw new Error(`a record at line ${record.line} with ${record.lines} lines`);
    lastLine = Math.max(lastLine, record.line + record.lines - 1);
    if (record.time !== undefined && !Number.isFinite(record.time))
      throw new Error(`line ${record.line} has the time ${record.time}`);
    weight += record.message.length + record.pairs.length + (record.klog?.fileLine ?? 0);
    for (const fact of messages.facts(record))
      if (!Number.isFinite(fact.time))
        throw new Error(`a fact ${fact.kind} at line ${record.line} has the time ${fact.time}`);
  };
  const reader = createSourceReader(0, 'fuzz', { year: 2026 }, { record: take, warning: () => undefined });
  reader.push(bytes);
  reader.end();
  const summary = reader.summary();
  if (lastLine > summary.lines) throw new Error(`a record ends at line ${lastLine} of ${summary.lines}`);
  if (summary.records !== records) throw new Error(`${summary.records} records counted, ${records} given`);
  if (Number.isNaN(weight)) throw new Error('a field is not a number');
  return records;
}

/** Analyses a log in chunks, and draws and writes all that can be made of it. `undefined` when it holds nothing of a kubelet. `onSession` gets the session first. */
export function analyseAll(
  bytes: Uint8Array,
  chunk: number = bytes.length,
  onSession?: (session: AnalysisSession) => void,
): Analysis | undefined {
  const session = createAnalysisSession();
  onSession?.(session);
  session.open('fuzz', { year: 2026 });
  for (let at = 0; at < bytes.length; at += chunk) session.push(bytes.subarray(at, at + chunk));
  session.end();
  const result = session.result();
  if (!result.ok) return undefined;
  const { analysis } = result;
  timelineOf(analysis, 'fuzz');
  JSON.stringify(analysisJson(analysis, session.lineText));
  formatText(analysis);
  formatMarkdown(analysis);
  return analysis;
}

/** The inner state runs the model over up to 26 hours, where a stamp is of another day: two seconds are more than it takes. */
export const SLOWEST_ASKING_MS = 2_000;

/** Lines and moments that are asked for of one log. */
const MOST_LINES = 200;

/** Analyses a short log as `analyseAll` does, and asks all that a user can: what each line means here, and the inner state at its time. */
export function askAll(bytes: Uint8Array): void {
  let asked: AnalysisSession | undefined;
  const analysis = analyseAll(bytes, bytes.length, (session) => (asked = session));
  const index = asked?.lineIndex(0);
  if (analysis === undefined || index === undefined) return;
  const insights = buildInsightIndex(analysis);
  const moments = createMoments(analysis.reconstruction);
  for (let line = 1; line <= MOST_LINES; line += 1) {
    const record = index.recordAt(line);
    if (record === undefined || record.line < line) continue;
    lineInsight(record, 0, insights);
    if (record.time !== undefined) moments.at(record.time);
  }
}
