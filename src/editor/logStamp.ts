/** What VS Code says of a file without reading it: whether it was written since, when, and whether it is a folder. */
import * as vscode from 'vscode';

/** Sizes and dates of the files as one text; `undefined` when the first of them is not there. Another text means another content. */
export async function stampOf(files: readonly vscode.Uri[]): Promise<string | undefined> {
  const stamps = await Promise.all(files.map(stampOfOne));
  return stamps[0] === undefined ? undefined : stamps.map((stamp) => stamp ?? 'gone').join(' ');
}

/** When a file was written, milliseconds since the epoch; `undefined` when it is not there, or where nobody keeps that. */
export async function modifiedOf(file: vscode.Uri): Promise<number | undefined> {
  try {
    const { mtime } = await vscode.workspace.fs.stat(file);
    return mtime > 0 ? mtime : undefined;
  } catch {
    return undefined;
  }
}

/** Whether that is a folder; not, where nobody can tell. */
export async function isFolder(place: vscode.Uri): Promise<boolean> {
  try {
    return ((await vscode.workspace.fs.stat(place)).type & vscode.FileType.Directory) !== 0;
  } catch {
    return false; // reading it tells what is wrong
  }
}

async function stampOfOne(file: vscode.Uri): Promise<string | undefined> {
  try {
    const { size, mtime } = await vscode.workspace.fs.stat(file);
    return `${size}@${mtime}`;
  } catch {
    return undefined; // rotated away, or no file at all: a text that was never saved
  }
}
