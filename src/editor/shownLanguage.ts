/** A text whose begin is not a kubelet's (a capture of many programs), and whose timeline was asked for and made: hovers, lenses and the rest are of use in it, too. */
import * as vscode from 'vscode';
import { documentOf } from './documents.ts';
import { LANGUAGE_ID } from './ids.ts';
import { headOf, isCandidate, isEnabled } from './languageDetection.ts';
import type { LogAnalyses } from './logAnalyses.ts';
import type { TimelinePanels } from './panel/panelHost.ts';

/** Makes such texts kubelet logs, each once: whoever says then that it is something else is not overruled. */
export function recogniseShown(
  panels: TimelinePanels,
  analyses: LogAnalyses,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  const recognised = new Set<string>();
  return analyses.onDidChange(({ uri, client, status }) => {
    const key = uri.toString();
    const document = documentOf(uri);
    if (status.kind !== 'done' || document === undefined || recognised.has(key)) return;
    if (!isCandidate(document) || !isEnabled(document) || panels.showing(uri).length === 0) return;
    recognised.add(key);
    const recognise = async (): Promise<void> => {
      // One that looks like a log was recognised when it was opened, and somebody said that it is none.
      if (await client.ask('isKubeletLog', { head: headOf(document) })) return;
      if (!document.isClosed) await vscode.languages.setTextDocumentLanguage(document, LANGUAGE_ID);
    };
    recognise().catch((error: unknown) => log.warn(`the language of ${key} could not be set: ${String(error)}`));
  });
}
