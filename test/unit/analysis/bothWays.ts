import { analysisJson } from '../../../src/analysis/formatJson.ts';
import { type AnalysisSession, createAnalysisSession } from '../../../src/analysis/session.ts';
import { analysisOf } from './analyse.ts';

/** Sources that are merged get every record, so this is the way without the lane. */
export function byRecords(bytes: Uint8Array): AnalysisSession {
  const session = createAnalysisSession();
  const feed = session.openMerged([{ name: 'node.log', options: { year: 2026 } }]);
  feed.push(0, bytes);
  feed.end(0);
  while (feed.wanted() !== undefined) feed.end(0);
  return session;
}

export function byLane(bytes: Uint8Array, chunk: number): AnalysisSession {
  const session = createAnalysisSession();
  session.open('node.log', { year: 2026 });
  // One buffer for all chunks, or the session's own memory, as files are read.
  const own = new Uint8Array(chunk);
  for (let at = 0; at < bytes.length; at += chunk) {
    const part = bytes.subarray(at, at + chunk);
    const room = (at / chunk) % 3 === 2 ? undefined : session.room;
    const buffer = room === undefined || room.length < chunk ? own : room.subarray(0, chunk);
    buffer.set(part);
    session.push(part.length === chunk ? buffer : buffer.subarray(0, part.length));
    buffer.fill(0x78);
  }
  session.end();
  return session;
}

/** All that the history and the analysis say, as text. */
export function everything(session: AnalysisSession): string {
  const analysis = analysisOf(session);
  const { history } = analysis.reconstruction;
  const parts = [analysisJson(analysis, session.lineText), { ...history, processes: history.processes.map((process) => ({ ...process, settings: [...process.settings] })) }];
  return parts.map((part) => JSON.stringify(part, null, 1)).join('\n');
}
