/** Where the logs of a packed archive are put while it is read, so that they can be merged by time: one file that has no name and goes with the process. */
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InputError } from '../inputError.ts';
import type { ByteRange } from './byteRange.ts';

export class Spool {
  #file: number | undefined;
  #length = 0;

  /** Bytes that were put in and not taken back. */
  get length(): number {
    return this.#length;
  }

  /** Puts bytes at the end. Throws an `InputError` when there is no room. */
  append(bytes: Uint8Array): void {
    try {
      this.#file ??= openNameless();
      for (let at = 0; at < bytes.length;) at += writeSync(this.#file, bytes, at, bytes.length - at, this.#length + at);
      this.#length += bytes.length;
    } catch (error) {
      throw new InputError('no-room', tmpdir(), error instanceof Error && 'code' in error ? String(error.code) : '');
    }
  }

  /** What was put in from an offset on. */
  since(from: number): ByteRange {
    this.#file ??= openNameless();
    return { file: this.#file, from, to: this.#length };
  }

  /** Takes back what was put in behind an offset; no range that is still used may reach there. */
  takeBack(to: number): void {
    this.#length = Math.min(this.#length, to);
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
    this.#length = 0;
  }
}

/** Nobody else can read the file, and nothing is left of it, however the process ends. */
function openNameless(): number {
  const folder = mkdtempSync(join(tmpdir(), 'kubelet-timeline-'));
  try {
    return openSync(join(folder, 'logs'), 'wx+', 0o600);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
