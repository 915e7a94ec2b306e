// An extension for logs of somebody else, as those of the marketplace are: registers the language `log` and its files anew, and shows something around every log, whatever its language.
const vscode = require('vscode');

exports.activate = (context) => {
  const everyLog = [{ language: 'log' }, { pattern: '**/*.log' }];
  const first = new vscode.Range(0, 0, 0, 0);
  const look = vscode.window.createTextEditorDecorationType({ fontWeight: 'bold' });
  const mark = (editor) => {
    if (editor?.document.fileName.endsWith('.log')) editor.setDecorations(look, [new vscode.Range(0, 0, 1, 0)]);
  };
  context.subscriptions.push(
    look,
    vscode.languages.registerHoverProvider(everyLog, {
      provideHover: () => new vscode.Hover('A word of another extension'),
    }),
    vscode.languages.registerCodeLensProvider(everyLog, {
      provideCodeLenses: () => [new vscode.CodeLens(first, { title: 'Lens of another extension', command: '' })],
    }),
    vscode.languages.registerFoldingRangeProvider(everyLog, {
      provideFoldingRanges: () => [new vscode.FoldingRange(0, 2)],
    }),
    vscode.languages.registerDocumentSymbolProvider(everyLog, {
      provideDocumentSymbols: () => [
        new vscode.DocumentSymbol('Symbol of another extension', '', vscode.SymbolKind.Key, first, first),
      ],
    }),
    vscode.window.onDidChangeActiveTextEditor(mark),
  );
  vscode.window.visibleTextEditors.forEach(mark);
};
