/** `journalctl` on this machine. */
import { type RunningProgram, runProgram } from './runProgram.ts';

export interface JournalWish {
  /** A unit; absent: all of the journal. */
  readonly unit?: string;
  /** As `journalctl` takes it (`-2h`); absent: all that there is. */
  readonly since?: string;
}

/** Starts `journalctl` in the mode that keeps year, zone and microseconds. */
export function runJournalctl({ unit, since }: JournalWish, signal?: AbortSignal): RunningProgram {
  return runProgram(
    'journalctl',
    [
      '--output=short-iso-precise',
      '--no-pager',
      ...(unit === undefined ? [] : [`--unit=${unit}`]),
      ...(since === undefined ? [] : [`--since=${since}`]),
    ],
    signal,
  );
}
