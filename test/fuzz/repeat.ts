import { joined, PIECES } from './mutate.ts';
import { Random } from './random.ts';
import type { SeedLog } from './seeds.ts';

/** Lines that each hold one short text very often, about `size` bytes of it: whatever takes more than linear time shows by these. */
export function repeatedLines(seed: number, size: number, logs: readonly SeedLog[]): readonly Uint8Array[] {
  const random = new Random(seed);
  const log = logs[random.below(logs.length)];
  const line = log?.lines[random.below(log.lines.length)] ?? new Uint8Array();
  const at = random.below(line.length + 1);
  const from = random.below(line.length + 1);
  const own = line.subarray(from, from + 1 + random.below(16));
  const pieces = [
    own,
    random.pick(PIECES),
    joined(random.pick(PIECES), Uint8Array.of(32)),
    joined(own, random.pick(PIECES)),
    Uint8Array.of(32 + random.below(95)),
    joined(Uint8Array.of(32, 97 + random.below(26), 61), random.pick(PIECES)),
  ];
  const piece = pieces[random.below(pieces.length)] ?? own;
  const often = new Uint8Array(Math.ceil(size / Math.max(1, piece.length)) * piece.length);
  for (let place = 0; place < often.length; place += 1) often[place] = piece[place % piece.length] ?? 0;
  return [joined(line.subarray(0, at), often, random.below(2) === 0 ? line.subarray(at) : new Uint8Array())];
}
