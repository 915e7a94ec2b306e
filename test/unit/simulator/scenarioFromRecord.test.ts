/** The measures that `npm run scenario-from-record` takes from a record, on small records whose costs are known. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RawEntry } from '../../../scripts/compare-runs/truth.ts';
import { hostPaceOf } from '../../../scripts/scenario-from-record/hostPace.ts';
import { loopChoices } from '../../../scripts/scenario-from-record/loopChoices.ts';
import { podRelistWorks, relistWorks } from '../../../scripts/scenario-from-record/ownWork.ts';
import { recordOf } from '../../../scripts/scenario-from-record/record.ts';
import { relistOrders } from '../../../scripts/scenario-from-record/relistOrder.ts';
import { resyncsOf } from '../../../scripts/scenario-from-record/resyncs.ts';
import { measured } from '../../../scripts/scenario-from-record/measured.ts';
import { failuresOf, retriesOf } from '../../../scripts/scenario-from-record/retries.ts';
import { type ScenarioFile, scenarioText } from '../../../scripts/scenario-from-record/scenarioFile.ts';
import { isQuick } from '../../support/effort.ts';
import { projectRoot, sharedFolder } from '../../support/shared.ts';

const START = '2026-11-21T10:00:00.000000Z';

/** A UTC time so many milliseconds after the start. */
function at(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const clock = new Date(Date.parse(START) + seconds * 1000).toISOString().slice(0, 19);
  return `${clock}.${String(Math.round((milliseconds - seconds * 1000) * 1e6)).padStart(9, '0')}Z`;
}

function call(method: string, start: number, end: number, more: Partial<RawEntry> = {}): RawEntry {
  return { ev: 'cri', t: at(end), method, start: at(start), end: at(end), code: 'OK', id: 'filter={}', ...more };
}

interface Costs {
  readonly before?: number;
  readonly between?: number;
  readonly after?: number;
  /** What the runtime takes for the first answer. */
  readonly answer?: number;
}

/** A relist without inspections, in milliseconds. */
function relist(start: number, { before = 1, between = 1, after = 1, answer = 0.5 }: Costs = {}): RawEntry[] {
  const name = { pid: 7, relist_ts: at(start) };
  const first = start + before + answer;
  const second = first + between + 0.5;
  const listed = second + after;
  return [
    { ev: 'relist_start', t: at(start), ...name },
    call('ListPodSandbox', start + before, first),
    call('ListContainers', first + between, second),
    ...['relist_time_set', 'relist_end', 'relist_return'].map((ev) => ({ ev, t: at(listed), ...name })),
  ];
}

/** Relists one after another, each a second and this lateness behind the end of the one before. */
function relistsInARow(costs: readonly Costs[], lateness: readonly number[]): RawEntry[] {
  let start = 1000;
  return costs.flatMap((one, index) => {
    const entries = relist(start, one);
    const { before = 1, between = 1, after = 1, answer = 0.5 } = one;
    start += before + answer + between + 0.5 + after + 1000 + (lateness[index + 1] ?? 1);
    return entries;
  });
}

describe('the own work of relists', () => {
  it('is what is left of a listing without the answers, and of a pause without its second', () => {
    const works = relistWorks(
      recordOf(relistsInARow([{}, { before: 4, between: 2, after: 3, answer: 50 }], [0, 6]), START),
    );
    expect(works).toHaveLength(2);
    const [, second] = works;
    expect([second?.before, second?.between, second?.after, second?.lateness]).toEqual([4e6, 2e6, 3e6, 6e6]);
    expect(works[0]?.lateness).toBeUndefined();
  });

  it('makes the ordinary pace from the ordinary relists, and a busy time from each that costs more than twice as much as the cheapest quarter', () => {
    const costs = Array.from({ length: 10 }, (_, index): Costs =>
      index === 5 ? { before: 40, between: 20, after: 9 } : {},
    );
    const { ordinary, busy } = hostPaceOf(
      relistWorks(
        recordOf(
          relistsInARow(
            costs,
            Array.from({ length: 10 }, () => 1),
          ),
          START,
        ),
      ),
      [],
      [],
    );
    expect(ordinary).toEqual({ callWork: 1e6, inspectionWork: 0, listWork: 1e6, timerLateness: 1e6 });
    expect(busy.map(({ callWork, listWork, timerLateness }) => [callWork, listWork, timerLateness])).toEqual([
      [30e6, 9e6, 1e6],
    ]);
    const relistAt = 1000 + 5 * 1005;
    expect(busy[0]?.from).toBeLessThan((relistAt - 1) * 1e6);
    expect(busy[0]?.to).toBeGreaterThan((relistAt + 70) * 1e6);
    expect((busy[0]?.to ?? 0) - (busy[0]?.from ?? 0)).toBeLessThan(1e9);
  });

  it('gives what comes behind an answer that was held up a time of its own', () => {
    const costs: Costs[] = [{}, {}, {}, {}, { before: 30, between: 20, after: 10, answer: 60_000 }];
    const { busy } = hostPaceOf(relistWorks(recordOf(relistsInARow(costs, [1, 1, 1, 1, 1]), START)), [], []);
    expect(busy.map(({ callWork, listWork }) => [callWork, listWork])).toEqual([
      [30e6, undefined],
      [20e6, 10e6],
    ]);
    expect((busy[1]?.from ?? 0) - (busy[0]?.to ?? 0)).toBeGreaterThan(55e9);
  });

  it('does not take the wait for a relist of a single pod for a late timer', () => {
    const [first, second] = [relist(1000), relist(2504)];
    const single: RawEntry[] = [
      { ev: 'container_state', t: at(900), id: 'c', pod: 'default/web', podUID: 'u-1', name: 'app', state: 'RUNNING' },
      { ev: 'podrelist_start', t: at(1900), pid: 7, podUID: 'u-1' },
      call('ListPodSandbox', 1910, 1911, { id: 'filter={"label_selector":{"uid":"u-1"}}' }),
      call('PodSandboxStatus', 1921, 2501, { id: 's', pod: 'default/web' }),
    ];
    const record = recordOf([...first, ...single, ...second], START);
    expect(relistWorks(record)[1]?.lateness).toBe(3e6);
    expect(podRelistWorks(record).map(({ cost, perCall }) => [cost, perCall])).toEqual([[20e6, 10e6]]);
  });
});

describe('chance in a record', () => {
  const uids = [
    ['default/a', 'u-a'],
    ['default/b', 'u-b'],
  ] as const;
  const life = uids.map(([pod, podUID]): RawEntry => ({
    ev: 'container_state',
    t: at(10),
    id: `c-${podUID}`,
    pod,
    podUID,
    name: 'app',
    state: 'EXITED',
  }));

  it('shows the order of the pods in a slow relist, and not that of pods that workers start meanwhile', () => {
    const name = { pid: 7, relist_ts: at(1000) };
    const entries: RawEntry[] = [
      ...life,
      { ev: 'relist_start', t: at(1000), ...name },
      { ev: 'relist_time_set', t: at(1010), ...name },
      call('PodSandboxStatus', 1020, 1021, { id: 's-a', pod: 'default/a' }),
      call('PodSandboxStatus', 1030, 3030, { id: 's-b', pod: 'default/b' }),
      { ev: 'pleg_event_sent', t: at(3031), podUID: 'u-b', type: 'ContainerDied', data: 'c-u-b' },
      call('PodSandboxStatus', 3032, 5032, { id: 's-a', pod: 'default/a' }),
      call('PodSandboxStatus', 3500, 3501, { id: 's-c', pod: 'default/c' }),
      { ev: 'pleg_event_sent', t: at(5033), podUID: 'u-a', type: 'ContainerDied', data: 'c-u-a' },
      { ev: 'relist_end', t: at(5034), ...name },
    ];
    expect(relistOrders(recordOf(entries, START))).toEqual([
      { from: 510e6, pods: ['default/b', 'default/a'] },
      { from: (1010e6 + 6034e6) / 2, pods: [] },
    ]);
  });

  it('shows what the loop took first when it was free again', () => {
    const turn = (start: number, end: number): RawEntry => ({ ev: 'sync_iter', t: at(end), start: at(start) });
    const entries: RawEntry[] = [
      turn(1000, 2000),
      turn(2000, 62_000),
      turn(62_000, 62_010),
      turn(62_010, 62_020),
      { ev: 'pleg_event_consumed', t: at(62_015), podUID: 'u-a', type: 'ContainerDied', data: 'x' },
      turn(62_020, 62_030),
      call('ListPodSandbox', 62_025, 62_026, { id: 'filter={"state":{}}' }),
      turn(62_030, 63_000),
      turn(63_500, 64_000),
    ];
    expect(
      loopChoices(recordOf(entries, START))
        .filter(({ prefers }) => prefers.length > 0)
        .map(({ prefers }) => prefers),
    ).toEqual([['sync', 'pleg', 'housekeeping']]);
  });

  it('shows the jitter of a retry between two looks of the loop', () => {
    const line = (time: string): string =>
      `E1121 ${time}    7 pod_workers.go:1] "Error syncing pod, skipping" err="failed to \\"StartContainer\\" for \\"app\\" with CrashLoopBackOff: \\"back-off 20s restarting failed container=app pod=a_default(u-a)\\"" pod="default/a" podUID="u-a"`;
    const turns = Array.from({ length: 60 }, (_, second): RawEntry => ({
      ev: 'sync_iter',
      t: at((second + 1) * 1000),
      start: at(second * 1000),
    }));
    const record = recordOf([...life, ...turns], START);
    // Ten seconds and half a second less than the 13 s that passed: the loop looks at full seconds.
    const [first] = retriesOf(record, failuresOf([line('10:00:05.000000'), line('10:00:18.000000')], START), false);
    expect([first?.pod, first?.jitter]).toEqual(['default/a', 0.25]);
    // The death was at 0.01 s: at 5 s there are 15.01 s left of the 20; the next look that finds it over is at 24 s.
    const [held] = retriesOf(record, failuresOf([line('10:00:05.000000'), line('10:00:24.000000')], START), true);
    expect(held?.jitter).toBeCloseTo(18.5 / 15.01 - 1, 4);
  });

  it('finds waits of regular syncs with which a container starts when it was recorded to start', () => {
    const name = (start: number): Partial<RawEntry> => ({ pid: 7, relist_ts: at(start) });
    const slow = (start: number, end: number): RawEntry[] => [
      { ev: 'relist_start', t: at(start), ...name(start) },
      { ev: 'relist_time_set', t: at(start + 5), ...name(start) },
      { ev: 'relist_end', t: at(end), ...name(start) },
      { ev: 'relist_return', t: at(end), ...name(start) },
    ];
    const turns = Array.from({ length: 400 }, (_, second): RawEntry => ({
      ev: 'sync_iter',
      t: at((second + 1) * 1000),
      start: at(second * 1000),
    }));
    const history = (runs: number): RawEntry[] => [
      ...turns,
      ...slow(1000, 1010),
      ...slow(2010, 2020),
      ...slow(50_000, 50_010),
      ...slow(85_000, 85_010),
      ...slow(90_000, 150_000),
      ...slow(151_000, 200_000),
      { ev: 'container_state', t: at(1500), id: 'c-1', pod: 'default/a', podUID: 'u-a', name: 'app', state: 'RUNNING' },
      { ev: 'pleg_event_sent', t: at(2015), podUID: 'u-a', type: 'ContainerStarted', data: 'c-1' },
      { ev: 'pleg_event_consumed', t: at(2016), podUID: 'u-a', type: 'ContainerStarted', data: 'c-1' },
      {
        ev: 'container_state',
        t: at(80_000),
        id: 'c-1',
        pod: 'default/a',
        podUID: 'u-a',
        name: 'app',
        state: 'EXITED',
      },
      { ev: 'pleg_event_sent', t: at(140_000), podUID: 'u-a', type: 'ContainerDied', data: 'c-1' },
      { ev: 'pleg_event_consumed', t: at(140_001), podUID: 'u-a', type: 'ContainerDied', data: 'c-1' },
      { ev: 'container_state', t: at(runs), id: 'c-2', pod: 'default/a', podUID: 'u-a', name: 'app', state: 'RUNNING' },
    ];
    /** When the syncs are due that these waits lead to. */
    const due = (runs: number): number[] =>
      resyncsOf(recordOf(history(runs), START), []).map(({ from, jitter }) => (from + 2e9 + 60e9 * (1 + jitter)) / 1e9);
    // It starts at once if nothing was synced from 90 s to 140 s, and when the relist after that has ended if something was.
    expect(due(140_010).filter((time) => time > 90 && time < 140)).toEqual([]);
    expect(due(140_010).length).toBeGreaterThan(0);
    expect(due(200_010).filter((time) => time > 90 && time < 140).length).toBeGreaterThan(0);
  });
});

describe('the scenarios of the recorded kubelets', () => {
  const shared = sharedFolder();

  // All of them: npm run scenario-from-record.
  it
    .skipIf(shared === undefined || isQuick)
    .each([
      'v1.15.5/b-hang',
      'v1.20.0/c2-slow-inspect',
      'v1.36.2/k3-three-pods-inspect-hang',
      'v1.36.2/p-slow-growing',
    ])(
    '%s says what its record says',
    (name) => {
      const text = readFileSync(join(projectRoot, `test/fixtures/scenarios/${name}.kubelet-scenario.json`), 'utf8');
      expect(measured(text, join(shared ?? '', 'runs', name))).toBe(text);
    },
    60_000,
  );

  it('keep what was injected, and the pods', () => {
    const text = readFileSync(
      join(projectRoot, 'test/fixtures/scenarios/v1.36.2/b-hang.kubelet-scenario.json'),
      'utf8',
    );
    expect(scenarioText(JSON.parse(text) as ScenarioFile)).toBe(text);
    expect(measured(text, join(projectRoot, 'test/fixtures'))).toBeUndefined();
  });
});
