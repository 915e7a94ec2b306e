/**
 * One analysis per log, whoever asks: panel, hover, status bar. The worker follows a file that is written to; any other log that changed is analysed anew: a document after a pause in
 * typing, a packed file or a folder when somebody has it looked at. A log that nobody holds any more loses its worker.
 */
import * as vscode from 'vscode';
import type { AnalysisClient, AnalysisStatus } from './analysisClient.ts';
import { documentOf } from './documents.ts';
import { SETTINGS } from './ids.ts';
import { stampOf } from './logStamp.ts';
import { isNeverSaved, isOnDisk } from './logUri.ts';
import { openLog } from './openLog.ts';
import { PendingRead, type Urgency } from './pendingRead.ts';
import { askRedacted } from './redactedAnalysis.ts';

/** Analyses kept for open documents without a panel; the least recently asked goes first. */
const MOST_WITHOUT_PANEL = 4;

/** Told when the analysis of a log has a new status or was begun anew. */
export interface AnalysisChange {
  readonly uri: vscode.Uri;
  readonly client: AnalysisClient;
  readonly status: AnalysisStatus;
}

interface Entry {
  readonly uri: vscode.Uri;
  client: AnalysisClient;
  /** It was given the text of the open document, not the file. */
  isText: boolean;
  /** The text changed while it was sent, so the rest of it never comes. */
  isCut: boolean;
  stop: () => void;
  readonly holders: Set<object>;
  /** The change that waits to be read. */
  readonly pending: PendingRead;
  /** The stamp of the files when they were read. */
  stamp: Promise<string | undefined>;
  /** The logs of a folder. */
  files: readonly vscode.Uri[];
  /** When the analysis began; milliseconds. */
  begun: number;
  /** From which character on the document differs from what was read. */
  changedFrom: number;
}

type Begun = Pick<Entry, 'client' | 'isText' | 'isCut' | 'stop' | 'stamp' | 'begun'>;

export class LogAnalyses implements vscode.Disposable {
  readonly #entries = new Map<string, Entry>();
  readonly #changed = new vscode.EventEmitter<AnalysisChange>();
  readonly #subscriptions: vscode.Disposable[];
  readonly #startClient: () => AnalysisClient;
  readonly #log: vscode.LogOutputChannel;
  /** Every change of any log's analysis. */
  readonly onDidChange = this.#changed.event;

  constructor(startClient: () => AnalysisClient, log: vscode.LogOutputChannel) {
    this.#startClient = startClient;
    this.#log = log;
    this.#subscriptions = [
      this.#changed,
      vscode.workspace.onDidChangeTextDocument((event) => this.#documentChanged(event.document, event.contentChanges)),
      vscode.workspace.onDidOpenTextDocument((document) => this.#documentOpened(document)),
      vscode.workspace.onDidCloseTextDocument((document) => this.#documentClosed(document)),
      vscode.workspace.onDidChangeConfiguration((event) => {
        for (const { uri } of [...this.#entries.values()]) {
          if (event.affectsConfiguration(SETTINGS.year, uri) || event.affectsConfiguration(SETTINGS.timeZone, uri))
            this.restart(uri);
        }
      }),
    ];
  }

  /** The analysis of a log, begun now if there is none. Without a `holder` it lives as long as its document is open. */
  of(uri: vscode.Uri, holder?: object): AnalysisClient {
    const key = uri.toString();
    let entry = this.#entries.get(key);
    if (entry === undefined) {
      const begun: Entry = {
        uri,
        ...this.#begin(uri),
        holders: new Set(),
        pending: new PendingRead(
          () => urgencyOf(begun),
          () => void this.#readOn(begun),
        ),
        files: [],
        changedFrom: Number.POSITIVE_INFINITY,
      };
      entry = begun;
    }
    this.#entries.delete(key); // and in again at the end: the order says who was asked last
    this.#entries.set(key, entry);
    if (holder !== undefined) entry.holders.add(holder);
    this.#dropOldest();
    return entry.client;
  }

  /**
   * Asks the analysis of a log as it is now; of one that is replaced before it answers, its successor is asked. The answer comes even if the document is closed meanwhile.
   * `undefined` where the log cannot be read, or when it is given up.
   */
  async ask<Answer>(
    uri: vscode.Uri,
    question: (client: AnalysisClient) => Promise<Answer>,
    isGivenUp = (): boolean => false,
  ): Promise<Answer | undefined> {
    const holder = {};
    const isOpen = documentOf(uri) !== undefined;
    this.of(uri, holder);
    try {
      while (this.find(uri) !== undefined) {
        const client = await this.upToDate(uri, isGivenUp);
        if (client === undefined) return undefined;
        try {
          return await question(client);
        } catch (error) {
          if (this.find(uri) === client && client.status.kind !== 'failed') throw error;
        }
      }
      return undefined;
    } finally {
      this.#entries.get(uri.toString())?.holders.delete(holder);
      if (isOpen) this.release(uri, holder);
    }
  }

  /** Asks a second analysis of a log, of its text with pseudonyms instead of names. `undefined` when it was given up or could not be read. */
  async askRedacted<Answer>(
    uri: vscode.Uri,
    question: (client: AnalysisClient) => Promise<Answer>,
    cancelled: vscode.CancellationToken,
  ): Promise<Answer | undefined> {
    return askRedacted(this.#startClient, uri, question, cancelled);
  }

  /**
   * The finished analysis of a log as it is now: a change that waits to be read is waited for. `undefined` where there is none (it could not be read, or nobody holds the log any more), or when it is given up.
   */
  async upToDate(uri: vscode.Uri, isGivenUp: () => boolean): Promise<AnalysisClient | undefined> {
    const key = uri.toString();
    for (let client = this.of(uri); !isGivenUp();) {
      const { kind } = await client.settled();
      const entry = this.#entries.get(key);
      if (entry === undefined) return undefined;
      if (entry.client === client && !entry.pending.isPending) return kind === 'done' ? client : undefined;
      if (entry.client === client) await entry.pending.settled();
      const next = this.#entries.get(key);
      if (next === undefined) return undefined;
      ({ client } = next);
    }
    return undefined;
  }

  /** The analysis of a log if there is one. */
  find(uri: vscode.Uri): AnalysisClient | undefined {
    return this.#entries.get(uri.toString())?.client;
  }

  /** Gives up a hold; the last one to go ends the analysis, unless the document is open. */
  release(uri: vscode.Uri, holder: object): void {
    const entry = this.#entries.get(uri.toString());
    if (entry === undefined) return;
    entry.holders.delete(holder);
    if (entry.holders.size === 0 && documentOf(uri) === undefined) this.#end(entry);
  }

  /**
   * Looks whether the files of a log were written since they were read, and has them read again if so. A file that is gone changes nothing: what was read stays.
   * Documents tell of their changes themselves.
   */
  async lookForChanges(uri: vscode.Uri): Promise<void> {
    const entry = this.#entries.get(uri.toString());
    if (entry === undefined || entry.pending.isPending || documentOf(uri) !== undefined) return;
    const { client, status } = { client: entry.client, status: entry.client.status };
    if (client.follows !== undefined) return;
    if (status.kind === 'reading' || (status.kind === 'failed' && status.problem.kind === 'cancelled')) return;
    const [before, now] = await Promise.all([entry.stamp, stampOf([uri, ...entry.files])]);
    if (now !== undefined && now !== before && entry.client === client && this.#entries.get(uri.toString()) === entry)
      entry.pending.note();
  }

  /** Reads a log again from the beginning, for those who hold it. Of text that is gone, what was read stays. */
  restart(uri: vscode.Uri, asText = false): void {
    const entry = this.#entries.get(uri.toString());
    if (entry === undefined) return;
    entry.pending.clear();
    entry.pending.settle();
    if (isNeverSaved(uri) && documentOf(uri) === undefined && entry.client.status.kind !== 'failed') return;
    entry.stop();
    entry.client.dispose();
    entry.changedFrom = Number.POSITIVE_INFINITY;
    Object.assign(entry, this.#begin(uri, asText));
    this.#changed.fire({ uri, client: entry.client, status: entry.client.status });
  }

  dispose(): void {
    for (const entry of [...this.#entries.values()]) this.#end(entry);
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /** `asText`: the document's text even where there should be a file. */
  #begin(uri: vscode.Uri, asText = false): Begun {
    const begun = Date.now();
    const stamp = stampOf([uri]);
    const client = this.#startClient();
    const document = documentOf(uri);
    const isText = document !== undefined && (asText || document.isDirty || !isOnDisk(uri));
    const stop = client.onStatus((status) => {
      // The file is gone, or may not be read any more, but its text is at hand.
      if (
        status.kind === 'failed' &&
        status.problem.kind === 'input' &&
        !isText &&
        documentOf(uri) !== undefined &&
        this.find(uri) === client
      )
        return this.restart(uri, true);
      if (status.kind !== 'reading') this.#settled(uri, client, status);
      if (status.kind === 'failed' && status.detail !== undefined)
        this.#log.error(`${uri.toString()}: ${status.problem.title} ${status.detail}`);
      if (status.kind === 'done')
        this.#log.info(
          `${uri.toString()}: ${status.summary.lines} lines, ${status.summary.skips} skips: ${status.summary.headline}`,
        );
      this.#changed.fire({ uri, client, status });
    });
    client.onOutdated(() => {
      if (this.find(uri) === client) this.restart(uri);
    });
    void openLog(uri, client, isText).then((isWhole) => {
      const entry = this.#entries.get(uri.toString());
      if (isWhole || entry?.client !== client || client.status.kind !== 'reading') return;
      entry.isCut = true;
      if (!entry.pending.isPending) entry.pending.note();
    });
    return { client, isText, isCut: false, stop, stamp, begun };
  }

  #settled(uri: vscode.Uri, client: AnalysisClient, status: AnalysisStatus): void {
    const entry = this.#entries.get(uri.toString());
    if (entry?.client !== client) return;
    entry.pending.restAfter(entry.begun);
    if (status.kind !== 'done' || status.summary.files === undefined) return;
    entry.files = status.summary.files.map(({ path }) => vscode.Uri.file(path));
    entry.stamp = stampOf([uri, ...entry.files]);
  }

  /** Without a change of its text it became dirty, or was saved. Unsaved changes that a loaded window restores come as nothing but that, after the document. */
  #documentChanged(
    document: vscode.TextDocument,
    changes: readonly Pick<vscode.TextDocumentContentChangeEvent, 'rangeOffset'>[],
  ): void {
    const entry = this.#entries.get(document.uri.toString());
    // The worker reads what a program writes to the file; the document follows by itself.
    if (entry !== undefined && !entry.isText && !document.isDirty && entry.client.follows !== undefined) return;
    const isText = changes.length > 0;
    for (const { rangeOffset } of changes)
      if (entry !== undefined) entry.changedFrom = Math.min(entry.changedFrom, rangeOffset);
    if (entry !== undefined && (isText || (document.isDirty && !entry.isText))) entry.pending.note();
  }

  /** What was only added at the end of a text is read on, where that is sound; else all is read anew. */
  async #readOn(entry: Entry): Promise<void> {
    const { client, changedFrom } = entry;
    const document = documentOf(entry.uri);
    const { sent } = client;
    if (entry.isText && document !== undefined && sent !== undefined && changedFrom >= sent.length) {
      entry.pending.clear();
      entry.changedFrom = Number.POSITIVE_INFINITY;
      const added = new vscode.Range(document.positionAt(sent.length), new vscode.Position(document.lineCount, 0));
      const isRead = await client.grow(document.getText(added)).catch(() => false);
      if (entry.client !== client || this.#entries.get(entry.uri.toString()) !== entry) return;
      if (isRead) {
        if (!entry.pending.isPending) entry.pending.settle();
        return;
      }
    }
    this.restart(entry.uri);
  }

  /** A window that is loaded again shows its timelines first, and opens unsaved text after them. */
  #documentOpened(document: vscode.TextDocument): void {
    const entry = this.#entries.get(document.uri.toString());
    if (entry !== undefined && !entry.isText && (document.isDirty || isNeverSaved(document.uri)))
      this.restart(document.uri);
  }

  #documentClosed(document: vscode.TextDocument): void {
    // A change of language closes and opens the document in one breath.
    setTimeout(() => {
      const entry = this.#entries.get(document.uri.toString());
      if (entry !== undefined && entry.holders.size === 0 && documentOf(document.uri) === undefined) this.#end(entry);
    }, 0);
  }

  #dropOldest(): void {
    const idle = [...this.#entries.values()].filter((entry) => entry.holders.size === 0);
    for (const entry of idle.slice(0, Math.max(0, idle.length - MOST_WITHOUT_PANEL))) this.#end(entry);
  }

  #end(entry: Entry): void {
    entry.pending.clear();
    entry.stop();
    entry.client.dispose();
    this.#entries.delete(entry.uri.toString());
    entry.pending.settle();
  }
}

/** Text that somebody types is read at once; what only grows lets the analysis that runs come to its end, and rests after it. */
function urgencyOf({ uri, isCut, client }: Entry): Urgency {
  if (isCut || documentOf(uri)?.isDirty === true) return 'at-once';
  return client.status.kind === 'reading' ? 'after-this-reading' : 'rested';
}
