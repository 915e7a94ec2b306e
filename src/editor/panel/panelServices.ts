import type * as vscode from 'vscode';
import type { LineNavigation } from '../lineNavigation.ts';
import type { LogAnalyses } from '../logAnalyses.ts';

/** What panels share. */
export interface PanelServices {
  readonly extensionUri: vscode.Uri;
  readonly analyses: LogAnalyses;
  readonly navigation: LineNavigation;
  readonly log: vscode.LogOutputChannel;
}
