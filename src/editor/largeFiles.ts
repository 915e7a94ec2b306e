/** VS Code's own limits for large files, and what they mean for a log. */
import * as vscode from 'vscode';
import { documentOf } from './documents.ts';

/** VS Code's fixed limit for documents that extensions see (`_MODEL_SYNC_LIMIT`). */
const DOCUMENT_LIMIT_BYTES = 50 * 1024 * 1024;
/** Above either of them VS Code colours nothing, unless `editor.largeFileOptimizations` is off. */
const COLOUR_LIMIT_CHARACTERS = 20 * 1024 * 1024;
const COLOUR_LIMIT_LINES = 300_000;

/** What is limited in a log, and why: `said` once, in one glance at the status bar, and with `more` in the item's tooltip. */
export interface Limit {
  readonly said: string;
  readonly more: string;
}
export const LIMITS = {
  noText: {
    said: 'VS Code gives extensions no text of files above 50 MB; the timeline works.',
    more: ' There are no hovers, outline, lenses and Problems here, but in what the timeline opens for a mark.',
  },
  noColours: { said: 'VS Code does not colour files above 20 MB or 300,000 lines. All else works.', more: '' },
} as const;

/** A file that VS Code shows by itself and gives extensions no document of. What is open as a document is none, even when its file is gone. */
export async function isAboveLimit(uri: vscode.Uri): Promise<boolean> {
  return documentOf(uri) === undefined && (await vscode.workspace.fs.stat(uri)).size > DOCUMENT_LIMIT_BYTES;
}

/**
 * The log in front that VS Code shows by itself. Only its name can be looked at.
 * @param isKnown whether it is known to be a log, whatever its name
 */
export async function largeLogInFront(isKnown: (uri: vscode.Uri) => boolean): Promise<vscode.Uri | undefined> {
  const uri = fileInFront();
  if (uri === undefined || !(isKnown(uri) || /kubelet|journal/i.test(uri.path.slice(uri.path.lastIndexOf('/') + 1))))
    return undefined;
  try {
    // Somebody may have gone to another tab meanwhile.
    return (await isAboveLimit(uri)) && fileInFront()?.toString() === uri.toString() ? uri : undefined;
  } catch {
    return undefined; // it is gone: its tab says so
  }
}

function fileInFront(): vscode.Uri | undefined {
  if (vscode.window.activeTextEditor !== undefined) return undefined;
  const input = vscode.window.tabGroups.activeTabGroup?.activeTab?.input;
  return input !== undefined && input instanceof vscode.TabInputText ? input.uri : undefined;
}

/** VS Code gives this document no colours. */
export function hasNoColours(document: vscode.TextDocument): boolean {
  if (vscode.workspace.getConfiguration('editor', document).get<unknown>('largeFileOptimizations') === false)
    return false;
  if (document.lineCount > COLOUR_LIMIT_LINES) return true;
  return document.offsetAt(new vscode.Position(document.lineCount, 0)) > COLOUR_LIMIT_CHARACTERS;
}
