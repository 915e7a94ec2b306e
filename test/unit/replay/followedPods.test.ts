import { expect, test } from 'vitest';
import { leaveOutMost, MOST_FOLLOWED_PODS, MOST_OF_POD } from '../../../src/replay/innerState/followedPods.ts';

type Pods = Parameters<typeof leaveOutMost>[0];

/** Pods of which each changes at its own time. */
function podsThatChange(count: number, containers = 1): Pods {
  return new Map(
    Array.from({ length: count }, (_, pod) => [
      `pod-${pod}`,
      new Map(
        Array.from({ length: containers }, (__, own) => [`${pod}-${own}`, { states: [{ at: pod + own / 1000 }] }]),
      ),
    ]),
  );
}

test('below the bounds all are followed', () => {
  const pods = podsThatChange(MOST_FOLLOWED_PODS, 3);
  expect(leaveOutMost(pods, 0, new Set())).toEqual({ pods: 0, containers: 0 });
  expect(pods.size).toBe(MOST_FOLLOWED_PODS);
});

test('pods that fail are followed, then those that change, evenly, then those that changed last before', () => {
  const pods = podsThatChange(5 * MOST_FOLLOWED_PODS);
  const begin = 5 * MOST_FOLLOWED_PODS - 500.5;
  const left = leaveOutMost(pods, begin, new Set(['pod-3', 'pod-4', 'none']));
  expect(left).toEqual({ pods: 4 * MOST_FOLLOWED_PODS, containers: 0 });
  const numbers = [...pods.keys()].map((uid) => Number(uid.slice(4)));
  expect(numbers.slice(0, 2)).toEqual([3, 4]);
  expect(numbers.slice(2)).toEqual(
    Array.from({ length: MOST_FOLLOWED_PODS - 2 }, (_, at) => 4 * MOST_FOLLOWED_PODS + 2 + at),
  );
  const changing = podsThatChange(5 * MOST_FOLLOWED_PODS);
  leaveOutMost(changing, -1, new Set());
  expect(changing.size).toBe(MOST_FOLLOWED_PODS);
  const parts = [0, 0, 0, 0, 0];
  for (const uid of changing.keys()) {
    const part = Math.floor(Number(uid.slice(4)) / MOST_FOLLOWED_PODS);
    parts[part] = (parts[part] ?? 0) + 1;
  }
  for (const part of parts) expect(part).toBe(MOST_FOLLOWED_PODS / 5);
});

test('of a pod with very many containers a part is followed, evenly over their changes', () => {
  const pods = podsThatChange(2, 7 * MOST_OF_POD);
  expect(leaveOutMost(pods, 0, new Set())).toEqual({ pods: 0, containers: 2 * 6 * MOST_OF_POD });
  for (const containers of pods.values()) {
    expect(containers.size).toBe(MOST_OF_POD);
    const numbers = [...containers.keys()].map((id) => Number(id.slice(id.indexOf('-') + 1)));
    expect(numbers.every((number, at) => at === 0 || number - (numbers[at - 1] ?? 0) === 7)).toBe(true);
  }
});
