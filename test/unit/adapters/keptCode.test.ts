import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  symlinkSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeRoomForCode, startProgram } from '../../../src/adapters/keptCode.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kept-code-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A program that tells what it was given and what it worked out. */
const PROGRAM = `"use strict";
const { basename } = require('node:path');
function sum(n) { let s = 0; for (let i = 1; i <= n; i++) s += i; return s; }
globalThis.keptCodeTest = { file: basename(__filename), inFolder: require('node:fs').existsSync(__dirname + '/program.js'), sum: sum(100), exports: module.exports === exports };
// the last line is a comment`;
const OUTCOME = { file: 'program.js', inFolder: true, sum: 5050, exports: true };

/** The engine remembers what it compiled under a name: each start has a folder of its own. */
function start(keptFile = join(folder, 'program.code')): {
  readonly outcome: unknown;
  readonly wasKept: boolean;
  keep(): void;
} {
  delete (globalThis as { keptCodeTest?: unknown }).keptCodeTest;
  const own = mkdtempSync(join(folder, 'run-'));
  copyFileSync(join(folder, 'program.js'), join(own, 'program.js'));
  const program = startProgram(join(own, 'program.js'), keptFile);
  return {
    outcome: (globalThis as { keptCodeTest?: unknown }).keptCodeTest,
    wasKept: program.wasKept,
    keep: () => program.keep(),
  };
}

function files(): readonly string[] {
  return readdirSync(folder)
    .filter((name) => !name.startsWith('run-'))
    .toSorted();
}

describe('startProgram', () => {
  it('runs a program as a module, and the next time with the code that was kept', () => {
    writeFileSync(join(folder, 'program.js'), PROGRAM);
    const first = start();
    expect(first.outcome).toEqual(OUTCOME);
    expect(first.wasKept).toBe(false);
    first.keep();
    const second = start();
    expect(second.outcome).toEqual(OUTCOME);
    expect(second.wasKept).toBe(true);
    expect(files()).toEqual(['program.code', 'program.js']);
  });

  it.each([
    ['nothing', ''],
    ['something else', 'not code at all, but long enough to be looked at as a header of one'],
    ['the half of it', 'half'],
  ])('runs it without kept code that holds %s', (_, text) => {
    writeFileSync(join(folder, 'program.js'), PROGRAM);
    start().keep();
    const kept = readFileSync(join(folder, 'program.code'));
    writeFileSync(join(folder, 'program.code'), text === 'half' ? kept.subarray(0, kept.length >> 1) : text);
    const { outcome, wasKept } = start();
    expect(outcome).toEqual(OUTCOME);
    expect(wasKept).toBe(false);
  });

  it('runs it without kept code of which any byte changed: the engine would crash', () => {
    writeFileSync(join(folder, 'program.js'), PROGRAM);
    start().keep();
    const kept = readFileSync(join(folder, 'program.code'));
    for (let at = 0; at < kept.length; at += Math.ceil(kept.length / 20)) {
      const damaged = Buffer.from(kept);
      damaged[at] = (damaged[at] ?? 0) ^ 0x55;
      writeFileSync(join(folder, 'program.code'), damaged);
      const { outcome, wasKept } = start();
      expect(outcome).toEqual(OUTCOME);
      expect(wasKept).toBe(false);
    }
  });

  it('does not take the code of a source of another length', () => {
    writeFileSync(join(folder, 'program.js'), PROGRAM);
    start().keep();
    writeFileSync(join(folder, 'program.js'), PROGRAM.replace('sum(100)', 'sum(100) + 1'));
    const { outcome, wasKept } = start();
    expect(outcome).toEqual({ ...OUTCOME, sum: 5051 });
    expect(wasKept).toBe(false);
  });

  it('keeps nothing, and says nothing, where it cannot write', () => {
    writeFileSync(join(folder, 'program.js'), PROGRAM);
    const program = start(join(folder, 'no-such-folder', 'program.code'));
    expect(program.outcome).toEqual(OUTCOME);
    program.keep();
    expect(existsSync(join(folder, 'no-such-folder'))).toBe(false);
    expect(files()).toEqual(['program.js']);
  });

  it('keeps it for this user alone, whatever the mask of the process', () => {
    writeFileSync(join(folder, 'program.js'), PROGRAM);
    for (const mask of [0o000, 0o077, 0o777]) {
      const before = process.umask(mask);
      try {
        start().keep();
      } finally {
        process.umask(before);
      }
      expect(lstatSync(join(folder, 'program.code')).mode & 0o777).toBe(0o600);
      rmSync(join(folder, 'program.code'));
    }
  });

  describe('runs no code that somebody else could have written', () => {
    const kept = (): string => join(folder, 'program.code');
    beforeEach(() => {
      writeFileSync(join(folder, 'program.js'), PROGRAM);
      start().keep();
    });

    it('but its own', () => {
      expect(start().wasKept).toBe(true);
    });

    it.each([0o620, 0o602, 0o666])('into a file of mode %o', (mode) => {
      chmodSync(kept(), mode);
      expect(start()).toMatchObject({ outcome: OUTCOME, wasKept: false });
    });

    it.each([0o770, 0o707, 0o777, 0o1777])('into a folder of mode %o, and keeps none there', (mode) => {
      chmodSync(folder, mode);
      expect(start()).toMatchObject({ outcome: OUTCOME, wasKept: false });
      rmSync(kept());
      start().keep();
      expect(files()).toEqual(['program.js']);
    });

    it.runIf(process.getuid?.() === 0)('in a file or a folder of another user', () => {
      chownSync(kept(), 65_534, 65_534);
      expect(start()).toMatchObject({ outcome: OUTCOME, wasKept: false });
      chownSync(kept(), 0, 0);
      expect(start().wasKept).toBe(true);
      chownSync(folder, 65_534, 65_534);
      expect(start()).toMatchObject({ outcome: OUTCOME, wasKept: false });
    });

    it('behind a link, or in a folder that is a link', () => {
      linkSync(kept(), join(folder, 'other.code'));
      rmSync(kept());
      symlinkSync(join(folder, 'other.code'), kept());
      expect(start()).toMatchObject({ outcome: OUTCOME, wasKept: false });
      symlinkSync(folder, join(folder, 'run-link'));
      expect(start(join(folder, 'run-link', 'other.code'))).toMatchObject({ outcome: OUTCOME, wasKept: false });
    });

    it('in what is no file', () => {
      rmSync(kept());
      mkdirSync(kept());
      const program = start();
      expect(program).toMatchObject({ outcome: OUTCOME, wasKept: false });
      program.keep();
      expect(files()).toEqual(['program.code', 'program.js']);
    });
  });

  it('lets the errors of the program out', () => {
    writeFileSync(join(folder, 'program.js'), 'throw new Error("of the program");');
    expect(() => start()).toThrow('of the program');
  });
});

describe('makeRoomForCode', () => {
  it('makes a folder for this user alone, and takes away what other versions kept, and halves of it', () => {
    const own = join(folder, 'cache', 'kubelet-timeline');
    const before = process.umask(0);
    try {
      makeRoomForCode(join(own, 'cli-program-2.code'), 'cli-program-');
    } finally {
      process.umask(before);
    }
    expect(lstatSync(own).mode & 0o777).toBe(0o700);
    for (const name of [
      'cli-program-1.code',
      'cli-program-2.code',
      'cli-program-1.code.77-0',
      'worker-program-1.code',
      'other.code',
    ])
      writeFileSync(join(own, name), '');
    makeRoomForCode(join(own, 'cli-program-2.code'), 'cli-program-');
    expect(readdirSync(own).toSorted()).toEqual(['cli-program-2.code', 'other.code', 'worker-program-1.code']);
  });

  it('leaves a folder alone to which others may write', () => {
    writeFileSync(join(folder, 'cli-program-1.code'), '');
    chmodSync(folder, 0o777);
    makeRoomForCode(join(folder, 'cli-program-2.code'), 'cli-program-');
    expect(readdirSync(folder)).toEqual(['cli-program-1.code']);
  });
});
