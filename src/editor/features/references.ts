/** All places of the pod or the container under the cursor, however it is written: references, highlights, and steps from one event of a pod to the next. */
import * as vscode from 'vscode';
import { type LogIdentity } from '../../analysis/insight/identity.ts';
import { findSpellings } from '../../analysis/insight/spellings.ts';
import { editorLineOf, logLineOf, loneReturns } from '../editorLines.ts';
import { COMMANDS, LANGUAGE_ID } from '../ids.ts';
import type { LogAnalyses } from '../logAnalyses.ts';
import { logShownBy } from '../logUri.ts';
import { goTo, lineAfter } from './episodeCommands.ts';
import { t } from '../said.ts';

/** Longer lines are looked at up to here. */
const LONGEST_LINE = 16_384;
/** More references nobody reads. */
const MOST_PLACES = 10_000;
/** Lines looked at between two looks at what else there is to do. */
const SLICE_LINES = 4000;
/** In a longer document only what is near what one sees is highlighted. */
const WHOLE_LINES = 20_000;
const NEAR_LINES = 1000;

/** Registers providers and commands. */
export function registerReferences(analyses: LogAnalyses): vscode.Disposable {
  const selector: vscode.DocumentSelector = { language: LANGUAGE_ID };
  const step = async (forward: boolean): Promise<void> => {
    const editor = vscode.window.activeTextEditor;
    if (editor === undefined) return;
    const { document, selection } = editor;
    const line = selection.active.line;
    const { log, source: shown, firstLine, isExcerpt } = logShownBy(document.uri);
    const identity =
      (await identityOf(analyses, document, selection.active)) ?? (await identityOf(analyses, document, line));
    const pod = identity?.pod;
    const found =
      pod === undefined
        ? undefined
        : await analyses.ask(
            log,
            async (client) => {
              const source = shown ?? client.ownSource;
              const returns = isExcerpt ? new Uint32Array() : await loneReturns(client, source);
              return { returns, lines: [...(await client.ask('podLines', { source, pod }))] };
            },
            () => document.isClosed,
          );
    if (found === undefined) {
      vscode.window.setStatusBarMessage(t('There is no pod in this line.'), 4000);
      return;
    }
    const { returns, lines } = found;
    const own = isExcerpt ? line + firstLine : logLineOf(line + 1, returns);
    const next = lineAfter(lines, own, forward);
    if (next === undefined) vscode.window.setStatusBarMessage(t('This pod has no events in this log.'), 4000);
    else goTo(editor, Math.max(1, isExcerpt ? next - firstLine + 1 : editorLineOf(next, returns)));
  };
  return vscode.Disposable.from(
    vscode.languages.registerReferenceProvider(selector, {
      async provideReferences(document, position, _context, token) {
        const identity = await identityOf(analyses, document, position);
        if (identity === undefined || token.isCancellationRequested) return undefined;
        const ranges = await placesOf(document, identity, [0, document.lineCount], token);
        return ranges.map((range) => new vscode.Location(document.uri, range));
      },
    }),
    vscode.languages.registerDocumentHighlightProvider(selector, {
      async provideDocumentHighlights(document, position, token) {
        const identity = await identityOf(analyses, document, position);
        if (identity === undefined || token.isCancellationRequested) return undefined;
        const ranges = await placesOf(document, identity, linesNear(document, position.line), token);
        return ranges.map((range) => new vscode.DocumentHighlight(range, vscode.DocumentHighlightKind.Text));
      },
    }),
    vscode.commands.registerCommand(COMMANDS.nextPodEvent, () => step(true)),
    vscode.commands.registerCommand(COMMANDS.previousPodEvent, () => step(false)),
  );
}

/** What is meant at a place, or (`place` is a line) by the first pod that the line names. The log need not be read to its end for an id. */
async function identityOf(
  analyses: LogAnalyses,
  document: vscode.TextDocument,
  place: vscode.Position | number,
): Promise<LogIdentity | undefined> {
  const line = typeof place === 'number' ? place : place.line;
  const text = document.lineAt(line).text.slice(0, LONGEST_LINE);
  try {
    return await analyses
      .of(logShownBy(document.uri).log)
      .ask('identity', { text, ...(typeof place === 'number' ? {} : { column: place.character }) });
  } catch {
    return undefined; // the document changed meanwhile: the next question goes to the next analysis
  }
}

/** The lines that are looked at for highlights: first and the one after the last. */
function linesNear(document: vscode.TextDocument, line: number): readonly [number, number] {
  if (document.lineCount <= WHOLE_LINES) return [0, document.lineCount];
  let from = line;
  let to = line;
  for (const { document: shown, visibleRanges } of vscode.window.visibleTextEditors) {
    if (shown !== document) continue;
    for (const { start, end } of visibleRanges) {
      from = Math.min(from, start.line);
      to = Math.max(to, end.line);
    }
  }
  return [Math.max(0, from - NEAR_LINES), Math.min(document.lineCount, to + NEAR_LINES)];
}

async function placesOf(
  document: vscode.TextDocument,
  { spellings }: LogIdentity,
  [from, to]: readonly [number, number],
  token: vscode.CancellationToken,
): Promise<readonly vscode.Range[]> {
  const ranges: vscode.Range[] = [];
  for (let line = from; line < Math.min(to, document.lineCount) && ranges.length < MOST_PLACES; line += 1) {
    if ((line - from) % SLICE_LINES === SLICE_LINES - 1) {
      await new Promise((resolve) => {
        setTimeout(resolve, 0);
      });
      if (token.isCancellationRequested) return [];
    }
    for (const span of findSpellings(document.lineAt(line).text.slice(0, LONGEST_LINE), spellings))
      ranges.push(new vscode.Range(line, span.from, line, span.to));
  }
  return ranges;
}
