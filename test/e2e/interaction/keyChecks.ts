/** What each key of the panel must do, seen in VS Code; one entry for each action of the key table. `key` is as Playwright names it. */
import { expect } from 'vitest';
import { formatListed } from '../../../webview/charts/axis.ts';
import { timeScale } from '../../../webview/page/documentModel.ts';
import { KEY_TABLE, type Action } from '../../../webview/keys/keyTable.ts';
import { runSearch } from '../../../webview/search/runSearch.ts';
import { panBy, type View, zoomAt } from '../../../webview/charts/viewport.ts';
import type { TimelineInWindow } from './panel.ts';

export type Check = (panel: TimelineInWindow, key: string) => Promise<void>;

const ZOOM = 1.6;
const PAN = 0.2;
const QUICK = { timeout: 15_000, interval: 30 };
/** Marks of the sample log, in seconds after its begin: NotReady lasts from 260.5 to 383.1, and its line is 400. */
const NOT_READY = { at: 300, from: 260.502, to: 383.121, line: 400 };

/** Zooms in twice at the middle of the whole log: then there is something to move, and to zoom out of. */
async function zoomedIn(panel: TimelineInWindow): Promise<View> {
  await panel.press('w');
  await panel.press('w');
  const middle = (panel.whole.from + panel.whole.to) / 2;
  const view = zoomAt(panel.whole, panel.whole, 1 / ZOOM ** 2, middle);
  await panel.seesView(view);
  return view;
}

async function selectNotReady(panel: TimelineInWindow): Promise<void> {
  await panel.click(await panel.on('node Ready', NOT_READY.at));
  await panel.seesDetails('Node NotReady');
}

/** Gives a lane the focus without selecting anything on it. */
async function focusLane(panel: TimelineInWindow, lane: string, emptyAt: number): Promise<void> {
  await panel.click(await panel.on(lane, emptyAt));
  await panel.sees('.lane-name.is-focused', lane);
}

/** How many marks a search must find. */
function countOf(panel: TimelineInWindow, text: string): number {
  const count = runSearch(panel.document, text, timeScale(panel.document, 'logged')).result?.found.length ?? 0;
  expect(count).toBeGreaterThan(2);
  return count;
}

async function search(panel: TimelineInWindow, text: string): Promise<number> {
  const count = countOf(panel, text);
  await panel.press('/');
  await panel.page.keyboard.type(text);
  await panel.sees('.search-count', `${count} matches`);
  return count;
}

/** Searches, then gives the focus back to the page: in the field a letter is a letter. */
async function searchAndLeave(panel: TimelineInWindow, text: string): Promise<number> {
  const count = await search(panel, text);
  await panel.at('.toolbar-node').click();
  return count;
}

const pan =
  (by: number): Check =>
  async (panel, key) => {
    const before = await zoomedIn(panel);
    await panel.press(key);
    await panel.seesView(panBy(before, panel.whole, by));
  };

/** Focuses a lane at a place where nothing is on it, then presses keys. */
async function walk(panel: TimelineInWindow, lane: string, emptyAt: number, keys: readonly string[]): Promise<void> {
  await panel.rest();
  await focusLane(panel, lane, emptyAt);
  for (const key of keys) await panel.press(key);
}

const openLine =
  (beside: boolean): Check =>
  async (panel, key) => {
    await selectNotReady(panel);
    const columns = await panel.columns();
    await panel.press(key);
    await panel.seesLine(NOT_READY.line);
    expect(await panel.columns()).toBe(columns + (beside ? 1 : 0));
    if (beside) await panel.workbench.runCommand('View: Close Editor');
    await expect.poll(() => panel.columns(), QUICK).toBe(columns);
  };

export const KEY_CHECKS: Readonly<Record<Action, Check>> = {
  'zoom-in': async (panel, key) => {
    await panel.press(key);
    await panel.seesView(zoomAt(panel.whole, panel.whole, 1 / ZOOM, (panel.whole.from + panel.whole.to) / 2));
    await panel.rest();
    const point = await panel.on('node Ready', NOT_READY.at);
    await panel.page.mouse.move(point.x, point.y);
    await panel.sees('.pointer-label', /\d/);
    await panel.press(key);
    await panel.seesView(zoomAt(panel.whole, panel.whole, 1 / ZOOM, await panel.timeAtX(point.x, panel.whole)));
  },

  'zoom-out': async (panel, key) => {
    const before = await zoomedIn(panel);
    await panel.press(key);
    await panel.seesView(zoomAt(before, panel.whole, ZOOM, (before.from + before.to) / 2));
  },

  'pan-left': pan(-PAN),
  'pan-right': pan(PAN),

  reset: async (panel, key) => {
    await zoomedIn(panel);
    await panel.press('d');
    await panel.press(key);
    await panel.seesView(panel.whole);
  },

  'zoom-selection': async (panel, key) => {
    await selectNotReady(panel);
    await panel.press(key);
    const room = (NOT_READY.to - NOT_READY.from) * 0.15;
    await panel.seesView({ from: (NOT_READY.from - room) * 1e6, to: (NOT_READY.to + room) * 1e6 });
    await panel.rest();
    const [from, to] = [await panel.on('runtime errors', 50), await panel.on('runtime errors', 150)];
    await panel.page.keyboard.down('Shift');
    await panel.drag(from, to);
    await panel.page.keyboard.up('Shift');
    await panel.press(key);
    await panel.seesView({ from: 50e6, to: 150e6 });
  },

  previous: async (panel, key) => {
    await walk(panel, 'sync loop', -5, ['.', '.']);
    await panel.hears('Episode 2 of 2');
    await panel.press(key);
    await panel.hears('Episode 1 of 2');
    await walk(panel, 'runtime errors', 100, ['.', '.', key]);
    await panel.seesDetails(/ListPodSandbox failed[^]*384/);
    await walk(panel, 'node Ready', -5, ['.', '.', '.', key]);
    await panel.seesDetails('Node NotReady');
  },

  next: async (panel, key) => {
    await walk(panel, 'sync loop', -5, [key]);
    await panel.hears('Episode 1 of 2');
    await panel.press(key);
    await panel.hears('Episode 2 of 2');
    await walk(panel, 'runtime errors', 100, [key]);
    await panel.seesDetails(/ListPodSandbox failed[^]*384/);
    await walk(panel, 'node Ready', -5, [key, key]);
    await panel.seesDetails('Node NotReady');
  },

  'next-error': async (panel, key) => {
    const { marks, strings } = panel.document;
    const errors = [...marks.level].flatMap((level, mark) => (level >= 2 ? [mark] : []));
    for (const mark of errors.slice(0, 3)) {
      await panel.press(key);
      await panel.seesSelectedLine(marks.line[mark] ?? 0);
      await panel.hears(strings[marks.what[mark] ?? 0] ?? '');
    }
    await expect.poll(() => panel.at('.details-pane .level').getAttribute('aria-label'), QUICK).toBe('error');
  },

  'previous-match': async (panel, key) => {
    const count = await searchAndLeave(panel, 'kind:relist');
    await panel.press(key);
    await panel.sees('.search-count', `${count} of ${count}`);
    await panel.press(key);
    await panel.sees('.search-count', `${count - 1} of ${count}`);
  },

  'next-match': async (panel, key) => {
    const count = await searchAndLeave(panel, 'kind:relist');
    await panel.press(key);
    await panel.sees('.search-count', `1 of ${count}`);
    await panel.press(key);
    await panel.sees('.search-count', `2 of ${count}`);
    await panel.hears(`Match 2 of ${count}`);
  },

  'lane-up': async (panel, key) => {
    await focusLane(panel, 'runtime errors', 100);
    await panel.press(key);
    await panel.sees('.lane-name.is-focused', 'API errors');
  },

  'lane-down': async (panel, key) => {
    await focusLane(panel, 'sync loop', -5);
    await panel.press(key);
    await panel.sees('.lane-name.is-focused', 'relists');
    await panel.press(key);
    await panel.sees('.lane-name.is-focused', 'node Ready');
    await panel.hears(/Lane node Ready: \d+ marks in view/);
  },

  fold: async (panel, key) => {
    await focusLane(panel, 'runtime errors', 100);
    expect(await panel.lanes()).not.toContain('ListPodSandbox');
    await panel.press(key);
    await expect.poll(() => panel.lanes(), QUICK).toContain('ListPodSandbox');
    await panel.press(key);
    await expect.poll(() => panel.lanes(), QUICK).not.toContain('ListPodSandbox');
  },

  'open-line': openLine(false),
  'open-line-beside': openLine(true),

  moment: async (panel, key) => {
    const point = await panel.on('node Ready', NOT_READY.at);
    await panel.page.mouse.move(point.x, point.y);
    await panel.press(key);
    await expect.poll(() => panel.at('#tab-moment').getAttribute('aria-selected'), QUICK).toBe('true');
    const wanted = formatListed(
      await panel.timeAtX(point.x, panel.whole),
      timeScale(panel.document, 'logged'),
      panel.document.length,
    ).slice(0, -4);
    await expect.poll(() => panel.at('.moment-time').innerText(), { timeout: 20_000 }).toContain(wanted);
    await panel.sees('.moment-pane', /ListPodSandbox/);
  },

  search: async (panel, key) => {
    await panel.press(key);
    await panel.page.keyboard.type('kind:housekeeping wasd0ef.m');
    expect(await panel.searched()).toBe('kind:housekeeping wasd0ef.m'); // in the field a letter is a letter
    await panel.seesView(panel.whole);
    await panel.sees('.search-count', 'no matches');
    for (let letter = 0; letter < ' wasd0ef.m'.length; letter += 1) await panel.press('Backspace');
    const count = countOf(panel, 'kind:housekeeping');
    await panel.sees('.search-count', `${count} matches`);
    await expect
      .poll(() => panel.at('.lane-name:visible:not(.is-unlit) .lane-label').allInnerTexts(), QUICK)
      .toEqual(['housekeeping']);
    await panel.press('Enter');
    await panel.sees('.search-count', `1 of ${count}`);
    await panel.press('Enter');
    await panel.sees('.search-count', `2 of ${count}`);
    expect(await panel.isActive()).toBe(true);
  },

  escape: async (panel, key) => {
    const zoomed = await zoomedIn(panel);
    await search(panel, 'kind:node-ready');
    await panel.press('Enter');
    await panel.at('.toolbar-node').click();
    const view = await panel.view();
    const [from, to] = [await panel.on('node Ready', 200, view), await panel.on('node Ready', 260, view)];
    await panel.page.keyboard.down('Shift');
    await panel.drag(from, to);
    await panel.page.keyboard.up('Shift');
    await panel.press('?');
    const state = async (): Promise<readonly boolean[]> => [
      await panel.at('.sheet').isVisible(),
      await panel.at('.measure').isVisible(),
      (await panel.searched()) !== '',
      await panel.at('.details-pane h2').isVisible(),
      (await panel.view()).to - (await panel.view()).from < (panel.whole.to - panel.whole.from) / 2,
    ];
    await expect.poll(state, QUICK).toEqual([true, true, true, true, true]);
    for (let closed = 1; closed <= 5; closed += 1) {
      await panel.press(key);
      await expect.poll(state, QUICK).toEqual([0, 1, 2, 3, 4].map((thing) => thing >= closed));
    }
    expect(zoomed.from).toBeGreaterThan(panel.whole.from);
    expect(await panel.isActive()).toBe(true);
  },

  help: async (panel, key) => {
    await panel.press(key);
    const sheet = panel.frame.getByRole('dialog');
    await sheet.waitFor();
    const text = await sheet.innerText();
    for (const row of KEY_TABLE) expect(text).toContain(row.text);
    await panel.press('w'); // belongs to the sheet now
    await panel.press(key);
    await expect.poll(() => sheet.isVisible(), QUICK).toBe(false);
    await panel.seesView(panel.whole);
  },
};

/** A key of the table as Playwright names it. */
export function playwrightKey(shown: string): string {
  const names: Readonly<Record<string, string>> = {
    '−': '-',
    '←': 'ArrowLeft',
    '→': 'ArrowRight',
    '↑': 'ArrowUp',
    '↓': 'ArrowDown',
    Space: ' ',
    Esc: 'Escape',
    'Ctrl/Cmd+Enter': 'Control+Enter',
  };
  return names[shown] ?? (shown.length === 1 ? shown.toLowerCase() : shown);
}
