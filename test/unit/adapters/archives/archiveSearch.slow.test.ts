import { mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ARCHIVE_LIMITS, type ArchiveLimits } from '../../../../src/adapters/archives/archiveBounds.ts';
import { type ArchiveFindings, searchArchive } from '../../../../src/adapters/archives/archiveSearch.ts';
import { findLogsIn, findLogsInStream } from '../../../../src/adapters/findLogsIn.ts';
import { InputError } from '../../../../src/adapters/inputError.ts';
import { openPieces } from '../../../../src/adapters/openBytes.ts';
import { instant } from '../../../../src/kubelet/time.ts';
import { tarOf, zipOf } from '../../../support/archives.ts';
import { hasProgram, pack, PACKINGS } from '../../../support/packers.ts';
import { projectRoot } from '../../../support/shared.ts';

const kubelet = readFileSync(join(projectRoot, 'test/fixtures/runs/v1.36.2-b-hang/kubelet.journal.short.log'));
const other = Buffer.from(
  'Nov 21 00:27:32 worker-2 sshd[12]: Accepted publickey for core from 10.0.0.1\n'.repeat(4000),
);

/** A text with this in it, as a part of an expected value. */
const holding = (part: string): unknown => expect.stringContaining(part);

let root = '';
let made = 0;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'archive-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** The archive as a file, or as it comes from a pipe in pieces of this size. */
async function search(bytes: Uint8Array, pieceBytes?: number, limits?: ArchiveLimits): Promise<ArchiveFindings> {
  const options = limits === undefined ? {} : { limits };
  if (pieceBytes !== undefined) {
    let taken = 0;
    const chunks = async function* (): AsyncGenerator<Uint8Array> {
      for (let at = 0; at < bytes.length; at += pieceBytes) {
        taken = Math.min(bytes.length, at + pieceBytes);
        yield Promise.resolve(bytes.slice(at, taken));
      }
    };
    return searchArchive('bundle', { chunks: chunks(), packedBytes: () => taken }, options);
  }
  const path = join(root, `bundle-${(made += 1)}`);
  writeFileSync(path, bytes);
  return searchArchive('bundle', { range: { file: openSync(path, 'r'), from: 0, to: bytes.length } }, options);
}

async function contents(found: ArchiveFindings, from = 0): Promise<Record<string, number>> {
  const sizes: Record<string, number> = {};
  for (const { inside, open } of found.logs) {
    let size = 0;
    for await (const chunk of open({ from }).chunks) size += chunk.length;
    sizes[inside] = size;
  }
  return sizes;
}

const files = {
  'kind-worker/sshd.log': other,
  'kind-worker/kubelet.log': kubelet,
  'kind-worker2/kubelet.log.gz': gzipSync(kubelet),
  'kind-worker/alternatives.log': kubelet,
  'kind-worker/kubelet.conf': kubelet,
  'var/log/messages': Buffer.concat([other.subarray(0, 100_000), kubelet]),
};
const expected = {
  'kind-worker/kubelet.log': kubelet.length,
  'kind-worker2/kubelet.log.gz': kubelet.length,
  'var/log/messages': kubelet.length + 100_000,
};

describe('the kubelet logs in an archive', () => {
  it('are those of a tar, plain and packed, as a file and from a pipe', async () => {
    const tar = await tarOf(files);
    const packed = PACKINGS.filter(hasProgram).map((packing) => pack(packing, tar));
    expect(packed.length).toBeGreaterThan(0);
    for (const bytes of [tar, ...packed])
      for (const piece of [undefined, 4000, 1 << 20]) {
        const found = await search(bytes, piece);
        expect(await contents(found)).toEqual(expected);
        expect(found.warnings).toEqual([]);
      }
  }, 60_000);

  it('are those of a zip, packed or stored, as a file and from a pipe', async () => {
    for (const stored of [false, true])
      for (const piece of [undefined, 4096]) {
        const found = await search(zipOf(files, { stored }), piece);
        expect(await contents(found)).toEqual(expected);
      }
  });

  it('can be opened again, in the middle, and side by side, and have their dates', async () => {
    for (const bytes of [await tarOf(files), gzipSync(await tarOf(files)), zipOf(files)]) {
      const found = await search(bytes);
      expect(await contents(found, 80_000)).toMatchObject({
        'kind-worker/kubelet.log': kubelet.length - 80_000,
        'kind-worker2/kubelet.log.gz': kubelet.length - 80_000,
      });
      const both = found.logs.map(({ open }) => open({}).chunks[Symbol.asyncIterator]());
      const firsts = [];
      for (const one of both) firsts.push((await one.next()).value as Uint8Array);
      expect(Buffer.from(firsts[0] ?? []).subarray(0, 1000)).toEqual(kubelet.subarray(0, 1000));
      expect(Buffer.from(firsts[1] ?? []).subarray(0, 1000)).toEqual(kubelet.subarray(0, 1000));
    }
    const [first] = (await search(await tarOf(files))).logs;
    expect(first?.open({}).modified).toBe(instant(Date.UTC(2026, 10, 21, 1) * 1000));
  });

  it('may lie in archives in it, three deep and no deeper', async () => {
    const inner = zipOf({ 'a/kubelet.log': kubelet });
    const middle = gzipSync(await tarOf({ 'node.zip': inner, 'plain.txt': other }));
    const outer = zipOf({ 'all/middle.tar.gz': middle });
    const place = 'all/middle.tar.gz/node.zip/a/kubelet.log';
    for (const piece of [undefined, 5000])
      expect(await contents(await search(outer, piece))).toEqual({ [place]: kubelet.length });
    const found = await search(await tarOf({ 'x.zip': outer }));
    expect(found.logs).toEqual([]);
    expect(found.warnings[0]?.text).toBe(
      'bundle/x.zip/all/middle.tar.gz/node.zip was not opened: archives are opened in each other 3 deep. Unpack it first.',
    );
  });

  it('are told by their bytes, also where the name of an archive in it hides it', async () => {
    const found = await search(await tarOf({ 'kubelet.log.gz': gzipSync(await tarOf({ 'b/kubelet.log': kubelet })) }));
    expect(await contents(found)).toEqual({ 'kubelet.log.gz/b/kubelet.log': kubelet.length });
  });

  it('are files with names that say nothing where no other is a kubelet log', async () => {
    const found = await search(gzipSync(await tarOf({ 'out/0.txt': other, 'out/1.txt': kubelet })));
    expect(await contents(found)).toEqual({ 'out/1.txt': kubelet.length });
  });

  it('have paths that lead nowhere', async () => {
    const names = { '../../etc/kubelet.log': kubelet, '/abs/kubelet.log': kubelet, 'C:\\k\\kubelet.err.log': kubelet };
    expect(Object.keys(await contents(await search(zipOf(names))))).toEqual([
      'C:/k/kubelet.err.log',
      'abs/kubelet.log',
      'etc/kubelet.log',
    ]);
    expect((await search(await tarOf(names))).logs.map(({ inside }) => inside)).toContain('etc/kubelet.log');
  });
});

describe('an archive that is damaged, or too large', () => {
  it('gives what was read before it was cut, with one word about that', async () => {
    const tar = await tarOf({ 'a/kubelet.log': kubelet, 'b/kubelet.log': kubelet });
    for (const piece of [undefined, 3000]) {
      const cut = await search(tar.subarray(0, kubelet.length + 20_000), piece);
      expect(await contents(cut)).toMatchObject({ 'a/kubelet.log': kubelet.length });
      expect(cut.logs.map(({ inside }) => inside)).toEqual(['a/kubelet.log', 'b/kubelet.log']);
      expect(cut.warnings).toMatchObject([{ kind: 'damage', text: holding('bundle is cut or damaged') }]);
      const packed = await search(gzipSync(tar).subarray(0, 15_000), piece);
      expect(packed.logs.map(({ inside }) => inside)).toContain('a/kubelet.log');
      expect(packed.warnings).toMatchObject([{ kind: 'damage', text: holding('bundle is cut') }]);
    }
  });

  it.each([{}, { stored: true }, { streamed: true }])(
    'gives what lies in a zip before it was cut, though its list stood at the end: %o',
    async (how) => {
      const zip = zipOf(
        { 'a/notes.md': other, 'a/kubelet.log': kubelet, 'b/sshd.log': other, 'b/kubelet.log': kubelet },
        how,
      );
      for (const piece of [undefined, 3000]) {
        // In the middle of the last file, and in that of the list.
        const last = zip.lastIndexOf('b/kubelet.log', zip.lastIndexOf('b/kubelet.log') - 1);
        const cut = await search(zip.subarray(0, Math.floor(last + (zip.length - last) / 2)), piece);
        const { 'b/kubelet.log': part, ...whole } = await contents(cut);
        expect(whole).toEqual({ 'a/kubelet.log': kubelet.length });
        expect(part).toBeGreaterThan(kubelet.length / 10);
        expect(part).toBeLessThan(kubelet.length);
        expect(cut.warnings).toMatchObject([
          { kind: 'damage', text: holding('bundle is cut or damaged (the list of its files is missing)') },
        ]);
        const unlisted = await search(zip.subarray(0, -30), piece);
        expect(await contents(unlisted)).toEqual({ 'a/kubelet.log': kubelet.length, 'b/kubelet.log': kubelet.length });
        expect(unlisted.warnings).toHaveLength(1);
      }
    },
  );

  it('is bounded in a cut zip as well, also where a file is unpacked only to find its end', async () => {
    const bomb = Buffer.alloc(40 << 20);
    const limits = { ...ARCHIVE_LIMITS, bytes: 10 << 20 };
    const cut = zipOf({ 'bomb.png': bomb, 'kubelet.log': kubelet }, { streamed: true }).subarray(0, -30);
    const found = await search(cut, undefined, limits);
    expect(found.logs).toEqual([]);
    expect(found.warnings.map(({ text }) => text)).toEqual(expect.arrayContaining([holding('it was read no further')]));
  });

  it('says that files in it are encrypted', async () => {
    const found = await search(zipOf({ 'kubelet.log': kubelet }, { encrypted: true }));
    expect(found.logs).toEqual([]);
    expect(found.warnings[0]?.text).toContain('has 1 encrypted file,');
  });

  it('is read no further than its bounds, and what was found before is kept', async () => {
    const tar = await tarOf({
      'a/kubelet.log': kubelet,
      'zeros.bin': Buffer.alloc(3_000_000),
      'b/kubelet.log': kubelet,
    });
    const cases: readonly (readonly [Partial<ArchiveLimits>, string])[] = [
      [{ times: 50, inAnyCase: 500_000 }, 'bundle unpacks to more than 50 times its size'],
      [{ bytes: 1_000_000 }, 'bundle unpacks to more than 0.001 GB'],
      [{ entries: 2 }, 'bundle has more than 2 entries'],
      [{ logs: 1 }, 'bundle holds more than 1 kubelet logs'],
    ];
    for (const [limits, text] of cases) {
      const found = await search(gzipSync(tar), 2000, { ...ARCHIVE_LIMITS, ...limits });
      expect(await contents(found)).toEqual({ 'a/kubelet.log': kubelet.length });
      expect(found.warnings[0]?.text).toContain(text);
    }
  });

  it('is a clear error where there is no room to unpack it', async () => {
    const before = process.env['TMPDIR'];
    process.env['TMPDIR'] = join(root, 'gone');
    try {
      await expect(search(gzipSync(await tarOf(files)), 1000)).rejects.toMatchObject({ kind: 'no-room' });
    } finally {
      if (before === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = before;
    }
  });

  it('never ends in anything but logs and warnings', async () => {
    const archives = [await tarOf(files), gzipSync(await tarOf(files)), zipOf(files)];
    await fc.assert(
      fc.asyncProperty(
        fc.nat(archives.length - 1),
        fc.array(fc.tuple(fc.nat(100_000), fc.nat(255)), { maxLength: 20 }),
        fc.nat(300_000),
        async (which, changes, length) => {
          const bytes = Buffer.from(archives[which] ?? []).subarray(0, Math.max(600, length));
          for (const [at, value] of changes) bytes[at % bytes.length] = value;
          const found = await search(bytes, 7000);
          for (const { open } of found.logs)
            try {
              for await (const _ of open({}).chunks);
            } catch (error) {
              if (!(error instanceof Error)) throw error;
            }
          found.close();
          expect(found.logs.length).toBeLessThanOrEqual(Object.keys(files).length);
        },
      ),
      { numRuns: 40 },
    );
  }, 60_000);
});

describe('a path', () => {
  it('of an archive gives its logs, named by both paths; of any other file nothing', async () => {
    const path = join(root, 'must-gather.tar.gz');
    writeFileSync(path, gzipSync(await tarOf(files)));
    const found = await findLogsIn(path);
    expect(found?.logs[0]).toMatchObject({
      path,
      place: 'must-gather.tar.gz/kind-worker/kubelet.log',
      name: `${path}/kind-worker/kubelet.log`,
      inside: 'kind-worker/kubelet.log',
    });
    for (const [name, bytes] of [
      ['k.log', kubelet],
      ['k.log.gz', gzipSync(kubelet)],
      ['short', Buffer.from('PK')],
    ] as const) {
      writeFileSync(join(root, name), bytes);
      expect(await findLogsIn(join(root, name))).toBeUndefined();
    }
  });

  it('of a folder gives the logs of archives in it, too', async () => {
    writeFileSync(join(root, 'kubelet.log'), kubelet);
    writeFileSync(join(root, 'node-a.zip'), zipOf(files));
    writeFileSync(join(root, 'broken.zip'), 'PK\u0003\u0004 and nothing');
    const found = await findLogsIn(root);
    expect(found?.logs.map(({ place }) => place)).toEqual([
      'kubelet.log',
      'node-a.zip/kind-worker/kubelet.log',
      'node-a.zip/kind-worker2/kubelet.log.gz',
      'node-a.zip/var/log/messages',
    ]);
    expect(found?.warnings).toMatchObject([{ kind: 'damage' }]);
  });

  it('leaves nothing in the folder for temporary files', async () => {
    const left = (): readonly string[] => readdirSync(tmpdir()).filter((name) => /^kubelet-timeline-\w{6}$/.test(name));
    const before = left();
    const found = await search(gzipSync(await tarOf(files)));
    expect(found.logs.length).toBe(3);
    expect(left()).toEqual(before);
  });

  it('that is a stream is looked at without a loss', async () => {
    const input = await findLogsInStream(openPieces([kubelet.subarray(0, 100), kubelet.subarray(100)], 'k.log'));
    if ('logs' in input) throw new InputError('unreadable', 'k.log');
    const parts: Uint8Array[] = [];
    for await (const chunk of input.chunks) parts.push(chunk);
    expect(Buffer.concat(parts)).toEqual(kubelet);
    expect(await findLogsInStream(openPieces([zipOf(files)], 'a.zip'))).toMatchObject({ logs: { length: 3 } });
  });
});
