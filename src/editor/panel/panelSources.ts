/** The files behind a timeline: which source a log is, and where a source is opened. */
import * as vscode from 'vscode';
import type { SourceFile } from '../../protocol/workerProtocol.ts';
import { logName } from '../logUri.ts';
import type { LogAnalyses } from '../logAnalyses.ts';

export class PanelSources {
  readonly #uri: vscode.Uri;
  readonly #analyses: LogAnalyses;
  /** The sources of a folder or an archive, as they were read last. */
  #files: readonly SourceFile[] | undefined;

  constructor(uri: vscode.Uri, analyses: LogAnalyses) {
    this.#uri = uri;
    this.#analyses = analyses;
  }

  /** The sources of what the page shows, also while they are read again. */
  files(): readonly SourceFile[] | undefined {
    const status = this.#analyses.find(this.#uri)?.status;
    if (status?.kind === 'done') this.#files = status.summary.files;
    return this.#files;
  }

  /** Which source a log is; `undefined` when it is none of them, or when that is not known yet. */
  sourceOf(log: vscode.Uri): number | undefined {
    const key = log.toString();
    const source =
      this.files()?.findIndex(({ path, inside }) => inside === undefined && vscode.Uri.file(path).toString() === key) ??
      -1;
    if (source >= 0) return source;
    return key === this.#uri.toString() ? 0 : undefined;
  }

  /** The file of a source: of a folder, the logs in it are the sources. */
  uriOf(source: number): vscode.Uri {
    const file = this.files()?.[source];
    return file === undefined || isMade(file) ? this.#uri : vscode.Uri.file(file.path);
  }

  /** The log in an archive, or the text of a binary journal, that a source is. */
  entryOf(source: number): { readonly source: number; readonly inside?: string } | undefined {
    const file = this.files()?.[source];
    if (file === undefined || !isMade(file)) return undefined;
    const { inside = this.#uri.fsPath === file.path ? undefined : logName(vscode.Uri.file(file.path)) } = file;
    return { source, ...(inside === undefined ? {} : { inside }) };
  }
}

/** No editor can show it as it is. */
function isMade({ inside, asText }: SourceFile): boolean {
  return inside !== undefined || asText === true;
}
