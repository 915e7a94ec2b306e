/** Reads summaries by VS Code's files. Gives way between files, so that nothing else in the window waits. */
import * as vscode from 'vscode';
import { FleetBook } from '../../fleet/fleetBook.ts';
import { SummaryIntake } from '../../fleet/summaryIntake.ts';
import { isFolder } from '../logStamp.ts';

/** A file comes as a whole; as many summaries as a fleet may have are not larger. */
const LARGEST_FILE = 400 << 20;
const MOST_FILES = 200_000;
const DEEPEST = 20;

/** Told how many files were read, of how many. */
export type TellProgress = (read: number, all: number) => void;

/** The summaries in files and folders. Ends sooner when it is cancelled. */
export async function readSummaries(
  places: readonly vscode.Uri[],
  tell: TellProgress,
  token: vscode.CancellationToken,
): Promise<FleetBook> {
  const book = new FleetBook();
  const files: { readonly uri: vscode.Uri; readonly how: 'asked' | 'found' }[] = [];
  for (const place of places) {
    const found = await filesIn(place, token);
    if (found === undefined) files.push({ uri: place, how: 'asked' });
    else for (const uri of found) files.push({ uri, how: 'found' });
  }
  for (const [at, { uri, how }] of files.entries()) {
    if (token.isCancellationRequested) break;
    const name = uri.toString();
    const intake = new SummaryIntake(name, book.take, how);
    try {
      const { size } = await vscode.workspace.fs.stat(uri);
      if (size > LARGEST_FILE) {
        if (how === 'asked') book.noteUnreadable(name, 'it is larger than the summaries of a fleet can be');
        continue;
      }
      intake.push(await vscode.workspace.fs.readFile(uri));
      book.noteFile(name, intake.end(), how === 'asked');
    } catch (error) {
      book.noteUnreadable(name, `it could not be read (${error instanceof Error ? error.message : String(error)})`);
    }
    tell(at + 1, files.length);
  }
  return book;
}

/** The files of a folder, in the order of their paths; `undefined` for what is none, or cannot be read. */
async function filesIn(place: vscode.Uri, token: vscode.CancellationToken): Promise<readonly vscode.Uri[] | undefined> {
  if (!(await isFolder(place))) return undefined;
  const files: vscode.Uri[] = [];
  const walk = async (folder: vscode.Uri, depth: number): Promise<void> => {
    for (const [name, type] of (await vscode.workspace.fs.readDirectory(folder)).sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (files.length >= MOST_FILES || token.isCancellationRequested) return;
      const uri = vscode.Uri.joinPath(folder, name);
      if (type === vscode.FileType.File) files.push(uri);
      else if (type === vscode.FileType.Directory && depth < DEEPEST) await walk(uri, depth + 1);
    }
  };
  await walk(place, 1);
  return files;
}
