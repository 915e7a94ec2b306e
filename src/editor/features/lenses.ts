/** A line of words above the begin of an unhealthy time and one above its end; a click shows that moment in the timeline. */
import * as vscode from 'vscode';
import { COMMANDS, LANGUAGE_ID } from '../ids.ts';
import { plainLabel } from '../plainLabel.ts';
import type { LogOutlines } from './logOutlines.ts';
import { t } from '../said.ts';

/** Registers the provider of code lenses. */
export function registerLenses(outlines: LogOutlines): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  return vscode.Disposable.from(
    changed,
    outlines.onDidChange(() => changed.fire()),
    vscode.languages.registerCodeLensProvider(
      { language: LANGUAGE_ID },
      {
        onDidChangeCodeLenses: changed.event,
        async provideCodeLenses(document, token) {
          const outline = await outlines.of(document, token);
          return outline?.episodes
            .filter(({ startup }) => !startup)
            .flatMap(({ first, endLine, beginText, endText }) =>
              endLine === first
                ? [lens(document, first, `${beginText} · ${endText}`)]
                : [lens(document, first, beginText), lens(document, endLine, endText)],
            );
        },
      },
    ),
  );
}

function lens(document: vscode.TextDocument, line: number, text: string): vscode.CodeLens {
  return new vscode.CodeLens(new vscode.Range(line - 1, 0, line - 1, 0), {
    command: COMMANDS.showMoment,
    title: t('{0} · show timeline', plainLabel(text)),
    tooltip: t('Show this moment in the kubelet timeline'),
    arguments: [document.uri.toString(), line],
  });
}
