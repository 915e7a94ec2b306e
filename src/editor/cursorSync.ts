/** The cursor in a log moves the crosshair of its timeline. */
import * as vscode from 'vscode';
import { logShownBy } from './logUri.ts';
import type { TimelinePanels } from './panel/panelHost.ts';

/** The cursor may rest this long before the page hears of it: holding an arrow key sends one message, not a hundred. */
const REST_MS = 80;

/** Watches cursors; only those in logs that have a panel matter. */
export function registerCursorSync(panels: TimelinePanels): vscode.Disposable {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const subscription = vscode.window.onDidChangeTextEditorSelection(({ textEditor, selections }) => {
    const { log, source: shownSource, firstLine, isExcerpt } = logShownBy(textEditor.document.uri);
    const shown = panels.showing(log);
    const line = selections[0]?.active.line;
    if (shown.length === 0 || line === undefined) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      for (const { panel, source } of shown) void panel.showCursor(shownSource ?? source, line + firstLine, isExcerpt);
    }, REST_MS);
  });
  return new vscode.Disposable(() => {
    clearTimeout(timer);
    subscription.dispose();
  });
}
