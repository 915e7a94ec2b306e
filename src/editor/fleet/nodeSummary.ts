/** The summary of a node as a text that cannot be changed, read from its file when it is opened. */
import * as vscode from 'vscode';
import type { SummaryPlace } from '../../fleet/fleetNode.ts';
import { formatSummaryMarkdown } from '../../fleet/outputs/formatSummaryMarkdown.ts';
import { SUMMARY_SCHEME } from '../ids.ts';
import { t } from '../said.ts';

/** The address of a summary; its path is what the tab shows. */
export function summaryUri({ file, line }: SummaryPlace, name: string): vscode.Uri {
  return vscode.Uri.file(`/${name.replaceAll(/[\\/]/g, '_')} (summary).md`).with({
    scheme: SUMMARY_SCHEME,
    query: JSON.stringify({ file, line }),
  });
}

/** Registers what gives these texts. */
export function registerNodeSummaries(): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(SUMMARY_SCHEME, {
    async provideTextDocumentContent(uri) {
      const place = placeOf(uri);
      if (place === undefined) return `${t('This is no summary of a node.')}\n`;
      try {
        const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(vscode.Uri.parse(place.file, true)));
        const line = text.split('\n', place.line)[place.line - 1] ?? '';
        // One that a program has laid out has its begin alone on that line.
        return (
          formatSummaryMarkdown(line.slice(Math.max(0, line.indexOf('{'))), place.file, place.line) ??
          formatSummaryMarkdown(text, place.file, place.line) ??
          `${t('The file has changed: it has no summary in this place any more.')}\n`
        );
      } catch (error) {
        return `${t('The file could not be read: {0}', error instanceof Error ? error.message : String(error))}\n`;
      }
    },
  });
}

function placeOf(uri: vscode.Uri): SummaryPlace | undefined {
  try {
    const value: unknown = JSON.parse(uri.query);
    if (typeof value !== 'object' || value === null || !('file' in value) || !('line' in value)) return undefined;
    const { file, line } = value;
    return typeof file === 'string' && typeof line === 'number' && Number.isSafeInteger(line) && line > 0
      ? { file, line }
      : undefined;
  } catch {
    return undefined; // not of our making
  }
}
