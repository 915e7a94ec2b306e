/** Whatever sentence stands whole in the sources of the diagnosis is said in the other language, also where no log at hand makes a cause say it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listFiles } from '../../../scripts/lib/files.mjs';
import type { LanguageFile } from '../../../src/language/language.ts';
import { translateText } from '../../../src/language/spans.ts';
import { Table } from '../../../src/language/table.ts';
import { projectRoot } from '../../support/shared.ts';

const { sentences } = JSON.parse(readFileSync(join(projectRoot, 'l10n/zh-cn.json'), 'utf8')) as LanguageFile;
const table = new Table(sentences);

/** Texts between quotes that are sentences, from the first letter to the full stop. */
function sentencesIn(file: string): string[] {
  const source = readFileSync(join(projectRoot, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  return [...source.matchAll(/'((?:[^'\\\n]|\\.){25,})'|"((?:[^"\\\n]|\\.){25,})"/g)]
    .map(([, single, double]) => (single ?? double ?? '').replaceAll(/\\(['"])/g, '$1'))
    .filter((text) => /^[A-Z`].*\.$/.test(text) && FOUR_WORDS.test(text.replaceAll(/`[^`]*`/g, 'x')));
}

const FOUR_WORDS = /(?:\b[A-Za-z][a-z']*[ ,]+){4}/;

it.each(listFiles('src/diagnosis', /\.ts$/).filter((file) => sentencesIn(file).length > 0))(
  'every whole sentence of %s is said in Chinese',
  (file) => {
    const english = sentencesIn(file).filter((text) =>
      FOUR_WORDS.test(translateText(table, text).replaceAll(/`[^`]*`|"[^"]*"/g, '')),
    );
    expect(english).toEqual([]);
  },
);

it('what a runtime answered to a list call is said in Chinese, however short the trouble was', () => {
  const said = translateText(
    table,
    'The runtime answered when the kubelet asked which pods and containers exist, but with an error: "x".',
  );
  expect(said).not.toContain('runtime');
});

/** Reasons of the tables in `signs/reasons.ts`: a part of a sentence on a line of its own, with a step behind it. */
const REASON = /\],\n +(?:'([a-z][^'\n]*)'|"([a-z][^"\n]*)"),\n +['"][A-Z]/g;

it.each(
  listFiles('src/diagnosis', /\.ts$/).filter((file) =>
    readFileSync(join(projectRoot, file), 'utf8').includes('Reason[] '),
  ),
)('every reason of %s is said in Chinese', (file) => {
  const reasons = [...readFileSync(join(projectRoot, file), 'utf8').matchAll(REASON)].map(
    ([, single, double]) => single ?? double ?? '',
  );
  expect(reasons.length).toBeGreaterThan(5);
  const english = reasons.filter((reason) => {
    const said = translateText(table, `As the text says, ${reason}: "x".`);
    return said.startsWith('As ') || /(?:\b[a-z][a-z']*[ ,]+){3}/.test(said.replaceAll(/`[^`]*`/g, ''));
  });
  expect(english).toEqual([]);
});

it.each([
  'because it did not reach its etcd',
  'because its etcd failed',
  'because it ended',
  'because its database took no writes',
  'because kube-apiserver-cp-1 does not stay up',
  'because etcd-cp-1 cannot be started',
  'because the sandbox image (pause) for its pod could not be had',
  'while its storage was slow',
  'while its manifest was changed on this node',
  'while the sandbox of kube-scheduler-cp-1 could not be made',
])('a title of the API server is said in Chinese with what is behind it, %s', (why) => {
  for (const what of [
    'The API server could not be reached',
    'The API server 10.0.0.1:6443 could not be reached',
    'The rke2 server 10.0.0.9:9345 could not be reached',
    'Calls to the API server 10.0.0.1:6443 failed',
  ])
    for (const end of ['', '.'])
      expect(translateText(table, `${what}, ${why}${end}`)).not.toMatch(/[a-z]+ [a-z]+ [a-z]+/);
});

it.each([
  'The kubelet turned 1 static pod away',
  'The kubelet ended, says the program that runs it',
  'The certificates of the kubelet and of the API server do not fit',
  'What answers at the address of the API server does not speak TLS',
  'The runtime could not inspect some pod',
  'The kubelet evicted pods for lack of disk, memory or process ids',
  'The kubelet evicted pods for lack of disk and process ids',
])('a title that few logs give is said in Chinese: %s', (title) => {
  expect(translateText(table, title)).not.toMatch(/[a-z]+ [a-z]+/);
});
