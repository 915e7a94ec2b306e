/**
 * Takes plain text for a kubelet log when its first 4 KB look like one: files that VS Code knows only as text or `log`, and text that
 * is pasted. A user who says that it is something else is not overruled, however it was recognised.
 */
import * as vscode from 'vscode';
import { LANGUAGE_ID, SETTINGS, SNIFFED_LANGUAGES } from './ids.ts';
import { documentOf, isKubeletLog } from './documents.ts';

/** How much of a document is looked at. */
const SNIFFED_CHARACTERS = 4096;
/** Pause in typing before a changed document is looked at again. */
const CHANGE_PAUSE_MS = 300;

export class LanguageDetection implements vscode.Disposable {
  readonly #detected = new Set<string>();
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #subscriptions: vscode.Disposable[];
  readonly #log: vscode.LogOutputChannel;
  readonly #looksLikeKubeletLog: (head: string) => Promise<boolean>;

  /** `looksLikeKubeletLog`: whether a text of 4 KB is the begin of one. */
  constructor(log: vscode.LogOutputChannel, looksLikeKubeletLog: (head: string) => Promise<boolean>) {
    this.#log = log;
    this.#looksLikeKubeletLog = looksLikeKubeletLog;
    this.#subscriptions = [
      vscode.workspace.onDidOpenTextDocument((document) => this.#look(document)),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (isCandidate(document) && contentChanges.some((change) => change.rangeOffset < SNIFFED_CHARACTERS))
          this.#lookLater(document);
      }),
      vscode.workspace.onDidCloseTextDocument((document) => this.#closed(document)),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(SETTINGS.detectByContent)) this.lookAtAll();
      }),
    ];
  }

  /** Looks at the documents that are open already. */
  lookAtAll(): void {
    for (const document of vscode.workspace.textDocuments) this.#look(document);
  }

  dispose(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #lookLater(document: vscode.TextDocument): void {
    const key = document.uri.toString();
    clearTimeout(this.#timers.get(key));
    this.#timers.set(
      key,
      setTimeout(() => {
        this.#timers.delete(key);
        this.#look(document);
      }, CHANGE_PAUSE_MS),
    );
  }

  #look(document: vscode.TextDocument): void {
    if (isKubeletLog(document)) this.#detected.add(document.uri.toString());
    if (this.#isAsked(document)) void this.#recognise(document);
  }

  /** Whether somebody would still have it recognised. */
  #isAsked(document: vscode.TextDocument): boolean {
    return isCandidate(document) && !this.#detected.has(document.uri.toString()) && isEnabled(document);
  }

  async #recognise(document: vscode.TextDocument): Promise<void> {
    const key = document.uri.toString();
    try {
      const isLog = await this.#looksLikeKubeletLog(headOf(document));
      // Much can have happened meanwhile.
      if (!isLog || document.isClosed || !this.#isAsked(document)) return;
    } catch (error) {
      this.#log.warn(`nobody could tell whether ${key} is a kubelet log: ${textOf(error)}`);
      return;
    }
    this.#detected.add(key);
    try {
      await vscode.languages.setTextDocumentLanguage(document, LANGUAGE_ID);
    } catch (error) {
      this.#log.warn(`${key} looks like a kubelet log, but its language could not be set: ${textOf(error)}`);
    }
  }

  #closed(document: vscode.TextDocument): void {
    const key = document.uri.toString();
    clearTimeout(this.#timers.get(key));
    this.#timers.delete(key);
    // A change of language closes and opens the document in one breath; only a real close lets it be looked at anew.
    setTimeout(() => {
      if (documentOf(document.uri) === undefined) this.#detected.delete(key);
    }, 0);
  }
}

/** VS Code knows it as a text only. */
export function isCandidate(document: vscode.TextDocument): boolean {
  return (
    SNIFFED_LANGUAGES.includes(document.languageId) && document.uri.scheme !== 'output' && document.uri.scheme !== 'git'
  );
}

/** Logs are to be known by their content. */
export function isEnabled(document: vscode.TextDocument): boolean {
  return vscode.workspace.getConfiguration(undefined, document.uri).get<unknown>(SETTINGS.detectByContent) !== false;
}

/** The first 4 KB, without reading the whole text of a large document. */
export function headOf(document: vscode.TextDocument): string {
  return document.getText(new vscode.Range(new vscode.Position(0, 0), document.positionAt(SNIFFED_CHARACTERS)));
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
