/** Gives a log to its worker: where the file is, else the text of its document, else the bytes that VS Code reads for us. */
import * as vscode from 'vscode';
import { printing } from '../kubelet/printable.ts';
import type { WorkerOptions } from '../protocol/workerProtocol.ts';
import type { AnalysisClient } from './analysisClient.ts';
import { documentOf } from './documents.ts';
import { SETTINGS } from './ids.ts';
import { modifiedOf } from './logStamp.ts';
import { isNeverSaved, isOnDisk, logName } from './logUri.ts';
import { readingOptions } from './readingOptions.ts';

/**
 * Opens a log in its worker. What cannot be read makes the client's status `failed`.
 * @param isText the document's text is meant, not the file
 */
export function openLog(
  uri: vscode.Uri,
  client: AnalysisClient,
  isText: boolean,
  more: Pick<WorkerOptions, 'redact'> = {},
): void {
  const options = { ...optionsFor(uri), ...more };
  if (isText || !isOnDisk(uri)) void send(uri, client, isText, options);
  else client.open(logName(uri), { kind: 'file', path: uri.fsPath }, options);
}

/** With the date of the file: editing a log must not change its year. */
async function send(uri: vscode.Uri, client: AnalysisClient, isText: boolean, options: WorkerOptions): Promise<void> {
  try {
    const modified = isNeverSaved(uri) ? undefined : await modifiedOf(uri);
    const date = modified === undefined ? {} : { modified };
    const document = isText ? documentOf(uri) : undefined;
    if (document !== undefined) client.open(logName(uri), { kind: 'sent', ...date }, options, document.getText());
    else client.open(logName(uri), { kind: 'bytes', ...date }, options, await vscode.workspace.fs.readFile(uri));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    if (isNeverSaved(uri))
      client.fail({
        kind: 'input',
        title: printing`${logName(uri)} is not open.`,
        whatToDo: printing`Text that was never saved is read from its tab. Paste it into a new one and show its timeline.`,
      });
    else
      client.fail({
        kind: 'input',
        title: printing`${logName(uri)} could not be read.`,
        whatToDo: printing`Check that the file is still there and may be read. (${why})`,
      });
  }
}

function optionsFor(uri: vscode.Uri): WorkerOptions {
  const settings = vscode.workspace.getConfiguration(undefined, uri);
  return readingOptions(settings.get<unknown>(SETTINGS.year), settings.get<unknown>(SETTINGS.timeZone));
}
