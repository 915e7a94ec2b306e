import {
  appendFileSync,
  copyFileSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileFollower, type FollowSink } from '../../../../src/adapters/follow/followFile.ts';

let folder: string;
let log: string;
let follower: FileFollower;
let taken: string[];
let gaps: string[];
let accepts: (head: string) => boolean;
let written: number;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'follow-'));
  log = join(folder, 'kubelet.log');
  taken = [''];
  gaps = [];
  written = 0;
  accepts = () => true;
  follower = new FileFollower(log, sink);
});
afterEach(() => {
  follower.close();
  rmSync(folder, { recursive: true });
});

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
/** The number at the begin of a text's first line; of the last one that was taken. */
const numberOf = (text: string): number => Number(/^\d+/.exec(text)?.[0] ?? Number.NaN);
const lastNumber = (): number => numberOf(taken.join('').trimEnd().split('\n').at(-1) ?? '');
const sink: FollowSink = {
  bytes: (chunk) => {
    taken[taken.length - 1] += textOf(chunk);
  },
  nextFile: (head) => {
    if (!accepts(textOf(head))) return false;
    taken.push('');
    return true;
  },
  isLater: (head) => {
    const number = numberOf(textOf(head));
    return Number.isNaN(number) ? undefined : number > lastNumber();
  },
  gap: (text) => gaps.push(text),
};

/** Lines with the numbers that follow. */
function lines(count: number): string {
  let text = '';
  for (let at = 0; at < count; at += 1) text += `${(written += 1)} of the log of the kubelet on this node\n`;
  return text;
}
const write = (count: number): void => appendFileSync(log, lines(count));
/** Nothing is missing, and nothing was taken twice. */
function expectAll(): void {
  expect(taken.join('')).toBe(
    Array.from({ length: written }, (_, at) => `${at + 1} of the log of the kubelet on this node\n`).join(''),
  );
  expect(gaps).toEqual([]);
}

describe('a file that grows', () => {
  it('gives what was appended, each time that alone', async () => {
    write(3);
    expect(await follower.poll()).toBe('grown');
    expect(await follower.poll()).toBe('quiet');
    taken = [''];
    write(2);
    await follower.poll();
    expect(taken).toEqual(['4 of the log of the kubelet on this node\n5 of the log of the kubelet on this node\n']);
  });

  it('begins behind what was read before', async () => {
    write(3);
    const { length } = readFileSync(log);
    follower = new FileFollower(log, sink, length);
    write(1);
    await follower.poll();
    expect(taken).toEqual(['4 of the log of the kubelet on this node\n']);
  });

  it('is waited for where it is not there yet, and when it was deleted', async () => {
    expect(await follower.poll()).toBe('gone');
    write(1);
    expect(await follower.poll()).toBe('grown');
    rmSync(log);
    expect(await follower.poll()).toBe('gone');
    write(1);
    expect(await follower.poll()).toBe('grown');
    expect(taken).toHaveLength(2);
    expectAll();
  });
});

describe('rotation by renaming', () => {
  it('loses nothing, also of what comes late into the old file', async () => {
    write(5);
    await follower.poll();
    renameSync(log, `${log}.1`);
    appendFileSync(`${log}.1`, lines(2));
    await follower.poll();
    appendFileSync(`${log}.1`, lines(2));
    writeFileSync(log, '');
    await follower.poll();
    appendFileSync(`${log}.1`, lines(2));
    write(3);
    await follower.poll();
    expect(taken).toHaveLength(2);
    expectAll();
    expect(await follower.places()).toEqual([`${log}.1`, log]);
  });

  it('finds the files that were the log between two looks, whatever their names', async () => {
    write(5);
    await follower.poll();
    for (const round of [1, 2, 3]) {
      renameSync(log, join(folder, `kubelet-2026-11-21T0${round}-00-00.000.log`));
      write(4);
    }
    await follower.poll();
    expect(taken).toHaveLength(4);
    expectAll();
  });

  it('with numbers that move, and packed at once', async () => {
    writeFileSync(`${log}.1`, 'an older log, of which nothing is to be read\n');
    write(5);
    await follower.poll();
    const began = Math.floor(Date.now() / 1000) - 60;
    for (let round = 1; round <= 4; round += 1) {
      for (let number = round; number >= 1; number -= 1) renameSync(`${log}.${number}`, `${log}.${number + 1}`);
      renameSync(log, `${log}.1`);
      utimesSync(`${log}.1`, began + round, began + round);
      write(4);
    }
    writeFileSync(`${log}.2.gz`, gzipSync(readFileSync(`${log}.2`)));
    utimesSync(`${log}.2.gz`, began + 3, began + 3); // as gzip does
    rmSync(`${log}.2`);
    await follower.poll();
    expect(taken).toHaveLength(5);
    expectAll();
    expect(await follower.places()).toEqual([`${log}.4`, `${log}.3`, `${log}.2.gz`, `${log}.1`, log]);
  });

  it('does not take a copy that somebody made for a part of it', async () => {
    write(5);
    await follower.poll();
    copyFileSync(log, `${log}.mine`);
    write(1);
    await follower.poll();
    renameSync(log, `${log}.1`);
    write(2);
    await follower.poll();
    expect(taken).toHaveLength(2);
    expectAll();
  });
});

describe('copytruncate', () => {
  const rotate = (): void => {
    copyFileSync(log, `${log}.1`);
    truncateSync(log);
  };

  it('takes the rest from the rotated file', async () => {
    write(5);
    await follower.poll();
    write(3);
    rotate();
    write(2);
    await follower.poll();
    expect(taken).toHaveLength(2);
    expectAll();
    expect(await follower.places()).toEqual([`${log}.1`, log]);
  });

  it('takes it from a packed one, and though the file is longer again than before', async () => {
    write(5);
    await follower.poll();
    write(3);
    rotate();
    writeFileSync(`${log}.1.gz`, gzipSync(readFileSync(`${log}.1`)));
    rmSync(`${log}.1`);
    write(50);
    await follower.poll();
    expect(taken).toHaveLength(2);
    expectAll();
  });

  it('reports a gap where the rotated file is not there', async () => {
    write(5);
    await follower.poll();
    write(3);
    rotate();
    rmSync(`${log}.1`);
    await follower.poll();
    write(2);
    await follower.poll();
    expect(taken[1]).toMatch(/^9 of/);
    expect(gaps).toEqual([
      `${log} was emptied while it was followed, and no copy of what it held was found beside it: lines written just before are missing.`,
    ]);
  });

  it('passes over the hole that a writer leaves which goes on where it was', async () => {
    write(5);
    await follower.poll();
    const { length } = readFileSync(log);
    rotate();
    truncateSync(log, length);
    write(2);
    await follower.poll();
    expect(taken).toHaveLength(2);
    expectAll();
  });
});

describe('another log in its place', () => {
  it('is told, and not read', async () => {
    write(5);
    await follower.poll();
    accepts = (head) => !head.startsWith('1 ');
    writeFileSync(log, '1 is the first line of another log\n');
    expect(await follower.poll()).toBe('replaced');
    expect(await follower.poll()).toBe('replaced');
    expect(taken).toHaveLength(1);
  });

  it('is none where the same log was saved', async () => {
    write(5);
    await follower.poll();
    writeFileSync(`${log}.tmp`, readFileSync(log));
    renameSync(`${log}.tmp`, log);
    write(1);
    expect(await follower.poll()).toBe('grown');
    expect(taken).toHaveLength(1);
    expectAll();
  });
});

describe('a name that leads nowhere', () => {
  it('is no file, and following goes on once there is one', async () => {
    write(5);
    await follower.poll();
    renameSync(log, `${log}.1`);
    symlinkSync(log, log);
    expect(await follower.poll()).toBe('gone');
    rmSync(log);
    write(1);
    expect(await follower.poll()).toBe('grown');
    expectAll();
  });
});
