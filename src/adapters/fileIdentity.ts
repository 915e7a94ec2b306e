/** Whether two names lead to the same file: known by device and inode, whatever links lie between. */
import { fstat, stat, type BigIntStats } from 'node:fs';
import { promisify } from 'node:util';

const statOf = promisify(stat) as (path: string, options: { bigint: true }) => Promise<BigIntStats>;
const statOfOpen = promisify(fstat) as (fd: number, options: { bigint: true }) => Promise<BigIntStats>;

/**
 * What tells a file from all others; a number is an open descriptor (0: standard input). `undefined` for what is not there or cannot be asked, and for terminals,
 * `/dev/null` and the like, which nothing that is written can destroy.
 */
export async function identityOf(file: string | number): Promise<string | undefined> {
  try {
    const stats =
      typeof file === 'number' ? await statOfOpen(file, { bigint: true }) : await statOf(file, { bigint: true });
    return stats.isCharacterDevice() ? undefined : `${stats.dev}:${stats.ino}`;
  } catch {
    return undefined; // whoever opens it says why
  }
}
