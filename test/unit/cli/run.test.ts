import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeInputError, InputError } from '../../../src/adapters/inputError.ts';
import { runCommandLine } from '../../../src/cli/run.ts';
import { projectRoot } from '../../support/shared.ts';
import { textOfPiece, textOfPieces } from '../../support/pieces.ts';

/** A text of this form, as a part of an expected value. */
const matching = (form: RegExp): unknown => expect.stringMatching(form);

const log = readFileSync(join(projectRoot, 'test/fixtures/runs/v1.36.2-b-hang/kubelet.journal.short.log'));
const FILES: Record<string, Uint8Array | Error> = {
  'k.log': new Uint8Array(log),
  '-': new Uint8Array(log),
  'empty.log': new Uint8Array(),
  var: new InputError('folder', 'var'),
  'bug.log': new TypeError('a defect'),
  'bare.log': new TextEncoder().encode(new TextDecoder().decode(log).replaceAll(/\b20\d\d\b/g, 'xxxx')),
  'nginx.log': new TextEncoder().encode('10.0.0.1 - - "GET /"\n'),
};

interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly errors: string;
  readonly written: Record<string, string>;
}

async function run(...args: string[]): Promise<Outcome> {
  let out = '';
  let errors = '';
  const written: Record<string, string> = {};
  const code = await runCommandLine(args, {
    version: () => '9.9.9',
    gettingLogs: () => '| any node | a recipe |\n',
    openInput: async (file) => {
      const content = FILES[file];
      if (content === undefined) throw new InputError('not-found', file, 'ENOENT');
      if (content instanceof Error) throw content;
      async function* chunks(bytes: Uint8Array): AsyncIterable<Uint8Array> {
        await Promise.resolve();
        yield bytes;
      }
      return { name: file === '-' ? 'standard input' : file, chunks: chunks(content) };
    },
    describeInputError,
    whyUnreadable: async (file) =>
      FILES[file] === undefined ? new InputError('not-found', file, 'ENOENT') : undefined,
    write: async (text) => {
      out += textOfPiece(text);
    },
    writeError: (text) => {
      errors += text;
    },
    writeFile: async (file, pieces) => {
      if (file.startsWith('/nowhere/')) throw new Error('ENOENT: no such file or directory');
      written[file] = textOfPieces(pieces);
    },
  });
  return { code, out, errors, written };
}

describe('what is done', () => {
  it('writes JSON with the options of the command', async () => {
    const { code, out, errors } = await run(
      'analyze',
      'k.log',
      '--format',
      'json',
      '--year',
      '2024',
      '--time-zone',
      '+02:00',
    );
    expect([code, errors]).toEqual([0, '']);
    const json: unknown = JSON.parse(out);
    expect(json).toMatchObject({
      schema: 'kubelet-timeline/analysis@1',
      sources: [{ name: 'k.log' }],
      span: { from: matching(/^2024-11-20T22:27/) },
    });
  });

  it('writes text and Markdown', async () => {
    expect((await run('analyze', 'k.log', '--year', '2026')).out).toMatch(
      /^worker-2: PLEG was unhealthy for about .*[^]*\n\nk\.log: 477 lines/,
    );
    expect((await run('analyze', 'k.log', '--year', '2026', '--format', 'markdown')).out).toMatch(/^# PLEG unhealthy/);
  });

  it('reads standard input', async () => {
    expect((await run('analyze', '-', '--year', '2026')).out).toContain('\nstandard input: 477 lines');
  });

  it('takes the year from what the log says', async () => {
    expect((await run('analyze', '-')).out).toMatch(
      /\n2026-11-21 00:27:32 – 00:35:03 \(as logged, time zone unknown\)\n/,
    );
  });

  it('shows no year where nothing tells it', async () => {
    const { out } = await run('analyze', 'bare.log');
    expect(out).toMatch(/\n11-21 00:27:32 – 00:35:03 \(as logged, year and time zone unknown\)\n/);
    expect(out).not.toContain('2000-');
    expect((await run('analyze', 'bare.log', '--format', 'markdown')).out).not.toContain('2000-');
    expect((await run('analyze', 'bare.log', '--year', '2026')).out).toContain('\n2026-11-21 00:27:');
  });

  it('writes into a file instead', async () => {
    const { code, out, written } = await run('analyze', 'k.log', '--year', '2026', '--out', 'report.txt');
    expect([code, out]).toEqual([0, '']);
    expect(written['report.txt']).toContain('It has recovered'.slice(0, 6));
  });

  it('prints help and version', async () => {
    expect((await run('--help')).out).toMatch(/^Usage: kubelet-timeline COMMAND/);
    expect((await run('analyze', '-h')).out).toMatch(/^Usage: kubelet-timeline analyze FILE\.\.\. \[options\]\n/);
    expect((await run('man')).out).toContain('kubelet\\-timeline 9.9.9');
    expect((await run('completion', 'fish', '--out', 'c.fish')).written['c.fish']).toContain(
      'complete -c kubelet-timeline',
    );
    expect((await run('getting-logs')).out).toBe('| any node | a recipe |\n');
    expect((await run('--version')).out).toBe('9.9.9\n');
  });
});

describe('for scripts', () => {
  it('ends with 3 where what --fail-on names was found, and writes the answer all the same', async () => {
    const { code, out, errors } = await run('analyze', 'k.log', '--fail-on', 'unhealthy');
    expect([code, errors]).toEqual([3, '']);
    expect(out).toContain('PLEG was unhealthy');
    expect((await run('analyze', 'k.log', '--fail-on', 'finding:list-calls-hang')).code).toBe(3);
    expect((await run('analyze', 'k.log', '--fail-on', 'finding:panic')).code).toBe(0);
    expect((await run('analyze', 'k.log', '--fail-on', 'finding:panic', '--fail-on', 'unhealthy')).code).toBe(3);
  });

  it('of several files those that cannot be read are named, the others are analysed, and the end is 1', async () => {
    const { code, out, errors } = await run('analyze', 'gone.log', 'k.log', '--fail-on', 'unhealthy');
    expect([code, errors]).toEqual([1, 'kubelet-timeline: There is no file gone.log. Check the path.\n']);
    expect(out).toContain('\nk.log: 477 lines');
    expect(out).toMatch(/\nWARNINGS\n[^]*There is no file gone\.log/);
  });

  it('none of several is one line each, and no output', async () => {
    const { code, out, errors } = await run('analyze', 'gone.log', 'lost.log');
    expect([code, out]).toEqual([1, '']);
    expect(errors).toBe(
      'kubelet-timeline: There is no file gone.log. Check the path.\nkubelet-timeline: There is no file lost.log. Check the path.\n',
    );
  });
});

describe('colours', () => {
  const ESCAPES = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, 'g');
  it('stand in text that asks for them, and change nothing else', async () => {
    const plain = await run('analyze', 'k.log');
    const coloured = await run('analyze', 'k.log', '--color', 'always');
    expect(coloured.out).toMatch(ESCAPES);
    expect(coloured.out.replaceAll(ESCAPES, '')).toBe(plain.out);
    expect(plain.out).not.toMatch(ESCAPES);
    expect((await run('analyze', 'k.log', '--color=always', '--format', 'markdown')).out).not.toMatch(ESCAPES);
  });
});

describe('what goes wrong is one line that says what to do', () => {
  it.each([
    [['analyze', 'gone.log'], 1, /^kubelet-timeline: There is no file gone\.log\. Check the path\.\n$/],
    [['analyze', 'var'], 1, /^kubelet-timeline: var is a folder\. .+\n$/],
    [
      ['analyze', 'empty.log'],
      1,
      /^kubelet-timeline: empty\.log is empty\. .*another name.*journalctl -u kubelet.*: kubelet-timeline getting-logs\n$/,
    ],
    [
      ['analyze', 'nginx.log'],
      1,
      /^kubelet-timeline: nginx\.log holds no kubelet records \(1 line read\)\. .+: kubelet-timeline getting-logs\n$/,
    ],
    [['analyze', 'k.log', '--out', '/nowhere/x'], 1, /^kubelet-timeline: \/nowhere\/x could not be written: .+\n$/],
    [['analyze'], 2, /^kubelet-timeline: analyze needs a FILE.*\nTry kubelet-timeline analyze --help\n$/],
  ])('%j', async (args, code, errors) => {
    const outcome = await run(...args);
    expect(outcome.code).toBe(code);
    expect(outcome.errors).toMatch(errors);
    expect(outcome.out).toBe('');
  });

  it('but a defect of ours is not dressed up as a bad file', async () => {
    await expect(run('analyze', 'bug.log')).rejects.toThrow('a defect');
  });
});
