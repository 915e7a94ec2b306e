/** Short ways to run the embedded kubelet in tests. */
import { profileFor } from '../../../src/kubelet/profile.ts';
import { formatSkipReasons } from '../../../src/kubelet/skipReason.ts';
import { parseVersion } from '../../../src/kubelet/version.ts';
import type { KubeletProfile } from '../../../src/kubelet/profile.ts';
import type { ContainerScript, KubeletInputs, KubeletRun, PodScript, RunOptions } from '../../../src/model/inputs.ts';
import { fromSeconds } from '../../../src/model/nanoseconds.ts';
import type { Observation } from '../../../src/model/observation.ts';
import { runKubelet } from '../../../src/model/runKubelet.ts';
import {
  type CallWindow,
  windowedBehaviour,
  type WindowedBehaviourOptions,
  type WindowEffect,
} from './windowedBehaviour.ts';

export const LISTS = ['ListPodSandbox', 'ListContainers'] as const;

/** The profile of a version text. */
export function profile(version: string): KubeletProfile {
  const parsed = parseVersion(version);
  if (parsed === undefined) throw new Error(`not a version: ${version}`);
  return profileFor(parsed);
}

/** A window in seconds. */
export function from(begin: number, end: number, effect: WindowEffect, more: Partial<CallWindow> = {}): CallWindow {
  return { from: fromSeconds(begin), to: fromSeconds(end), effect, ...more };
}

/** One skip as text, at seconds after the start. */
export interface Skip {
  readonly at: number;
  readonly text: string;
  readonly sleep: number;
}

/** Neighbouring skips belong to one run of them. */
export interface SkipRun {
  readonly first: number;
  readonly last: number;
  readonly count: number;
  readonly text: string;
}

export interface Given {
  readonly version: string;
  readonly seconds: number;
  readonly windows?: readonly CallWindow[];
  readonly behaviour?: WindowedBehaviourOptions;
  readonly inputs?: Partial<KubeletInputs>;
  readonly options?: Partial<RunOptions>;
}

/** Runs a kubelet whose calls take 1 ms outside the windows. */
export function run(given: Given): KubeletRun {
  return runKubelet(
    {
      profile: profile(given.version),
      runtime: windowedBehaviour(given.windows ?? [], { baseline: fromSeconds(0.001), ...given.behaviour }),
      ...given.inputs,
    },
    { until: fromSeconds(given.seconds), ...given.options },
  );
}

export function ofKind<Kind extends Observation['kind']>(
  result: KubeletRun,
  kind: Kind,
): Extract<Observation, { kind: Kind }>[] {
  return result.observations.filter((one): one is Extract<Observation, { kind: Kind }> => one.kind === kind);
}

export function skips(result: KubeletRun, version: string): Skip[] {
  const words = profile(version);
  return ofKind(result, 'skipped').map((one) => ({
    at: one.at / 1e9,
    text: formatSkipReasons(one.reasons, words),
    sleep: one.sleep / 1e9,
  }));
}

/** Runs of skips that a gap of more than 6.5 s divides; those of the first 10 s are the start. */
export function skipRuns(result: KubeletRun, version: string): SkipRun[] {
  const runs: { first: number; last: number; count: number; text: string }[] = [];
  for (const { at, text } of skips(result, version)) {
    const open = runs.at(-1);
    if (open !== undefined && at - open.last < 6.5) {
      open.last = at;
      open.count += 1;
    } else runs.push({ first: at, last: at, count: 1, text });
  }
  return runs.filter(({ first }) => first > 10);
}

/** A pod with one sandbox and one container that runs from 1 s on; `exits` ends the container. */
export function pod(name: string, exits?: number): PodScript {
  const states: ContainerScript['states'] = [
    { at: fromSeconds(1), state: 'running' },
    ...(exits === undefined ? [] : [{ at: fromSeconds(exits), state: 'exited' as const, exitCode: 1 }]),
  ];
  return {
    uid: `uid-${name}`,
    name,
    namespace: 'default',
    containers: [
      { id: `sandbox-${name}`, kind: 'sandbox', states: [{ at: fromSeconds(1), state: 'running' }] },
      { id: `container-${name}`, kind: 'container', states },
    ],
    ips: ['10.0.0.7'],
  };
}
