/** A window that has served a test file is as a new one for the next. */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { isDepth } from '../support/effort.ts';
import { giveBack, takeWindow } from '../support/keptWindow.ts';
import { sampleLog, Workbench, type WorkbenchOptions } from '../support/workbench.ts';

const USED: WorkbenchOptions = {
  files: { 'kubelet.log': sampleLog, 'folder/notes.md': { text: '# Notes\n' } },
  open: 'kubelet.log',
  settings: { 'workbench.colorTheme': 'Default Light Modern', 'kubeletTimeline.detectByContent': false },
  viewport: { width: 1700, height: 800 },
};
/** The log has the name of the other one, and other lines. */
const NEXT: WorkbenchOptions = {
  files: {
    'kubelet.log': { text: 'Nov 21 00:27:32 worker-2 systemd[1]: Started kubelet.\n'.repeat(50) },
    'a/b.md': { text: '# B\n' },
  },
  settings: { 'editor.stickyScroll.enabled': true },
};

/** Waits until one is as the other: both may still be reading a log. */
async function becomeAlike(window: Workbench, other: Workbench): Promise<void> {
  await vi.waitFor(
    async () => {
      const [state, wanted] = await Promise.all([stateOf(window), stateOf(other)]);
      expect(state).toEqual(wanted);
    },
    { timeout: 30_000, interval: 100 },
  );
}

/** What can be seen of a window, and what an extension in it can. */
async function stateOf(window: Workbench): Promise<unknown> {
  const parts = await window.page.evaluate(() => {
    const shown = (selector: string): string[] =>
      [...document.querySelectorAll<HTMLElement>(selector)]
        .filter((element) => element.offsetParent !== null)
        .map(
          (element) =>
            `${element.getAttribute('aria-label') ?? ''}|${element.textContent.trim()}|${element.getAttribute('aria-expanded') ?? ''}`,
        );
    const box = (selector: string): string => {
      const { x, y, width, height } = document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
      return [x, y, width, height].map(Math.round).join(' ');
    };
    return {
      theme: document
        .querySelector('.monaco-workbench')
        ?.className.split(' ')
        .filter((name) => name.startsWith('vs')),
      tabs: shown('.tab'),
      files: shown('.explorer-folders-view .monaco-list-row .label-name'),
      panes: [...document.querySelectorAll('.pane-header')].map((header) => header.classList.contains('expanded')),
      parts: ['.part.sidebar', '.part.editor', '.part.panel', '.part.auxiliarybar', '.part.statusbar'].map(box),
      above: shown(
        '.notifications-toasts *, .quick-input-widget, .monaco-menu, .monaco-hover, .peekview-widget, .monaco-dialog-box',
      ),
      bell: document.querySelector('[id="status.notifications"]')?.getAttribute('aria-label'),
      status: shown('.statusbar-item').filter((text) => text.includes('ubelet')),
      focus: document.activeElement?.closest('.part')?.id,
    };
  });
  return { ...parts, inside: JSON.parse((await window.runAtOnce('driver.state')) ?? '{}') as unknown };
}

beforeEach(() => {
  vi.stubEnv('KUBELET_TIMELINE_OWN_WINDOWS', ''); // said by the second try of a file
  return () => void vi.unstubAllEnvs();
});

it.runIf(isDepth)(
  'offers where nothing is open what it did before a file that had opened nothing of ours',
  async () => {
    const notes: WorkbenchOptions = { files: { 'notes.md': { text: '# Notes\n' } } };
    const window = await takeWindow(notes);
    await window.openFile('notes.md');
    await window.closeAll();
    await giveBack(window, notes, false);
    const again = await takeWindow(NEXT);
    expect(again).toBe(window);
    expect(await again.isCommandOffered('Kubelet: Show Timeline')).toBe(true);
    await giveBack(again, NEXT, false);
  },
);

it.runIf(isDepth)(
  'is as a new one after a file that has used much of it, and closed after one that failed',
  async () => {
    const fresh = await Workbench.open(NEXT);
    onTestFinished(() => fresh.close());
    const used = await takeWindow(USED);
    const { page } = used;
    await used.goToLine(300);
    await used.runCommand('Kubelet: Show Timeline');
    await used.timeline().getByText('It has recovered', { exact: false }).first().waitFor();
    await used.runCommand('Kubelet: Copy Incident Report');
    await used.runCommand('View: Toggle Problems');
    await page.locator('.markers-panel .monaco-list-row').first().waitFor();
    await used.runCommand('Explorer: Focus on Outline View');
    await used.newDocument('typed and not saved');
    await used.runCommand('View: Split Editor');
    await used.openFile('folder/notes.md');
    await page.keyboard.type('not saved');
    await used.runCommand('View: Toggle Primary Side Bar Visibility');
    appendFileSync(join(used.folder, 'written.txt'), 'by the test');
    await page.keyboard.press('F1');
    await page.locator('.quick-input-widget:visible').waitFor();
    await giveBack(used, USED, false);
    const again = await takeWindow(NEXT);
    expect(again).toBe(used);
    await becomeAlike(again, fresh);
    // The file of the same name is the new one, from its begin.
    for (const window of [fresh, again]) await window.openFile('kubelet.log');
    await expect.poll(() => again.cursorPosition().innerText()).toBe('Ln 1, Col 1');
    await expect.poll(() => again.line('Started kubelet').isVisible()).toBe(true);
    await becomeAlike(again, fresh);
    // One in which a test failed is closed, and the kept one stays.
    await giveBack(again, NEXT, false);
    await giveBack(fresh, NEXT, true);
    expect([again.page.isClosed(), fresh.page.isClosed()]).toEqual([false, true]);
  },
);
