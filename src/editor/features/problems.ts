/** Findings in the Problems view, unless a setting turns them off; the light bulb leads to what each means. */
import * as vscode from 'vscode';
import type { OutlineProblem } from '../../timeline/outline/logOutline.ts';
import { documentOf, isKubeletLog } from '../documents.ts';
import { COMMANDS, LANGUAGE_ID, SETTINGS } from '../ids.ts';
import { isNeverSaved } from '../logUri.ts';
import { t } from '../said.ts';
import type { LogOutlines } from './logOutlines.ts';
import { rangeOf } from './ranges.ts';

const SOURCE = 'Kubelet Timeline';

/** Lists the findings of each open log, as long as it is open. */
export function showProblems(outlines: LogOutlines): vscode.Disposable {
  const collection = vscode.languages.createDiagnosticCollection(SOURCE);
  const update = async (document: vscode.TextDocument): Promise<void> => {
    const outline = isWanted(document) ? await outlines.of(document) : undefined;
    if (document.isClosed || !isWanted(document)) collection.delete(document.uri);
    else
      collection.set(
        document.uri,
        (outline?.problems ?? []).map((problem) => diagnosticOf(document, problem)),
      );
  };
  const updateAll = (): void => {
    for (const document of vscode.workspace.textDocuments) if (isKubeletLog(document)) void update(document);
  };
  const subscriptions = vscode.Disposable.from(
    collection,
    vscode.languages.registerCodeActionsProvider(
      { language: LANGUAGE_ID },
      { provideCodeActions: (_document, _range, { diagnostics }) => findingsOf(diagnostics).map(explain) },
      { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
    ),
    outlines.onDidChange((uri) => {
      const document = documentOf(uri);
      if (document !== undefined && isKubeletLog(document)) void update(document);
    }),
    vscode.workspace.onDidCloseTextDocument((document) => collection.delete(document.uri)),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(SETTINGS.problems)) updateAll();
    }),
  );
  return subscriptions;
}

/** The ids of the findings among the problems of a line. */
function findingsOf(diagnostics: readonly vscode.Diagnostic[]): readonly string[] {
  const ids = diagnostics.flatMap(({ source, code }) => (source === SOURCE && typeof code === 'string' ? [code] : []));
  return [...new Set(ids)];
}

/** The ids of the findings that a line (0-based) proves, as the Problems view has them. */
export function findingsAt(uri: vscode.Uri, line: number): readonly string[] {
  return findingsOf(
    vscode.languages
      .getDiagnostics(uri)
      .filter(({ range, relatedInformation = [] }) =>
        [range, ...relatedInformation.map(({ location }) => location.range)].some(({ start }) => start.line === line),
      ),
  );
}

function explain(id: string): vscode.CodeAction {
  const title = t('What {0} means', id);
  const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  action.command = { title, command: COMMANDS.showFinding, arguments: [id] };
  return action;
}

/** What a version control shows of a log, an excerpt, and the other side of a comparison are looked at, not worked on: no file system has them. */
function isWanted(document: vscode.TextDocument): boolean {
  const { scheme } = document.uri;
  return (
    isKubeletLog(document) &&
    scheme !== 'git' &&
    (isNeverSaved(document.uri) || vscode.workspace.fs.isWritableFileSystem(scheme) !== undefined) &&
    vscode.workspace.getConfiguration(undefined, document.uri).get<unknown>(SETTINGS.problems) !== false
  );
}

function diagnosticOf(document: vscode.TextDocument, problem: OutlineProblem): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(
    rangeOf(document, problem.line, problem.line),
    problem.message,
    problem.severity === 'warning' ? vscode.DiagnosticSeverity.Warning : vscode.DiagnosticSeverity.Information,
  );
  diagnostic.source = SOURCE;
  diagnostic.code = problem.code;
  diagnostic.relatedInformation = problem.related.map(
    ({ line, text }) =>
      new vscode.DiagnosticRelatedInformation(new vscode.Location(document.uri, rangeOf(document, line, line)), text),
  );
  return diagnostic;
}
