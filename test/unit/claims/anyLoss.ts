/** What may happen to the log of an incident on its way through a journal: a rate limit, lines of others, a second boot, or two of these. */
import fc from 'fast-check';
import { anyScenario, seconds, simulated } from '../simulator/scenarios.ts';
import type { ScenarioText } from './incident.ts';
import {
  amongOthers,
  type Boot,
  endOfBoot,
  type Journal,
  journalOf,
  type Limit,
  limited,
  type Other,
  rebooted,
} from './losses.ts';
import { named } from './nodes.ts';
import { SECOND } from './rule.ts';

const part = fc.integer({ min: 0, max: 99 }).map((value) => value / 100);
const limit: fc.Arbitrary<Limit> = fc.record({
  where: fc.constantFrom('begin', 'middle', 'end', 'start', 'anywhere'),
  part,
  after: seconds(-40, 10),
  length: fc.oneof(seconds(1, 60), seconds(60, 300)),
  burst: fc.constantFrom(1, 1, 3, 10, 30),
  interval: fc.constantFrom(10, 30, 30, 120),
});
const others: fc.Arbitrary<readonly Other[]> = fc.array(
  fc.record({ at: fc.integer({ min: -5, max: 105 }).map((value) => value / 100), which: fc.nat(99) }),
  { minLength: 3, maxLength: 25 },
);
const boot: fc.Arbitrary<Boot & { readonly next: Record<string, unknown> }> = fc.record({
  part: fc.oneof(
    fc.constant(1),
    fc.integer({ min: 20, max: 99 }).map((value) => value / 100),
  ),
  down: seconds(20, 400),
  isStopped: fc.boolean(),
  isMarked: fc.boolean(),
  next: anyScenario,
});

/** One thing that happens to a log, or two. */
export const anyLoss = fc
  .record({ limit, again: limit, others, boot, which: fc.constantFrom('l', 'l', 'll', 'o', 'b', 'lo', 'lb', 'ob') })
  .map(({ limit, again, others, boot, which }) => ({
    limits: which === 'll' ? [limit, again] : which.includes('l') ? [limit] : [],
    ...(which.includes('o') ? { others } : {}),
    ...(which.includes('b') ? { boot } : {}),
  }));
export type Loss = typeof anyLoss extends fc.Arbitrary<infer T> ? T : never;

/** The scenario of the same node after it was booted. */
function nextBoot(scenario: Record<string, unknown>, next: Record<string, unknown>, at: number): typeof scenario {
  const { version, node, envelope, format = 'text' } = scenario;
  const { eventedPLEG } = scenario['kubelet'] as { readonly eventedPLEG?: boolean };
  const kubelet = { ...(next['kubelet'] as object), eventedPLEG: eventedPLEG === true, pid: 903 };
  const others = named(next, 'b');
  return { ...others, version, node, envelope, format, kubelet, start: new Date(at / 1000).toISOString() };
}

/** The log after it happened. */
export function lossy(journal: Journal, scenario: Record<string, unknown>, { limits, others, boot }: Loss): Journal {
  let result = journal;
  if (boot !== undefined) {
    const { log, truth } = simulated(nextBoot(scenario, boot.next, endOfBoot(result, boot) + boot.down * SECOND));
    result = rebooted(result, journalOf(log, truth, journal.mode, journal.host), boot);
  }
  for (const one of limits) result = limited(result, one);
  return others === undefined ? result : amongOthers(result, others);
}

/** With the faults of both boots. */
export function scenarioOfBoth(scenario: ScenarioText, { boot }: Loss): ScenarioText {
  const faults = [scenario, boot?.next as ScenarioText | undefined].flatMap((one) => one?.faults ?? []);
  return { ...scenario, faults };
}
