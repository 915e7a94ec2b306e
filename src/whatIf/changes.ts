/** What a what-if changes about a scenario, read from what was typed. The table with the words is `changeTable.ts`. */
import type { ChangeName } from './changeTable.ts';
import { parseGoDuration } from '../kubelet/goDuration.ts';
import {
  formatVersion,
  isAtLeast,
  type KubeletVersion,
  NEWEST_KNOWN_VERSION,
  OLDEST_KNOWN_VERSION,
  parseVersion,
} from '../kubelet/version.ts';

/** Durations are microseconds. What is absent stays as the log shows it. */
export interface Changes {
  readonly kubeletVersion?: KubeletVersion;
  readonly pods?: number;
  readonly listLatency?: number;
  readonly inspectLatency?: number;
  readonly requestTimeout?: number;
  readonly hungPods?: number;
  readonly hangLasts?: number;
  readonly eventedPleg?: boolean;
  /** Microseconds from the begin of what the log shows. */
  readonly restartAfter?: number;
}
export type ChangesResult =
  | { readonly ok: true; readonly changes: Changes }
  | { readonly ok: false; readonly name: ChangeName; readonly why: string };

export const MOST_PODS = 2000;
const LONGEST = 24 * 3600 * 1e6;

/** Reads the texts of a form or a command line; an empty one is no change. */
export function readChanges(texts: ReadonlyMap<ChangeName, string>): ChangesResult {
  const changes: { -readonly [Name in ChangeName]?: Changes[Name] } = {};
  for (const [name, raw] of texts) {
    const text = raw.trim();
    if (text === '') continue;
    const why = readChange(changes, name, text);
    if (why !== undefined) return { ok: false, name, why };
  }
  return { ok: true, changes };
}

function readChange(
  changes: { -readonly [Name in ChangeName]?: Changes[Name] },
  name: ChangeName,
  text: string,
): string | undefined {
  switch (name) {
    case 'kubeletVersion': {
      const version = parseVersion(text);
      if (
        version === undefined ||
        !isAtLeast(version, OLDEST_KNOWN_VERSION) ||
        version.major > NEWEST_KNOWN_VERSION.major ||
        version.minor > NEWEST_KNOWN_VERSION.minor
      )
        return `${text}: give a version from 1.8 to 1.36`;
      changes.kubeletVersion = version;
      return undefined;
    }
    case 'pods':
    case 'hungPods': {
      const count = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
      if (!(count >= (name === 'pods' ? 1 : 0) && count <= MOST_PODS))
        return `${text}: give a number from ${name === 'pods' ? 1 : 0} to ${MOST_PODS}`;
      changes[name] = count;
      return undefined;
    }
    case 'eventedPleg':
      if (text !== 'on' && text !== 'off') return `${text}: give on or off`;
      changes.eventedPleg = text === 'on';
      return undefined;
    default: {
      const duration = durationOf(text);
      if (duration === undefined || (name !== 'hangLasts' && name !== 'restartAfter' && duration <= 0))
        return `${text}: give a duration up to 24h, such as 500ms, 15s or 2m`;
      changes[name] = duration;
      return undefined;
    }
  }
}

/** A Go duration, or a number of seconds, in microseconds. */
function durationOf(text: string): number | undefined {
  const parsed = parseGoDuration(/^\d{1,6}(?:\.\d{1,6})?$/.test(text) ? `${text}s` : text);
  if (!parsed.ok || parsed.nanoseconds < 0n || parsed.nanoseconds > BigInt(LONGEST) * 1000n) return undefined;
  return Number(parsed.nanoseconds) / 1000;
}

/** A version as the sentences have it: `1.32`. */
export function versionText(version: KubeletVersion): string {
  return formatVersion(version).slice(1);
}
