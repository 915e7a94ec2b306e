/** The documents that VS Code has open. */
import * as vscode from 'vscode';
import { LANGUAGE_ID } from './ids.ts';

/** The open document of an address. */
export function documentOf(uri: vscode.Uri): vscode.TextDocument | undefined {
  const key = uri.toString();
  return vscode.workspace.textDocuments.find((document) => !document.isClosed && document.uri.toString() === key);
}

/** True for a document in our language. */
export function isKubeletLog(document: vscode.TextDocument): boolean {
  return document.languageId === LANGUAGE_ID;
}
