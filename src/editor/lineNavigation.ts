/** Opens a line of a log. VS Code gives extensions no document above 50 MB, and a packed file it cannot show at all: there an excerpt around the line stands in, with hovers and crosshair. */
import * as vscode from 'vscode';
import { editorLineOf } from './editorLines.ts';
import { documentOf } from './documents.ts';
import { rangeAround } from './excerpts/excerptRange.ts';
import { isAboveLimit } from './largeFiles.ts';
import { notice } from './notice.ts';
import { excerptUri, isNeverSaved, isPacked, logName } from './logUri.ts';

export interface OpenLineOptions {
  /** Open in another column, even if the log is already shown. */
  readonly beside: boolean;
  /** The panel's column: the log is not put on top of it. */
  readonly panelColumn?: vscode.ViewColumn | undefined;
  /** Which of the log's sources, and its name in there, where the log is an archive or a binary journal. */
  readonly entry?: { readonly source: number; readonly inside?: string } | undefined;
  /** Where the editor's numbers of lines part from the log's. */
  readonly loneReturns: () => Promise<Uint32Array>;
}

export class LineNavigation {
  /** Shows a line (1-based) of a log and puts the cursor there. Failing is shown to the user. */
  async openLine(uri: vscode.Uri, line: number, options: OpenLineOptions): Promise<void> {
    if (isNeverSaved(uri) && documentOf(uri) === undefined) {
      // opening it would make a new, empty text of this name
      void vscode.window.showErrorMessage(
        notice('Line {0} of {1} cannot be opened: its text was closed without being saved.', line, logName(uri)),
      );
      return;
    }
    try {
      if (options.entry !== undefined || isPacked(uri) || (await isAboveLimit(uri)))
        await this.#openExcerpt(uri, line, options);
      else await this.#openDocument(uri, editorLineOf(line, await options.loneReturns()), options);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      void vscode.window.showErrorMessage(
        notice('Line {0} of {1} cannot be opened. Check that the file is still there. ({2})', line, logName(uri), why),
      );
    }
  }

  async #openDocument(uri: vscode.Uri, line: number, options: OpenLineOptions): Promise<void> {
    const document = await vscode.workspace.openTextDocument(uri);
    const position = new vscode.Position(Math.min(line, document.lineCount) - 1, 0);
    const editor = await vscode.window.showTextDocument(document, {
      viewColumn: columnFor(uri, options),
      selection: new vscode.Range(position, position),
      preserveFocus: false,
    });
    editor.revealRange(new vscode.Range(position, position), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }

  async #openExcerpt(uri: vscode.Uri, line: number, options: OpenLineOptions): Promise<void> {
    const range = rangeAround(line);
    const excerpt = excerptUri({ log: uri, ...options.entry, ...range }, line);
    const document = await vscode.workspace.openTextDocument(excerpt);
    const position = new vscode.Position(Math.min(line - range.from, document.lineCount - 1), 0);
    await vscode.window.showTextDocument(document, {
      viewColumn: columnFor(excerpt, options),
      selection: new vscode.Range(position, position),
      preview: true,
    });
  }
}

/** Where to show the log: where it is shown already, else beside the panel. */
function columnFor(uri: vscode.Uri, { beside, panelColumn }: OpenLineOptions): vscode.ViewColumn {
  if (beside) return columnBeside(panelColumn);
  const key = uri.toString();
  const group = vscode.window.tabGroups.all.find(
    (one) =>
      one.viewColumn !== panelColumn &&
      one.tabs.some((tab) => tab.input instanceof vscode.TabInputText && tab.input.uri.toString() === key),
  );
  if (group !== undefined) return group.viewColumn;
  const other = vscode.window.tabGroups.all.find((one) => one.viewColumn !== panelColumn);
  return other?.viewColumn ?? columnBeside(panelColumn);
}

const { One, Two, Three, Four, Five, Six, Seven, Eight, Nine } = vscode.ViewColumn;
const COLUMNS: readonly vscode.ViewColumn[] = [One, Two, Three, Four, Five, Six, Seven, Eight, Nine];

/** The column right of the panel. `ViewColumn.Beside` would mean the active editor, and that need not be the panel yet when it was clicked into a moment ago. */
function columnBeside(panelColumn: vscode.ViewColumn | undefined): vscode.ViewColumn {
  const at = panelColumn === undefined ? -1 : COLUMNS.indexOf(panelColumn);
  return at < 0 ? vscode.ViewColumn.Beside : (COLUMNS[at + 1] ?? vscode.ViewColumn.Beside);
}
