/** One item on the right, on kubelet logs only: the headline of the analysis, and a click shows the timeline. What VS Code limits in a large log is said once beside it, and in its tooltip. */
import * as vscode from 'vscode';
import type { AnalysisStatus } from './analysisClient.ts';
import { COMMANDS } from './ids.ts';
import { isKubeletLog } from './documents.ts';
import { hasNoColours, largeLogInFront, type Limit, LIMITS } from './largeFiles.ts';
import type { LogAnalyses } from './logAnalyses.ts';
import { logShownBy } from './logUri.ts';
import { t } from './said.ts';
import { plainLabel } from './plainLabel.ts';

/** The status bar is shared: longer headlines are cut, the tooltip has the whole. */
const LONGEST_TEXT = 48;
/** How long the word about a limit stands there. */
const LIMIT_MS = 15_000;

export class StatusBar implements vscode.Disposable {
  readonly #item = vscode.window.createStatusBarItem('kubeletTimeline.headline', vscode.StatusBarAlignment.Right, 100);
  readonly #analyses: LogAnalyses;
  readonly #subscriptions: vscode.Disposable[];
  /** The logs whose limits were said. */
  readonly #said = new Set<string>();
  /** The log that the item is about. */
  #shown: string | undefined;

  constructor(analyses: LogAnalyses) {
    this.#analyses = analyses;
    this.#item.name = 'Kubelet Timeline';
    this.#item.command = COMMANDS.showTimeline;
    this.#subscriptions = [
      this.#item,
      vscode.window.onDidChangeActiveTextEditor(() => this.update()),
      vscode.workspace.onDidOpenTextDocument((document) => {
        if (document === vscode.window.activeTextEditor?.document) this.update();
      }),
      vscode.window.tabGroups.onDidChangeTabs(() => this.update()),
      vscode.window.tabGroups.onDidChangeTabGroups(() => this.update()),
      analyses.onDidChange(({ uri }) => {
        const active = vscode.window.activeTextEditor?.document.uri;
        if (
          active === undefined ? this.#shown === uri.toString() : logShownBy(active).log.toString() === uri.toString()
        )
          this.update();
      }),
    ];
  }

  /** Shows what is known of the active editor's log, and has it analysed if nothing is; one that VS Code gives no text of is not read before its timeline is asked for. */
  update(): void {
    const document = vscode.window.activeTextEditor?.document;
    if (document === undefined) {
      void this.#updateLarge();
      return;
    }
    if (!isKubeletLog(document) || document.uri.scheme === 'git') {
      this.#hide();
      return;
    }
    const { log } = logShownBy(document.uri);
    this.#show(log, this.#analyses.of(log).status, hasNoColours(document) ? LIMITS.noColours : undefined);
  }

  async #updateLarge(): Promise<void> {
    const log = await largeLogInFront((uri) => this.#analyses.find(uri) !== undefined);
    if (vscode.window.activeTextEditor !== undefined) return;
    if (log === undefined) this.#hide();
    else this.#show(log, this.#analyses.find(log)?.status, LIMITS.noText);
  }

  #show(log: vscode.Uri, status: AnalysisStatus | undefined, limit: Limit | undefined): void {
    const { text, tooltip } = status === undefined ? notRead() : statusText(status);
    this.#shown = log.toString();
    this.#item.text = text;
    this.#item.tooltip =
      limit === undefined ? tooltip : `${tooltip}. ${t(limit.said)}${t(limit.more)}`.replace('.. ', '. ');
    this.#item.accessibilityInformation = { label: this.#item.tooltip };
    this.#item.show();
    if (limit === undefined || this.#said.has(this.#shown)) return;
    this.#said.add(this.#shown);
    vscode.window.setStatusBarMessage(`$(info) ${t(limit.said)}`, LIMIT_MS);
  }

  #hide(): void {
    this.#shown = undefined;
    this.#item.hide();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}

/** Of a log that VS Code gives no text of. */
function notRead(): { readonly text: string; readonly tooltip: string } {
  return { text: `$(graph-line) ${t('Kubelet: large log')}`, tooltip: t('Show the timeline of this log') };
}

/** The item's text and tooltip for a status. */
function statusText(status: AnalysisStatus): { readonly text: string; readonly tooltip: string } {
  switch (status.kind) {
    case 'reading': {
      const { bytes, totalBytes } = status.progress ?? { bytes: 0, totalBytes: undefined };
      const percent =
        totalBytes === undefined || totalBytes === 0
          ? ''
          : ` ${Math.min(100, Math.round((bytes / totalBytes) * 100))} %`;
      return { text: `$(sync~spin) ${t('Kubelet: reading')}${percent}`, tooltip: t('Kubelet Timeline reads this log') };
    }
    case 'done': {
      const { headline, state, follows } = status.summary;
      const icon =
        state === 'healthy'
          ? 'check'
          : state === 'unknown'
            ? 'question'
            : state === 'recovered'
              ? 'history'
              : 'warning';
      const short = headline.length > LONGEST_TEXT ? `${headline.slice(0, LONGEST_TEXT - 1)}…` : headline;
      const following =
        follows === 'on'
          ? t(' What is written to the log is read at once.')
          : follows === 'stopped'
            ? t(' What is written to the log now is not read.')
            : '';
      return {
        text: `$(${icon}) ${plainLabel(short)}${follows === 'stopped' ? ' $(debug-pause)' : ''}`,
        tooltip: `${t('{0}. Show the timeline.', headline)}${following}`,
      };
    }
    case 'failed':
      return {
        text: `$(graph-line) ${t('Kubelet: no timeline')}`,
        tooltip: `${status.problem.title} ${status.problem.whatToDo}`,
      };
  }
}
