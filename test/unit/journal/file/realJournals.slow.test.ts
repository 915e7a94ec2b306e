/** Holds the reader of binary journals to files that systemd's own programs write. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openBytes } from '../../../../src/adapters/openBytes.ts';
import { hasRealJournal, packingsOf, printedByJournalctl, writeRealJournal } from '../../../support/realJournal.ts';
import { projectRoot } from '../../../support/shared.ts';

const BEGIN = Date.UTC(2026, 10, 21, 0, 27, 32) * 1000;

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'journal-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

async function textOf(path: string): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const chunk of (await openBytes(path)).chunks) parts.push(chunk);
  return Buffer.concat(parts).toString();
}

describe('a journal file', () => {
  it.runIf(hasRealJournal).for([
    ['compact', {}, []],
    ['regular', { SYSTEMD_JOURNAL_COMPACT: '0' }, []],
    ['without keyed hashes', { SYSTEMD_JOURNAL_KEYED_HASH: '0' }, []],
    ['not packed', {}, ['--compress=no']],
    ['XZ', { SYSTEMD_JOURNAL_COMPRESS: 'XZ' }, []],
    ['LZ4', { SYSTEMD_JOURNAL_COMPRESS: 'LZ4' }, []],
    ['ZSTD', { SYSTEMD_JOURNAL_COMPRESS: 'ZSTD' }, []],
  ] as const)('of the real program says what journalctl says of it: %s', async ([mode, env, options], context) => {
    const syslog = readFileSync(
      join(projectRoot, 'test/fixtures/runs/v1.36.2-b-hang/kubelet.journal.short.log'),
      'utf8',
    );
    const path = join(root, 'real.journal');
    writeRealJournal(path, syslog, { begin: BEGIN, env, options });
    // Older programs pack in one way only, whatever they are asked for.
    if ('SYSTEMD_JOURNAL_COMPRESS' in env) context.skip(!packingsOf(path).includes(mode), `no ${mode} here`);
    const printed = printedByJournalctl('--file', path).replaceAll(/^(\S+\.\d{6}\+00):00 /gm, '$100 ');
    expect(printed.split('\n').length).toBeGreaterThan(400);
    expect(await textOf(path)).toBe(printed.replace(/^-- Journal begins.*\n/, ''));
  });
});
