/** The text of a document in pieces: all of it, or nothing more once it is another. */
import { expect, it, vi } from 'vitest';
import { textPieces } from '../../../src/editor/textPieces.ts';
import * as fake from './fakeVscode.ts';

vi.mock('vscode', () => import('./fakeVscode.ts'));

const line = `${'x'.repeat(199)}\n`;
const document = (text: string): fake.Document => new fake.Document(fake.Uri.file('/k.log'), 'kubelet-log', text);
async function piecesOf(
  of: fake.Document,
  onPiece: (count: number) => void = () => undefined,
  isGivenUp: () => boolean = () => false,
): Promise<{ readonly pieces: readonly string[]; readonly isWhole: boolean }> {
  const pieces: string[] = [];
  const take = (piece: string): void => {
    pieces.push(piece);
    onPiece(pieces.length);
  };
  const isWhole = await textPieces(fake.asDocument(of), take, isGivenUp);
  return { pieces, isWhole };
}

it.each([
  ['nothing', ''],
  ['one line', 'a'],
  ['lines whose last one is not whole', `${line.repeat(2500)}end`],
  ['lines that end', line.repeat(5000)],
  ['long lines', `${'y'.repeat(300_000)}\n`.repeat(12)],
])('are the whole text: %s', async (_name, text) => {
  const { pieces, isWhole } = await piecesOf(document(text));
  expect(pieces.join('')).toBe(text);
  expect(isWhole).toBe(true);
});

it('are small, also of long lines, and never more than the begin is large', async () => {
  const { pieces } = await piecesOf(document(line.repeat(20_000)));
  expect(pieces.length).toBeGreaterThan(10);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(512 * 1024);
  const long = await piecesOf(document(`${'y'.repeat(2000)}\n`.repeat(4000)));
  expect(Math.max(...long.pieces.slice(3).map(({ length }) => length))).toBeLessThanOrEqual(512 * 1024);
});

it('end where the text changes, is closed, or nobody wants them any more', async () => {
  const text = line.repeat(20_000);
  const typed = document(text);
  const change = await piecesOf(typed, (count) => {
    if (count === 3) fake.type(typed, 'x');
  });
  expect([change.isWhole, change.pieces.length]).toEqual([false, 3]);
  const closing = document(text);
  const closed = await piecesOf(closing, () => {
    closing.isClosed = true;
  });
  expect([closed.isWhole, closed.pieces.length]).toEqual([false, 1]);
  const given = await piecesOf(document(text), undefined, () => true);
  expect([given.isWhole, given.pieces.length]).toEqual([false, 1]);
});
