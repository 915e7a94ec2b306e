import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { saveFetched } from '../../../../src/adapters/nodeLog/fetchedLog.ts';
import { runJournalctl } from '../../../../src/adapters/nodeLog/journalProgram.ts';
import { listNames } from '../../../../src/adapters/nodeLog/listNames.ts';

let folder: string;
const path = process.env['PATH'];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'programs-'));
  process.env['PATH'] = [folder, '/usr/bin', '/bin'].join(delimiter);
});
afterEach(() => {
  process.env['PATH'] = path;
  rmSync(folder, { recursive: true });
});

function standIn(name: string, answer: string): void {
  const file = join(folder, name);
  writeFileSync(file, `#!/bin/sh\nprintf '%s\\n' "$@" > ${file}.args\n${answer}\n`);
  chmodSync(file, 0o755);
}

describe('journalctl', () => {
  it('gets its options as a list', async () => {
    standIn('journalctl', 'echo line');
    const { output, ended } = runJournalctl({ unit: 'kubelet', since: '-2h' });
    let text = '';
    for await (const chunk of output) text += new TextDecoder().decode(chunk);
    expect([text, (await ended).code]).toEqual(['line\n', 0]);
    expect(readFileSync(join(folder, 'journalctl.args'), 'utf8')).toBe(
      '--output=short-iso-precise\n--no-pager\n--unit=kubelet\n--since=-2h\n',
    );
  });

  it.skipIf(!existsSync('/usr/bin/journalctl'))('takes them, the real one', async () => {
    const { output, ended } = runJournalctl({ unit: 'no-such-unit', since: '-1h' });
    for await (const chunk of output) expect(chunk.length).toBeGreaterThan(0);
    const { code, said } = await ended;
    expect(said).not.toMatch(/unrecognized|invalid|unknown|Failed to parse/i);
    expect([0, 1]).toContain(code);
  });
});

describe('names that are listed', () => {
  it('come from kubectl, with what it says where it fails', async () => {
    standIn('kubectl', 'echo prod; echo test');
    expect(await listNames(['config', 'get-contexts'])).toEqual({ names: ['prod', 'test'], said: '' });
    standIn('kubectl', 'echo "error: no server" >&2; exit 1');
    expect(await listNames(['get', 'nodes'])).toEqual({ names: [], said: 'error: no server' });
  });

  it('come from oc where there is no kubectl, and from nowhere without both', async () => {
    process.env['PATH'] = folder;
    standIn('oc', 'echo prod');
    expect(await listNames([])).toEqual({ names: ['prod'], said: '' });
    rmSync(join(folder, 'oc'));
    expect(await listNames([])).toEqual({ names: [], said: 'Neither kubectl nor oc is installed here.' });
  });
});

describe('what was fetched', () => {
  const log = (): string => join(folder, 'node.log');

  it("is the user's alone", async () => {
    expect(
      await saveFetched(
        log(),
        (async function* () {
          yield new TextEncoder().encode('one\n');
          yield new TextEncoder().encode('two\n');
        })(),
      ),
    ).toBe(8);
    expect(readFileSync(log(), 'utf8')).toBe('one\ntwo\n');
    expect(statSync(log()).mode & 0o777).toBe(0o600);
  });

  it('is there as a whole or not at all', async () => {
    const broken = (async function* () {
      yield new TextEncoder().encode('one\n');
      throw new Error('gone');
    })();
    await expect(saveFetched(log(), broken)).rejects.toThrow('gone');
    expect(readdirSync(folder)).toEqual([]);
  });
});
