/** Puts changes into a scenario. */
import { appendTo } from '../kubelet/groups.ts';
import { fromDuration, fromSeconds, minus, type Nanoseconds, nanoseconds, plus, ZERO } from '../model/nanoseconds.ts';
import type { RuntimeMethod } from '../model/runtimeBehaviour.ts';
import { hexText, uuidText } from '../simulator/node/hash.ts';
import { matchesPod } from '../simulator/scenario/podPattern.ts';
import type { Action, Fault, PodScenario, Scenario } from '../simulator/scenario/scenario.ts';
import type { Changes } from './changes.ts';
import { profileFor } from '../kubelet/profile.ts';
import type { Duration } from '../kubelet/time.ts';

const LISTS: readonly RuntimeMethod[] = ['ListPodSandbox', 'ListContainers'];
const INSPECTIONS: readonly RuntimeMethod[] = ['PodSandboxStatus', 'ContainerStatus'];
/** Before this nothing is made to hang: the kubelet has just started. */
const SETTLED = fromSeconds(60);
const RESTART_TAKES = fromSeconds(1);
/** Inside of an inspection the sandbox is asked for first. */
const AT_ONCE: Nanoseconds = fromSeconds(0.001);

/** The changed scenario. `shown`: when what the log shows begins, in the time of the scenario. */
export function changedScenario(scenario: Scenario, changes: Changes, logBegin: Nanoseconds): Scenario {
  const steps: readonly ((one: Scenario) => Scenario)[] = [
    (one) => (changes.kubeletVersion === undefined ? one : withVersion(one, changes)),
    (one) => (changes.pods === undefined ? one : withPods(one, changes.pods)),
    (one) => (changes.hungPods === undefined ? one : withHungPods(one, changes.hungPods, logBegin)),
    (one) => (changes.hangLasts === undefined ? one : withHangs(one, ns(changes.hangLasts))),
    (one) => (changes.listLatency === undefined ? one : withListLatency(one, ns(changes.listLatency))),
    (one) => (changes.inspectLatency === undefined ? one : withInspectLatency(one, ns(changes.inspectLatency))),
    (one) =>
      changes.requestTimeout === undefined
        ? one
        : { ...one, kubelet: { ...one.kubelet, runtimeRequestTimeout: ns(changes.requestTimeout) } },
    (one) =>
      changes.eventedPleg === undefined
        ? one
        : { ...one, kubelet: { ...one.kubelet, eventedPleg: changes.eventedPleg } },
    (one) => (changes.restartAfter === undefined ? one : withRestart(one, plus(logBegin, ns(changes.restartAfter)))),
  ];
  const changed = steps.reduce((one, step) => step(one), scenario);
  const evented = changed.kubelet.eventedPleg && profileFor(changed.version).eventedPleg;
  return { ...changed, kubelet: { ...changed.kubelet, eventedPleg: evented } };
}

function ns(microseconds: number): Nanoseconds {
  return fromDuration(microseconds as Duration);
}

/** All processes are of that version. */
function withVersion(scenario: Scenario, { kubeletVersion }: Changes): Scenario {
  return {
    ...scenario,
    version: kubeletVersion ?? scenario.version,
    actions: scenario.actions.map((action) => {
      if (action.do !== 'restart-kubelet') return action;
      const { version: _, ...rest } = action;
      return rest;
    }),
  };
}

/** More pods: copies of those that are there, in turn, each with what happens to its original. Fewer: those that hang or are slow stay longest. */
function withPods(scenario: Scenario, count: number): Scenario {
  const { pods, faults } = scenario;
  if (count <= pods.length) {
    const troubled = (pod: PodScenario): boolean => isNamed(faults, pod);
    const kept = new Set([...pods.filter(troubled), ...pods.filter((pod) => !troubled(pod))].slice(0, count));
    return { ...scenario, pods: pods.filter((pod) => kept.has(pod)) };
  }
  const originals = pods.length === 0 ? [PLAIN_POD] : pods;
  const copies = new Map<PodScenario, PodScenario[]>();
  const all = [...pods];
  for (let index = 0; all.length < count; index += 1) {
    const original = originals[index % originals.length] ?? PLAIN_POD;
    const name = `${original.name.slice(0, 200)}-more-${Math.floor(index / originals.length) + 1}`;
    const key = `${original.namespace}/${name}`;
    const copy: PodScenario = {
      ...original,
      name,
      uid:
        original.source === 'file' ? hexText(scenario.seed, `uid ${key}`, 32) : uuidText(scenario.seed, `uid ${key}`),
    };
    all.push(copy);
    appendTo(copies, original, copy);
  }
  const withCopies = (patterns: readonly string[]): readonly string[] => [
    ...patterns,
    ...[...copies].flatMap(([original, made]) =>
      patterns.some((pattern) => matchesPod(pattern, original)) ? made.map(nameOf) : [],
    ),
  ];
  return {
    ...scenario,
    pods: all,
    // A pod that hangs is one of a kind; slowness is of the runtime.
    faults: faults.map((fault) =>
      fault.pods === undefined || fault.effect.kind === 'hang' ? fault : { ...fault, pods: withCopies(fault.pods) },
    ),
    actions: scenario.actions.map((action): Action =>
      action.do === 'restart-kubelet' ? action : { ...action, pods: withCopies(action.pods) },
    ),
  };
}

const PLAIN_POD: PodScenario = {
  namespace: 'default',
  name: 'pod',
  uid: '',
  source: 'api',
  restartPolicy: 'Always',
  added: ZERO,
  stopTakes: fromSeconds(0.1),
  containers: [{ name: 'app', startTakes: [] }],
  hostNetwork: false,
  running: true,
};

function isNamed(faults: readonly Fault[], pod: PodScenario): boolean {
  return faults.some(({ pods }) => pods?.some((pattern) => matchesPod(pattern, pod)) === true);
}

function nameOf({ namespace, name }: PodScenario): string {
  return `${namespace}/${name}`;
}

/** The pods whose inspection hangs, each with the window of its hang. */
function hangsOfPods({ faults }: Scenario): readonly Fault[] {
  return faults.filter(
    ({ effect, pods, methods }) =>
      effect.kind === 'hang' && pods !== undefined && methods?.some((method) => INSPECTIONS.includes(method)) === true,
  );
}

/** The pods whose inspection hangs at some time. */
export function hungPodNames(scenario: Scenario): readonly string[] {
  return [
    ...new Set(
      hangsOfPods(scenario)
        .filter((fault) => isLong(fault, scenario))
        .flatMap(({ pods }) => pods ?? []),
    ),
  ];
}

/** The number of pods whose inspection hangs at some time, however shortly. */
export function hangingPods(scenario: Scenario): number {
  return new Set(hangsOfPods(scenario).flatMap(({ pods }) => pods)).size;
}

/** A wait that does not run into the time-out is slowness. */
function isLong({ from, to }: Fault, { kubelet }: Scenario): boolean {
  return minus(to, from) > kubelet.runtimeRequestTimeout;
}

function withHungPods(scenario: Scenario, count: number, logBegin: Nanoseconds): Scenario {
  const names = hungPodNames(scenario);
  const dropped = new Set(names.slice(count));
  const faults = scenario.faults.flatMap((fault): readonly Fault[] => {
    if (fault.effect.kind !== 'hang' || fault.pods === undefined) return [fault];
    const pods = fault.pods.filter((name) => !dropped.has(name));
    return pods.length === 0 ? [] : [{ ...fault, pods }];
  });
  const window = hangsOfPods(scenario).find((fault) => isLong(fault, scenario));
  const from = window?.from ?? (Math.min(plus(logBegin, SETTLED), scenario.duration / 2) as Nanoseconds);
  const more = scenario.pods
    .filter((pod) => pod.running && pod.deleted === undefined && !names.includes(nameOf(pod)))
    .slice(0, Math.max(0, count - names.length))
    .map(nameOf);
  if (more.length === 0) return { ...scenario, faults };
  return {
    ...scenario,
    faults: [
      { from, to: window?.to ?? scenario.duration, effect: { kind: 'hang' }, methods: INSPECTIONS, pods: more },
      ...faults,
    ],
    // PLEG inspects what changed.
    actions: inOrder([...scenario.actions, { at: from, do: 'exit', pods: more, code: 1 }]),
  };
}

function withHangs(scenario: Scenario, lasts: Nanoseconds): Scenario {
  return {
    ...scenario,
    faults: scenario.faults.flatMap((fault) =>
      fault.effect.kind !== 'hang' ? [fault] : lasts === 0 ? [] : [{ ...fault, to: plus(fault.from, lasts) }],
    ),
  };
}

function concerns({ methods }: Fault, wanted: readonly RuntimeMethod[]): boolean {
  return methods?.every((method) => wanted.includes(method)) === true;
}

function withListLatency(scenario: Scenario, each: Nanoseconds): Scenario {
  const { latency, faults } = scenario;
  return {
    ...scenario,
    latency: { ...latency, byMethod: { ...latency.byMethod, ListPodSandbox: each, ListContainers: each } },
    faults: faults.filter((fault) => !concerns(fault, LISTS)),
  };
}

function withInspectLatency(scenario: Scenario, each: Nanoseconds): Scenario {
  const { latency, faults } = scenario;
  const hung = new Set(hangsOfPods(scenario).filter((fault) => isLong(fault, scenario)));
  return {
    ...scenario,
    latency: {
      ...latency,
      byMethod: {
        ...latency.byMethod,
        PodSandboxStatus: each,
        ContainerStatus: Math.min(AT_ONCE, each / 4) as Nanoseconds,
      },
    },
    faults: faults.filter((fault) => !concerns(fault, INSPECTIONS) || hung.has(fault)),
  };
}

function withRestart(scenario: Scenario, at: Nanoseconds): Scenario {
  if (at >= scenario.duration) return scenario;
  return {
    ...scenario,
    actions: inOrder([
      ...scenario.actions,
      { at: nanoseconds(Math.max(1, at)), do: 'restart-kubelet', signal: 'term', after: RESTART_TAKES },
    ]),
  };
}

function inOrder(actions: readonly Action[]): readonly Action[] {
  return actions.toSorted((a, b) => a.at - b.at);
}
