/** Unhealthy times as marks in the overview ruler of each editor that shows a log. */
import * as vscode from 'vscode';
import { isKubeletLog } from '../documents.ts';
import { logShownBy } from '../logUri.ts';
import type { LogOutlines } from './logOutlines.ts';
import { rangeOf } from './ranges.ts';

/** Draws the marks, now and whenever an editor or an analysis changes. */
export function markRulers(outlines: LogOutlines): vscode.Disposable {
  const look = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    overviewRulerColor: new vscode.ThemeColor('editorOverviewRuler.errorForeground'),
    overviewRulerLane: vscode.OverviewRulerLane.Left,
  });
  const marked = new WeakSet<vscode.TextEditor>();
  const mark = async (editor: vscode.TextEditor): Promise<void> => {
    const { document } = editor;
    if (!isKubeletLog(document) && !marked.has(editor)) return;
    const outline = await outlines.of(document);
    if (!vscode.window.visibleTextEditors.includes(editor)) return;
    // Meanwhile somebody may have said that the text is of another language, and what was asked for then has come before this.
    const episodes = isKubeletLog(document) ? (outline?.episodes ?? []) : [];
    marked.add(editor);
    editor.setDecorations(
      look,
      episodes.filter(({ startup }) => !startup).map(({ first, last }) => rangeOf(document, first, last)),
    );
  };
  const markAll = (editors: readonly vscode.TextEditor[]): void => {
    for (const editor of editors) void mark(editor);
  };
  markAll(vscode.window.visibleTextEditors);
  return vscode.Disposable.from(
    look,
    vscode.window.onDidChangeVisibleTextEditors(markAll),
    // Somebody said that a text is of another language: VS Code opens it anew.
    vscode.workspace.onDidOpenTextDocument((document) =>
      markAll(vscode.window.visibleTextEditors.filter((editor) => editor.document === document)),
    ),
    outlines.onDidChange((uri) => {
      const key = uri.toString();
      markAll(
        vscode.window.visibleTextEditors.filter(
          (editor) => isKubeletLog(editor.document) && logShownBy(editor.document.uri).log.toString() === key,
        ),
      );
    }),
  );
}
