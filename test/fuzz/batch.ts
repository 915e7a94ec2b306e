import { mutateLine } from './mutate.ts';
import { Random } from './random.ts';
import type { SeedLog } from './seeds.ts';

/** Consecutive lines of one log, most of them changed, some taken from others: so that envelope, record and process go on between the breaks. */
export function mutatedLines(seed: number, count: number, logs: readonly SeedLog[]): readonly Uint8Array[] {
  const random = new Random(seed);
  const lines: Uint8Array[] = [];
  const anyLine = (log: SeedLog | undefined): Uint8Array =>
    log?.lines[random.below(log.lines.length)] ?? new Uint8Array();
  const log = logs[random.below(logs.length)];
  let at = random.below(log?.lines.length ?? 1);
  while (lines.length < count) {
    const stranger = random.below(40) === 0;
    const line = stranger ? anyLine(logs[random.below(logs.length)]) : (log?.lines[at] ?? new Uint8Array());
    at += random.below(30) === 0 ? random.below(5) - 2 : 1;
    if (at < 0 || at >= (log?.lines.length ?? 0)) at = 0;
    lines.push(
      random.below(10) < 7
        ? mutateLine(random, line, random.below(2) === 0 ? anyLine(log) : anyLine(logs[random.below(logs.length)]))
        : line,
    );
  }
  return lines;
}

/** What somebody copies out of a log: a few lines of one log in their order, near one another or far apart, as they stand or (one in three) changed. */
export function pickedLines(seed: number, most: number, logs: readonly SeedLog[]): readonly Uint8Array[] {
  const random = new Random(seed);
  const lines = logs[random.below(logs.length)]?.lines ?? [];
  const apart = [1, 3, 30, 300][random.below(4)] ?? 1;
  const picked: Uint8Array[] = [];
  let at = random.below(lines.length);
  for (let count = 1 + random.below(most); count > 0 && at < lines.length; count -= 1) {
    const line = lines[at] ?? new Uint8Array();
    picked.push(random.below(3) === 0 ? mutateLine(random, line, lines[random.below(lines.length)] ?? line) : line);
    at += 1 + random.below(apart);
  }
  return picked;
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
