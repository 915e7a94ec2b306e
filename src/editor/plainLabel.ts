/** A label of VS Code shows `$(name)` as an icon; a log's text must not. Knows no `vscode`. */
export function plainLabel(text: string): string {
  return text.replaceAll('$(', '$ (');
}
