import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { findLogsInStream } from '../../../src/adapters/findLogsIn.ts';
import { findBytes } from '../../../src/adapters/findBytes.ts';
import { InputError, describeInputError } from '../../../src/adapters/inputError.ts';
import { openPieces } from '../../../src/adapters/openBytes.ts';
import { instant } from '../../../src/kubelet/time.ts';
import type { HoverAnswer, QuestionKind, Questions, WorkerEvent } from '../../../src/protocol/workerProtocol.ts';
import type { OpenedSource } from '../../../src/analysis/sources/openedSource.ts';
import { type AnalysisService, createAnalysisService } from '../../../src/worker/service.ts';
import { zipOf } from '../../support/archives.ts';
import { projectRoot } from '../../support/shared.ts';

/** A text of this form, as a part of an expected value. */
const matching = (form: RegExp): unknown => expect.stringMatching(form);

const text = readFileSync(join(projectRoot, 'test/fixtures/runs/v1.36.2-b-hang/kubelet.journal.short.log'), 'utf8');
const lines = text.split('\n');

interface Harness {
  readonly service: AnalysisService;
  readonly events: WorkerEvent[];
  ended(): Promise<WorkerEvent>;
  ask<Kind extends QuestionKind>(kind: Kind, question: Questions[Kind]['question']): Promise<unknown>;
}

/** A service with files in memory, read in small chunks. */
function serve(
  files: Record<string, string | Error> = {},
  chunk = 1 << 20,
  folders: Record<string, readonly string[]> = {},
): Harness {
  const events: WorkerEvent[] = [];
  let looks = 0;
  const waiting: ((event: WorkerEvent) => boolean)[] = [];
  const service = createAnalysisService({
    post: (event) => {
      events.push(event);
      for (const take of [...waiting]) if (take(event)) waiting.splice(waiting.indexOf(take), 1);
    },
    openFile: async (path, { from = 0 }): Promise<OpenedSource> => {
      const file = files[path];
      if (file === undefined) throw new InputError('not-found', path, 'ENOENT');
      const bytes = file instanceof Error ? file : new TextEncoder().encode(file).slice(from);
      async function* chunks(): AsyncIterable<Uint8Array> {
        if (bytes instanceof Error) throw bytes;
        for (let at = 0; at < bytes.length; at += chunk) {
          await Promise.resolve();
          yield bytes.slice(at, at + chunk);
        }
      }
      return { totalBytes: bytes instanceof Error ? 0 : bytes.length, chunks: chunks() };
    },
    openPieces,
    findLogs: async (path) => {
      const places = folders[path];
      return places === undefined
        ? undefined
        : { logs: places.map((place) => ({ path: `${path}/${place}`, place })), lookedAt: 7, cutShort: false };
    },
    findLogsInPieces: async (pieces, name, hooks) => {
      const found = await findLogsInStream(openPieces(pieces, name), hooks);
      return 'logs' in found ? found : undefined;
    },
    describeError: describeInputError,
    findBytes,
    pause: () =>
      new Promise((resolve) => {
        setImmediate(resolve);
      }),
    // A clock on which the work between two looks takes 20 ms.
    now: () => instant(Date.UTC(2026, 10, 22) * 1000 + (looks += 1) * 20_000),
  });
  const next = (wanted: (event: WorkerEvent) => boolean): Promise<WorkerEvent> =>
    new Promise((resolve) => {
      const found = events.find(wanted);
      if (found !== undefined) return resolve(found);
      waiting.push((event) => {
        if (!wanted(event)) return false;
        resolve(event);
        return true;
      });
    });
  let asked = 0;
  return {
    service,
    events,
    ended: () => next((event) => event.type === 'done' || event.type === 'failed'),
    async ask(kind, question) {
      const id = (asked += 1);
      service.take({ type: 'ask', id, kind, question } as Parameters<AnalysisService['take']>[0]);
      const event = await next((one) => (one.type === 'answer' || one.type === 'refused') && one.id === id);
      if (event.type !== 'answer') throw new Error(event.type === 'refused' ? event.why : event.type);
      return event.answer;
    },
  };
}

function openFile(harness: Harness, path: string): void {
  harness.service.take({ type: 'open', name: path, source: { kind: 'file', path }, options: { year: 2026 } });
}

describe('what the reader is to know of the options', () => {
  it('stands among the warnings of the timeline', async () => {
    const { service, ended, ask } = serve({ '/k.log': text });
    service.take({
      type: 'open',
      name: 'k.log',
      source: { kind: 'file', path: '/k.log' },
      options: { warnings: ['The setting is no year.'] },
    });
    await ended();
    expect(await ask('timeline', undefined)).toMatchObject({ warnings: [{ text: 'The setting is no year.' }] });
  });
});

describe('a file', () => {
  it('is read, with progress, and summed up', async () => {
    const harness = serve({ 'k.log': text }, 1000);
    openFile(harness, 'k.log');
    expect(await harness.ended()).toMatchObject({
      type: 'done',
      summary: {
        headline: 'PLEG unhealthy for about 2m10s, recovered',
        state: 'recovered',
        lines: 477,
        skips: 21,
        episodes: 1,
      },
    });
    expect(harness.events.some((event) => event.type === 'progress' && event.progress.phase === 'replaying')).toBe(
      true,
    );
  });

  it('of many megabytes is looked at for skips before its lines are read', async () => {
    const chatter = `Nov 21 00:35:40 worker-2 kubelet[2100]: I1121 00:35:40.000000    2100 kubelet_getters.go:187] "Pod status updated" pod="kube-system/${'x'.repeat(2000)}"\n`;
    const harness = serve({ 'k.log': text + chatter.repeat(5000) });
    openFile(harness, 'k.log');
    expect(await harness.ended()).toMatchObject({ type: 'done', summary: { skips: 21 } });
    const headlines = harness.events.flatMap((event) =>
      event.type === 'progress' && event.progress.headline !== undefined ? [event.progress] : [],
    );
    expect(headlines[0]).toMatchObject({
      lines: 0,
      headline: matching(/^The kubelet .* in 2 stretches, the longest from 2026-11-21 00:31:42/),
    });
    // A megabyte takes 20 ms here: every third one is told.
    expect(headlines.length).toBeGreaterThan(3);
    expect(headlines.length).toBeLessThan(7);
  });

  it('that is not there, is a folder, or vanishes while it is read is a problem in words', async () => {
    for (const [path, file, title] of [
      ['gone', undefined, /no file gone/],
      ['var', new InputError('folder', 'var'), /var is a folder/],
      ['k.log', new InputError('vanished', 'k.log'), /vanished/],
    ] as const) {
      const harness = serve(file === undefined ? {} : { [path]: file });
      openFile(harness, path);
      expect(await harness.ended()).toMatchObject({
        type: 'failed',
        problem: { kind: 'input', title: matching(title), whatToDo: matching(/.{10}/) },
      });
    }
  });

  it('of another program is no kubelet log', async () => {
    const harness = serve({ 'nginx.log': '10.0.0.1 - - "GET /"\n' });
    openFile(harness, 'nginx.log');
    expect(await harness.ended()).toMatchObject({
      type: 'failed',
      problem: { kind: 'not-kubelet', title: matching(/nginx\.log holds no kubelet records/) },
    });
    expect(await harness.ask('timeline', undefined)).toBeUndefined();
  });

  it('is given up when it is cancelled', async () => {
    const harness = serve({ 'k.log': text.repeat(40) }, 4096);
    openFile(harness, 'k.log');
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    harness.service.take({ type: 'cancel' });
    expect(await harness.ended()).toMatchObject({ type: 'failed', problem: { kind: 'cancelled' } });
  });

  it('a defect is told with its detail, not thrown', async () => {
    const harness = serve({ 'k.log': new TypeError('oops') });
    openFile(harness, 'k.log');
    expect(await harness.ended()).toMatchObject({
      type: 'failed',
      problem: { kind: 'internal' },
      detail: matching(/oops/),
    });
  });
});

describe('a file that only the editor can read', () => {
  const sendBytes = (harness: Harness, bytes: Uint8Array, until = bytes.length): void => {
    harness.service.take({ type: 'open', name: 'k.log.gz', source: { kind: 'bytes' }, options: {} });
    for (let at = 0; at < until; at += 10_000)
      harness.service.take({ type: 'send', piece: bytes.slice(at, at + 10_000), last: false });
    if (until === bytes.length) harness.service.take({ type: 'send', piece: '', last: true });
  };

  it('is unpacked, and gives its lines', async () => {
    const harness = serve();
    sendBytes(harness, gzipSync(text));
    expect(await harness.ended()).toMatchObject({ type: 'done', summary: { lines: 477, skips: 21 } });
    expect(await harness.ask('lines', { from: 399, to: 401 })).toEqual(lines.slice(398, 401));
    expect(await harness.ask('loneReturns', { source: 1 })).toEqual(new Uint32Array());
  });

  it('that is cut gives what came, with a warning', async () => {
    const harness = serve();
    const packed = gzipSync(text.repeat(4));
    sendBytes(harness, packed.subarray(0, packed.length - 2000));
    expect(await harness.ended()).toMatchObject({ type: 'done' });
    expect(JSON.stringify(await harness.ask('timeline', undefined))).toContain('k.log.gz is cut');
  });

  it('has the year of its date where the log names none, and so has its text', async () => {
    const short = lines
      .filter((line) => line.includes('kubelet[') && !line.includes('2026'))
      .slice(0, 300)
      .join('\n');
    for (const kind of ['bytes', 'sent'] as const) {
      const harness = serve();
      harness.service.take({
        type: 'open',
        name: 'k.log',
        source: { kind, modified: Date.UTC(2019, 11, 24) },
        options: {},
      });
      harness.service.take({
        type: 'send',
        piece: kind === 'sent' ? short : new TextEncoder().encode(short),
        last: false,
      });
      harness.service.take({ type: 'send', piece: '', last: true });
      await harness.ended();
      const document = (await harness.ask('timeline', undefined)) as { readonly origin: number };
      expect(new Date(document.origin / 1000).getUTCFullYear()).toBe(2019);
    }
  });

  it('tells where lone carriage returns break its lines', async () => {
    const harness = serve();
    sendBytes(
      harness,
      new TextEncoder().encode(lines.map((line, index) => (index === 5 ? `${line}\rmore` : line)).join('\n')),
    );
    await harness.ended();
    expect(await harness.ask('loneReturns', { source: 0 })).toEqual(Uint32Array.of(6));
  });

  it('is given up before and while it is read', async () => {
    const early = serve();
    sendBytes(early, gzipSync(text), 10_000);
    early.service.take({ type: 'cancel' });
    expect(await early.ask('timeline', undefined)).toBeUndefined();
    const late = serve();
    sendBytes(late, new TextEncoder().encode(text.repeat(40)));
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    late.service.take({ type: 'cancel' });
    expect(await late.ended()).toMatchObject({ type: 'failed', problem: { kind: 'cancelled' } });
  });
});

describe('a folder', () => {
  const half = Math.floor(lines.length / 2);
  const older = `${lines.slice(0, half).join('\n')}\n`;
  const newer = lines.slice(half).join('\n');

  it('gives the logs in it as one, with the path of each source', async () => {
    const harness = serve({ 'var/log/kubelet.log': newer, 'var/log/kubelet.log.1': older }, 1000, {
      'var/log': ['kubelet.log', 'kubelet.log.1'],
    });
    openFile(harness, 'var/log');
    expect(await harness.ended()).toMatchObject({
      type: 'done',
      summary: {
        lines: 477,
        skips: 21,
        episodes: 1,
        files: [{ path: 'var/log/kubelet.log.1' }, { path: 'var/log/kubelet.log' }],
      },
    });
    expect(await harness.ask('timeline', undefined)).toMatchObject({ sources: ['kubelet.log.1', 'kubelet.log'] });
    expect(await harness.ask('lineTime', { source: 1, line: 400 - half })).toBe(
      Date.UTC(2026, 10, 21, 0, 31, 52) * 1000 + 501_724,
    );
    expect(await harness.ask('lineTime', { source: 0, line: 400 - half })).toBeLessThan(
      Date.UTC(2026, 10, 21, 0, 28) * 1000,
    );
    expect(await harness.ask('lineTime', { source: 2, line: 1 })).toBeUndefined();
  });

  it('may be an archive, whose logs are opened by their place in it', async () => {
    const half = lines.length >> 1;
    const parts = [lines.slice(0, half), lines.slice(half)].map((part) =>
      Buffer.from(`${part.join('\n').trimEnd()}\n`),
    );
    const archive = zipOf({
      'b/kubelet.log.1': parts[0] ?? Buffer.alloc(0),
      'a/kubelet.log': parts[1] ?? Buffer.alloc(0),
    });
    const harness = serve();
    harness.service.take({ type: 'open', name: 'logs.zip', source: { kind: 'bytes' }, options: {} });
    harness.service.take({ type: 'send', piece: archive, last: false });
    harness.service.take({ type: 'send', piece: '', last: true });
    expect(await harness.ended()).toMatchObject({
      type: 'done',
      summary: {
        lines: 477,
        skips: 21,
        files: [
          { path: 'logs.zip', inside: 'b/kubelet.log.1' },
          { path: 'logs.zip', inside: 'a/kubelet.log' },
        ],
      },
    });
    for (const [source, first] of [0, half].entries())
      expect(await harness.ask('lines', { source, from: 10, to: 12 })).toEqual(lines.slice(first + 9, first + 12));
    expect(
      await harness.ask('hover', { source: 1, line: 4, firstLine: 4, lines: lines.slice(half + 3, half + 4) }),
    ).toMatchObject({ state: 'done', message: {} });
  });

  it('without a kubelet log is a problem in words', async () => {
    const harness = serve({}, 1000, { home: [] });
    openFile(harness, 'home');
    expect(await harness.ended()).toMatchObject({
      type: 'failed',
      problem: {
        kind: 'not-kubelet',
        title: 'home holds no kubelet log (7 files looked at).',
        whatToDo: matching(/journalctl -u kubelet/),
      },
    });
  });

  it('with a log that vanishes is a problem in words, and it can be cancelled', async () => {
    const harness = serve({ 'd/kubelet.log': new InputError('vanished', 'kubelet.log') }, 1000, { d: ['kubelet.log'] });
    openFile(harness, 'd');
    expect(await harness.ended()).toMatchObject({
      type: 'failed',
      problem: { kind: 'input', title: matching(/vanished/) },
    });
    const long = serve({ 'd/a.log': text.repeat(30), 'd/b.log': text.repeat(30) }, 4096, { d: ['a.log', 'b.log'] });
    openFile(long, 'd');
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    long.service.take({ type: 'cancel' });
    expect(await long.ended()).toMatchObject({ type: 'failed', problem: { kind: 'cancelled' } });
  });
});

describe('text that is sent', () => {
  it('gives the same as the file', async () => {
    const harness = serve();
    harness.service.take({ type: 'open', name: 'Untitled-1', source: { kind: 'sent' }, options: {} });
    for (let at = 0; at < text.length; at += 10_000)
      harness.service.take({ type: 'send', piece: text.slice(at, at + 10_000), last: false });
    harness.service.take({ type: 'send', piece: '', last: true });
    expect(await harness.ended()).toMatchObject({ type: 'done', summary: { skips: 21, lines: 477 } });
  });
});

describe('questions', () => {
  it('explain a message before the log is read, and what follows afterwards', async () => {
    const harness = serve({ 'k.log': text });
    const line = lines.findIndex((one) => one.includes('4m2.166611941s')) + 1;
    const question = { line, firstLine: line - 1, lines: lines.slice(line - 2, line + 3) };
    expect(await harness.ask('hover', question)).toMatchObject({
      state: 'reading',
      message: { title: 'Skipping pod synchronization' },
    });
    openFile(harness, 'k.log');
    await harness.ended();
    const answer = await harness.ask('hover', question);
    expect(answer).toMatchObject({ state: 'done', message: { title: 'Skipping pod synchronization' } });
    expect(JSON.stringify(answer)).toContain('This is skip 1 of 19 of episode 2');
  });

  it('explain both of two lines that count once', async () => {
    const twice = lines.slice(0, 40).join('\n');
    const all = `$ grep kubelet a.log\n${lines.slice(3, 9).join('\n')}\n\n$ cat a.log\n${twice}\n`;
    const harness = serve({ 'k.log': all });
    openFile(harness, 'k.log');
    await harness.ended();
    const shown = all.split('\n');
    const titles = async (line: number): Promise<string | undefined> =>
      ((await harness.ask('hover', { line, firstLine: line, lines: shown.slice(line - 1) })) as HoverAnswer).message
        ?.title;
    for (const [index, line] of lines.slice(3, 9).entries()) {
      const last = shown.lastIndexOf(line) + 1;
      expect(last).toBeGreaterThan(9);
      expect(await titles(index + 2), line).toBe(await titles(last));
    }
    const copy = await harness.ask('hover', { line: 2, firstLine: 2, lines: shown.slice(1) });
    expect(JSON.stringify(copy)).toContain('This line stands in the log twice and counts once, as line 13.');
    const fourth = await harness.ask('hover', { line: 5, firstLine: 2, lines: shown.slice(1) });
    expect(JSON.stringify(fourth)).toContain('counts once, as line 16.');
  });

  it('have no moment for an age in a line without a stamp', async () => {
    const line =
      'kubelet.go:1873] "Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active 4h5m43s ago; threshold is 3m0s"';
    const harness = serve({ 'k.log': `${line}\n` });
    const answerFor = async (name: string, own: string): Promise<string> => {
      openFile(harness, name);
      await harness.ended();
      const question = { line: 1, firstLine: 1, lines: [own], column: own.indexOf('4h5m43s') };
      return JSON.stringify(await harness.ask('hover', question));
    };
    const untimed = await answerFor('k.log', line);
    expect(untimed).toContain('4h5m43s: 4 hours, 5 minutes and 43 seconds.');
    expect(untimed).not.toContain('That long before');
  });

  it('wait for the analysis where they need it', async () => {
    const harness = serve({ 'k.log': text });
    openFile(harness, 'k.log');
    expect(await harness.ask('timeline', undefined)).toMatchObject({ title: 'k.log', state: 'recovered' });
    expect(await harness.ask('answerMarkdown', undefined)).toContain('It has recovered');
  });

  it('give the time of a line and the lines themselves', async () => {
    const harness = serve({ 'k.log': text }, 777);
    openFile(harness, 'k.log');
    await harness.ended();
    expect(await harness.ask('lineTime', { source: 0, line: 400 })).toBe(
      Date.UTC(2026, 10, 21, 0, 31, 52) * 1000 + 501_724,
    );
    expect(await harness.ask('lines', { from: 399, to: 401 })).toEqual(lines.slice(398, 401));
    expect(await harness.ask('lines', { from: 476, to: 9999 })).toEqual(lines.slice(475, 477));
  });

  it('are refused in words, without a stack, where the file is gone meanwhile', async () => {
    const files: Record<string, string> = { 'k.log': text };
    const harness = serve(files);
    openFile(harness, 'k.log');
    await harness.ended();
    delete files['k.log'];
    await expect(harness.ask('lines', { from: 1, to: 2 })).rejects.toThrow(/^There is no file k\.log\.$/);
  });
});

describe('what an editor asks around a text', () => {
  const sent = async (content: string): Promise<Harness> => {
    const harness = serve();
    harness.service.take({ type: 'open', name: 'Untitled-1', source: { kind: 'sent' }, options: { year: 2026 } });
    harness.service.take({ type: 'send', piece: content, last: true });
    await harness.ended();
    return harness;
  };

  it('text that has grown is read on from its old end, and is then the log that it became', async () => {
    const before = lines.slice(0, 390).join('\n');
    const harness = await sent(`${before}\n`);
    expect(await harness.ask('grow', { text: text.slice(before.length + 1) })).toBe(true);
    expect(harness.events.filter(({ type }) => type === 'done')).toHaveLength(2);
    const whole = await sent(text);
    for (const kind of ['outline', 'answerMarkdown'] as const) {
      const question = { source: 0 } as never;
      expect(await harness.ask(kind, question)).toEqual(await whole.ask(kind, question));
    }
  });

  it('a line that may belong to the one before is not read on', async () => {
    const harness = await sent(text);
    expect(await harness.ask('grow', { text: '\tmain.main()\n' })).toBe(false);
    expect(await harness.ask('grow', { text: 'goroutine 1 [running]:\n' })).toBe(false);
    expect(harness.events.filter(({ type }) => type === 'done')).toHaveLength(1);
  });

  it('the outline, the pod of a name and its lines come from the one analysis', async () => {
    const harness = await sent(text);
    expect(await harness.ask('outline', { source: 0 })).toMatchObject({
      episodes: [{ startup: true }, { startup: false }],
    });
    expect(await harness.ask('outline', { source: 7 })).toBeUndefined();
    const identity = await harness.ask('identity', { text: 'pod="default/crasher-1"', column: 8 });
    expect(identity).toMatchObject({ pod: { namespace: 'default', name: 'crasher-1' } });
    const own = await harness.ask('podLines', { source: 0, pod: { namespace: 'default', name: 'crasher-1' } });
    expect((own as Uint32Array).length).toBeGreaterThan(5);
  });
});

describe('a report', () => {
  const names = ['worker-2', 'kube-system', 'crasher-1', 'k.log'];

  it('is Markdown or the parts of a web page', async () => {
    const harness = serve({ '/logs/k.log': text });
    harness.service.take({ type: 'open', name: 'k.log', source: { kind: 'file', path: '/logs/k.log' }, options: {} });
    const report = await harness.ask('reportMarkdown', { picture: '/logs/my report-chart.svg' });
    expect(report).toMatchObject({
      text: matching(/^# PLEG unhealthy[^]*worker-2[^]*!\[PLEG staleness from .*\]\(my%20report-chart\.svg\)/),
      picture: matching(/^<svg [^]*worker-2/),
    });
    expect(await harness.ask('reportParts', undefined)).toMatchObject({
      title: matching(/^PLEG unhealthy/),
      before: matching(/worker-2/),
      document: matching(/^\{"bytes":"/),
    });
  });

  it.each(['file', 'sent', 'bytes', 'folder'] as const)(
    'of a %s has no name of the log where it is redacted',
    async (kind) => {
      const harness = serve({ '/logs/k.log': text }, 10_000, { '/logs': ['k.log'] });
      const source =
        kind === 'file' || kind === 'folder'
          ? ({ kind: 'file', path: kind === 'file' ? '/logs/k.log' : '/logs' } as const)
          : ({ kind } as const);
      harness.service.take({ type: 'open', name: 'k.log', source, options: { redact: true } });
      if (kind === 'sent') {
        harness.service.take({ type: 'send', piece: text.slice(0, 5001), last: false });
        harness.service.take({ type: 'send', piece: text.slice(5001), last: true });
      }
      if (kind === 'bytes') harness.service.take({ type: 'send', piece: new TextEncoder().encode(text), last: true });
      expect((await harness.ended()).type).toBe('done');
      const report = JSON.stringify(await harness.ask('reportMarkdown', { picture: 'chart.svg' }));
      const parts = JSON.stringify(await harness.ask('reportParts', undefined));
      expect(report).toContain('21 of 21 skips explained');
      expect(report).toContain('node-1');
      expect(report).toContain('<svg');
      for (const name of names) {
        expect(text.includes(name) || name === 'k.log').toBe(true);
        expect(report).not.toContain(name);
        expect(parts).not.toContain(name);
      }
    },
  );
});
