/** What a screen reader is told of the page, in every state, narrow or wide, and in depth both: names, roles and relations as axe-core demands them. How it looks, contrast too, is asserted by `looks.e2e.test.ts`. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import type { AxeResults, RunOptions } from 'axe-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isDepth } from '../support/effort.ts';
import { PANEL_STATES, STATES } from '../webview-harness/states.mjs';
import { type HarnessPage, useHarness } from './harnessPage.ts';

/** Those that have parts of their own: this is about elements, not about where they stand. */
const WITH_PARTS = [
  'loading',
  'error',
  'empty',
  'healthy',
  'partial',
  'many-episodes',
  'several-nodes',
  'hostile',
  'search-error',
  'help',
  'details',
  'unfolded',
  'answer-open',
  'episodes-open',
  'search-none',
  'errors',
  'rows-picked',
  'moment-explained',
  'moment-unfolded',
  'restarts',
  'week',
] as const;
const SIZES = [
  { width: 1400, height: 900 },
  { width: 400, height: 1400 },
] as const;

const harness = useHarness();
let page: HarnessPage;

beforeAll(async () => {
  page = await harness.openForAll();
  await page.page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
});
afterAll(() => page.close());

/** What is against a rule, with the element. The contrast of texts is measured elsewhere, pixel by pixel and in all themes. */
async function violations(inPage: Page): Promise<string[]> {
  return inPage.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(context: Document, options: RunOptions): Promise<AxeResults> };
    };
    const { violations: found } = await axe.run(document, {
      resultTypes: ['violations'],
      rules: { 'color-contrast': { enabled: false } },
    });
    return found.flatMap(({ id, impact, nodes }) => nodes.map(({ html }) => `${impact ?? ''} ${id}: ${html}`));
  });
}

const ALL = { ...STATES, ...PANEL_STATES };

it.each(WITH_PARTS.map((name, place) => [name, place] as const))('%s', async (name, place) => {
  const steps = ALL[name];
  if (steps === undefined) throw new Error(`there is no state ${name}`);
  await page.page.setViewportSize(SIZES[0]);
  await page.reset();
  for (const step of steps) await step(page.page);
  const found = new Set<string>();
  for (const size of SIZES.filter((_, turn) => isDepth || turn === place % SIZES.length)) {
    await page.page.setViewportSize(size);
    await page.frames();
    for (const one of await violations(page.page)) found.add(one);
  }
  expect([...found]).toEqual([]);
});

it('finds what is wrong', async () => {
  const kinds = async (): Promise<Set<string | undefined>> =>
    new Set((await violations(page.page)).map((one) => one.split(':')[0]));
  await page.page.setViewportSize(SIZES[0]);
  await page.reset();
  await page.show('partial');
  await page.page.locator('.facts table').evaluate((table) => table.setAttribute('aria-activedescendant', 'nowhere'));
  expect(await kinds()).toEqual(new Set(['critical aria-valid-attr-value']));
  await page.page.locator('.answer').evaluate((answer) => {
    for (const link of answer.querySelectorAll<HTMLElement>('.link')) {
      link.style.textDecoration = 'none';
      // A link counts as one in a text where that is longer than its links.
      link.closest('p')?.append(' and so on'.repeat(20));
    }
  });
  expect([...(await kinds())]).toContain('serious link-in-text-block');
});
