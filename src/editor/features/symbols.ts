/** The outline, breadcrumbs and sticky scroll: processes, in them unhealthy times, in those what is notable. */
import * as vscode from 'vscode';
import type { OutlineItem, OutlineKind } from '../../timeline/outline/logOutline.ts';
import { LANGUAGE_ID } from '../ids.ts';
import type { LogOutlines } from './logOutlines.ts';
import { rangeOf } from './ranges.ts';

const KINDS: Readonly<Record<OutlineKind, vscode.SymbolKind>> = {
  process: vscode.SymbolKind.Module,
  episode: vscode.SymbolKind.Event,
  startup: vscode.SymbolKind.Namespace,
  error: vscode.SymbolKind.Event,
  warning: vscode.SymbolKind.Event,
  event: vscode.SymbolKind.Event,
};

/** Registers the provider of symbols. */
export function registerSymbols(outlines: LogOutlines): vscode.Disposable {
  return vscode.languages.registerDocumentSymbolProvider(
    { language: LANGUAGE_ID },
    {
      async provideDocumentSymbols(document, token) {
        const outline = await outlines.of(document, token);
        return outline?.items.map((item) => symbolOf(document, item));
      },
    },
    { label: 'Kubelet Timeline' },
  );
}

function symbolOf(document: vscode.TextDocument, item: OutlineItem): vscode.DocumentSymbol {
  const symbol = new vscode.DocumentSymbol(
    item.name,
    item.detail,
    KINDS[item.kind],
    rangeOf(document, item.first, item.last),
    rangeOf(document, item.first, item.first),
  );
  symbol.children = item.children.map((child) => symbolOf(document, child));
  return symbol;
}
