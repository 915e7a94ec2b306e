/** A kubelet that wrote nothing for long, unlike anywhere else: neither chart, lane nor moment says that it was at work then, as the answer says that nobody knows. */
import { describe, expect, it } from 'vitest';
import type { Instant } from '../../../src/kubelet/time.ts';
import { createMoments } from '../../../src/timeline/moment/buildMoment.ts';
import { analysisOf, sessionOf } from '../analysis/analyse.ts';
import { plain } from '../diagnosis/diagnoseLog.ts';

const BEGIN = Date.parse('2026-03-30T10:00:00Z');
const at = (second: number): number => (BEGIN + second * 1000) * 1000;
const line = (second: number, text: string): string => {
  const stamp = new Date(BEGIN + second * 1000).toISOString();
  return `Mar 30 ${stamp.slice(11, 19)} n1 kubelet[77]: I0330 ${stamp.slice(11, 23)}000      77 ${text}`;
};
const every = (step: number, from: number, to: number): readonly string[] =>
  Array.from({ length: Math.ceil((to - from) / step) }, (_, index) =>
    line(from + index * step, 'kubelet.go:2421] "SyncLoop ADD" source="api" pods=["default/web-1"]'),
  );
const START = [
  line(0, 'server.go:467] "Kubelet version" kubeletVersion="v1.28.9"'),
  line(1, 'kubelet.go:2303] "Starting kubelet main sync loop"'),
];
const analysed = (...lines: readonly string[]) => analysisOf(sessionOf(`${lines.join('\n')}\n`));

describe('an odd silence of a kubelet', () => {
  const silent = analysed(...START, ...every(10, 5, 900), ...every(10, 8000, 8600));
  const { loop } = silent.reconstruction;

  it('is told by the answer', () => expect(plain(silent.answer)).toContain('No line of the kubelet is from between'));

  it('is unknown in the lane of the loop', () => {
    const [, unknown, ...others] = loop;
    expect(loop.map(({ state }) => state)).toEqual(['working', 'unknown', 'working']);
    expect([unknown?.from, unknown?.to]).toEqual([at(895), at(8000)]);
    expect(others).toHaveLength(1);
  });

  it.each([
    [800, 'likely', []],
    [4000, 'unknown', ['No line of this kubelet is from here, unlike anywhere else: it may have stood still.']],
    [8300, 'likely', []],
  ] as const)('is known for what it is %i seconds after the begin', (second, known, caveats) => {
    const moment = createMoments(silent.reconstruction).at(at(second) as Instant);
    expect([
      moment?.loop.known,
      moment?.staleness.known,
      moment?.caveats.filter((text) => text.startsWith('No line')),
    ]).toEqual([known, known, caveats]);
  });
});

it.each([
  ['a kubelet that is as quiet elsewhere', [...START, ...every(10, 5, 900), ...every(2000, 2000, 9000)]],
  ['a kubelet that writes little', [...START, ...every(100, 5, 900), ...every(100, 8000, 8600)]],
])('is none of %s', (_, lines) => {
  expect(analysed(...lines).reconstruction.loop.map(({ state }) => state)).toEqual(['working']);
});
