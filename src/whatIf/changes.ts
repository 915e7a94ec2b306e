/** What a what-if changes about a scenario. One table: the command line, the panel's form and the sentences take their words from it. */
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
export type ChangeName = keyof Changes;

export interface ChangeRow {
  readonly name: ChangeName;
  /** Behind `--` on the command line. */
  readonly option: string;
  /** What the help calls its value, and values that a shell offers. */
  readonly value: string;
  readonly offers: readonly string[];
  /** In the form. */
  readonly label: string;
  readonly help: string;
}

export const CHANGES: readonly ChangeRow[] = [
  {
    name: 'kubeletVersion',
    option: 'kubelet-version',
    value: 'VERSION',
    offers: ['1.28', '1.31', '1.32', '1.36'],
    label: 'Version of the kubelet',
    help: 'another version of the kubelet, 1.8 to 1.36',
  },
  {
    name: 'pods',
    option: 'pods',
    value: 'N',
    offers: ['30', '110', '250'],
    label: 'Pods',
    help: 'so many pods on the node: each one more does what one of those in the log does',
  },
  {
    name: 'listLatency',
    option: 'list-latency',
    value: 'D',
    offers: ['10ms', '1s', '10s'],
    label: 'Each list call takes',
    help: 'each of the two list calls takes D all the time, instead of hanging or being slow as in the log',
  },
  {
    name: 'inspectLatency',
    option: 'inspect-latency',
    value: 'D',
    offers: ['10ms', '1s', '5s'],
    label: 'The inspection of a pod takes',
    help: 'the inspection of each pod that changed takes D, instead of being slow as in the log',
  },
  {
    name: 'requestTimeout',
    option: 'request-timeout',
    value: 'D',
    offers: ['15s', '30s', '1m', '2m'],
    label: 'Time-out of runtime calls',
    help: 'runtimeRequestTimeout: a call to the runtime is given up after D',
  },
  {
    name: 'hungPods',
    option: 'hung-pods',
    value: 'N',
    offers: ['0', '1', '2', '3'],
    label: 'Pods whose inspection hangs',
    help: 'the inspection of so many pods hangs, 0 for none',
  },
  {
    name: 'hangLasts',
    option: 'hang-lasts',
    value: 'D',
    offers: ['30s', '2m', '5m'],
    label: 'Each hang lasts',
    help: 'each hang of the runtime lasts D from its begin on, 0 for none',
  },
  {
    name: 'eventedPleg',
    option: 'evented-pleg',
    value: 'on|off',
    offers: ['on', 'off'],
    label: 'Evented PLEG',
    help: 'with or without the feature gate EventedPLEG (1.26 and later)',
  },
  {
    name: 'restartAfter',
    option: 'restart-after',
    value: 'D',
    offers: ['5m', '10m'],
    label: 'Restart the kubelet after',
    help: 'the kubelet is restarted D after the begin of the log',
  },
];

export type ChangesResult =
  | { readonly ok: true; readonly changes: Changes }
  | { readonly ok: false; readonly name: ChangeName; readonly why: string };

const MOST_PODS = 2000;
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
        return `${text}: give a duration, such as 500ms, 15s or 2m`;
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
