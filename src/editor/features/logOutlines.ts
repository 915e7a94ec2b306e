/** The outlines of the logs that are open: asked of the worker once per analysis, by whoever needs one first. */
import { onceFor } from '../../kubelet/oncePer.ts';
import * as vscode from 'vscode';
import type { LogOutline } from '../../timeline/outline/logOutline.ts';
import type { AnalysisClient, AnalysisStatus } from '../analysisClient.ts';
import { isKubeletLog } from '../documents.ts';
import { loneReturns } from '../editorLines.ts';
import type { LogAnalyses } from '../logAnalyses.ts';
import { logShownBy } from '../logUri.ts';
import { reachOf, shownOutline } from './shownOutline.ts';

export class LogOutlines implements vscode.Disposable {
  readonly #analyses: LogAnalyses;
  /** By the status that said that an analysis is done: a text that has grown has another one. */
  readonly #known = new WeakMap<AnalysisStatus, Map<number, Promise<LogOutline | undefined>>>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  /** A program writes to the log: its analysis may have read lines before VS Code has them in the document. */
  readonly #behind = new WeakSet<vscode.TextDocument>();
  readonly #subscriptions: vscode.Disposable;
  /** A log has an analysis that it did not have, or has lost it. */
  readonly onDidChange = this.#changed.event;

  constructor(analyses: LogAnalyses) {
    this.#analyses = analyses;
    this.#subscriptions = vscode.Disposable.from(
      this.#changed,
      analyses.onDidChange(({ uri, status }) => {
        if (status.kind !== 'reading') this.#changed.fire(uri);
      }),
      // The timeline of a log can be there before its text is opened.
      vscode.workspace.onDidOpenTextDocument((document) => {
        const { log } = logShownBy(document.uri);
        if (isKubeletLog(document) && analyses.find(log)?.status.kind === 'done') this.#changed.fire(log);
      }),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (this.#behind.delete(document)) this.#changed.fire(document.uri);
      }),
    );
  }

  /** The outline of a document as it is now, in its own lines; `undefined` where there is none, or when nobody waits for it any more. */
  async of(
    document: vscode.TextDocument,
    token: Pick<vscode.CancellationToken, 'isCancellationRequested'> = NEVER,
  ): Promise<LogOutline | undefined> {
    if (!isKubeletLog(document)) return undefined;
    const { log, source, firstLine, isExcerpt } = logShownBy(document.uri);
    const client = await this.#analyses.upToDate(log, () => token.isCancellationRequested || document.isClosed);
    if (client === undefined) return undefined;
    const outline = await this.#outlineOf(client, source ?? client.ownSource);
    const returns = isExcerpt ? new Uint32Array() : await loneReturns(client, client.ownSource);
    if (outline === undefined || token.isCancellationRequested) return undefined;
    const shown = { firstLine, lineCount: document.lineCount, returns };
    if (!isExcerpt && reachOf(outline, shown) > shown.lineCount) this.#behind.add(document);
    return shownOutline(outline, shown);
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  #outlineOf(client: AnalysisClient, source: number): Promise<LogOutline | undefined> {
    const ofClient = onceFor(this.#known, client.status, () => new Map<number, Promise<LogOutline | undefined>>());
    // The analysis was closed: its successor has an outline of its own.
    return onceFor(ofClient, source, () => client.ask('outline', { source }).catch(() => undefined));
  }
}

const NEVER = { isCancellationRequested: false };
