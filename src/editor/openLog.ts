/** Gives a log to its worker: where the file is, else the text of its document, else the bytes that VS Code reads for us. */
import * as vscode from 'vscode';
import type { WorkerOptions, WorkerProblem } from '../protocol/workerProtocol.ts';
import type { AnalysisClient } from './analysisClient.ts';
import { documentOf } from './documents.ts';
import { SETTINGS } from './ids.ts';
import { isFolder, modifiedOf } from './logStamp.ts';
import { isNeverSaved, isOnDisk, logName } from './logUri.ts';
import { workerLanguage } from './said.ts';
import { readingOptions } from './readingOptions.ts';
import { textPieces } from './textPieces.ts';
import { notice } from './notice.ts';

/**
 * Opens a log in its worker. What cannot be read makes the client's status `failed`.
 * @param isText the document's text is meant, not the file
 * @returns whether all of it was handed over; a text that changed meanwhile was not, and is to be opened anew
 */
export async function openLog(
  uri: vscode.Uri,
  client: AnalysisClient,
  isText: boolean,
  more: Pick<WorkerOptions, 'redact'> = {},
): Promise<boolean> {
  const options = { ...optionsFor(uri), ...workerLanguage(), ...more };
  if (isText || !isOnDisk(uri)) return send(uri, client, isText, options);
  client.open(logName(uri), { kind: 'file', path: uri.fsPath }, options);
  return true;
}

/** With the date of the file: editing a log must not change its year. */
async function send(
  uri: vscode.Uri,
  client: AnalysisClient,
  isText: boolean,
  options: WorkerOptions,
): Promise<boolean> {
  try {
    const modified = isNeverSaved(uri) ? undefined : await modifiedOf(uri);
    const date = modified === undefined ? {} : { modified };
    const document = isText ? documentOf(uri) : undefined;
    if (document === undefined) {
      if (await isFolder(uri)) {
        client.fail(folderOnNoDisk(uri));
        return true;
      }
      const bytes = await vscode.workspace.fs.readFile(uri);
      client.open(logName(uri), { kind: 'bytes', ...date }, options, bytes);
      return true;
    }
    client.open(logName(uri), { kind: 'sent', ...date }, options);
    const isWhole = await textPieces(
      document,
      (piece) => client.send(piece),
      () => client.status.kind !== 'reading',
    );
    if (isWhole) client.endText();
    else if (document.isClosed && isNeverSaved(uri)) client.fail(notOpen(uri));
    return isWhole;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    if (isNeverSaved(uri)) client.fail(notOpen(uri));
    else
      client.fail({
        kind: 'input',
        title: notice('{0} could not be read.', logName(uri)),
        whatToDo: notice('Check that the file is still there and may be read. ({0})', why),
      });
    return true;
  }
}

function notOpen(uri: vscode.Uri): WorkerProblem {
  return {
    kind: 'input',
    title: notice('{0} is not open.', logName(uri)),
    whatToDo: notice('Text that was never saved is read from its tab. Paste it into a new one and show its timeline.'),
  };
}

function folderOnNoDisk(uri: vscode.Uri): WorkerProblem {
  return {
    kind: 'input',
    title: notice('The logs in {0} cannot be looked for.', logName(uri)),
    whatToDo: notice('It is a folder on no disk of this machine. Open one of its logs, or an archive of them.'),
  };
}

function optionsFor(uri: vscode.Uri): WorkerOptions {
  const settings = vscode.workspace.getConfiguration(undefined, uri);
  return readingOptions(settings.get<unknown>(SETTINGS.year), settings.get<unknown>(SETTINGS.timeZone));
}
