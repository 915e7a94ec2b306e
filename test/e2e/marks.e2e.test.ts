/** What is drawn into the text of a log and beside it: marks in the overview ruler, references, highlights; and that all of it follows what is typed, undone and added. */
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { useWorkbench } from '../support/useWorkbench.ts';
import { sampleLog } from '../support/workbench.ts';

const log = 'kubelet-node.log';
const text = readFileSync(sampleLog, 'utf8');
const lines = text.split('\n');
const lineOf = (words: string, from = 0): number =>
  lines.findIndex((line, at) => at >= from && line.includes(words)) + 1;
/** The unhealthy time lies between these lines. */
const EPISODE = {
  first: lineOf('Node became not ready'),
  last: lines.findLastIndex((line) => line.includes('Skipping pod synchronization')) + 1,
};
const POD = 'default/crasher-1';
const UID = /default\/crasher-1" event=\{"ID":"([0-9a-f-]{36})"/.exec(text)?.[1] ?? 'none';

const workbench = useWorkbench({
  files: { [log]: sampleLog, 'kubelet-fine.log': { text: lines.slice(0, 380).join('\n') } },
  open: log,
  viewport: { width: 1400, height: 900 },
  settings: {
    'editor.occurrencesHighlight': 'singleFile',
    'editor.scrollBeyondLastLine': false,
    'files.autoSave': 'off',
  },
});
const cursor = () => workbench().cursorPosition();
const lens = (words: string) => workbench().page.locator('.codelens-decoration a', { hasText: words });

/** The first and the last place of red in the left lane of the overview ruler, as parts of its height; `undefined` where there is none. */
async function redMarks(): Promise<{ readonly from: number; readonly to: number } | undefined> {
  const [from, to] = await workbench()
    .page.locator('.editor-group-container.active canvas.decorationsOverviewRuler')
    .first()
    .evaluate((canvas) => {
      if (!(canvas instanceof HTMLCanvasElement)) return [];
      const { width, height } = canvas;
      const pixels = canvas.getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
      const found: number[] = [];
      for (let y = 0; y < height; y += 1) {
        const at = 4 * (y * width + Math.floor(width / 6));
        if ((pixels[at] ?? 0) > 150 && (pixels[at + 1] ?? 0) < 100 && (pixels[at + 3] ?? 0) > 60)
          found.push(y / height);
      }
      return [found[0], found.at(-1)];
    });
  return from === undefined || to === undefined ? undefined : { from, to };
}

it('marks an unhealthy time in the overview ruler where its lines are, and nothing in a log without one', async () => {
  await expect.poll(redMarks).toBeDefined();
  const marks = await redMarks();
  const [first, last] = [EPISODE.first / lines.length, EPISODE.last / lines.length];
  expect(marks?.from).toBeGreaterThan(first - 0.05);
  expect(marks?.from).toBeLessThan(first + 0.05);
  expect(marks?.to).toBeGreaterThan(last - 0.05);
  expect(marks?.to).toBeLessThan(last + 0.05);
  await workbench().openFile('kubelet-fine.log');
  await expect.poll(() => workbench().page.locator('.statusbar').innerText()).toMatch(/No unhealthy time/);
  await expect.poll(redMarks).toBeUndefined();
  await workbench().openFile(log);
  await expect.poll(redMarks).toBeDefined();
});

it('finds all references of a pod, by its name and by its uid, wherever the cursor stands on it', async () => {
  const expected = [POD, `crasher-1_default`, UID, UID.replaceAll('-', '_')]
    .map((spelling) => text.split(spelling).length - 1)
    .reduce((sum, count) => sum + count, 0);
  expect(expected).toBeGreaterThan(10);
  const peek = workbench().page.locator('.peekview-widget');
  for (const spelling of [POD, UID]) {
    const line = lineOf(spelling);
    await workbench().goToLine(line, (lines[line - 1] ?? '').indexOf(spelling) + 3);
    await workbench().runCommand('Go to References');
    await expect.poll(() => peek.locator('.head .meta').innerText()).toContain(`References (${expected})`);
    await workbench().page.keyboard.press('Escape');
    await peek.waitFor({ state: 'detached' });
  }
});

it('highlights a container in sight in all lengths of its id', async () => {
  const id = /"([0-9a-f]{64})"/.exec(lines.slice(300).join('\n'))?.[1] ?? 'none';
  const line = lineOf(id, 300);
  const column = (lines[line - 1] ?? '').indexOf(id) + 5;
  const marked = workbench().page.locator('.cdr.wordHighlightText, .cdr.wordHighlight, .cdr.wordHighlightStrong');
  /** Moves the cursor there by a key: VS Code looks for what to highlight when it moves in a text that has the focus. */
  const goOn = async (at: number, to: number): Promise<void> => {
    await workbench().goToLine(at, to);
    await workbench().page.keyboard.press('ArrowRight');
  };
  await goOn(line, column);
  await expect.poll(() => marked.count()).toBeGreaterThanOrEqual(1);
  const named = lineOf(POD, 300);
  await goOn(named, (lines[named - 1] ?? '').indexOf(POD) + 10);
  // The whole name is one place, where VS Code by itself would mark a word of it.
  const widths = async (): Promise<number[]> =>
    (await marked.evaluateAll((nodes) => nodes.map((node) => node.getBoundingClientRect().width))).map(Math.round);
  const digit = await workbench()
    .page.locator('.view-line')
    .first()
    .evaluate((node) => {
      const range = document.createRange();
      const words = document.createTreeWalker(node, NodeFilter.SHOW_TEXT).nextNode() ?? node;
      range.setStart(words, 0);
      range.setEnd(words, 1);
      return range.getBoundingClientRect().width;
    });
  await expect.poll(async () => Math.max(...(await widths()), 0)).toBeGreaterThanOrEqual(digit * POD.length - 2);
});

it('follows what is typed at the begin of the text, and what is undone', async () => {
  const first = async (): Promise<number> => {
    await workbench().goToLine(1);
    await workbench().runCommand('Kubelet: Next Episode');
    await cursor().filter({ hasNotText: 'Ln 1,' }).waitFor();
    return Number(/^Ln (\d+),/.exec(await cursor().innerText())?.[1]);
  };
  const before = await first();
  await workbench().goToLine(1);
  await workbench().page.keyboard.type('# node 7\n# taken at noon\n');
  await expect.poll(first, { interval: 500 }).toBe(before + 2);
  await lens('PLEG unhealthy about 2m10s').first().waitFor();
  for (let undo = 0; undo < 2; undo += 1)
    await workbench()
      .runCommand('File: Revert File')
      .catch(() => undefined);
  await expect.poll(first, { interval: 500 }).toBe(before);
});

it('tells of what is written to the file behind the open text', async () => {
  await workbench().openFile('kubelet-fine.log');
  await expect.poll(redMarks).toBeUndefined();
  appendFileSync(join(workbench().folder, 'kubelet-fine.log'), `\n${lines.slice(380).join('\n')}`);
  await expect.poll(redMarks).toBeDefined();
  await expect.poll(() => workbench().page.locator('.statusbar').innerText()).toMatch(/PLEG unhealthy/);
});

it('loses its marks where somebody says that the text is none of ours, and has them again', async () => {
  const language = async (name: string): Promise<void> => {
    await workbench().languageMode().click();
    await workbench().page.locator('.quick-input-widget:visible .quick-input-box input').first().fill(name);
    await workbench().page.locator('.quick-input-list .monaco-list-row', { hasText: name }).first().click();
    await expect.poll(() => workbench().languageMode().innerText()).toBe(name);
  };
  await language('Plain Text');
  await expect.poll(redMarks).toBeUndefined();
  expect(await lens('PLEG unhealthy').count()).toBe(0);
  await language('Kubelet Log');
  await expect.poll(redMarks).toBeDefined();
});
