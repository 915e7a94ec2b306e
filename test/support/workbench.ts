import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { type BrowserContext, type FrameLocator, type Locator, type Page } from 'playwright-core';
import { inject } from 'vitest';
import { windowUrl } from '../../tools/vscode-host/server.mjs';
import { sampleLog } from '../../scripts/lib/project.mjs';
import { Driver } from './driver.ts';
import { laneBrowser } from './laneBrowser.ts';
import { ofThisLane } from './lanes.ts';
import { projectRoot } from './shared.ts';

export { sampleLog };

/** How long a window may take to come up on a loaded machine, and how long anything else in it. */
const START_TIMEOUT = 90_000;
const STEP_TIMEOUT = 30_000;
/** The size of a window where nobody asks for another. */
export const VIEWPORT = { width: 1400, height: 900 } as const;

export interface WorkbenchOptions {
  /** The workspace: name to the path of a file that is copied, or to `{ text }`. Default: the sample log. */
  files?: Record<string, string | { text: string | Uint8Array }>;
  /** The file of the workspace that is open at the start. */
  open?: string;
  /** Workspace settings, for example `workbench.colorTheme`. */
  settings?: Record<string, unknown>;
  /** Window size in pixels. */
  viewport?: { width: number; height: number };
  /** Another server than the run's. */
  server?: { url: string; address: string; token: string };
  /** The server has the driver. Default: the run's has. */
  isDriven?: boolean;
  /** Done before the window's address is opened. */
  prepare?: (page: Page, address: string) => Promise<void>;
  /** For `useWorkbench`: a window that served no other file (`keptWindow.ts`), for a test of how one begins, or one that leaves what nobody takes away. */
  ownWindow?: boolean;
}

let sharedContext: Promise<BrowserContext> | undefined;

/** One browser context for all files of a lane, so that the second window finds VS Code in the cache. */
function browserContext(): Promise<BrowserContext> {
  sharedContext ??= (async () => {
    const browser = await laneBrowser();
    const context = await browser.newContext({
      viewport: VIEWPORT,
      locale: 'en-US',
      colorScheme: 'dark',
      timezoneId: 'UTC',
    });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    return context;
  })();
  return sharedContext;
}

/** A VS Code window on a workspace folder of its own, as a test uses it. */
export class Workbench {
  readonly page: Page;
  /** The workspace folder, absolute. */
  readonly folder: string;
  /** Errors written to the window's console so far: a page's broken content security policy shows here. */
  readonly consoleErrors: string[] = [];
  readonly #driver: Driver | undefined;

  private constructor(page: Page, folder: string, isDriven: boolean) {
    this.page = page;
    this.folder = folder;
    if (isDriven) this.#driver = new Driver(folder);
    page.on('console', (message) => {
      if (message.type() === 'error') this.consoleErrors.push(message.text());
    });
  }

  static async open(options: WorkbenchOptions = {}): Promise<Workbench> {
    const folder = mkdtempSync(join(tmpdir(), 'kubelet-timeline-ws-'));
    writeWorkspace(folder, options);
    const page = await (await browserContext()).newPage();
    page.setDefaultTimeout(STEP_TIMEOUT);
    await page.setViewportSize(options.viewport ?? VIEWPORT);
    const workbench = new Workbench(page, folder, options.isDriven ?? options.server === undefined);
    const file = options.open === undefined ? {} : { file: join(folder, options.open) };
    const address = windowUrl(options.server ?? ofThisLane(inject('servers')), { folder, ...file });
    await options.prepare?.(page, address);
    await page.goto(address, { waitUntil: 'commit' });
    await page.locator('.monaco-workbench').waitFor({ timeout: START_TIMEOUT });
    await page.locator('.part.statusbar').waitFor({ timeout: START_TIMEOUT });
    await page.locator('.explorer-folders-view .monaco-list-row').first().waitFor({ timeout: START_TIMEOUT });
    if (options.open !== undefined)
      await workbench.activeTab(basename(options.open)).waitFor({ timeout: START_TIMEOUT });
    return workbench;
  }

  /** Runs one of VS Code's commands, or of the extensions beside ours, by its id: at once, in a window with the driver. */
  async runAtOnce(command: string, ...args: readonly unknown[]): Promise<string | undefined> {
    if (this.#driver === undefined) throw new Error(`${command}: this window has no driver`);
    return this.#driver.run(command, ...args);
  }

  /** Closes the window and removes its workspace. */
  async close(): Promise<void> {
    await this.page.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** The tab in front of the active editor group, if it shows this file. */
  activeTab(name: string): Locator {
    return this.page.locator(`.editor-group-container.active .tab.active[data-resource-name=${JSON.stringify(name)}]`);
  }

  /** Runs a command by its full title, for example `Kubelet: Show Timeline`: at once, where the driver knows it, others in the palette. Its dialog, if it has one, is open then. */
  async runCommand(title: string): Promise<void> {
    const id = this.#driver?.idOf(title);
    if (this.#driver === undefined || id === undefined) return this.runInPalette(title);
    const dialog = this.page.locator('.monaco-dialog-box').waitFor();
    dialog.catch(() => undefined); // none comes, as a rule
    await Promise.race([this.#driver.run(id), dialog]);
  }

  /** Runs a command by its full title as a user does, in the palette. */
  async runInPalette(title: string): Promise<void> {
    await this.withQuickInput('F1', async (input) => {
      await input.fill(`>${title}`, { timeout: 3000 });
      await this.quickInputRow(title).first().click({ timeout: 5000 });
      // While the palette still stands there, its row "Kubelet: …" could be taken for one of the list that the command puts up.
      await this.page.waitForFunction(
        () =>
          ![...document.querySelectorAll<HTMLInputElement>('.quick-input-widget .quick-input-box input')].some(
            ({ value, offsetParent }) => offsetParent !== null && value.startsWith('>'),
          ),
        undefined,
        { timeout: 5000 },
      );
    });
  }

  /** Runs a command of the stand-in (`standIn/extension.cjs`) and gives its answer. */
  async ask(title: string): Promise<string> {
    const answer = await this.#driver?.run(this.#driver.idOf(`Stand-In: ${title}`) ?? title);
    if (answer === undefined) throw new Error(`${title} gave no answer`);
    return answer;
  }

  /** Picks a row of the list that a command has put up, by the begin of its label. */
  async pickFromList(label: string): Promise<void> {
    const row = this.page.locator('.quick-input-widget:visible .quick-input-list .monaco-list-row', { hasText: label });
    await this.clickUntil(row.first(), row.first(), 'hidden');
  }

  /**
   * Says yes in VS Code's own dialog for files, and yes once more where a file is there already.
   * @param name of a file or a folder in the workspace, typed behind the folder's path, which the dialog comes with (a name that it proposes is marked, and gives way); else what it proposes stays
   */
  async answerFileDialog(name = ''): Promise<void> {
    const input = this.page.locator('.quick-input-widget:visible .quick-input-box input').first();
    const begins = (text: string): Promise<unknown> =>
      this.page.waitForFunction(
        (wanted) =>
          [...document.querySelectorAll<HTMLInputElement>('.quick-input-widget .quick-input-box input')].some(
            ({ value, offsetParent }) => offsetParent !== null && value.startsWith(wanted),
          ),
        text,
      );
    await begins(`${this.folder}/`); // until then the list before it may still stand there
    await input.pressSequentially(name, { delay: 20 });
    await begins(join(this.folder, name));
    for (const deadline = Date.now() + STEP_TIMEOUT; ;) {
      try {
        await input.press('Enter', { timeout: 3000 });
        return await input.waitFor({ state: 'hidden', timeout: 3000 });
      } catch (error) {
        if (Date.now() > deadline) throw error;
        if (!(await input.isVisible())) return;
      }
    }
  }

  /** True if the palette offers exactly this command now. */
  isCommandOffered(title: string): Promise<boolean> {
    return this.withQuickInput('F1', async (input) => {
      await input.fill(`>${title}`, { timeout: 3000 });
      // The list always ends up with some row: the command, another one, or "No matching commands". At first it may be that of before the typing.
      const rows = this.page.locator('.quick-input-widget .quick-input-list .monaco-list-row');
      await rows.first().waitFor({ timeout: 3000 });
      for (let before = ''; ;) {
        const now = (await rows.allInnerTexts()).join('\n');
        if (now === before) break;
        before = now;
        await this.page.waitForTimeout(100);
      }
      const offered = (await this.quickInputRow(title).count()) > 0;
      await this.page.keyboard.press('Escape');
      await input.waitFor({ state: 'hidden', timeout: 3000 });
      return offered;
    });
  }

  /** Opens a file of the workspace in the editor: that of a locked column stays where it is, as with quick open. */
  async openFile(name: string): Promise<void> {
    if (this.#driver === undefined) return this.openByQuickOpen(name);
    await this.#driver.run('vscode.open', { file: join(this.folder, name) }, { preview: false });
    await this.activeTab(basename(name)).waitFor();
  }

  private async openByQuickOpen(name: string): Promise<void> {
    await this.withQuickInput('Control+P', async (input) => {
      await input.fill(name, { timeout: 3000 });
      const row = this.page
        .locator('.quick-input-widget .quick-input-list .monaco-list-row', { hasText: basename(name) })
        .filter({ hasText: name.includes('/') ? dirname(name) : '' }); // the list before the typing took effect has what was open last: another file of that name, say
      await row.first().click({ timeout: 5000 });
      await this.activeTab(basename(name)).waitFor({ timeout: 10_000 });
    });
  }

  /** Opens a new document that is not saved, and pastes the text. */
  async newDocument(text: string): Promise<void> {
    await this.runCommand('File: New Untitled Text File');
    await this.page.locator('.tab.active[data-resource-name^="Untitled-"]').waitFor();
    await this.page.locator('.editor-group-container.active .monaco-editor').first().click();
    await this.page.evaluate((content) => navigator.clipboard.writeText(content), text);
    await this.page.keyboard.press('Control+V');
  }

  /** Closes all editors; what was typed and not saved is thrown away. */
  async closeAll(): Promise<void> {
    const unsaved = this.page.locator('.tab.dirty');
    for (let left = await unsaved.count(); left > 0; left = await unsaved.count()) {
      await unsaved.first().click();
      await this.runCommand('View: Revert and Close Editor');
      await this.page.waitForFunction((before) => document.querySelectorAll('.tab.dirty').length < before, left);
    }
    await this.runCommand('View: Close All Editors');
    await this.page.locator('.tab').first().waitFor({ state: 'detached' });
  }

  /** Picks an entry from the context menu of a file in the explorer. */
  pickFromExplorerMenu(file: string, entry: string): Promise<void> {
    return this.pickFromMenu(
      this.page.locator('.explorer-folders-view .monaco-list-row', { hasText: file }).first(),
      entry,
    );
  }

  /**
   * Picks an entry from the context menu of something on the screen. A menu that opens while the extension starts can
   * lack its entry, and a menu takes no click in its first 100 ms: both are tried anew, for as long as a step may take.
   */
  async pickFromMenu(target: Locator, entry: string, position?: { x: number; y: number }): Promise<void> {
    const item = this.page.locator('.monaco-menu .action-label', { hasText: entry }).first();
    const menu = this.page.locator('.monaco-menu').first();
    const deadline = Date.now() + STEP_TIMEOUT;
    if (await menu.isVisible()) await this.page.keyboard.press('Escape'); // of something else
    for (let clicked = false; ;) {
      try {
        if (!(await menu.isVisible())) {
          if (clicked) return;
          await target.click({ button: 'right', timeout: 5000, ...(position && { position }) });
        }
        await item.waitFor({ timeout: 3000 });
        await item.click({ timeout: 3000 });
        clicked = true;
        await item.waitFor({ state: 'hidden', timeout: 500 });
        return;
      } catch (error) {
        if (Date.now() > deadline) throw error;
        if ((await menu.isVisible()) && !(await item.isVisible())) await this.page.keyboard.press('Escape');
      }
    }
  }

  /**
   * Clicks something that the window draws anew at any time (a lens above a line that is still being read, say), and
   * with it takes the click away: again, until what it leads to is there. A click that is said to have failed counts too where it led there.
   */
  async clickUntil(target: Locator, effect: Locator, state: 'visible' | 'hidden' = 'visible'): Promise<void> {
    let clicked = false;
    for (const deadline = Date.now() + STEP_TIMEOUT; ;) {
      try {
        await target.waitFor({ timeout: 10_000 });
        clicked = true;
        await target.click({ timeout: 3000 });
        return await effect.waitFor({ state, timeout: 10_000 });
      } catch (error) {
        if (clicked && (await effect.isVisible()) === (state === 'visible')) return;
        if (Date.now() > deadline) throw error;
      }
    }
  }

  /** A button in the title bar of the active editor group, by its title. */
  titleBarButton(title: string): Locator {
    return this.page.locator(
      `.editor-group-container.active .editor-actions .action-label[aria-label^=${JSON.stringify(title)}]`,
    );
  }

  /** The name of the active editor's language, from the status bar. */
  languageMode(): Locator {
    return this.page.locator('.statusbar-item[id="status.editor.mode"]');
  }

  /** A line of the active text editor that is on the screen and holds this text. Spaces in VS Code's lines are no-break spaces: any white space matches. */
  line(text: string): Locator {
    const pattern = text
      .split(/\s+/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('\\s+');
    return this.page.locator('.view-line', { hasText: new RegExp(pattern) }).first();
  }

  /** Scrolls the first text editor to a line, and puts the cursor there; 1-based, as the column is. */
  async goToLine(line: number, column = 1): Promise<void> {
    // The key belongs to the text editor; after a command, the focus may be in the timeline's page.
    // Its left half is clicked: the middle of the longest line would scroll the text sideways.
    await this.page
      .locator('.editor-instance .monaco-editor .overflow-guard')
      .first()
      .click({ position: { x: 100, y: 60 } });
    await this.goToLineHere(line, column);
  }

  /** The same in the text editor that has the focus. Extensions hear of the focus a moment later: until then the cursor of the editor before is put there. */
  async goToLineHere(line: number, column = 1): Promise<void> {
    const place = this.cursorPosition().filter({ hasText: `Ln ${line}, Col ${column}` });
    for (let triesLeft = 4; (await this.#driver?.run('driver.goTo', line, column)) === 'true'; triesLeft -= 1) {
      const waited = place.waitFor({ timeout: 3000 });
      if (triesLeft === 1) return waited;
      const isThere = await waited.then(
        () => true,
        () => false,
      );
      if (isThere) return;
    }
    await this.withQuickInput('Control+G', async (input) => {
      await input.fill(`:${line}:${column}`, { timeout: 3000 });
      await this.page.keyboard.press('Enter');
      await place.waitFor({ timeout: 3000 });
    });
  }

  /** Where the cursor of the active text editor is, as the status bar says it: `Ln 12, Col 1`. */
  cursorPosition(): Locator {
    return this.page.locator('.statusbar-item[id="status.editor.selection"]');
  }

  /** Our item in the status bar. */
  headline(): Locator {
    return this.page.locator('.statusbar-item[id$="kubeletTimeline.headline"] a');
  }

  /** The log's line of the cursor in an excerpt, from the status bar. */
  logLine(): Locator {
    return this.page.locator('.statusbar-item[id$="kubeletTimeline.excerptLine"] a');
  }

  /** What is drawn in front of the text of a line of an excerpt: its number in the log. */
  numberBefore(lineText: string): Promise<string | undefined> {
    return this.page.evaluate((wanted) => {
      const line = [...document.querySelectorAll('.view-line')].find((element) =>
        element.textContent.replaceAll('\u00a0', ' ').includes(wanted),
      );
      for (const part of line?.querySelectorAll('span') ?? []) {
        const { content } = getComputedStyle(part, '::before');
        if (content !== 'none' && content !== 'normal') return content.replaceAll(/["\u00a0 ]/g, '');
      }
      return undefined;
    }, lineText);
  }

  /**
   * Moves the mouse over a word of a line on the screen.
   * @param lineText a part of the line
   * @param word a part of `lineText`; its middle is pointed at
   * @returns what the hover says
   */
  async hover(lineText: string, word = lineText): Promise<string> {
    const hover = this.page.locator('.monaco-hover:not(.hidden) .hover-contents');
    const deadline = Date.now() + STEP_TIMEOUT;
    for (;;) {
      const point = await this.pointOf(lineText, word);
      if (point) await this.page.mouse.move(point.x, point.y, { steps: 3 });
      try {
        await hover.first().waitFor({ timeout: 3000 });
        const text = (await hover.allInnerTexts()).join('\n').trim();
        if (text !== '' && !text.includes('Loading...')) return text;
      } catch (error) {
        if (Date.now() > deadline) throw error; // a hover asked for while the extension starts stays empty: ask again
      }
      await this.page.mouse.move(5, 5);
    }
  }

  /** Where a word of a line lies in the window. Lines are drawn anew while they are coloured, so this asks for positions, not for elements. */
  private pointOf(lineText: string, word: string): Promise<{ x: number; y: number } | undefined> {
    return this.page.evaluate(
      ([wantedLine, wantedWord]) => {
        const plain = (text: string) => text.replaceAll('\u00a0', ' ');
        const line = [...document.querySelectorAll('.view-line')].find((element) =>
          plain(element.textContent).includes(wantedLine),
        );
        if (!line) return undefined;
        const text = plain(line.textContent);
        let middle = text.indexOf(wantedWord, text.indexOf(wantedLine)) + Math.floor(wantedWord.length / 2);
        const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          const length = node.textContent?.length ?? 0;
          if (middle < length) {
            const range = document.createRange();
            range.setStart(node, middle);
            range.setEnd(node, middle + 1);
            const box = range.getBoundingClientRect();
            return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
          }
          middle -= length;
        }
        return undefined;
      },
      [lineText, word] as const,
    );
  }

  /** The inside of the timeline's page. With several panels on the screen, `nth` counts them in the order of the document; hidden panels have no page. */
  timeline(nth = 0): FrameLocator {
    return this.page.locator('iframe.webview.ready').nth(nth).contentFrame().locator('#active-frame').contentFrame();
  }

  /** Pop-up messages that are on the screen. */
  notifications(): Locator {
    return this.page.locator('.notifications-toasts .notification-list-item-message');
  }

  /** What "Running Extensions" says of an extension; it is listed there only once it is active. Waits for it, and closes the list again. */
  async runningExtension(displayName: string): Promise<string> {
    await this.runCommand('Developer: Show Running Extensions');
    const list = this.page.locator('.runtime-extensions-editor');
    const row = list.locator('.extension', { hasText: displayName }).filter({ hasNotText: 'Activating...' }).first();
    await list.locator('.extension').first().waitFor();
    await list.hover();
    const deadline = Date.now() + STEP_TIMEOUT;
    for (let down = 300; ; down = -down) {
      try {
        await row.waitFor({ timeout: 500 });
        const text = await row.innerText();
        await this.page.keyboard.press('Control+F4');
        return text;
      } catch (error) {
        if (Date.now() > deadline) throw error;
        await this.page.mouse.wheel(0, 3 * down); // only the rows on the screen exist
      }
    }
  }

  /** Saves a picture of the window. @returns its path */
  async screenshot(name: string, folder = join(projectRoot, 'out/e2e')): Promise<string> {
    const path = join(folder, `${name.replace(/[^\w.-]+/g, '-').slice(0, 100)}.png`);
    await this.page.screenshot({ path });
    return path;
  }

  /** Takes the focus out of a page within the window, by a click on the window's title. What lies over that, to move the window by, takes the click as well. */
  private takeFocus(): Promise<void> {
    return this.page.locator('.part.titlebar .window-title').click({ force: true });
  }

  private quickInputRow(title: string): Locator {
    const label = this.page.locator('.label-name', {
      hasText: new RegExp(`^${title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`),
    });
    return this.page.locator('.quick-input-widget .quick-input-list .monaco-list-row').filter({ has: label });
  }

  /**
   * Opens the palette or one of its relatives and does something in it. While a window is busy (a file is still opening,
   * an extension starts), keys get lost and the widget loses its focus and closes: then everything is done again. A page that comes up
   * while a menu is open can leave the focus where no key reaches VS Code: a click on the title takes it back.
   */
  private async withQuickInput<T>(key: string, action: (input: Locator) => Promise<T>): Promise<T> {
    const input = this.page.locator('.quick-input-widget:visible .quick-input-box input').first();
    const deadline = Date.now() + STEP_TIMEOUT;
    for (;;) {
      try {
        await this.page.keyboard.press(key);
        await input.waitFor({ timeout: 3000 });
        return await action(input);
      } catch (error) {
        if (Date.now() > deadline) throw error;
        if (await input.isVisible()) await this.page.keyboard.press('Escape');
        else await this.takeFocus();
      }
    }
  }
}

/** Writes the files that a window is to have, and its settings. */
export function writeWorkspace(folder: string, { files, settings }: WorkbenchOptions): void {
  const wanted = files ?? { [basename(sampleLog)]: sampleLog };
  for (const [name, content] of Object.entries(wanted)) writeWorkspaceFile(join(folder, name), content);
  if (settings) writeWorkspaceFile(join(folder, '.vscode/settings.json'), { text: JSON.stringify(settings) });
}

function writeWorkspaceFile(path: string, content: string | { text: string | Uint8Array }): void {
  mkdirSync(dirname(path), { recursive: true });
  if (typeof content === 'string') copyFileSync(content, path);
  else writeFileSync(path, content.text);
}
