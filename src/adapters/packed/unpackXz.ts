/** xz, by `xz-decompress` (xz-embedded as WebAssembly in the bundle). Its stream is not used: it takes one file at a time, keeps back what comes before damage, and stops after the first stream of a file. */
import type { PackedDamage } from './packedDamage.ts';
import { PackedInput } from './packedInput.ts';
import type { UnpackOptions } from './packing.ts';
import { without } from '../without.ts';
import {
  FILLED,
  INPUT,
  loadXz,
  OK,
  OUTPUT,
  STREAM_END,
  TAKEN,
  UNSUPPORTED_CHECK,
  type XzExports,
} from './xzLibrary.ts';

/** Beside those of `xzLibrary.ts`. */
const OUT_OF_INPUT = 8;
/** Memory that cannot be had, or is over the limit; no xz; a check or filter that is not read; data that is none. */
const DAMAGE: Readonly<Record<number, PackedDamage['kind']>> = {
  3: 'window',
  4: 'window',
  5: 'broken',
  6: 'unknown',
  7: 'broken',
};

/** Packed bytes given at a time: what was unpacked of them is kept back when damage follows among them. Near damage that is known, one by one. */
const STEP_BYTES = 64;
const NEAR_BYTES = 256;

/** A stream ends in `YZ`; what follows is looked at once there is as much of it as a header has. */
const END_MAGIC = [0x59, 0x5a] as const;
const FIRST_OF_MAGIC = 0xfd;
const LAST_BYTES = 14;

/** How many of the last bytes before a place follow the end of a stream, and are no other one; 0: none. */
function bytesBehindStream(last: readonly number[], at: number): number {
  for (let end = last.length - 1; end >= END_MAGIC.length; end -= 1) {
    const behind = last.length - end;
    if (
      last[end - 2] === END_MAGIC[0] &&
      last[end - 1] === END_MAGIC[1] &&
      (at - behind) % 4 === 0 &&
      last[end] !== FIRST_OF_MAGIC
    )
      return behind;
  }
  return 0;
}

/** Undoes xz while it streams. */
export async function* unpackXz(
  chunks: AsyncIterable<Uint8Array>,
  { onDamage, again }: UnpackOptions,
): AsyncGenerator<Uint8Array> {
  let damage: PackedDamage | undefined;
  let given = 0;
  for await (const piece of unpackStreams(chunks, Number.POSITIVE_INFINITY, (found) => {
    damage = found;
  })) {
    given += piece.length;
    yield piece;
  }
  if (damage?.kind === 'broken' && again !== undefined)
    yield* without(
      given,
      unpackStreams(again(), damage.at - NEAR_BYTES, (found) => {
        damage = found;
      }),
    );
  if (damage !== undefined) onDamage(damage);
}

async function* unpackStreams(
  chunks: AsyncIterable<Uint8Array>,
  slowlyFrom: number,
  onDamage: UnpackOptions['onDamage'],
): AsyncGenerator<Uint8Array> {
  const input = new PackedInput(chunks);
  try {
    yield* unpackAll(await loadXz(), input, slowlyFrom, onDamage);
  } finally {
    await input.close();
  }
}

/** The module reads streams that follow one another, and zeros between them, as one. */
async function* unpackAll(
  xz: XzExports,
  input: PackedInput,
  slowlyFrom: number,
  onDamage: UnpackOptions['onDamage'],
): AsyncGenerator<Uint8Array> {
  const context = xz.create_context();
  if (context === 0) {
    onDamage({ kind: 'window', at: input.at });
    return;
  }
  // Memory may grow, and with it the view of it.
  const words = (): Uint32Array => new Uint32Array(xz.memory.buffer, context, FILLED + 1);
  const word = (index: number): number => words()[index] ?? 0;
  const last: number[] = [];
  let supplied = 0;
  try {
    for (;;) {
      if (supplied === word(TAKEN)) {
        await input.fill(1);
        supplied = Math.min(input.at >= slowlyFrom ? 1 : STEP_BYTES, input.available);
        new Uint8Array(xz.memory.buffer, word(INPUT), supplied).set(
          input.bytes.subarray(input.start, input.start + supplied),
        );
        xz.supply_input(context, supplied);
      }
      const before = word(TAKEN);
      const result = xz.get_next_output(context);
      const taken = word(TAKEN) - before;
      last.push(...input.bytes.subarray(input.start, input.start + taken));
      last.splice(0, last.length - LAST_BYTES);
      input.start += taken;
      const filled = word(FILLED);
      if (filled > 0) yield new Uint8Array(xz.memory.buffer, word(OUTPUT), filled).slice();
      words()[FILLED] = 0;
      if (result === STREAM_END) return;
      // The end is told only when it is asked for once more, with nothing.
      if ((result === OK || result === UNSUPPORTED_CHECK || result === OUT_OF_INPUT) && (supplied > 0 || filled > 0))
        continue;
      const behind = bytesBehindStream(last, input.at);
      onDamage(
        behind > 0 ? { kind: 'trailing', at: input.at - behind } : { kind: DAMAGE[result] ?? 'cut', at: input.at },
      );
      return;
    }
  } finally {
    xz.destroy_context(context);
  }
}
