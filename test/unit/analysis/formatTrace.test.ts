import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildModel } from '@tracerbench/trace-model';
import { describe, expect, it } from 'vitest';
import { tracePieces } from '../../../src/analysis/outputs/formatTrace.ts';
import { isQuick } from '../../support/effort.ts';
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

  it('ends Ready where no kubelet runs any more, and counts the node as NotReady from the lease that is missed', () => {
    const said = (time: string, pid: number, text: string): string =>
      `Nov 21 ${time} worker-1 kubelet[${pid}]: I1121 ${time}.000000     ${pid} ${text}\n`;
    const killed = (time: string): string =>
      `Nov 21 ${time} worker-1 systemd[1]: kubelet.service: Main process exited, code=killed, status=9/KILL\n`;
    const ready = 'kubelet_node_status.go:7] "Recording event message for node" node="worker-1" event="NodeReady"';
    const log = [
      said('00:27:29', 801, 'flags.go:64] FLAG: --v="2"'),
      said('00:28:00', 801, ready),
      killed('00:30:00'),
      said('00:50:00', 902, 'flags.go:64] FLAG: --v="2"'),
      said('00:50:10', 902, ready),
      killed('00:55:00'),
      'Nov 21 01:30:00 worker-1 kernel: nothing\n',
    ].join('');
    const gone = traceOf(new TextEncoder().encode(log));
    expect(faultsOfTrace(gone)).toEqual([]);
    const { traceEvents: events } = JSON.parse(gone) as { readonly traceEvents: readonly Event[] };
    expect(
      events.flatMap(({ cat, name, dur = 0 }) => (cat === 'node' ? [`${name} ${Math.round(dur / 10e6) * 10} s`] : [])),
    ).toEqual(['Ready 120 s', 'NotReady 1160 s', 'Ready 290 s', 'NotReady 2060 s']);
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
  it.skipIf(shared === undefined || isQuick)(
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
