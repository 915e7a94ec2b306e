/** Runs a scenario and writes its log: gives the text and the truth as they come, in the order of their times. */
import { runScenario } from './runScenario.ts';
import type { Scenario } from './scenario/scenario.ts';
import { type SimulationSink, writtenRun } from './wording/writtenRun.ts';

export type { SimulationSink };

/** Runs it from its start to its end. */
export function simulate(scenario: Scenario, sink: SimulationSink): void {
  runScenario(scenario, writtenRun(scenario, sink));
}
