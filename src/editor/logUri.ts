/** What a log's address says: its name, and whether the worker can read it by itself. */
import type * as vscode from 'vscode';

/** The name for titles: the file's name without its folders. */
export function logName(uri: vscode.Uri): string {
  const name = uri.path.slice(uri.path.lastIndexOf('/') + 1);
  return name === '' ? uri.toString() : name;
}

/** True for files on the disk of the extension's host. */
export function isOnDisk(uri: vscode.Uri): boolean {
  return uri.scheme === 'file';
}

/** True for text that exists only in the editor. */
export function isUntitled(uri: vscode.Uri): boolean {
  return uri.scheme === 'untitled';
}

/** True for a gzip file by its name: the editor cannot show its lines. */
export function isGzip(uri: vscode.Uri): boolean {
  return uri.path.toLowerCase().endsWith('.gz');
}
