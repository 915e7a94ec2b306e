/** The hover: what a line is, what it means, and what follows from it here. */
import * as vscode from 'vscode';
import { editorLineOf, logLineOf, loneReturns } from './editorLines.ts';
import { findingsAt } from './features/problems.ts';
import { hoverLinks, LINKED_COMMANDS } from './hoverLinks.ts';
import { hoverText } from './hoverText.ts';
import { LANGUAGE_ID } from './ids.ts';
import type { LogAnalyses } from './logAnalyses.ts';
import { logShownBy } from './logUri.ts';

/** Lines sent around the hovered one, so that a record of several lines is whole. */
const LINES_BEFORE = 40;
const LINES_AFTER = 80;
/** Longer lines are cut for the message's explanation. */
const LONGEST_LINE = 16_384;
/** A small log is read while the user waits for the hover; a large one is not waited for. */
const PATIENCE_MS = 1500;

/** Registers the hover for kubelet logs. */
export function registerHover(analyses: LogAnalyses, log: vscode.LogOutputChannel): vscode.Disposable {
  return vscode.languages.registerHoverProvider(
    { language: LANGUAGE_ID },
    {
      async provideHover(document, position, token) {
        const { log: uri, source, firstLine, isExcerpt } = logShownBy(document.uri);
        const client = analyses.of(uri);
        await Promise.race([client.settled(), pause(PATIENCE_MS), cancellation(token)]);
        if (token.isCancellationRequested) return undefined;
        const returns = isExcerpt ? new Uint32Array() : await loneReturns(client, client.ownSource);
        const line = logLineOf(position.line + 1, returns);
        const first = Math.max(1, line - LINES_BEFORE);
        const lines: string[] = [];
        for (let at = first; at <= line + LINES_AFTER && editorLineOf(at, returns) <= document.lineCount; at += 1)
          lines.push(lineOf(document, at, returns));
        try {
          const answer = await client.ask('hover', {
            source: source ?? client.ownSource,
            line: line - 1 + firstLine,
            firstLine: first - 1 + firstLine,
            lines,
            // Where the editor breaks a line, its columns are not those of the log's line.
            ...(editorLineOf(line, returns) === position.line + 1 ? { column: position.character } : {}),
          });
          const text = hoverText(answer);
          if (text === undefined || token.isCancellationRequested) return undefined;
          const { value } = answer;
          return new vscode.Hover(
            [
              markdownOf(text),
              linksOf(
                hoverLinks(answer, document.uri.toString(), position.line + 1, findingsAt(document.uri, position.line)),
              ),
            ],
            value === undefined
              ? document.lineAt(position.line).range
              : new vscode.Range(position.line, value.from, position.line, value.to),
          );
        } catch (error) {
          log.debug(`hover: ${error instanceof Error ? error.message : String(error)}`); // the document changed meanwhile: the next hover asks the next analysis
          return undefined;
        }
      },
    },
  );
}

/** A line of the log, which the editor may have broken into several. */
function lineOf(document: vscode.TextDocument, line: number, returns: Uint32Array): string {
  const end = Math.min(document.lineCount, editorLineOf(line + 1, returns) - 1);
  const parts: string[] = [];
  for (let at = editorLineOf(line, returns), room = LONGEST_LINE; at <= end && room > 0; at += 1) {
    const part = document.lineAt(at - 1).text.slice(0, room);
    parts.push(part);
    room -= part.length + 1;
  }
  return parts.join('\r');
}

/** Markdown that can run nothing, whatever it says. */
function markdownOf(text: string): vscode.MarkdownString {
  const markdown = new vscode.MarkdownString(text);
  markdown.isTrusted = false;
  markdown.supportHtml = false;
  return markdown;
}

/** Markdown of ours whose links may run what `LINKED_COMMANDS` names. */
function linksOf(text: string): vscode.MarkdownString {
  const markdown = new vscode.MarkdownString(text);
  markdown.isTrusted = { enabledCommands: LINKED_COMMANDS };
  markdown.supportHtml = false;
  return markdown;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

function cancellation(token: vscode.CancellationToken): Promise<void> {
  return new Promise((resolve) => {
    token.onCancellationRequested(() => resolve());
  });
}
