import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import oniguruma from 'vscode-oniguruma';
import textmate from 'vscode-textmate';
import { projectRoot } from '../../support/shared.ts';

export const grammarFile = join(projectRoot, 'syntaxes/kubelet-log.tmLanguage.json');

/** The grammar in the engine that VS Code uses. */
export async function loadGrammar(): Promise<textmate.IGrammar> {
  const wasm = await readFile(createRequire(import.meta.url).resolve('vscode-oniguruma/release/onig.wasm'));
  await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns: string[]) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text: string) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async (scope) =>
      scope === 'text.log.kubelet' ? textmate.parseRawGrammar(await readFile(grammarFile, 'utf8'), grammarFile) : null,
  });
  const grammar = await registry.loadGrammar('text.log.kubelet');
  if (grammar === null) throw new Error('the grammar does not load');
  return grammar;
}

export interface Token {
  readonly text: string;
  readonly scopes: string;
}

/** The tokens of one line, blanks left out, each with its scopes without the root and without the ending. */
export function tokensOf(grammar: textmate.IGrammar, line: string): Token[] {
  const { tokens } = grammar.tokenizeLine(line, textmate.INITIAL);
  return tokens
    .map((token) => ({
      text: line.slice(token.startIndex, token.endIndex),
      scopes: token.scopes
        .slice(1)
        .map((scope) => scope.replace(/\.kubelet$/, ''))
        .join(' '),
    }))
    .filter((token) => token.text.trim() !== '');
}

/** All scopes of the first token that holds this text. */
export function scopesOf(grammar: textmate.IGrammar, line: string, text: string): string {
  const token = tokensOf(grammar, line).find((candidate) => candidate.text.includes(text));
  if (token === undefined) throw new Error(`no token holds ${text}`);
  return token.scopes;
}
