import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { summaryLines } from '../../../../src/analysis/outputs/summary/summarise.ts';
import { type NodeSummary, SUMMARY_BYTES } from '../../../../src/analysis/outputs/summary/summaryJson.ts';
import { createAnalysisSession } from '../../../../src/analysis/session.ts';
import { isQuick } from '../../../support/effort.ts';
import { projectRoot } from '../../../support/shared.ts';
import { schemaProblems } from '../../../support/summarySchema.ts';
import { analysisOf, fixture, HANG, sessionOf } from '../analyse.ts';

function summariesOf(...logs: readonly (Uint8Array | string)[]): readonly NodeSummary[] {
  const session = createAnalysisSession();
  logs.forEach((log, at) => {
    session.open(`log-${at}`, { year: 2026 });
    session.push(typeof log === 'string' ? new TextEncoder().encode(log) : log);
    session.end();
  });
  return [...summaryLines(analysisOf(session), { program: '1.2.3', labels: [{ name: 'pool', value: 'blue' }] })].map(
    (line) => {
      expect(line.endsWith('}\n')).toBe(true);
      expect(line.trimEnd()).not.toContain('\n');
      return JSON.parse(line) as NodeSummary;
    },
  );
}

describe('the summary of a node', () => {
  it('holds what counts of a hang', () => {
    const [summary, ...others] = summariesOf(fixture(HANG));
    expect(others).toEqual([]);
    expect(summary).toMatchObject({
      schema: 'kubelet-timeline/summary@1',
      program: '1.2.3',
      node: { names: ['worker-2'] },
      labels: [{ name: 'pool', value: 'blue' }],
      kubelet: { versions: [{ version: 'v1.36.2' }], processes: 1 },
      runtimes: [{ name: 'containerd', version: 'v1.7.13-fakecri' }],
      state: 'recovered',
      episodes: [{ id: 'episode-2', startup: false, endedBy: 'recovered', skips: { observed: 19, missing: 0 } }],
    });
    expect(summary?.findings[0]).toMatchObject({ id: 'list-calls-hang', from: '2026-11-21T00:30:43.391784Z' });
    for (const { lines } of summary?.findings ?? []) expect(lines.length).toBeLessThanOrEqual(3);
    // The relist that hung began at 00:28:42 and took two minutes.
    const hung = summary?.relists.buckets.find(({ from }) => from === '2026-11-21T00:28:00.000000Z');
    expect(hung?.longest.min).toBeGreaterThan(115);
    expect(hung?.longest.max).toBeLessThan(125);
  });

  it('takes the kernel from the journal', () => {
    const boot =
      'Nov 21 00:27:30 worker-2 kernel: Linux version 6.1.0-18-amd64 (debian-kernel@lists.debian.org) (gcc-12) #1 SMP\n';
    const [summary] = summariesOf(boot + new TextDecoder().decode(fixture(HANG)));
    expect(summary?.kernels).toMatchObject([{ version: '6.1.0-18-amd64' }]);
  });

  it('is written for each node of several, with its own trouble', () => {
    const log = new TextDecoder().decode(fixture(HANG));
    const healthy = log
      .split('\n')
      .slice(0, 300)
      .join('\n')
      .replaceAll('worker-2', 'worker-9')
      .replaceAll('20595', '777');
    const session = createAnalysisSession();
    const feed = session.openMerged([
      { name: 'a', options: { year: 2026 } },
      { name: 'b', options: { year: 2026 } },
    ]);
    const texts = [log, healthy].map((text) => new TextEncoder().encode(text));
    for (let source = feed.wanted(); source !== undefined; source = feed.wanted()) {
      feed.push(source, texts[source] ?? new Uint8Array());
      feed.end(source);
    }
    const summaries = [...summaryLines(analysisOf(session), { program: '1' })].map(
      (line) => JSON.parse(line) as NodeSummary,
    );
    const byName = new Map(summaries.map((summary) => [summary.node.names[0], summary]));
    expect(byName.get('worker-2')).toMatchObject({ state: 'recovered' });
    expect(byName.get('worker-2')?.findings.map(({ id }) => id)).toContain('list-calls-hang');
    expect(byName.get('worker-9')?.episodes.filter(({ startup }) => !startup)).toEqual([]);
    expect(byName.get('worker-9')?.findings.map(({ id }) => id)).not.toContain('list-calls-hang');
    for (const summary of summaries) expect(schemaProblems(summary)).toEqual([]);
  });

  it.skipIf(isQuick)('fits its schema and its bound for each log that we have', () => {
    const folders = ['findings', 'incidents'].map((name) => join(projectRoot, 'test/fixtures', name));
    const logs = folders.flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.log'))
        .map((file) => join(folder, file)),
    );
    expect(logs.length).toBeGreaterThan(100);
    for (const log of logs) {
      const result = sessionOf(new Uint8Array(readFileSync(log))).result();
      if (!result.ok) continue;
      for (const line of summaryLines(result.analysis, { program: '1' })) {
        expect(new TextEncoder().encode(line).length, log).toBeLessThanOrEqual(SUMMARY_BYTES);
        expect(schemaProblems(JSON.parse(line)), log).toEqual([]);
      }
    }
  });
});

it('the schema takes nothing else for a summary', () => {
  const [summary] = summariesOf(fixture(HANG));
  expect(schemaProblems(summary)).toEqual([]);
  expect(schemaProblems({ ...summary, schema: 'kubelet-timeline/summary@2' })).not.toEqual([]);
  expect(schemaProblems({ ...summary, state: 'fine' })).not.toEqual([]);
  expect(schemaProblems({ ...summary, relists: { bucketSeconds: 1, buckets: [] } })).not.toEqual([]);
});
