/** Findings in the Problems view, unless a setting turns them off. */
import * as vscode from 'vscode';
import type { OutlineProblem } from '../../timeline/outline/logOutline.ts';
import { documentOf, isKubeletLog } from '../documents.ts';
import { SETTINGS } from '../ids.ts';
import { findingLink } from './findingGuide.ts';
import { isNeverSaved } from '../logUri.ts';
import type { LogOutlines } from './logOutlines.ts';
import { rangeOf } from './ranges.ts';

/** Lists the findings of each open log, as long as it is open. */
export function showProblems(outlines: LogOutlines): vscode.Disposable {
  const collection = vscode.languages.createDiagnosticCollection('Kubelet Timeline');
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
  diagnostic.source = 'Kubelet Timeline';
  diagnostic.code = { value: problem.code, target: vscode.Uri.parse(findingLink(problem.code), true) };
  diagnostic.relatedInformation = problem.related.map(
    ({ line, text }) =>
      new vscode.DiagnosticRelatedInformation(new vscode.Location(document.uri, rangeOf(document, line, line)), text),
  );
  return diagnostic;
}
