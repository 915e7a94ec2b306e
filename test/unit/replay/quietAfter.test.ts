/** Where relists are far apart, or nothing is written for hours after trouble: the model runs through it as it was, and the course follows. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ProvenHistory } from '../../../src/inference/history.ts';
import { type Instant, seconds } from '../../../src/kubelet/time.ts';
import { nanoseconds } from '../../../src/model/nanoseconds.ts';
import { withCourse } from '../../../src/replay/course.ts';
import { innerStatesOf } from '../../../src/replay/innerState/innerState.ts';
import type { StretchRun } from '../../../src/replay/innerState/runStretch.ts';
import type { Reconstruction } from '../../../src/replay/reconstruction.ts';
import { replay } from '../../../src/replay/replay.ts';
import { createMoments } from '../../../src/timeline/moment/buildMoment.ts';
import { summariesEvery } from '../../../src/timeline/moment/stateRows.ts';
import { simulated } from '../simulator/scenarios.ts';
import { projectRoot } from '../../support/shared.ts';
import { historyOf } from './readLog.ts';

const START = Date.parse('2026-03-14T06:00:00Z') * 1000;
const at = (seconds: number): Instant => (START + seconds * 1e6) as Instant;
const since = (time: number | undefined): number => Math.round(((time ?? Number.NaN) - START) / 1e5) / 10;

function runOf(history: ProvenHistory, seconds: number): StretchRun {
  const states = innerStatesOf(history);
  const facts = states.factsAt(at(seconds));
  if (facts === undefined) throw new Error('no process');
  const [run] = [...states.runsOver(facts, at(seconds), at(seconds))];
  if (run === undefined) throw new Error('no run');
  return run;
}

const longRelists = ({ likelyRelists }: Reconstruction): readonly (readonly number[])[] =>
  likelyRelists
    .filter(({ start, end }) => (end ?? start) - start > 300e6)
    .map(({ start, end }) => [since(start), since(end)] as const);

describe('beside an Evented PLEG', () => {
  const { log } = simulated({
    version: '1.30.4',
    start: '2026-03-14T06:00:00Z',
    duration: '20m',
    node: 'worker-3',
    seed: 5,
    kubelet: { eventedPLEG: true },
    pods: [{ name: 'web', count: 2, added: '5s', every: '1s', containers: [{ name: 'nginx' }] }],
    faults: [{ from: 150, to: 1050, effect: 'hang', methods: ['ListPodSandbox', 'ListContainers'] }],
  });
  let history: ProvenHistory;
  beforeAll(() => {
    history = historyOf(log, 2026);
  });

  it('relists begin five minutes after the last one ended, so that the model skips where the log does', () => {
    const run = runOf(history, 300);
    expect(run.contradictions).toEqual([]);
    expect(run.relists.slice(0, 3).map(({ start, end }) => [since(start), since(end)])).toEqual([
      [1.2, expect.closeTo(1.3, 0)],
      [301.2, 421.2],
      [721.2, 841.2],
    ]);
  });

  it('the age rises in between without a break', () => {
    const course = withCourse(replay(history)).staleness.get(history.processes[0]?.id ?? '') ?? [];
    const ages = course
      .filter(({ time }) => time > at(10) && time < at(1000))
      .map(({ time, staleness }) => since(time) - (staleness ?? Number.NaN) / 1e6);
    expect(ages.length).toBeGreaterThan(0);
    for (const age of ages) expect(age).toBeCloseTo(1.2, 0);
  });
});

describe('after a pod that could not be inspected', () => {
  const { log } = simulated({
    version: '1.30.4',
    start: '2026-03-14T06:00:00Z',
    duration: '4h',
    node: 'worker-9',
    seed: 5,
    pods: [
      { name: 'web', count: 2, added: '5s', every: '1s', containers: [{ name: 'nginx' }] },
      { name: 'crasher', added: '8s', containers: [{ name: 'app', exits: { after: '7s', code: 1 } }] },
    ],
    faults: [
      { from: 600, to: 2400, effect: 'hang', methods: ['PodSandboxStatus'], pods: ['default/web-1'] },
      { from: 13_000, to: 13_400, effect: 'hang', methods: ['ListPodSandbox', 'ListContainers'] },
    ],
    actions: [{ at: 602, do: 'exit', pod: 'default/web-1', container: 'nginx', code: 1 }],
  });
  let history: ProvenHistory;
  beforeAll(() => {
    history = historyOf(log, 2026);
  });

  it('its relist ended when the loop worked again, not when hours later the next one is named', () => {
    for (const seconds of [3000, 6000, 12_000]) expect(runOf(history, seconds).contradictions).toEqual([]);
    expect(longRelists(withCourse(replay(history)))).toEqual([]);
  });
});

describe('a log that ends after a listing that ran into its time-out', () => {
  const whole = readFileSync(join(projectRoot, 'test/fixtures/runs/v1.36.2-b-hang/kubelet.journal.short.log'), 'utf8');
  const cut = whole.slice(0, whole.indexOf('\nNov 21 00:31:') + 1);
  const start = Date.parse('2026-11-21T00:00:00Z') * 1000;
  const ageAt = (log: string, seconds: number): number => {
    const states = innerStatesOf(historyOf(log, 2026));
    const time = (start + seconds * 1e6) as Instant;
    const facts = states.factsAt(time);
    if (facts === undefined) throw new Error('no process');
    const { model, real } = states.at(facts, time);
    return (time - real(model.lastListed ?? nanoseconds(0))) / 1e6;
  };

  it('goes on in the hang: nothing says that a relist got through', () => {
    expect(ageAt(cut, 30 * 60 + 46)).toBeCloseTo(124, 0);
  });

  it('is over where the loop works again after it', () => {
    const line = cut.split('\n').find((one) => one.includes('SyncLoop (PLEG)')) ?? '';
    const worked = line.replace(/^Nov 21 \S+/, 'Nov 21 00:30:50').replace(/I1121 \S+/, 'I1121 00:30:50.000000');
    expect(ageAt(`${cut}${worked}\n`, 30 * 60 + 46)).toBeLessThan(3);
  });
});

describe('a kubelet that was killed a while after its last line', () => {
  const whole = readFileSync(join(projectRoot, 'test/fixtures/runs/v1.36.2-b-hang/kubelet.journal.short.log'), 'utf8');
  const notReady = whole.indexOf('"Node became not ready"');
  const log = `${whole.slice(0, whole.indexOf('\n', notReady) + 1)}Nov 21 00:32:35 worker-2 systemd[1]: kubelet.service: Main process exited, code=killed, status=9/KILL\n`;
  const killed = Date.parse('2026-11-21T00:32:34Z') * 1000;
  const reconstruction = withCourse(replay(historyOf(log, 2026)));

  it('hangs on up to its end: chart, loop and moments go there', () => {
    const last = reconstruction.staleness.get('process-1')?.at(-1);
    expect(last?.time).toBe(killed);
    expect((last?.staleness ?? 0) / 1e6).toBeCloseTo(231.6, 0);
    expect(reconstruction.loop.at(-1)).toMatchObject({ to: killed, state: 'blocked' });
    const rows = [...summariesEvery(reconstruction.history, createMoments(reconstruction), seconds(1), {})];
    expect(rows.at(-1)).toMatchObject({ time: killed, health: { healthy: false }, relist: { running: true } });
  });

  it('lines prove of its age no more than up to the last of them', () => {
    const rows = [...summariesEvery(reconstruction.history, createMoments(reconstruction), seconds(1), {})];
    expect(rows.at(-1)?.staleness).toMatchObject({ known: 'likely', min: 0 });
  });
});

it.each([
  ['97s', '06:01:36'],
  ['125s', '06:02:06'],
])('a kubelet whose first list call hangs has listed nothing when it is killed: %s', (duration, killed) => {
  const { log } = simulated({
    version: '1.36.2',
    start: '2026-03-14T06:00:00Z',
    duration,
    node: 'worker-7',
    seed: 3,
    pods: [{ name: 'web', count: 2, added: '5s', every: '1s', containers: [{ name: 'nginx' }] }],
    faults: [{ from: 0, to: 900, effect: 'hang', methods: ['ListPodSandbox', 'ListContainers'] }],
  });
  const end = `Mar 14 ${killed} worker-7 systemd[1]: kubelet.service: Main process exited, code=killed, status=9/KILL\n`;
  const reconstruction = withCourse(replay(historyOf(`${log}${end}`, 2026)));
  const rows = [...summariesEvery(reconstruction.history, createMoments(reconstruction), seconds(1), {})];
  expect(rows.length).toBeGreaterThan(80);
  for (const { staleness, health } of rows.slice(2)) {
    expect([staleness.seconds, health.healthy]).toEqual([undefined, false]);
  }
  expect(reconstruction.staleness.get('process-1')?.some(({ staleness }) => staleness !== undefined)).toBe(false);
});

it('a log that begins and ends in a hang shows the age that its skips print, not a healthy one', () => {
  const whole = readFileSync(join(projectRoot, 'test/fixtures/runs/v1.36.2-b-hang/kubelet.journal.short.log'), 'utf8');
  const lines = whole.split('\n');
  const isSkip = (line: string): boolean => line.includes('"Skipping pod synchronization" err="PLEG');
  const log = `${lines.slice(lines.findIndex(isSkip), lines.findLastIndex(isSkip)).join('\n')}\n`;
  const points = withCourse(replay(historyOf(log, 2026))).staleness.get('process-1') ?? [];
  expect(points.length).toBeGreaterThan(1);
  for (const { staleness } of points) expect((staleness ?? 0) / 1e6).toBeGreaterThan(241);
});

it('a loop of which nothing is told for long is not held up before the listing that hung', () => {
  const log = readFileSync(join(projectRoot, 'test/fixtures/incidents/dockerd-blocked-in-kernel-1.19.log'), 'utf8');
  const hung = Date.parse('2026-03-14T09:10:00Z') * 1000;
  const { loop, likelyRelists } = withCourse(replay(historyOf(log, 2026)));
  expect(loop.filter(({ state, from }) => state === 'blocked' && from < hung)).toEqual([]);
  expect(likelyRelists.some(({ start, end }) => start > hung && start < hung + 2e6 && (end ?? 0) - start > 119e6)).toBe(
    true,
  );
});
