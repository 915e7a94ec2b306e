/** What the lane of the relists says where lines tell that none could list, but not which one hung. */
import { describe, expect, it } from 'vitest';
import type { Relist, Skip } from '../../../src/inference/history.ts';
import { exactly, seconds } from '../../../src/kubelet/time.ts';
import { buildTimeline } from '../../../src/timeline/buildTimeline.ts';
import { MARK_STYLES } from '../../../src/timeline/timelineDocument.ts';
import { at, hangAnalysis } from './hangAnalysis.ts';

const HOUR = 3600;

/** The proven bars of the lane, as what they say and where they lie in seconds, for these relists and for skips that name one as the last that was listed. */
function bars(
  relists: readonly Partial<Relist>[],
  skips: readonly (readonly [time: number, lastRelist: number])[],
  likely: readonly (readonly [start: number, end: number])[] = [],
): string[] {
  const analysis = hangAnalysis();
  const { history } = analysis.reconstruction;
  const [skip] = history.skips;
  if (skip === undefined) throw new Error('no skip');
  const document = buildTimeline(
    {
      ...analysis,
      reconstruction: {
        ...analysis.reconstruction,
        likelyRelists: likely.map(([start, end]) => ({
          process: 'process-1',
          start: at(start),
          end: at(end),
          failed: false,
        })),
        history: {
          ...history,
          episodes: [],
          relists: relists.map((relist): Relist => ({
            process: 'process-1',
            scope: 'all',
            start: exactly(at(0)),
            outcome: 'unknown',
            evidence: [{ source: 0, line: 5 }],
            ...relist,
          })),
          skips: skips.map(([time, lastRelist], index): Skip => ({
            ...skip,
            line: 100 + index,
            time: at(time),
            lastRelist: at(lastRelist),
            reasons: [
              {
                kind: 'pleg-stale',
                text: 'PLEG is not healthy',
                elapsed: seconds(time - lastRelist),
                threshold: seconds(180),
              },
            ],
          })),
        },
      },
    },
    'kubelet.log',
  );
  const lane = document.lanes.find(({ id }) => id === 'relists');
  return [...(lane?.start ?? [])].map(
    (start, index) =>
      `${lane?.mark[index] === -1 ? 'likely' : document.strings[document.marks.what[lane?.mark[index] ?? 0] ?? 0]}${MARK_STYLES[lane?.style[index] ?? 0] === 'relist-none' ? ' (not known which hung)' : ''} ${start / 1e6}–${(lane?.end[index] ?? 0) / 1e6} line ${document.marks.line[lane?.mark[index] ?? 0]}`,
  );
}

const bounds = (min: number, max: number) => ({ min: at(min), max: at(max) });

describe('relists of unknown length', () => {
  it('are no hung ones: only that none listed is said, as far as the last skip that names them', () => {
    expect(
      bars(
        [{ start: exactly(at(100)), listed: bounds(100, 300), phase: 'unknown' }],
        [
          [300, 100],
          [305, 100],
          [361.5, 100],
        ],
      ),
    ).toEqual(['No good relist for 4m21.5s (not known which hung) 100–361.5 line 5']);
  });

  it('do not last until the next relist that a line names, with an hour of health between', () => {
    expect(
      bars(
        [
          {
            start: exactly(at(100)),
            listed: bounds(100, 300),
            end: bounds(100, HOUR - 1),
            phase: 'unknown',
            outcome: 'ok',
          },
          { start: exactly(at(HOUR)), listed: bounds(HOUR, HOUR), end: bounds(HOUR, HOUR), outcome: 'ok' },
        ],
        [
          [300, 100],
          [310, 100],
        ],
      ),
    ).toEqual(['No good relist for 3m30s (not known which hung) 100–310 line 5', `Relist ${HOUR}–${HOUR} line 5`]);
  });

  it('are drawn up to their own failed inspection where one tells of them', () => {
    expect(
      bars(
        [{ start: exactly(at(100)), listed: bounds(100, 220), phase: 'inspecting', call: 'PodSandboxStatus' }],
        [[300, 100]],
      ),
    ).toEqual(['Relist hung in PodSandboxStatus for at least 2m 100–220 line 5']);
  });

  it('are drawn up to the failed inspection of which nothing tells what came after it', () => {
    expect(
      bars(
        [{ start: bounds(99, 100), listed: bounds(99, 100), phase: 'inspecting', seenUntil: at(220) }],
        [],
        [[99.5, 219]],
      ),
    ).toEqual(['Relist hung while inspecting for at least 2m 100–220 line 5']);
  });

  it('end with the inspection that failed, not with the next relist a second later', () => {
    const times = { start: bounds(99, 100), listed: bounds(99, 100), end: bounds(220, 221) };
    expect(
      bars([{ ...times, phase: 'inspecting', call: 'PodSandboxStatus', outcome: 'ok' }], [], [[98.9, 220.9]]),
    ).toEqual(['Relist hung in PodSandboxStatus for 2m 100–220 line 5']);
  });

  it('go on as long as skips name them where nothing shows whose inspection failed', () => {
    expect(
      bars(
        [
          {
            start: exactly(at(100)),
            listed: bounds(100, 220),
            end: bounds(100, 460),
            phase: 'inspecting',
            outcome: 'ok',
          },
        ],
        [
          [300, 100],
          [455, 100],
        ],
      ),
    ).toEqual(['No good relist for 5m55s (not known which hung) 100–455 line 5']);
  });

  it('have likely ones beside them only where these go on for longer than bounds leave open', () => {
    const hung: Partial<Relist> = { start: exactly(at(100)), phase: 'inspecting', seenUntil: at(220) };
    const said = 'Relist hung while inspecting for at least 2m';
    expect(bars([hung], [], [[98.2, 221.8]])).toEqual([`${said} 100–220 line 5`]);
    expect(bars([hung], [], [[97, 226]]).map((bar) => bar.replace(/ line.*/, ''))).toEqual([
      'likely 97–100',
      `${said} 100–220`,
      'likely 220–226',
    ]);
    expect(bars([hung], [], [[300, 301.5]])[1]).toContain('likely 300–301.5');
  });
});

describe('after a relist that failed', () => {
  const failed: Partial<Relist> = {
    start: exactly(at(100)),
    end: exactly(at(220)),
    phase: 'listing',
    call: 'ListPodSandbox',
    outcome: 'list-failed',
  };

  it('none could list as long as the skips name an older one', () => {
    expect(
      bars(
        [failed],
        [
          [300, 99],
          [305, 99],
        ],
      ),
    ).toEqual([
      'Relist hung in ListPodSandbox for 2m 100–220 line 5',
      'No good relist for 1m25s (not known which hung) 220–305 line 101',
    ]);
  });

  it('nothing is said once a later one is named, or up to the next that failed', () => {
    expect(bars([failed], [[400, 221]])).toEqual(['Relist hung in ListPodSandbox for 2m 100–220 line 5']);
    expect(
      bars(
        [failed, { ...failed, start: exactly(at(221)), end: exactly(at(341)) }],
        [
          [300, 99],
          [342, 99],
        ],
      ),
    ).toHaveLength(2);
  });
});
