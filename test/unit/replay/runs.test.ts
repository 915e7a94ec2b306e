import { describe, expect, it } from 'vitest';
import { profileFor } from '../../../src/kubelet/profile.ts';
import { type Instant, seconds } from '../../../src/kubelet/time.ts';
import type { LoggedSkip, ReplayProcess } from '../../../src/replay/loggedSkips.ts';
import { modelledKinds } from '../../../src/replay/modelledKinds.ts';
import { runsOf } from '../../../src/replay/runs.ts';

const START = 1_773_478_800_000_000;

/** Skips at these seconds of a process that began in the log, with a reason that allows a healthy check between any two. */
function runsAt(...times: readonly number[]): ReturnType<typeof runsOf> {
  const skips = times.map(
    (time) =>
      ({
        time: (START + time * 1_000_000) as Instant,
        kinds: modelledKinds([{ kind: 'network', text: 'network' }]),
        others: 'network',
      }) as unknown as LoggedSkip,
  );
  return runsOf({
    profile: profileFor({ major: 1, minor: 36 }),
    process: { startedInLog: true },
    threshold: seconds(180),
    skips,
  } as unknown as ReplayProcess);
}

const missedOf = (times: readonly number[]): readonly (readonly number[])[] =>
  runsAt(...times).map(({ missed }) => missed.map((by) => Math.round(by / 1000)));

describe('runs of skips as the replay sees them', () => {
  it('are one run while the sleeps grow', () => {
    expect(missedOf([0, 0.1, 0.301, 0.702, 1.503])).toEqual([[0, 0, 1, 1, 1]]);
  });

  it('have a missing skip where only then the next spacing is the sleep that is due', () => {
    // 310 ms are one sleep of 100 ms on a loaded node, or 100 and 200 ms with a skip missing between; only after the latter 0.6 s are a sleep (of 400 ms).
    expect(missedOf([0, 0.31, 0.91])).toEqual([[0, 210, 200]]);
    // Here 0.25 s are the sleep of 200 ms that is due after one of 100 ms.
    expect(missedOf([0, 0.31, 0.56])).toEqual([[0, 210, 50]]);
  });

  it('end where a short sleep follows in place of a long one', () => {
    expect(runsAt(0, 0.1, 0.3, 0.7, 1.5, 3.1, 3.2, 3.4).map(({ skips }) => skips.length)).toEqual([5, 3]);
  });
});
