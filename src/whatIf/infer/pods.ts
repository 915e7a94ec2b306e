/** Pods and containers of the scenario, with what happened to them, from what the log tells of the node's pods. */
import type { ContainerHistory, ContainerStateInterval, LineReference, PodHistory } from '../../inference/history.ts';
import { seconds } from '../../kubelet/time.ts';
import { assumed, type Drafted, durationText, inferred, type JsonObject } from '../scenarioFile.ts';
import { counted } from '../../timeline/format.ts';
import { OBJECT_NAME } from '../../simulator/scenario/readPods.ts';

/** The first relists report what ran when the log began. */
const AT_BEGIN = seconds(6);
/** From the moment that a pod is added to the relist that finds its container. */
const START_TAKES = seconds(1.5);
/** The end of a sandbox is found by the next relist. */
const FOUND_WITHIN = seconds(1);
/** The containers of a deleted pod end so soon before its sandbox. */
const STOPS_WITHIN = seconds(45);
const UID = /^[0-9a-f-]{32,36}$/;

type DraftedAction = Drafted<JsonObject> & { readonly at: number };

export interface PodsDraft {
  readonly pods: readonly Drafted<JsonObject>[];
  readonly actions: readonly DraftedAction[];
  /** The names of the pods of the scenario (`namespace/name`), by their uids in the log. */
  readonly names: ReadonlyMap<string, string>;
}

export interface PodsOptions {
  /** The time of the log that the scenario calls 0, and between which times the log tells of pods. */
  readonly start: number;
  readonly begin: number;
  readonly end: number;
  /** When the inspection of a pod first hung: what changed in it had happened before. */
  readonly hungSince: ReadonlyMap<string, number>;
  /** What lines tell at a time had happened before this one. */
  readonly listedBefore: (time: number) => number;
}

export function podsOf(pods: readonly PodHistory[], options: PodsOptions): PodsDraft {
  const drafts: Drafted<JsonObject>[] = [];
  const actions: DraftedAction[] = [];
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const pod of pods) {
    const { namespace, name } = freeName(pod, drafts.length + 1, taken);
    const full = `${namespace}/${name}`;
    taken.add(full);
    const slots = slotsOf(pod, options.listedBefore);
    names.set(pod.uid, full);
    const course = courseOf(pod, slots, options);
    drafts.push(podDraft(pod, namespace, name, slots, course));
    actions.push(...exitsOf(full, slots, course, options.hungSince.get(pod.uid), options.start));
  }
  return { pods: drafts, actions, names };
}

/** A name that a scenario takes and no pod before has. */
function freeName(
  pod: PodHistory,
  number: number,
  taken: ReadonlySet<string>,
): { readonly namespace: string; readonly name: string } {
  const namespace = OBJECT_NAME.test(pod.namespace ?? '') ? (pod.namespace ?? '') : 'default';
  const base = OBJECT_NAME.test(pod.name ?? '') ? (pod.name ?? '') : `pod-${number}`;
  let name = base;
  for (let count = 2; taken.has(`${namespace}/${name}`); count += 1) name = `${base}-${count}`;
  return { namespace, name };
}

/** When a pod was there. */
interface PodCourse {
  /** It ran when the log began. */
  readonly running: boolean;
  /** Since the time that the scenario calls 0. */
  readonly added: number;
  readonly deleted?: { readonly at: number; readonly since: number };
}

function courseOf(pod: PodHistory, slots: readonly Slot[], { start, begin, end }: PodsOptions): PodCourse {
  const first = Math.min(...slots.flatMap(({ runs }) => runs.map(({ from }) => from)), Number.POSITIVE_INFINITY);
  const seenRunning = slots.some(({ runs }) => runs[0]?.wasRunning === true);
  const running = seenRunning || first <= begin + AT_BEGIN || slots.length === 0;
  const added = running || !Number.isFinite(first) ? 0 : Math.max(0, first - START_TAKES - start);
  const at = deletionOf(pod, slots);
  return {
    running,
    added,
    ...(at !== undefined && at - start > added && at < end ? { deleted: { at, since: at - start } } : {}),
  };
}

function podDraft(
  pod: PodHistory,
  namespace: string,
  name: string,
  slots: readonly Slot[],
  { running, added, deleted }: PodCourse,
): Drafted<JsonObject> {
  const never =
    slots.length > 0 &&
    slots.every(({ runs }) => runs.length === 1 && runs[0]?.ended !== undefined) &&
    deleted === undefined;
  return inferred(
    {
      name,
      ...(namespace === 'default' ? {} : { namespace }),
      ...(UID.test(pod.uid) ? { uid: pod.uid } : {}),
      ...(running ? { running: true } : { added: durationText(added) }),
      ...(deleted === undefined ? {} : { deleted: durationText(deleted.since) }),
      ...(never ? { restartPolicy: 'Never' } : {}),
      containers: (slots.length === 0 ? [{ name: 'app' }] : slots).map((slot) => ({ name: slot.name })),
    },
    `${slots.length === 0 ? 'named, without a line of its containers: one is assumed' : counted(slots.length, 'container')}${running ? ', running when the log begins' : ''}`,
    [pod.first],
  );
}

/** `hung`: when the inspection of the pod first hung. */
function exitsOf(
  pod: string,
  slots: readonly Slot[],
  { running, deleted }: PodCourse,
  hung: number | undefined,
  start: number,
): readonly DraftedAction[] {
  const actions: DraftedAction[] = [];
  let changed: boolean = false;
  for (const { name: container, runs } of slots)
    for (const { ended, earliest, code, lines } of runs) {
      if (ended === undefined) continue;
      if (deleted !== undefined && ended > deleted.at - STOPS_WITHIN) continue;
      const at: number = hung !== undefined && ended > hung && earliest <= hung && !changed ? hung : ended;
      changed ||= at === hung;
      actions.push({
        at,
        ...inferred(
          { at: durationText(at - start), do: 'exit', pod, container, code: code ?? 0 },
          code === undefined ? 'it ended; no line tells its exit code' : 'it ended',
          lines,
        ),
      });
    }
  // PLEG inspects only what changed: the log does not say what that was.
  if (hung !== undefined && !changed && running)
    actions.push({
      at: hung,
      ...assumed(
        {
          at: durationText(hung - start),
          do: 'exit',
          pod,
          ...(slots[0] === undefined ? {} : { container: slots[0].name }),
          code: 0,
        },
        'something of this pod changed before its inspection hung; the log does not say what',
      ),
    });
  return actions;
}

interface ContainerRun {
  readonly from: number;
  /** It was not seen to begin: its first line tells that it ended. */
  readonly wasRunning: boolean;
  readonly ended: number | undefined;
  readonly earliest: number;
  readonly code: number | undefined;
  readonly lines: readonly LineReference[];
}

/** One container of a pod, with its runs one after another. */
interface Slot {
  readonly name: string;
  readonly runs: ContainerRun[];
  isNamed: boolean;
}

function slotsOf(pod: PodHistory, listedBefore: PodsOptions['listedBefore']): readonly Slot[] {
  const containers = withoutSandboxes(pod.containers).toSorted((a, b) => beginOf(a) - beginOf(b));
  const slots: Slot[] = [];
  for (const container of containers) {
    const run = runOf(container.states, listedBefore);
    if (run === undefined) continue;
    const named = container.name !== undefined && OBJECT_NAME.test(container.name) ? container.name : undefined;
    const slot = slots.find(
      (one) =>
        (named === undefined ? !one.isNamed : one.name === named) &&
        (one.runs.at(-1)?.ended ?? Number.POSITIVE_INFINITY) <= run.from,
    );
    if (slot !== undefined) slot.runs.push(run);
    else if (named === undefined || !slots.some((one) => one.name === named))
      slots.push({ name: named ?? `container-${slots.length + 1}`, runs: [run], isNamed: named !== undefined });
  }
  return slots;
}

/** Events name a sandbox by an id alone: of several unnamed ids of a pod the one that ran first is it, if no line names one. */
function withoutSandboxes(containers: readonly ContainerHistory[]): readonly ContainerHistory[] {
  const rest = containers.filter(({ kind }) => kind !== 'sandbox');
  const unknown = rest.filter(({ kind, name }) => kind === 'unknown' && name === undefined);
  if (rest.length < containers.length || rest.length < 2 || unknown.length === 0) return rest;
  const sandbox = unknown.reduce((a, b) =>
    endOf(b) > endOf(a) || (endOf(b) === endOf(a) && beginOf(b) < beginOf(a)) ? b : a,
  );
  return rest.filter((one) => one !== sandbox);
}

function beginOf({ states }: ContainerHistory): number {
  return states[0]?.from.max ?? Number.POSITIVE_INFINITY;
}

function endOf({ states }: ContainerHistory): number {
  return states.find(({ state }) => state === 'exited' || state === 'removed')?.from.max ?? Number.POSITIVE_INFINITY;
}

function runOf(
  states: readonly ContainerStateInterval[],
  listedBefore: PodsOptions['listedBefore'],
): ContainerRun | undefined {
  const first = states[0];
  if (first === undefined) return undefined;
  const end = states.find(({ state }) => state === 'exited' || state === 'removed');
  return {
    from: first.from.max,
    wasRunning: first.state !== 'running',
    ended:
      end === undefined
        ? undefined
        : Math.min(end.from.max, Math.max(end.from.min, first.from.max, listedBefore(end.from.max))),
    earliest: end?.from.min ?? Number.POSITIVE_INFINITY,
    code: end?.exitCode,
    lines: (end ?? first).evidence,
  };
}

/** When a pod was deleted: its sandbox ended, and nothing of it runs any more. */
function deletionOf(pod: PodHistory, slots: readonly Slot[]): number | undefined {
  const sandboxes = pod.containers.filter(({ kind }) => kind === 'sandbox');
  const ends = sandboxes.map(endOf);
  if (sandboxes.length === 0 || ends.some((end) => !Number.isFinite(end))) return undefined;
  if (slots.some(({ runs }) => runs.at(-1)?.ended === undefined)) return undefined;
  return Math.max(...ends) - FOUND_WITHIN;
}
