/** Holds the reader of binary journals to files that systemd's own programs write. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openBytes } from '../../../../src/adapters/openBytes.ts';
import { projectRoot } from '../../../support/shared.ts';

/** Programs of the system are waited for so long (milliseconds). */
const PATIENCE_MS = 20_000;
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
  const remote = '/lib/systemd/systemd-journal-remote';
  const isThere =
    spawnSync(remote, ['--version'], { timeout: PATIENCE_MS }).status === 0 &&
    spawnSync('journalctl', ['--version'], { timeout: PATIENCE_MS }).status === 0;
  it.runIf(isThere)(
    'of the real program says what journalctl says of it',
    async () => {
      const text = readFileSync(
        join(projectRoot, 'test/fixtures/runs/v1.36.2-b-hang/kubelet.journal.short.log'),
        'utf8',
      );
      const source = text
        .split('\n')
        .flatMap((line, index) => {
          const match = /^(?:\S+ +){3}(\S+) ([^[\s:]+)(?:\[(\d+)\])?: (.*)$/.exec(line);
          if (match === null) return [];
          const [, host = '', program = '', pid = '1', message = ''] = match;
          const time = BEGIN + index * 1000;
          return `__REALTIME_TIMESTAMP=${time}\n__MONOTONIC_TIMESTAMP=${index + 1}\n_BOOT_ID=${'ab'.repeat(16)}\n_HOSTNAME=${host}\nSYSLOG_IDENTIFIER=${program}\n_PID=${pid}\n_SYSTEMD_UNIT=${program}.service\nMESSAGE=${message}\n`;
        })
        .join('\n');
      const modes: readonly (readonly [NodeJS.ProcessEnv, readonly string[]])[] = [
        [{}, []],
        [{ SYSTEMD_JOURNAL_COMPACT: '0' }, []],
        [{ SYSTEMD_JOURNAL_KEYED_HASH: '0' }, []],
        [{}, ['--compress=no']],
      ];
      const exported = join(root, 'source.export');
      writeFileSync(exported, `${source}\n`);
      for (const [env, options] of modes) {
        const path = join(root, 'real.journal');
        rmSync(path, { force: true });
        const made = spawnSync(remote, [...options, '-o', path, exported], {
          env: { ...process.env, ...env },
          timeout: PATIENCE_MS,
        });
        expect(made.status).toBe(0);
        const { stdout } = spawnSync('journalctl', ['--file', path, '--utc', '-q', '-a', '-o', 'short-iso-precise'], {
          timeout: PATIENCE_MS,
        });
        const printed = stdout.toString().replaceAll(/^(\S+\.\d{6}\+00):00 /gm, '$100 ');
        expect(printed.split('\n').length).toBeGreaterThan(400);
        expect(await textOf(path)).toBe(printed.replace(/^-- Journal begins.*\n/, ''));
      }
    },
    60_000,
  );
});
