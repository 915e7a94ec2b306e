/** Follows text that was never saved (pasted, piped in) to the file that it is saved as. VS Code tells of a new document and of a closed one, not that one became the other. */
import * as vscode from 'vscode';
import { documentOf } from './documents.ts';
import { isNeverSaved } from './logUri.ts';

/**
 * Watches what is saved.
 * @param isWatched tells whether anybody cares for the text of this address; the others are not compared
 * @param saved told once the text is closed, with its address and that of the file
 */
export function watchSavedTexts(
  isWatched: (text: vscode.Uri) => boolean,
  saved: (text: vscode.Uri, file: vscode.Uri) => void,
): vscode.Disposable {
  const savedAs = new Map<string, vscode.Uri>();
  return vscode.Disposable.from(
    vscode.workspace.onDidSaveTextDocument((file) => {
      if (isNeverSaved(file.uri)) return;
      for (const text of vscode.workspace.textDocuments) {
        if (isNeverSaved(text.uri) && isWatched(text.uri) && isSameText(text, file))
          savedAs.set(text.uri.toString(), file.uri);
      }
    }),
    vscode.workspace.onDidCloseTextDocument((text) => {
      const key = text.uri.toString();
      // A change of language closes and opens the document in one breath.
      setTimeout(() => {
        const file = savedAs.get(key);
        if (file === undefined || documentOf(text.uri) !== undefined) return;
        savedAs.delete(key);
        saved(text.uri, file);
      }, 0);
    }),
  );
}

/** Saving may take blanks from the ends of lines and empty lines from the end of the text, and may add a last one. */
function isSameText(text: vscode.TextDocument, file: vscode.TextDocument): boolean {
  const lines = Math.max(text.lineCount, file.lineCount);
  for (let line = 0; line < lines; line += 1) if (lineOf(text, line) !== lineOf(file, line)) return false;
  return true;
}

function lineOf(document: vscode.TextDocument, line: number): string {
  return line < document.lineCount ? document.lineAt(line).text.trimEnd() : '';
}
