/** How long it takes until a window shows what was written to a log: panel and status bar, by the page's own clock. On a machine that does nothing else. */
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { useWorkbench } from '../support/useWorkbench.ts';
import { sampleLog } from '../support/workbench.ts';

const lines = readFileSync(sampleLog, 'utf8').trimEnd().split('\n');
const BEGIN = 300;
const ROUNDS = 25;
/** Longer than a look and what is waited for behind it, and no multiple of it. */
const PAUSE_MS = 1370;
const workbench = useWorkbench({
  ownWindow: true,
  files: { 'kubelet-live.log': { text: `${lines.slice(0, BEGIN).join('\n')}\n` } },
  open: 'kubelet-live.log',
});

it('is a second at most, for half of the writes', async () => {
  await workbench().runCommand('Kubelet: Show Timeline');
  const count = workbench().timeline().getByText(`${BEGIN} lines`).first();
  await count.waitFor();
  const took: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    await workbench().page.waitForTimeout(PAUSE_MS);
    const at = BEGIN + 4 * (round - 1);
    const shown = workbench()
      .timeline()
      .locator('body')
      .evaluate(
        async (body, wanted) => {
          while (!body.textContent.includes(wanted))
            await new Promise((resolve) => void requestAnimationFrame(resolve));
          return Date.now();
        },
        `${at + 4} lines`,
      );
    const written = Date.now();
    appendFileSync(join(workbench().folder, 'kubelet-live.log'), `${lines.slice(at, at + 4).join('\n')}\n`);
    took.push((await shown) - written);
  }
  took.sort((a, b) => a - b);
  const median = took[ROUNDS >> 1] ?? Number.NaN;
  process.stdout.write(`shown after ${took[0]} to ${took.at(-1)} ms, half within ${median} ms\n`);
  expect(median).toBeLessThan(1000);
});
