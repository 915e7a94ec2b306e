/** Summaries of made-up nodes. */
import type { NodeSummary } from '../../src/analysis/outputs/summary/summaryJson.ts';
import { formatRfc3339 } from '../../src/analysis/outputs/instantText.ts';
import { readSummary } from '../../src/fleet/readSummary.ts';
import type { FleetNode } from '../../src/fleet/fleetNode.ts';
import { instant } from '../../src/kubelet/time.ts';

/** When all logs begin, seconds since 1970. */
export const BEGIN = Date.parse('2026-11-21T00:00:00Z') / 1000;

/** A time so many seconds after that. */
export const at = (seconds: number): string => formatRfc3339(instant(Math.round((BEGIN + seconds) * 1e6)));

export interface MadeNode {
  readonly name?: string;
  /** When PLEG became unhealthy, seconds; absent: it did not. */
  readonly sick?: number;
  readonly cause?: string;
  readonly kubelet?: string;
  readonly runtime?: string;
  readonly kernel?: string;
  readonly labels?: Readonly<Record<string, string>>;
  /** Seconds that its log covers. */
  readonly span?: readonly [number, number];
  readonly more?: Partial<NodeSummary>;
}

/** The summary of a node whose log is of ten minutes. */
export function summaryOf({
  name,
  sick,
  cause = 'list-calls-hang',
  kubelet = 'v1.31.4',
  runtime = '1.7.27',
  kernel,
  labels = {},
  span = [0, 600],
  more = {},
}: MadeNode): NodeSummary {
  return {
    schema: 'kubelet-timeline/summary@1',
    program: '1.0.0',
    node: { names: name === undefined ? [] : [name] },
    labels: Object.entries(labels).map(([label, value]) => ({ name: label, value })),
    timeZone: 'known',
    yearFrom: 'log',
    span: { from: at(span[0]), to: at(span[1]) },
    log: { sources: 1, bytes: 1000, lines: 10, records: 10 },
    kubelet: { versions: [{ from: at(1), version: kubelet }], processes: 1 },
    runtimes: [{ from: at(1), name: 'containerd', version: runtime }],
    kernels: kernel === undefined ? [] : [{ from: at(0), version: kernel }],
    state: sick === undefined ? 'healthy' : 'recovered',
    headline: sick === undefined ? 'No unhealthy time' : 'PLEG unhealthy for about 2m10s, recovered',
    answer: '',
    counts: { skips: 0, relistErrors: 0, statusErrors: 0, runtimeCallErrors: 0 },
    episodes:
      sick === undefined
        ? []
        : [
            {
              id: 'episode-1',
              begin: { min: at(sick), max: at(sick + 0.001) },
              end: { min: at(sick + 128), max: at(sick + 130) },
              endedBy: 'recovered',
              reasons: ['pleg-stale'],
              startup: false,
              skips: { observed: 19, missing: 0 },
            },
          ],
    ready: [],
    findings:
      sick === undefined
        ? []
        : [
            {
              id: cause,
              episode: 'episode-1',
              confidence: 'high',
              title: `The cause is ${cause}`,
              from: at(sick),
              lines: [
                {
                  line: 384,
                  time: at(sick),
                  text: `Nov 21 ${name ?? 'host'} kubelet[1]: E1121 pod="shop/cart-7d9f" failed`,
                },
              ],
            },
          ],
    relists: {
      bucketSeconds: 60,
      buckets: [{ from: at(0), count: 60, longest: { min: sick === undefined ? 0.01 : 120, max: 121 } }],
    },
    warnings: [],
    leftOut: { episodes: 0, findings: 0, ready: 0, warnings: 0 },
    ...more,
  };
}

/** The same as `fleet` reads it. */
export function nodeOf(made: MadeNode, file = 'all.ndjson', line = 1): FleetNode {
  const node = readSummary(JSON.stringify(summaryOf(made)), { file, line });
  if (typeof node === 'string') throw new Error(`no summary: ${node}`);
  return node;
}

/** `n-001`, `n-002` … */
export const nodeName = (number: number): string => `n-${String(number).padStart(3, '0')}`;

/** So many nodes, each as `make` says. */
export function madeNodes(count: number, make: (number: number) => MadeNode): FleetNode[] {
  return Array.from({ length: count }, (_, index) => nodeOf({ name: nodeName(index + 1), ...make(index + 1) }));
}
