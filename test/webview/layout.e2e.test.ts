/** How the parts of the page share its room: what matters stays in sight, whatever is open. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { firstOf } from '../support/effort.ts';
import { sampleLog } from '../../scripts/lib/project.mjs';
import { type HarnessPage, useHarness } from './harnessPage.ts';

const harness = useHarness();
const ROW = 22;

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Of the first element that is found, in the window. */
async function boxOf({ page }: HarnessPage, selector: string): Promise<Box> {
  return page
    .locator(selector)
    .first()
    .evaluate((node) => {
      const { left, top, right, bottom } = node.getBoundingClientRect();
      return { left, top, right, bottom };
    });
}

async function openMoment(
  name: 'incident' | 'manyEpisodes',
  size: { readonly width: number; readonly height: number },
  show = harness.showInTurn,
): Promise<HarnessPage> {
  const page = await show(name, size);
  await page.page.keyboard.press('m');
  await page.page.locator('.moment-fields').waitFor();
  await page.frames();
  return page;
}

describe('the inner state', () => {
  it.each(
    firstOf(
      [
        [1400, 900],
        [1000, 900],
        [3840, 2160],
      ],
      2,
    ),
  )('leaves the lanes that it is about in sight at %d × %d', async (width, height) => {
    const page = await openMoment('incident', { width, height });
    const [lanes, pane] = [await boxOf(page, '.lanes'), await boxOf(page, '.dock')];
    for (const name of ['sync loop', 'relists', 'node Ready', 'kubelet', 'runtime errors']) {
      const row = await page.page.locator('.lane-name', { hasText: name }).first().boundingBox();
      expect(row, name).not.toBeNull();
      expect((row?.y ?? 0) + (row?.height ?? 0), name).toBeLessThanOrEqual(lanes.bottom + 1);
    }
    if (width < 1100) expect(pane.top).toBeGreaterThanOrEqual(lanes.bottom - 1);
    else {
      expect(pane.left).toBeGreaterThanOrEqual(lanes.right);
      expect(pane.top).toBeLessThan(lanes.top);
      // Not half of a very wide page for a column of short texts.
      expect(pane.right - pane.left).toBeLessThanOrEqual(Math.min(620, width * 0.3));
    }
  });

  it('unfolds all it has where there is room for it', async () => {
    const page = await openMoment('incident', { width: 3840, height: 2160 }, harness.show);
    expect(await page.page.locator('.moment-section:not([open])').count()).toBe(0);
  });

  it('slides over the lower third at 400 pixels, and goes with Esc', async () => {
    const page = await openMoment('incident', { width: 400, height: 1000 });
    const pane = await boxOf(page, '.dock');
    expect(pane.bottom).toBeLessThanOrEqual(1001);
    expect(pane.bottom - pane.top).toBeGreaterThan(300);
    const lane = page.page.locator('.lane-name', { hasText: 'sync loop' }).first();
    await lane.scrollIntoViewIfNeeded();
    const row = await lane.boundingBox();
    expect((row?.y ?? 9999) + ROW).toBeLessThanOrEqual(pane.top);
    await lane.click();
    expect(
      await page.page
        .locator('.moment-pane')
        .evaluate((node) => node.scrollHeight > node.clientHeight && getComputedStyle(node).overflowY === 'auto'),
    ).toBe(true);
    await page.page.keyboard.press('Escape');
    expect(await page.page.locator('.moment-pane').isVisible()).toBe(false);
    const strip = await boxOf(page, '.dock');
    expect(strip.bottom - strip.top).toBeLessThan(40);
    expect(await page.page.locator('.pane-tab:visible').count()).toBe(4);
  });

  it('is as wide as it was drawn, also after the page was opened again', async () => {
    const page = await openMoment('incident', { width: 1400, height: 900 }, harness.show);
    const before = await boxOf(page, '.dock');
    await page.page.mouse.move(before.left, 600);
    await page.page.mouse.down();
    await page.page.mouse.move(before.left - 200, 600, { steps: 3 });
    await page.page.mouse.up();
    const wide = await boxOf(page, '.dock');
    expect(before.left - wide.left).toBeCloseTo(200, -1);
    expect((await boxOf(page, '.lanes')).right).toBeLessThanOrEqual(wide.left + 1);
    await page.page.locator('.splitter.is-side').focus();
    await page.page.keyboard.press('ArrowRight');
    const narrower = await boxOf(page, '.dock');
    expect(narrower.left - wide.left).toBeCloseTo(1400 * 0.05, -1);
    const { layout } = await page.state();
    expect(layout).toEqual({ side: expect.closeTo((100 * (1400 - narrower.left)) / 1400, 0) as number });
    await page.page.reload();
    await page.show('incident');
    await page.page.locator('.moment-fields').waitFor();
    expect((await boxOf(page, '.dock')).left).toBeCloseTo(narrower.left, 0);
  });

  it('is as high as it was drawn on a narrow page', async () => {
    const page = await openMoment('incident', { width: 720, height: 900 }, harness.show);
    const before = await boxOf(page, '.dock');
    await page.page.locator('.splitter.is-bottom').focus();
    const value = Number(await page.page.locator('.splitter.is-bottom').getAttribute('aria-valuenow'));
    await page.page.keyboard.press('ArrowUp');
    expect(Number(await page.page.locator('.splitter.is-bottom').getAttribute('aria-valuenow'))).toBeCloseTo(
      value + 5,
      -0.4,
    );
    const higher = await boxOf(page, '.dock');
    expect(before.top - higher.top).toBeCloseTo(900 * 0.05, -1);
    await page.state();
    await page.page.reload();
    await page.show('incident');
    await page.page.locator('.moment-fields').waitFor();
    expect((await boxOf(page, '.dock')).top).toBeCloseTo(higher.top, 0);
  });
});

describe('beside an editor', () => {
  const SIZE = { width: 720, height: 900 };
  const scrolls = (page: HarnessPage): Promise<number> =>
    page.page.locator('#kubelet-timeline').evaluate((node) => node.scrollHeight - node.clientHeight);

  it.each(firstOf([SIZE, { width: 640, height: 800 }], 1))(
    'a click shows its details at once, nothing scrolls, and the lanes stay: $width × $height',
    async (size) => {
      const page = await harness.showInTurn('incident', size);
      expect(await scrolls(page)).toBe(0);
      expect((await boxOf(page, '.dock')).top).toBeGreaterThan(size.height - 40);
      const point = await page.pointOf('node-ready', 304);
      await page.page.mouse.click(point.x, point.y);
      await page.frames();
      const [dock, heading, lanes] = [
        await boxOf(page, '.dock'),
        await boxOf(page, '.details-pane h2'),
        await boxOf(page, '.lanes'),
      ];
      expect(await page.page.locator('.details-pane h2').innerText()).toContain('Node NotReady');
      expect(heading.bottom).toBeLessThan(size.height);
      expect(dock.top).toBeGreaterThan(size.height * 0.55);
      expect(await scrolls(page)).toBe(0);
      expect(lanes.bottom).toBeLessThanOrEqual(dock.top + 1);
      for (const name of ['sync loop', 'relists', 'node Ready'])
        expect(
          (await page.page.locator('.lane-name', { hasText: name }).first().boundingBox())?.y ?? 9999,
          name,
        ).toBeLessThan(dock.top - ROW + 1);
      // What was clicked is where it was: a second click is a double click.
      const again = await page.pointOf('node-ready', 304);
      expect(Math.abs(again.x - point.x) + Math.abs(again.y - point.y)).toBeLessThan(1);
      await page.page.keyboard.press('Escape');
      expect(await page.page.locator('.details-pane').isVisible()).toBe(false);
    },
  );

  it('has the table as a tab, which stays while one walks through its rows', async () => {
    const page = await harness.showInTurn('incident', SIZE);
    await page.page.getByRole('tab', { name: 'Table' }).click();
    await page.page.locator('.facts table').press('ArrowDown');
    await page.frames();
    expect(await page.page.locator('.table-pane').isVisible()).toBe(true);
    expect(await page.page.locator('.facts tr.is-selected').count()).toBe(1);
    await page.page.getByRole('button', { name: 'Close' }).click();
    expect(await page.page.locator('.table-pane').isVisible()).toBe(false);
  });
});

describe('the wheel', () => {
  it('moves the page, and the lanes only when the pointer has rested in them', async () => {
    const page = await harness.showInTurn('manyPods', { width: 720, height: 420 });
    const at = async (): Promise<readonly [number, number]> =>
      page.page.evaluate(
        () =>
          [
            document.getElementById('kubelet-timeline')?.scrollTop ?? -1,
            document.querySelector('.lanes')?.scrollTop ?? -1,
          ] as const,
      );
    const wheel = async (by: number): Promise<readonly [number, number]> => {
      await page.page.mouse.wheel(0, by);
      await page.page.waitForTimeout(250);
      return at();
    };
    await page.page.locator('#kubelet-timeline').evaluate((node) => {
      node.scrollTop = 60;
    });
    const lanes = await boxOf(page, '.lanes');
    await page.page.mouse.move(300, 5);
    await page.page.mouse.move(300, Math.min(lanes.top + 30, 370));
    const passing = await wheel(40);
    expect(passing[0]).toBeGreaterThan(60);
    expect(passing[1]).toBe(0);
    await page.page.waitForTimeout(500);
    const rested = await wheel(44);
    expect(rested).toEqual([passing[0], 44]);
  });
});

describe('a narrow page', () => {
  it('moves the controls down for an error of the search', async () => {
    const page = await harness.showInTurn('incident', { width: 400, height: 1400 });
    await page.page.keyboard.press('/');
    await page.page.keyboard.type('pod:web severity:eror');
    await page.page.locator('.search-error').waitFor();
    const [field, error] = [await boxOf(page, '.search vscode-text-field'), await boxOf(page, '.search-error')];
    expect(error.top).toBeGreaterThanOrEqual(field.bottom);
    expect(error.left).toBe(field.left);
    for (const below of ['.toolbar vscode-dropdown', '.toolbar-zoom', '.answer'])
      expect((await boxOf(page, below)).top, below).toBeGreaterThanOrEqual(error.bottom);
    const help = await boxOf(page, '.toolbar-help');
    expect(help.left).toBeGreaterThanOrEqual(field.right);
    expect(Math.abs(help.top - field.top)).toBeLessThanOrEqual(1);
  });

  it.each(firstOf([400, 1400], 1))(
    'has one left edge for all of its blocks, and one for those of the dock, at %d pixels',
    async (width) => {
      const page = await harness.showInTurn('incident', { width, height: 1400 });
      await page.page.locator('#tab-table').click();
      await page.frames();
      const edges = (...selectors: readonly string[]): Promise<(readonly [string, number])[]> =>
        page.page.evaluate(
          (all) =>
            all.map((selector) => {
              const node = document.querySelector(selector);
              if (node === null) throw new Error(selector);
              return [
                selector,
                node.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(node).paddingLeft),
              ] as const;
            }),
          selectors,
        );
      for (const lefts of [
        await edges('.toolbar', '.answer', '.overview .chart-caption', '.staleness .chart-caption', '.lane-name'),
        await edges('.facts-head', '.facts th:first-child button', '.facts tbody tr[data-place] td'),
      ]) {
        expect(lefts.filter(([, left]) => left !== lefts[0]?.[1])).toEqual([]);
      }
    },
  );
});

describe('the lanes of the kubelet', () => {
  it("stay at the top while pods scroll below them, and a pod's name above its containers", async () => {
    const page = await harness.showInTurn('manyPods', { width: 1400, height: 900 });
    const names = async (): Promise<string[]> => page.page.locator('.lane-name:visible .lane-label').allInnerTexts();
    const top = await names();
    const kubelet = top.indexOf('payments');
    expect(kubelet).toBeGreaterThan(5);
    await page.page.locator('.lane-name.is-group', { hasText: 'service-7' }).first().waitFor();
    for (const rows of [3, 40, 400]) {
      await page.page.locator('.lanes').evaluate((node, scrolled) => {
        node.scrollTop = scrolled;
      }, rows * ROW);
      await page.frames();
      expect((await names()).slice(0, kubelet), `${rows} rows down`).toEqual(top.slice(0, kubelet));
    }
    await page.page.locator('.lanes').evaluate((node, scrolled) => {
      node.scrollTop = scrolled;
    }, 4 * ROW);
    await page.frames();
    const below = page.page.locator('.lane-name:visible').nth(kubelet);
    expect(await below.getAttribute('data-depth')).toBe('1');
    expect(await below.textContent()).toContain('service-7');
    expect(
      await page.page
        .locator('.lane-name:visible')
        .nth(kubelet + 1)
        .getAttribute('data-depth'),
    ).toBe('2');
  });
});

describe('the lanes', () => {
  it.each(
    firstOf(
      [
        [1400, 913],
        [1400, 900],
        [400, 1400],
      ],
      1,
    ),
  )('end with a whole row at %d × %d, at the begin, in the middle and at the end', async (width, height) => {
    const page = await harness.showInTurn('manyPods', { width, height });
    const shown = async (part: number): Promise<{ first: number; last: number; room: number }> => {
      await page.page.locator('.lanes').evaluate((node, share) => {
        node.scrollTop = (node.scrollHeight - node.clientHeight) * share;
      }, part);
      await page.frames();
      return page.page.evaluate(() => {
        const lanes = document.querySelector('.lanes')?.getBoundingClientRect() ?? new DOMRect();
        const plot = document.querySelector('.lanes-plot')?.getBoundingClientRect() ?? new DOMRect();
        const rows = [...document.querySelectorAll('.lane-name')]
          .filter((row) => row.checkVisibility())
          .map((row) => row.getBoundingClientRect().top - plot.top)
          .filter((top) => top < plot.height && top > -22);
        return { first: Math.min(...rows), last: Math.max(...rows) - plot.height, room: lanes.bottom - plot.bottom };
      });
    };
    for (const part of [0, 0.37, 1]) {
      const { first, last, room } = await shown(part);
      expect(first, `first row at ${part}`).toBeCloseTo(0, 0);
      expect(last, `last row at ${part}`).toBeCloseTo(-ROW, 0);
      expect(room, `room below at ${part}`).toBeLessThan(ROW);
    }
  });
});

describe('the table', () => {
  it.each(firstOf([720, 1400, 2000], 1))(
    'shows each time whole beside charts of %d pixels, also with its day',
    async (width) => {
      const page = await harness.showInTurn('incident', { width, height: 900 });
      await page.page.locator('#tab-table').click();
      const cut = (): Promise<string[]> =>
        page.page
          .locator('.facts tbody tr[data-place] td:first-child')
          .evaluateAll((cells) =>
            cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent),
          );
      expect(await cut()).toEqual([]);
      await page.page.evaluate(() => {
        const made = window.harness.documents.incident();
        return window.harness.send({
          type: 'document',
          document: { ...made, title: 'two days', length: made.length + 86_400e6 },
        });
      });
      const dated = page.page.getByText('11-21 00:27:33', { exact: false }).first();
      await dated.waitFor({ state: 'attached' });
      // Over the charts the dock closes for another log.
      if (!(await dated.isVisible())) await page.page.locator('#tab-table').click();
      await dated.waitFor();
      expect(await cut()).toEqual([]);
    },
  );
});

describe('the written answer', () => {
  it.each(
    firstOf(
      [
        ['manyEpisodes', 1400, 900],
        ['severalNodes', 400, 900],
        ['incident', 400, 1400],
        ['incident', 1400, 900],
        ['partial', 1400, 900],
      ] as const,
      2,
    ),
  )(
    'of %s at %d × %d ends with a whole line, without a fade, and hides more than a little',
    async (name, width, height) => {
      const page = await harness.showInTurn(name, { width, height });
      const parts = await page.page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('.answer-text, .answer-side')].map((part) => {
          const box = part.getBoundingClientRect();
          const line = Number.parseFloat(getComputedStyle(part).lineHeight);
          const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
          const cutThrough: DOMRect[] = [];
          for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
            if (text.parentElement?.checkVisibility() !== true) continue;
            const range = document.createRange();
            range.selectNodeContents(text);
            cutThrough.push(
              ...[...range.getClientRects()].filter(
                ({ top, bottom }) => top < box.bottom - 3 && bottom > box.bottom + 3,
              ),
            );
          }
          return {
            hidden: part.scrollHeight - part.clientHeight,
            line,
            cutThrough: cutThrough.length,
            mask: getComputedStyle(part).maskImage,
          };
        }),
      );
      expect(parts).toHaveLength(2);
      for (const { hidden, line, cutThrough, mask } of parts) {
        expect(cutThrough).toBe(0);
        expect(mask).toBe('none');
        if (hidden > 2) expect(hidden).toBeGreaterThan(line);
      }
      const more = page.page.locator('.answer-more');
      expect(await more.isVisible()).toBe(parts.some(({ hidden }) => hidden > 2));
      if (await more.isVisible()) {
        await more.click();
        expect(await page.page.locator('.answer-body .is-cut').count()).toBe(0);
        expect(await more.innerText()).toBe('Less');
        await more.click();
        expect(await page.page.locator('.answer-body .is-cut').count()).toBeGreaterThan(0);
      }
    },
  );
});

describe('what is hidden of the answer', () => {
  it.each(firstOf([400, 900], 1))(
    'has its button below the text and above the findings at %d pixels',
    async (width) => {
      const page = await harness.showInTurn('manyEpisodes', { width, height: 1400 });
      const more = page.page.locator('.answer-more');
      for (const open of [false, true]) {
        expect(await more.getAttribute('aria-expanded')).toBe(String(open));
        const [text, button, findings] = [
          await boxOf(page, '.answer-text'),
          await boxOf(page, '.answer-more'),
          await boxOf(page, '.answer-side'),
        ];
        expect(button.top).toBeGreaterThanOrEqual(text.bottom - 1);
        expect(findings.top).toBeGreaterThanOrEqual(button.bottom - 1);
        await more.click();
      }
    },
  );

  it('is shown when it gets the focus', async () => {
    const page = await harness.show('severalNodes', { width: 400, height: 900 });
    expect(await page.page.locator('.answer-side.is-cut').count()).toBe(1);
    await page.page.locator('.finding summary').last().focus();
    expect(await page.page.locator('.answer-body .is-cut').count()).toBe(0);
    expect(await page.page.locator('.answer-more').getAttribute('aria-expanded')).toBe('true');
  });
});

describe('the episodes', () => {
  it.each(
    firstOf(
      [
        [1400, 900],
        [3840, 2160],
      ],
      1,
    ),
  )('are two rows of many at %d × %d, the most serious first, and all of them on demand', async (width, height) => {
    const page = await harness.showInTurn('manyEpisodes', { width, height });
    const chips = page.page.locator('.chip:not(.is-startup)');
    const few = await chips.count();
    const { bottom, top } = await boxOf(page, '.chips');
    expect(bottom - top).toBeLessThan(60);
    expect(await chips.first().getAttribute('class')).toContain('is-main');
    expect(await chips.first().innerText()).toContain('longest');
    const more = page.page.locator('.chips-more');
    const hidden = Number(/^\+(\d+) more$/.exec(await more.innerText())?.[1]);
    expect(hidden).toBeGreaterThan(10);
    expect(await more.getAttribute('aria-expanded')).toBe('false');
    await more.focus();
    await page.page.keyboard.press('Enter');
    expect(await chips.count()).toBe(few + hidden);
    // Who opened them with keys goes on with the first that has come.
    expect(
      await page.page.evaluate(() =>
        [...document.querySelectorAll('.chip')].indexOf(document.activeElement ?? document.body),
      ),
    ).toBe(few);
    expect((await boxOf(page, '.lanes')).bottom).toBeLessThanOrEqual(height);
    await more.click();
    expect(await chips.count()).toBe(few);
    expect(await more.evaluate((node) => document.activeElement === node)).toBe(true);
  });

  it('have the one first that the answer describes', async () => {
    const page = await harness.showInTurn('incident');
    await page.page.evaluate(() => {
      const shown = window.harness.documents.incident();
      const episodes = shown.episodes.flatMap((episode) =>
        episode.startup
          ? []
          : ['longer', 'answered', 'other'].map((id) => ({
              ...episode,
              id,
              label: id,
              begin: episode.begin - (id === 'longer' ? 1e6 : 0),
            })),
      );
      return window.harness.send({ type: 'document', document: { ...shown, episodes, answered: 'answered' } });
    });
    await page.frames();
    expect(await page.page.locator('.chip .chip-label').allInnerTexts()).toEqual(['answered', 'longer', 'other']);
    expect(await page.page.locator('.chip.is-main').innerText()).toContain('answered');
    expect(await page.page.locator('.chip.is-main').count()).toBe(1);
  });

  it('can be told apart in the list of the toolbar, in the clock that is shown', async () => {
    const page = await harness.show('manyEpisodes');
    const texts = async (): Promise<string[]> =>
      page.page.locator('vscode-dropdown').first().locator('vscode-option').allTextContents();
    const logged = await texts();
    expect(logged).toHaveLength(47);
    expect(new Set(logged).size).toBe(47);
    expect(logged[2]).toMatch(/^06:12:59 PLEG unhealthy /);
    await page.page.locator('.chip').first().click();
    await page.frames();
    const chosen = await page.page
      .locator('vscode-dropdown')
      .first()
      .evaluate((node) => ('value' in node ? node.value : ''));
    await page.page.locator('vscode-dropdown').nth(1).click();
    await page.page.getByRole('option', { name: 'From the episode' }).click();
    await page.frames();
    expect((await texts())[2]).toMatch(/^\+0s PLEG unhealthy /);
    expect(chosen).not.toBe('');
    expect(
      await page.page
        .locator('vscode-dropdown')
        .first()
        .evaluate((node) => ('value' in node ? node.value : '')),
    ).toBe(chosen);
  });

  it('have one chip for several starts of kubelets, which unfolds', async () => {
    const page = await harness.show('severalNodes');
    const fold = page.page.locator('.chip.is-fold');
    expect(await fold.innerText()).toContain('3 start-ups');
    const count = await page.page.locator('.chip').count();
    await fold.focus();
    await page.page.keyboard.press('Enter');
    expect(await fold.getAttribute('aria-expanded')).toBe('true');
    expect(await page.page.locator('.chip').count()).toBe(count + 3);
    expect(await fold.evaluate((node) => document.activeElement === node)).toBe(true);
  });

  it('say of a single one only what the headline does not, but all of it to screen readers', async () => {
    const page = await harness.showInTurn('incident');
    const chip = page.page.locator('.chip:not(.is-startup)');
    expect(await chip.count()).toBe(1);
    const text = await chip.innerText();
    expect(text).toContain('skips');
    expect(text).not.toMatch(/unhealthy|recovered|\dm/);
    expect(await chip.getAttribute('title')).toBe(
      'Zoom to this episode: PLEG unhealthy about 2m10s; 19 skips; recovered',
    );
  });
});

describe('the name of the threshold', () => {
  it.each(firstOf(['incident', 'manyEpisodes', 'partial', 'severalNodes'] as const, 2))(
    'covers neither curve nor mark of %s, and the axis names the threshold too',
    async (name) => {
      const page = await harness.show(name);
      await page.page.evaluate(() => {
        // The ground of a text is drawn before it: what is below is looked at first.
        const { fillRect } = CanvasRenderingContext2D.prototype;
        const covered: number[] = [];
        const texts: string[] = [];
        Object.assign(window, { covered, texts });
        const { fillText } = CanvasRenderingContext2D.prototype;
        CanvasRenderingContext2D.prototype.fillText = function (this: CanvasRenderingContext2D, text, ...rest) {
          if (this.canvas.closest('.staleness') !== null) texts.push(text);
          fillText.call(this, text, ...rest);
        };
        CanvasRenderingContext2D.prototype.fillRect = function (this: CanvasRenderingContext2D, x, y, width, height) {
          if (height === 12 && this.canvas.closest('.staleness') !== null) {
            const { roles } = window.harness.theme();
            const scale = window.devicePixelRatio;
            const { data } = this.getImageData(x * scale, y * scale, width * scale, height * scale);
            let count = 0;
            for (let at = 0; at < data.length; at += 4) {
              // Shades are translucent, lines and marks are not.
              if (
                (data[at + 3] ?? 0) > 150 &&
                [roles.info, roles.special, roles.good, roles.bad].some(
                  ({ red, green, blue }) =>
                    Math.abs((data[at] ?? 0) - red) +
                      Math.abs((data[at + 1] ?? 0) - green) +
                      Math.abs((data[at + 2] ?? 0) - blue) <
                    60,
                )
              )
                count += 1;
            }
            covered.push(count);
          }
          fillRect.call(this, x, y, width, height);
        };
      });
      for (const key of ['0', 'e', 'w', 'w', 'd', 'd', 'w', 'a', 's', 's', '0']) {
        await page.page.keyboard.press(key);
        await page.frames();
      }
      const { covered, texts } = await page.page.evaluate(() => {
        const drawn = window as unknown as { covered: number[]; texts: string[] };
        return { covered: drawn.covered, texts: drawn.texts };
      });
      if (name !== 'manyEpisodes') expect(covered.length).toBeGreaterThan(3);
      expect(covered.filter((count) => count > 0)).toEqual([]);
      expect(texts).toContain('3m');
      if (name === 'incident') expect(texts).toContain('threshold 3m');
    },
  );
});

describe('the names of several nodes', () => {
  const node = (end: number): string => `ip-10-20-30-4${end}.eu-central-1.compute.internal`;

  it.each(firstOf([400, 700, 1000, 1400], 1))(
    'leave the axis beside them free at %d, and can be told apart',
    async (width) => {
      const open = await harness.open({ width, height: 900 });
      await open.page.evaluate(
        (logs) => window.harness.showLogs(logs),
        [1, 2].map((end) => ({
          name: `${end}/kubelet.log`,
          text: readFileSync(sampleLog, 'utf8').replaceAll('worker-2', node(end)),
        })),
      );
      const legend = open.page.locator('.node-legend > span');
      await expect.poll(() => legend.count()).toBe(2);
      await open.frames();
      const { layout } = await open.page.evaluate(() => window.harness.looks.look());
      expect(layout.faults).toEqual([]);
      const ends = await legend.evaluateAll((items) =>
        items.map((item) => {
          const name = item.lastElementChild;
          const end = name?.lastElementChild?.getBoundingClientRect();
          const all = item.closest('.chart-caption')?.getBoundingClientRect();
          return {
            name: name?.textContent,
            end: name?.lastElementChild?.textContent,
            isSeen: end !== undefined && end.width > 0 && end.right <= (all?.right ?? 0) + 1,
          };
        }),
      );
      expect(ends).toEqual([1, 2].map((end) => ({ name: `ip-10-20-30-4${end}`, end: `-30-4${end}`, isSeen: true })));
      const lanes = open.page.locator('.lane-name.is-group', { hasText: 'ip-10' });
      await lanes.first().click(); // folded, or the second is not in sight
      await expect
        .poll(() => lanes.allInnerTexts())
        .toEqual([expect.stringMatching(/ip-10-20-30-41$/), expect.stringMatching(/ip-10-20-30-42$/)]);
    },
  );
});

describe('how many lines a column of the whole log has', () => {
  it.each(firstOf([1000, 1400, 1600], 1))(
    'stands in one line above the axis at %d, also of a long and busy log',
    async (width) => {
      const open = await harness.open({ width, height: 900 });
      const line = (day: number, ms: number): string =>
        `I11${day} 00:27:40.${String(ms).padStart(6, '0')}   20595 kubelet.go:2000] "SyncLoop ADD" source="api" pods=["default/web-${ms}"]`;
      const log = [...Array.from({ length: 4749 }, (_, at) => line(21, at)), line(22, 1), line(23, 2)].join('\n');
      await open.page.evaluate((text) => window.harness.showLogs([{ name: 'kubelet.log', text }]), `${log}\n`);
      const peak = open.page.locator('.rate-peak');
      await expect.poll(() => peak.innerText()).toMatch(/^peak 4,749 lines in \d+m\d*s?$/);
      await open.frames();
      const { layout } = await open.page.evaluate(() => window.harness.looks.look());
      expect(layout.faults).toEqual([]);
      expect(await peak.evaluate((node) => node.scrollWidth <= node.clientWidth)).toBe(true);
    },
  );
});
