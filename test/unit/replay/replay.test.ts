import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAnalysisSession } from '../../../src/analysis/session.ts';
import type { Episode, KubeletProcess, ProvenHistory, Skip } from '../../../src/inference/history.ts';
import type { SkipReason } from '../../../src/kubelet/skipReason.ts';
import { type Duration, type Instant, instant, type TimeBounds } from '../../../src/kubelet/time.ts';
import { innerStatesOf } from '../../../src/replay/innerState/innerState.ts';
import { replay } from '../../../src/replay/replay.ts';
import { processorTime } from '../../support/processorTime.ts';
import { isQuick } from '../../support/effort.ts';

const T0 = 1_773_478_800_000_000;
const at = (seconds: number): Instant => (T0 + seconds * 1e6) as Instant;

const EMPTY: ProvenHistory = {
  sources: [],
  nodes: [],
  processes: [],
  skips: [],
  plegEvents: [],
  relists: [],
  episodes: [],
  pods: [],
  nodeReady: [],
  stalls: [],
  gaps: [],
  facts: [],
  constraints: [],
  warnings: [],
  counts: {
    lines: 0,
    records: 0,
    unparsedLines: 0,
    skips: 0,
    plegEvents: 0,
    relistErrors: 0,
    statusErrors: 0,
    runtimeCallErrors: 0,
  },
};

function process(id: string, from: number, to: number): KubeletProcess {
  return {
    id,
    node: 'node-1',
    pid: 1,
    from: at(from),
    to: at(to),
    first: { source: 0, line: 1 },
    last: { source: 0, line: 99 },
    records: 99,
    version: { major: 1, minor: 36, patch: 2 },
    versionKnown: 'line',
    settings: new Map(),
    startedInLog: true,
    loopStarted: at(from),
    endedBy: 'end-of-log',
  };
}

function staleSkip(line: number, time: number, relist: number): Skip {
  const elapsed = ((time - relist) * 1e6) as Duration;
  return {
    source: 0,
    line,
    time: at(time),
    process: 'process-1',
    reasons: [{ kind: 'pleg-stale', text: 'PLEG is not healthy', elapsed, threshold: 180e6 as Duration }],
    lastRelist: at(relist),
    episode: 'episode-1',
  };
}

/** Skips on the back-off of 1.10 and later. */
function onBackoff(count: number, first: number, relist: number): Skip[] {
  const skips: Skip[] = [];
  let time = first;
  for (let index = 0; index < count; index += 1) {
    skips.push(staleSkip(10 + index, time, relist));
    time += Math.min(0.1 * 2 ** index, 5) + 0.001;
  }
  return skips;
}

const EPISODE: Episode = {
  id: 'episode-1',
  process: 'process-1',
  startup: false,
  reasons: ['pleg-stale'],
  begin: { min: at(280), max: at(280) },
  end: { min: at(330), max: at(334) },
  resumed: { min: at(334), max: at(334.2) },
  endedBy: 'recovered',
  beginsBeforeLog: false,
  skips: { observed: 17, missing: 0 },
  lastRelist: { min: at(100), max: at(100) },
  evidence: [],
  firstSkip: { source: 0, line: 10 },
};

describe('replay', () => {
  it('gives an empty check for an empty history', () => {
    const { check, loop, likelyRelists, staleness } = replay(EMPTY);
    expect(check).toEqual({
      explainedSkips: 0,
      unexplainedSkips: [],
      missingSkips: [],
      episodes: [],
      fitted: [],
      clockSteps: [],
    });
    expect([loop.length, likelyRelists.length, staleness.size]).toEqual([0, 0, 0]);
  });

  it('counts explained, unexplained and missing skips by episode', () => {
    const skips = onBackoff(17, 280.5, 100);
    const changed = [
      ...skips.slice(0, 9),
      ...skips.slice(10, 12),
      { ...staleSkip(500, 298.5, 100) },
      ...skips.slice(12),
    ];
    const { check } = replay({
      ...EMPTY,
      processes: [process('process-1', 0, 400)],
      skips: changed,
      episodes: [EPISODE],
    });
    expect(check.episodes).toEqual([
      { episode: 'episode-1', explained: 16, unexplained: [{ source: 0, line: 500 }], missing: 1 },
    ]);
    expect(check.missingSkips[0]?.time).toBeGreaterThan(at(291));
  });

  it('starts anew after a healthy check in between, whose time nothing limits', () => {
    const skips = [
      ...onBackoff(8, 280.5, 100),
      ...onBackoff(8, 900, 710).map((skip, index) => ({ ...skip, line: 50 + index })),
    ];
    const { check } = replay({ ...EMPTY, processes: [process('process-1', 0, 1000)], skips });
    expect([check.explainedSkips, check.unexplainedSkips.length, check.missingSkips.length]).toEqual([16, 0, 0]);
    expect(check.fitted.map((place) => place.line)).toEqual([10, 50]);
  });

  it('explains a run of a runtime that is down, while the relist that is too old meanwhile is listed anew', () => {
    const down = (skip: Skip, named: boolean): Skip => {
      const { lastRelist: _, ...rest } = skip;
      return {
        ...(named ? skip : rest),
        reasons: [{ kind: 'runtime-down', text: 'container runtime is down' }, ...(named ? skip.reasons : [])],
      };
    };
    const explained = (relist: number, named: (time: number) => boolean, minor = 20): readonly number[] => {
      const skips = onBackoff(40, 200, relist).map((skip) => down(skip, named((skip.time - T0) / 1e6)));
      const { check } = replay({
        ...EMPTY,
        processes: [{ ...process('process-1', 0, 500), version: { major: 1, minor, patch: 0 } }],
        skips,
      });
      return [check.explainedSkips, check.unexplainedSkips.length, check.missingSkips.length];
    };
    expect(explained(60, (time) => time > 240 && time < 300)).toEqual([40, 0, 0]);
    // Evented PLEG gives up at 270 s: until then ten minutes were allowed.
    expect(explained(10, (time) => time > 270, 30)).toEqual([40, 0, 0]);
    expect(explained(60, (time) => time > 270 && time < 300, 30)).toEqual([40, 0, 0]);
    expect(explained(10, (time) => time > 270, 20)[1]).toBeGreaterThan(5);
  });

  it('takes the threshold that each skip names: Evented PLEG that gave up between two episodes', () => {
    const evented = onBackoff(6, 700.5, 100).map((skip) => ({
      ...skip,
      reasons: skip.reasons.map((reason) => ({ ...reason, threshold: 600e6 as Duration })),
    }));
    const later = onBackoff(40, 1000, 880).map((skip, index): Skip => {
      const { lastRelist: _, ...rest } = skip;
      const stale = skip.time - at(880) > 180e6;
      return {
        ...(stale ? skip : rest),
        line: 100 + index,
        episode: 'episode-2',
        reasons: [{ kind: 'runtime-down', text: 'container runtime is down' }, ...(stale ? skip.reasons : [])],
      };
    });
    const explained = (minor: number): readonly number[] => {
      const { check } = replay({
        ...EMPTY,
        processes: [{ ...process('process-1', 0, 1500), version: { major: 1, minor, patch: 0 } }],
        skips: [...evented, ...later],
      });
      return [check.explainedSkips, check.unexplainedSkips.length, check.missingSkips.length];
    };
    expect(explained(29)).toEqual([46, 0, 0]);
    // A relist that is named too late for the threshold it is named with stays unexplained.
    const late = later.map((skip) => ({
      ...skip,
      reasons: skip.reasons.map((reason) =>
        reason.threshold === undefined ? reason : { ...reason, threshold: 600e6 as Duration },
      ),
    }));
    const { check } = replay({
      ...EMPTY,
      processes: [{ ...process('process-1', 0, 1500), version: { major: 1, minor: 29, patch: 0 } }],
      skips: [...evented, ...late],
    });
    expect(check.unexplainedSkips.length).toBeGreaterThan(5);
  });

  it('draws the staleness as break points: a low band, a rising line proven at the skips, a drop', () => {
    const { staleness } = replay({
      ...EMPTY,
      processes: [process('process-1', 0, 400)],
      skips: onBackoff(17, 280.5, 100),
      episodes: [EPISODE],
    });
    const points = staleness.get('process-1') ?? [];
    const proven = points.filter((point) => point.proven);
    expect(proven.map((point) => [(point.time - T0) / 1e6, (point.staleness ?? -1) / 1e6])).toEqual([
      [100, 0],
      [280.5, 180.5],
      [expect.closeTo(336.8, 0), expect.closeTo(236.8, 0)],
    ]);
    expect(points[0]).toMatchObject({ time: at(0), min: 0, max: 2e6, proven: false });
    expect(points.length).toBeLessThan(12);
    expect(points.every((point, index) => index === 0 || point.time >= (points[index - 1]?.time ?? 0))).toBe(true);
  });

  it('says what the loop did: working, unknown before a late first skip, blocked, skipping, working', () => {
    const history: ProvenHistory = {
      ...EMPTY,
      processes: [process('process-1', 0, 400)],
      skips: onBackoff(10, 300, 100),
      episodes: [{ ...EPISODE, end: { min: at(320), max: at(325) } }],
      stalls: [
        {
          process: 'process-1',
          from: { min: at(102), max: at(102) },
          to: { min: at(222), max: at(222) },
          by: 'housekeeping',
          evidence: [{ source: 0, line: 5 }],
        },
      ],
    };
    expect(replay(history).loop.map((span) => [(span.from - T0) / 1e6, span.state, span.proven])).toEqual([
      [0, 'working', false],
      [102, 'blocked', true],
      [222, 'working', false],
      [280, 'unknown', false],
      [300, 'skipping', true],
      [expect.closeTo(326.3, 1), 'working', false],
    ]);
  });

  it('calls the loop blocked only as long as the lines prove, where the begin is not known', () => {
    const history: ProvenHistory = {
      ...EMPTY,
      processes: [process('process-1', 0, 400)],
      skips: onBackoff(10, 300, 100),
      stalls: [
        {
          process: 'process-1',
          from: { min: at(1), max: at(240) },
          to: { min: at(299.9), max: at(300) },
          by: 'unknown',
          evidence: [{ source: 0, line: 5 }],
        },
      ],
    };
    const blocked = replay(history)
      .loop.filter(({ state }) => state === 'blocked')
      .map((span) => [(span.from - T0) / 1e6, (span.to - T0) / 1e6, span.proven]);
    expect(blocked).toEqual([[240, expect.closeTo(299.95, 3), true]]);
  });

  it('calls it blocked without a break from the begin of the unhealthy time to the first skip, where a stall ends there', () => {
    const blockedBy = (from: TimeBounds, to: TimeBounds): readonly (readonly [number, string])[] =>
      replay({
        ...EMPTY,
        processes: [process('process-1', 0, 400)],
        skips: onBackoff(10, 300, 100),
        episodes: [{ ...EPISODE, end: { min: at(320), max: at(325) } }],
        stalls: [{ process: 'process-1', from, to, by: 'unknown', evidence: [{ source: 0, line: 5 }] }],
      }).loop.map((span) => [(span.from - T0) / 1e6, span.state] as const);
    const end = { min: at(299.994), max: at(299.999) };
    // Then it takes up its next turn, which is the skip.
    expect(blockedBy({ min: at(230), max: at(290) }, end).slice(0, 4)).toEqual([
      [0, 'working'],
      [280, 'blocked'],
      [299.9965, 'working'],
      [300, 'skipping'],
    ]);
    // It began later than the unhealthy time, or ended long before the skip: what held the loop up in the rest is not said.
    expect(blockedBy({ min: at(288), max: at(290) }, end)[1]).toEqual([280, 'unknown']);
    expect(blockedBy({ min: at(230), max: at(290) }, { min: at(296), max: at(297) }).slice(1, 4)).toEqual([
      [280, 'unknown'],
      [290, 'blocked'],
      [296.5, 'unknown'],
    ]);
  });

  it('replays ten thousand skips in three seconds of processor', () => {
    const history = { ...EMPTY, processes: [process('process-1', 0, 60_000)], skips: onBackoff(10_000, 280.5, 100) };
    let explained = 0;
    const took = processorTime(() => {
      explained = replay(history).check.explainedSkips;
    });
    expect(explained).toBe(10_000);
    expect(took).toBeLessThan(3);
  });

  it.skipIf(isQuick)('never throws and counts every skip once, whatever it is given', () => {
    const time = fc.oneof(
      fc.double({ min: -1e9, max: 1e9, noNaN: true }),
      fc.double(),
      fc.integer({ min: 0, max: 600 }),
    );
    const kind = fc.constantFrom<SkipReason['kind']>(
      'pleg-stale',
      'pleg-never',
      'runtime-status-unknown',
      'runtime-down',
      'runtime-not-ready',
      'network',
      'container-manager',
      'other',
    );
    const reason: fc.Arbitrary<SkipReason> = fc.record({
      kind,
      text: fc.string(),
      elapsed: fc.double().map((value) => value as Duration),
      threshold: fc.constantFrom(180e6 as Duration, 600e6 as Duration, -1 as Duration),
    });
    const skip: fc.Arbitrary<Skip> = fc.record({
      source: fc.constant(0),
      line: fc.integer({ min: 1, max: 1000 }),
      time: time.map((value) => at(value)),
      process: fc.constantFrom('process-1', 'process-2'),
      reasons: fc.array(reason, { maxLength: 3 }),
      lastRelist: time.map((value) => at(value)),
      episode: fc.constantFrom('episode-1', 'nowhere'),
    });
    const minor = fc.integer({ min: 0, max: 60 });
    fc.assert(
      fc.property(fc.array(skip, { maxLength: 12 }), minor, fc.boolean(), (skips, version, startedInLog) => {
        const processes = ['process-1', 'process-2'].map((id) => ({
          ...process(id, 0, 600),
          version: { major: 1, minor: version },
          startedInLog,
        }));
        const { check } = replay({ ...EMPTY, processes, skips, episodes: [EPISODE] });
        expect(check.explainedSkips + check.unexplainedSkips.length).toBe(skips.length);
      }),
      { numRuns: 150, seed: 7 },
    );
  });
});

describe('the inner state of a log with a stamp of another month', () => {
  it('runs minutes of the model, not the month before an open begin', () => {
    const line = (day: string, clock: string, rest: string): string =>
      `2026-11-21T${clock}+0000 worker-22 kubelet[9218]: E${day} ${clock}    9218 ${rest}`;
    const session = createAnalysisSession();
    session.open('kubelet.log', { year: 2026 });
    session.push(
      new TextEncoder().encode(
        [
          line(
            '1021',
            '00:44:10.276720',
            'generic.go:205] GenericPLEG: Unable to retrieve pods: rpc error: code = DeadlineExceeded desc = context deadline exceeded',
          ),
          line(
            '1121',
            '00:44:50.446692',
            'kubelet.go:1823] skipping pod synchronization - PLEG is not healthy: pleg was last seen active 4m42.204252891s ago; threshold is 3m0s',
          ),
          line('1121', '00:45:20.465343', 'scope.go:95] [topologymanager] RemoveContainer - Container ID: a6b6caca'),
          '',
        ].join('\n'),
      ),
    );
    session.end();
    const result = session.result();
    if (!result.ok) throw new Error(result.problem.kind);
    const { history } = result.analysis.reconstruction;
    expect(history.episodes.map(({ beginOpen }) => beginOpen)).toEqual([true]);
    const states = innerStatesOf(history);
    const time = history.span?.to ?? instant(0);
    const facts = states.factsAt(time);
    if (facts === undefined) throw new Error('no process');
    const { from, to } = states.at(facts, time).run.stretch;
    expect((to - from) / 60e6).toBeLessThan(30);
  });
});
