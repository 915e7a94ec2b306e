/** Opens the harness in the browser of the run and gives the few gestures that tests need. */
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach } from 'vitest';
import type { TimelineDocument } from '../../src/timeline/timelineDocument.ts';
import { fullView, positionOf } from '../../webview/charts/viewport.ts';
import { incident as madeIncident } from '../webview-harness/documents.ts';
import { applyTheme, THEMES } from '../webview-harness/themes.mjs';
import { cleared, closeTab, harnessUrl, SIZE } from './warmBrowser.ts';

export type ThemeName = keyof typeof THEMES;
export const THEME_NAMES: readonly ThemeName[] = ['light', 'dark', 'hc-black', 'hc-light'];

/** The document that `harness.show('incident')` shows. */
export const incident: TimelineDocument = madeIncident();

export interface OpenLine {
  readonly type: 'openLine';
  readonly source: number;
  readonly line: number;
  readonly beside: boolean;
}

export interface PageOptions {
  readonly theme?: ThemeName;
  /** Of the window in pixels: 1400 × 900. */
  readonly width?: number;
  readonly height?: number;
  /** Files that cannot be loaded. */
  readonly without?: RegExp;
}

export class HarnessPage {
  readonly page: Page;
  readonly errors: string[] = [];
  /** The test makes the page report errors to the extension. */
  expectsErrors = false;

  private constructor(page: Page) {
    this.page = page;
    page.on('pageerror', (error) => this.errors.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') this.errors.push(message.text());
    });
  }

  static async open(context: BrowserContext, options: PageOptions = {}): Promise<HarnessPage> {
    const page = await context.newPage();
    const { width = SIZE.width, height = SIZE.height } = options;
    if (width !== SIZE.width || height !== SIZE.height) await page.setViewportSize({ width, height });
    const harness = new HarnessPage(page);
    if (options.without !== undefined) await page.route(options.without, (route) => route.abort());
    await page.goto(harnessUrl());
    await page.evaluate(() => window.harness.looks.watchInk());
    await harness.theme(options.theme ?? 'dark');
    return harness;
  }

  async theme(name: ThemeName): Promise<void> {
    await this.page.evaluate(applyTheme, { name, theme: THEMES[name] });
    await this.frames();
  }

  async show(name: Parameters<typeof window.harness.show>[0]): Promise<void> {
    await this.page.evaluate((wanted) => window.harness.show(wanted), name);
    await this.page.locator('.page').waitFor();
    await this.frames();
  }

  async send(message: Record<string, unknown>): Promise<void> {
    await this.page.evaluate((sent) => window.harness.send(sent), message);
    await this.frames();
  }

  /** As if it was just opened: nothing held, focused or pointed at, and nothing remembered. */
  async reset(): Promise<void> {
    const { keyboard, mouse } = this.page;
    await mouse.up();
    await keyboard.up('Shift');
    await keyboard.press('Escape');
    await mouse.move(1, 1);
    await this.page.evaluate(() => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      for (const node of document.querySelectorAll('#kubelet-timeline, #kubelet-timeline *')) node.scrollTop = 0;
      return window.harness.forget();
    });
  }

  /** The same for another test: what went wrong, or was posted, was of the one before. */
  async renew({ theme = 'dark', width = SIZE.width, height = SIZE.height }: PageOptions): Promise<void> {
    this.expectsErrors = false;
    await this.page.setViewportSize({ width, height });
    await this.reset();
    this.errors.length = 0;
    await this.page.evaluate(() => {
      window.harness.posted.length = 0;
      window.harness.violations.length = 0;
    });
    await this.theme(theme);
  }

  /** What the page has posted, of one type. */
  async posted(type: string): Promise<unknown[]> {
    const all = await this.page.evaluate(() => window.harness.posted);
    return all.filter(
      (message) => typeof message === 'object' && message !== null && 'type' in message && message.type === type,
    );
  }

  async openedLines(): Promise<number[]> {
    return (await this.posted('openLine')).map((message) => (message as OpenLine).line);
  }

  /** What the page has saved, after the pause that it makes before saving. */
  async state(): Promise<Record<string, unknown>> {
    let before = '';
    for (let round = 0; round < 50; round += 1) {
      await this.page.waitForTimeout(160);
      const now = await this.page.evaluate(() => sessionStorage.getItem('state') ?? '{}');
      if (now === before) break;
      before = now;
    }
    return JSON.parse(before) as Record<string, unknown>;
  }

  /** Length of the visible part in seconds. */
  async span(): Promise<number> {
    const { from, to } = await this.state();
    return (Number(to) - Number(from)) / 1e6;
  }

  /** Lets two frames pass: what changed is drawn. */
  async frames(): Promise<void> {
    await this.page.evaluate(
      () =>
        new Promise((resolve) => {
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(undefined)));
        }),
    );
  }

  /** Where a moment of a lane is on the screen, while the whole log is in view. */
  async pointOf(laneId: string, seconds: number): Promise<{ x: number; y: number }> {
    const lane = incident.lanes.find((candidate) => candidate.id === laneId);
    const name = this.page.locator('.lane-name', { hasText: lane?.label ?? laneId }).first();
    const row = await name.boundingBox();
    const plot = await this.page.locator('.lanes-plot').boundingBox();
    if (row === null || plot === null) throw new Error(`lane ${laneId} is not in sight`);
    return { x: plot.x + positionOf(fullView(incident.length), seconds * 1e6, plot.width), y: row.y + row.height / 2 };
  }

  /** Numbers of different colours on a canvas: 1 is a canvas on which nothing is drawn. */
  async colours(selector: string): Promise<number> {
    return this.page.locator(selector).evaluate((canvas) => {
      if (!(canvas instanceof HTMLCanvasElement)) return 0;
      const data =
        canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? new Uint8ClampedArray();
      const seen = new Set<number>();
      for (let at = 0; at < data.length; at += 4)
        seen.add(
          ((data[at] ?? 0) << 24) | ((data[at + 1] ?? 0) << 16) | ((data[at + 2] ?? 0) << 8) | (data[at + 3] ?? 0),
        );
      return seen.size;
    });
  }

  /** What failed in the page or was refused by its CSP. */
  async trouble(): Promise<string[]> {
    const refused = await this.page.evaluate(() => window.harness.violations);
    return this.expectsErrors
      ? refused
      : [...refused, ...this.errors, ...(await this.posted('pageError')).map((message) => JSON.stringify(message))];
  }

  async close(): Promise<void> {
    if (!this.page.isClosed()) await closeTab(this.page);
  }
}

/** What a test file uses. */
export interface Harness {
  /** Opens a page for the test that runs, which closes it. */
  open(options?: PageOptions): Promise<HarnessPage>;
  /** The same with a document in it. */
  show(name: Parameters<HarnessPage['show']>[0], options?: PageOptions): Promise<HarnessPage>;
  /**
   * Shows a document in one tab, as if that was just opened, to one test after the other: a new tab takes twice as long as all else that such a test does.
   * For those that leave in it what `reset` takes away: they load nothing again and change nothing of the page's window.
   */
  showInTurn(name: Parameters<HarnessPage['show']>[0], options?: PageOptions): Promise<HarnessPage>;
  /** Opens a page that stays until the end of the file. */
  openForAll(options?: PageOptions): Promise<HarnessPage>;
}

/** Opens pages for a test file, each in a tab of its own. Nothing that a test did may have failed in the page or been refused by its CSP. */
export function useHarness(): Harness {
  let open: HarnessPage[] = [];
  let forAll: HarnessPage[] = [];
  /** The tab of `showInTurn`, and whether the test that runs has it. */
  let inTurn: HarnessPage | undefined;
  let hasTurn = false;
  const closeAll = async (pages: readonly HarnessPage[]): Promise<void> => {
    for (const page of pages) await page.close();
  };
  afterAll(async () => {
    await closeAll(forAll);
    forAll = [];
    inTurn = undefined;
  });
  afterEach(async ({ task }) => {
    const trouble: string[] = [];
    const turn = hasTurn ? inTurn : undefined;
    hasTurn = false;
    for (const page of turn === undefined ? open : [...open, turn]) trouble.push(...(await page.trouble()));
    await closeAll(open);
    open = [];
    // It stands as nobody knows.
    if (turn !== undefined && (trouble.length > 0 || task.result?.state === 'fail')) {
      await turn.close();
      inTurn = undefined;
    }
    if (trouble.length > 0) throw new Error(trouble.join('\n'));
  });
  const openInto = async (pages: HarnessPage[], options?: PageOptions): Promise<HarnessPage> => {
    // A page beside others of the same test or file would lose what it has kept.
    const context = await cleared(open.length + forAll.length === 0);
    const page = await HarnessPage.open(context, options);
    pages.push(page);
    return page;
  };
  const openOne = (options?: PageOptions): Promise<HarnessPage> => openInto(open, options);
  return {
    openForAll: (options) => openInto(forAll, options),
    open: openOne,
    showInTurn: async (name, options = {}) => {
      inTurn ??= await openInto(forAll);
      hasTurn = true;
      await inTurn.renew(options);
      await inTurn.show(name);
      return inTurn;
    },
    show: async (name, options) => {
      const page = await openOne(options);
      await page.show(name);
      return page;
    },
  };
}
