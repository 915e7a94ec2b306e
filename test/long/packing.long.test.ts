import { describe, expect, it } from 'vitest';
import { PACKINGS, hasProgram, pack, recovered, recoveredBy } from '../support/packers.ts';
import { Random } from '../fuzz/random.ts';

/** Lines that pack, but not to nothing. */
function text(lines: number, seed: number): Buffer {
  const random = new Random(seed);
  return Buffer.from(
    Array.from(
      { length: lines },
      (_, i) =>
        `I1121 00:${String(Math.floor(i / 60) % 60).padStart(2, '0')}:${String(i % 60).padStart(2, '0')}.000000    1234 kubelet.go:2537] pod ${random.below(1e9)} ${i}\n`,
    ).join(''),
  );
}

const SMALL = text(40, 1);
const LARGE = text(15_000, 2);
const LEVELS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  gzip: [['-1'], ['-9']],
  zstd: [
    ['-3', '--no-check'],
    ['-19', '--check'],
    ['--check', '--no-content-size', '-1'],
  ],
  xz: [['-6'], ['-0', '--check=crc32'], ['-1', '--block-size=20000']],
  bzip2: [['-9'], ['-1']],
};

/** Where two byte strings part; −1: one begins with the other. */
function differsAt(a: Buffer, b: Buffer): number {
  const length = Math.min(a.length, b.length);
  if (a.subarray(0, length).equals(b.subarray(0, length))) return -1;
  for (let at = 0; at < length; at += 1) if (a[at] !== b[at]) return at;
  return -1;
}

/** xz-embedded waits for this many packed bytes before it unpacks the one at hand; near damage, up to this many are not unpacked. */
const XZ_LOOKS_AHEAD = 21;

/** At damage the last match before it is lost. */
const XZ_LONGEST_MATCH = 2 * 273;
const ZSTD_BLOCK = 128 * 1024;

/** The library refuses a damaged block as a whole, where the program (1.5.4) gives what is right of it and then text that nobody wrote: so many bytes are before it. */
function wholeBlocks(theirs: Buffer): number {
  const right = Math.max(
    ...[SMALL, LARGE].map((text) => {
      const at = differsAt(text, theirs);
      return at < 0 ? Math.min(text.length, theirs.length) : at;
    }),
  );
  return Math.floor(right / ZSTD_BLOCK) * ZSTD_BLOCK;
}

/** Nothing that the program gives is missing; of xz, what these packed bytes hold. */
async function compared(
  packing: (typeof PACKINGS)[number],
  bytes: Uint8Array,
  what: string,
  keptBack = 0,
): Promise<string | undefined> {
  const theirs = recoveredBy(
    packing,
    keptBack > 0 && packing === 'xz' ? bytes.subarray(0, Math.max(0, bytes.length - keptBack)) : bytes,
  );
  // Of a pipe, the last packed bytes before damage to xz are lost: it cannot be read again more slowly.
  for (const again of packing === 'xz' ? [true] : [false, true]) {
    const ours = await recovered(bytes, again ? 10_000 : 1 << 20, again);
    const least = packing === 'zstd' ? wholeBlocks(theirs) : theirs.length - (packing === 'xz' ? XZ_LONGEST_MATCH : 0);
    if (ours.bytes.length < least)
      return `${what}: ${ours.bytes.length} bytes, ${packing} gives ${theirs.length}; ${ours.warnings.join(' ')}`;
    const at = differsAt(ours.bytes, theirs.subarray(0, packing === 'zstd' ? least : undefined));
    if (at >= 0) return `${what}: differs at ${at}`;
  }
  return undefined;
}

describe.each(PACKINGS.filter(hasProgram))('%s gives no more than we do', (packing) => {
  const variants = (LEVELS[packing] ?? []).map((options) => ({
    options: options.join(' '),
    small: pack(packing, SMALL, ...options),
    large: pack(packing, LARGE, ...options),
  }));

  it.each(variants)('whole, packed with $options', async ({ small, large }) => {
    expect((await recovered(small)).bytes.equals(SMALL)).toBe(true);
    for (const again of [false, true]) {
      const { bytes, warnings } = await recovered(large, 65_537, again);
      expect({ same: bytes.equals(LARGE), warnings }).toEqual({ same: true, warnings: [] });
    }
  });

  it.each(variants)('cut at every byte, packed with $options', async ({ small }) => {
    const problems: string[] = [];
    for (let length = 1; length < small.length; length += 1) {
      const problem = await compared(
        packing,
        small.subarray(0, length),
        `cut at ${length} of ${small.length}`,
        XZ_LOOKS_AHEAD,
      );
      if (problem !== undefined) problems.push(problem);
      const { bytes, warnings } = await recovered(small.subarray(0, length));
      if (warnings.length !== 1 || !(warnings[0] ?? '').startsWith('k.log is cut: '))
        problems.push(`cut at ${length} of ${small.length}: ${warnings.join(' ')}`);
      if (!SMALL.subarray(0, bytes.length).equals(bytes))
        problems.push(`cut at ${length}: not the beginning of the text`);
    }
    expect({ count: problems.length, first: problems.slice(0, 3) }).toEqual({ count: 0, first: [] });
  });

  it.each(variants)('with one byte changed, packed with $options', async ({ small, large }) => {
    const random = new Random(3);
    const problems: string[] = [];
    for (let round = 0; round < 150; round += 1) {
      const bytes = Uint8Array.from(round % 8 === 0 ? large : small);
      const at = random.below(bytes.length);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8));
      const problem = await compared(packing, bytes, `changed at ${at} of ${bytes.length}`);
      if (problem !== undefined) problems.push(problem);
    }
    expect({ count: problems.length, first: problems.slice(0, 3) }).toEqual({ count: 0, first: [] });
  });

  it('concatenated, and with more behind', async () => {
    const problems: string[] = [];
    const [first, second] = [variants[0]?.small ?? Buffer.of(), variants.at(-1)?.large ?? Buffer.of()];
    for (const [name, bytes] of Object.entries({
      two: Buffer.concat([first, second]),
      three: Buffer.concat([second, first, second]),
      text: Buffer.concat([second, SMALL]),
      small: Buffer.concat([first, Buffer.from('x')]),
      zeros: Buffer.concat([second, Buffer.alloc(1024)]),
      between: Buffer.concat([first, Buffer.alloc(8), second]),
      cut: Buffer.concat([first, second.subarray(0, 1000)]),
      magic: Buffer.concat([first, second.subarray(0, 2)]),
    })) {
      const problem = await compared(packing, bytes, name, name === 'cut' ? XZ_LOOKS_AHEAD : 0);
      if (problem !== undefined) problems.push(problem);
    }
    expect((await recovered(Buffer.concat([first, second]))).bytes.length).toBe(SMALL.length + LARGE.length);
    expect({ count: problems.length, first: problems.slice(0, 3) }).toEqual({ count: 0, first: [] });
  });
});
