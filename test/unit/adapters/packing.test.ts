import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBytes, openStream } from '../../../src/adapters/openBytes.ts';
import { type Packing, packingOf } from '../../../src/adapters/packed/packing.ts';

const TEXT = Array.from(
  { length: 120 },
  (_, i) =>
    `I1121 00:${String(Math.floor(i / 60)).padStart(2, '0')}:${String(i % 60).padStart(2, '0')}.000000    1234 kubelet.go:2537] line ${i}\n`,
).join('');

/** `TEXT`, packed by the programs of these names. */
const PACKED: { readonly [Name in Packing]: Uint8Array } = {
  gzip: gzipSync(TEXT),
  zstd: Buffer.from(
    'KLUv/QRoJQwAdlo2GJAnSQdXUPn/aJ+L2bNthJC9pbRRMbbE4DUAKgAvAJOTk5OTc29vb29vb29vb7OiKIWQMaqIWnIrzAgDgsQBpMXDwYABAZFACCQUTOUew2HmcQMIh01dddVVV1111VVXXXXRRB' +
      'NNNNFEE0000URTb29vb29vb29vLycnJycDLW5xyyyzzDLLLLPMMssskzzyyCOPPPLII4888sZFGRcyJmM8alw0po7LMTfejCeFYru2a7u2a7u2a7u2a7u2azbNptk0m2bTbJpNs2k2zabiFre4xS1u' +
      'cYtbHIDxqBEgWraxvwGwpVIeIgggCJwggMAX/L9/44HD0kGh6PBUMiNXZNAlRkdgdORFZ1xwpAVnWHBkRUdU0Ha77nuWf/Ve7aXd2md79EW7eZf32V59OPiYCCgRkQwI8mhU5Qnb+j3Xxb6uz/Lci7' +
      'XxL++zvPfjL67ruj7Lt1yL7btM0RuK+yc8MuG5xEckPo/wTMTHEJ6CQITPuE+jvFWAVcr5DJCd3k6bGokv8z0=',
    'base64',
  ),
  xz: Buffer.from(
    '/Td6WFoAAATm1rRGAgAhARwAAAAQz1jM4BnRATNdACSMbGQxEInBhEIqnBY4Km0J25uX7C8tV+8ZLxzw5jUgR2j4bIrRlc6f61qG98yF4qj1bGm7l4AdNVXbs+EaeuUUijvJ3E3HVVp9t08k+R4I38' +
      'xe7ms6LnINiS7TPqo8NrZt649t3XPapxDWERrmqk+qaP63BVJOvDlGAPCoz0SfRirtZBmIjlVlzAWWAno3mqX64/cfQyxFa3mgW6QR6sY9L3VkKUMldp1BR65oTiwiVr0+9tLSKsyf3vixFKC/9Cip' +
      'VxosuqryS03MP9n9nykV93nT9SVnccskNermnoBmsaGsa+q5Bl7o/Za26WI9K5gLtm6DoB2VrdzxKT5ihQyAoGW4zqXsxJ2LzbZimVwXsFRcqk4dGm1wuixToQZh3t/9h/KUH2/YYrdzJSI2JZgqMQ' +
      'AAACgMLg46vAO3AAHPAtIzAAAHAVvzscRn+wIAAAAABFla',
    'base64',
  ),
  bzip2: Buffer.from(
    'QlpoOTFBWSZTWVmiHhoACWVfgFAQQAF/8AAgAAISrYYAQALx0hXUyMKNDQAAAEKejU9VP/9VKpvUgDIYafqpMqfqnnqoAAMIkk1G09KgaI0bTUREzNxETM+3Wejn09fPYAAAAAAAAAAAAAAAAAA5ER' +
      'MTMesREzPz0ArFReQFfACu+ITe873vfpzqa1rWhmZmZmYUA7GgLDYNgsNAdigGHQB6IAD/AK9AK+t3d3d3fWpO/fWsYznOcAK48FAK+AFa2CsgKwReIKshISEhISEhIcAimMdu3PO9731rQCtc4541' +
      'xjOc56xZSlUU/ICsAxggCvgBXFYKqiqqKqoqqiqqOqqMiJma1mHnnnnGZWi73d31ZOAFaKhIUArVEgishISEhMZzvd3d3zveOc861xrWurhCEcSSqrEwgSHYBWqJCZ4z37Xd3euQFeeca4znNZznq4' +
      'QhCEIQhGc53u7u753vHPOdaa1rq4QhOJJVVjEIQhCM8Z3u7u7ZlG93F3fJmNa133znOcZlG93F3fImOoiJmeta133znOcZlG93fV3yJjfXWtd985znO+xvd3rGupUxlUqqKlVQAgIAAAAA/pJVVjAA' +
      'AABAAAAAAB8SSqbAV8gK+QFfsBXyAr9AKwBXoBX7AVgCv4Ar+AK4AV8gK/ou5IpwoSCzRDw0',
    'base64',
  ),
};
const NAMES = Object.keys(PACKED) as Packing[];

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'packing-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts).toString('utf8');
}
async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

describe.each(NAMES)('%s', (packing) => {
  const bytes = PACKED[packing];

  it('is told by its first bytes, whatever the name', async () => {
    const file = join(folder, `${packing}.log`);
    writeFileSync(file, bytes);
    const { packed, totalBytes, chunks } = await openBytes(file);
    expect({ packed, totalBytes, told: packingOf(bytes) }).toEqual({
      packed: true,
      totalBytes: bytes.length,
      told: packing,
    });
    expect(await textOf(chunks)).toBe(TEXT);
  });

  it('is unpacked from a pipe in any chunking', async () => {
    for (const size of [1, 7, 100_000])
      expect(await textOf(openStream(pieces(bytes, size), 'standard input').chunks)).toBe(TEXT);
  });

  it('is read on from an offset in the unpacked bytes', async () => {
    const file = join(folder, `${packing}.offset`);
    writeFileSync(file, bytes);
    expect(await textOf((await openBytes(file, { from: 1000 })).chunks)).toBe(TEXT.slice(1000));
  });

  it('gives a beginning and a warning when it is cut', async () => {
    const warnings: string[] = [];
    const text = await textOf(
      openStream(pieces(bytes.subarray(0, bytes.length - 20), 50), 'cut.log', {
        onWarning: (warning) => warnings.push(warning),
      }).chunks,
    );
    expect(TEXT.startsWith(text)).toBe(true);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/^cut\.log is (cut|damaged): /);
  });

  it('gives a warning when it is broken', async () => {
    const broken = Uint8Array.from(bytes);
    for (let at = Math.floor(bytes.length / 3); at < Math.floor(bytes.length / 3) + 20; at += 1)
      broken[at] = 0xff ^ (broken[at] ?? 0);
    const warnings: string[] = [];
    await textOf(
      openStream(pieces(broken, 64), 'broken.log', { onWarning: (warning) => warnings.push(warning) }).chunks,
    );
    expect(warnings).toHaveLength(1);
  });

  it('closes the file when the reader has had enough', async () => {
    const file = join(folder, `${packing}.early`);
    writeFileSync(file, bytes);
    for await (const chunk of (await openBytes(file)).chunks) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
  });
});

describe.each(NAMES)('%s that is damaged', (packing) => {
  const bytes = PACKED[packing];
  const given = async (
    damaged: Uint8Array,
  ): Promise<{ readonly text: string; readonly warnings: readonly string[] }> => {
    const warnings: string[] = [];
    const text = await textOf(
      openStream(pieces(damaged, 100), 'k.log', { onWarning: (warning, kind) => warnings.push(`${kind}: ${warning}`) })
        .chunks,
    );
    return { text, warnings };
  };

  it('is called cut wherever it ends, and gives the beginning of its text', async () => {
    for (let length = 1; length < bytes.length; length += 7) {
      const { text, warnings } = await given(bytes.subarray(0, length));
      expect(TEXT.startsWith(text)).toBe(true);
      expect(warnings).toEqual([
        expect.stringContaining(
          `damage: k.log is cut: its ${packing} data ends in the middle, after ${length.toLocaleString('en')} byte`,
        ),
      ]);
    }
  });

  it('gives all that stands before bytes that are not packed, and what is packed behind it', async () => {
    expect(await given(Buffer.concat([bytes, bytes]))).toEqual({ text: TEXT + TEXT, warnings: [] });
    expect(await given(Buffer.concat([bytes, Buffer.alloc(512)]))).toEqual({ text: TEXT, warnings: [] });
    expect(await given(Buffer.concat([bytes, Buffer.from('I1121 00:00:00 a line\n')]))).toEqual({
      text: TEXT,
      warnings: [
        expect.stringContaining(
          `k.log goes on after its ${packing} data with bytes that are not packed, at byte ${(bytes.length + 1).toLocaleString('en')} `,
        ),
      ],
    });
  });

  it('is told of where its checksum is wrong', async () => {
    const changed = Uint8Array.from(bytes);
    // gzip and bzip2 end with one; zstd's frame of the fixture too; xz has it before its index.
    const at =
      packing === 'gzip'
        ? bytes.length - 6
        : packing === 'bzip2'
          ? 12
          : packing === 'zstd'
            ? bytes.length - 1
            : bytes.length - 30;
    changed[at] = (changed[at] ?? 0) ^ 1;
    const { text, warnings } = await given(changed);
    expect(text).toBe(TEXT);
    expect(warnings).toEqual([expect.stringMatching(/^damage: k\.log is damaged: its /)]);
  });
});

describe('gzip by a reader of our own', () => {
  it('gives what zlib does, at every level and for every kind of block', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            fc.uint8Array({ maxLength: 3000 }),
            fc.string({ maxLength: 3000 }).map((text) => new TextEncoder().encode(text.repeat(20))),
          ),
          { maxLength: 30 },
        ),
        fc.integer({ min: 0, max: 9 }),
        fc.integer({ min: 0, max: 4 }),
        async (parts, level, strategy) => {
          const plain = Buffer.concat(parts);
          const warnings: string[] = [];
          const read: Uint8Array[] = [];
          for await (const piece of openStream(pieces(gzipSync(plain, { level, strategy }), 997), 'k.gz', {
            onWarning: (text) => warnings.push(text),
          }).chunks)
            read.push(piece);
          expect({ same: Buffer.concat(read).equals(plain), warnings }).toEqual({ same: true, warnings: [] });
        },
      ),
      { numRuns: 60 },
    );
  });
});

it('plain files are read from an offset without what is before it', async () => {
  const file = join(folder, 'plain.log');
  writeFileSync(file, TEXT);
  const { packed, chunks } = await openBytes(file, { from: TEXT.length - 10 });
  expect(packed).toBe(false);
  expect(await textOf(chunks)).toBe(TEXT.slice(-10));
});
