/** Scrapes of simulated kubelets, in the format of a client library: alone, and beside the log of the same run. */
import { Counter, Histogram, Registry } from 'prom-client';
import { beforeAll, describe, expect, it } from 'vitest';
import { analysisJson } from '../../../src/analysis/outputs/formatJson.ts';
import type { Analysis } from '../../../src/analysis/analysis.ts';
import { createAnalysisSession } from '../../../src/analysis/session.ts';
import { readSources } from '../../../src/analysis/sources/sources.ts';
import { redactedInputs } from '../../../src/analysis/sources/redactedInputs.ts';
import { timelineOf } from '../../../src/timeline/timelineOf.ts';
import { markAt } from '../../../src/timeline/marks.ts';
import {
  everyMinute,
  HANGS,
  type MetricsRun,
  metricsRun,
  NEAR_THE_CLIFF,
  RUN_START,
  WELL,
} from '../../support/metricsRuns.ts';

const encoded = new TextEncoder();

interface Named {
  readonly name: string;
  readonly text: string;
}

async function read(files: readonly Named[], redact = false, chunk = 65_536): Promise<Analysis> {
  const session = createAnalysisSession();
  const inputs = files.map(({ name, text }) => {
    const bytes = encoded.encode(text);
    return {
      name,
      open: async () => ({
        totalBytes: bytes.length,
        chunks: (async function* () {
          for (let at = 0; at < bytes.length; at += chunk) yield bytes.slice(at, at + chunk);
        })(),
      }),
    };
  });
  const shown = redact ? await redactedInputs(inputs, () => true) : inputs;
  await readSources(session, shown, { year: 2026, timeZone: 'UTC' });
  const result = session.result();
  if (!result.ok) throw new Error(result.problem.kind);
  return result.analysis;
}

const textOf = ({ answer }: Analysis): string =>
  answer.paragraphs.map((paragraph) => paragraph.map(({ text }) => text).join('')).join('\n');
const idsOf = ({ findings }: Analysis): readonly string[] => findings.map(({ id }) => id);

describe('the metrics of a kubelet', () => {
  let cliff: MetricsRun;
  let well: MetricsRun;
  let hangs: MetricsRun;
  beforeAll(async () => {
    [cliff, well, hangs] = await Promise.all([
      metricsRun(NEAR_THE_CLIFF, everyMinute(20)),
      metricsRun(WELL, everyMinute(20)),
      metricsRun(HANGS, everyMinute(12)),
    ]);
  });

  it('alone show relists of 20 s, below the threshold', async () => {
    const analysis = await read([{ name: 'metrics.txt', text: cliff.metrics }]);
    expect(analysis.answer.headline).toBe('The node is near the cliff: relists take 20s of 3m');
    expect(analysis.answer.state).toBe('impaired');
    const ended = cliff.truth.filter(({ ev, t }) => ev === 'relist_end' && t > '2026-11-21T10:02:00').length;
    expect(textOf(analysis)).toContain(
      `${ended} relists ended and took 20s on average. All of them took more than 10s`,
    );
    expect(textOf(analysis)).toContain('From the start of one to the start of the next 20.6s passed');
    expect(textOf(analysis)).toContain('list_podsandbox: 10s on average');
  });

  it('beside a log tell what the log does not', async () => {
    const log = { name: 'kubelet.log', text: cliff.log };
    expect(idsOf(await read([log]))).not.toContain('relists-near-threshold');
    const analysis = await read([log, { name: 'metrics.txt', text: cliff.metrics }]);
    expect(idsOf(analysis)[0]).toBe('relists-near-threshold');
    expect(textOf(analysis)).toContain('The log does not show it');
    const [first] = analysis.findings[0]?.evidence ?? [];
    const lines = cliff.metrics.split('\n');
    // Sources count in the order of their begins: that of the metrics is not known before they are read.
    const source = analysis.reconstruction.history.sources.findIndex(({ metrics }) => metrics === true);
    expect(first?.source).toBe(source);
    expect(lines[(first?.line ?? 0) - 1]).toMatch(/^kubelet_pleg_relist_duration_seconds_count \d+$/);
  });

  it('say that a healthy kubelet is healthy', async () => {
    const alone = await read([{ name: 'metrics.txt', text: well.metrics }]);
    expect([alone.answer.headline, alone.answer.state, idsOf(alone)]).toStrictEqual([
      'No slow relist in the metrics',
      'healthy',
      [],
    ]);
    const both = await read([
      { name: 'kubelet.log', text: well.log },
      { name: 'metrics.txt', text: well.metrics },
    ]);
    expect(textOf(both)).toContain('By the metrics relists were quick');
    expect(idsOf(both)).not.toContain('relists-near-threshold');
  });

  it('tell a relist that hangs by the count that stands still, and by its age', async () => {
    const analysis = await read([{ name: 'metrics.txt', text: hangs.metrics }]);
    expect(analysis.answer.headline).toBe('The metrics show that no relist ended for 2m');
    expect(textOf(analysis)).toContain('the last relist that could list was about 4m old');
    const beside = await read([
      { name: 'kubelet.log', text: hangs.log },
      { name: 'metrics.txt', text: hangs.metrics },
    ]);
    // The log says more: its cause stands first, and the answer is about its unhealthy time.
    expect(idsOf(beside)[0]).toBe('list-calls-hang');
    expect(textOf(beside)).toContain('no relist ended');
  });

  it('of the first generation are summaries of microseconds', async () => {
    const old = await metricsRun({ ...NEAR_THE_CLIFF, version: '1.13.0' }, everyMinute(20), { generation: 'first' });
    expect(old.metrics).toContain('kubelet_pleg_relist_latency_microseconds_sum');
    const analysis = await read([{ name: 'metrics.txt', text: old.metrics }]);
    expect(analysis.answer.headline).toBe('The node is near the cliff: relists take 20s of 3m');
    expect(textOf(analysis)).toContain('lately 99 of 100 took at most 20s');
  });

  it('can come as one file for each scrape, without dates', async () => {
    const files = await Promise.all(
      everyMinute(6).map(async (moment, index) => ({
        name: `m${index}.prom`,
        text: (await metricsRun(NEAR_THE_CLIFF, [moment], { dated: false })).metrics,
      })),
    );
    const analysis = await read(files);
    expect(analysis.answer.headline).toBe('The node is near the cliff: relists take 20s of 3m');
    expect(textOf(analysis)).toContain('Between about ');
    expect(analysis.reconstruction.history.warnings.map(({ text }) => text).join('\n')).toContain(
      'The metrics do not say when they were taken',
    );
  });

  it('are the same in any chunks, also when the first lines come byte by byte', async () => {
    const whole = await read([{ name: 'metrics.txt', text: hangs.metrics }]);
    const pieces = await read([{ name: 'metrics.txt', text: hangs.metrics }], false, 7);
    expect(analysisJson(pieces, () => undefined)).toStrictEqual(analysisJson(whole, () => undefined));
  });

  it('survive the replacement of names', async () => {
    const analysis = await read(
      [
        { name: 'kubelet.log', text: cliff.log },
        { name: 'metrics.txt', text: cliff.metrics },
      ],
      true,
    );
    expect(idsOf(analysis)[0]).toBe('relists-near-threshold');
    expect(textOf(analysis)).not.toContain('worker-3');
  });

  it('have lanes in the timeline', async () => {
    const document = timelineOf(await read([{ name: 'metrics.txt', text: cliff.metrics }]), 'metrics.txt');
    const lanes = document.lanes.filter(({ id }) => id.startsWith('metrics/'));
    expect(lanes.map(({ id }) => id)).toStrictEqual(['metrics/relists', 'metrics/staleness']);
    const [relists, ages] = lanes;
    expect(relists?.start).toHaveLength(19);
    expect([...(relists?.level ?? [])].filter((level) => level === 2).length).toBeGreaterThanOrEqual(17);
    expect(ages?.start).toHaveLength(20);
    const mark = markAt(document, relists?.mark[5] ?? -1);
    expect(mark?.what).toMatch(/^\d relists, 20s on average$/);
    expect(mark?.detail).toMatch(/^3 of more than 10s; start to start: 2\ds$/);
  });

  it('are a part of the JSON', async () => {
    const json = analysisJson(await read([{ name: 'metrics.txt', text: cliff.metrics }]), () => undefined);
    expect(json.sources[0]?.metrics).toBe(true);
    expect(json.metrics?.scrapes).toHaveLength(20);
    expect(json.metrics?.scrapes[0]).toMatchObject({
      line: 1,
      time: '2026-11-21T10:01:00.000000Z',
      timeFrom: 'written',
    });
    const between = json.metrics?.stretches.filter(({ sinceStart }) => !sinceStart) ?? [];
    expect(between).toHaveLength(19);
    const ended = cliff.truth.filter(
      ({ ev, t }) =>
        ev === 'relist_end' && Date.parse(t) / 1000 > RUN_START + 60 && Date.parse(t) / 1000 <= RUN_START + 1200,
    );
    expect(between.reduce((sum, { relists }) => sum + (relists?.count ?? 0), 0)).toBe(ended.length);
  });
});

describe('the metrics of Evented PLEG', () => {
  /** A scrape: connections made and failed, and the ages of its events, which are what the kubelet observes. */
  async function scrapeOf(minute: number, made: number, failed: number, ages: readonly number[]): Promise<string> {
    const registers = [new Registry()];
    const counter = (name: string): Counter => new Counter({ name, help: name, registers });
    counter('kubelet_evented_pleg_connection_success_count').inc(made);
    counter('kubelet_evented_pleg_connection_error_count').inc(failed);
    const latency = new Histogram({
      name: 'kubelet_evented_pleg_connection_latency_seconds',
      help: 'The latency of streaming connection with the CRI runtime, measured in seconds.',
      registers,
    });
    for (const age of ages) latency.observe(age);
    const relists = new Histogram({ name: 'kubelet_pleg_relist_duration_seconds', help: 'Relists.', registers });
    for (let relist = 0; relist < minute; relist += 1) relists.observe(0.02);
    return `2026-11-21T10:${String(minute).padStart(2, '0')}:00Z\n${await registers[0]?.metrics()}`;
  }

  it('tell its connections, and how old its events were', async () => {
    const text = [
      await scrapeOf(5, 1, 0, [1, 1]),
      await scrapeOf(15, 1, 1, [1, 1, 0.2]),
      await scrapeOf(25, 3, 4, [1, 1, 0.2, 0.4]),
    ];
    const analysis = await read([{ name: 'metrics.txt', text: text.join('') }]);
    expect(textOf(analysis)).toContain(
      'Connections of Evented PLEG to the runtime, by the metrics: 2 made, 4 failed. The events of Evented PLEG were 300ms old on average when they came, by the metrics.',
    );
    const { metrics } = analysisJson(analysis, () => undefined);
    expect(metrics?.stretches.at(-1)).toMatchObject({
      eventedConnections: 2,
      eventedConnectionErrors: 3,
      eventedLatency: { count: 1, meanSeconds: expect.closeTo(0.4, 6) as number },
    });
  });

  it('say nothing where it is off', async () => {
    const off = await read([
      { name: 'metrics.txt', text: `${await scrapeOf(5, 0, 0, [])}${await scrapeOf(15, 0, 0, [])}` },
    ]);
    expect(textOf(off)).not.toContain('Evented');
  });
});

describe('metrics that are no kubelet’s', () => {
  it('are said to be that', async () => {
    const session = createAnalysisSession();
    session.open('node.prom');
    session.push(encoded.encode('# HELP node_load1 1m load average.\n# TYPE node_load1 gauge\nnode_load1 0.21\n'));
    session.end();
    expect(session.result()).toMatchObject({
      ok: false,
      problem: { kind: 'no-kubelet-records', looksLike: { kind: 'metrics' } },
    });
  });
});
