/** The order of pods where nothing was unhealthy. */
import { expect, it } from 'vitest';
import { buildTimeline } from '../../../src/timeline/buildTimeline.ts';
import { analysisOf, sessionOf } from '../analysis/analyse.ts';
import { simulated } from '../simulator/scenarios.ts';

const BASE = { version: '1.28.4', start: '2026-03-14T09:00:00Z', duration: '12m', node: 'worker-1', verbosity: 2 };
const WEB = { name: 'a-web', count: 14, added: '5s', every: '200ms', containers: [{ name: 'nginx' }] };
const CRASHER = { name: 'z-crasher', added: '8s', containers: [{ name: 'app', exits: { after: '9s', code: 3 } }] };

function podsOf(scenario: object): readonly (readonly [label: string, folded: boolean])[] {
  const { lanes } = buildTimeline(analysisOf(sessionOf(simulated({ ...BASE, ...scenario }).log)), 'kubelet.log');
  return lanes.filter(({ kind }) => kind === 'pod').map(({ label, folded }) => [label, folded === true]);
}

it('shows a pod whose container does not stay up first and unfolded in a healthy log', () => {
  const pods = podsOf({ pods: [WEB, CRASHER] });
  expect(pods.length).toBe(15);
  expect(pods.slice(0, 3)).toEqual([
    ['default/z-crasher', false],
    ['default/a-web-1', true],
    ['default/a-web-2', true],
  ]);
});

it('does not unfold a pod for one failed exit', () => {
  const pods = podsOf({
    pods: [WEB],
    actions: [{ at: '120s', do: 'exit', pod: 'default/a-web-9', container: 'nginx', code: 1 }],
  });
  expect(pods[0]).toEqual(['default/a-web-9', true]);
});
