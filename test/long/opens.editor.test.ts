/** Two hundred times opened, edited and closed in a real VS Code: the extension host's memory is where it was, and no worker is left. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { grownBetween, type OpenedMany } from '../support/openedMany.ts';
import { useWorkbench } from '../support/useWorkbench.ts';
import { sampleLog } from '../support/workbench.ts';

const workbench = useWorkbench({ files: { 'kubelet-many.log': sampleLog }, open: 'kubelet-many.log', ownWindow: true });

it('leaves nothing behind', async () => {
  const { count, heaps } = JSON.parse(await workbench().ask('Open Very Many')) as OpenedMany;
  for (const { heapUsed, external, rss, workers } of heaps)
    console.log(`heap ${mega(heapUsed)}, external ${mega(external)}, resident ${mega(rss)} MB, ${workers} ports`);
  expect(count).toBe(200);
  expect(heaps.at(-1)?.workers).toBe(heaps[0]?.workers);
  // Where it was before, but for less than one log, whose text alone VS Code keeps twice; and from fifty on of each log less than a tenth of its text.
  const size = readFileSync(sampleLog).length;
  expect(grownBetween(heaps[0], heaps.at(-1))).toBeLessThan(2 * size);
  expect(grownBetween(heaps[1], heaps.at(-1)) / (count - 50)).toBeLessThan(size / 10);
}, 1_600_000);

const mega = (bytes: number): string => (bytes / 1e6).toFixed(1);
