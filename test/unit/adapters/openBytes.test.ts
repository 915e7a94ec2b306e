import { chmod, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InputError, describeInputError } from '../../../src/adapters/inputError.ts';
import { type OpenOptions, openBytes, openStream } from '../../../src/adapters/openBytes.ts';

let folder = '';
const text = Array.from(
  { length: 60_000 },
  (_unused, i) => `line ${i} of a log that does not pack to nothing ${(i * 7919) % 10007}\n`,
).join('');
const file = (name: string): string => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kubelet-timeline-'));
  await writeFile(file('plain.log'), text);
  await writeFile(file('packed.log.gz'), gzipSync(text));
  await writeFile(file('members.gz'), Buffer.concat([gzipSync('one\n'), gzipSync('two\n')]));
  await writeFile(file('cut.gz'), gzipSync(text).subarray(0, 100_000));
  await writeFile(file('broken.gz'), brokenGzip());
  await writeFile(file('empty.log'), '');
  await writeFile(file('one-byte.log'), 'x');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function brokenGzip(): Buffer {
  const bytes = gzipSync(text);
  bytes.fill(0xff, 60_000, 60_100);
  return bytes;
}

async function readAll(name: string, options: OpenOptions = {}): Promise<string> {
  const { chunks } = await openBytes(file(name), options);
  return collect(chunks);
}

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts).toString('utf8');
}

async function kindOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error instanceof InputError ? error.kind : error;
  }
  return 'no error';
}

describe('the memory of a chunk', () => {
  it('is as large as a small file, of which thousands may wait for each other', async () => {
    const sizes: number[] = [];
    const { chunks } = await openBytes(file('one-byte.log'));
    for await (const chunk of chunks) sizes.push(chunk.buffer.byteLength);
    expect(sizes).toHaveLength(1);
    expect(sizes[0]).toBeLessThanOrEqual(4096);
  });

  it('does not lose what a small file has gained since it was opened', async () => {
    await writeFile(file('growing.log'), 'x');
    const { chunks } = await openBytes(file('growing.log'));
    await writeFile(file('growing.log'), text);
    expect(await collect(chunks)).toBe(text);
  });
});

describe('a log that something happens to while it is read', () => {
  const long = text.repeat(3);
  it.each<readonly [string, (path: string) => Promise<unknown>]>([
    ['deleted', (path) => rm(path)],
    [
      'replaced by another one',
      async (path) => {
        await writeFile(`${path}.new`, 'another log\n'.repeat(500_000));
        await rename(`${path}.new`, path);
      },
    ],
    ['made unreadable', (path) => chmod(path, 0)],
  ])('%s: what was opened is read to its end', async (_name, happen) => {
    const path = file('changes.log');
    await writeFile(path, long);
    const { chunks } = await openBytes(path);
    const parts: Uint8Array[] = [];
    for await (const chunk of chunks) {
      if (parts.length === 0) await happen(path);
      parts.push(chunk.slice());
    }
    expect(parts.length).toBeGreaterThan(1);
    expect(Buffer.concat(parts).equals(Buffer.from(long))).toBe(true);
    await rm(path, { force: true });
  });

  it('deleted before it is read a second time: it vanished, in words with a way to go on', async () => {
    const path = file('changes.log');
    await writeFile(path, long);
    await collect((await openBytes(path)).chunks);
    await rm(path);
    const error = await openBytes(path, { from: 10 }).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(describeInputError(error, 'changes.log')).toMatchObject({
      title: 'There is no file changes.log.',
      whatToDo: 'Check the path.',
    });
  });
});

describe('opening a log', () => {
  it('reads a file in chunks and tells size, age and progress', async () => {
    const progress: number[] = [];
    const opened = await openBytes(file('plain.log'), { onProgress: (bytes) => progress.push(bytes) });
    expect(opened.totalBytes).toBe(text.length);
    expect(Math.abs((opened.modified ?? 0) / 1000 - Date.now())).toBeLessThan(60_000);
    expect(await collect(opened.chunks)).toBe(text);
    expect(progress.at(-1)).toBe(text.length);
    expect(progress.length).toBeGreaterThan(2);
  });

  it('reads into memory that is given, a chunk after the other', async () => {
    const room = new Uint8Array(5000);
    let asked = 0;
    const opened = await openBytes(file('plain.log'), {
      into: () => ((asked += 1) % 3 === 1 ? undefined : room.subarray(1000)),
    });
    const decoder = new TextDecoder();
    let read = '';
    let there = 0;
    for await (const chunk of opened.chunks) {
      read += decoder.decode(chunk, { stream: true });
      if (chunk.buffer === room.buffer) {
        there += 1;
        expect([chunk.byteOffset, chunk.length <= 4000]).toEqual([1000, true]);
      }
    }
    expect(read).toBe(text);
    expect(there).toBeGreaterThan(2);
  });

  it('undoes gzip by its first bytes, several members too', async () => {
    expect(await readAll('packed.log.gz')).toBe(text);
    expect(await readAll('members.gz')).toBe('one\ntwo\n');
  });

  it('begins at an offset of the unpacked bytes', async () => {
    expect(await readAll('plain.log', { from: text.length - 10 })).toBe(text.slice(-10));
    expect(await readAll('packed.log.gz', { from: text.length - 10 })).toBe(text.slice(-10));
  });

  it('keeps what a cut gzip still gives, with a warning', async () => {
    const warnings: string[] = [];
    const read = await readAll('cut.gz', { onWarning: (warning) => warnings.push(warning) });
    expect(read.length).toBeGreaterThan(text.length / 4);
    expect(text.startsWith(read)).toBe(true);
    expect(warnings).toEqual([expect.stringContaining('is cut')]);
  });

  it('keeps what a damaged gzip gives before the damage, with a warning', async () => {
    const warnings: string[] = [];
    const read = await readAll('broken.gz', { onWarning: (warning) => warnings.push(warning) });
    expect(text.slice(0, 50_000)).toBe(read.slice(0, 50_000));
    expect(warnings).toEqual([expect.stringContaining('is damaged')]);
  });

  it('reads an empty file and a file of one byte', async () => {
    expect(await readAll('empty.log')).toBe('');
    expect(await readAll('one-byte.log')).toBe('x');
  });

  it('names what is wrong', async () => {
    expect(await kindOf(openBytes(folder))).toBe('folder');
    expect(await kindOf(openBytes(file('missing.log')))).toBe('not-found');
    expect(await kindOf(openBytes(join(file('plain.log'), 'inside')))).toBe('not-found');
  });

  it.skipIf(process.getuid?.() === 0)('says when a file may not be read', async () => {
    await writeFile(file('secret.log'), 'x');
    await chmod(file('secret.log'), 0);
    expect(await kindOf(openBytes(file('secret.log')))).toBe('not-allowed');
  });

  it('ends when it is cancelled, packed or not', async () => {
    for (const name of ['plain.log', 'packed.log.gz']) {
      const controller = new AbortController();
      const { chunks } = await openBytes(file(name), { signal: controller.signal });
      const reading = (async () => {
        for await (const chunk of chunks) if (chunk.length > 0) controller.abort();
      })();
      // A packed file of one chunk may be through before it looks up.
      expect(['cancelled', 'no error']).toContain(await kindOf(reading));
      if (name === 'plain.log') expect(await kindOf(reading)).toBe('cancelled');
    }
  });

  it('can be left in the middle', async () => {
    for (const name of ['plain.log', 'packed.log.gz']) {
      const { chunks } = await openBytes(file(name));
      let seen = 0;
      for await (const chunk of chunks) {
        seen += chunk.length;
        break;
      }
      expect(seen).toBeGreaterThan(0);
    }
  });

  it('reads a stream and passes its failure on as data', async () => {
    async function* stream(): AsyncGenerator<Uint8Array> {
      yield gzipSync('one\n').subarray(0, 1);
      yield gzipSync('one\n').subarray(1);
    }
    expect(await collect(openStream(stream(), 'standard input').chunks)).toBe('one\n');
    async function* vanishing(): AsyncGenerator<Uint8Array> {
      yield new TextEncoder().encode('some text\n');
      throw Object.assign(new Error('gone'), { code: 'ENOENT' });
    }
    expect(await kindOf(collect(openStream(vanishing(), 'kubelet.log').chunks))).toBe('vanished');
  });
});

describe('the words for an error', () => {
  it.each(['not-found', 'folder', 'not-allowed', 'vanished', 'too-many-open', 'unreadable', 'cancelled'] as const)(
    '%s: a title with the name and something to do',
    (kind) => {
      const described = describeInputError(new InputError(kind, 'kubelet.log', 'EIO'), 'kubelet.log');
      expect(described?.kind).toBe(kind);
      expect(described?.title).toContain('kubelet.log');
      expect(described?.whatToDo.length).toBeGreaterThan(10);
    },
  );

  it('knows the codes of the operating system', () => {
    expect(describeInputError(Object.assign(new Error('x'), { code: 'EACCES' }), 'a')?.kind).toBe('not-allowed');
    expect(describeInputError(Object.assign(new Error('x'), { code: 'EIO' }), 'a')?.title).toBe(
      'a could not be read (EIO).',
    );
  });

  it('does not hide our own defects', () =>
    expect(describeInputError(new TypeError('x is not a function'), 'a')).toBeUndefined());
});
