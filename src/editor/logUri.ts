/** What a log's address says: its name, whether the worker can read it by itself, and what an excerpt is an excerpt of. */
import * as vscode from 'vscode';
import { EXCERPT_SCHEME } from './ids.ts';

/** The name for titles: the file's name without its folders. */
export function logName(uri: vscode.Uri): string {
  const name = uri.path.slice(uri.path.lastIndexOf('/') + 1);
  return name === '' ? uri.toString() : name;
}

let hasDisk = true;

/** Says whether the extension's host has a disk. A browser has none: what it calls `file` there are files that its user gave to VS Code, which VS Code alone can read. */
export function workOnDisk(is: boolean): void {
  hasDisk = is;
}

/** True for files on the disk of the extension's host, which a worker reads by itself. */
export function isOnDisk(uri: vscode.Uri): boolean {
  return hasDisk && uri.scheme === 'file';
}

/** True where VS Code shows a repository or the like that lies on no disk: what its dialogs offer is there, too. */
export function isVirtualWorkspace(): boolean {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return folders.length > 0 && folders.every(({ uri }) => uri.scheme !== 'file');
}

/** True for text that lives in its tab only: pasted, piped in, not saved yet. */
export function isNeverSaved(uri: vscode.Uri): boolean {
  return uri.scheme === 'untitled';
}

/** True for a packed file by its name: the editor cannot show its lines. */
export function isPacked(uri: vscode.Uri): boolean {
  return /\.(?:gz|zst|xz|bz2|tar|tgz|tbz2?|txz|tzst|zip)$/i.test(uri.path);
}

/** The address that a log has after a file or a folder above it was renamed; `undefined` for logs elsewhere. */
export function movedUri(log: vscode.Uri, from: vscode.Uri, to: vscode.Uri): vscode.Uri | undefined {
  if (log.toString() === from.toString()) return to;
  if (log.scheme !== from.scheme || log.authority !== from.authority || !log.path.startsWith(`${from.path}/`))
    return undefined;
  return to.with({ path: `${to.path}${log.path.slice(from.path.length)}` });
}

/** A part of a log in a read-only document of its own. Lines are 1-based, both inclusive. */
export interface Excerpt {
  readonly log: vscode.Uri;
  /** Which of the log's sources, where it is an archive with several; `inside` is its name there. */
  readonly source?: number;
  readonly inside?: string | undefined;
  readonly from: number;
  readonly to: number;
}

/** The address of an excerpt whose wanted line is `line`. */
export function excerptUri({ log, source = 0, inside, from, to }: Excerpt, line: number): vscode.Uri {
  const path = inside === undefined ? log.path : `${log.path}/${inside}`;
  return log.with({
    scheme: EXCERPT_SCHEME,
    path: `${path} (line ${line}).kubelet.log`,
    query: JSON.stringify({ log: log.toString(), source, inside, line, from, to }),
  });
}

/** What `excerptUri` wrote, with the wanted line; `undefined` for any other address. */
export function excerptOf(uri: vscode.Uri): (Excerpt & { readonly line: number }) | undefined {
  if (uri.scheme !== EXCERPT_SCHEME) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(uri.query);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  if (typeof value !== 'object' || value === null || !('log' in value) || !('from' in value) || !('to' in value))
    return undefined;
  const { log, from, to } = value;
  const source = 'source' in value && typeof value.source === 'number' ? value.source : 0;
  const inside = 'inside' in value && typeof value.inside === 'string' ? value.inside : undefined;
  const line = 'line' in value && typeof value.line === 'number' ? value.line : undefined;
  return typeof log === 'string' && typeof from === 'number' && typeof to === 'number'
    ? { log: vscode.Uri.parse(log, true), source, inside, line: line ?? from, from, to }
    : undefined;
}

/** The log that a document shows, and the log's line that stands on the document's first line: an excerpt begins in the middle, and has one line for each of the log's. */
export function logShownBy(uri: vscode.Uri): {
  readonly log: vscode.Uri;
  /** Which of the log's sources; `undefined` where the document is the log itself. */
  readonly source?: number;
  readonly firstLine: number;
  readonly isExcerpt: boolean;
} {
  const excerpt = excerptOf(uri);
  return excerpt === undefined
    ? { log: uri, firstLine: 1, isExcerpt: false }
    : { log: excerpt.log, source: excerpt.source ?? 0, firstLine: excerpt.from, isExcerpt: true };
}
