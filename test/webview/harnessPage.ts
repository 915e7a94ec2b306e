/** Opens the harness in the browser of the run and gives the few gestures that tests need. */
import { chromium, type Browser, type Page } from 'playwright-core';
import { inject } from 'vitest';
import { buildTimeline } from '../../src/timeline/buildTimeline.ts';
import type { TimelineDocument } from '../../src/timeline/timelineDocument.ts';
import { fullView, positionOf } from '../../webview/viewport.ts';
import { hangAnalysis } from '../unit/timeline/hangAnalysis.ts';
import { serveHarness } from '../webview-harness/serve.mjs';
import { applyTheme, THEMES } from '../webview-harness/themes.mjs';

export type ThemeName = keyof typeof THEMES;

/** The document that `harness.show('incident')` shows. */
export const incident: TimelineDocument = buildTimeline(hangAnalysis(), 'kubelet.log');

export interface OpenLine { readonly type: 'openLine'; readonly source: number; readonly line: number; readonly beside: boolean }

export class HarnessPage {
  readonly page: Page;
  readonly errors: string[] = [];

  private constructor(page: Page) {
    this.page = page;
    page.on('pageerror', (error) => this.errors.push(error.message));
    page.on('console', (message) => { if (message.type() === 'error') this.errors.push(message.text()); });
  }

  static async open(browser: Browser, url: string, options: { readonly theme?: ThemeName; readonly width?: number; readonly height?: number; readonly before?: () => void } = {}): Promise<HarnessPage> {
    const page = await browser.newPage({ viewport: { width: options.width ?? 1400, height: options.height ?? 900 }, reducedMotion: 'reduce' });
    const harness = new HarnessPage(page);
    if (options.before !== undefined) await page.addInitScript(options.before);
    await page.goto(url);
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

  /** What the page has posted, of one type. */
  async posted(type: string): Promise<unknown[]> {
    const all = await this.page.evaluate(() => window.harness.posted);
    return all.filter((message) => typeof message === 'object' && message !== null && 'type' in message && message.type === type);
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
    await this.page.evaluate(() => new Promise((resolve) => { requestAnimationFrame(() => requestAnimationFrame(() => resolve(undefined))); }));
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
      const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? new Uint8ClampedArray();
      const seen = new Set<number>();
      for (let at = 0; at < data.length; at += 4) seen.add(((data[at] ?? 0) << 24) | ((data[at + 1] ?? 0) << 16) | ((data[at + 2] ?? 0) << 8) | (data[at + 3] ?? 0));
      return seen.size;
    });
  }

  async close(): Promise<void> {
    await this.page.close();
  }
}

/** The browser of the run and the harness's server, until `close`. */
export async function startHarness(): Promise<{ browser: Browser; url: string; close(): Promise<void> }> {
  const browser = await chromium.connect(inject('browserEndpoint'));
  const server = await serveHarness();
  return {
    browser, url: server.url,
    close: async () => {
      await browser.close();
      await server.close();
    },
  };
}
