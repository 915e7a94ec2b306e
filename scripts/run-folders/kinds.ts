/** The kinds of incidents of simulated runs, named as the recorded ones are: what fails in each, and for how long. */

/** A fault of a scenario file. */
export type Fault = Readonly<Record<string, unknown>>;

export interface Incident {
  readonly faults: readonly Fault[];
  readonly actions?: readonly Fault[];
  readonly kubelet?: Readonly<Record<string, unknown>>;
}

/** A whole number between two. */
export type Between = (min: number, max: number) => number;

const LISTS = ['ListPodSandbox', 'ListContainers'];
const REFUSED =
  'rpc error: code = Unavailable desc = connection error: desc = "transport: Error while dialing: dial unix /run/containerd/containerd.sock: connect: connection refused"';
const TOO_LARGE =
  'rpc error: code = ResourceExhausted desc = grpc: received message larger than max (17829057 vs. 16777216)';
const LOCKED = 'rpc error: code = Unknown desc = failed to load runtime state: database is locked';

/** What fails in a run of a kind that begins its trouble at `from`; all times in seconds. */
export const KINDS: Readonly<Record<string, (from: number, between: Between) => Incident>> = {
  'a-healthy': () => ({ faults: [] }),
  'b-hang': (from, between) => ({
    faults: [{ from, to: from + between(200, 500), effect: 'hang', methods: LISTS }],
  }),
  'b2-hang-all': (from, between) => ({ faults: [{ from, to: from + between(200, 500), effect: 'hang' }] }),
  'd-runtime-down': (from, between) => ({
    faults: [{ from, to: from + between(60, 500), effect: 'error', error: REFUSED }],
  }),
  'f-killed-restarted': (from, between) => ({
    faults: [{ from, to: from + between(300, 500), effect: 'hang', methods: LISTS }],
    actions: [{ at: from + between(190, 280), do: 'restart-kubelet', signal: 'kill', after: between(1, 9) }],
  }),
  'g-evented': (from, between) => ({
    faults: [{ from, to: from + between(700, 900), effect: 'hang', methods: LISTS }],
    kubelet: { eventedPLEG: true },
  }),
  'k-one-pod-inspect-hang': (from, between) => ({
    faults: [
      { from, to: from + between(500, 900), effect: 'hang', methods: ['PodSandboxStatus'], pods: ['default/web-1'] },
    ],
    actions: [{ at: from + 3, do: 'exit', pod: 'default/web-1', container: 'nginx', code: 1 }],
  }),
  'l-flapping': (from, between) => ({
    faults: [0, 1, 2].map((round) => ({
      from: from + round * 420,
      to: from + round * 420 + between(200, 330),
      effect: 'hang',
      methods: LISTS,
    })),
  }),
  'm-status-only': (from, between) => ({
    faults: [
      { from, to: from + between(60, 200), effect: 'error', methods: ['Status'], error: LOCKED },
      { from: from + 250, to: from + between(400, 500), effect: 'hang', methods: ['Status'] },
    ],
  }),
  'n-list-too-large': (from, between) => ({
    faults: [{ from, to: from + between(200, 500), effect: 'error', methods: ['ListPodSandbox'], error: TOO_LARGE }],
  }),
};
