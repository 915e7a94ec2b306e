import { callerLinesOf, distanceToMinor } from '../../kubelet/callerLines.ts';
import { NEWEST_KNOWN_VERSION, OLDEST_KNOWN_VERSION } from '../../kubelet/version.ts';
import type { CallerSighting } from './versionEvidence.ts';

/** The minor versions (of 1.x) that the caller lines of a process run speak for. */
interface CallerLineVerdict {
  readonly min: number;
  readonly max: number;
  readonly best: number;
  /** Sightings that the best version has exactly there, and all that the table knows. */
  readonly exact: number;
  readonly known: number;
  /** The sighting that tells most: the one with the fewest versions at its line. */
  readonly sighting: CallerSighting;
}

/** A vendor's patches shift lines by some tens (OpenShift: 15 from 1.31 to 1.36). */
const FARTHEST = 60;
/** A line between two that one minor version is known to have: a patch release that was not read. */
const BETWEEN = 0.9;
/** The vote of a line that is near only. */
const NEAR = 0.6;

/** Lets each sighting vote for the minor versions within `from` and `to` that write its message at that line, or near it. */
export function voteByCallerLines(
  sightings: readonly CallerSighting[],
  from: number = OLDEST_KNOWN_VERSION.minor,
  to: number = NEWEST_KNOWN_VERSION.minor,
): CallerLineVerdict | undefined {
  const votes = new Map<number, { score: number; exact: number }>();
  let known = 0;
  let narrowest: { sighting: CallerSighting; versions: number } | undefined;
  for (const sighting of sightings) {
    const lines = callerLinesOf(sighting.message);
    if (lines === undefined) continue;
    let versions = 0;
    let near = false;
    for (let minor = from; minor <= to; minor += 1) {
      const found = distanceToMinor(lines, sighting.callerLine, minor);
      if (found === undefined || (!found.between && found.distance > FARTHEST)) continue;
      near = true;
      const vote = votes.get(minor) ?? { score: 0, exact: 0 };
      votes.set(minor, vote);
      if (found.distance === 0) {
        vote.exact += 1;
        versions += 1;
      }
      const nearness = found.distance === 0 ? 1 : NEAR * (1 - found.distance / (FARTHEST + 1));
      vote.score += found.between ? Math.max(BETWEEN, nearness) : nearness;
    }
    if (!near) continue;
    known += 1;
    const weight = versions === 0 ? Number.MAX_SAFE_INTEGER : versions;
    if (narrowest === undefined || weight < narrowest.versions) narrowest = { sighting, versions: weight };
  }
  if (narrowest === undefined) return undefined;
  let best = from;
  let bestScore = 0;
  for (const [minor, { score }] of [...votes].sort((a, b) => a[0] - b[0])) {
    // The newer of two equals: kubelets in use are rather new.
    if (score < bestScore) continue;
    best = minor;
    bestScore = score;
  }
  const exact = votes.get(best)?.exact ?? 0;
  // Lines that fit exactly leave little doubt, shifted lines leave the neighbours possible.
  const enough = bestScore * (exact * 2 > known ? 0.95 : exact > 0 ? 0.75 : 0.4);
  const fitting = [...votes].filter(([, { score }]) => score >= enough).map(([minor]) => minor);
  return { min: Math.min(...fitting), max: Math.max(...fitting), best, exact, known, sighting: narrowest.sighting };
}
