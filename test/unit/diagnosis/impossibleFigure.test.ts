/** The eviction manager acts on a figure that no machine can have: memory is not said to be short for it. */
import { expect, it } from 'vitest';
import { diagnoseText } from './diagnoseLog.ts';

const observed = (time: string, available: string): string =>
  `I0913 ${time}.884880    2204 helpers.go:826] eviction manager: thresholds - ignoring grace period: threshold [signal=memory.available, quantity=100Mi] observed ${available}`;
const pressure = (time: string): string =>
  `I0913 ${time}.884896    2204 eviction_manager.go:288] eviction manager: node conditions - observed: [MemoryPressure]`;
const titleOf = (...lines: readonly string[]): string | undefined =>
  diagnoseText(`${lines.join('\n')}\n`).findings.find(({ id }) => id === 'evicting')?.title;
const IMPOSSIBLE = 'The kubelet takes the node to be short of memory, by a figure that cannot be true';
const SHORT = 'The node is short of memory';

it.each(['-2097758044639028Ki', '-18014398506Mi', '-2148104237710364672'])('does not believe %s', (available) => {
  expect(titleOf(observed('15:20:47', available), pressure('15:20:47'))).toBe(IMPOSSIBLE);
});

it.each(['61Mi', '-4Ki', '-512Gi'])('believes what may be small or late: %s', (available) => {
  expect(titleOf(observed('15:20:47', available), pressure('15:20:47'))).toBe(SHORT);
});

it('believes a shortage that the figure is not behind', () => {
  const figure = observed('15:20:47', '-2097758044639028Ki');
  expect(titleOf(figure, pressure('15:25:47'))).toBe(IMPOSSIBLE);
  expect(titleOf(figure, pressure('15:20:47'), pressure('16:40:47'))).toBe(SHORT);
  expect(titleOf(pressure('15:10:47'), figure, pressure('15:20:47'))).toBe(SHORT);
});
