/** Questions of which nobody awaits the answer any more. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openPieces } from '../../../src/adapters/openBytes.ts';
import { instant } from '../../../src/kubelet/time.ts';
import type { WorkerEvent } from '../../../src/protocol/workerProtocol.ts';
import { createAnalysisService } from '../../../src/worker/service.ts';
import { projectRoot } from '../../support/shared.ts';

const log = readFileSync(join(projectRoot, 'test/fixtures/runs/v1.36.2-b-hang/kubelet.journal.short.log'));
const AT = Date.UTC(2026, 10, 21, 0, 33) * 1000;
const QUESTIONS = {
  timeline: { kind: 'timeline', question: undefined },
  moment: { kind: 'moment', question: { time: AT } },
  whatIf: { kind: 'whatIf', question: { changes: [['requestTimeout', '30s']] } },
} as const;

/** A service that has read the log. */
function opened(): {
  /** Looks into the mail box that find nothing, before one tells that the answer is of no use; gives how often it was looked, and the answer. */
  readonly ask: (kind: keyof typeof QUESTIONS, stopAfter?: number) => Promise<{ looks: number; answer: unknown }>;
} {
  let looks = 0;
  let most = 0;
  let id = 0;
  const answers = new Map<number, unknown>();
  const service = createAnalysisService({
    post: (event: WorkerEvent) => {
      if (event.type === 'answer') answers.set(event.id, event.answer);
      else if (event.type === 'refused') answers.set(event.id, event.why);
    },
    openFile: (name) => Promise.resolve(openPieces([log], name)),
    openPieces,
    describeError: () => undefined,
    pause: () => Promise.resolve(),
    isStopped: (question) => question === id && (looks += 1) > most,
    now: () => instant(AT),
  });
  service.take({ type: 'open', name: 'k.log', source: { kind: 'sent' }, options: { year: 2026 } });
  service.take({ type: 'send', piece: log.toString('utf8'), last: true });
  return {
    ask: async (kind, stopAfter = Number.POSITIVE_INFINITY) => {
      [looks, most] = [0, stopAfter];
      id += 1;
      service.take({ type: 'ask', id, ...QUESTIONS[kind] });
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
      return { looks, answer: answers.get(id) };
    },
  };
}

it.each(['timeline', 'moment', 'whatIf'] as const)(
  'the answer to a %s is given up wherever it is found out, and asked again it is as if it had not been begun',
  { timeout: 60_000 },
  async (kind) => {
    const whole = await opened().ask(kind);
    expect(whole.answer).toBeDefined();
    // The model runs over minutes, and is asked after each.
    expect(whole.looks).toBeGreaterThan(10);
    const service = opened();
    for (const after of [0, 1, 2, 3, Math.floor(whole.looks / 2)])
      expect(await service.ask(kind, after)).toEqual({ looks: after + 1, answer: undefined });
    expect((await service.ask(kind)).answer).toEqual(whole.answer);
  },
);
