import type { TextPiece } from '../../src/analysis/outputs/jsonBytes.ts';

const decoder = new TextDecoder();

/** One piece as characters. */
export function textOfPiece(piece: TextPiece): string {
  return typeof piece === 'string' ? piece : decoder.decode(piece);
}

/** The text of pieces, each of which is read before the next one is asked for. */
export function textOfPieces(pieces: Iterable<TextPiece>): string {
  let text = '';
  for (const piece of pieces) text += textOfPiece(piece);
  return text;
}
