/** The timeline's panel in a VS Code window, as a reader sees and uses it: real mouse and keys, and what can be seen of their effect. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { TimelineDocument } from '../../../src/timeline/timelineDocument.ts';
import { fullView, positionOf, timeAt, type View } from '../../../webview/charts/viewport.ts';
import { sampleLog, type Workbench } from '../../support/workbench.ts';
import { analysed } from '../../webview-harness/documents.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

const LOG = basename(sampleLog);
const QUICK = { timeout: 15_000, interval: 30 };

export class TimelineInWindow {
  readonly workbench: Workbench;
  readonly page: Page;
  /** What the page shows: the analysis of the log that is open. */
  readonly document: TimelineDocument = analysed([{ name: LOG, text: readFileSync(sampleLog, 'utf8') }]);
  /** All that can be shown. */
  readonly whole: View = fullView(this.document.length);

  constructor(workbench: Workbench) {
    this.workbench = workbench;
    this.page = workbench.page;
  }

  get frame(): FrameLocator {
    return this.workbench.timeline();
  }

  at(selector: string, options?: { readonly hasText?: string | RegExp }): Locator {
    return this.frame.locator(selector, options);
  }

  /** The state that every row begins in: the focus on the page, the pointer away from the charts, the dock closed, nothing open, found or selected, the whole log in view, the first lane on top. */
  async rest(): Promise<void> {
    for (const key of ['Shift', 'Control', 'Alt', 'Meta']) await this.page.keyboard.up(key);
    // A row that failed may have left an editor over the panel: the rows after it are to say what they find.
    if (!(await this.at('.toolbar-node').isVisible())) await this.workbench.runCommand('Kubelet: Show Timeline');
    // The details first: another pane would hide that something is selected. Its tab opens the dock, which Esc closes again.
    if ((await this.at('#tab-details').getAttribute('aria-selected')) !== 'true') await this.at('#tab-details').click();
    await this.at('.toolbar-node').click();
    for (let press = 0; press < 8 && !(await this.isAtRest()); press += 1) {
      await this.press('Escape');
      await this.at('.toolbar-node').click();
    }
    await this.at('.lanes').evaluate((lanes) => {
      lanes.scrollTop = 0;
    });
    await expect.poll(() => this.isAtRest(), QUICK).toBe(true);
  }

  private async isAtRest(): Promise<boolean> {
    const { from, to } = await this.view();
    const left = await this.at('.page').evaluate(
      (page) =>
        [
          ...page.querySelectorAll(
            '.sheet, .measure, .facts tr.is-selected, .details-pane h2, .dock-close, .search-steps, .pointer-label',
          ),
        ].filter((node) => node.checkVisibility()).length,
    );
    return left === 0 && Math.abs(from - this.whole.from) < this.pixel && Math.abs(to - this.whole.to) < this.pixel;
  }

  /** About one pixel of the overview, in microseconds: how exact a view can be read off. */
  get pixel(): number {
    return this.document.length / 500;
  }

  press(key: string): Promise<void> {
    return this.page.keyboard.press(key);
  }

  /** The visible part of time in microseconds since the log's begin, read off the brush of the overview. */
  view(): Promise<View> {
    return this.at('.overview-plot').evaluate((plot, whole) => {
      const gutter = Number.parseFloat(getComputedStyle(plot.closest('.page') ?? plot).getPropertyValue('--gutter'));
      const brush = plot.querySelector('.brush')?.getBoundingClientRect();
      const box = plot.getBoundingClientRect();
      const timeOf = (x: number): number =>
        whole.from + ((x - box.left - gutter) / (box.width - gutter)) * (whole.to - whole.from);
      return { from: timeOf(brush?.left ?? 0), to: timeOf(brush?.right ?? 0) };
    }, this.whole);
  }

  /** Waits until the view is this one, to the pixel. */
  async seesView(wanted: View, pixels = 2): Promise<void> {
    await expect
      .poll(
        async () => {
          const { from, to } = await this.view();
          return Math.max(Math.abs(from - wanted.from), Math.abs(to - wanted.to)) / this.pixel;
        },
        { ...QUICK, message: `the view ${seconds(wanted.from)} to ${seconds(wanted.to)}` },
      )
      .toBeLessThan(pixels);
  }

  /** Waits until the view is so many seconds long. */
  async seesSpan(wanted: number): Promise<void> {
    await expect
      .poll(
        async () => {
          const { from, to } = await this.view();
          return Math.abs(to - from - wanted) / this.pixel;
        },
        { ...QUICK, message: `a view of ${seconds(wanted)}` },
      )
      .toBeLessThan(2);
  }

  /** Where a moment is on the charts, left to right, in the window. */
  async xOf(time: number, view: View = this.whole): Promise<number> {
    const plot = await boxOf(this.at('.lanes-plot'));
    return plot.x + positionOf(view, time, plot.width);
  }

  /** The moment at a place of the window. */
  async timeAtX(x: number, view: View): Promise<number> {
    const plot = await boxOf(this.at('.lanes-plot'));
    return timeAt(view, x - plot.x, plot.width);
  }

  /** A moment on a lane, in the window. */
  async on(lane: string, atSeconds: number, view: View = this.whole): Promise<Point> {
    const row = await boxOf(this.lane(lane));
    return { x: Math.round(await this.xOf(atSeconds * 1e6, view)), y: Math.round(row.y + row.height / 2) };
  }

  /** The name of a lane in sight. */
  lane(name: string): Locator {
    return this.at('.lane-name:visible', { hasText: name }).first();
  }

  /** Names of the lanes in sight, from top to bottom. */
  lanes(): Promise<string[]> {
    return this.at('.lane-name:visible .lane-label').allInnerTexts();
  }

  async click(point: Point): Promise<void> {
    await this.page.mouse.click(point.x, point.y);
  }

  /** Presses the mouse at one place, moves it to another in steps, does something there, and lets go. */
  async drag(from: Point, to: Point, before: () => Promise<void> = () => Promise.resolve()): Promise<void> {
    await this.page.mouse.move(from.x, from.y);
    await this.page.mouse.down();
    await this.page.mouse.move(to.x, to.y, { steps: 4 });
    await before();
    await this.page.mouse.up();
  }

  /** Heading of what is selected. */
  async seesDetails(text: string | RegExp): Promise<void> {
    await expect.poll(() => this.at('.details-pane').innerText(), QUICK).toMatch(text);
  }

  /** The line of what is selected. */
  async seesSelectedLine(line: number): Promise<void> {
    await this.seesDetails(new RegExp(`Line\\s+${line}\\b`));
  }

  /** What the page told a screen reader last. */
  async hears(text: string | RegExp): Promise<void> {
    await expect.poll(async () => (await this.at('[aria-live]').allInnerTexts()).join('\n'), QUICK).toMatch(text);
  }

  async sees(selector: string, text: string | RegExp): Promise<void> {
    await expect.poll(() => this.at(selector).first().innerText(), QUICK).toMatch(text);
  }

  /** What is in the search field. */
  searched(): Promise<string> {
    return this.at('.search vscode-text-field').evaluate((field) => ('value' in field ? String(field.value) : ''));
  }

  /** Waits until the log is in the active editor with the cursor on this line. */
  async seesLine(line: number): Promise<void> {
    await this.workbench.activeTab(LOG).waitFor();
    await expect.poll(() => this.workbench.cursorPosition().innerText(), QUICK).toContain(`Ln ${line},`);
  }

  /** True when the timeline's own tab is the active one. */
  isActive(): Promise<boolean> {
    return this.page.locator('.editor-group-container.active .tab.active', { hasText: 'Timeline:' }).isVisible();
  }

  /** How many columns of editors the window has. */
  columns(): Promise<number> {
    return this.page.locator('.editor-group-container').count();
  }
}

export async function boxOf(
  locator: Locator,
): Promise<{ readonly x: number; readonly y: number; readonly width: number; readonly height: number }> {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('not in sight');
  return box;
}

function seconds(time: number): string {
  return `${(time / 1e6).toFixed(1)} s`;
}
