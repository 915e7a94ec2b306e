import * as vscode from 'vscode';

/** From the begin of a line to the end of another, 1-based; lines that the document does not have any more are its last one. */
export function rangeOf(document: vscode.TextDocument, first: number, last: number): vscode.Range {
  const at = (line: number): number => Math.max(0, Math.min(line, document.lineCount) - 1);
  return new vscode.Range(at(first), 0, at(last), document.lineAt(at(last)).text.length);
}
