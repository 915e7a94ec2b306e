/** The kubelet processes of the node: version, settings, restarts. */
import type { KubeletProcess, LineReference } from '../../inference/history.ts';
import { goDurationToMicroseconds } from '../../kubelet/goDuration.ts';
import { seconds } from '../../kubelet/time.ts';
import { formatVersion, isAtLeast, NEWEST_KNOWN_VERSION, OLDEST_KNOWN_VERSION } from '../../kubelet/version.ts';
import { assumed, type Drafted, durationText, inferred, type JsonObject } from '../scenarioFile.ts';
import { versionText } from '../changes.ts';

/** A start takes so long where the log does not show it. */
const STARTUP = seconds(1.2);
/** The next one cannot begin at the same moment. */
const LEAST_PAUSE = seconds(0.05);

/** The version as a scenario takes it: the log's, or the nearest that the model knows. */
export function versionOf(process: KubeletProcess): Drafted<string> {
  const known = process.assumedVersion;
  const lines = process.versionEvidence === undefined ? [] : [process.versionEvidence];
  if (known === undefined)
    return assumed(
      versionText(NEWEST_KNOWN_VERSION),
      'no line tells the version: the newest that the model knows is taken',
    );
  const near = !isAtLeast(known, OLDEST_KNOWN_VERSION)
    ? OLDEST_KNOWN_VERSION
    : known.major > NEWEST_KNOWN_VERSION.major || known.minor > NEWEST_KNOWN_VERSION.minor
      ? NEWEST_KNOWN_VERSION
      : known;
  if (near !== known)
    return assumed(
      versionText(near),
      `the log is of ${formatVersion(known)}, which the model does not know: the nearest is taken`,
    );
  return process.versionKnown === 'line'
    ? inferred(versionText(near), 'the kubelet says it', lines)
    : process.versionKnown === 'unknown'
      ? assumed(versionText(near), 'no line tells the version')
      : inferred(versionText(near), 'guessed from the form of its lines', lines);
}

/** From the start of a process to its loop. */
export function startupOf(process: KubeletProcess): Drafted<string> {
  const { loopStarted, startedInLog, first } = process;
  return startedInLog && loopStarted !== undefined && loopStarted > process.from
    ? inferred(durationText(loopStarted - process.from), 'from its first line to the start of its sync loop', [first])
    : assumed(durationText(STARTUP), 'the log does not show the start');
}

/** A setting by the name of the configuration file, of the first process of which a line tells it: seldom is it changed from one to the next. Default values are assumed. */
export function durationSetting(processes: readonly KubeletProcess[], name: string, usual: number): Drafted<string> {
  const settings = processes.flatMap((process) => process.settings.get(name) ?? []);
  const setting = settings.find(({ known }) => known !== 'assumed') ?? settings[0];
  const value = setting === undefined ? undefined : goDurationToMicroseconds(setting.value);
  if (setting === undefined || value === undefined || setting.known === 'assumed')
    return assumed(durationText(value ?? usual), 'the default: no line tells it');
  const lines = setting.evidence === undefined ? [] : [setting.evidence];
  return setting.known === 'logged'
    ? inferred(durationText(value), 'a line tells it', lines)
    : inferred(durationText(value), 'the wait of a call that timed out shows it', lines);
}

/** The restarts between the processes of a node, in the order of their times. */
export function restartsOf(processes: readonly KubeletProcess[], start: number): readonly Drafted<JsonObject>[] {
  return processes.slice(1).flatMap((next, index) => {
    const before = processes[index];
    if (before === undefined) return [];
    const ended = Math.min(Math.max(before.ending?.at.min ?? before.to, before.to), next.from - LEAST_PAUSE);
    const stopped = before.ending?.how === 'stopped';
    const version = versionOf(next).value;
    const lines: LineReference[] = [...(before.ending?.evidence ?? []), next.first];
    return [
      inferred(
        {
          at: durationText(ended - start),
          do: 'restart-kubelet',
          signal: stopped ? 'term' : 'kill',
          after: durationText(next.from - ended),
          startup: startupOf(next).value,
          ...(version === versionOf(before).value ? {} : { version }),
        },
        stopped ? 'the kubelet was stopped, and another one started' : 'this kubelet ended, and another one started',
        lines,
      ),
    ];
  });
}
