/** Makes binary journals by systemd's own programs, where they are installed. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

const REMOTE = '/lib/systemd/systemd-journal-remote';
/** Programs of the system are waited for so long (milliseconds). */
const PATIENCE_MS = 20_000;

/** Whether systemd's programs for writing and reading journals are here. */
export const hasRealJournal =
  spawnSync(REMOTE, ['--version'], { timeout: PATIENCE_MS }).status === 0 &&
  spawnSync('journalctl', ['--version'], { timeout: PATIENCE_MS }).status === 0;

export interface RealJournalOptions {
  /** Of the first entry, microseconds since the epoch; each further one comes a millisecond later. */
  readonly begin: number;
  readonly env?: NodeJS.ProcessEnv;
  readonly options?: readonly string[];
}

/**
 * Writes the lines of a syslog into a new journal: each program is a unit of its name.
 * @param path of the new file; what is exported for it stays beside it (`.export`)
 * @throws {Error} with what the program said when it fails
 */
export function writeRealJournal(path: string, syslog: string, { begin, env, options }: RealJournalOptions): void {
  const entries = syslog.split('\n').flatMap((line, index) => {
    const match = /^(?:\S+ +){3}(\S+) ([^\s[:]+)(?:\[(\d+)\])?: (.*)$/.exec(line);
    if (match === null) return [];
    const [, host = '', program = '', pid = '1', message = ''] = match;
    return `__REALTIME_TIMESTAMP=${begin + index * 1000}\n__MONOTONIC_TIMESTAMP=${index + 1}\n_BOOT_ID=${'ab'.repeat(16)}\n_HOSTNAME=${host}\nSYSLOG_IDENTIFIER=${program}\n_PID=${pid}\n_SYSTEMD_UNIT=${program}.service\nMESSAGE=${message}\n`;
  });
  const source = `${path}.export`;
  writeFileSync(source, `${entries.join('\n')}\n`);
  const made = spawnSync(REMOTE, [...(options ?? []), '-o', path, source], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
    timeout: PATIENCE_MS,
  });
  if (made.status !== 0) throw new Error(`systemd-journal-remote: ${made.stderr}`);
}

/** What `journalctl` prints of a file or a folder of journals. */
export function printedByJournalctl(...options: readonly string[]): string {
  return spawnSync('journalctl', ['--utc', '--quiet', '--all', '--output=short-iso-precise', ...options], {
    encoding: 'utf8',
    timeout: PATIENCE_MS,
  }).stdout;
}

/** How the fields of a journal file are packed, as its header says: `XZ`, `LZ4`, `ZSTD`. */
export function packingsOf(path: string): readonly string[] {
  const { stdout } = spawnSync('journalctl', ['--header', '--file', path], { encoding: 'utf8', timeout: PATIENCE_MS });
  return [...stdout.matchAll(/\bCOMPRESSED-(\w+)/g)].map(([, packing = '']) => packing);
}
