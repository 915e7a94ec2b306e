import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMANDS, FORMATS } from '../../../../src/cli/usage/commands.ts';
import { completionScript } from '../../../../src/cli/usage/completions.ts';
import { manPage } from '../../../../src/cli/usage/manPage.ts';
import { optionsOf } from '../../../../src/cli/usage/readUsage.ts';

const has = (program: string): boolean => spawnSync(program, ['--version']).error === undefined;

/** What bash offers for the last of these words. */
function bashOffers(...words: readonly string[]): readonly string[] {
  const line = [
    completionScript('bash'),
    `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')})`,
    `COMP_CWORD=${words.length - 1}`,
    '_kubelet_timeline',
    'printf "%s\\n" "${COMPREPLY[@]}"',
  ].join('\n');
  const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', line], { encoding: 'utf8', cwd: import.meta.dirname });
  expect(stderr).toBe('');
  return stdout.split('\n').filter((word) => word !== '');
}

describe.skipIf(!has('bash'))('bash', () => {
  it('completes commands', () => {
    expect(bashOffers('kubelet-timeline', '')).toEqual([...COMMANDS.map(({ name }) => name), '--help', '--version']);
    expect(bashOffers('kubelet-timeline', 's')).toEqual(['state', 'simulate', 'scenario']);
  });

  it('completes options of the command', () => {
    expect(bashOffers('kubelet-timeline', 'analyze', 'a.log', '--f')).toEqual(['--format', '--follow', '--fail-on']);
    expect(bashOffers('kubelet-timeline', 'simulate', '--')).not.toContain('--since TIME');
    for (const command of COMMANDS)
      expect(bashOffers('kubelet-timeline', command.name, '--')).toEqual(
        optionsOf(command).map(({ name }) => `--${name}`),
      );
  });

  it('completes values, behind a blank and behind =', () => {
    expect(bashOffers('kubelet-timeline', 'analyze', '--format', '')).toEqual([...FORMATS]);
    expect(bashOffers('kubelet-timeline', 'state', '--format', 'n')).toEqual(['ndjson']);
    expect(bashOffers('kubelet-timeline', 'analyze', '--color', '=', 'al')).toEqual(['always']);
    expect(bashOffers('kubelet-timeline', 'analyze', '--color', '=')).toEqual(['auto', 'always', 'never']);
  });

  it('completes files, shells and commands', () => {
    expect(bashOffers('kubelet-timeline', 'analyze', 'shells')).toEqual(['shells.test.ts']);
    expect(bashOffers('kubelet-timeline', 'analyze', '--out', 'shells')).toEqual(['shells.test.ts']);
    expect(bashOffers('kubelet-timeline', 'completion', '')).toEqual(['bash', 'zsh', 'fish']);
    expect(bashOffers('kubelet-timeline', 'help', 'an')).toEqual(['analyze']);
  });
});

describe.each(['zsh', 'fish'] as const)('%s', (shell) => {
  it.skipIf(!has(shell))('takes the script', () => {
    // From a file: fish does not read a script from what Node makes of its standard input.
    const folder = mkdtempSync(join(tmpdir(), 'completion-'));
    try {
      const file = join(folder, `kubelet-timeline.${shell}`);
      writeFileSync(file, completionScript(shell));
      const { status, stderr } = spawnSync(shell, ['-n', file], { encoding: 'utf8' });
      expect([status, stderr]).toEqual([0, '']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('is offered every command and every option', () => {
    const script = completionScript(shell);
    for (const command of COMMANDS) {
      expect(script).toContain(command.name);
      for (const { name } of optionsOf(command))
        expect(script).toContain(shell === 'fish' ? `-l ${name} ` : `--${name}`);
    }
  });

  it('quotes what is ours', () => {
    // Every quote is closed on its line or part of '\''.
    for (const line of completionScript(shell).split('\n'))
      expect((line.replaceAll("'\\''", '').match(/'/g) ?? []).length % 2, line).toBe(0);
  });
});

describe('the manual page', () => {
  const page = manPage('1.2.3');

  it('has every command, every option and every exit status', () => {
    for (const { name, options } of COMMANDS) {
      expect(page).toContain(`.SS "${name.replaceAll('-', '\\-')}`);
      for (const option of options) expect(page).toContain(`\\-\\-${option.name.replaceAll('-', '\\-')}`);
    }
    expect(page.match(/^\.B (?:0|1|2|3|70)$/gm)).toHaveLength(5);
  });

  it.skipIf(!has('groff'))('is roff without a complaint, and says what was written', () => {
    const { stdout, stderr } = spawnSync('groff', ['-man', '-Tutf8', '-ww', '-P-cbou', '-rLL=200n'], {
      input: page,
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    });
    expect(stderr).toBe('');
    expect(stdout).toContain('end with 3 where the node was unhealthy');
    expect(stdout).toContain('--since TIME');
    expect(stdout).toContain('"1 hour ago"');
  });
});
