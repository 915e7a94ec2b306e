import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openPieces } from '../../../src/adapters/openBytes.ts';
import { instant } from '../../../src/kubelet/time.ts';
import type { WorkerEvent } from '../../../src/protocol/workerProtocol.ts';
import { createAnalysisService } from '../../../src/worker/service.ts';
import { projectRoot } from '../../support/shared.ts';

const log = readFileSync(join(projectRoot, 'test/fixtures/runs/v1.36.2-b-hang/kubelet.journal.short.log'));

/** Reads the log; a cancel waits in the mail box from the `after`th look on. Gives what was told last, and how often it looked. */
async function cancelledAfter(after: number): Promise<{ readonly last: WorkerEvent; readonly looks: number }> {
  let looks = 0;
  let tell: (event: WorkerEvent) => void = () => undefined;
  const ended = new Promise<WorkerEvent>((resolve) => {
    tell = resolve;
  });
  const service = createAnalysisService({
    post: (event) => {
      if (event.type === 'done' || event.type === 'failed') tell(event);
    },
    openFile: (name) => Promise.resolve(openPieces([log], name)),
    openPieces,
    describeError: () => undefined,
    pause: () => Promise.resolve(),
    isCancelled: () => (looks += 1) > after,
    now: () => instant(Date.UTC(2026, 10, 22) * 1000),
  });
  service.take({ type: 'open', name: 'k.log', source: { kind: 'file', path: 'k.log' }, options: { year: 2026 } });
  return { last: await ended, looks };
}

it('a log is given up at the first look into the mail box that finds a cancel, behind the reading too', async () => {
  const { last: done, looks: all } = await cancelledAfter(Number.POSITIVE_INFINITY);
  expect(done.type).toBe('done');
  // Lives, runs, episodes, relists and causes are steps of their own.
  expect(all).toBeGreaterThan(30);
  for (const after of [0, 1, Math.floor(all / 3), Math.floor(all / 2), all - 1]) {
    const { last, looks } = await cancelledAfter(after);
    expect(last).toMatchObject({ type: 'failed', problem: { kind: 'cancelled' } });
    expect(looks).toBe(after + 1);
  }
});
