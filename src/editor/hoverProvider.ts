/** The hover: what a line is, what it means, and what follows from it here. */
import * as vscode from 'vscode';
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
  return vscode.languages.registerHoverProvider({ language: LANGUAGE_ID }, {
    async provideHover(document, position, token) {
      const { log: uri, firstLine } = logShownBy(document.uri);
      const client = analyses.of(uri);
      await Promise.race([client.settled(), pause(PATIENCE_MS), cancellation(token)]);
      if (token.isCancellationRequested) return undefined;
      const first = Math.max(0, position.line - LINES_BEFORE);
      const last = Math.min(document.lineCount - 1, position.line + LINES_AFTER);
      const lines: string[] = [];
      for (let line = first; line <= last; line += 1) lines.push(document.lineAt(line).text.slice(0, LONGEST_LINE));
      try {
        const answer = await client.ask('hover', { line: position.line + firstLine, firstLine: first + firstLine, lines });
        const text = hoverText(answer);
        return text === undefined || token.isCancellationRequested ? undefined : new vscode.Hover(markdownOf(text), document.lineAt(position.line).range);
      } catch (error) {
        log.debug(`hover: ${error instanceof Error ? error.message : String(error)}`); // the document changed meanwhile: the next hover asks the next analysis
        return undefined;
      }
    },
  });
}

/** Markdown that can run nothing, whatever it says. */
export function markdownOf(text: string): vscode.MarkdownString {
  const markdown = new vscode.MarkdownString(text);
  markdown.isTrusted = false;
  markdown.supportHtml = false;
  return markdown;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => { setTimeout(resolve, milliseconds); });
}

function cancellation(token: vscode.CancellationToken): Promise<void> {
  return new Promise((resolve) => { token.onCancellationRequested(() => resolve()); });
}
