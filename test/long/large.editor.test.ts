/** Logs far above what VS Code gives extensions, in a real VS Code: it shows them itself, the timeline works, and a mark opens a part of the log with all that a log has. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { useWorkbench } from '../support/useWorkbench.ts';
import { projectRoot } from '../support/shared.ts';

/** All of it is read, and shown in a browser, on a machine that may do other things. */
const PATIENCE_MS = 900_000;
/** What is said once of a file that VS Code gives extensions no text of. */
const LIMIT = 'VS Code gives extensions no text of files above 50 MB';

describe.each([
  ['256m', 256],
  ['1g', 1024],
])('a log of %s', (size, mebibytes) => {
  const workbench = useWorkbench({
    ownWindow: true,
    files: { 'notes.md': { text: '# Notes\n' } },
    open: 'notes.md',
    settings: { 'workbench.editorLargeFileConfirmation': 4096 },
  });

  it(
    'is shown by VS Code, has its timeline, and opens where a mark is',
    async () => {
      const path = join(workbench().folder, 'kubelet-large.log');
      const file = openSync(path, 'w');
      const generator = spawn(
        process.execPath,
        [join(projectRoot, 'test/bench/generate-log.mjs'), size, '7', '--format=short'],
        { stdio: ['ignore', file, 'inherit'] },
      );
      const [code] = (await once(generator, 'exit')) as [number];
      closeSync(file);
      expect(code).toBe(0);
      expect(statSync(path).size).toBeGreaterThan((mebibytes - 1) * 1024 * 1024);

      const began = Date.now();
      await workbench().openFile('kubelet-large.log');
      // While VS Code still reads it, and where nothing of ours ran before.
      await workbench().page.locator('.statusbar-item', { hasText: LIMIT }).waitFor();
      await expect.poll(() => workbench().languageMode().innerText(), { timeout: PATIENCE_MS }).toBe('Kubelet Log');
      const shown = Date.now();
      await workbench().page.locator('.view-line', { hasText: 'kubelet' }).first().waitFor({ timeout: PATIENCE_MS });
      expect(await workbench().headline().innerText()).toContain('Kubelet: large log');
      await workbench().runCommand('Kubelet: Show Timeline');
      const page = workbench().timeline();
      await page.locator('.answer h1').waitFor({ timeout: PATIENCE_MS });
      console.log(
        `${size}: shown by VS Code after ${((shown - began) / 1000).toFixed(1)} s, its timeline ${((Date.now() - shown) / 1000).toFixed(1)} s later`,
      );
      await page.locator('#tab-table').click();
      await page.locator('table[role=grid]').press('End');
      const row = page
        .locator('table[role=grid] tbody tr[data-place]')
        .filter({ has: page.locator('td.col-line:not(:empty)') })
        .last();
      const line = Number(await row.locator('td.col-line').innerText());
      expect(line).toBeGreaterThan(mebibytes * 1000);
      await row.dblclick();
      await workbench().activeTab(`kubelet-large.log (line ${line}).kubelet.log`).waitFor({ timeout: PATIENCE_MS });
      await expect.poll(() => workbench().logLine().innerText()).toBe(`Log line ${line}`);
      expect(await workbench().cursorPosition().innerText()).toContain('Ln 2001,');
    },
    2 * PATIENCE_MS,
  );
});
