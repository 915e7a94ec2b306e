/** The answers that one log gives when it is read in different ways. */
import { analysisJson } from '../../src/analysis/outputs/formatJson.ts';
import { type AnalysisSession, createAnalysisSession } from '../../src/analysis/session.ts';
import { readSources } from '../../src/analysis/sources/sources.ts';
import { openStream } from '../../src/adapters/openBytes.ts';

const OPTIONS = { year: 2026 };

/** The whole JSON, or what is wrong with the log. */
export function answerOf(session: AnalysisSession): string {
  const result = session.result();
  return JSON.stringify(result.ok ? analysisJson(result.analysis, session.lineText) : result.problem);
}

/** Read in pieces of this many bytes, each in memory that is overwritten afterwards. */
export function answerInPieces(bytes: Uint8Array, size: number = bytes.length): string {
  const session = createAnalysisSession({ lineIndex: false });
  session.open('k.log', OPTIONS);
  const piece = new Uint8Array(Math.min(size, bytes.length));
  for (let at = 0; at < bytes.length; at += size) {
    const part = bytes.subarray(at, at + size);
    piece.set(part);
    session.push(piece.subarray(0, part.length));
    piece.fill(0x78);
  }
  session.end();
  return answerOf(session);
}

/** Read as a pipe is, packed or not. */
export async function answerOfPipe(bytes: Uint8Array, size: number): Promise<string> {
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const session = createAnalysisSession({ lineIndex: false });
  const read = await readSources(
    session,
    [
      {
        name: 'k.log',
        open: async () => openStream(pieces(), 'k.log', { onWarning: (text, kind) => session.warn(text, kind) }),
      },
    ],
    OPTIONS,
  );
  if ('why' in read) throw new Error(read.why);
  return answerOf(session);
}

/** What a log shows, without where it stands: all of its JSON but the sources, and lines as their texts. */
export function shown(answer: string): string {
  const places = new Set(['line', 'source', 'firstLine', 'lastLine', 'firstSkip', 'lastSkip', 'sources']);
  return JSON.stringify(JSON.parse(answer), (key, value: unknown) => (places.has(key) ? undefined : value));
}

/** Read as two files, the first and the second half of its lines. */
export async function answerOfHalves(bytes: Uint8Array): Promise<string> {
  const middle = bytes.indexOf(10, bytes.length >> 1) + 1;
  const session = createAnalysisSession({ lineIndex: false });
  const halves = [bytes.subarray(0, middle), bytes.subarray(middle)].map((half, index) => ({
    name: `k-${index}.log`,
    open: async () => openStream(inOne(half), 'k.log', {}),
  }));
  const read = await readSources(session, halves, OPTIONS);
  if ('why' in read) throw new Error(read.why);
  return answerOf(session);
}

async function* inOne(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
