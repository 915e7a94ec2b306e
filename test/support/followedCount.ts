/** Follows a log that another process writes and rotates, and counts what comes. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { FileFollower } from '../../src/adapters/follow/followFile.ts';
import { GrowingLog } from '../../src/analysis/follow/growingLog.ts';
import { createAnalysisSession } from '../../src/analysis/session.ts';
import { instant } from '../../src/kubelet/time.ts';

export interface FollowedCount {
  /** Lines and bytes that were written, and in how many seconds. */
  readonly written: { readonly lines: number; readonly bytes: number; readonly seconds: number };
  /** Lines that the analysis counts, and files that they came from. */
  readonly lines: number;
  readonly files: number;
  readonly gaps: readonly string[];
}

/** `rate` is bytes a second, `bytes` those of a file before it is rotated. */
export async function followRotations(
  how: 'rename' | 'copytruncate',
  { rotations, bytes, rate }: { readonly rotations: number; readonly bytes: number; readonly rate: number },
): Promise<FollowedCount> {
  const folder = mkdtempSync(join(tmpdir(), 'rotations-'));
  const file = join(folder, 'kubelet.log');
  const writer = spawn(
    process.execPath,
    [join(import.meta.dirname, 'rotatingWriter.mjs'), file, how, String(rotations), String(bytes), String(rate)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let said = '';
  writer.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const ended = new Promise<void>((resolve) => {
    writer.on('close', () => resolve());
  });
  while (!existsSync(file)) await setTimeout(1);
  let isEnded = false;
  void ended.then(() => {
    isEnded = true;
  });
  const gaps: string[] = [];
  let files = 1;
  const now = instant(Date.UTC(2026, 10, 22) * 1000);
  const log = new GrowingLog({
    makeSession: () => createAnalysisSession({ lineIndex: false }),
    name: 'kubelet.log',
    options: { fallbackYearFrom: now },
  });
  const follower = new FileFollower(file, {
    bytes: (chunk, more) => log.add(chunk, more),
    isLater: (head) => log.isLater(head),
    nextFile: (head) => {
      if (log.isLater(head) === false) return false;
      files += 1;
      log.nextFile('kubelet.log', head, now);
      return true;
    },
    gap: (text) => gaps.push(text),
  });
  try {
    for (let isLast = false; ; isLast = isEnded) {
      const state = await follower.poll();
      if (state === 'replaced') gaps.push('taken for another log');
      log.settle(state === 'grown' ? 'flowing' : 'quiet');
      if (isLast) break;
      await setTimeout(200);
    }
    log.settle('over');
    const result = log.session.result();
    const lines = result.ok ? result.analysis.reconstruction.history.counts.lines : 0;
    return { written: JSON.parse(said) as FollowedCount['written'], lines, files, gaps };
  } finally {
    follower.close();
    writer.kill();
    await ended;
    rmSync(folder, { recursive: true });
  }
}
