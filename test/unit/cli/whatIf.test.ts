import { describe, expect, it } from 'vitest';
import type { CommandLineHost } from '../../../src/cli/host.ts';
import { runCommandLine } from '../../../src/cli/run.ts';
import { textOfPiece } from '../../support/pieces.ts';
import { simulated } from '../simulator/scenarios.ts';
import { HUNG_POD } from '../whatIf/incidents.ts';

const { log: LOG } = simulated(HUNG_POD);

async function run(
  files: Readonly<Record<string, string>>,
  ...args: string[]
): Promise<{ code: number; out: string; errors: string }> {
  const out: string[] = [];
  const errors: string[] = [];
  const host: CommandLineHost = {
    version: () => '0.0.0',
    openInput: (file) =>
      Promise.resolve({
        name: file,
        chunks: (async function* () {
          yield new TextEncoder().encode(files[file] ?? '');
        })(),
      }),
    describeInputError: () => undefined,
    write: (text) => {
      out.push(textOfPiece(text));
      return Promise.resolve();
    },
    writeError: (text) => {
      errors.push(text);
    },
    writeFile: () => Promise.resolve(),
  };
  const code = await runCommandLine(args, host);
  return { code, out: out.join(''), errors: errors.join('') };
}

describe('scenario', () => {
  it('prints what simulate takes, and whose log tells the same', async () => {
    const { code, out } = await run({ 'a.log': LOG }, 'scenario', 'a.log');
    expect(code).toBe(0);
    const again = await run({ 's.json': out }, 'simulate', 's.json');
    expect(again).toMatchObject({ code: 0, errors: '' });
    const [before, after] = await Promise.all(
      [LOG, again.out].map(async (log) => (await run({ 'a.log': log }, 'analyze', 'a.log')).out),
    );
    expect(before).toContain('could not inspect default/web-2');
    expect(after).toContain('could not inspect default/web-2');
  });

  it('keeps the names of a redacted log out', async () => {
    const { out } = await run({ 'a.log': LOG }, 'scenario', 'a.log', '--redact');
    expect(out).toContain('"pod-1"');
    expect(out).not.toContain('web-2');
    expect(out).not.toContain('worker-1"');
  });
});

describe('what-if', () => {
  it('prints the difference in one sentence and the figures', async () => {
    const { code, out } = await run({ 'a.log': LOG }, 'what-if', 'a.log', '--kubelet-version', '1.32');
    expect(code).toBe(0);
    expect(out).toContain('With 1.32 instead of 1.28.4 the node would have stayed Ready: ');
    expect(out).toContain('simulated, changed');
  });

  it('prints JSON', async () => {
    const { out } = await run({ 'a.log': LOG }, 'what-if', 'a.log', '--request-timeout=15s', '--format', 'json');
    expect(JSON.parse(out)).toMatchObject({
      schema: 'kubelet-timeline/what-if@1',
      node: 'worker-1',
      changes: [{ name: 'requestTimeout', from: '2m', to: '15s' }],
      predicted: { notReadySeconds: 0 },
    });
  });

  it.each([
    [['what-if', 'a.log'], 2, 'what-if needs at least one change: --kubelet-version, --pods'],
    [['what-if', 'a.log', '--pods', 'many'], 2, '--pods many: give a number from 1 to 2000'],
    [['what-if', 'a.log', '--evented-pleg', 'yes'], 2, '--evented-pleg yes: choose one of on, off'],
    [['what-if', 'a.log', '--kubelet-version', '1.20', '--evented-pleg', 'on'], 1, 'Evented PLEG exists from 1.26 on.'],
    [['scenario', 'a.log', '--pods', '3'], 2, '--pods belongs to the command what-if'],
    [['scenario'], 2, 'scenario needs a FILE'],
  ])('%j ends with %i', async (args, code, words) => {
    const outcome = await run({ 'a.log': LOG }, ...args);
    expect(outcome.code).toBe(code);
    expect(outcome.errors).toContain(words);
    expect(outcome.out).toBe('');
  });
});
