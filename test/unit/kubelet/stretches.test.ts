import { expect, it } from 'vitest';
import { joinedStretches, totalOf, within, without } from '../../../src/kubelet/stretches.ts';

const STRETCHES = [
  { from: 0, to: 10 },
  { from: 20, to: 30 },
];

it('joins those that overlap or touch, and those that are near enough', () => {
  const touching = [...STRETCHES, { from: 5, to: 12 }, { from: 12, to: 13 }];
  expect(joinedStretches(touching)).toEqual([{ from: 0, to: 13 }, STRETCHES[1]]);
  expect(joinedStretches(STRETCHES, 10)).toEqual([{ from: 0, to: 30 }]);
});

it('cuts them to what lies within another one', () => {
  expect(within(STRETCHES, { from: 5, to: 20 })).toEqual([{ from: 5, to: 10 }]);
});

it('takes others out of them', () => {
  const taken = [
    { from: 2, to: 4 },
    { from: 3, to: 5 },
    { from: 9, to: 20 },
    { from: 30, to: 40 },
  ];
  expect(without(STRETCHES, taken)).toEqual([{ from: 0, to: 2 }, { from: 5, to: 9 }, STRETCHES[1]]);
});

it('sums them up, those that end before they begin as nothing', () => {
  expect(totalOf([...STRETCHES, { from: 9, to: 8 }])).toBe(20);
});
