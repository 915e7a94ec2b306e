/** As much of the `vscode` module as the editor room's own logic needs, typed against the real one where it is handed over. */
import type * as vscode from 'vscode';

export class Disposable {
  readonly #run: () => void;
  constructor(run: () => void) {
    this.#run = run;
  }
  dispose(): void {
    this.#run();
  }
  static from(...parts: readonly Disposable[]): Disposable {
    return new Disposable(() => {
      for (const part of parts) part.dispose();
    });
  }
}

export class EventEmitter<T> {
  readonly #listeners = new Set<(event: T) => void>();
  readonly event = (listener: (event: T) => void): Disposable => {
    this.#listeners.add(listener);
    return new Disposable(() => this.#listeners.delete(listener));
  };
  fire(event: T): void {
    for (const listener of [...this.#listeners]) listener(event);
  }
  dispose(): void {
    this.#listeners.clear();
  }
  get listenerCount(): number {
    return this.#listeners.size;
  }
}

export class Uri {
  readonly scheme: string;
  readonly path: string;
  readonly query: string;
  constructor(scheme: string, path: string, query = '') {
    this.scheme = scheme;
    this.path = path;
    this.query = query;
  }
  static file(path: string): Uri {
    return new Uri('file', path);
  }
  static joinPath(base: Uri, ...names: string[]): Uri {
    return base.with({ path: [base.path, ...names].join('/') });
  }
  static parse(text: string): Uri {
    const match = /^([\w-]+):(?:\/\/)?([^?]*)(?:\?(.*))?$/.exec(text);
    if (match === null) throw new Error(`no address: ${text}`);
    return new Uri(match[1] ?? '', decodeURIComponent(match[2] ?? ''), decodeURIComponent(match[3] ?? ''));
  }
  readonly authority = '';
  get fsPath(): string {
    return this.path;
  }
  with(change: { scheme?: string; path?: string; query?: string }): Uri {
    return new Uri(change.scheme ?? this.scheme, change.path ?? this.path, change.query ?? this.query);
  }
  toString(): string {
    return `${this.scheme}://${encodeURIComponent(this.path)}${this.query === '' ? '' : `?${encodeURIComponent(this.query)}`}`;
  }
}

export class Position {
  readonly line: number;
  readonly character: number;
  constructor(line: number, character: number) {
    this.line = line;
    this.character = character;
  }
}
export class Range {
  readonly start: Position;
  readonly end: Position;
  constructor(start: Position | number, end: Position | number, endLine = 0, endCharacter = 0) {
    this.start = typeof start === 'number' ? new Position(start, Number(end)) : start;
    this.end = typeof end === 'number' ? new Position(endLine, endCharacter) : end;
  }
}

export class Document {
  readonly uri: Uri;
  languageId: string;
  isDirty = false;
  isClosed = false;
  text: string;
  version = 1;
  constructor(uri: Uri, languageId: string, text = '') {
    this.uri = uri;
    this.languageId = languageId;
    this.text = text;
  }
  getText(range?: Range): string {
    return range === undefined ? this.text : this.text.slice(this.#offsetAt(range.start), this.#offsetAt(range.end));
  }
  get lineCount(): number {
    return this.text.split('\n').length;
  }
  lineAt(line: number): { text: string } {
    return { text: this.text.split('\n')[line] ?? '' };
  }
  positionAt(offset: number): Position {
    const before = this.text.slice(0, offset).split('\n');
    return new Position(before.length - 1, before.at(-1)?.length ?? 0);
  }
  /** What lies behind the text is its end. */
  #offsetAt({ line, character }: Position): number {
    const lines = this.text.split('\n');
    if (line >= lines.length) return this.text.length;
    return lines.slice(0, line).reduce((sum, { length }) => sum + length + 1, 0) + character;
  }
}

const opened = new EventEmitter<Document>();
const closed = new EventEmitter<Document>();
const saved = new EventEmitter<Document>();
const changed = new EventEmitter<{ document: Document; contentChanges: readonly { rangeOffset: number }[] }>();
const configured = new EventEmitter<{ affectsConfiguration(section: string): boolean }>();
const settings = new Map<string, unknown>();
const documents: Document[] = [];
export const FileType = { File: 1, Directory: 2 } as const;
/** What a file system says of a file; without a `type` it is a file. */
interface Stat {
  readonly size: number;
  readonly mtime: number;
  readonly type?: number;
}
const onDisk = new Map<string, Stat>();

export const workspace = {
  textDocuments: documents,
  onDidOpenTextDocument: opened.event,
  onDidCloseTextDocument: closed.event,
  onDidSaveTextDocument: saved.event,
  onDidChangeTextDocument: changed.event,
  onDidChangeConfiguration: configured.event,
  getConfiguration: () => ({ get: (name: string) => settings.get(name) }),
  fs: {
    /** As VS Code has it: what is read for an extension has no file system. */
    isWritableFileSystem: (scheme: string): boolean | undefined =>
      scheme === 'file' ? true : scheme === 'git' || scheme === 'vscode-vfs' ? false : undefined,
    readFile: async (uri: Uri): Promise<Uint8Array> => {
      if (uri.path.includes('gone')) throw new Error('not found');
      return new TextEncoder().encode('text');
    },
    stat: async (uri: Uri): Promise<Required<Stat>> => {
      const stat = onDisk.get(uri.path);
      if (stat === undefined) throw new Error('not found');
      return { type: FileType.File, ...stat };
    },
  },
};

export const CodeActionKind = { QuickFix: 'quickfix' };
export class CodeAction {
  command: unknown;
  readonly title: string;
  constructor(title: string) {
    this.title = title;
  }
}

export const languages = {
  setTextDocumentLanguage: async (document: Document, languageId: string): Promise<Document> => {
    close(document);
    document.languageId = languageId;
    document.isClosed = false;
    open(document);
    return document;
  },
};

/** What the user does. */
export function open(document: Document): void {
  documents.push(document);
  opened.fire(document);
}
export function close(document: Document): void {
  documents.splice(documents.indexOf(document), 1);
  document.isClosed = true;
  closed.fire(document);
}
export function save(document: Document): void {
  document.isDirty = false;
  saved.fire(document);
}
export function type(document: Document, text: string): void {
  document.text += text;
  document.version += 1;
  document.isDirty = true;
  changed.fire({ document, contentChanges: [{ rangeOffset: 0 }] });
}
/** More text at the end of a document. */
export function append(document: Document, text: string): void {
  const rangeOffset = document.text.length;
  document.text += text;
  document.version += 1;
  changed.fire({ document, contentChanges: [{ rangeOffset }] });
}
/** A loaded window has restored unsaved changes: the document is there with them before it is said to be dirty. */
export function soil(document: Document): void {
  document.isDirty = true;
  changed.fire({ document, contentChanges: [] });
}
/** Another way to end lines: told without a change of the text. */
export function endLinesOtherwise(document: Document): void {
  document.version += 1;
  changed.fire({ document, contentChanges: [] });
}
/** The editor reads a file again that was written on the disk. */
export function reload(document: Document, text: string): void {
  document.text = text;
  document.version += 1;
  changed.fire({ document, contentChanges: [{ rangeOffset: 0 }] });
}
/** A file is written, by whomever; `undefined`: it is deleted. */
export function write(path: string, stat: Stat | undefined): void {
  if (stat === undefined) onDisk.delete(path);
  else onDisk.set(path, stat);
}
export function configure(name: string, value: unknown): void {
  settings.set(name, value);
  configured.fire({ affectsConfiguration: (section) => name.startsWith(section) });
}
export function listenerCount(): number {
  return (
    opened.listenerCount + closed.listenerCount + saved.listenerCount + changed.listenerCount + configured.listenerCount
  );
}
export function reset(): void {
  documents.length = 0;
  onDisk.clear();
  settings.clear();
}

/** The fakes where the code wants the real types. */
export const asDocument = (document: Document): vscode.TextDocument => document as unknown as vscode.TextDocument;
export const asUri = (uri: Uri): vscode.Uri => uri as unknown as vscode.Uri;
export const silentLog = new Proxy({}, { get: () => () => undefined }) as unknown as vscode.LogOutputChannel;
