/** The timeline of one log: the page is filled when it says that it is ready, and what it asks for is done. */
import * as vscode from 'vscode';
import { packArrays } from '../protocol/packArrays.ts';
import { type HostToPage, isPageToHost, type PageToHost, type WhatIfRequestMessage } from '../protocol/protocol.ts';
import type { SourceFile } from '../protocol/workerProtocol.ts';
import type { TimelineDocument } from '../timeline/timelineDocument.ts';
import type { AnalysisClient, AnalysisStatus } from './analysisClient.ts';
import { logLineOf, loneReturns } from './editorLines.ts';
import { askForReport, redactsReports } from './features/reports.ts';
import { saveTable } from './features/saveTable.ts';
import { COMMANDS } from './ids.ts';
import type { LineNavigation } from './lineNavigation.ts';
import { logName, logShownBy } from './logUri.ts';
import type { LogAnalyses } from './logAnalyses.ts';
import { createNonce, panelHtml } from './panelHtml.ts';
import { pageLanguage } from './said.ts';
import { RunningQuestion } from './runningQuestion.ts';
import { t } from './said.ts';

/** How often the files behind a timeline in sight are looked at: no editor tells of a packed or a very large log, or of one that is not open. */
const LOOK_MS = 2000;
/** A panel that is closed loses the focus first; one that stays for so long without it was left. */
const LEFT_MS = 150;
/** A page that has not made its picture by then is not going to. */
const PICTURE_MS = 30_000;

/** What panels share. */
export interface PanelServices {
  readonly extensionUri: vscode.Uri;
  readonly analyses: LogAnalyses;
  readonly navigation: LineNavigation;
  readonly log: vscode.LogOutputChannel;
}

/** One panel and its log. */
export class TimelinePanel implements vscode.Disposable {
  readonly #uri: vscode.Uri;
  readonly #panel: vscode.WebviewPanel;
  readonly #services: PanelServices;
  readonly #subscriptions: vscode.Disposable[];
  #isReady = false;
  /** VS Code is to give the focus to a page that has not been there yet, and so has no state that could be lost. */
  #isFocusPromised: boolean;
  #onceReady: ((panel: TimelinePanel) => void) | undefined;
  /** Waits for a picture. */
  #pictureTo: ((png: Uint8Array | undefined) => void) | undefined;
  /** The what-if is to be shown once the page has the document. */
  #wantsWhatIf = false;
  #isDisposed = false;
  /** The page has the document of the analysis that there is. */
  #isDrawn = false;
  /** The line that is to be gone to once it has. */
  #wanted: { readonly source: number; readonly line: number } | undefined;
  #moment: { readonly time: number; readonly process: string | undefined } | undefined;
  #momentRuns: RunningQuestion | undefined;
  #whatIfRuns: AbortController | undefined;
  #timelineRuns: AbortController | undefined;
  /** The sources of a folder or an archive, as they were read last. */
  #files: readonly SourceFile[] | undefined;

  /** `hasFocus`: the panel is new, and VS Code was asked to give it the focus. `onLeft`: somebody went elsewhere before the page was there, which would take the focus from him when it comes. */
  constructor(
    uri: vscode.Uri,
    panel: vscode.WebviewPanel,
    services: PanelServices,
    {
      hasFocus,
      onLeft,
      onDispose,
    }: {
      readonly hasFocus: boolean;
      readonly onLeft: (left: TimelinePanel) => void;
      readonly onDispose: () => void;
    },
  ) {
    this.#uri = uri;
    this.#panel = panel;
    this.#isFocusPromised = hasFocus;
    this.#services = services;
    const look = setInterval(() => {
      if (this.#isReady) void services.analyses.lookForChanges(uri);
    }, LOOK_MS);
    this.#subscriptions = [
      new vscode.Disposable(() => clearInterval(look)),
      panel.webview.onDidReceiveMessage((message: unknown) => this.#receive(message)),
      panel.onDidChangeViewState(() => {
        if (!panel.visible) this.#isReady = this.#isDrawn = false; // the page is gone; it says "ready" again when it is shown
        const isLeft = (): boolean => this.#isFocusPromised && panel.visible && !panel.active;
        if (isLeft())
          setTimeout(() => {
            if (!this.#isDisposed && isLeft()) onLeft(this);
          }, LEFT_MS);
      }),
      services.analyses.onDidChange((change) => {
        if (change.uri.toString() === uri.toString()) void this.#show(change.client, change.status);
      }),
      panel.onDidDispose(() => {
        this.dispose();
        onDispose();
      }),
    ];
    services.analyses.of(uri, this);
    panel.webview.options = panelOptions(services.extensionUri);
    const file = (name: string): string =>
      panel.webview.asWebviewUri(vscode.Uri.joinPath(services.extensionUri, 'dist', name)).toString();
    panel.webview.html = panelHtml({
      cspSource: panel.webview.cspSource,
      nonce: createNonce(),
      styleNonce: createNonce(),
      script: file('webview.js'),
      style: file('webview.css'),
      title: panel.title,
      language: pageLanguage(),
      log: uri.toString(),
    });
  }

  get uri(): vscode.Uri {
    return this.#uri;
  }

  /** Gives the tab its title. */
  name(title: string): void {
    if (this.#panel.title !== title) this.#panel.title = title;
  }

  get column(): vscode.ViewColumn | undefined {
    return this.#panel.viewColumn;
  }

  get isActive(): boolean {
    return this.#panel.active;
  }

  /** Calls back when the page is there for the first time, with the panel that it is in by then. */
  onceReady(callback: (panel: TimelinePanel) => void): void {
    this.#onceReady = callback;
  }

  /** What was wanted of a panel of the same log, whose place it takes. */
  goOnFor(left: TimelinePanel): void {
    this.#onceReady = left.#onceReady;
    this.#wanted = left.#wanted;
    this.#wantsWhatIf = left.#wantsWhatIf;
  }

  get isVisible(): boolean {
    return this.#panel.visible;
  }

  /** It is the timeline of this log, or of a folder that the log is in. */
  holds(log: vscode.Uri): boolean {
    return (
      this.sourceOf(log) !== undefined || (log.scheme === this.#uri.scheme && log.path.startsWith(`${this.#uri.path}/`))
    );
  }

  /** To the front of its column; the focus stays where it is. */
  bringToFront(): void {
    this.#panel.reveal(undefined, true);
  }

  reveal(): void {
    void this.#services.analyses.lookForChanges(this.#uri);
    this.#panel.reveal(undefined, false);
  }

  /** Which of the panel's sources a log is; `undefined` when it is none of them, or when that is not known yet. */
  sourceOf(log: vscode.Uri): number | undefined {
    const key = log.toString();
    const source =
      this.#sources()?.findIndex(
        ({ path, inside }) => inside === undefined && vscode.Uri.file(path).toString() === key,
      ) ?? -1;
    if (source >= 0) return source;
    return key === this.#uri.toString() ? 0 : undefined;
  }

  /** Moves the crosshair to the time of a line of a source, as the editor numbers it in the log, or as an excerpt does. */
  async showCursor(source: number, shownLine: number, isExcerpt: boolean): Promise<void> {
    if (!this.#isReady) return;
    const client = this.#services.analyses.find(this.#uri);
    if (client?.status.kind !== 'done') return;
    const line = isExcerpt ? shownLine : logLineOf(shownLine, await loneReturns(client, source));
    const time = await this.#ask(() => client.ask('lineTime', { source, line }));
    if (time !== undefined) this.#post({ type: 'cursor', source, line, time });
  }

  /** Moves the crosshair to the time of a line of a source, 1-based; once the page shows the log, if it does not yet. */
  async goToLine(source: number, line: number): Promise<void> {
    this.#wanted = { source, line };
    const client = this.#services.analyses.find(this.#uri);
    if (this.#isDrawn && client !== undefined) await this.#goToWanted(client);
  }

  /** Brings the what-if into sight, once the page shows the log, if it does not yet. */
  openWhatIf(): void {
    this.#wantsWhatIf = !this.#isDrawn;
    if (this.#isDrawn) this.#post({ type: 'openWhatIf' });
  }

  /** A picture of what is in sight, as a PNG; `undefined`: the page could not make one in time, or shows no log. `without`: the same log without its names. */
  async picture(without: TimelineDocument | undefined): Promise<Uint8Array | undefined> {
    if (!this.#isDrawn) return undefined;
    this.#pictureTo?.(undefined);
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      return await new Promise((resolve) => {
        this.#pictureTo = resolve;
        timer = setTimeout(() => resolve(undefined), PICTURE_MS);
        this.#post({ type: 'pictureRequest', ...(without === undefined ? {} : { document: packArrays(without) }) });
      });
    } finally {
      clearTimeout(timer);
    }
  }

  async #goToWanted(client: AnalysisClient): Promise<void> {
    const wanted = this.#wanted;
    if (wanted === undefined || client.status.kind !== 'done') return;
    this.#wanted = undefined;
    const time = await this.#ask(() => client.ask('lineTime', wanted));
    if (time !== undefined) this.#post({ type: 'cursor', ...wanted, time });
  }

  dispose(): void {
    if (!this.#isDisposed) this.handOver().dispose();
  }

  /** Lets go of the tab, which goes on with another log. */
  handOver(): vscode.WebviewPanel {
    this.#isDisposed = true;
    this.#isReady = false;
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#services.analyses.release(this.#uri, this);
    return this.#panel;
  }

  /** The file of a source: of a folder, the logs in it are the sources. */
  #uriOf(source: number): vscode.Uri {
    const file = this.#sources()?.[source];
    return file === undefined || isMade(file) ? this.#uri : vscode.Uri.file(file.path);
  }

  /** The log in an archive, or the text of a binary journal, that a source is. */
  #entryOf(source: number): { readonly source: number; readonly inside?: string } | undefined {
    const file = this.#sources()?.[source];
    if (file === undefined || !isMade(file)) return undefined;
    const { inside = this.#uri.fsPath === file.path ? undefined : logName(vscode.Uri.file(file.path)) } = file;
    return { source, ...(inside === undefined ? {} : { inside }) };
  }

  /** The sources of what the page shows, also while they are read again. */
  #sources(): readonly SourceFile[] | undefined {
    const status = this.#services.analyses.find(this.#uri)?.status;
    if (status?.kind === 'done') this.#files = status.summary.files;
    return this.#files;
  }

  #receive(message: unknown): void {
    if (!isPageToHost(message)) {
      this.#services.log.warn(`the page of ${logName(this.#uri)} sent something that is no message`);
      return;
    }
    this.#obey(message).catch((error: unknown) => this.#services.log.error(`${message.type}: ${textOf(error)}`));
  }

  async #obey(message: PageToHost): Promise<void> {
    const { analyses, navigation, log } = this.#services;
    switch (message.type) {
      case 'ready': {
        this.#isReady = true;
        this.#isFocusPromised = false;
        this.#onceReady?.(this);
        this.#onceReady = undefined;
        const client = analyses.of(this.#uri, this);
        void analyses.lookForChanges(this.#uri);
        return this.#show(client, client.status);
      }
      case 'openLine':
        return navigation.openLine(this.#uriOf(message.source), message.line, {
          beside: message.beside,
          entry: this.#entryOf(message.source),
          panelColumn: this.#panel.viewColumn,
          loneReturns: () => loneReturns(analyses.find(this.#uri), message.source),
        });
      case 'cancel':
        analyses.find(this.#uri)?.cancel();
        return;
      case 'retry':
        analyses.of(this.#uri, this);
        analyses.restart(this.#uri);
        return;
      case 'copyAnswer': {
        const answer = redactsReports(this.#uri)
          ? await askForReport(analyses, this.#uri, 'answerMarkdown', { redact: true, question: undefined })
          : await analyses.find(this.#uri)?.ask('answerMarkdown', undefined);
        if (answer === undefined) return;
        await vscode.env.clipboard.writeText(answer);
        vscode.window.setStatusBarMessage(t('The answer is on the clipboard.'), 3000);
        return;
      }
      case 'gettingLogs':
        await vscode.commands.executeCommand(COMMANDS.gettingLogs);
        return;
      case 'openSample':
        await vscode.commands.executeCommand(COMMANDS.openSample);
        return;
      case 'guide':
        await vscode.commands.executeCommand(COMMANDS.showFinding, message.finding);
        return;
      case 'saveReport':
        await vscode.commands.executeCommand(COMMANDS.saveReport);
        return;
      case 'copyCommand':
        await vscode.env.clipboard.writeText(message.command);
        vscode.window.setStatusBarMessage(t('The command is on the clipboard.'), 3000);
        return;
      case 'saveTable':
        return saveTable(logShownBy(this.#uri).log, message.csv);
      case 'picture':
        this.#pictureTo?.(message.png);
        return;
      case 'momentRequest':
        return this.#showMoment(message.time, message.process);
      case 'whatIfRequest':
        return this.#showWhatIf(message.changes);
      case 'whatIfCancel':
        this.#whatIfRuns?.abort();
        return;
      case 'pageError':
        log.error(`page of ${logName(this.#uri)}: ${message.text}`);
    }
  }

  async #show(client: AnalysisClient, status: AnalysisStatus): Promise<void> {
    this.#isDrawn = false;
    this.#timelineRuns?.abort();
    if (!this.#isReady) return;
    switch (status.kind) {
      case 'reading': {
        const { bytes, totalBytes, lines, phase, headline } = status.progress ?? {
          bytes: 0,
          totalBytes: undefined,
          lines: 0,
          phase: 'reading' as const,
          headline: undefined,
        };
        this.#post({
          type: 'progress',
          title: logName(this.#uri),
          bytes,
          lines,
          phase,
          ...(totalBytes === undefined ? {} : { totalBytes }),
          ...(headline === undefined ? {} : { headline }),
        });
        return;
      }
      case 'failed':
        this.#post({
          type: 'problem',
          title: status.problem.title,
          whatToDo: status.problem.whatToDo,
          canRetry: true,
          isOther: status.problem.kind === 'not-kubelet',
        });
        return;
      case 'done': {
        this.#sources();
        const { signal } = (this.#timelineRuns = new AbortController());
        const document = await this.#ask(() => client.ask('timeline', undefined, signal));
        if (document === undefined) return;
        this.#post({ type: 'document', document: packArrays(document) });
        this.#isDrawn = true;
        await this.#goToWanted(client);
        if (this.#wantsWhatIf) this.openWhatIf();
      }
    }
  }

  /** Answers the newest request; while one is under way only the last of those that come meanwhile is kept, and one that takes long is given up for it. */
  async #showMoment(time: number, process: string | undefined): Promise<void> {
    this.#moment = { time, process };
    this.#momentRuns?.giveUpSoon();
    if (this.#momentRuns !== undefined) return;
    try {
      while (this.#moment !== undefined) {
        const next = this.#moment;
        this.#moment = undefined;
        const client = this.#services.analyses.find(this.#uri);
        if (client?.status.kind !== 'done') continue;
        const running = (this.#momentRuns = new RunningQuestion());
        const document = await this.#ask(() =>
          client.ask(
            'moment',
            { time: next.time, ...(next.process === undefined ? {} : { process: next.process }) },
            running.signal,
          ),
        );
        running.end();
        if (document !== undefined) this.#post({ type: 'moment', document });
      }
    } finally {
      this.#momentRuns = undefined;
    }
  }

  /** Answers the newest request; one that runs is given up for it. */
  async #showWhatIf(changes: WhatIfRequestMessage['changes']): Promise<void> {
    this.#whatIfRuns?.abort();
    const { signal } = (this.#whatIfRuns = new AbortController());
    const client = this.#services.analyses.find(this.#uri);
    if (client?.status.kind !== 'done') return;
    const answer = await this.#ask(() =>
      client.ask('whatIf', { changes }, signal, (share) => this.#post({ type: 'whatIfProgress', share })),
    );
    if (answer !== undefined && !signal.aborted) this.#post({ type: 'whatIf', answer: packArrays(answer) });
  }

  /** An answer, or nothing when the analysis was replaced while it was asked: its successor reports by itself. */
  async #ask<Answer>(question: () => Promise<Answer>): Promise<Answer | undefined> {
    try {
      return await question();
    } catch (error) {
      this.#services.log.debug(textOf(error));
      return undefined;
    }
  }

  #post(message: HostToPage): void {
    if (!this.#isReady) return;
    void this.#panel.webview.postMessage(message);
  }
}

/** No editor can show it as it is. */
function isMade({ inside, asText }: SourceFile): boolean {
  return inside !== undefined || asText === true;
}

/** What its page may do. */
export function panelOptions(extensionUri: vscode.Uri): vscode.WebviewOptions & vscode.WebviewPanelOptions {
  return {
    enableScripts: true,
    enableForms: false,
    enableCommandUris: false,
    retainContextWhenHidden: false,
    localResourceRoots: [vscode.Uri.joinPath(extensionUri, 'dist')],
  };
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
