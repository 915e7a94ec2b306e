/** Saves a file by VS Code's own files, as a whole or not at all. */
import * as vscode from 'vscode';
import { createNonce } from './panel/panelHtml.ts';

/**
 * Gives a file its content, under another name beside it first: when the disk is full, or the window closes in the middle, the file is as it was. Where nothing can be put
 * beside it, and for a link, it is written in its place. Rejects when it cannot be written; nothing else is left then.
 */
export async function saveWhole(target: vscode.Uri, content: Uint8Array): Promise<void> {
  const { fs } = vscode.workspace;
  const name = target.path.slice(target.path.lastIndexOf('/') + 1);
  const beside = vscode.Uri.joinPath(target, '..', `.${name.slice(0, 100)}.${createNonce().slice(0, 8)}.part`);
  if (await isLink(target)) return fs.writeFile(target, content);
  try {
    await fs.writeFile(beside, content);
  } catch (error) {
    await remove(beside);
    if (error instanceof vscode.FileSystemError && error.code === 'NoPermissions') return fs.writeFile(target, content);
    throw error;
  }
  try {
    await fs.rename(beside, target, { overwrite: true });
  } catch (error) {
    await remove(beside);
    throw error;
  }
}

async function isLink(uri: vscode.Uri): Promise<boolean> {
  try {
    return ((await vscode.workspace.fs.stat(uri)).type & vscode.FileType.SymbolicLink) !== 0;
  } catch {
    return false; // not there yet
  }
}

async function remove(uri: vscode.Uri): Promise<void> {
  try {
    await vscode.workspace.fs.delete(uri);
  } catch {
    // it never came to be
  }
}
