import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildModel } from '@tracerbench/trace-model';
import { describe, expect, it } from 'vitest';
import { tracePieces } from '../../../src/analysis/outputs/formatTrace.ts';
import { textOfPieces } from '../../support/pieces.ts';
import { sharedFolder } from '../../support/shared.ts';
import { faultsOfTrace } from '../../support/traceFormat.ts';
import { analysisOf, fixture, HANG, sessionOf } from './analyse.ts';

interface Event {
  readonly ph: string;
  readonly name: string;
  readonly cat?: string;
  readonly ts?: number;
  readonly dur?: number;
  readonly args?: { readonly line?: number; readonly name?: string };
}

function traceOf(log: Uint8Array): string {
  return textOfPieces(tracePieces(analysisOf(sessionOf(log))));
}

const trace = traceOf(fixture(HANG));
const { traceEvents } = JSON.parse(trace) as { readonly traceEvents: readonly Event[] };

describe('a trace', () => {
  it('keeps to the published format', () => {
    expect(faultsOfTrace(trace)).toEqual([]);
  });

  it('is read by a library that reads traces, with its processes, lanes and bars', () => {
    const model = buildModel(JSON.parse(JSON.stringify(traceEvents)) as Parameters<typeof buildModel>[0]);
    expect(model.processes.map(({ name }) => name)).toEqual([
      expect.stringMatching(/^kubelet \d+ on worker-2$/),
      'node worker-2 and its pods',
    ]);
    const lanes = new Map(
      model.processes.flatMap(({ threads }) => threads.map(({ name, events }) => [name, events] as const)),
    );
    expect([...lanes.keys()]).toEqual(
      expect.arrayContaining(['runtime state', 'sync loop', 'relists', 'default/web-1']),
    );
    const unhealthy = lanes.get('runtime state')?.find(({ name }) => name === 'PLEG not healthy');
    expect(Math.round((unhealthy?.duration ?? 0) / 1e6)).toBe(130);
  });

  it('shows the unhealthy time, the relists and the skips of the log', () => {
    const named = (name: string): readonly Event[] => traceEvents.filter((event) => event.name === name);
    expect(named('PLEG not healthy').map(({ dur = 0 }) => Math.round(dur / 1e6))).toEqual([130]);
    expect(named('Skipping pod synchronization')).toHaveLength(21);
    expect(traceEvents.filter(({ cat }) => cat === 'relist').length).toBeGreaterThan(2);
    expect(named('relist (ListPodSandbox)')[0]?.dur).toBeGreaterThan(119e6);
    expect(named('thread_name').map(({ args }) => args?.name)).toContain('default/web-1');
  });

  it('leads from what PLEG found to what the loop handled', () => {
    const flows = traceEvents.filter(({ cat }) => cat === 'handling');
    expect(flows.filter(({ ph }) => ph === 's').length).toBeGreaterThan(1);
    const [late] = flows.filter(({ ph }) => ph === 'f').slice(-1);
    expect(late?.ts).toBeGreaterThan(flows[0]?.ts ?? Number.POSITIVE_INFINITY);
  });

  it('notices what readers of traces do not take', () => {
    const broken = (change: (events: Record<string, unknown>[]) => unknown): number => {
      const copy = JSON.parse(trace) as { readonly traceEvents: Record<string, unknown>[] };
      change(copy.traceEvents);
      return faultsOfTrace(JSON.stringify(copy)).length;
    };
    const first = (events: Record<string, unknown>[], ph: string): number =>
      events.findIndex((one) => one['ph'] === ph);
    expect(broken((events) => events.splice(first(events, 'e'), 1))).toBeGreaterThan(0);
    expect(broken((events) => events.splice(first(events, 'f'), 1))).toBeGreaterThan(0);
    expect(broken((events) => delete events[first(events, 'X')]?.['dur'])).toBeGreaterThan(0);
    expect(broken((events) => Object.assign(events[first(events, 's')] ?? {}, { ts: 5 }))).toBeGreaterThan(0);
  });

  const shared = sharedFolder();
  it.skipIf(shared === undefined)(
    'keeps to the format for every recorded run',
    () => {
      const runs = join(shared ?? '', 'runs');
      const faults: unknown[] = [];
      for (const version of readdirSync(runs).filter((name) => name.startsWith('v')))
        for (const name of readdirSync(join(runs, version)))
          for (const file of readdirSync(join(runs, version, name)))
            if (file === 'kubelet.journal.short.log')
              faults.push(...faultsOfTrace(traceOf(new Uint8Array(readFileSync(join(runs, version, name, file))))));
      expect(faults).toEqual([]);
    },
    120_000,
  );
});
