/** One item on the right, on kubelet logs only: the headline of the analysis, and a click shows the timeline. */
import * as vscode from 'vscode';
import type { AnalysisStatus } from './analysisClient.ts';
import { COMMANDS } from './ids.ts';
import { isKubeletLog } from './documents.ts';
import type { LogAnalyses } from './logAnalyses.ts';
import { logShownBy } from './logUri.ts';
import { t } from './said.ts';
import { plainLabel } from './plainLabel.ts';

/** The status bar is shared: longer headlines are cut, the tooltip has the whole. */
const LONGEST_TEXT = 48;

export class StatusBar implements vscode.Disposable {
  readonly #item = vscode.window.createStatusBarItem('kubeletTimeline.headline', vscode.StatusBarAlignment.Right, 100);
  readonly #analyses: LogAnalyses;
  readonly #subscriptions: vscode.Disposable[];

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
      analyses.onDidChange(({ uri }) => {
        const active = vscode.window.activeTextEditor?.document.uri;
        if (active !== undefined && logShownBy(active).log.toString() === uri.toString()) this.update();
      }),
    ];
  }

  /** Shows what is known of the active editor's log, and has it analysed if nothing is. */
  update(): void {
    const document = vscode.window.activeTextEditor?.document;
    if (document === undefined || !isKubeletLog(document) || document.uri.scheme === 'git') {
      this.#item.hide();
      return;
    }
    const { text, tooltip } = statusText(this.#analyses.of(logShownBy(document.uri).log).status);
    this.#item.text = text;
    this.#item.tooltip = tooltip;
    this.#item.accessibilityInformation = { label: tooltip };
    this.#item.show();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}

/** The item's text and tooltip for a status. */
export function statusText(status: AnalysisStatus): { readonly text: string; readonly tooltip: string } {
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
