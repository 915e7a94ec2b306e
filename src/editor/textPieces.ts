/** The text of a document in pieces, between which the extension host does what else there is to do: all of 40 MB at once would keep it from everything else for a tenth of a second. */
import * as vscode from 'vscode';

/** A piece has about so many characters, or one line. */
const MOST = 256 * 1024;
const FEWEST = 64 * 1024;
/** Lines of the first piece. */
const LINES = 1000;

/**
 * Hands over the text of a document.
 * @param take gets each piece; together they are the text
 * @returns whether all of it was handed over: the document was neither changed nor closed meanwhile, nor did `isGivenUp` hold
 */
export async function textPieces(
  document: vscode.TextDocument,
  take: (piece: string) => void,
  isGivenUp: () => boolean,
): Promise<boolean> {
  const { version } = document;
  let lines = LINES;
  for (let line = 0; line < document.lineCount;) {
    const next = Math.min(document.lineCount, line + lines);
    const piece = document.getText(new vscode.Range(line, 0, next, 0)); // behind the last line: its end
    take(piece);
    if (piece.length > MOST) lines = Math.max(1, lines >> 1);
    else if (piece.length < FEWEST) lines *= 2;
    line = next;
    await new Promise((resolve) => {
      setTimeout(resolve, 0);
    });
    if (document.version !== version || document.isClosed || isGivenUp()) return false;
  }
  return true;
}
