import { type BackoffSchedule, type ProfileTraits, traitOf } from '../../kubelet/profile.ts';
import { type KubeletVersion, NEWEST_KNOWN_VERSION, OLDEST_KNOWN_VERSION } from '../../kubelet/version.ts';
import type { VersionRange } from '../streams/versions.ts';

/**
 * What the rules of proof ask of a kubelet's version. Where its lines leave several versions possible, each trait is what holds in all of them: a guess may
 * explain, but it proves nothing.
 */
export interface PossibleTraits {
  /** `undefined` where both schedules are possible. */
  readonly schedule: BackoffSchedule | undefined;
  /** Relists of single pods can stand between the global ones. */
  readonly podRelists: boolean;
  /** A relist inspects a pod once for sure; else it can be twice, or is. */
  readonly inspectsOnce: boolean;
  /** A relist inspects a pod that failed before twice for sure. */
  readonly inspectsTwice: boolean;
  /** Each failed inspection of PLEG has a line of PLEG's own for sure, and each that has none can be somebody else's. */
  readonly writesFailures: 'always' | 'sometimes' | 'never';
  /** The kubelet renews a lease, so that nobody else calls the node Unknown while it is slow to say how it is. */
  readonly nodeLeases: boolean;
}

/** From this version on PLEG writes “PLEG: Write status” with the error at every verbosity. */
const WRITES_FAILURES = 24;
/** From this version on (NodeLease, 1.14). */
const NODE_LEASES = 14;

/** The traits that hold in all versions of a range, whole minors; an open end reaches to the oldest or newest that is known. */
export function possibleTraits({ min, max }: VersionRange): PossibleTraits {
  const versions = versionsBetween(min ?? OLDEST_KNOWN_VERSION, max ?? NEWEST_KNOWN_VERSION);
  const values = <Trait extends keyof ProfileTraits>(trait: Trait): readonly ProfileTraits[Trait][] =>
    versions.map((version) => traitOf(trait, version));
  const schedules = values('backoff');
  const writing = versions.filter(({ minor }) => minor >= WRITES_FAILURES).length;
  return {
    schedule: schedules.every(({ kind }) => kind === schedules[0]?.kind) ? schedules[0] : undefined,
    podRelists: values('onDemandRelist').includes(true),
    inspectsOnce: values('reinspection').every((value) => value === 'single-pass'),
    inspectsTwice: values('reinspection').every((value) => value === 'second-pass'),
    writesFailures: writing === versions.length ? 'always' : writing === 0 ? 'never' : 'sometimes',
    nodeLeases: versions.every(({ minor }) => minor >= NODE_LEASES),
  };
}

function versionsBetween(min: KubeletVersion, max: KubeletVersion): readonly KubeletVersion[] {
  const versions: KubeletVersion[] = [min];
  for (let minor = min.minor + 1; minor < max.minor; minor += 1) versions.push({ major: 1, minor });
  if (max.minor > min.minor) versions.push(max);
  return versions;
}
