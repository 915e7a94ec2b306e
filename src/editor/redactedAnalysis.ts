/** A second analysis of a log, of its text with pseudonyms instead of names: for reports and answers that leave the machine. */
import type * as vscode from 'vscode';
import type { AnalysisClient } from './analysisClient.ts';
import { documentOf } from './documents.ts';
import { isOnDisk } from './logUri.ts';
import { openLog } from './openLog.ts';

/** Asks it, and ends it. `undefined` when it was given up or could not be read. */
export async function askRedacted<Answer>(
  startClient: () => AnalysisClient,
  uri: vscode.Uri,
  question: (client: AnalysisClient) => Promise<Answer>,
  cancelled: vscode.CancellationToken,
): Promise<Answer | undefined> {
  const client = await redacted(startClient, uri, cancelled);
  try {
    return client === undefined ? undefined : await question(client);
  } finally {
    client?.dispose();
  }
}

async function redacted(
  startClient: () => AnalysisClient,
  uri: vscode.Uri,
  cancelled: vscode.CancellationToken,
): Promise<AnalysisClient | undefined> {
  for (;;) {
    const client = startClient();
    const document = documentOf(uri);
    const stop = cancelled.onCancellationRequested(() => client.cancel());
    const isText = document !== undefined && (document.isDirty || !isOnDisk(uri));
    const isWhole = await openLog(uri, client, isText, { redact: true });
    const isDone = isWhole && (await client.settled()).kind === 'done';
    stop.dispose();
    if (isDone) return client;
    client.dispose();
    if (isWhole || cancelled.isCancellationRequested) return undefined; // else its text changed meanwhile
  }
}
