import { describe, expect, it, vi } from 'vitest';
import type { WorkerPort } from '../../../src/adapters/workerThread.ts';
import { AnalysisClient, type AnalysisStatus } from '../../../src/editor/analysisClient.ts';
import { RunningQuestion } from '../../../src/editor/panel/runningQuestion.ts';
import { printing } from '../../../src/kubelet/printable.ts';
import type { WorkerEvent, WorkerRequest } from '../../../src/protocol/workerProtocol.ts';

class FakePort implements WorkerPort<WorkerRequest, WorkerEvent> {
  readonly posted: WorkerRequest[] = [];
  tell: (event: WorkerEvent) => void = () => undefined;
  die: (why: string) => void = () => undefined;
  isDisposed = false;
  post(message: WorkerRequest): void {
    this.posted.push(message);
  }
  onMessage(listener: (event: WorkerEvent) => void): void {
    this.tell = listener;
  }
  onDeath(listener: (why: string) => void): void {
    this.die = listener;
  }
  dispose(): void {
    this.isDisposed = true;
  }
}

const SUMMARY = { headline: 'h', state: 'healthy', lines: 1, skips: 0, episodes: 0 } as const;

function start(): { port: FakePort; client: AnalysisClient; seen: AnalysisStatus['kind'][] } {
  const port = new FakePort();
  const client = new AnalysisClient(port);
  const seen: AnalysisStatus['kind'][] = [];
  client.onStatus((status) => seen.push(status.kind));
  return { port, client, seen };
}

describe('opening', () => {
  it('sends text in pieces that join to the whole and never cut a character', () => {
    const { port, client } = start();
    const text = `${'x'.repeat((1 << 20) - 1)}😀${'y'.repeat(10)}`;
    client.open('log', { kind: 'sent' }, {});
    client.send(text);
    client.endText();
    const pieces = port.posted.flatMap((request) =>
      request.type === 'send' && typeof request.piece === 'string' ? [request.piece] : [],
    );
    expect(pieces.join('')).toBe(text);
    expect(pieces.every((piece) => piece.isWellFormed())).toBe(true);
    expect(port.posted.at(-1)).toEqual({ type: 'send', piece: '', last: true });
  });

  it('ends an empty text too', () => {
    const { port, client } = start();
    client.open('log', { kind: 'sent' }, {});
    client.endText();
    expect(port.posted.at(-1)).toEqual({ type: 'send', piece: '', last: true });
  });
});

describe('status', () => {
  it('goes from reading to done, and stays there', () => {
    const { port, client, seen } = start();
    port.tell({ type: 'progress', progress: { bytes: 1, lines: 0, phase: 'reading' } });
    port.tell({ type: 'done', summary: SUMMARY });
    port.tell({ type: 'failed', problem: { kind: 'internal', title: printing`t`, whatToDo: printing`w` } });
    expect(seen).toEqual(['reading', 'done']);
    expect(client.status.kind).toBe('done');
  });

  it('is cancelled at once, whatever the worker still says', () => {
    const { port, client } = start();
    client.cancel();
    port.tell({ type: 'done', summary: SUMMARY });
    expect(client.status).toMatchObject({ kind: 'failed', problem: { kind: 'cancelled' } });
    expect(port.posted).toEqual([{ type: 'cancel' }]);
  });

  it('settles for those who wait, also when the analysis is closed under them', async () => {
    const { client } = start();
    const waiting = client.settled();
    client.dispose();
    expect((await waiting).kind).toBe('failed');
  });
});

describe('questions', () => {
  it('get their own answer', async () => {
    const { port, client } = start();
    const first = client.ask('lineTime', { source: 0, line: 1 });
    const second = client.ask('lineTime', { source: 0, line: 2 });
    port.tell({ type: 'answer', id: 2, answer: 22 });
    port.tell({ type: 'answer', id: 1, answer: 11 });
    expect(await Promise.all([first, second])).toEqual([11, 22]);
  });

  it('fail when the worker refuses, dies or is closed', async () => {
    const { port, client } = start();
    const refused = client.ask('timeline', undefined);
    port.tell({ type: 'refused', id: 1, why: 'no' });
    await expect(refused).rejects.toThrow('no');
    const orphaned = client.ask('timeline', undefined);
    port.die('out of memory');
    await expect(orphaned).rejects.toThrow('out of memory');
    await expect(client.ask('timeline', undefined)).rejects.toThrow('out of memory'); // at once: nobody would answer
    client.dispose();
    expect(port.isDisposed).toBe(true);
    await expect(client.ask('timeline', undefined)).rejects.toThrow('closed');
  });
});

describe('a question that is taken back', () => {
  it('rejects at once, tells the worker, and hears of no answer', async () => {
    const { port, client } = start();
    const abort = new AbortController();
    const asked = client.ask('moment', { time: 1 }, abort.signal);
    const other = client.ask('moment', { time: 2 });
    abort.abort();
    await expect(asked).rejects.toThrow('taken back');
    expect(port.posted.at(-1)).toEqual({ type: 'stop', id: 1 });
    port.tell({ type: 'answer', id: 1, answer: undefined });
    port.tell({ type: 'answer', id: 2, answer: undefined });
    expect(await other).toBeUndefined();
  });

  it('says nothing more once it was answered', async () => {
    const { port, client } = start();
    const abort = new AbortController();
    const asked = client.ask('timeline', undefined, abort.signal);
    port.tell({ type: 'answer', id: 1, answer: undefined });
    await asked;
    abort.abort();
    expect(port.posted.filter(({ type }) => type === 'stop')).toEqual([]);
  });
});

describe('a running question', () => {
  it('is given up for a newer one, but not before it has run for a while', () => {
    vi.useFakeTimers();
    try {
      const [waited, answered] = [new RunningQuestion(), new RunningQuestion()];
      for (const one of [waited, waited, answered]) one.giveUpSoon();
      answered.end();
      vi.advanceTimersByTime(250);
      expect(waited.signal.aborted).toBe(false);
      vi.advanceTimersByTime(100);
      expect([waited.signal.aborted, answered.signal.aborted]).toEqual([true, false]);
    } finally {
      vi.useRealTimers();
    }
  });
});
