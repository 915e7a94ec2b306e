import { describe, expect, it } from 'vitest';
import { HELP, parseArguments } from '../../../src/cli/arguments.ts';

describe('analyze', () => {
  it('reads files and options in any order, with = or a blank', () => {
    expect(
      parseArguments([
        'analyze',
        '--format=json',
        'a.log',
        '--year',
        '2026',
        'b.log',
        '--out',
        'x.json',
        '--time-zone',
        '+02:00',
      ]),
    ).toEqual({
      kind: 'analyze',
      files: ['a.log', 'b.log'],
      format: 'json',
      out: 'x.json',
      year: 2026,
      timeZone: '+02:00',
    });
  });

  it('writes text unless told otherwise', () => {
    expect(parseArguments(['analyze', 'a.log'])).toEqual({ kind: 'analyze', files: ['a.log'], format: 'text' });
  });

  it('takes - for standard input and what follows -- for files', () => {
    expect(parseArguments(['analyze', '-'])).toMatchObject({ files: ['-'] });
    expect(parseArguments(['analyze', '--', '--format'])).toMatchObject({ files: ['--format'] });
  });

  it('takes zones by name', () => {
    expect(parseArguments(['analyze', 'a', '--time-zone', 'Europe/Berlin'])).toMatchObject({
      timeZone: 'Europe/Berlin',
    });
  });
});

describe('wrong usage', () => {
  it.each([
    [[], 'say what to do'],
    [['analyse', 'a.log'], 'unknown command analyse'],
    [
      ['logs/kubelet.log'],
      'unknown command logs/kubelet.log; to read a log: kubelet-timeline analyze logs/kubelet.log',
    ],
    [['-'], 'unknown command -; to read a log: kubelet-timeline analyze -'],
    [['analyze'], 'needs a FILE'],
    [['analyze', '-', '-'], 'only once'],
    [['analyze', 'a', '--format', 'yaml'], '--format yaml: choose one of json, text, markdown'],
    [['analyze', 'a', '--format'], '--format needs a value'],
    [['analyze', 'a', '--out='], '--out needs a value'],
    [['analyze', 'a', '--year', '26'], 'four digits'],
    [['analyze', 'a', '--year', '1e3'], 'four digits'],
    [['analyze', 'a', '--time-zone', 'Middle/Earth'], '--time-zone Middle/Earth'],
    [['analyze', 'a', '--frobnicate', '1'], 'unknown option --frobnicate'],
    [['simulate', 'x.json'], 'unknown command simulate'],
  ])('%j says why', (args, why) => {
    const command = parseArguments(args);
    expect(command.kind).toBe('wrong-usage');
    expect(command.kind === 'wrong-usage' ? command.why : '').toContain(why);
  });
});

it('gives help and version wherever they stand', () => {
  expect(parseArguments(['analyze', '--help']).kind).toBe('help');
  expect(parseArguments(['-h']).kind).toBe('help');
  expect(parseArguments(['--version']).kind).toBe('version');
});

it('names in the help only options that exist', () => {
  for (const [option] of HELP.matchAll(/--[a-z][a-z-]*/g)) {
    const command = parseArguments(['analyze', 'a.log', option]);
    expect(command.kind === 'wrong-usage' && command.why.startsWith('unknown option'), option).toBe(false);
  }
});
