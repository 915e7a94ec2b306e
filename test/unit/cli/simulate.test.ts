import { describe, expect, it } from 'vitest';
import type { CommandLineHost } from '../../../src/cli/host.ts';
import { runCommandLine } from '../../../src/cli/run.ts';
import { printing } from '../../../src/kubelet/printable.ts';
import { textOfPiece, textOfPieces } from '../../support/pieces.ts';

const SCENARIO = JSON.stringify({ version: '1.28.4', duration: '30s', pods: [{ name: 'web', added: '3s' }] });

/** A host whose files are in memory. */
function hostOf(files: Readonly<Record<string, string>>): {
  readonly host: CommandLineHost;
  readonly out: string[];
  readonly errors: string[];
  readonly written: Map<string, string>;
} {
  const out: string[] = [];
  const errors: string[] = [];
  const written = new Map<string, string>();
  const host: CommandLineHost = {
    version: () => '0.0.0',
    openInput: (file) => {
      const text = files[file];
      return text === undefined
        ? Promise.reject(new Error('ENOENT'))
        : Promise.resolve({
            name: file,
            chunks: (async function* () {
              yield new TextEncoder().encode(text);
            })(),
          });
    },
    describeInputError: (error, name) =>
      error instanceof Error && error.message === 'ENOENT'
        ? { title: printing`${name} does not exist.`, whatToDo: printing`Check the path.` }
        : undefined,
    write: (text) => {
      out.push(textOfPiece(text));
      return Promise.resolve();
    },
    writeError: (text) => {
      errors.push(text);
    },
    writeFile: (file, pieces) => {
      if (file.startsWith('closed/')) return Promise.reject(new Error('permission denied'));
      written.set(file, textOfPieces(pieces));
      return Promise.resolve();
    },
  };
  return { host, out, errors, written };
}

describe('simulate', () => {
  it('writes the log to standard output', async () => {
    const { host, out, errors } = hostOf({ 'a.json': SCENARIO });
    expect(await runCommandLine(['simulate', 'a.json'], host)).toBe(0);
    expect(out.join('')).toContain('"Starting kubelet main sync loop"');
    expect(out.join('')).toMatch(/^Nov 21 00:00:00 worker-1 systemd\[1\]: Started kubelet\.service/);
    expect(errors).toEqual([]);
  });

  it('writes log and truth to files, in another envelope', async () => {
    const { host, out, written } = hostOf({ '-': SCENARIO });
    expect(await runCommandLine(['simulate', '-', '--out=x.log', '--truth', 'x.jsonl', '--format', 'none'], host)).toBe(
      0,
    );
    expect(out).toEqual([]);
    expect(written.get('x.log')).toMatch(/^I1121 00:00:00\.\d{6} {4}1817 flags\.go:/);
    const truth = (written.get('x.jsonl') ?? '')
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    expect(truth[0]).toMatchObject({ ev: 'kubelet_start', pid: 1817, t: '2026-11-21T00:00:00.000000000Z' });
  });

  it('names each problem of a wrong scenario with its path, and ends with 1', async () => {
    const { host, errors } = hostOf({ 'a.json': '{"pods":[{"name":"web","containers":[{"name":"x"},{}]}],"seed":-1}' });
    expect(await runCommandLine(['simulate', 'a.json'], host)).toBe(1);
    expect(errors.join('').split('\n').sort()).toEqual([
      '',
      'kubelet-timeline: a.json: pods[0].containers[1].name: is missing',
      'kubelet-timeline: a.json: seed: must be a whole number from 0 to 4294967295, not -1',
    ]);
  });

  it.each<[string, readonly string[], 1 | 2, RegExp]>([
    ['a file that is not there', ['none.json'], 1, /none\.json does not exist/],
    ['a file that is no JSON', ['text.json'], 1, /text\.json: this is not JSON/],
    [
      'an output that cannot be written',
      ['a.json', '--out', 'closed/x.log'],
      1,
      /closed\/x\.log could not be written: permission denied/,
    ],
    ['no scenario', [], 2, /needs a SCENARIO\.json/],
    ['two scenarios', ['a.json', 'b.json'], 2, /takes one scenario, not b\.json too/],
    ['an unknown option', ['a.json', '--fast'], 2, /unknown option --fast/],
    ['an unknown envelope', ['a.json', '--format', 'xml'], 2, /--format xml: choose one of none, short,/],
    ['an option without its value', ['a.json', '--truth'], 2, /--truth needs a value/],
  ])('refuses %s', async (_, args, code, expected) => {
    const { host, errors, out } = hostOf({ 'a.json': SCENARIO, 'text.json': 'not at all' });
    expect(await runCommandLine(['simulate', ...args], host)).toBe(code);
    expect(errors.join('')).toMatch(expected);
    expect(out).toEqual([]);
  });
});
