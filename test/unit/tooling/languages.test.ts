import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../support/shared.ts';

type Strings = Readonly<Record<string, string>>;

const read = (file: string): Strings => JSON.parse(readFileSync(join(projectRoot, file), 'utf8')) as Strings;
const english = read('package.nls.json');
const others = readdirSync(projectRoot).filter((name) => /^package\.nls\.[\w-]+\.json$/.test(name));

/** What must be the same in every language: commands that are led to, and what is code. */
function fixedParts(text: string | undefined): readonly string[] {
  return (text?.match(/\(command:[\w.]+\)|`[^`]+`/g) ?? [])
    .filter((part) => part !== '`Europe/Berlin`' && part !== '`Asia/Shanghai`')
    .sort();
}

describe.each(others)('%s', (file) => {
  const strings = read(file);

  it('has no string that English does not have', () => {
    expect(Object.keys(strings).filter((key) => !(key in english))).toEqual([]);
  });

  it('has nearly all of them: what is missing is shown in English', () => {
    const missing = Object.keys(english).filter((key) => !(key in strings));
    expect(missing.length, missing.join(', ')).toBeLessThanOrEqual(Object.keys(english).length / 5);
  });

  it('keeps commands and code, and translates the rest', () => {
    for (const [key, text] of Object.entries(strings)) {
      expect(fixedParts(text), key).toEqual(fixedParts(english[key]));
      if (key !== 'displayName') expect(text, key).not.toBe(english[key]);
    }
  });
});

it('the manifest has no words of its own where VS Code shows some', () => {
  // The input of tools is described to language models, which read English.
  const text = JSON.stringify(
    JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')),
    (key, value: unknown) => (key === 'inputSchema' ? undefined : value),
    2,
  );
  const shown = [
    ...text.matchAll(/"(?:title|description|markdownDescription|displayName|altText|category)": "([^"]*)"/g),
  ].map(([, words]) => words);
  expect(shown.length).toBeGreaterThan(20);
  // The category of commands is the name of a program.
  expect(shown.filter((words) => words !== 'Kubelet' && !/^%[\w.]+%$/.test(words ?? ''))).toEqual([]);
});
