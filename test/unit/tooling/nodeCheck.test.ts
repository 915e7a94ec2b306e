import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { build, transform } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { nodeCheck, OLDEST_LANGUAGE } from '../../../scripts/lib/nodeCheck.mjs';
import { projectRoot } from '../../support/shared.ts';

const { engines } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
  engines: { node: string };
};

/** What a program that begins with the check does on a Node. */
function startOn(version: string): { readonly said: string[]; readonly code?: number; readonly ran: boolean } {
  const said: string[] = [];
  const outcome: { code?: number; ran: boolean } = { ran: false };
  const context = {
    process: {
      versions: { node: version },
      exit: (code: number) => {
        outcome.code = code;
        throw new Error('ended');
      },
    },
    console: { error: (text: string) => said.push(text) },
    run: () => {
      outcome.ran = true;
    },
  };
  try {
    runInNewContext(`${nodeCheck('>=20.19')}run()`, context);
  } catch {
    // the end of the process
  }
  return { said, ...outcome };
}

describe('a Node that is too old', () => {
  it.each(['0.10.48', '8.17.0', '18.20.8', '20.18.9'])('(%s) says which one is needed, and ends', (version) => {
    expect(startOn(version)).toEqual({
      said: [
        `kubelet-timeline needs Node 20.19 or a later one; this is Node ${version}. Install one from nodejs.org or your system, and start again.`,
      ],
      code: 1,
      ran: false,
    });
  });

  it.each(['20.19.0', '20.100.1', '21.0.0', '22.3.0', '100.0.0'])('(%s) is none', (version) => {
    expect(startOn(version)).toEqual({ said: [], ran: true });
  });

  it('can read the whole file that begins so', async () => {
    const built = await build({
      entryPoints: [join(projectRoot, 'src/cliStart.ts')],
      bundle: true,
      platform: 'node',
      format: 'cjs',
      write: false,
      target: OLDEST_LANGUAGE,
      define: { PROGRAM_BUILD: '"x"' },
      banner: { js: nodeCheck(engines.node) },
    });
    const code = built.outputFiles[0]?.text ?? '';
    const check = code.indexOf('process.versions.node');
    expect(check).toBeGreaterThan(0);
    expect(check).toBeLessThan(code.indexOf('require('));
    // Nothing is left in it that the language of then has not.
    const [now, then] = await Promise.all([
      transform(code, { target: 'esnext' }),
      transform(code, { target: OLDEST_LANGUAGE }),
    ]);
    expect(now.code).toBe(then.code);
  });
});

it('knows no range of another form', () => {
  expect(() => nodeCheck('^20.19.0')).toThrow('>=MAJOR.MINOR');
});
