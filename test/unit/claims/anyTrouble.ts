/** Plans of troubled nodes, drawn at random. */
import fc from 'fast-check';
import { API_ANSWERS, NOISES } from './troubleLines.ts';
import { ENDS, RUNTIME_ENDS, START_FAULTS, type StartFault } from './troubleEnds.ts';
import {
  type Plan,
  type PlannedRun,
  type PlannedTrouble,
  RUNTIMES,
  type Sieve,
  SIEVES,
  type TroubleKind,
  TROUBLES,
} from './troubles.ts';

const VERSIONS = ['1.12.3', '1.15.11', '1.18.0', '1.20.0', '1.23.0', '1.26.13', '1.28.14', '1.32.8', '1.34.8'];

/** What a kubelet can begin with, and still begins. */
const FROM_THE_START: ReadonlySet<TroubleKind> = new Set<TroubleKind>(['api', 'refusal', 'network', 'certificate']);

/** Kubelets with dockershim. */
const WITH_DOCKER = /^1\.(?:1\d|2[0-3])\./;

const trouble: fc.Arbitrary<PlannedTrouble> = fc
  .record({
    kind: fc.constantFrom(...TROUBLES),
    after: fc.integer({ min: 5, max: 240 }),
    overlaps: fc.constantFrom(false, false, false, true),
    isAtStart: fc.constantFrom(false, false, false, false, true),
    length: fc.oneof(fc.integer({ min: 8, max: 60 }), fc.integer({ min: 60, max: 420 })),
    way: fc.constantFrom('refused', 'refused', 'no-route', 'timed-out', 'dns', 'dns-timed-out'),
    answer: fc.constantFrom(...API_ANSWERS),
    how: fc.constantFrom(...RUNTIME_ENDS),
    victims: fc.integer({ min: 0, max: 6 }),
  })
  .map((one) => ({ ...one, isAtStart: one.isAtStart && FROM_THE_START.has(one.kind) }));

const run = (most: number): fc.Arbitrary<PlannedRun> =>
  fc.record({
    troubles: fc.array(trouble, { minLength: most === 2 ? 1 : 0, maxLength: most }),
    tail: fc.oneof(fc.integer({ min: -60, max: 30 }), fc.integer({ min: 30, max: 500 })),
  });

const share = fc.integer({ min: 1, max: 9 }).map((value) => value / 10);

export const anyPlan: fc.Arbitrary<Plan> = fc
  .record({
    version: fc.constantFrom(...VERSIONS),
    seed: fc.integer({ min: 1, max: 100_000 }),
    verbosity: fc.constantFrom(2, 2, 2, 0, 4),
    mode: fc.constantFrom('short', 'short', 'short-iso-precise', 'with-unit', 'json'),
    noises: fc.subarray([...NOISES], { maxLength: 2 }),
    first: run(2),
    end: fc.option(
      fc.record({
        how: fc.constantFrom(...ENDS),
        fault: fc.constantFrom<StartFault | undefined>(
          undefined,
          undefined,
          ...(Object.keys(START_FAULTS) as StartFault[]),
        ),
        times: fc.integer({ min: 1, max: 7 }),
        isUpgrade: fc.constantFrom(false, false, true),
        next: fc.option(run(1), { nil: undefined, freq: 4 }),
      }),
      { nil: undefined },
    ),
    piece: fc.oneof(
      { weight: 3, arbitrary: fc.constant<readonly [number, number]>([0, 1]) },
      share.map((from) => [from, 1] as const),
      share.map((to) => [0, to] as const),
    ),
    seen: fc.oneof(
      { weight: 3, arbitrary: fc.constant<Sieve | undefined>(undefined) },
      { weight: 1, arbitrary: fc.constantFrom(...(Object.keys(SIEVES) as Sieve[])) },
    ),
    runtime: fc.constantFrom('containerd', ...RUNTIMES),
  })
  .map(({ end, seen: drawn, ...rest }) => {
    // Documents are not read on a screen.
    const seen = rest.mode === 'json' && drawn !== undefined && !/grep|head|tail/.test(drawn) ? undefined : drawn;
    const plan = { ...rest, ...(seen === undefined ? {} : { seen }) };
    if (end === undefined) return plan;
    const { next, fault: drawnFault, isUpgrade, ...ofEnd } = end;
    const version = (isUpgrade ? VERSIONS[VERSIONS.indexOf(plan.version) + 1] : undefined) ?? plan.version;
    const fault = drawnFault === 'cgroup-driver' && !WITH_DOCKER.test(version) ? 'flag' : drawnFault;
    return {
      ...plan,
      end: { ...ofEnd, version, ...(fault === undefined ? {} : { fault }), ...(next === undefined ? {} : { next }) },
    };
  });
