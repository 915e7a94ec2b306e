/** The timeline of one log: its tab, and the page in it, which is filled when it says that it is ready. */
import * as vscode from 'vscode';
import { packArrays } from '../../protocol/packArrays.ts';
import { type HostToPage, isPageToHost, type PageToHost } from '../../protocol/protocol.ts';
import type { TimelineDocument } from '../../timeline/timelineDocument.ts';
import type { AnalysisClient, AnalysisStatus } from '../analysisClient.ts';
import { logName } from '../logUri.ts';
import { pageLanguage } from '../said.ts';
import { obeyPage } from './pageRequests.ts';
import { createNonce, panelHtml } from './panelHtml.ts';
import { PanelQuestions, textOf } from './panelQuestions.ts';
import type { PanelServices } from './panelServices.ts';
import { PanelSources } from './panelSources.ts';
import { statusMessage } from './statusMessages.ts';

/** How often the files behind a timeline in sight are looked at: no editor tells of a packed or a very large log, or of one that is not open. */
const LOOK_MS = 2000;
/** A panel that is closed loses the focus first; one that stays for so long without it was left. */
const LEFT_MS = 150;
/** A page that has not made its picture by then is not going to. */
const PICTURE_MS = 30_000;

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
  readonly #sources: PanelSources;
  readonly #questions: PanelQuestions;

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
    this.#sources = new PanelSources(uri, services.analyses);
    this.#questions = new PanelQuestions({
      client: () => services.analyses.find(uri),
      post: (message) => this.#post(message),
      debug: (text) => services.log.debug(text),
    });
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
    this.#fill();
  }

  #fill(): void {
    const { extensionUri } = this.#services;
    const { webview, title } = this.#panel;
    webview.options = panelOptions(extensionUri);
    const file = (name: string): string =>
      webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, 'dist', name)).toString();
    webview.html = panelHtml({
      cspSource: webview.cspSource,
      nonce: createNonce(),
      styleNonce: createNonce(),
      script: file('webview.js'),
      style: file('webview.css'),
      title,
      language: pageLanguage(),
      log: this.#uri.toString(),
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
    return this.#sources.sourceOf(log);
  }

  /** Moves the crosshair to the time of a line of a source, as the editor numbers it in the log, or as an excerpt does. */
  async showCursor(source: number, editorLine: number, isExcerpt: boolean): Promise<void> {
    if (this.#isReady) await this.#questions.editorLine(source, editorLine, isExcerpt);
  }

  /** Moves the crosshair to the time of a line of a source, 1-based; once the page shows the log, if it does not yet. */
  async goToLine(source: number, line: number): Promise<void> {
    this.#wanted = { source, line };
    if (this.#isDrawn) await this.#goToWanted();
  }

  async #goToWanted(): Promise<void> {
    const wanted = this.#wanted;
    if (wanted === undefined || !this.#questions.canAsk) return;
    this.#wanted = undefined;
    await this.#questions.line(wanted.source, wanted.line);
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

  #receive(message: unknown): void {
    if (!isPageToHost(message)) {
      this.#services.log.warn(`the page of ${logName(this.#uri)} sent something that is no message`);
      return;
    }
    this.#obey(message).catch((error: unknown) => this.#services.log.error(`${message.type}: ${textOf(error)}`));
  }

  async #obey(message: PageToHost): Promise<void> {
    switch (message.type) {
      case 'ready':
        return this.#greet();
      case 'picture':
        this.#pictureTo?.(message.png);
        return;
      case 'momentRequest':
        return this.#questions.moment(message.time, message.process);
      case 'whatIfRequest':
        return this.#questions.whatIf(message.changes);
      case 'whatIfCancel':
        this.#questions.dropWhatIf();
        return;
      default:
        return obeyPage(message, this.#services, {
          uri: this.#uri,
          sources: this.#sources,
          column: this.#panel.viewColumn,
          holder: this,
        });
    }
  }

  async #greet(): Promise<void> {
    const { analyses } = this.#services;
    this.#isReady = true;
    this.#isFocusPromised = false;
    this.#onceReady?.(this);
    this.#onceReady = undefined;
    const client = analyses.of(this.#uri, this);
    void analyses.lookForChanges(this.#uri);
    return this.#show(client, client.status);
  }

  async #show(client: AnalysisClient, status: AnalysisStatus): Promise<void> {
    this.#isDrawn = false;
    this.#questions.dropTimeline();
    if (!this.#isReady) return;
    if (status.kind !== 'done') {
      this.#post(statusMessage(status, logName(this.#uri)));
      return;
    }
    // Noted now: they are asked for while the log is read again, too.
    this.#sources.files();
    if (!(await this.#questions.timeline(client))) return;
    this.#isDrawn = true;
    await this.#goToWanted();
    if (this.#wantsWhatIf) this.openWhatIf();
  }

  #post(message: HostToPage): void {
    if (!this.#isReady) return;
    void this.#panel.webview.postMessage(message);
  }
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
