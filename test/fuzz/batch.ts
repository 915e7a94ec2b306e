import { mutateLine } from './mutate.ts';
import { Random } from './random.ts';
import type { SeedLog } from './seeds.ts';

/** Consecutive lines of one log, most of them changed, some taken from others: so that envelope, record and process go on between the breaks. */
export function mutatedLines(seed: number, count: number, logs: readonly SeedLog[]): readonly Uint8Array[] {
  const random = new Random(seed);
  const lines: Uint8Array[] = [];
  const anyLine = (log: SeedLog | undefined): Uint8Array => log?.lines[random.below(log.lines.length)] ?? new Uint8Array();
  const log = logs[random.below(logs.length)];
  let at = random.below(log?.lines.length ?? 1);
  while (lines.length < count) {
    const stranger = random.below(40) === 0;
    const line = stranger ? anyLine(logs[random.below(logs.length)]) : (log?.lines[at] ?? new Uint8Array());
    at += random.below(30) === 0 ? random.below(5) - 2 : 1;
    if (at < 0 || at >= (log?.lines.length ?? 0)) at = 0;
    lines.push(random.below(10) < 7 ? mutateLine(random, line, random.below(2) === 0 ? anyLine(log) : anyLine(logs[random.below(logs.length)])) : line);
  }
  return lines;
}

/** Lines as the bytes of a file. */
export function bytesOf(lines: readonly Uint8Array[]): Uint8Array {
  let length = 0;
  for (const line of lines) length += line.length + 1;
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const line of lines) {
    bytes.set(line, at);
    at += line.length;
    bytes[at] = 10;
    at += 1;
  }
  return bytes;
}
