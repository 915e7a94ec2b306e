/** Kubelet versions: what a log names (`v1.36.2+vendor`) and how versions compare. */

/** A version of Kubernetes. The patch is unknown where it was inferred from the form of a line. */
export interface KubeletVersion {
  readonly major: number;
  readonly minor: number;
  readonly patch?: number;
}

/**
 * Reads `v1.36.2`, `1.20`, `v1.29.4+k3s1`, `v1.23.5-eks-0c1b2`: the numbers count, a vendor's suffix does not.
 * Gives `undefined` when the text does not begin with a version.
 */
export function parseVersion(text: string): KubeletVersion | undefined {
  const match = /^\s*"?v?(\d{1,4})\.(\d{1,4})(?:\.(\d{1,6}))?/.exec(text);
  if (match === null) return undefined;
  const major = Number(match[1]);
  const minor = Number(match[2]);
  return match[3] === undefined ? { major, minor } : { major, minor, patch: Number(match[3]) };
}

/** Negative if `a` is older, positive if newer, 0 if equal. An unknown patch compares as 0. */
export function compareVersions(a: KubeletVersion, b: KubeletVersion): number {
  return a.major - b.major || a.minor - b.minor || (a.patch ?? 0) - (b.patch ?? 0);
}

/** True if `version` is `since` or newer. */
export function isAtLeast(version: KubeletVersion, since: KubeletVersion): boolean {
  return compareVersions(version, since) >= 0;
}

/** Writes `v1.36.2`, or `v1.36` when the patch is unknown. */
export function formatVersion(version: KubeletVersion): string {
  const base = `v${version.major}.${version.minor}`;
  return version.patch === undefined ? base : `${base}.${version.patch}`;
}

/** The newest minor version whose source was read for the profile table. */
export const NEWEST_KNOWN_VERSION: KubeletVersion = { major: 1, minor: 36, patch: 2 };

/** The oldest minor version whose source was read for the profile table. */
export const OLDEST_KNOWN_VERSION: KubeletVersion = { major: 1, minor: 8 };
