import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../../../src/cli/usage/commands.ts';
import { commandHelp, programHelp } from '../../../../src/cli/usage/helpText.ts';
import { nearest } from '../../../../src/cli/usage/nearest.ts';
import { optionsOf, readUsage } from '../../../../src/cli/usage/readUsage.ts';

const names = COMMANDS.map(({ name }) => name);

describe('the table', () => {
  it('has each command and each of its options once', () => {
    expect(new Set(names).size).toBe(names.length);
    for (const command of COMMANDS) {
      const options = optionsOf(command).flatMap(({ name, short }) => [name, ...(short === undefined ? [] : [short])]);
      expect(new Set(options).size, command.name).toBe(options.length);
    }
  });

  it('has no option that is a switch in one command and valued in another', () => {
    const valued = new Map<string, boolean>();
    for (const { options } of COMMANDS)
      for (const { name, value } of options) {
        expect(valued.get(name) ?? value !== undefined, name).toBe(value !== undefined);
        valued.set(name, value !== undefined);
      }
  });
});

describe('help', () => {
  it('of the program names every command', () => {
    for (const name of names) expect(programHelp()).toContain(`\n  ${name} `);
  });

  it.each(COMMANDS.map((command) => [command.name, command] as const))(
    'of %s fits a terminal and names its options',
    (name, command) => {
      const help = commandHelp(command);
      expect(help).toMatch(new RegExp(`^Usage: kubelet-timeline ${name} `));
      for (const option of optionsOf(command)) expect(help).toContain(`--${option.name}`);
      const beforeExamples = help.slice(0, help.includes('Examples:') ? help.indexOf('Examples:') : undefined);
      for (const line of beforeExamples.split('\n')) expect(line.length, line).toBeLessThanOrEqual(100);
    },
  );

  it('has only examples that the table takes', () => {
    for (const { examples } of COMMANDS)
      for (const { line } of examples) {
        const words =
          line
            .slice(line.indexOf('kubelet-timeline '))
            .split(/ [>|] |; /)[0]
            ?.match(/"[^"]*"|\S+/g) ?? [];
        expect(readUsage(words.slice(1)).kind, line).toBe('usage');
      }
  });
});

describe('did you mean', () => {
  it.each([
    ['anlyze', 'analyze'],
    ['analzye', 'analyze'],
    ['analyse', 'analyze'],
    ['sim', 'simulate'],
    ['STATE', 'state'],
    ['comple', 'completion'],
  ])('%s: %s', (word, known) => {
    expect(nearest(word, names)).toBe(known);
  });

  it.each(['', 'x', 'kubectl', 'frobnicate', 'a'.repeat(10_000)])('%.20s: nothing', (word) => {
    expect(nearest(word, names)).toBeUndefined();
  });
});
