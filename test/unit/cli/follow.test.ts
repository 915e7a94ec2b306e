import { appendFileSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileFollower } from '../../../src/adapters/follow/followFile.ts';
import { describeInputError } from '../../../src/adapters/inputError.ts';
import { openBytes, openStream } from '../../../src/adapters/openBytes.ts';
import type { CommandLineHost, ExitCode } from '../../../src/cli/host.ts';
import { runCommandLine } from '../../../src/cli/run.ts';
import { instant } from '../../../src/kubelet/time.ts';
import { projectRoot } from '../../support/shared.ts';

const sample = readFileSync(join(projectRoot, 'test/fixtures/runs/v1.36.2-b-hang/kubelet.journal.short.log'), 'utf8');
const lines = sample.trimEnd().split('\n');
/** Lines with these numbers, both inclusive. */
const part = (from: number, to: number): string => `${lines.slice(from - 1, to).join('\n')}\n`;
const BEGAN = /began: PLEG unhealthy/;
const CAUSE = /cause: The container runtime's list calls hung \(high confidence, list-calls-hang\)/;
const RECOVERED = /recovered: PLEG unhealthy for about 2m10s, recovered/;

let folder: string;
let log: string;
let written: string;
let told: string;
let stopped: boolean;
let input: AsyncIterable<Uint8Array>;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cli-follow-'));
  log = join(folder, 'kubelet.log');
  written = '';
  told = '';
  stopped = false;
});
afterEach(() => rmSync(folder, { recursive: true }));

const decoder = new TextDecoder();
function host(): CommandLineHost {
  return {
    version: () => '0',
    now: () => instant(Date.now() * 1000),
    openInput: async (file) => (file === '-' ? openStream(input, 'standard input') : openBytes(file)),
    identityOf: async () => undefined,
    outputIdentity: async () => undefined,
    describeInputError,
    following: {
      followFile: (file, sink) => new FileFollower(file, sink),
      wait: () =>
        new Promise((resolve) => {
          setTimeout(resolve, 5);
        }),
      wake: () => undefined,
      isStopped: () => stopped,
    },
    write: async (text) => {
      written += typeof text === 'string' ? text : decoder.decode(text);
    },
    writeError: (text) => {
      told += text;
    },
    writeFile: async (file, pieces) => {
      let text = '';
      for (const piece of pieces) text += typeof piece === 'string' ? piece : decoder.decode(piece);
      writeFileSync(file, text);
    },
  };
}
const follow = (...args: readonly string[]): Promise<ExitCode> =>
  runCommandLine(['analyze', '--follow', '--year', '2026', ...args], host());

async function analyzed(...files: readonly string[]): Promise<Record<string, unknown>> {
  const before = written;
  written = '';
  await runCommandLine(['analyze', '--year', '2026', '--format', 'json', ...files], host());
  const json = JSON.parse(written) as Record<string, unknown>;
  written = before;
  return json;
}
const answer = (): { readonly change: string; readonly analysis: Record<string, unknown> } =>
  JSON.parse(written.trimEnd().split('\n').at(-1) ?? '') as { change: string; analysis: Record<string, unknown> };

describe('analyze --follow', () => {
  it('tells each change when it happens, and the whole answer at the end', async () => {
    writeFileSync(log, part(1, 300));
    const running = follow(log);
    appendFileSync(log, part(301, 420));
    await expect.poll(() => written).toMatch(CAUSE);
    expect(written).toMatch(BEGAN);
    expect(written).not.toMatch(RECOVERED);
    appendFileSync(log, part(421, 477));
    await expect.poll(() => written).toMatch(RECOVERED);
    expect(written.split('\n')).toHaveLength(4);
    stopped = true;
    expect(await running).toBe(0);
    expect(written).toContain('It has recovered.');
    expect(told).toBe('');
  });

  it('gives the same JSON at the end as a reading at once', async () => {
    writeFileSync(log, '');
    const running = follow(log, '--format', 'ndjson');
    for (let from = 1; from <= 477; from += 53) {
      appendFileSync(log, part(from, Math.min(477, from + 52)));
      await new Promise((resolve) => {
        setTimeout(resolve, 30);
      });
    }
    await expect.poll(() => written).toContain('"recovered"');
    stopped = true;
    expect(await running).toBe(0);
    const { change, analysis } = answer();
    expect(change).toBe('end');
    expect(analysis).toEqual(await analyzed(log));
  });

  it('goes on over a rotation, with the names that the files have at the end', async () => {
    writeFileSync(log, part(1, 300));
    const running = follow(log, '--format', 'ndjson');
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
    renameSync(log, `${log}.1`);
    writeFileSync(log, part(301, 477));
    await expect.poll(() => written).toContain('"recovered"');
    stopped = true;
    await running;
    expect(answer().analysis).toEqual(await analyzed(`${log}.1`, log));
  });

  it('waits for a file that is not there, and says so', async () => {
    const running = follow(log);
    await expect.poll(() => told).toContain(`there is no file ${log} now; it is waited for.`);
    writeFileSync(log, sample);
    await expect.poll(() => written).toMatch(RECOVERED);
    stopped = true;
    expect(await running).toBe(0);
  });

  it('begins anew, and says so, where another log has the name', async () => {
    writeFileSync(log, part(200, 300));
    const running = follow(log);
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
    writeFileSync(log, sample);
    await expect.poll(() => written).toMatch(RECOVERED);
    expect(told).toContain('holds another log now; it is read from its begin.');
    stopped = true;
    await running;
    expect(written).toContain('477 lines');
  });

  it('follows standard input to its end', async () => {
    const encoder = new TextEncoder();
    input = (async function* () {
      for (let from = 1; from <= 477; from += 53) {
        yield encoder.encode(part(from, Math.min(477, from + 52)));
        await new Promise((resolve) => {
          setTimeout(resolve, 20);
        });
      }
    })();
    expect(await follow('-', '--format', 'ndjson')).toBe(0);
    expect(written.split('\n').map((line) => /"change":"(\w+)"/.exec(line)?.[1])).toEqual([
      'begin',
      'cause',
      'recovered',
      'end',
      undefined,
    ]);
  });

  it('tells the changes as they stand in the golden file', async () => {
    // In one piece: what is told does not hang on when it comes.
    input = (async function* () {
      await Promise.resolve();
      yield new TextEncoder().encode(sample);
    })();
    expect(await follow('-', '--format', 'ndjson')).toBe(0);
    const changes = written.split('\n').filter((line) => line !== '' && !line.startsWith('{"change":"end"'));
    await expect(`${changes.join('\n')}\n`).toMatchFileSnapshot(
      join(projectRoot, 'test/fixtures/golden/follow/changes.ndjson'),
    );
  });

  it('says at the end what is wrong with a log without a line of a kubelet, and puts the answer where it is wanted', async () => {
    writeFileSync(log, 'no log\n');
    stopped = true;
    expect(await follow(log)).toBe(1);
    expect(told).toContain('holds no kubelet records');
    writeFileSync(log, sample);
    expect(await follow(log, '--out', join(folder, 'answer.txt'), '--fail-on', 'unhealthy')).toBe(3);
    expect(readFileSync(join(folder, 'answer.txt'), 'utf8')).toContain('It has recovered.');
    expect(written).toMatch(RECOVERED);
  });

  it.each([
    [['a', 'b'], 'reads on one FILE'],
    [['a', '--redact'], '--redact has to see all of a log'],
    [['a', '--format', 'json'], '--follow tells changes as text or ndjson'],
    [['a', '--since', '-2h'], 'counted from the end of the log'],
    [['--node', 'n=a'], 'without --node'],
  ] as const)('cannot be had with %j', async (args, why) => {
    expect(await follow(...args)).toBe(2);
    expect(told).toContain(why);
  });

  it('is what ndjson is for', async () => {
    expect(await runCommandLine(['analyze', 'a', '--format', 'ndjson'], host())).toBe(2);
    expect(told).toContain('it needs --follow');
  });
});
