import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { instant } from '../../../src/kubelet/time.ts';
import { isMomentDocument } from '../../../src/protocol/momentGuard.ts';
import type { WorkerEvent } from '../../../src/protocol/workerProtocol.ts';
import { createAnalysisService } from '../../../src/worker/service.ts';
import { projectRoot } from '../../support/shared.ts';

it('the worker answers what the inner state was, asked before the log is read too', async () => {
  const text = readFileSync(join(projectRoot, 'test/fixtures/runs/v1.36.2-b-hang/kubelet.journal.short.log'), 'utf8');
  const answer = await new Promise<unknown>((resolve, reject) => {
    const service = createAnalysisService({
      post: (event: WorkerEvent) => {
        if (event.type === 'answer') resolve(event.answer);
        else if (event.type === 'refused' || event.type === 'failed') reject(new Error(JSON.stringify(event)));
      },
      openFile: () => Promise.reject(new Error('not asked for')),
      findFiles: () => Promise.resolve([]),
      describeError: () => undefined,
      pause: () => Promise.resolve(),
      now: () => instant(Date.UTC(2026, 10, 22) * 1000),
    } as unknown as Parameters<typeof createAnalysisService>[0]);
    service.take({ type: 'open', name: 'kubelet.log', source: { kind: 'sent' }, options: { year: 2026 } });
    service.take({ type: 'ask', id: 1, kind: 'moment', question: { time: Date.UTC(2026, 10, 21, 0, 31) * 1000 } });
    service.take({ type: 'send', piece: text, last: true });
  });
  expect(isMomentDocument(answer)).toBe(true);
  expect(answer).toMatchObject({ loop: { state: 'blocked', known: 'proven' } });
});
