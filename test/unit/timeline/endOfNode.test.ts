/** The log of one of several nodes that ends hours before the others: what is drawn of it ends there. */
import { describe, expect, it } from 'vitest';
import { chartSvg } from '../../../src/report/picture/chartSvg.ts';
import { timelineOf } from '../../../src/timeline/timelineOf.ts';
import { shadesOf } from '../../../webview/charts/shading.ts';
import { analysisOf, sessionOf } from '../analysis/analyse.ts';
import { simulated } from '../simulator/scenarios.ts';

const logOf = (node: string, hour: string, duration: string): string =>
  simulated({
    version: '1.28.4',
    start: `2026-03-14T${hour}:00:00Z`,
    duration,
    node,
    seed: node === 'a' ? 1 : 2,
    pods: [
      { name: 'kube-proxy', namespace: 'kube-system', source: 'file' },
      { name: 'web', added: '5s', containers: [{ name: 'nginx' }] },
    ],
    faults: [{ from: '100s', to: '600s', effect: 'refuse' }],
    actions: [{ at: '40s', do: 'exit', pod: 'default/web', container: 'nginx', code: 1 }],
  }).log;
const documentOf = (log: string): ReturnType<typeof timelineOf> =>
  timelineOf(analysisOf(sessionOf(new TextEncoder().encode(log))), 'kubelet.log');

describe('a node whose log ends in the middle of its trouble, hours before that of another', () => {
  const document = documentOf(logOf('a', '06', '400s') + logOf('b', '14', '900s'));
  const ofA = document.lanes.filter(({ node }) => node === 'a');
  const trouble = document.episodes.find(({ node, startup }) => node === 'a' && !startup);

  it('has no bar and no mark behind the end of its log', () => {
    expect(ofA.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['sync-loop', 'node-ready', 'findings', 'pod', 'container', 'other']),
    );
    const last = Math.max(...ofA.flatMap(({ end }) => [...end]));
    expect(last / 1e6).toBeGreaterThan(390);
    expect(last / 1e6).toBeLessThan(402);
    expect(document.length / 1e6).toBeGreaterThan(8 * 3600);
  });

  it('is unhealthy up to there', () => {
    expect(trouble?.end).toBeUndefined();
    expect(trouble?.label).toMatch(/at least 4m[\d.]+s · a$/);
    const seen = trouble?.endMax ?? 0;
    expect(seen / 1e6).toBeLessThan(402);
    expect(shadesOf(document, 'a').open).toEqual([expect.objectContaining({ to: seen })]);
    expect(shadesOf(document, 'a').sure).toEqual([expect.objectContaining({ to: seen })]);
  });

  it('is so in a picture too', () => {
    const alone = documentOf(logOf('a', '06', '400s') + logOf('b', '06', '4000s'));
    const shadeOf = (svg: string | undefined): number =>
      Math.max(
        ...[...(svg ?? '').matchAll(/width="([\d.]+)"[^>]*fill="#b3261e" fill-opacity=".06"/g)].map(([, width]) =>
          Number(width),
        ),
      );
    expect(shadeOf(chartSvg(alone))).toBeLessThan(400);
  });
});

it('is not counted as NotReady for hours after its log, where its last kubelet ended', () => {
  const said = (time: string, node: string, text: string): string =>
    `Nov 21 ${time} ${node} kubelet[801]: I1121 ${time}.000000     801 ${text}\n`;
  const ready = (time: string, node: string): string =>
    said(time, node, `kubelet_node_status.go:7] "Recording event message for node" node="${node}" event="NodeReady"`);
  const { lanes } = documentOf(
    [
      said('00:27:29', 'a', 'flags.go:64] FLAG: --v="2"'),
      ready('00:28:00', 'a'),
      'Nov 21 00:32:50 a systemd[1]: kubelet.service: Main process exited, code=killed, status=9/KILL\n',
      'Nov 21 00:40:00 a kernel: nothing\n',
      said('02:27:29', 'b', 'flags.go:64] FLAG: --v="2"'),
      ready('02:28:00', 'b'),
    ].join(''),
  );
  const lane = lanes.find(({ kind, node }) => kind === 'node-ready' && node === 'a');
  expect(Math.max(...(lane?.end ?? [])) / 60e6).toBeCloseTo(12.5, 0);
});
