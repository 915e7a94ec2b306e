import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileFollower } from '../../../src/adapters/follow/followFile.ts';
import { describeInputError } from '../../../src/adapters/inputError.ts';
import { openBytes, openPieces } from '../../../src/adapters/openBytes.ts';
import { instant } from '../../../src/kubelet/time.ts';
import type { AnalysisSummary, QuestionKind, Questions, WorkerEvent } from '../../../src/protocol/workerProtocol.ts';
import { type AnalysisService, createAnalysisService } from '../../../src/worker/service.ts';
import { projectRoot } from '../../support/shared.ts';

const lines = readFileSync(join(projectRoot, 'test/fixtures/runs/v1.36.2-b-hang/kubelet.journal.short.log'), 'utf8')
  .trimEnd()
  .split('\n');
/** Lines with these numbers, both inclusive. */
const part = (from: number, to: number): string => `${lines.slice(from - 1, to).join('\n')}\n`;

let folder: string;
let log: string;
let events: WorkerEvent[];
let opened: number;
let service: AnalysisService;
/** Done once the file was read to its end, before anybody is told. */
let whenRead: (() => void) | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'following-'));
  log = join(folder, 'kubelet.log');
  events = [];
  opened = 0;
  whenRead = undefined;
  service = createAnalysisService({
    post: (event) => events.push(event),
    openFile: async (path, options) => {
      opened += 1;
      const bytes = await openBytes(path, options);
      const chunks = async function* (): AsyncGenerator<Uint8Array> {
        yield* bytes.chunks;
        whenRead?.();
      };
      return { ...bytes, chunks: chunks() };
    },
    openPieces,
    describeError: describeInputError,
    follow: (path, sink) => new FileFollower(path, sink),
    wait: (milliseconds) =>
      new Promise((resolve) => {
        setTimeout(resolve, milliseconds / 10).unref();
      }),
    pause: () =>
      new Promise((resolve) => {
        setImmediate(resolve);
      }),
    now: () => instant(Date.now() * 1000),
  });
});
afterEach(() => {
  service.take({ type: 'follow', on: false });
  rmSync(folder, { recursive: true });
});

function read(text: string, written = new Date()): void {
  writeFileSync(log, text);
  utimesSync(log, written, written);
  service.take({
    type: 'open',
    name: 'kubelet.log',
    source: { kind: 'file', path: log },
    options: { year: 2026, warnings: ['A word about the options.'] },
  });
}
const summaries = (): readonly AnalysisSummary[] =>
  events.flatMap((event) => (event.type === 'done' ? [event.summary] : []));
const told = async (wanted: Partial<AnalysisSummary>): Promise<void> => {
  await expect.poll(() => summaries().at(-1)).toMatchObject(wanted);
};
let asked = 0;
async function ask<Kind extends QuestionKind>(kind: Kind, question: Questions[Kind]['question']): Promise<unknown> {
  const id = (asked += 1);
  service.take({ type: 'ask', id, kind, question } as Parameters<AnalysisService['take']>[0]);
  const answer = (): WorkerEvent | undefined => events.find((event) => event.type === 'answer' && event.id === id);
  await expect.poll(answer).toBeDefined();
  const event = answer();
  return event?.type === 'answer' ? event.answer : undefined;
}

describe('a file that is written to without a pause', () => {
  it.each([0, 100, 200])(
    'is told of within a second, by a clock that stands but for waiting and for answers of %i ms',
    async (cost) => {
      const appended: { readonly lines: number; readonly at: number }[] = [];
      const shown: { readonly lines: number; readonly at: number }[] = [];
      let clock = Date.now();
      let next = 441;
      let ends: (() => void) | undefined;
      const ended = new Promise<void>((resolve) => (ends = resolve));
      const timed = createAnalysisService({
        post: (event) => {
          if (event.type !== 'done') return;
          clock += cost;
          shown.push({ lines: event.summary.lines, at: clock });
        },
        openFile: openBytes,
        openPieces,
        describeError: describeInputError,
        follow: (path, sink) => new FileFollower(path, sink),
        // Each look finds that something was written since the last one.
        wait: async (milliseconds) => {
          if (next > lines.length) {
            ends?.();
            return new Promise<void>(() => undefined);
          }
          appendFileSync(log, part(next, next));
          appended.push({ lines: next, at: clock });
          next += 1;
          clock += milliseconds;
          return Promise.resolve();
        },
        pause: () => Promise.resolve(),
        now: () => instant(clock * 1000),
      });
      writeFileSync(log, part(1, 440));
      timed.take({
        type: 'open',
        name: 'kubelet.log',
        source: { kind: 'file', path: log },
        options: { year: 2026 },
      });
      await ended;
      expect(appended).toHaveLength(lines.length - 440);
      // The last lines may still be on their way.
      for (const { lines: count, at } of appended.slice(0, -6)) {
        const first = shown.find((one) => one.lines >= count);
        expect((first?.at ?? Number.POSITIVE_INFINITY) - at, `line ${count}`).toBeLessThanOrEqual(1000);
      }
    },
  );
});

describe('a short file that was written just now', () => {
  it('is read as a whole: its last line may be all that tells of a kubelet', async () => {
    read(part(2, 2));
    await told({ lines: 1, follows: 'on' });
    appendFileSync(log, part(3, 477));
    await told({ lines: 476, skips: 21 });
    expect(opened).toBe(1);
  });

  it('goes on with the rest of a line that was taken', async () => {
    read(`${part(1, 30)}${lines[30]?.slice(0, 40)}`);
    await told({ lines: 31 });
    appendFileSync(log, `${lines[30]?.slice(40)}\n${part(32, 477)}`);
    await told({ lines: 477, skips: 21 });
    expect(opened).toBe(1);
  });

  it('is called what it is where journalctl found nothing', async () => {
    read('-- No entries --\n');
    await expect.poll(() => JSON.stringify(events)).toContain('the unit may have another name');
    expect(JSON.stringify(events)).not.toContain('is empty');
  });
});

describe('a file that is written to', () => {
  it('is read on, and never again from its begin', async () => {
    read(part(1, 300));
    await told({ lines: 300, follows: 'on' });
    appendFileSync(log, part(301, 420));
    await told({ lines: 420, state: 'unhealthy-at-end' });
    appendFileSync(log, part(421, 477));
    await told({ lines: 477, state: 'recovered' });
    expect(opened).toBe(1);
    expect(await ask('timeline', undefined)).toMatchObject({ warnings: [{ text: 'A word about the options.' }] });
    expect(await ask('lines', { from: 450, to: 450 })).toEqual([lines[449]]);
  });

  it('tells no more when it rests', async () => {
    read(part(1, 300));
    await told({ lines: 300 });
    const { length } = events;
    await new Promise((resolve) => {
      setTimeout(resolve, 300);
    });
    expect(events.length).toBe(length);
  });

  it('is left alone while that is wished, and nothing is lost then', async () => {
    read(part(1, 300));
    await told({ lines: 300 });
    service.take({ type: 'follow', on: false });
    await told({ lines: 300, follows: 'stopped' });
    appendFileSync(log, part(301, 420));
    renameSync(log, `${log}.1`);
    writeFileSync(log, part(421, 477));
    await new Promise((resolve) => {
      setTimeout(resolve, 200);
    });
    expect(summaries().at(-1)).toMatchObject({ lines: 300, follows: 'stopped' });
    service.take({ type: 'follow', on: true });
    await told({ lines: 477, follows: 'on', state: 'recovered' });
  });

  it('loses nothing where it is rotated while it is read', async () => {
    whenRead = () => {
      renameSync(log, `${log}.1`);
      writeFileSync(log, part(301, 477));
    };
    read(part(1, 300));
    await told({ lines: 477, files: [{ path: `${log}.1` }, { path: log }] });
    expect(opened).toBe(1);
  });

  it('that cannot be read any more leaves what was read, in words, and is not followed', async () => {
    read(part(1, 477));
    await told({ lines: 477, follows: 'on' });
    renameSync(log, `${log}.gone`);
    mkdirSync(log); // as a reader without rights meets it: root may read everything
    writeFileSync(join(log, 'x'), '');
    await told({ lines: 477, follows: 'stopped' });
    expect(JSON.stringify(await ask('timeline', undefined))).toContain('What is written to it is not read any more.');
  });

  it('of several files has each line where it stands', async () => {
    read(part(1, 300));
    await told({ lines: 300 });
    renameSync(log, `${log}.1`);
    writeFileSync(log, part(301, 477));
    await told({ lines: 477, files: [{ path: `${log}.1` }, { path: log }] });
    expect(await ask('lines', { source: 0, from: 300, to: 300 })).toEqual([lines[299]]);
    expect(await ask('lines', { source: 1, from: 1, to: 1 })).toEqual([lines[300]]);
    expect(await ask('timeline', undefined)).toMatchObject({
      sources: ['kubelet.log.1', 'kubelet.log'],
    });
  });

  it('is to be read anew where another log has its name', async () => {
    read(part(200, 300));
    await told({ lines: 101 });
    writeFileSync(log, part(1, 100));
    await expect.poll(() => events.at(-1)).toEqual({ type: 'outdated' });
  });

  it('is to be read anew where a record goes on that was thought complete', async () => {
    const half = 100;
    read(`${part(1, 476).repeat(6)}${lines[476]?.slice(0, half)}`, new Date(1000));
    await told({ lines: 476 * 6 + 1 });
    appendFileSync(log, `${lines[476]?.slice(half)}\n`);
    await expect.poll(() => events.at(-1)).toEqual({ type: 'outdated' });
  });
});
