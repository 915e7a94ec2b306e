/** Numbers of lines in the editor and in the log, 1-based both. They part where a line holds lone carriage returns (`src/worker/loneReturns.ts`), at which the editor breaks it. Knows no `vscode`. */
import { countPlaces } from '../kubelet/ordered.ts';
import type { AnalysisClient } from './analysisClient.ts';

const NONE = new Uint32Array();
const known = new WeakMap<AnalysisClient, Map<number, Promise<Uint32Array>>>();

/** The lines with lone carriage returns of a source, looked for once. None while the log is still being read, and for text that the editor itself has sent. */
export async function loneReturns(client: AnalysisClient | undefined, source: number): Promise<Uint32Array> {
  if (client?.status.kind !== 'done') return NONE;
  const ofClient = known.get(client) ?? new Map<number, Promise<Uint32Array>>();
  known.set(client, ofClient);
  const asked = ofClient.get(source) ?? client.ask('loneReturns', { source }).catch(() => NONE); // the file is gone, or the analysis: then nobody goes to its lines
  ofClient.set(source, asked);
  return asked;
}

/** The editor's line on which a line of the log begins. */
export function editorLineOf(line: number, returns: Uint32Array): number {
  return line + countPlaces(returns.length, (index) => (returns[index] ?? 0) < line);
}

/** The log's line that a line of the editor is, or is a part of. */
export function logLineOf(editorLine: number, returns: Uint32Array): number {
  return editorLine - countPlaces(returns.length, (index) => (returns[index] ?? 0) + index + 1 <= editorLine);
}
