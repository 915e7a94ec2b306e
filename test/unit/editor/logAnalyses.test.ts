import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WorkerPort } from '../../../src/adapters/workerThread.ts';
import { AnalysisClient } from '../../../src/editor/analysisClient.ts';
import { LogAnalyses } from '../../../src/editor/logAnalyses.ts';
import { excerptOf, excerptUri, logShownBy, movedUri, workOnDisk } from '../../../src/editor/logUri.ts';
import { printing } from '../../../src/kubelet/printable.ts';
import type { WorkerEvent, WorkerRequest } from '../../../src/protocol/workerProtocol.ts';
import * as fake from './fakeVscode.ts';

vi.mock('vscode', () => import('./fakeVscode.ts'));

interface FakeWorker {
  readonly posted: WorkerRequest[];
  isAlive: boolean;
  tell: (event: WorkerEvent) => void;
  die: (why: string) => void;
}

let workers: FakeWorker[];
let analyses: LogAnalyses;

beforeEach(() => {
  vi.useFakeTimers();
  fake.reset();
  workers = [];
  analyses = new LogAnalyses(() => {
    const worker: FakeWorker = { posted: [], isAlive: true, tell: () => undefined, die: () => undefined };
    workers.push(worker);
    const port: WorkerPort<WorkerRequest, WorkerEvent> = {
      post: (message) => worker.posted.push(message),
      onMessage: (listener) => {
        worker.tell = listener;
      },
      onDeath: (listener) => {
        worker.die = listener;
      },
      dispose: () => {
        worker.isAlive = false;
      },
    };
    return new AnalysisClient(port);
  }, fake.silentLog);
});
afterEach(() => {
  analyses.dispose();
  vi.useRealTimers();
});

const alive = (): number => workers.filter((worker) => worker.isAlive).length;
const file = (name: string): ReturnType<typeof fake.asUri> => fake.asUri(fake.Uri.file(`/logs/${name}`));

describe('where the bytes come from', () => {
  it('a file is read by the worker itself', () => {
    analyses.of(file('k.log'));
    expect(workers[0]?.posted).toEqual([
      { type: 'open', name: 'k.log', source: { kind: 'file', path: '/logs/k.log' }, options: {} },
    ]);
  });

  it('text that is not saved is sent, also that of a changed file', async () => {
    const untitled = new fake.Document(new fake.Uri('untitled', 'Untitled-1'), 'kubelet-log', 'pasted');
    const dirty = new fake.Document(fake.Uri.file('/logs/k.log'), 'kubelet-log', 'changed');
    dirty.isDirty = true;
    for (const document of [untitled, dirty]) {
      fake.open(document);
      analyses.of(fake.asUri(document.uri));
      await vi.advanceTimersByTimeAsync(0);
      expect(workers.at(-1)?.posted).toMatchObject([
        { type: 'open', source: { kind: 'sent' } },
        { type: 'send', piece: document.text },
        { type: 'send', last: true },
      ]);
    }
  });

  it('what the worker does not read itself comes with the date of its file, if it has one', async () => {
    const dirty = new fake.Document(fake.Uri.file('/logs/k.log'), 'kubelet-log', 'changed');
    dirty.isDirty = true;
    fake.open(dirty);
    fake.open(new fake.Document(new fake.Uri('untitled', 'Untitled-1'), 'kubelet-log', 'pasted'));
    for (const path of ['/logs/k.log', '/repo/k.log', 'Untitled-1'])
      fake.write(path, { size: 7, mtime: 1_577_836_800_000 });
    fake.write('/repo/undated.log', { size: 7, mtime: 0 });
    const sources: unknown[] = [];
    for (const uri of [
      dirty.uri,
      new fake.Uri('vscode-vfs', '/repo/k.log'),
      new fake.Uri('vscode-vfs', '/repo/undated.log'),
      new fake.Uri('untitled', 'Untitled-1'),
    ]) {
      analyses.of(fake.asUri(uri));
      await vi.advanceTimersByTimeAsync(0);
      const first = workers.at(-1)?.posted[0];
      sources.push(first?.type === 'open' ? first.source : undefined);
    }
    expect(sources).toEqual([
      { kind: 'sent', modified: 1_577_836_800_000 },
      { kind: 'bytes', modified: 1_577_836_800_000 },
      { kind: 'bytes' },
      { kind: 'sent' },
    ]);
  });

  it('a virtual file is fetched, and a failure said', async () => {
    analyses.of(fake.asUri(new fake.Uri('vscode-vfs', '/repo/k.log')));
    await vi.waitFor(() => expect(workers[0]?.posted.at(-1)).toMatchObject({ type: 'send', last: true }));
    const gone = analyses.of(fake.asUri(new fake.Uri('vscode-vfs', '/gone.log')));
    expect(await gone.settled()).toMatchObject({
      kind: 'failed',
      problem: { kind: 'input', title: 'gone.log could not be read.' },
    });
  });

  it('a folder that lies on no disk is refused with what to open instead', async () => {
    fake.write('/repo/logs', { size: 0, mtime: 0, type: fake.FileType.Directory });
    const folder = analyses.of(fake.asUri(new fake.Uri('vscode-vfs', '/repo/logs')));
    expect(await folder.settled()).toMatchObject({
      kind: 'failed',
      problem: {
        title: 'The logs in logs cannot be looked for.',
        whatToDo: 'It is a folder on no disk of this machine. Open one of its logs, or an archive of them.',
      },
    });
  });

  it('in a browser VS Code reads what its user gave it, though that is called a file', async () => {
    workOnDisk(false);
    try {
      analyses.of(file('packed.log.gz'));
      await vi.waitFor(() => expect(workers[0]?.posted[0]).toMatchObject({ source: { kind: 'bytes' } }));
    } finally {
      workOnDisk(true);
    }
  });

  it('year and zone come from the settings, and a change reads again', () => {
    analyses.of(file('k.log'));
    fake.configure('kubeletTimeline.year', 2024);
    fake.configure('kubeletTimeline.timeZone', ' +02:00 ');
    expect(workers.at(-1)?.posted[0]).toMatchObject({ options: { year: 2024, timeZone: '+02:00' } });
    expect([workers.length, alive()]).toEqual([3, 1]);
  });
});

describe('a log that is gone while it is open', () => {
  const notThere: WorkerEvent = {
    type: 'failed',
    problem: { kind: 'input', title: printing`There is no file k.log.`, whatToDo: printing`Check the path.` },
  };

  it('a deleted file is read from its document, without a word of trouble', async () => {
    fake.open(new fake.Document(fake.Uri.file('/logs/k.log'), 'kubelet-log', 'still here'));
    const seen: string[] = [];
    analyses.of(file('k.log'), {});
    analyses.onDidChange(({ status }) => seen.push(status.kind));
    workers[0]?.tell(notThere);
    await vi.advanceTimersByTimeAsync(0);
    expect(workers[1]?.posted).toMatchObject([{ source: { kind: 'sent' } }, { piece: 'still here' }, { last: true }]);
    expect([seen, alive()]).toEqual([['reading'], 1]);
  });

  it('a deleted file without a document is said to be gone', async () => {
    const client = analyses.of(file('k.log'), {});
    workers[0]?.tell(notThere);
    expect(await client.settled()).toMatchObject({ kind: 'failed', problem: { title: 'There is no file k.log.' } });
    expect(workers).toHaveLength(1);
  });

  const pasted = new fake.Uri('untitled', 'Untitled-1');
  it('text that is closed without being saved keeps what was read of it', () => {
    const document = new fake.Document(pasted, 'kubelet-log', 'pasted');
    fake.open(document);
    const client = analyses.of(fake.asUri(pasted), {});
    workers[0]?.tell({ type: 'done', summary: { headline: 'h', state: 'healthy', lines: 1, skips: 0, episodes: 0 } });
    fake.reload(document, ''); // as VS Code does before it closes it
    fake.close(document);
    vi.runAllTimers();
    fake.configure('kubeletTimeline.year', 2024);
    expect([workers.length, alive()]).toEqual([1, 1]);
    expect(analyses.find(fake.asUri(pasted))).toBe(client);
  });

  it('text of a window that is loaded again is read once it is there', async () => {
    const client = analyses.of(fake.asUri(new fake.Uri('untitled', 'gone-1')), {});
    expect(await client.settled()).toMatchObject({ kind: 'failed', problem: { title: 'gone-1 is not open.' } });
    fake.open(new fake.Document(new fake.Uri('untitled', 'gone-1'), 'plaintext', 'restored'));
    expect(workers[1]?.posted[1]).toMatchObject({ piece: 'restored' });
  });

  it('unsaved changes of a file that a loaded window restores are read, once', async () => {
    const document = new fake.Document(fake.Uri.file('/logs/k.log'), 'kubelet-log', 'changed');
    analyses.of(file('k.log'), {});
    fake.open(document);
    expect(workers).toHaveLength(1);
    fake.soil(document);
    await vi.runAllTimersAsync();
    expect(workers[1]?.posted[1]).toMatchObject({ piece: 'changed' });
    fake.soil(document);
    vi.runAllTimers();
    expect(workers).toHaveLength(2);
  });
});

describe('a long text', () => {
  const line = `${'x'.repeat(199)}\n`;
  const posted = (worker: number): readonly WorkerRequest[] => workers[worker]?.posted ?? [];
  const isWhole = (worker: number): boolean => {
    const last = posted(worker).at(-1);
    return last?.type === 'send' && last.last;
  };
  function pasted(): fake.Document {
    const document = new fake.Document(new fake.Uri('untitled', 'Untitled-1'), 'kubelet-log', line.repeat(8000));
    fake.open(document);
    analyses.of(fake.asUri(document.uri));
    return document;
  }

  it('is sent in pieces, between which others have their turn', async () => {
    pasted();
    await vi.advanceTimersByTimeAsync(0);
    expect(isWhole(0)).toBe(false);
    await vi.advanceTimersByTimeAsync(100);
    expect(isWhole(0)).toBe(true);
    expect(
      posted(0)
        .map((request) => (request.type === 'send' ? request.piece : ''))
        .join(''),
    ).toBe(line.repeat(8000));
  });

  it('that is closed or cancelled meanwhile is not waited for', async () => {
    const document = pasted();
    const client = analyses.of(fake.asUri(document.uri), {});
    await vi.advanceTimersByTimeAsync(0);
    fake.close(document);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(client.status).toMatchObject({ kind: 'failed', problem: { title: 'Untitled-1 is not open.' } });
    pasted().version = 7;
    analyses.restart(fake.asUri(document.uri));
    await vi.advanceTimersByTimeAsync(0);
    analyses.find(fake.asUri(document.uri))?.cancel();
    await vi.advanceTimersByTimeAsync(10_000);
    expect([workers.length, isWhole(1)]).toEqual([2, false]);
  });

  it.each([
    ['typed in', (document: fake.Document) => fake.type(document, 'x')],
    ['given other ends of lines', fake.endLinesOtherwise],
  ])('that is %s meanwhile is sent anew after the pause, once', async (_name, change) => {
    const document = pasted();
    await vi.advanceTimersByTimeAsync(0);
    change(document);
    await vi.advanceTimersByTimeAsync(500);
    expect([workers.length, isWhole(0)]).toEqual([1, false]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect([workers.length, alive(), isWhole(1)]).toEqual([2, 1, true]);
  });
});

describe('one analysis a log', () => {
  it('whoever asks', () => {
    expect(analyses.of(file('k.log'))).toBe(analyses.of(file('k.log'), {}));
    expect(analyses.find(file('k.log'))).toBe(analyses.of(file('k.log')));
    expect(workers).toHaveLength(1);
  });

  it('made anew once when somebody stops typing', async () => {
    const document = new fake.Document(fake.Uri.file('/logs/k.log'), 'kubelet-log', 'a');
    fake.open(document);
    const seen: unknown[] = [];
    analyses.of(fake.asUri(document.uri));
    analyses.onDidChange(({ status }) => seen.push(status.kind));
    for (const letter of 'bcd') {
      fake.type(document, letter);
      vi.advanceTimersByTime(300);
    }
    expect(workers).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1000);
    expect(workers).toHaveLength(2);
    expect(workers[1]?.posted[1]).toMatchObject({ piece: 'abcd' });
    expect(seen).toEqual(['reading']);
  });
});

describe('a file that no editor shows', () => {
  const path = '/logs/k.log.gz';
  const done = (files?: readonly { readonly path: string }[]): void =>
    workers.at(-1)?.tell({
      type: 'done',
      summary: {
        headline: 'h',
        state: 'healthy',
        lines: 1,
        skips: 0,
        episodes: 0,
        ...(files === undefined ? {} : { files }),
      },
    });
  const look = async (): Promise<void> => {
    await analyses.lookForChanges(file('k.log.gz'));
    await vi.advanceTimersByTimeAsync(1000);
  };
  beforeEach(() => fake.write(path, { size: 100, mtime: 1 }));

  it('is read again when it was written, and only then', async () => {
    analyses.of(file('k.log.gz'), {});
    done();
    await look();
    expect(workers).toHaveLength(1);
    for (const [count, stat] of [
      [2, { size: 200, mtime: 1 }],
      [3, { size: 200, mtime: 2 }],
    ] as const) {
      fake.write(path, stat);
      await look();
      expect([workers.length, alive()]).toEqual([count, 1]);
      done();
      await look();
      expect(workers).toHaveLength(count);
    }
  });

  it('is not read again while it is being read, nor when the reading was cancelled', async () => {
    const client = analyses.of(file('k.log.gz'), {});
    await vi.advanceTimersByTimeAsync(0); // what it was when the reading began
    fake.write(path, { size: 200, mtime: 2 });
    await look();
    expect(workers).toHaveLength(1);
    client.cancel();
    await look();
    expect(workers).toHaveLength(1);
  });

  it('keeps what was read of it when it is gone, and is read when it comes back', async () => {
    analyses.of(file('k.log.gz'), {});
    done();
    fake.write(path, undefined);
    await look();
    expect(workers).toHaveLength(1);
    fake.write(path, { size: 300, mtime: 3 });
    await look();
    expect(workers).toHaveLength(2);
  });

  it('is a folder: each log in it is looked at', async () => {
    fake.write('/logs/k.log.gz/a', { size: 1, mtime: 1 });
    analyses.of(file('k.log.gz'), {});
    done([{ path: '/logs/k.log.gz/a' }]);
    await look();
    expect(workers).toHaveLength(1);
    fake.write('/logs/k.log.gz/a', { size: 2, mtime: 1 });
    await look();
    expect(workers).toHaveLength(2);
  });

  it('is left to the editor where its document is open', async () => {
    fake.open(new fake.Document(fake.Uri.file(path), 'kubelet-log'));
    analyses.of(file('k.log.gz'), {});
    done();
    fake.write(path, { size: 200, mtime: 2 });
    await look();
    expect(workers).toHaveLength(1);
  });
});

describe('a log that grows without a pause', () => {
  const document = (): fake.Document => {
    const made = new fake.Document(fake.Uri.file('/logs/k.log'), 'kubelet-log', 'a');
    fake.open(made);
    analyses.of(fake.asUri(made.uri), {});
    return made;
  };
  const grow = (made: fake.Document, seconds: number): void => {
    for (let at = 0; at < seconds * 10; at += 1) {
      fake.reload(made, `${made.text}.`);
      vi.advanceTimersByTime(100);
    }
  };
  const done = (): void =>
    workers
      .at(-1)
      ?.tell({ type: 'done', summary: { headline: 'h', state: 'healthy', lines: 1, skips: 0, episodes: 0 } });

  it('is read again all the same', () => {
    const made = document();
    done();
    grow(made, 4);
    expect(workers).toHaveLength(2);
  });

  it('lets the analysis that runs come to its end, and rests after it as its length demands', () => {
    const made = document();
    grow(made, 10);
    expect(workers).toHaveLength(1);
    done(); // after ten seconds
    grow(made, 35);
    expect(workers).toHaveLength(1);
    grow(made, 10);
    expect([workers.length, alive()]).toEqual([2, 1]);
  });
});

describe('a worker is released', () => {
  it('when its document is closed and no panel holds it', () => {
    const document = new fake.Document(fake.Uri.file('/logs/k.log'), 'kubelet-log');
    fake.open(document);
    analyses.of(fake.asUri(document.uri));
    fake.close(document);
    vi.runAllTimers();
    expect(alive()).toBe(0);
  });

  it('not when the language of the document changes', () => {
    const document = new fake.Document(fake.Uri.file('/logs/k.log'), 'plaintext');
    fake.open(document);
    analyses.of(fake.asUri(document.uri));
    void fake.languages.setTextDocumentLanguage(document, 'kubelet-log');
    vi.runAllTimers();
    expect(alive()).toBe(1);
  });

  it('when the last panel is closed and the document is not open', () => {
    const [first, second] = [{}, {}];
    analyses.of(file('k.log'), first);
    analyses.of(file('k.log'), second);
    analyses.release(file('k.log'), first);
    expect(alive()).toBe(1);
    analyses.release(file('k.log'), second);
    expect(alive()).toBe(0);
  });

  it('when too many logs without a panel were looked at', () => {
    analyses.of(file('panel.log'), {});
    for (let log = 0; log < 9; log += 1) analyses.of(file(`${log}.log`));
    expect(alive()).toBe(5);
    expect(analyses.find(file('panel.log'))).toBeDefined();
    expect(analyses.find(file('8.log'))).toBeDefined();
    expect(analyses.find(file('0.log'))).toBeUndefined();
  });

  it('with everything else at the end, and no listener stays', () => {
    analyses.of(file('k.log'), {});
    analyses.dispose();
    expect([alive(), fake.listenerCount()]).toEqual([0, 0]);
  });
});

describe('a question', () => {
  const done: WorkerEvent = { type: 'done', summary: {} as Extract<WorkerEvent, { type: 'done' }>['summary'] };
  const uri = file('k.log');
  const copied = (): Promise<string | undefined> =>
    analyses.ask(uri, async (client) => client.ask('answerMarkdown', undefined));
  /** The worker that has such a question, and its number. */
  const askedOf = async (worker: number): Promise<number> => {
    workers[worker]?.tell(done);
    await vi.advanceTimersByTimeAsync(0);
    const asked = workers[worker]?.posted.find(({ type }) => type === 'ask');
    return asked?.type === 'ask' ? asked.id : -1;
  };

  it('is answered when the document is closed meanwhile; then the worker goes', async () => {
    const document = new fake.Document(fake.Uri.file('/logs/k.log'), 'kubelet-log');
    fake.open(document);
    const answer = copied();
    const id = await askedOf(0);
    fake.close(document);
    await vi.runAllTimersAsync();
    workers[0]?.tell({ type: 'answer', id, answer: 'the report' });
    expect([await answer, alive()]).toEqual(['the report', 0]);
  });

  it('goes to the analysis that follows one that is replaced', async () => {
    const answer = copied();
    await askedOf(0);
    analyses.restart(uri);
    await vi.advanceTimersByTimeAsync(0);
    workers[1]?.tell({ type: 'answer', id: await askedOf(1), answer: 'the report' });
    expect([await answer, workers.length]).toEqual(['the report', 2]);
  });

  it('has no answer when the worker dies, or the extension ends', async () => {
    const died = copied();
    await askedOf(0);
    workers[0]?.die('out of memory');
    expect([await died, analyses.find(uri)?.status.kind]).toEqual([undefined, 'failed']);
    analyses.restart(uri);
    const ended = copied();
    await askedOf(1);
    analyses.dispose();
    expect([await ended, workers.length]).toEqual([undefined, 2]);
  });

  it('of a text with pseudonyms has a worker of its own, which goes with the answer', async () => {
    analyses.of(uri, {});
    const cancelled = { onCancellationRequested: () => ({ dispose: () => undefined }) };
    const answer = analyses.askRedacted(
      uri,
      async (client) => client.ask('answerMarkdown', undefined),
      cancelled as unknown as Parameters<typeof analyses.askRedacted>[2],
    );
    await vi.advanceTimersByTimeAsync(0);
    expect(workers[1]?.posted[0]).toMatchObject({ type: 'open', options: { redact: true } });
    workers[1]?.tell({ type: 'answer', id: await askedOf(1), answer: 'the report' });
    expect([await answer, alive()]).toEqual(['the report', 1]);
  });

  it('that the worker refuses is refused with its words', async () => {
    const answer = copied();
    workers[0]?.tell({ type: 'refused', id: await askedOf(0), why: 'no such source' });
    await expect(answer).rejects.toThrow('no such source');
  });
});

describe('a log that was renamed', () => {
  it('has a new address, also when it was a folder above it; others keep theirs', () => {
    const moved = (log: string, from: string, to: string): string | undefined =>
      movedUri(file(log), file(from), file(to))?.path;
    expect(moved('k.log', 'k.log', 'new.log')).toBe('/logs/new.log');
    expect(moved('n1/a/k.log', 'n1', 'node-1')).toBe('/logs/node-1/a/k.log');
    expect(moved('n10/k.log', 'n1', 'node-1')).toBeUndefined();
    expect(movedUri(fake.asUri(new fake.Uri('untitled', '/logs/n1/k.log')), file('n1'), file('x'))).toBeUndefined();
  });
});

describe('an excerpt', () => {
  it('says which log and line it shows', () => {
    const uri = excerptUri({ log: file('old log.gz'), from: 200, to: 600 }, 400);
    expect(excerptOf(uri)).toMatchObject({ line: 400, from: 200, to: 600 });
    expect(logShownBy(uri).log.toString()).toBe(file('old log.gz').toString());
    expect(logShownBy(uri)).toMatchObject({ firstLine: 200, isExcerpt: true });
  });

  it('is not read out of an address that is none', () => {
    for (const query of ['', 'x', '[]', '{"log":1,"from":1,"to":2}', '{"log":"file:///a"}'])
      expect(excerptOf(fake.asUri(new fake.Uri('kubelet-timeline-excerpt', '/a', query)))).toBeUndefined();
    expect(logShownBy(file('k.log'))).toEqual({ log: file('k.log'), firstLine: 1, isExcerpt: false });
  });
});

describe('text that only grows', () => {
  const done: WorkerEvent = {
    type: 'done',
    summary: { headline: 'h', state: 'healthy', lines: 1, skips: 0, episodes: 0 },
  };
  async function pasted(text: string): Promise<fake.Document> {
    const document = new fake.Document(new fake.Uri('untitled', 'Untitled-1'), 'kubelet-log', text);
    fake.open(document);
    analyses.of(fake.asUri(document.uri));
    await vi.advanceTimersByTimeAsync(0);
    workers[0]?.tell(done);
    return document;
  }
  const asked = (): unknown => workers[0]?.posted.at(-1);

  it('is read on, and its new analysis is told', async () => {
    const document = await pasted('first\n');
    const seen: string[] = [];
    analyses.onDidChange(({ status }) => seen.push(status.kind));
    const upToDate = analyses.upToDate(fake.asUri(document.uri), () => false);
    fake.append(document, 'second\n');
    fake.append(document, 'third\n');
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked()).toMatchObject({ type: 'ask', kind: 'grow', question: { text: 'second\nthird\n' } });
    workers[0]?.tell(done);
    workers[0]?.tell({ type: 'answer', id: 1, answer: true });
    expect(await upToDate).toBe(analyses.find(fake.asUri(document.uri)));
    expect([seen, workers.length]).toEqual([['done'], 1]);
    fake.append(document, 'fourth\n');
    await vi.advanceTimersByTimeAsync(10_000); // what grows by itself rests after each reading
    expect(asked()).toMatchObject({ question: { text: 'fourth\n' } });
  });

  it('is read anew where that is not sound, where its last line was not whole, and where more changed', async () => {
    const document = await pasted('first\n');
    fake.append(document, '\tof a stack\n');
    await vi.advanceTimersByTimeAsync(1000);
    workers[0]?.tell({ type: 'answer', id: 1, answer: false });
    await vi.advanceTimersByTimeAsync(0);
    expect([workers.length, alive()]).toEqual([2, 1]);
    workers[1]?.tell(done);
    fake.type(document, 'somewhere');
    await vi.advanceTimersByTimeAsync(1000);
    expect([workers.length, alive()]).toEqual([3, 1]);
    workers[2]?.tell(done);
    fake.append(document, ' goes on\n');
    await vi.advanceTimersByTimeAsync(1000);
    expect([workers.length, alive()]).toEqual([4, 1]);
  });
});
