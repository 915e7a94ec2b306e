import { describe, expect, it } from 'vitest';
import { describeInputError, InputError } from '../../../src/adapters/inputError.ts';
import { runCommandLine } from '../../../src/cli/run.ts';
import { textOfPiece, textOfPieces } from '../../support/pieces.ts';
import { summaryOf } from '../../support/summaries.ts';

const lineOf = (name: string, sick?: number): string =>
  `${JSON.stringify(summaryOf({ name, ...(sick === undefined ? {} : { sick }) }))}\n`;
const FILES: Readonly<Record<string, string>> = {
  'a.json': lineOf('a', 50),
  'b.json': lineOf('b'),
  'dir/c.json': lineOf('c', 40),
  'dir/notes.txt': 'nothing of interest\n',
  'half.ndjson': `${lineOf('d', 60)}${lineOf('e').slice(0, 300)}\n`,
  'no.txt': 'nothing of interest\n',
  '-': lineOf('a', 50) + lineOf('b'),
};

async function run(
  ...args: string[]
): Promise<{ code: number; out: string; errors: string; written: Record<string, string> }> {
  let [out, errors] = ['', ''];
  const written: Record<string, string> = {};
  const code = await runCommandLine(args, {
    version: () => '1',
    isPiped: () => args.length === 1,
    findSummaries: async (path) =>
      path === 'dir' ? { files: ['dir/c.json', 'dir/notes.txt'], cutShort: false } : undefined,
    openInput: async (file) => {
      const text = FILES[file];
      if (text === undefined) throw new InputError('not-found', file, 'ENOENT');
      async function* chunks(): AsyncIterable<Uint8Array> {
        await Promise.resolve();
        yield new TextEncoder().encode(text);
      }
      return { name: file, chunks: chunks() };
    },
    identityOf: async (file) => file,
    describeInputError,
    write: async (text) => {
      out += textOfPiece(text);
    },
    writeError: (text) => {
      errors += text;
    },
    writeFile: async (file, pieces) => {
      written[file] = textOfPieces(pieces);
    },
  });
  return { code, out, errors, written };
}

describe('fleet', () => {
  it('merges files and folders', async () => {
    const { code, out, errors } = await run('fleet', 'a.json', 'b.json', 'dir');
    expect([code, errors]).toEqual([0, '']);
    expect(out.split('\n')[0]).toMatch(/^2 of 3 nodes in trouble.*first c,/);
  });

  it('reads what is piped in, and writes JSON and Markdown', async () => {
    expect((await run('fleet')).out).toContain('1 of 2 nodes in trouble');
    expect(JSON.parse((await run('fleet', 'a.json', '--format', 'json')).out)).toMatchObject({
      schema: 'kubelet-timeline/fleet@1',
    });
    expect((await run('fleet', 'a.json', '--format', 'markdown', '--out', 'x.md')).written['x.md']).toMatch(
      /^# 1 of 1 node in trouble/,
    );
    expect((await run('fleet', 'a.json', '--redact')).out).toContain('node-1');
  });

  it('goes on without what it cannot take, says so, and ends with 1', async () => {
    const { code, out, errors } = await run('fleet', 'a.json', 'gone.json', 'no.txt', 'half.ndjson');
    expect(code).toBe(1);
    expect(out).toContain('2 of 2 nodes in trouble');
    for (const text of [errors, out]) {
      expect(text).toContain('gone.json was left out');
      expect(text).toContain('no.txt was left out: it holds no summary');
      expect(text).toContain('half.ndjson, line 2 was left out: it is no whole JSON');
    }
  });

  it('of nothing says what to do', async () => {
    const { code, out, errors } = await run('fleet', 'no.txt');
    expect([code, out]).toEqual([1, '']);
    expect(errors).toContain('analyze LOG --format summary');
    expect((await run('fleet', '--format', 'json')).code).toBe(2);
  });

  it('writes over no summary that it reads', async () => {
    const { code, errors } = await run('fleet', 'dir', '--out', 'dir/c.json');
    expect(code).toBe(2);
    expect(errors).toContain('which is read');
  });
});
