/** The formats' own programs, where the machine has them, to hold our unpackers to. */
import { spawnSync } from 'node:child_process';
import type { Packing } from '../../src/adapters/packed/packing.ts';
import { openStream } from '../../src/adapters/openBytes.ts';

export const PACKINGS: readonly Packing[] = ['gzip', 'zstd', 'xz', 'bzip2'];
const MOST_BYTES = 1 << 28;

export function hasProgram(packing: Packing): boolean {
  return spawnSync(packing, ['--version'], { input: '' }).error === undefined;
}

/** Packs by the program. */
export function pack(packing: Packing, bytes: Uint8Array, ...options: readonly string[]): Buffer {
  const { stdout, status, stderr } = spawnSync(packing, ['-c', ...options], { input: bytes, maxBuffer: MOST_BYTES });
  if (status !== 0) throw new Error(`${packing} ${options.join(' ')}: ${stderr.toString()}`);
  return stdout;
}

/** What the program still gives of bytes that may be damaged. */
export function recoveredBy(packing: Packing, bytes: Uint8Array): Buffer {
  return spawnSync(packing, ['-dc'], { input: bytes, maxBuffer: MOST_BYTES }).stdout;
}

export interface Recovered {
  readonly bytes: Buffer;
  readonly warnings: readonly string[];
}

/** What we give of them; from a pipe in pieces of this size, or as of a file that can be read again. */
export async function recovered(bytes: Uint8Array, pieceBytes = 1 << 20, canBeReadAgain = false): Promise<Recovered> {
  const warnings: string[] = [];
  const pieces = (): AsyncGenerator<Uint8Array> => inPieces(bytes, pieceBytes);
  const input = openStream(
    pieces(),
    'k.log',
    { onWarning: (text) => warnings.push(text) },
    canBeReadAgain ? pieces : undefined,
  );
  const parts: Uint8Array[] = [];
  for await (const part of input.chunks) parts.push(part);
  return { bytes: Buffer.concat(parts), warnings };
}

export async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
