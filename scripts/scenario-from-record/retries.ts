/**
 * By which part of itself the wait after each failed sync of a pod was longer. The kubelet draws it and nothing writes it down; it shows in the next try, which is the next failure that is logged or the
 * next container that the worker makes. The loop looks once a second (or when it is free again) for pods whose wait is over, so the end of the wait is only known between two looks: the middle is taken.
 */
import { goDurationToMicroseconds } from '../../src/kubelet/goDuration.ts';
import { nanosecondsOf } from '../compare-runs/truth.ts';
import { SECOND } from './ownWork.ts';
import type { Record } from './record.ts';

export interface KnownJitter {
  readonly from: number;
  readonly pod: string;
  readonly jitter: number;
}

/** A failed sync of a pod, as it was logged. */
export interface Failure {
  readonly at: number;
  readonly pod: string;
  readonly text: string;
}

const RETRY = 10 * SECOND;
const RESYNC = 60 * SECOND;
const MOST = 0.5;
/** A jitter counts from so long before its failure was logged, because a simulated failure is not there to the second, but not from before the middle since the pod's last one. */
const BEFORE = 5 * SECOND;

const FAILED = 'Error syncing pod';
const HEADER = /^E(\d\d)(\d\d) (\d\d:\d\d:\d\d\.\d{6}) /;
const STRUCTURED = / pod="([^"/]+\/[^"]+)"/;
const OLD = /Error syncing pod [-0-9a-f]+ \("([^"_]+)_([^"(]+)\(/;
const HELD = /back-off ([0-9a-z.]+) restarting failed container=([-a-z0-9]+) /gi;

/** `heldWait`: the kubelet waits for what is left of the back-off (from 1.35 on), not ten seconds. */
export function retriesOf(record: Record, failures: readonly Failure[], heldWait: boolean): KnownJitter[] {
  return failures.flatMap((failure, index) => {
    const before = failures.slice(0, index).findLast(({ pod }) => pod === failure.pod)?.at ?? 0;
    const wait = heldWait ? (leftOf(record, failure) ?? RETRY) : RETRY;
    const latest = failure.at + wait * (1 + MOST);
    const next = nextTry(record, failure, failures.slice(index + 1));
    if (next === undefined) return [];
    const from = Math.max(failure.at + wait, lastLook(record, next.at));
    // Something else made the pod sync: its wait lasted at least until then.
    const [low, high] = next.byEvent ? [Math.max(failure.at + wait, next.at), latest] : [from, next.at];
    const jitter = ((Math.min(low, latest) + Math.min(Math.max(high, low), latest)) / 2 - failure.at) / wait - 1;
    return wait <= 0
      ? []
      : [
          {
            from: Math.max(failure.at - BEFORE, (failure.at + before) / 2),
            pod: failure.pod,
            jitter: Math.min(MOST, Math.max(0, jitter)),
          },
        ];
  });
}

/** The failed syncs in the lines of a log, in the order of their times. */
export function failuresOf(log: readonly string[], scenarioStart: string): Failure[] {
  return log.flatMap((line) => failureOf(line, scenarioStart) ?? []).sort((a, b) => a.at - b.at);
}

function failureOf(line: string, scenarioStart: string): Failure | undefined {
  if (!line.includes(FAILED)) return undefined;
  if (line.startsWith('{')) {
    const { ts, pod, err } = JSON.parse(line) as { ts: number; pod: { name: string; namespace: string }; err: string };
    return {
      at: Math.round(ts * 1e6 - Number(nanosecondsOf(scenarioStart))),
      pod: `${pod.namespace}/${pod.name}`,
      text: err,
    };
  }
  const [, month = '', day = '', time = ''] = HEADER.exec(line) ?? [];
  const old = OLD.exec(line);
  const pod = STRUCTURED.exec(line)?.[1] ?? (old === null ? '' : `${old[2] ?? ''}/${old[1] ?? ''}`);
  if (time === '' || pod === '') return undefined;
  return {
    at: Number(nanosecondsOf(`${scenarioStart.slice(0, 4)}-${month}-${day}T${time}Z`) - nanosecondsOf(scenarioStart)),
    pod,
    text: line,
  };
}

/** What is left of the first back-off that ends; `undefined` if none holds a container of the pod. */
function leftOf({ life }: Record, { at, pod, text }: Failure): number | undefined {
  let left: number | undefined;
  for (const [, wait = '', name = ''] of text.matchAll(HELD)) {
    const finished = life.findLast(
      (one) => one.pod === pod && one.name === name && one.state === 'EXITED' && one.at <= at,
    )?.at;
    const length = goDurationToMicroseconds(wait);
    if (finished === undefined || length === undefined) continue;
    const rest = Math.min(Math.max(0, finished + length * 1000 - at), RESYNC);
    left = Math.min(left ?? rest, rest);
  }
  return left;
}

/** When the pod was synced next, and whether an event may have made it so. */
function nextTry(
  { calls, consumed, podNames }: Record,
  { at, pod }: Failure,
  later: readonly Failure[],
): { readonly at: number; readonly byEvent: boolean } | undefined {
  const failed = later.find((one) => one.pod === pod)?.at ?? Number.POSITIVE_INFINITY;
  const made =
    calls.find(
      (call) =>
        call.pod === pod && call.start > at && (call.method === 'CreateContainer' || call.method === 'RunPodSandbox'),
    )?.start ?? Number.POSITIVE_INFINITY;
  const event =
    consumed.find((one) => one.at > at && one.type !== 'ContainerRemoved' && podNames.get(one.podUid) === pod)?.at ??
    Number.POSITIVE_INFINITY;
  const next = Math.min(failed, made);
  if (event < next) return { at: event, byEvent: true };
  return next === Number.POSITIVE_INFINITY ? undefined : { at: next, byEvent: false };
}

/** The look of the loop before the one that found this wait over: a second before, or earlier if the loop was blocked. */
function lastLook({ turns }: Record, at: number): number {
  const second = at - SECOND;
  const turn = turns.findLast(({ end }) => end <= second + 0.1 * SECOND);
  return turns.some(({ end }) => end > second && end < at) ? second : (turn?.end ?? 0);
}
