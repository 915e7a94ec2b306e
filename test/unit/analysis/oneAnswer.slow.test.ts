import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { bytesOf, mutatedLines } from '../../fuzz/batch.ts';
import { seedLogs } from '../../fuzz/seeds.ts';
import { answerInPieces, answerOfPipe } from '../../support/oneAnswer.ts';
import { projectRoot } from '../../support/shared.ts';

vi.setConfig({ testTimeout: 30_000 }); // each answer is a whole analysis

const fixture = new Uint8Array(
  readFileSync(join(projectRoot, 'test/fixtures/runs/v1.36.2-b-hang/kubelet.journal.short.log')),
);
const SKIP =
  'Jul 28 06:06:46 edge1 kubelet[5983]: E0728 06:06:46.070083    5983 kubelet.go:2213] "Skipping pod synchronization" err="PLEG is not healthy: pleg has yet to be successful"';
const HUNG = 'INFO: task dockerd:1067 blocked for more than 122 seconds.';

const textBytes = (...lines: readonly string[]): Uint8Array =>
  new TextEncoder().encode(lines.map((line) => `${line}\n`).join(''));

describe('a log has one answer', () => {
  it('whole, in pieces of one to seven bytes, from a pipe and packed', async () => {
    const whole = answerInPieces(fixture);
    for (const size of [1, 3, 7]) expect(answerInPieces(fixture, size) === whole).toBe(true);
    expect((await answerOfPipe(fixture, 1000)) === whole).toBe(true);
    expect((await answerOfPipe(gzipSync(fixture), 1000)) === whole).toBe(true);
  });

  it('with a line of dmesg, wherever a piece ends and however often it stands there', () => {
    for (const times of [1, 2, 3]) {
      const log = textBytes(SKIP, ...Array.from({ length: times }, (_, index) => `[161094${index}.313615] ${HUNG}`));
      const whole = answerInPieces(log);
      expect(whole).toContain('"kernel-hung-task"');
      for (const size of [1, 5, 7, 100]) expect(answerInPieces(log, size)).toBe(whole);
    }
  });

  it('with a kubelet whose journal prints seconds since the start and no pid', () => {
    const log = textBytes(
      ...[1, 2, 3].map((second) => `[  295${second}.212620] worker-2 kubelet: ${SKIP.slice(SKIP.indexOf('E0728'))}`),
    );
    expect(answerInPieces(log)).toContain('"skips":[{');
    for (const size of [1, 5, 100]) expect(answerInPieces(log, size)).toBe(answerInPieces(log));
  });

  it('with lines that carriage returns end', () => {
    const returns = fixture.map((byte) => (byte === 10 ? 13 : byte));
    for (const size of [returns.length, 5, 4096])
      expect(answerInPieces(returns, size) === answerInPieces(fixture)).toBe(true);
  });

  it('when its lines are mutated', () => {
    const seeds = seedLogs([join(projectRoot, 'test/fixtures')]);
    for (let seed = 1; seed <= 25; seed += 1) {
      const log = bytesOf(mutatedLines(seed, 30, seeds));
      expect({ seed, same: answerInPieces(log, 1 + (seed % 7)) === answerInPieces(log) }).toEqual({ seed, same: true });
    }
  });
});
