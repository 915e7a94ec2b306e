import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CAUSES } from '../../../src/diagnosis/causes/index.ts';
import { FINDING_IDS } from '../../../src/diagnosis/finding.ts';
import { projectRoot } from '../../support/shared.ts';

it('has one cause for each id and explains each in docs/diagnosis.md', () => {
  const page = readFileSync(join(projectRoot, 'docs/diagnosis.md'), 'utf8');
  expect(CAUSES.map((cause) => cause.id).sort()).toEqual([...FINDING_IDS].sort());
  expect(FINDING_IDS.filter((id) => !page.includes(`| \`${id}\` |`))).toEqual([]);
});
