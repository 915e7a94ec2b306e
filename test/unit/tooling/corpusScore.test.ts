import { expect, it } from 'vitest';
import { type LabelledLog, scoreOf } from '../../../scripts/corpus/score.ts';

const log = (name: string, parts: Partial<LabelledLog>): LabelledLog => ({
  name,
  all: [],
  oneOf: [],
  allowed: 'any',
  none: [],
  ...parts,
});

it('counts what is found, missed and false', () => {
  const logs = [
    log('a', { all: ['swap-on'] }),
    log('b', { oneOf: ['panic', 'kubelet-fatal'] }),
    log('c', { allowed: ['startup-normal'] }),
    log('d', { none: ['panic'] }),
    log('e', { oneOf: ['panic', 'disk-io'] }),
  ];
  const given: Readonly<Record<string, readonly string[]>> = {
    a: ['swap-on', 'other'],
    b: ['kubelet-fatal'],
    c: ['startup-normal', 'disk-io'],
    d: ['panic'],
    e: [],
  };
  expect(Object.fromEntries(scoreOf(logs, ({ name }) => given[name] ?? []))).toEqual({
    'swap-on': { found: ['a'], missed: [], wrong: [] },
    'kubelet-fatal': { found: ['b'], missed: [], wrong: [] },
    'disk-io': { found: [], missed: [], wrong: ['c'] },
    panic: { found: [], missed: ['e'], wrong: ['d'] },
  });
});
