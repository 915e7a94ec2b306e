import { describe, expect, it } from 'vitest';
import { parseArguments } from '../../../src/cli/arguments.ts';
import { FORMATS } from '../../../src/cli/usage/commands.ts';

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

describe('labels', () => {
  const summary = (...labels: readonly string[]): ReturnType<typeof parseArguments> =>
    parseArguments(['analyze', 'a', '--format', 'summary', ...labels.flatMap((label) => ['--label', label])]);

  it('are pairs of which the last one of a name counts, and an empty one is none', () => {
    expect(summary('kernel=6.1.0', 'pool=blue', 'zone=a=b', 'pool=green', 'rack=')).toMatchObject({
      labels: [
        { name: 'kernel', value: '6.1.0' },
        { name: 'pool', value: 'green' },
        { name: 'zone', value: 'a=b' },
      ],
    });
    expect(summary('rack=')).not.toHaveProperty('labels');
  });

  it('are refused where nobody could compare by them', () => {
    expect(summary('blue')).toMatchObject({ why: '--label blue: give a name and a value, e.g. --label pool=blue' });
    expect(summary('=x')).toMatchObject({ kind: 'wrong-usage' });
    expect(summary('a b=x')).toMatchObject({ kind: 'wrong-usage' });
    expect(summary('a=\u001b[2J')).toMatchObject({ kind: 'wrong-usage' });
    expect(summary(`a=${'x'.repeat(254)}`)).toMatchObject({ kind: 'wrong-usage' });
    expect(summary(...Array.from({ length: 17 }, (_, at) => `a${at}=x`))).toMatchObject({
      why: '--label: at most 16 labels',
    });
    expect(parseArguments(['analyze', 'a', '--label', 'pool=blue'])).toMatchObject({
      why: '--label is for summaries: it needs --format summary',
    });
  });
});

describe('wrong usage', () => {
  it.each([
    [[], 'say what to do'],
    [['analyse', 'a.log'], 'unknown command analyse; did you mean analyze?'],
    [['frobnicate'], 'unknown command frobnicate'],
    [['help', 'stat'], 'unknown command stat; did you mean state?'],
    [
      ['logs/kubelet.log'],
      'unknown command logs/kubelet.log; to read a log: kubelet-timeline analyze logs/kubelet.log',
    ],
    [['-'], 'unknown command -; to read a log: kubelet-timeline analyze -'],
    [['analyze'], 'needs a FILE'],
    [['analyze', '-', '-'], 'only once'],
    [['analyze', 'a', '--format', 'yaml'], `--format yaml: choose one of ${FORMATS.join(', ')}`],
    [['analyze', 'a', '--format'], '--format needs a value'],
    [['analyze', 'a', '--out='], '--out needs a value'],
    [['analyze', 'a', '--year', '26'], 'four digits'],
    [['analyze', 'a', '--year', '1e3'], 'four digits'],
    [['analyze', 'a', '--time-zone', 'Middle/Earth'], '--time-zone Middle/Earth'],
    [['analyze', 'a', '--frobnicate', '1'], 'unknown option --frobnicate'],
    [['analyze', 'a', '--fromat', 'json'], 'unknown option --fromat; did you mean --format?'],
    [['analyze', 'a', '--time', 'UTC'], 'unknown option --time; did you mean --time-zone?'],
    [['analyze', 'a', '-x'], 'unknown option -x'],
    [['analyze', 'a', '--format', 'jsn'], `--format jsn: choose one of ${FORMATS.join(', ')}; did you mean json?`],
    [['analyze', 'a', '--at', '10:00'], '--at belongs to the command state'],
    [['state', 'a', '--at', '10:00', '--truth', 'x'], '--truth belongs to the command simulate'],
    [['analyze', 'a', '--color', 'red'], '--color red: choose one of auto, always, never'],
    [['analyze', 'a', '--fail-on', 'sick'], '--fail-on sick: give unhealthy, or finding:ID'],
    [['analyze', 'a', '--fail-on', 'finding:list-call-hangs'], 'did you mean finding:list-calls-hang?'],
    [['simulate'], 'simulate needs a SCENARIO.json'],
    [['simulate', 'a', '--truth', '-'], '--truth -: the log goes to standard output'],
    [['completion'], 'completion needs a SHELL: one of bash, zsh, fish'],
  ])('%j says why', (args, why) => {
    const command = parseArguments(args);
    expect(command.kind).toBe('wrong-usage');
    expect(command.kind === 'wrong-usage' ? command.why : '').toContain(why);
  });
});

describe('standard input', () => {
  it('is read without - where something is piped in and nothing is named', () => {
    expect(parseArguments(['analyze'], { piped: true })).toMatchObject({ kind: 'analyze', files: ['-'] });
    expect(parseArguments(['state', '--at', 'now'], { piped: true })).toMatchObject({ kind: 'state', files: ['-'] });
    expect(parseArguments(['simulate'], { piped: true })).toEqual({ kind: 'simulate', scenario: '-' });
  });

  it('is not read where a file is named, by itself or for a node', () => {
    expect(parseArguments(['analyze', 'a'], { piped: true })).toMatchObject({ files: ['a'] });
    expect(parseArguments(['analyze', '--node', 'n=a'], { piped: true })).toMatchObject({ files: ['a'] });
    expect(parseArguments(['analyze'], { piped: false }).kind).toBe('wrong-usage');
  });
});

it('takes --out - for standard output', () => {
  expect(parseArguments(['analyze', 'a', '--out', '-'])).toEqual({ kind: 'analyze', files: ['a'], format: 'text' });
  expect(parseArguments(['simulate', 'a', '--out=-'])).toEqual({ kind: 'simulate', scenario: 'a' });
  expect(parseArguments(['man', '--out', '-'])).toEqual({ kind: 'man' });
});

it('takes several conditions of --fail-on, and the last value of what counts once', () => {
  expect(
    parseArguments([
      'analyze',
      'a',
      '--fail-on',
      'unhealthy',
      '--fail-on=finding:panic',
      '--year',
      '2020',
      '--year=2021',
    ]),
  ).toMatchObject({ failOn: ['unhealthy', 'finding:panic'], year: 2021 });
});

it('gives help and version wherever they stand', () => {
  expect(parseArguments(['help']).kind).toBe('help');
  expect(parseArguments(['help', 'state'])).toMatchObject({ kind: 'help', command: { name: 'state' } });
  expect(parseArguments(['state', 'a', '-h'])).toMatchObject({ kind: 'help', command: { name: 'state' } });
  expect(parseArguments(['-V']).kind).toBe('version');
  expect(parseArguments(['simulate', 'a', '-V']).kind).toBe('version');
  expect(parseArguments(['version']).kind).toBe('version');
  expect(parseArguments(['analyze', '--help']).kind).toBe('help');
  expect(parseArguments(['-h']).kind).toBe('help');
  expect(parseArguments(['--version']).kind).toBe('version');
});
