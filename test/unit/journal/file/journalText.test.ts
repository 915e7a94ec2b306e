import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadFieldUnpacker } from '../../../../src/adapters/journalFields.ts';
import { findLogsIn } from '../../../../src/adapters/findLogsIn.ts';
import type { OpenedSource } from '../../../../src/analysis/sources/openedSource.ts';
import { openBytes, openPieces } from '../../../../src/adapters/openBytes.ts';
import { journalText } from '../../../../src/journal/file/journalText.ts';
import { unpackLz4Block } from '../../../../src/journal/file/lz4Block.ts';
import { tarOf, zipOf } from '../../../support/archives.ts';
import { type JournalFields, type JournalForm, journalOf, lz4Field } from '../../../support/journalFiles.ts';
import { hasProgram, pack } from '../../../support/packers.ts';
import { isQuick } from '../../../support/effort.ts';

const unpack = await loadFieldUnpacker();
const BEGIN = Date.UTC(2026, 10, 21, 0, 27, 32) * 1000;

function textOf(bytes: Uint8Array, damages: string[] = []): string {
  const parts: Uint8Array[] = [];
  const file = {
    size: bytes.length,
    read: (at: number, into: Uint8Array) => {
      const part = bytes.subarray(at, at + into.length);
      into.set(part);
      return part.length;
    },
  };
  for (const part of journalText(file, { unpack, onDamage: (why) => damages.push(why) })) parts.push(part);
  return Buffer.concat(parts).toString();
}

const entry = (
  seconds: number,
  program: string,
  message: string,
  more: Record<string, string> = {},
): JournalFields => ({
  time: BEGIN + seconds * 1_000_000 + 819_344,
  fields: {
    _HOSTNAME: 'worker-2',
    SYSLOG_IDENTIFIER: program,
    _SYSTEMD_UNIT: `${program}.service`,
    _PID: '1234',
    MESSAGE: message,
    ...more,
  },
});

const long = `E1121 00:27:40.000001    1234 kubelet.go:2661] "Skipping pod synchronization" err="${'PLEG is not healthy, '.repeat(60)}"`;
const ENTRIES: readonly JournalFields[] = [
  entry(0, 'systemd', 'Started kubelet.'),
  entry(1, 'kubelet', 'I1121 00:27:33.829452    1234 server.go:415] "Kubelet version" kubeletVersion="v1.36.2"'),
  entry(2, 'myapp', 'request 1 served'),
  entry(3, 'kubelet', 'first line\n\tsecond line\n'),
  entry(4, 'myapp', 'request 2 served'),
  entry(8, 'kubelet', long, { _CMDLINE: `/usr/bin/kubelet ${'--flag '.repeat(200)}` }),
  entry(9, 'kubelet', 'first line\n\tsecond line\n'),
  ...Array.from({ length: 40 }, (_, index) => entry(10 + index, 'kubelet', `line ${index}`)),
];
const EXPECTED = [
  '2026-11-21T00:27:32.819344+0000 worker-2 systemd[1234]: Started kubelet.',
  '2026-11-21T00:27:33.819344+0000 worker-2 kubelet[1234]: I1121 00:27:33.829452    1234 server.go:415] "Kubelet version" kubeletVersion="v1.36.2"',
  '2026-11-21T00:27:35.819344+0000 worker-2 kubelet[1234]: first line',
  `${' '.repeat(56)}\tsecond line`,
  `2026-11-21T00:27:40.819344+0000 worker-2 kubelet[1234]: ${long}`,
  '2026-11-21T00:27:41.819344+0000 worker-2 kubelet[1234]: first line',
  `${' '.repeat(56)}\tsecond line`,
  ...Array.from({ length: 40 }, (_, index) => `2026-11-21T00:27:${42 + index < 60 ? 42 + index : '00'}.`).map(
    (_, index) =>
      `${new Date((BEGIN + (10 + index) * 1_000_000) / 1000).toISOString().slice(0, 19)}.819344+0000 worker-2 kubelet[1234]: line ${index}`,
  ),
  '',
].join('\n');

const longOnes =
  (packer: (text: Uint8Array) => Uint8Array) =>
  (text: Uint8Array): Uint8Array | undefined =>
    text.length > 512 ? packer(text) : undefined;
const FORMS: Readonly<Record<string, JournalForm>> = {
  regular: {},
  compact: { compact: true },
  sealed: { sealed: true },
  lz4: { packing: 'lz4', pack: longOnes(lz4Field) },
  ...(hasProgram('zstd')
    ? { zstd: { compact: true, packing: 'zstd', pack: longOnes((text) => pack('zstd', text)) } }
    : {}),
  ...(hasProgram('xz') ? { xz: { packing: 'xz', pack: longOnes((text) => pack('xz', text, '--check=none')) } } : {}),
};

describe('a binary journal', () => {
  it.each(Object.entries(FORMS))(
    '%s: gives the lines of the programs of a node, as journalctl prints them',
    (_, form) => {
      const damages: string[] = [];
      expect(textOf(journalOf(ENTRIES, form), damages)).toBe(EXPECTED);
      expect(damages).toEqual([]);
    },
  );

  it('gives all where nothing in it bears the name of a kubelet', () => {
    const text = textOf(journalOf([entry(0, 'myapp', 'one'), entry(1, 'sh', 'two')]));
    expect(text).toContain('myapp[1234]: one\n');
    expect(text).toContain('sh[1234]: two\n');
  });

  it('says where the machine was started anew, and takes a name where there is no identifier', () => {
    const { SYSLOG_IDENTIFIER: _, ...fields } = entry(5, 'kubelet', 'x').fields;
    const text = textOf(
      journalOf([entry(0, 'kubelet', 'a'), { time: BEGIN, boot: 2, fields: { ...fields, _COMM: 'kubelet' } }]),
    );
    expect(text.split('\n')).toEqual([
      '2026-11-21T00:27:32.819344+0000 worker-2 kubelet[1234]: a',
      '-- Boot 02000000000000000000000000000000 --',
      '2026-11-21T00:27:32.000000+0000 worker-2 kubelet[1234]: x',
      '',
    ]);
  });

  it('that was not closed gives what its index does not know yet', () => {
    const without = ENTRIES.map(({ time, fields: { MESSAGE = '' } }) => ({
      time,
      fields: { _HOSTNAME: 'n', MESSAGE },
    }));
    expect(textOf(journalOf(without, { unclean: true })).split('\n')).toHaveLength(without.length + 3);
  });

  it('that is cut gives what is there, with a word about the rest', () => {
    const whole = journalOf(ENTRIES);
    const damages: string[] = [];
    const lines = textOf(whole.subarray(0, whole.length >> 1), damages).split('\n').length;
    expect(lines).toBeGreaterThan(5);
    expect(lines).toBeLessThan(50);
    expect(damages[0]).toMatch(/^it is cut or damaged: of 47 entries \d+ could be read$/);
    damages.length = 0;
    expect(textOf(whole.subarray(0, 100), damages)).toBe('');
    expect(damages).toEqual(['it is cut within its header']);
  });

  it('of a form that is not known is refused', () => {
    const bytes = Buffer.from(journalOf(ENTRIES));
    bytes.writeUInt32LE(64, 12);
    const damages: string[] = [];
    expect(textOf(bytes, damages)).toBe('');
    expect(damages[0]).toContain('newer form');
  });

  it.skipIf(isQuick)(
    'ends, whatever is changed in it',
    () => {
      const files = Object.values(FORMS).map((form) => journalOf(ENTRIES, form));
      const most = 4 * EXPECTED.length + 200_000;
      fc.assert(
        fc.property(
          fc.nat(files.length - 1),
          fc.array(fc.tuple(fc.nat(40_000), fc.nat(255)), { minLength: 1, maxLength: 30 }),
          fc.nat(40_000),
          (which, changes, length) => {
            const bytes = Buffer.from(files[which] ?? []).subarray(0, Math.max(208, length));
            for (const [at, value] of changes) bytes[8 + (at % (bytes.length - 8))] = value;
            expect(textOf(bytes).length).toBeLessThan(most);
          },
        ),
        { numRuns: 80 },
      );
    },
    30_000,
  );
});

describe('a block of LZ4', () => {
  it('comes back as it was', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2000 }), fc.boolean(), (bytes, twice) => {
        const text = twice ? Buffer.concat([bytes, bytes]) : Buffer.from(bytes);
        const packed = lz4Field(text);
        expect(Buffer.from(unpackLz4Block(packed.subarray(8), text.length) ?? [1])).toEqual(text);
      }),
    );
  });

  it('that runs into itself repeats', () => {
    expect(unpackLz4Block(Uint8Array.from([0x12, 97, 1, 0, 0x10, 98]), 8)).toEqual(
      new TextEncoder().encode('aaaaaaab'),
    );
  });
});

describe('a journal file', () => {
  let root = '';
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'journal-'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  async function opened(input: OpenedSource): Promise<string> {
    const parts: Uint8Array[] = [];
    for await (const chunk of input.chunks) parts.push(chunk);
    return Buffer.concat(parts).toString();
  }

  it('is read by its bytes, from any place in its text, from a pipe, and in archives', async () => {
    const bytes = journalOf(ENTRIES, { compact: true });
    const path = join(root, 'system.journal');
    writeFileSync(path, bytes);
    const input = await openBytes(path);
    expect(input).toMatchObject({ asText: true, packed: true });
    expect(await opened(input)).toBe(EXPECTED);
    expect(await opened(await openBytes(path, { from: 1000 }))).toBe(EXPECTED.slice(1000));
    expect(await opened(openPieces([bytes.subarray(0, 5), bytes.subarray(5)], 'system.journal'))).toBe(EXPECTED);
    for (const archive of [await tarOf({ 'a/user-1000@1.journal~': bytes }), zipOf({ 'a/system.journal': bytes })]) {
      writeFileSync(join(root, 'sosreport'), archive);
      const [log] = (await findLogsIn(join(root, 'sosreport')))?.logs ?? [];
      expect(log?.open === undefined ? '' : await opened(log.open({}))).toBe(EXPECTED);
    }
  });
});
