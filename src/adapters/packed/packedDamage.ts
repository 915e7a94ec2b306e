/** What is wrong with packed data, as data and in words. */
import type { Packing } from './packing.ts';

export interface PackedDamage {
  /**
   * `cut`: it ends in the middle. `broken`: it cannot be read on from here. `checksum`: what was unpacked last does not match its checksum; it was given out all the
   * same. `trailing`: what follows the packed data is none. `window`: it was packed with more memory than a reader is to take.
   * `unknown`: it was packed in a way that is not read (an xz file with checksums by SHA-256, or made for programs).
   */
  readonly kind: 'cut' | 'broken' | 'checksum' | 'trailing' | 'window' | 'unknown';
  /** Bytes of the packed data before it. */
  readonly at: number;
}

/** The most memory for what a packed file looks back on: `zstd` unpacks no more unless it is told to (`--long=31`), and `xz -9` takes half of it. */
const MOST_WINDOW_BYTES = 128 * 1024 * 1024;

/** False where the data may be whole and is only packed in a way that is not read. */
export function isDamaged({ kind }: PackedDamage): boolean {
  return kind !== 'window' && kind !== 'unknown';
}

/** One or two sentences about the damage; `read` is how many bytes were unpacked before it. */
export function damageText(name: string, packing: Packing, { kind, at }: PackedDamage, read: number): string {
  const place = `byte ${(at + 1).toLocaleString('en')} of the packed file`;
  const before = read === 0 ? 'Nothing could be unpacked' : `What was unpacked before it (${counted(read)}) was read`;
  switch (kind) {
    case 'cut':
      return `${name} is cut: its ${packing} data ends in the middle, after ${counted(at)}. ${read === 0 ? 'Nothing could be unpacked' : `${counted(read)} could be unpacked and ${read === 1 ? 'was' : 'were'} read`}.`;
    case 'broken':
      return `${name} is damaged: its ${packing} data is broken at ${place}. ${before}; what follows is lost.`;
    case 'checksum':
      return `${name} is damaged: its ${packing} data does not match the checksum before ${place}. ${read === 0 ? 'Nothing was unpacked' : 'It was read all the same; lines in it may be wrong'}.`;
    case 'unknown':
      return `${name} is packed by ${packing} in a way that is not read here, from ${place} on. ${before}; unpack it with ${packing} -d first.`;
    case 'trailing':
      return `${name} goes on after its ${packing} data with bytes that are not packed, at ${place}; they were left out, as ${packing} does.`;
    case 'window':
      return `${name} was packed with more memory (a window of more than ${MOST_WINDOW_BYTES / 1024 / 1024} MiB, as by zstd --long or a large dictionary of xz) than is taken for unpacking, at ${place}. ${before}; unpack it with ${packing}${packing === 'zstd' ? ' -d --long=31' : ' -d'} first.`;
  }
}

function counted(bytes: number): string {
  return `${bytes.toLocaleString('en')} ${bytes === 1 ? 'byte' : 'bytes'}`;
}
