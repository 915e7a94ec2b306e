/** The texts of excerpts: asked of the worker that has read the log, and again when the log has grown or was read anew. */
import * as vscode from 'vscode';
import { EXCERPT_SCHEME } from '../ids.ts';
import type { LogAnalyses } from '../logAnalyses.ts';
import { excerptOf, logName } from '../logUri.ts';
import { notice } from '../notice.ts';

/** Registers what gives these texts. */
export function registerExcerpts(analyses: LogAnalyses): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  return vscode.Disposable.from(
    changed,
    analyses.onDidChange(({ uri, status }) => {
      if (status.kind !== 'done') return;
      for (const document of vscode.workspace.textDocuments) {
        const excerpt = excerptOf(document.uri);
        if (excerpt === undefined || excerpt.log.toString() !== uri.toString()) continue;
        // Of a log that only grows, what was whole stays as it is.
        const isWhole = document.lineCount > excerpt.to - excerpt.from;
        if (!isWhole || status.summary.follows === undefined) changed.fire(document.uri);
      }
    }),
    vscode.workspace.registerTextDocumentContentProvider(EXCERPT_SCHEME, {
      onDidChange: changed.event,
      async provideTextDocumentContent(uri) {
        const excerpt = excerptOf(uri);
        if (excerpt === undefined) return '';
        const { log, source = 0, from, to } = excerpt;
        const lines = await analyses.ask(log, (client) => client.ask('lines', { source, from, to }));
        if (lines === undefined) throw new Error(notice('{0} could not be read.', logName(log)));
        return lines.join('\n');
      },
    }),
  );
}
