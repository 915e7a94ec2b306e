/**
 * The log's numbers of lines beside an excerpt. VS Code numbers the lines of a document from 1, and lets an extension turn that off but not change it: so the numbers of the lines in sight
 * are drawn in front of them. They are no text: a copy does not have them. The cursor's line is in the status bar as well, where a screen reader finds it.
 */
import * as vscode from 'vscode';
import { excerptOf, logName } from '../logUri.ts';
import { t } from '../said.ts';

/** Lines above and below those in sight that have their number already. */
const AHEAD = 100;

/** Numbers the excerpts in sight, from now on. */
export function numberExcerpts(): vscode.Disposable {
  const look = vscode.window.createTextEditorDecorationType({});
  const item = vscode.window.createStatusBarItem('kubeletTimeline.excerptLine', vscode.StatusBarAlignment.Right, 99);
  item.name = t('Line of the Kubelet Log');
  /** Columns whose editor has no numbers of its own now: VS Code keeps that for the next document there. */
  const unnumbered = new Set<vscode.ViewColumn | undefined>();
  const number = (editor: vscode.TextEditor): void => {
    const excerpt = excerptOf(editor.document.uri);
    if (excerpt === undefined) {
      if (unnumbered.delete(editor.viewColumn))
        editor.options = { ...editor.options, lineNumbers: ownNumbers(editor.document) };
      return;
    }
    if (editor.options.lineNumbers !== vscode.TextEditorLineNumbersStyle.Off)
      editor.options = { ...editor.options, lineNumbers: vscode.TextEditorLineNumbersStyle.Off };
    unnumbered.add(editor.viewColumn);
    editor.setDecorations(look, numbersOf(editor, excerpt.from));
  };
  const tell = (): void => {
    const editor = vscode.window.activeTextEditor;
    const excerpt = editor === undefined ? undefined : excerptOf(editor.document.uri);
    if (editor === undefined || excerpt === undefined) return item.hide();
    const line = excerpt.from + editor.selection.active.line;
    const last = excerpt.from + editor.document.lineCount - 1;
    item.text = t('Log line {0}', line);
    item.tooltip = t(
      'Line {0} of {1}. Lines {2} to {3} are shown, to read only: VS Code itself cannot show a packed log, and gives extensions no text above 50 MB.',
      line,
      logName(excerpt.log),
      excerpt.from,
      last,
    );
    item.accessibilityInformation = { label: item.tooltip };
    item.show();
  };
  const all = (): void => {
    for (const editor of vscode.window.visibleTextEditors) number(editor);
    tell();
  };
  all();
  return vscode.Disposable.from(
    look,
    item,
    vscode.window.onDidChangeVisibleTextEditors(all),
    vscode.window.onDidChangeActiveTextEditor(tell),
    vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
      if (textEditor === vscode.window.activeTextEditor) tell();
    }),
    vscode.window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => number(textEditor)),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (excerptOf(document.uri) !== undefined) all();
    }),
  );
}

function numbersOf({ document, visibleRanges }: vscode.TextEditor, first: number): vscode.DecorationOptions[] {
  const width = String(first + document.lineCount - 1).length;
  const numbers: vscode.DecorationOptions[] = [];
  let next = 0;
  // What is folded away lies between two ranges.
  for (const { start, end } of visibleRanges)
    for (
      let at = Math.max(next, start.line - AHEAD);
      at <= Math.min(document.lineCount - 1, end.line + AHEAD);
      at += 1
    ) {
      next = at + 1;
      numbers.push({
        range: new vscode.Range(at, 0, at, 0),
        renderOptions: {
          before: {
            contentText: String(first + at).padStart(width, '\u00a0'),
            color: new vscode.ThemeColor('editorLineNumber.foreground'),
            margin: '0 2ch 0 0',
          },
        },
      });
    }
  return numbers;
}

/** The numbers that the settings want for a document. */
function ownNumbers(document: vscode.TextDocument): vscode.TextEditorLineNumbersStyle {
  const wanted = vscode.workspace.getConfiguration('editor', document).get<unknown>('lineNumbers');
  switch (wanted) {
    case 'off':
      return vscode.TextEditorLineNumbersStyle.Off;
    case 'relative':
      return vscode.TextEditorLineNumbersStyle.Relative;
    case 'interval':
      return vscode.TextEditorLineNumbersStyle.Interval;
    default:
      return vscode.TextEditorLineNumbersStyle.On;
  }
}
