/**
 * A window that serves one test file after the other: a new one takes twelve seconds of processor time until it has shown a timeline, one that is emptied and filled again takes one.
 * What a file has left goes before the next one: editors and their column, panels, messages, files, settings, size, focus. `keptWindow.e2e.test.ts` compares it with a new window.
 * Where a test failed, or something does not go, the next file has a new window.
 */
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, vi } from 'vitest';
import { VIEWPORT, Workbench, type WorkbenchOptions, writeWorkspace } from './workbench.ts';

/** How long something may take to go, or to come: milliseconds. */
const PATIENCE = 20_000;
/** How long VS Code takes to notice a file, or a little more. */
const NOTICED = 2000;
/** How long all of it may take: less than a hook of a test file may. */
const WHOLE = 60_000;
const SETTINGS_FOLDER = '.vscode';
/** Commands after which the parts of a window are as at first. */
const PARTS = [
  'notifications.clearAll',
  'workbench.action.closePanel',
  'workbench.action.closeAuxiliaryBar',
  'workbench.view.explorer',
] as const;

// Test files of a lane share their modules.
let kept: Workbench | undefined;

/** A window for a test file: the kept one, if there is one, or a new one. The clipboard, which the windows of a lane share, is empty. */
export async function takeWindow(options: WorkbenchOptions): Promise<Workbench> {
  const window = (isKept(options) ? await takeKept(options) : undefined) ?? (await openWindow(options));
  await window.page.evaluate(() => navigator.clipboard.writeText(''));
  return window;
}

async function takeKept(options: WorkbenchOptions): Promise<Workbench | undefined> {
  const window = kept;
  kept = undefined;
  if (window === undefined) return undefined;
  try {
    await inTime(fill(window, options));
    return window;
  } catch (error) {
    console.log(`the next file has a new window: ${String(error)}`);
    await window.close();
    return undefined;
  }
}

async function openWindow(options: WorkbenchOptions): Promise<Workbench> {
  if (!isKept(options)) return Workbench.open(options);
  const { open, ...others } = options; // a file in the address would come back alone when the window is loaded again
  const window = await Workbench.open(others);
  if (open !== undefined) await window.openFile(open);
  return window;
}

/** Takes a window back, to be used again. @param options those that it was taken with */
export async function giveBack(window: Workbench, options: WorkbenchOptions, hasFailed: boolean): Promise<void> {
  if (isKept(options) && !hasFailed && kept === undefined) {
    try {
      await inTime(empty(window));
      kept = window;
      return;
    } catch (error) {
      console.log(`the next file has a new window: ${String(error)}`);
    }
  }
  await window.close();
}

/** False for a window of another server, which has its own options, and for all of them when a file is tried again. */
function isKept({ ownWindow, server }: WorkbenchOptions): boolean {
  return ownWindow !== true && server === undefined && process.env['KUBELET_TIMELINE_OWN_WINDOWS'] !== '1';
}

/** Takes away what a test file has left. */
async function empty(window: Workbench): Promise<void> {
  const { page, folder } = window;
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.mouse.move(5, 5);
  await page.setViewportSize(VIEWPORT);
  const above = page.locator('.quick-input-widget:visible, .monaco-menu:visible, .peekview-widget');
  for (let left = 5; left > 0 && (await above.count()) > 0; left -= 1) await page.keyboard.press('Escape');
  await window.closeAll();
  // A column remembers where its texts were scrolled to: it goes, and another takes its place.
  for (const command of ['newGroupRight', 'focusFirstEditorGroup', 'closeGroup'])
    await window.runAtOnce(`workbench.action.${command}`);
  // One that never had an editor is taken for one of the last file elsewhere: the palette would offer what fits that file.
  await window.runAtOnce('workbench.action.files.newUntitledFile');
  await window.closeAll();
  for (const command of PARTS) await window.runAtOnce(command);
  const openPanes = page.locator('.explorer-viewlet .pane-header.expanded', {
    has: page.locator('.title', { hasText: /^(?:Outline|Timeline)$/i }),
  });
  for (let left = await openPanes.count(); left > 0; left -= 1) await openPanes.first().click();
  const set = workspaceSettings(folder);
  await window.runAtOnce('driver.deleteFiles', readdirSync(folder));
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
  await becomes(() => rows(window), []); // by then VS Code has been told that they are gone
  await window.runAtOnce('workbench.action.focusActiveEditorGroup');
  await settingsAre(window, Object.fromEntries(Object.keys(set).map((key) => [key, undefined])));
  await becomes(() => isQuiet(window), QUIET);
  window.consoleErrors.length = 0;
}

/** Gives an empty window what a test file asks for. */
async function fill(window: Workbench, options: WorkbenchOptions): Promise<void> {
  const { page, folder } = window;
  // Whoever watches the folder sees whole files only.
  const made = mkdtempSync(join(dirname(folder), 'kubelet-timeline-made-'));
  writeWorkspace(made, options);
  const names = readdirSync(made);
  for (const name of names) renameSync(join(made, name), join(folder, name));
  rmSync(made, { recursive: true });
  if (options.viewport) await page.setViewportSize(options.viewport);
  const isShown = (patience: number): Promise<void> =>
    becomes(async () => (await rows(window)).toSorted(), names.toSorted(), patience);
  // A file that goes, and comes again at once, has changed for who watches: the explorer, which took it away itself, has to look.
  await isShown(NOTICED).catch(() => window.runAtOnce('workbench.files.action.refreshFilesExplorer'));
  await isShown(PATIENCE);
  await settingsAre(window, options.settings ?? {});
  if (options.open !== undefined) await window.openFile(options.open);
}

/** The settings of the workspace, which a test may have written since. */
function workspaceSettings(folder: string): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(join(folder, SETTINGS_FOLDER, 'settings.json'), 'utf8')) as Record<string, unknown>;
  } catch {
    return {}; // there are none
  }
}

/** Waits until these are in force; `undefined`: until the workspace says nothing of it. */
async function settingsAre(window: Workbench, wanted: Record<string, unknown>): Promise<void> {
  const keys = Object.keys(wanted);
  if (keys.length === 0) return;
  await becomes(
    async () => JSON.parse((await window.runAtOnce('driver.workspaceSettings', keys)) ?? '{}') as unknown,
    JSON.parse(JSON.stringify(wanted)) as unknown,
  );
}

/** The names that the explorer shows on its first level. */
function rows(window: Workbench): Promise<string[]> {
  return window.page
    .locator('.explorer-folders-view .monaco-list-row[aria-level="1"] .label-name')
    .evaluateAll((names) => names.map((name) => name.textContent));
}

const QUIET = { tabs: 0, columns: 1, messages: 0, dialogs: 0, panels: 0, readers: 0 } as const;

/** What a window counts in which nothing goes on. */
async function isQuiet(window: Workbench): Promise<Record<keyof typeof QUIET, number>> {
  const { page } = window;
  return {
    tabs: await page.locator('.tab').count(),
    columns: await page.locator('.editor-group-container').count(),
    messages: await window.notifications().count(),
    dialogs: await page.locator('.monaco-dialog-box').count(),
    panels: await page.locator('.part.panel:visible').count(),
    readers: Number(await window.ask('Workers')),
  };
}

/** Waits until it is so. `expect.poll` does that within tests only. */
function becomes<T>(value: () => Promise<T>, wanted: T, timeout = PATIENCE): Promise<void> {
  return vi.waitFor(
    async () => {
      const now = await value();
      expect(now, JSON.stringify(now)).toEqual(wanted);
    },
    { timeout, interval: 100 },
  );
}

/** Gives up in time: a command waits for a dialog that nobody answers, say. */
async function inTime(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('it took too long')), WHOLE);
  });
  work.catch(() => undefined); // also when nobody waits any more
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
