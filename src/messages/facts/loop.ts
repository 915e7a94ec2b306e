/** Facts of the sync loop's own lines. */
import { goDurationToMicroseconds } from '../../kubelet/goDuration.ts';
import { parseSkipReasons, type SkipReason } from '../../kubelet/skipReason.ts';
import { duration } from '../../kubelet/time.ts';
import type { HousekeepingFact, PodConfigOperation } from '../fact.ts';
import { parsePods } from '../texts/pod.ts';
import { isOfStuckFolders } from '../texts/podFolders.ts';
import type { FactBuilder } from '../recognise/row.ts';
import { surroundings } from './pods.ts';
import { orphanedVolumes } from './volumes.ts';
import { errorOrEmpty } from '../texts/runtimeError.ts';
import { made, withKnown } from './made.ts';

/** The text that was read last: a kubelet that is started again and again says the same each time, and each says it once for all of them. */
let last: { readonly text: string; readonly reasons: readonly SkipReason[] } = { text: '', reasons: [] };

export const skip: FactBuilder = ({ base, field }) => {
  const text = field('err') ?? '';
  if (text !== last.text) last = { text, reasons: parseSkipReasons(text) };
  return made(base, { kind: 'skip', text: last.text, reasons: last.reasons });
};

export const syncLoopStarted: FactBuilder = ({ base }) => made(base, { kind: 'sync-loop-started' });

export function podConfig(operation: PodConfigOperation): FactBuilder {
  return ({ base, field }) =>
    made(base, { kind: 'pod-config', operation, from: field('source') ?? '', pods: parsePods(field('pods')) });
}

export const podsSync: FactBuilder = ({ base, field }) =>
  made(base, { kind: 'pods-sync', pods: parsePods(field('pods')) });

export function housekeeping(phase: HousekeepingFact['phase']): FactBuilder {
  return ({ base, field }) => {
    const text = field('duration');
    const fact = made(base, { kind: 'housekeeping', phase });
    return text === undefined ? fact : withKnown(fact, 'took', goDurationToMicroseconds(text));
  };
}

/** `actual` is a Go duration (1.27+), `seconds` a float (1.22–1.26). */
export const housekeepingSlow: FactBuilder = ({ base, field }) => {
  const actual = field('actual');
  const seconds = Number(field('seconds'));
  const took =
    actual === undefined
      ? Number.isFinite(seconds)
        ? duration(seconds * 1e6)
        : undefined
      : goDurationToMicroseconds(actual);
  return took === undefined ? undefined : made(base, { kind: 'housekeeping-slow', took });
};

/** A housekeeping that ended with an error. Up to 1.5 a folder of a pod that is gone, and cannot be removed, was one. */
export const housekeepingFailed: FactBuilder = (found) =>
  isOfStuckFolders(found.field('err') ?? '')
    ? orphanedVolumes(found)
    : made(found.base, { kind: 'housekeeping-failed', error: errorOrEmpty(found) });

/** The check of the loop failed (`SyncLoopHealthCheck`, pkg/kubelet/kubelet.go; up to 1.31 `syncLoopHealthCheck` of server/server.go). */
export const loopLate: FactBuilder = ({ base }) => made(base, { kind: 'loop-late' });

/** The watchdog is not told that the kubelet is well, for the check of the loop or another one. */
export const unwellForWatchdog: FactBuilder = (found) => {
  const unwell = surroundings('watchdog')({ ...found, base: { ...found.base } });
  return found.field('err')?.includes('sync Loop') === true
    ? [unwell, loopLate(found)].flatMap((fact) => fact ?? [])
    : unwell;
};

export const loopProbe: FactBuilder = ({ base, field, pod }) =>
  made(base, {
    kind: 'probe',
    probe: field('probe') ?? 'liveness',
    result: field('status') ?? 'unhealthy',
    pod: pod('pod'),
    byLoop: true,
  });
