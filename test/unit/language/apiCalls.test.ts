/** Whatever call to the API server failed, and however: a list of them is said in the other language as a whole. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CALLS, FAILURES } from '../../../src/diagnosis/words/apiText.ts';
import type { LanguageFile } from '../../../src/language/language.ts';
import { translateText } from '../../../src/language/spans.ts';
import { Table } from '../../../src/language/table.ts';
import { projectRoot } from '../../support/shared.ts';

const { sentences } = JSON.parse(readFileSync(join(projectRoot, 'l10n/zh-cn.json'), 'utf8')) as LanguageFile;
const table = new Table(sentences);
const translated = (text: string): string => translateText(table, text);

describe('failed calls to the API server', () => {
  it.each(Object.values(CALLS))('%s are said alone, first, in the middle and last of a list', (call) => {
    for (const list of [
      `${call} (3)`,
      `${call} (3) and events (1)`,
      `${call} (3), leases (2) and events (1)`,
      `leases (3), ${call} (2) and events (1)`,
      `leases (3), events (2) and ${call} (1)`,
    ])
      expect(translated(`9 lines at 10:00:00.000: ${list} failed (no answer in time: "x").`)).toMatch(/^9 行/);
  });

  it.each(Object.values(FAILURES))('are said where the reason is %s', (failure) => {
    const said = translated(`9 lines at 10:00:00.000: leases (9) failed (${failure}: "x").`);
    expect(said).toMatch(/^10:00:00.000 的 9 行|^9 行/);
    if (failure !== 'Unauthorized') expect(said).not.toContain(failure);
  });
});
