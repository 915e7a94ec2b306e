import { describe, expect, it } from 'vitest';
import { parseArguments } from '../../../src/cli/arguments.ts';
import { instant } from '../../../src/kubelet/time.ts';

describe('options of time and nodes', () => {
  it('are read in every form', () => {
    expect(
      parseArguments([
        'analyze',
        'a.log',
        '--since',
        '2026-11-21T00:31:42Z',
        '--until=-1h',
        '--node',
        'w=1=b.log',
        '--node',
        'v=./a.log',
      ]),
    ).toEqual({
      kind: 'analyze',
      files: ['a.log', '1=b.log'],
      format: 'text',
      since: { kind: 'absolute', time: instant(Date.UTC(2026, 10, 21, 0, 31, 42) * 1000) },
      until: { kind: 'before-end', by: 3_600_000_000 },
      nodes: [
        { node: 'w', file: '1=b.log' },
        { node: 'v', file: './a.log' },
      ],
    });
    expect(parseArguments(['analyze', '--node', 'w=b.log'])).toMatchObject({ files: ['b.log'] });
  });

  it.each([
    [['analyze', 'a', '--since', 'noon'], '--since noon: give 2026-11-21T00:31:42Z'],
    [['analyze', 'a', '--until', '2026-02-30'], '--until 2026-02-30: there is no day 2026-02-30'],
    [['analyze', 'a', '--since', '25:00'], "--since 25:00: there is no 25:00 o'clock"],
    [['analyze', 'a', '--since'], '--since needs a value'],
    [['analyze', 'a', '--node', 'b.log'], '--node b.log: give the node'],
    [['analyze', 'a', '--node', '=b.log'], '--node =b.log: give the node'],
    [['analyze', 'a', '--node', 'x='], '--node x=: give the node'],
    [['analyze', 'a', '--node', 'x=a', '--node', 'y=./a'], './a is the log of x already'],
    [['analyze', 'a', '--time-zone', '+25:00'], '--time-zone +25:00: give UTC'],
  ])('%j is wrong usage, and it is said why', (args, why) => {
    const command = parseArguments(args);
    expect(command.kind === 'wrong-usage' ? command.why : '').toContain(why);
  });
});
