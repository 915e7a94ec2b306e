import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { NodeWish } from '../../../src/adapters/nodeLog/nodeWays.ts';
import type { NodeLog } from '../../../src/adapters/nodeLog/readNode.ts';
import type { CommandLineHost, ExitCode } from '../../../src/cli/host.ts';
import { runCommandLine } from '../../../src/cli/run.ts';
import { instant } from '../../../src/kubelet/time.ts';
import { projectRoot } from '../../support/shared.ts';

const sample = readFileSync(join(projectRoot, 'test/fixtures/runs/v1.36.2-b-hang/kubelet.journal.short.log'));
const now = instant(Date.UTC(2026, 10, 21, 12) * 1000);

let wishes: NodeWish[];
let written: string;
let told: string;
let log: Uint8Array | undefined;
let failsWith: string | undefined;

beforeEach(() => {
  wishes = [];
  written = '';
  told = '';
  log = sample;
  failsWith = undefined;
});

const host: CommandLineHost = {
  version: () => '0',
  now: () => now,
  openInput: async () => {
    throw new Error('no file is opened');
  },
  findLogs: async () => {
    throw new Error('no file is looked at');
  },
  identityOf: async () => undefined,
  outputIdentity: async () => undefined,
  describeInputError: () => undefined,
  fetchNode: async (wish, { tell }, onEnd): Promise<NodeLog | undefined> => {
    wishes.push(wish);
    tell('kubectl gave no log: Error from server (Forbidden)');
    if (log === undefined) return undefined;
    const bytes = log;
    async function* chunks(): AsyncGenerator<Uint8Array> {
      yield bytes;
      if (failsWith !== undefined) onEnd(failsWith);
    }
    return { way: { program: 'kubectl', args: [], word: '' }, chunks: chunks() };
  },
  write: async (text) => {
    written += typeof text === 'string' ? text : new TextDecoder().decode(text);
  },
  writeError: (text) => {
    told += text;
  },
  writeFile: async () => undefined,
};
const run = (...args: readonly string[]): Promise<ExitCode> => runCommandLine(['node', ...args], host);

describe('node', () => {
  it('analyzes what was fetched, from a time counted from now on', async () => {
    expect(await run('worker-2', '--context', 'prod', '--since', '-2h')).toBe(0);
    expect(wishes).toEqual([{ node: 'worker-2', context: 'prod', now, since: instant(now - 7_200_000_000) }]);
    expect(written).toContain('worker-2: PLEG was unhealthy');
    expect(told).toBe('kubelet-timeline: kubectl gave no log: Error from server (Forbidden)\n');
  });

  it('has formats and exit codes of analyze', async () => {
    expect(await run('worker-2', '--format', 'json', '--fail-on', 'unhealthy')).toBe(3);
    expect(JSON.parse(written)).toMatchObject({ state: 'recovered', sources: [{ name: 'worker-2' }] });
  });

  it('says that no way works, and what to do', async () => {
    log = undefined;
    expect(await run('worker-2')).toBe(1);
    expect(told).toContain('no way to the log of worker-2 works here.');
  });

  it('says that a program failed in the middle, in the answer too', async () => {
    failsWith = 'kubectl ended in the middle.';
    expect(await run('worker-2')).toBe(0);
    expect(told).toContain(failsWith);
    expect(written).toContain(failsWith);
  });

  it.each([
    [[], 'node needs the NAME of one node'],
    [['a', 'b'], 'node needs the NAME of one node'],
    [['a/../b'], 'a/../b is no name of a node'],
    [['a', '--format', 'ndjson'], '--format ndjson: choose one of'],
    [['a', '--since', 'soon'], '--since soon'],
  ] as const)('%j is wrong usage', async (args, why) => {
    expect(await run(...args)).toBe(2);
    expect(told).toContain(why);
    expect(wishes).toEqual([]);
  });
});
