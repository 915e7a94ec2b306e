import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PendingRead, type Urgency } from '../../../src/editor/pendingRead.ts';

let urgency: Urgency = 'rested';
/** When it was read, in milliseconds since the begin. */
let read: number[] = [];
const begin = new Date('2026-11-21T00:00:00Z').getTime();
const pendingRead = (): PendingRead => {
  const pending = new PendingRead(
    () => urgency,
    () => {
      read.push(Date.now() - begin);
      pending.clear();
    },
  );
  return pending;
};

beforeEach(() => {
  vi.useFakeTimers({ now: begin });
  urgency = 'rested';
  read = [];
});
afterEach(() => {
  vi.useRealTimers();
});

it('is read after a pause', () => {
  const pending = pendingRead();
  pending.note();
  vi.advanceTimersByTime(500);
  pending.note();
  expect(pending.isPending).toBe(true);
  vi.advanceTimersByTime(10_000);
  expect(read).toEqual([1200]);
  expect(pending.isPending).toBe(false);
});

it('is read without a pause, too, after three seconds', () => {
  const pending = pendingRead();
  for (let time = 0; time < 7000; time += 100) {
    pending.note();
    vi.advanceTimersByTime(100);
  }
  expect(read).toEqual([3000, 6000]);
});

it('rests four times as long as the last reading took, but for what somebody types', () => {
  const pending = pendingRead();
  vi.advanceTimersByTime(1000);
  pending.restAfter(begin);
  pending.note();
  vi.advanceTimersByTime(10_000);
  expect(read).toEqual([5000]);
  urgency = 'at-once';
  pending.restAfter(begin);
  pending.note();
  vi.advanceTimersByTime(10_000);
  expect(read).toEqual([5000, 11_700]);
});

it('waits until the reading that goes on is done', () => {
  const pending = pendingRead();
  urgency = 'after-this-reading';
  pending.note();
  vi.advanceTimersByTime(5000);
  expect(read).toEqual([]);
  urgency = 'rested';
  vi.advanceTimersByTime(700);
  expect(read).toEqual([5600]);
});

it('tells those who wait for it when it was read, or will not be', async () => {
  const pending = pendingRead();
  pending.note();
  const both = Promise.all([pending.settled(), pending.settled()]);
  pending.clear();
  pending.settle();
  await both;
  vi.advanceTimersByTime(10_000);
  expect(read).toEqual([]);
});
