/** The words of `l10n/` held to what the product says: nothing untranslated, nothing orphaned, no words of the page outside of them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listFiles } from '../../../scripts/lib/files.mjs';
import type { LanguageFile } from '../../../src/language/language.ts';
import { patternOf, piecesOf } from '../../../src/language/pattern.ts';
import { sentencesOf } from '../../../src/language/sentences.ts';
import { translateText } from '../../../src/language/spans.ts';
import { Table } from '../../../src/language/table.ts';
import { CHANGES } from '../../../src/whatIf/changeTable.ts';
import { CATALOGUE } from '../../../src/messages/catalogue/index.ts';
import { KEY_TABLE } from '../../../webview/keys/keyTable.ts';
import { MOUSE_TABLE } from '../../../webview/keys/mouseTable.ts';
import { LOOKS } from '../../../webview/charts/looks.ts';
import {
  CALL_EXPLANATIONS,
  CALL_STATE_LOOKS,
  FIELD_EXPLANATIONS,
  KNOWN_LOOKS,
} from '../../../webview/dock/momentText.ts';
import { FIELD_LABELS } from '../../../src/timeline/moment/momentFields.ts';
import { projectRoot } from '../../support/shared.ts';

const { words, sentences } = JSON.parse(readFileSync(join(projectRoot, 'l10n/zh-cn.json'), 'utf8')) as LanguageFile;
const table = new Table(sentences);

/** Texts of the page that tables hold. */
const OF_TABLES: readonly string[] = [
  ...KEY_TABLE.map(({ text }) => text),
  ...CHANGES.flatMap(({ label, help }) => [label, help]),
  ...MOUSE_TABLE.flatMap(({ gesture, text }) => [gesture, text]),
  ...Object.values(LOOKS).map(({ label }) => label),
  ...Object.values(CALL_EXPLANATIONS),
  ...Object.values(FIELD_EXPLANATIONS),
  ...Object.values(FIELD_LABELS),
  ...[...Object.values(CALL_STATE_LOOKS), ...Object.values(KNOWN_LOOKS)].map(({ text }) => text),
];

/** Whatever stands in quotes in a source, as it is said. */
function quotedIn(source: string): string[] {
  return [...source.matchAll(/'((?:[^'\\\n]|\\.)*)'/g)].map(([, text = '']) => text.replaceAll("\\'", "'"));
}

const PAGE = listFiles('webview', /\.ts$/).map((file) => ({
  file,
  source: readFileSync(join(projectRoot, file), 'utf8'),
}));
const EDITOR_FILES = listFiles('src/editor', /\.ts$/).map((file) => ({
  file,
  source: readFileSync(join(projectRoot, file), 'utf8'),
}));
const EDITOR = EDITOR_FILES.map(({ source }) => source);

/** The texts that `t(…)` and `notice(…)` are called with: what stands in quotes in its first argument. */
function saidIn(source: string): string[] {
  return [...source.matchAll(/\b(?:t|notice)\(\s*((?:[^()',]|'(?:[^'\\\n]|\\.)*')*)/g)].flatMap(([, argument = '']) =>
    quotedIn(argument).filter((text) => /[A-Za-z]{2}/.test(text) || text.includes('{0}')),
  );
}

describe('words', () => {
  const said = [...PAGE.map(({ source }) => source), ...EDITOR].flatMap(saidIn);

  it('has what the page and the extension say', () => {
    const missing = [...said, ...OF_TABLES].filter(
      (text) => !Object.hasOwn(words, text) && !['all', 'hung', 'running', 'earlier'].includes(text),
    );
    expect([...new Set(missing)]).toEqual([]);
    expect(said.length).toBeGreaterThan(150);
  });

  it('has nothing that nobody says', () => {
    const quoted = new Set([
      ...PAGE.flatMap(({ source }) => quotedIn(source)),
      ...EDITOR.flatMap(quotedIn),
      ...EDITOR.flatMap((source) => [...source.matchAll(/"([^"\n]*)"/g)].map(([, text = '']) => text)),
      ...OF_TABLES,
    ]);
    expect(Object.keys(words).filter((text) => !quoted.has(text))).toEqual([]);
  });

  it('has the same holes in both languages', () => {
    for (const [english, translation] of Object.entries(words))
      expect([english, [...translation.matchAll(/\{\d\}/g)].map(String).toSorted()]).toEqual([
        english,
        [...english.matchAll(/\{\d\}/g)].map(String).toSorted(),
      ]);
  });
});

describe('the page', () => {
  it('says nothing but by its words', () => {
    const hard = PAGE.filter(({ file }) => !file.startsWith('webview/report/')).flatMap(({ file, source }) =>
      source
        .split('\n')
        .filter(
          (line) =>
            /\b(?:text|title|label|whatToDo|placeholder): (?:'[^']*[A-Za-z]{3}[^']*'|`[^`]*[A-Za-z]{3} [^`$]*)/.test(
              line,
            ) && !/pageError|\bt\(/.test(line),
        )
        .filter((line) => !OF_TABLES.some((text) => line.includes(text)))
        .map((line) => `${file}: ${line.trim()}`),
    );
    expect(hard).toEqual([]);
  });
});

describe('the extension', () => {
  /** Names, what is said before there are words, and what a language model or another part of the extension reads. */
  const NOT_TRANSLATED = new Set([
    'Kubelet Timeline',
    'Kubelet Timeline could not start.',
    'Show Log',
    'There is no such line in this log.',
    'The log could not be read.',
    'the analysis is closed',
    'the question was taken back',
  ]);
  // The answer about a fleet is English as a whole.
  const own = EDITOR_FILES.filter(({ file }) => !/fleet\/(?:fleetHtml|readSummaries)\.ts$|panelHtml\.ts$/.test(file));

  it('says nothing but by its words', () => {
    const hard = own.flatMap(({ file, source }) => {
      const code = source.replaceAll(/^\s*(?:\/?\*|\/\/).*$/gm, '').replaceAll(/^import [^;]*;$/gm, '');
      const bare = [...code.matchAll(/`([^`$\n]*)`/g)].map(([, text = '']) => text);
      return [...quotedIn(code), ...bare]
        .filter((text) => /^[A-Z][a-z]+ [A-Za-z]|[A-Za-z]{2,} [A-Za-z]+ [A-Za-z]{2,}/.test(text))
        .filter((text) => !Object.hasOwn(words, text) && !NOT_TRANSLATED.has(text))
        .map((text) => `${file}: ${text}`);
    });
    expect(hard).toEqual([]);
  });

  it('hands VS Code no words past them', () => {
    const shown =
      /\bshow(?:Information|Warning|Error)Message\(\s*['`][^'`]+|\bsetStatusBarMessage\(\s*(?:'|`[^`$]*[A-Za-z]{3})[^'`]+|\b(?:title|description|placeHolder|tooltip|openLabel|detail): `[^`$]*[A-Za-z]{3}[^`]*/g;
    const hard = own.flatMap(({ file, source }) =>
      [...source.matchAll(shown)]
        .filter(([text]) => ![...NOT_TRANSLATED].some((allowed) => text.includes(allowed)))
        .map(([text]) => `${file}: ${text}`),
    );
    expect(hard).toEqual([]);
  });
});

describe('sentences', () => {
  it('has what the hover says of messages of PLEG and of the sync loop', () => {
    const texts = CATALOGUE.filter(({ component }) => ['pleg', 'pleg-evented', 'syncloop'].includes(component)).flatMap(
      ({ meaning, whatToDo = '' }) =>
        [meaning, whatToDo].flatMap((text) => sentencesOf(text).map(({ from, to }) => text.slice(from, to))),
    );
    expect(texts.filter((text) => table.find(text) === undefined)).toEqual([]);
    expect(texts.length).toBeGreaterThan(100);
  });

  it('has the holes of a key in its translation, once each, and no other', () => {
    for (const [key, translation] of Object.entries(sentences)) {
      const holes = patternOf(key)?.holes.map(({ name }) => name) ?? [];
      const placed = piecesOf(translation).flatMap((piece) => (typeof piece === 'string' ? [] : [piece.hole]));
      expect([key, placed.toSorted()]).toEqual([key, holes.toSorted()]);
    }
  });

  it('ends a sentence that ends with a name by a full stop of its own language', () => {
    const latin = Object.keys(sentences)
      .filter((key) => !key.startsWith('{') && patternOf(key)?.literals.at(-1) === '')
      .map((key) => `${key.replaceAll(/\{\d#\}/g, '7').replaceAll(/\{\d_?\}/g, 'web-1')}.`)
      .filter((text) => translateText(table, text).endsWith('.'));
    expect(latin).toEqual([]);
  });

  it('has nothing that is no longer said', () => {
    const said = new Set(
      listFiles('src', /\.ts$/).flatMap((file) => {
        const source = readFileSync(join(projectRoot, file), 'utf8').replaceAll(/\\(['"])/g, '$1');
        return threesOf(source.replaceAll(/['`"] \+\s+['`"]/g, ''));
      }),
    );
    // Sentences are put together from pieces: some of a key's words stand side by side nowhere.
    const forgotten = Object.keys(sentences).filter((key) => {
      const threes = key.split(/\{~?\d[#_]?\}/).flatMap(threesOf);
      return threes.length >= 6 && threes.filter((three) => said.has(three)).length < threes.length / 3;
    });
    expect(forgotten).toEqual([]);
  });
});

/** Each three words that follow one another, with nothing but the punctuation of a sentence between them. */
function threesOf(text: string): string[] {
  const words = text
    .toLowerCase()
    .replaceAll(/[ ,.;:()"“”]+/g, ' ')
    .replaceAll(/[^a-z'’ -]+/g, ' | ')
    .split(' ')
    .filter((word) => word !== '');
  return words.flatMap((word, at) => {
    const three = [word, words[at + 1] ?? '|', words[at + 2] ?? '|'];
    return three.includes('|') ? [] : [three.join(' ')];
  });
}
