/** One scenario, simulated, beside its record. */
import { UNKNOWN_CHANCE } from '../../src/simulator/node/chance.ts';
import { DEFAULT_PACE } from '../../src/simulator/scenario/readPace.ts';
import { problemLines, readScenario } from '../../src/simulator/scenario/readScenario.ts';
import type { Scenario } from '../../src/simulator/scenario/scenario.ts';
import { simulate } from '../../src/simulator/simulate.ts';
import { compareEvents, type EventsApart } from './events.ts';
import { compareSkips, type SkipsApart } from './skips.ts';
import { readTruth, type TruthEntry } from './truth.ts';

const MOST_SKIPS_APART = 2;
const FIRST_SKIP_APART = 1;
const SPACING_APART = 0.02;

/** What is outside of its tolerance. */
export type Problem = 'skips' | 'first' | 'spacing' | 'events';

export interface Comparison extends SkipsApart, EventsApart {
  readonly problems: readonly Problem[];
}

/** How a scenario is run other than its file says. */
export interface Variation {
  readonly seed: number;
  /** What the file knows about chance is left out: the seed decides. */
  readonly withoutChance: boolean;
  /** What was measured of kubelet and host (own work, late timers, how long starts took) is left out: an idle host. */
  readonly idleHost: boolean;
}

/** A scenario without what was measured of kubelet and host. */
function onIdleHost(scenario: Scenario): Scenario {
  const pods = scenario.pods.map((pod) => {
    const { sandboxTakes: _, ...rest } = pod;
    return { ...rest, containers: pod.containers.map((container) => ({ ...container, startTakes: [] })) };
  });
  return { ...scenario, pods, busy: [], kubelet: { ...scenario.kubelet, pace: DEFAULT_PACE } };
}

/** The truth of a simulation, one JSON object a line. Throws if the scenario cannot be read. */
export function simulatedTruth(scenarioText: string, { seed, withoutChance, idleHost }: Variation): string[] {
  const checked = readScenario(scenarioText);
  if (!checked.ok) throw new Error(problemLines(checked.problems).join('\n'));
  const lines: string[] = [];
  const scenario = idleHost ? onIdleHost(checked.scenario) : checked.scenario;
  simulate(
    { ...scenario, seed, ...(withoutChance ? { chance: UNKNOWN_CHANCE } : {}) },
    { log: () => undefined, truth: (record) => lines.push(JSON.stringify(record)) },
  );
  return lines;
}

/** Simulates and compares. */
export function compare(recorded: readonly TruthEntry[], scenarioText: string, variation: Variation): Comparison {
  const simulated = readTruth(simulatedTruth(scenarioText, variation));
  const [skips, events] = [compareSkips(recorded, simulated), compareEvents(recorded, simulated)];
  const problems: Problem[] = [];
  if (Math.abs(skips.skips[0] - skips.skips[1]) > MOST_SKIPS_APART) problems.push('skips');
  if (skips.first > FIRST_SKIP_APART) problems.push('first');
  if (skips.spacing > SPACING_APART) problems.push('spacing');
  if (events.differing.length > 0) problems.push('events');
  return { ...skips, ...events, problems };
}
