/**
 * What the recorded kubelet and its host cost beside the runtime's answers, relist by relist. It is taken from the times of the relist itself and of its calls, never from where the next relist began,
 * but for the lateness of its timer, which is the pause before it less the second that the kubelet asks for.
 */
import { type Call, callsBetween, type Record, type Relist } from './record.ts';

export const SECOND = 1e9;

/** The own work of one relist, in nanoseconds; what the record cannot tell is missing. */
export interface RelistWork {
  readonly relist: Relist;
  /** From its start until the runtime has its first call. */
  readonly before?: number;
  /** From the first answer until the runtime has the second call, and that answer. */
  readonly between?: number;
  readonly firstAnswer?: number;
  /** From the second answer until the relist time was set; with the way over all pods where none was inspected. */
  readonly after?: number;
  readonly secondAnswer?: number;
  /** For each call that inspects a pod, where their answers together took less than a second. */
  readonly perInspection?: number;
  /** The sum of it. */
  readonly inspections?: number;
  /** By how much the timer of the pause before it was late, and when it should have fired. */
  readonly lateness?: number;
  readonly due?: number;
}

/** A relist of a single pod (1.36), and what each of its calls cost beside the answer. */
export interface PodRelistWork {
  readonly start: number;
  readonly end: number;
  readonly cost: number;
  readonly perCall: number;
}

export function podRelistWorks(record: Record): PodRelistWork[] {
  return record.podRelists.flatMap((single) => {
    const calls = callsOf(record, single);
    if (calls.length === 0) return [];
    const end = endOf(record, single, calls);
    const cost = Math.max(0, end - single.start - timeOf(calls));
    return [{ start: single.start, end, cost, perCall: cost / calls.length }];
  });
}

/** The relists of this single pod from their starts to their ends. */
export function podRelistsOf(record: Record, podUid: string): { readonly start: number; readonly end: number }[] {
  return record.podRelists.flatMap((single) =>
    single.podUid === podUid ? [{ start: single.start, end: endOf(record, single, callsOf(record, single)) }] : [],
  );
}

type PodRelist = Record['podRelists'][number];

function callsOf({ calls, podNames, podRelists, relists }: Record, { start, podUid }: PodRelist): readonly Call[] {
  const pod = podNames.get(podUid) ?? '';
  const next = Math.min(
    podRelists.find((one) => one.start > start)?.start ?? Number.POSITIVE_INFINITY,
    relists.find((one) => one.start > start)?.start ?? Number.POSITIVE_INFINITY,
  );
  return callsBetween(calls, start, next).filter(
    (call) =>
      call.end <= next &&
      (call.id.includes(podUid) ||
        ((call.method === 'PodSandboxStatus' || call.method === 'ContainerStatus') && call.pod === pod)),
  );
}

/** The record does not say when it ended: with its last call, or with the last event that it sent. */
function endOf({ sent }: Record, { start, podUid }: PodRelist, calls: readonly Call[]): number {
  const last = Math.max(start, ...calls.map(({ end }) => end));
  return Math.max(
    last,
    ...sent
      .filter((event) => event.podUid === podUid && event.at > start && event.at <= last + 0.1 * SECOND)
      .map(({ at }) => at),
  );
}

/** A wait of a slow relist between two of its calls that inspect: what its own work between them took. */
export interface Gap {
  readonly from: number;
  readonly to: number;
}

/** Of the relists in which the answers to inspections took a second and more. */
export function gapsOf(record: Record): Gap[] {
  return record.relists.flatMap(({ listed, ended }) => {
    if (listed === undefined || ended === undefined || ended - listed < SECOND) return [];
    const pods = inspectedPods(record, { listed, ended });
    const inspecting = callsBetween(record.calls, listed, ended).filter((call) => isInspection(call, pods));
    if (timeOf(inspecting) < SECOND) return [];
    const gaps: Gap[] = [];
    let last = listed;
    for (const call of inspecting) {
      if (call.start < last) continue;
      gaps.push({ from: last, to: call.start });
      last = answered(call);
    }
    return gaps;
  });
}

export function relistWorks(record: Record): RelistWork[] {
  return record.relists.map((relist) => ({
    relist,
    ...listingOf(record, relist),
    ...inspectionOf(record, relist),
    ...pauseOf(record, relist),
  }));
}

function listingOf(record: Record, { start, listed, ended }: Relist): Partial<RelistWork> {
  const { calls } = record;
  if (listed === undefined) return {};
  const within = callsBetween(calls, start, listed).filter(
    ({ end, id }) => end <= listed && (id === '' || id === 'filter={}'),
  );
  const sandboxes = within.find(({ method }) => method === 'ListPodSandbox');
  const containers = within.find((call) => call.method === 'ListContainers' && call.start >= (sandboxes?.end ?? 0));
  if (sandboxes === undefined || containers === undefined) return {};
  const [firstAnswer, secondAnswer] = [answered(sandboxes), answered(containers)];
  const done =
    ended !== undefined && ended - listed < SECOND && inspectedPods(record, { listed, ended }).length === 0
      ? ended
      : listed;
  return {
    before: sandboxes.start - start,
    between: containers.start - firstAnswer,
    firstAnswer,
    after: done - secondAnswer,
    secondAnswer,
  };
}

/** When a call was answered. A slowed answer that came later than was injected counts as answered when it was due: the runtime's timer was late on the same busy host. */
function answered({ start, end, delay }: Call): number {
  return delay === undefined ? end : Math.min(end, start + delay);
}

/** What is left of the inspections without the runtime's part, shared among the calls. */
function inspectionOf(record: Record, { listed, ended }: Relist): Partial<RelistWork> {
  if (listed === undefined || ended === undefined) return {};
  const pods = inspectedPods(record, { listed, ended });
  if (pods.length === 0) return {};
  const inspecting = callsBetween(record.calls, listed, ended).filter((call) => isInspection(call, pods));
  const answers = timeOf(inspecting);
  if (answers >= SECOND) return {};
  const inspections = Math.max(0, ended - listed - answers);
  return { inspections, perInspection: inspections / inspecting.length };
}

/** Pods in the order in which a relist inspected them: those of which it sent events, and those of which an inspection failed. Workers that start pods ask for the same, but send nothing. */
export function inspectedPods(
  { calls, sent, podNames }: Record,
  { listed, ended }: { readonly listed: number; readonly ended: number },
): string[] {
  const asked = callsBetween(calls, listed, ended).filter(({ method }) => method === 'PodSandboxStatus');
  const times = new Map<string, number>();
  for (const { pod, ok, start } of asked) if (!ok && !times.has(pod)) times.set(pod, start);
  for (const { at, podUid } of sent) {
    const pod = podNames.get(podUid) ?? '';
    const last =
      at >= listed && at <= ended && !times.has(pod)
        ? asked.findLast((call) => call.pod === pod && call.start <= at)
        : undefined;
    if (last !== undefined) times.set(pod, last.start);
  }
  return [...times].sort((a, b) => a[1] - b[1]).map(([pod]) => pod);
}

function timeOf(calls: readonly Call[]): number {
  return calls.reduce((sum, { start, end }) => sum + end - start, 0);
}

/** Old kubelets also list the sandboxes and containers of each pod that they inspect. */
function isInspection({ method, pod, id }: Call, pods: readonly string[]): boolean {
  return method === 'PodSandboxStatus' || method === 'ContainerStatus'
    ? pods.includes(pod)
    : id.startsWith('filter={"label_selector"');
}

/** A relist of a single pod (1.36) that lasts beyond the end of the pause holds the next relist up: what it needs is no lateness of the timer. */
function pauseOf(record: Record, { start, pauseFrom }: Relist): Partial<RelistWork> {
  if (pauseFrom === undefined) return {};
  let due = pauseFrom + SECOND;
  for (const single of record.podRelists) {
    if (single.start < pauseFrom || single.start > start) continue;
    due = Math.max(due, single.start);
    const pod = record.podNames.get(single.podUid) ?? '';
    for (const call of callsBetween(record.calls, single.start, start))
      if ((call.pod === pod || call.id.includes(single.podUid)) && call.end <= start) due = Math.max(due, call.end);
  }
  const lateness = start - due;
  return lateness >= 0 && lateness < SECOND ? { lateness, due } : {};
}
