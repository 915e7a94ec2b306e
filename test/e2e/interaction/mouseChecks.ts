/** What each gesture of the panel must do, seen in VS Code; one entry for each row of the mouse table, by its name there. */
import { expect } from 'vitest';
import { parseGoDuration } from '../../../src/kubelet/goDuration.ts';
import { clampView, type View, zoomAt } from '../../../webview/charts/viewport.ts';
import { boxOf, type Point, type TimelineInWindow } from './panel.ts';

const QUICK = { timeout: 15_000, interval: 30 };
/** Marks of the sample log, in seconds after its begin. */
const NOT_READY = { at: 300, from: 260.502, line: 400 };
const EPISODE = { begin: 250.38553, end: 380.866293, threshold: 180 };
/** A place of the lane `runtime errors` where nothing is, outside and inside the episode. */
const EMPTY = { outside: 100, inside: 345 };

async function zoomedIn(panel: TimelineInWindow): Promise<View> {
  await panel.press('w');
  await panel.press('w');
  const view = zoomAt(panel.whole, panel.whole, 1 / 1.6 ** 2, (panel.whole.from + panel.whole.to) / 2);
  await panel.seesView(view);
  return view;
}

async function withKey<T>(panel: TimelineInWindow, keys: readonly string[], action: () => Promise<T>): Promise<T> {
  for (const key of keys) await panel.page.keyboard.down(key);
  try {
    return await action();
  } finally {
    for (const key of keys) await panel.page.keyboard.up(key);
  }
}

/** A place on the overview; `part` is 0 at the left edge of its time axis and 1 at the right. */
async function onOverview(panel: TimelineInWindow, time: number): Promise<Point> {
  const plot = await boxOf(panel.at('.overview-plot'));
  const lanes = await boxOf(panel.at('.lanes-plot'));
  return {
    x: Math.round(
      lanes.x +
        ((time * 1e6 - panel.whole.from) / (panel.whole.to - panel.whole.from)) * (plot.x + plot.width - lanes.x),
    ),
    y: Math.round(plot.y + 15),
  };
}

/** The moment at a place of the overview, as the page reads it. */
async function timeOnOverview(panel: TimelineInWindow, x: number): Promise<number> {
  const plot = await boxOf(panel.at('.overview-plot'));
  const lanes = await boxOf(panel.at('.lanes-plot'));
  return panel.whole.from + ((x - lanes.x) / (plot.x + plot.width - lanes.x)) * (panel.whole.to - panel.whole.from);
}

async function clipboardLines(panel: TimelineInWindow): Promise<string[]> {
  return (await panel.page.evaluate(() => navigator.clipboard.readText())).trimEnd().split('\n');
}

export const MOUSE_CHECKS: Readonly<Record<string, (panel: TimelineInWindow) => Promise<void>>> = {
  Click: async (panel) => {
    const point = await panel.on('node Ready', NOT_READY.at);
    await panel.click(point);
    await panel.seesDetails('Node NotReady');
    await panel.seesSelectedLine(NOT_READY.line);
    expect(await panel.isActive()).toBe(true); // a plain click leads nowhere
    await panel.at('#tab-moment').click();
    const pinned = panel.at('.crosshair.is-pinned');
    await expect
      .poll(
        async () => Math.abs(((await pinned.boundingBox())?.x ?? -1) - (await panel.xOf(NOT_READY.from * 1e6))),
        QUICK,
      )
      .toBeLessThan(2);
    const free = await panel.on('runtime errors', EMPTY.outside);
    await panel.click(free);
    await expect.poll(async () => Math.abs(((await pinned.boundingBox())?.x ?? -1) - free.x), QUICK).toBeLessThan(2);
  },

  'Double-click on a mark': async (panel) => {
    const { x, y } = await panel.on('node Ready', NOT_READY.at);
    await panel.page.mouse.dblclick(x, y);
    await panel.seesLine(NOT_READY.line);
  },

  'Ctrl/Cmd+click on a mark': async (panel) => {
    const columns = await panel.columns();
    for (const modifier of ['Control', 'Meta']) {
      await panel.rest();
      const point = await panel.on('node Ready', NOT_READY.at);
      await withKey(panel, [modifier], () => panel.click(point));
      await panel.seesLine(NOT_READY.line);
      await panel.seesDetails('Node NotReady');
    }
    expect(await panel.columns()).toBe(columns);
    await panel.rest();
    const point = await panel.on('node Ready', NOT_READY.at);
    await withKey(panel, ['Control', 'Alt'], () => panel.click(point));
    await expect.poll(() => panel.columns(), QUICK).toBe(columns + 1);
    await panel.seesLine(NOT_READY.line);
    await panel.workbench.runCommand('View: Close Editor');
    await expect.poll(() => panel.columns(), QUICK).toBe(columns);
  },

  'Double-click beside a mark': async (panel) => {
    const inside = await panel.on('runtime errors', EMPTY.inside);
    await panel.page.mouse.dblclick(inside.x, inside.y);
    // With the threshold before it: there the last listed relist began.
    const [from, to] = [(EPISODE.begin - EPISODE.threshold) * 1e6, EPISODE.end * 1e6];
    const view = clampView({ from: from - (to - from) * 0.15, to: to + (to - from) * 0.15 }, panel.whole);
    await panel.seesView(view);
    const outside = await panel.on('runtime errors', EMPTY.outside, view);
    await panel.page.mouse.dblclick(outside.x, outside.y);
    await panel.seesView(panel.whole);
    expect(await panel.isActive()).toBe(true);
  },

  Drag: async (panel) => {
    const before = await zoomedIn(panel);
    const from = await panel.on('runtime errors', 220, before);
    const to = { x: from.x - 90, y: from.y };
    const by = (await panel.timeAtX(from.x, before)) - (await panel.timeAtX(to.x, before));
    await panel.drag(from, to);
    await panel.seesView({ from: before.from + by, to: before.to + by });
    expect(await panel.at('.details-pane h2').isVisible()).toBe(false); // what was dragged was not clicked
  },

  'Shift+drag': async (panel) => {
    const [from, to] = [await panel.on('runtime errors', 50), await panel.on('runtime errors', 150)];
    const wanted = ((await panel.timeAtX(to.x, panel.whole)) - (await panel.timeAtX(from.x, panel.whole))) / 1e6;
    const shown = async (): Promise<number> => {
      const length = parseGoDuration(await panel.at('.measure-label').innerText());
      return length.ok ? Number(length.nanoseconds) / 1e9 : Number.NaN;
    };
    await withKey(panel, ['Shift'], () =>
      panel.drag(from, to, async () => {
        await expect.poll(shown, { ...QUICK, message: 'while the button is held' }).toBeCloseTo(wanted, 1);
      }),
    );
    expect(await shown()).toBeCloseTo(wanted, 1);
    await panel.seesView(panel.whole);
  },

  'Ctrl/Cmd+wheel, pinch': async (panel) => {
    const size = await panel.page.evaluate(() => [window.devicePixelRatio, window.innerWidth]);
    for (const modifier of ['Control', 'Meta']) {
      // a pinch is a wheel with Ctrl to a page
      await panel.rest();
      const point = await panel.on('node Ready', NOT_READY.at);
      await panel.page.mouse.move(point.x, point.y);
      await withKey(panel, [modifier], () => panel.page.mouse.wheel(0, -300));
      const view = zoomAt(panel.whole, panel.whole, Math.exp(-1), await panel.timeAtX(point.x, panel.whole));
      await panel.seesView(view);
      await withKey(panel, [modifier], () => panel.page.mouse.wheel(0, 150));
      await panel.seesView(zoomAt(view, panel.whole, Math.exp(0.5), await panel.timeAtX(point.x, view)));
    }
    expect(await panel.page.evaluate(() => [window.devicePixelRatio, window.innerWidth])).toEqual(size); // the window keeps its own zoom
  },

  'Shift+click or Shift+arrows in the table': async (panel) => {
    await panel.at('#tab-table').click();
    const rows = panel.at('.facts tbody tr[data-place]');
    const picked = panel.at('.facts tr.is-picked');
    const lineOf = (place: number): number => panel.document.marks.line[place] ?? -1;
    await rows.nth(1).click();
    await rows.nth(4).click({ modifiers: ['Shift'] });
    await expect.poll(() => picked.count(), QUICK).toBe(4);
    await panel.press('Control+c');
    await expect.poll(() => clipboardLines(panel), QUICK).toHaveLength(5);
    expect((await clipboardLines(panel)).slice(1).map((row) => Number(row.split('\t').at(-1)))).toEqual(
      [1, 2, 3, 4].map(lineOf),
    );
    await rows.nth(2).click();
    for (let press = 0; press < 2; press += 1) await panel.press('Shift+ArrowDown');
    await expect.poll(() => picked.count(), QUICK).toBe(3);
    await panel.hears('3 rows selected');
    await panel.press('Control+a');
    await panel.hears(`${panel.document.marks.count} rows selected`);
    // VS Code's own Select All must not mark the page's text: it would be copied instead of the rows.
    expect(await panel.at('body').evaluate(() => window.getSelection()?.toString())).toBe('');
    await panel.press('Control+c');
    await panel.hears(`${panel.document.marks.count} rows copied`);
    expect(await clipboardLines(panel)).toHaveLength(panel.document.marks.count + 1);
    await rows.nth(0).click();
    await expect.poll(() => picked.count(), QUICK).toBe(0);
  },

  Wheel: async (panel) => {
    const lanes = panel.at('.lanes');
    const { x, y } = await panel.on('node Ready', NOT_READY.at);
    expect(await lanes.evaluate((node) => node.scrollHeight - node.clientHeight)).toBeGreaterThan(60);
    await panel.page.mouse.move(x, y);
    await panel.page.waitForTimeout(500); // a pointer that rests: where the page scrolls too, the wheel is the lanes' then
    await panel.page.mouse.wheel(0, 60);
    await expect.poll(() => lanes.evaluate((node) => node.scrollTop), QUICK).toBe(60);
    await panel.seesView(panel.whole);
    await panel.page.mouse.wheel(0, -60);
    await expect.poll(() => lanes.evaluate((node) => node.scrollTop), QUICK).toBe(0);
  },

  'Shift+wheel': async (panel) => {
    const before = await zoomedIn(panel);
    const { x, y } = await panel.on('node Ready', NOT_READY.at, before);
    await panel.page.mouse.move(x, y);
    await withKey(panel, ['Shift'], () => panel.page.mouse.wheel(0, 100));
    const plot = await boxOf(panel.at('.lanes-plot'));
    const by = (100 / plot.width) * (before.to - before.from);
    await panel.seesView({ from: before.from + by, to: before.to + by });
  },

  'Drag on the overview': async (panel) => {
    const [left, right] = [await onOverview(panel, 100), await onOverview(panel, 250)];
    await panel.drag(left, right);
    let view = { from: await timeOnOverview(panel, left.x), to: await timeOnOverview(panel, right.x) };
    await panel.seesView(view);
    // Its middle moves it.
    const middle = { x: Math.round((left.x + right.x) / 2), y: left.y };
    await panel.drag(middle, { x: middle.x + 40, y: left.y });
    const by = (await timeOnOverview(panel, middle.x + 40)) - (await timeOnOverview(panel, middle.x));
    view = { from: view.from + by, to: view.to + by };
    await panel.seesView(view);
    // Its edges change it.
    await panel.drag({ x: left.x + 40, y: left.y }, { x: left.x, y: left.y });
    view = { ...view, from: await timeOnOverview(panel, left.x) };
    await panel.seesView(view, 4);
    await panel.drag({ x: right.x + 40, y: left.y }, { x: right.x + 100, y: left.y });
    await panel.seesView({ ...view, to: await timeOnOverview(panel, right.x + 100) }, 4);
  },
};
