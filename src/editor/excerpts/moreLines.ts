/** More lines of an excerpt: a lens above its first line and one above its last, and a command for each. */
import * as vscode from 'vscode';
import { COMMANDS, EXCERPT_SCHEME } from '../ids.ts';
import { excerptOf, excerptUri, logName } from '../logUri.ts';
import { notice } from '../notice.ts';
import { extendedRange, LINES_A_SIDE } from './excerptRange.ts';
import { t } from '../said.ts';

type Side = 'earlier' | 'later';

/** Registers commands and lenses. */
export function registerMoreLines(): vscode.Disposable {
  const more =
    (side: Side) =>
    async (given: unknown): Promise<void> => {
      const uri =
        typeof given === 'string' ? vscode.Uri.parse(given, true) : vscode.window.activeTextEditor?.document.uri;
      const editor = vscode.window.visibleTextEditors.find(
        ({ document }) => document.uri.toString() === uri?.toString(),
      );
      if (editor === undefined) return;
      if (!hasMore(editor.document, side)) {
        vscode.window.setStatusBarMessage(t(side === 'earlier' ? 'The log begins here.' : 'The log ends here.'), 4000);
        return;
      }
      try {
        await extend(editor, side);
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        void vscode.window.showErrorMessage(
          notice('More of {0} cannot be shown. ({1})', logName(editor.document.uri), why),
        );
      }
    };
  return vscode.Disposable.from(
    vscode.commands.registerCommand(COMMANDS.showEarlierLines, more('earlier')),
    vscode.commands.registerCommand(COMMANDS.showLaterLines, more('later')),
    vscode.languages.registerCodeLensProvider(
      { scheme: EXCERPT_SCHEME },
      {
        provideCodeLenses: (document) => [
          ...(hasMore(document, 'earlier') ? [lens(document, 'earlier', 0)] : []),
          ...(hasMore(document, 'later') ? [lens(document, 'later', document.lineCount - 1)] : []),
        ],
      },
    ),
  );
}

/** An excerpt that is shorter than it was to be has met the end of its log. */
function hasMore(document: vscode.TextDocument, side: Side): boolean {
  const excerpt = excerptOf(document.uri);
  if (excerpt === undefined) return false;
  return side === 'earlier' ? excerpt.from > 1 : document.lineCount > excerpt.to - excerpt.from;
}

function lens(document: vscode.TextDocument, side: Side, line: number): vscode.CodeLens {
  return new vscode.CodeLens(new vscode.Range(line, 0, line, 0), {
    command: side === 'earlier' ? COMMANDS.showEarlierLines : COMMANDS.showLaterLines,
    title: t(side === 'earlier' ? 'Show {0} earlier lines' : 'Show {0} later lines', LINES_A_SIDE),
    arguments: [document.uri.toString()],
  });
}

/** Shows the longer excerpt in place of the shorter one, with the cursor on the line that it was on and the same lines in sight. */
async function extend(editor: vscode.TextEditor, side: Side): Promise<void> {
  const { uri } = editor.document;
  const excerpt = excerptOf(uri);
  if (excerpt === undefined) return;
  const cursor = excerpt.from + editor.selection.active.line;
  const top = excerpt.from + (editor.visibleRanges[0]?.start.line ?? 0);
  const range = extendedRange(excerpt, side);
  const document = await vscode.workspace.openTextDocument(excerptUri({ ...excerpt, ...range }, excerpt.line));
  const positionOf = (line: number): vscode.Position =>
    new vscode.Position(Math.max(0, Math.min(line - range.from, document.lineCount - 1)), 0);
  const old = vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString());
  const shown = await vscode.window.showTextDocument(document, {
    ...(editor.viewColumn === undefined ? {} : { viewColumn: editor.viewColumn }),
    selection: new vscode.Range(positionOf(cursor), positionOf(cursor)),
    preview: true,
  });
  shown.revealRange(new vscode.Range(positionOf(top), positionOf(top)), vscode.TextEditorRevealType.AtTop);
  // A preview has given its place up already.
  const left = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).filter((tab) => old.includes(tab));
  if (left.length > 0) await vscode.window.tabGroups.close(left);
}
