/** The logs that the states of the page are made of: recorded ones, and what the simulator writes. Nothing here says what the product should make of them. */
import { checkScenario } from '../../src/simulator/scenario/readScenario.ts';
import { simulate } from '../../src/simulator/simulate.ts';
import healthyDay from '../../media/scenarios/healthy-day-at-work.kubelet-scenario.json';
import evictions from '../fixtures/incidents/disk-pressure-evictions-1.24.log?raw';
import blockedKernel from '../fixtures/incidents/dockerd-blocked-in-kernel-1.19.log?raw';
import scrapes from '../fixtures/findings/relists-near-threshold/found-twenty-seconds.log?raw';
import hang from '../fixtures/runs/v1.36.2-b-hang/kubelet.journal.short.log?raw';

/** A log by its name. */
export interface NamedLog {
  readonly name: string;
  readonly text: string;
}

/** What the simulator writes for a scenario (`schemas/scenario.schema.json`). Throws what is wrong with it. */
export function simulatedLog(scenario: object): string {
  const checked = checkScenario(scenario);
  if (!checked.ok) throw new Error(checked.problems.map(({ path, text }) => `${path}: ${text}`).join('\n'));
  const pieces: string[] = [];
  simulate(checked.scenario, { log: (text) => pieces.push(text) });
  return pieces.join('');
}

const kubeletLog = (text: string): readonly NamedLog[] => [{ name: 'kubelet.log', text }];

/** A recorded kubelet 1.36.2 whose list calls hung for five minutes. */
export const incidentLog = (): readonly NamedLog[] => kubeletLog(hang);

/** Pods come and go, one crashes, the kubelet is upgraded: no episode but the two starts. */
export const healthyLog = (): readonly NamedLog[] => kubeletLog(simulatedLog(healthyDay));

/** The first lines that the recorded kubelet wrote: its flags, nothing else. */
export const emptyLog = (): readonly NamedLog[] => kubeletLog(`${hang.split('\n').slice(1, 150).join('\n')}\n`);

/** Begins in an episode of the recorded kubelet, after journald dropped some of its lines in there, and ends before the recovery. */
export function partialLog(): readonly NamedLog[] {
  const lines = hang.split('\n');
  const from = lines.findIndex((line) => line.includes('"Skipping pod synchronization" err="PLEG'));
  const to = lines.findLastIndex((line) => line.includes('"Skipping pod synchronization" err="PLEG'));
  const dropped = 'Nov 21 00:33:11 worker-2 systemd-journald[412]: Suppressed 1204 messages from kubelet.service';
  return kubeletLog(`${[...lines.slice(from, from + 7), dropped, ...lines.slice(from + 11, to)].join('\n')}\n`);
}

const LISTS = ['ListPodSandbox', 'ListContainers'];

/** List calls take ten seconds, of which no line tells, beside scrapes of the kubelet's metrics that do. */
export function metricsLog(): readonly NamedLog[] {
  const log = simulatedLog({
    version: '1.32.0',
    start: '2026-11-21T10:00:00Z',
    duration: '20m',
    node: 'worker-3',
    pods: [{ name: 'web', count: 3, added: '5s', containers: [{ name: 'nginx' }] }],
    faults: [{ from: '2m', to: '20m', methods: LISTS, effect: 'takes', takes: '10s' }],
  });
  return [...kubeletLog(log), { name: 'metrics.txt', text: scrapes }];
}

/** The list calls hang again and again: `count` times, for four to six minutes, twelve minutes apart. */
export function manyEpisodesLog(count = 45): readonly NamedLog[] {
  return kubeletLog(
    simulatedLog({
      version: '1.28.3',
      start: '2026-03-14T06:00:00Z',
      duration: (count + 1) * 720,
      node: 'worker-4',
      seed: 7,
      pods: [
        { name: 'kube-proxy', namespace: 'kube-system', source: 'file' },
        { name: 'web', count: 3, added: '8s', every: '1s', containers: [{ name: 'nginx' }, { name: 'sidecar' }] },
        { name: 'crasher', added: '20s', containers: [{ name: 'app', exits: { after: '40s', code: 1 } }] },
      ],
      faults: Array.from({ length: count }, (_, index) => ({
        from: 600 + index * 720,
        to: 600 + index * 720 + 240 + (index % 3) * 60,
        effect: 'hang',
        methods: LISTS,
      })),
    }),
  );
}

/** A node with `count` pods of four containers each, whose list calls hang for five minutes while some of the containers die. */
export function manyPodsLog(count = 250): readonly NamedLog[] {
  const teams = ['shop', 'observability', 'search', 'a-team-with-a-very-long-namespace-name', 'payments'];
  const names = ['app', 'proxy', 'exporter', 'a-sidecar-with-a-long-name'];
  return kubeletLog(
    simulatedLog({
      version: '1.31.4',
      start: '2026-03-14T06:00:00Z',
      duration: '16m',
      node: 'worker-8',
      seed: 11,
      pods: teams.map((namespace, index) => ({
        name: index % 2 === 0 ? `${namespace}-service` : `service-with-a-long-name-7d9f8b6c5d`,
        namespace,
        count: Math.round(count / teams.length),
        added: 5 + index,
        every: '150ms',
        containers: names.map((name) => ({ name })),
      })),
      faults: [{ from: '6m', to: '11m', effect: 'hang', methods: LISTS }],
      actions: [
        { at: '7m', do: 'exit', pod: 'shop/shop-service-1*', container: 'app', code: 137 },
        { at: '8m', do: 'exit', pod: 'payments/payments-service-7', container: 'proxy', code: 1 },
      ],
    }),
  );
}

/** A container that its liveness probe has restarted again and again: the simulator lets it end, and here the kubelet names what it stops, as it does for a failed probe. */
export function restartsLog(): readonly NamedLog[] {
  const text = simulatedLog({
    version: '1.33.2',
    start: '2026-03-14T09:00:00Z',
    duration: '6m',
    node: 'worker-6',
    seed: 3,
    pods: [
      { name: 'kube-proxy', namespace: 'kube-system', source: 'file' },
      { name: 'web', added: '5s', containers: [{ name: 'nginx' }] },
      { name: 'slow-start', added: '8s', containers: [{ name: 'app', exits: { after: '30s', code: 137 } }] },
    ],
  });
  const died =
    /^(.*kubelet\[\d+\]: )I(\d{4} [\d:.]+ +\d+) .*"SyncLoop \(PLEG\): event for pod" pod="(default\/slow-start)" event=\{"ID":"([^"]+)","Type":"ContainerDied","Data":"([0-9a-f]{64})"\}$/u;
  return kubeletLog(
    text
      .split('\n')
      .flatMap((line) => {
        const [, head, stamp, pod, uid, id] = died.exec(line) ?? [];
        return id === undefined
          ? [line]
          : [
              `${head}I${stamp} kuberuntime_container.go:858] "Killing container with a grace period" pod="${pod}" podUID="${uid}" containerName="app" containerID="containerd://${id}" gracePeriod=30`,
              line,
            ];
      })
      .join('\n'),
  );
}

/** Three nodes, whose list calls hang some seconds after each other; the log of each is a file. */
export function severalNodesLog(): readonly NamedLog[] {
  return [1, 2, 3].map((node) => ({
    name: `worker-${node}.log`,
    text: simulatedLog({
      version: '1.29.2',
      start: `2026-03-14T06:00:0${node}Z`,
      duration: '12m',
      node: `worker-${node}`,
      seed: node,
      pods: [
        { name: `kube-proxy-${node}`, namespace: 'kube-system', source: 'file' },
        { name: `web-${node}`, added: '8s', containers: [{ name: 'nginx' }, { name: 'sidecar' }] },
        { name: `crasher-${node}`, added: '12s', containers: [{ name: 'app', exits: { after: '9s', code: 1 } }] },
      ],
      faults: [{ from: 120 + node * 17, to: 420 + node * 17, effect: 'hang', methods: LISTS }],
    }),
  }));
}

/** Lines of the kernel and of the runtime on one node, evictions on another. */
export const neighboursLog = (): readonly NamedLog[] => [
  { name: 'kernel.log', text: blockedKernel },
  { name: 'evictions.log', text: evictions.replaceAll('node-a', 'node-b') },
];
