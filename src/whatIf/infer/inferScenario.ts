/** The way from an analysed log to the scenario that explains it: pods, calls of the runtime, settings and restarts of one node, each with how it is known. */
import { withShownPods } from '../../inference/containers/shownPods.ts';
import type { KubeletProcess, PodHistory, ProvenHistory } from '../../inference/history.ts';
import { queriesOf } from '../../inference/queries.ts';
import { DEFAULT_NODE_STATUS_UPDATE_FREQUENCY, DEFAULT_RUNTIME_REQUEST_TIMEOUT } from '../../kubelet/settings.ts';
import { goesOn, type StopCheck } from '../../kubelet/stopCheck.ts';
import { type Duration, type Instant, seconds } from '../../kubelet/time.ts';
import { profileFor } from '../../kubelet/profile.ts';
import { innerStatesOf } from '../../replay/innerState/innerState.ts';
import type { Reconstruction } from '../../replay/reconstruction.ts';
import { checkScenario } from '../../simulator/scenario/readScenario.ts';
import {
  assumed,
  type Drafted,
  durationText,
  inferred,
  type InferredScenario,
  type Json,
  type JsonObject,
  type Known,
} from '../scenarioFile.ts';
import { type FaultDraft, faultJson } from './faultDraft.ts';
import { CHANGED_BEFORE, hangOf, hungPods, type HungPod, slowInspections } from './inspectionFaults.ts';
import { failedRelists, listFaults } from './listFaults.ts';
import { durationSetting, restartsOf, startupOf, versionOf } from './processes.ts';
import { podsOf } from './pods.ts';
import { listedBefore, replayed, type ReplayedProcess } from './relists.ts';
import { conditionsJson, notReadyTimes, statusFaults } from './statusFaults.ts';
import { MOST_PODS } from '../changes.ts';

/** A log that begins in the middle of a process is preceded by so much quiet, in which the simulated kubelet starts. */
const LEAD_IN = seconds(10);
const MOST_PROCESSES = 40;
const LONGEST = seconds(24 * 3600);

export type InferenceResult = (InferredScenario & { readonly ok: true }) | { readonly ok: false; readonly why: string };

/** Infers the scenario of the node that was unhealthy longest, or of the one that is named. */
export function inferScenario(
  { history: whole }: Reconstruction,
  { node: wanted, stopCheck = goesOn }: { readonly node?: string; readonly stopCheck?: StopCheck } = {},
): InferenceResult {
  const history = withShownPods(whole, MOST_PODS);
  const node = wanted ?? nodeInTrouble(history);
  const processes = history.processes
    .filter((process) => process.node === node && Number.isFinite(process.from) && Number.isFinite(process.to))
    .toSorted((a, b) => a.from - b.from);
  const [first] = processes;
  const last = processes.at(-1);
  if (first === undefined || last === undefined)
    return { ok: false, why: 'the log shows no kubelet whose times are known' };
  if (processes.length > MOST_PROCESSES)
    return {
      ok: false,
      why: `the kubelet was started ${processes.length} times: a scenario takes at most ${MOST_PROCESSES} starts`,
    };
  if (last.to - first.from > LONGEST)
    return { ok: false, why: 'the log is longer than a day: choose a part of it with --since and --until' };
  const end = Math.max(...processes.map(({ to }) => to));
  return inferOf({ history, node, processes, first, end }, stopCheck);
}

function nodeInTrouble(history: ProvenHistory): string {
  const nodeOf = new Map(history.processes.map(({ id, node }) => [id, node]));
  const times = new Map<string, number>(history.nodes.map(({ id }) => [id, 0]));
  for (const { process, begin, end, startup } of history.episodes) {
    const node = nodeOf.get(process);
    if (node === undefined || startup) continue;
    times.set(node, (times.get(node) ?? 0) + Math.max(1, (end?.max ?? history.span?.to ?? begin.max) - begin.max));
  }
  return [...times].reduce((a, b) => (b[1] > a[1] ? b : a), ['', -1] as const)[0];
}

/** What is inferred of one node. */
interface NodeLog {
  readonly history: ProvenHistory;
  readonly node: string;
  readonly processes: readonly KubeletProcess[];
  readonly first: KubeletProcess;
  readonly end: number;
}

function inferOf(log: NodeLog, stopCheck: StopCheck): InferenceResult {
  const { history, node, processes, first, end } = log;
  const states = innerStatesOf(history);
  const replays = processes.flatMap((process) => replayed(states, process, history.episodes, stopCheck) ?? []);
  const earliest = Math.min(first.from, ...replays.flatMap(({ relists }) => relists[0]?.start ?? []));
  const start = (first.startedInLog ? first.from : Math.floor((earliest - LEAD_IN) / 1e6) * 1e6) as Instant;
  const drafts = new KnownValues();
  const file = fileOf(log, start, replays, states, drafts);
  const checked = checkScenario(file);
  if (!checked.ok) {
    const [problem] = checked.problems;
    return { ok: false, why: `no scenario can be made of this log: ${problem?.path ?? ''} ${problem?.text ?? ''}` };
  }
  return {
    ok: true,
    file,
    known: drafts.known(),
    scenario: checked.scenario,
    node,
    start,
    from: first.from,
    to: end as Instant,
  };
}

/** How the values of the file are known, by their paths. */
class KnownValues {
  readonly #known = new Map<string, Omit<Known, 'of'>>();

  /** Notes how a value is known, and gives it. */
  put<Value extends Json>(path: string, { value, known }: Drafted<Value>): Value {
    this.#known.set(path, known);
    return value;
  }

  list(path: string, items: readonly Drafted<JsonObject>[]): JsonObject[] {
    return items.map((item, index) => this.put(`${path}[${index}]`, item));
  }

  /** Notes what is assumed of a path that has no value of its own. */
  assume(path: string, why: string): void {
    this.#known.set(path, { is: 'assumed', why, lines: [] });
  }

  known(): readonly Known[] {
    return [...this.#known].map(([of, how]) => ({ of, ...how }));
  }
}

function fileOf(
  log: NodeLog,
  start: Instant,
  replays: readonly ReplayedProcess[],
  states: ReturnType<typeof innerStatesOf>,
  drafts: KnownValues,
): JsonObject {
  const { history, node, processes, first, end } = log;
  const hung = replays.flatMap((one) => [...hungPods(one)]);
  const { pods, actions, names } = podsOf(podsOfNode(history, processes), {
    start,
    begin: first.startedInLog ? (first.loopStarted ?? first.from) : first.from,
    end,
    hungSince: new Map(hung.map(({ uid, from }) => [uid, from - CHANGED_BEFORE])),
    listedBefore: listedBefore(replays),
  });
  const { faults, conditions } = troubleOf(history, replays, hung, names, states.planOf.bind(states), end);
  const last = processes.at(-1)?.last ?? first.last;
  const { file: evented, known: eventedKnown } = eventedOf(first);
  const file: JsonObject = {
    description: 'Inferred from a log. `known` says of each value whether lines tell it or it is assumed.',
    version: drafts.put('version', versionOf(first)),
    start: drafts.put('start', startText(start, first)),
    duration: drafts.put('duration', inferred(durationText(end - start), 'up to the last line of the kubelet', [last])),
    node: nodeName(history, node),
    verbosity: drafts.put('verbosity', verbosityOf(first)),
    kubelet: kubeletOf(log, evented, drafts),
    faults: drafts.list(
      'faults',
      faults.map(({ value, known }) => ({ value: faultJson(value, start), known })),
    ),
    conditions: drafts.list('conditions', conditions(start)),
    pods: drafts.list('pods', pods),
    actions: drafts.list('actions', [...actions.toSorted((a, b) => a.at - b.at), ...restartsOf(processes, start)]),
  };
  drafts.assume('latency', 'the log does not say how long a call takes that neither hung nor was slow: 0.3 to 2.5 ms');
  if (eventedKnown !== undefined) drafts.put('kubelet.eventedPLEG', { value: true, known: eventedKnown });
  if (replays.some(({ isCut }) => isCut))
    drafts.assume('faults', 'the trouble of one process is looked at for three hours: later calls are taken as sound');
  return file;
}

function kubeletOf({ processes, first }: NodeLog, evented: JsonObject, drafts: KnownValues): JsonObject {
  const setting = (name: string, standard: Duration): Json =>
    drafts.put(`kubelet.${name}`, durationSetting(processes, name, standard));
  return {
    pid: first.pid ?? 1817,
    startup: drafts.put(
      'kubelet.startup',
      first.startedInLog ? startupOf(first) : assumed('1.2s', 'the log begins after its start'),
    ),
    runtimeRequestTimeout: setting('runtimeRequestTimeout', DEFAULT_RUNTIME_REQUEST_TIMEOUT),
    nodeStatusUpdateFrequency: setting('nodeStatusUpdateFrequency', DEFAULT_NODE_STATUS_UPDATE_FREQUENCY),
    ...evented,
    registered: drafts.put('kubelet.registered', assumed(true, 'the node was registered before')),
  };
}

function troubleOf(
  history: ProvenHistory,
  replays: readonly ReplayedProcess[],
  hung: readonly HungPod[],
  names: ReadonlyMap<string, string>,
  planOf: (facts: ReplayedProcess['facts']) => {
    readonly noStatus: readonly { readonly from: Instant; readonly to: Instant }[];
  },
  end: number,
): {
  readonly faults: readonly Drafted<FaultDraft>[];
  readonly conditions: (start: number) => readonly Drafted<JsonObject>[];
} {
  const failures = [
    ...queriesOf(history).passingFacts(
      (kind) => kind === 'relist-failed' || kind === 'runtime-not-ready' || kind === 'network-not-ready',
    ),
  ].toSorted((a, b) => a.fact.time - b.fact.time);
  const times = replays.flatMap(({ process }) => notReadyTimes(failures, process.id));
  const faults = replays.flatMap((one) => {
    const lists = listFaults(one, failedRelists(failures, one.process.id));
    return [
      ...lists,
      ...statusFaults(
        one,
        planOf(one.facts).noStatus,
        lists.map(({ value }) => value),
        times,
      ),
      ...slowInspections(one, hung, names),
    ];
  });
  const hangs = hung.flatMap((pod) => {
    const name = names.get(pod.uid);
    return name === undefined ? [] : [hangOf(pod, name, end)];
  });
  const fallBacks = replays.flatMap(({ process: { evented } }) =>
    evented?.until === undefined ? [] : [fallBackAt(evented.until)],
  );
  // The first fault that fits a call counts: what is said of one pod comes before what is said of all.
  return {
    faults: [...hangs, ...faults, ...fallBacks].toSorted(
      (a, b) => Number(b.value.pods !== undefined) - Number(a.value.pods !== undefined) || a.value.from - b.value.from,
    ),
    conditions: (start) => conditionsJson(times, start),
  };
}

/** The stream of container events breaks, and cannot be opened again: after five tries Evented PLEG is given up. */
function fallBackAt(until: Instant): Drafted<FaultDraft> {
  return assumed(
    {
      from: until - seconds(0.02),
      to: until + seconds(0.5),
      effect: 'error',
      methods: ['StreamEvents'],
      error: 'rpc error: code = Unavailable desc = transport is closing',
    },
    'Evented PLEG was given up here; why the stream broke the log need not say',
  );
}

/** The pods whose events the processes of a node tell; of a log of one node all. */
function podsOfNode(history: ProvenHistory, processes: readonly KubeletProcess[]): readonly PodHistory[] {
  if (history.nodes.length <= 1) return history.pods;
  const ids = new Set(processes.map(({ id }) => id));
  const uids = new Set<string>();
  for (const { process, pod } of queriesOf(history).passingEvents())
    if (ids.has(process) && pod.uid !== undefined) uids.add(pod.uid);
  return history.pods.filter(({ uid }) => uids.has(uid));
}

const NODE = /^[a-z0-9](?:[-a-z0-9.]{0,251}[a-z0-9])?$/;

function nodeName(history: ProvenHistory, node: string): string {
  const name = history.nodes.find(({ id }) => id === node)?.names.find((one) => NODE.test(one));
  return name ?? 'worker-1';
}

function startText(start: Instant, { startedInLog, first }: KubeletProcess): Drafted<string> {
  const text = `${new Date(Math.floor(start / 1e6) * 1000).toISOString().slice(0, 19)}.${String(Math.floor(start) - Math.floor(start / 1e6) * 1e6).padStart(6, '0')}Z`;
  return startedInLog
    ? inferred(text, 'the first line of the kubelet', [first])
    : assumed(text, 'the log begins after the start of this kubelet: it is started a little before');
}

function verbosityOf({ verbosity, first }: KubeletProcess): Drafted<number> {
  return verbosity === undefined
    ? assumed(2, 'no line tells it')
    : inferred(Math.min(10, Math.max(0, verbosity)), 'at least so much shows in its lines', [first]);
}

function eventedOf(process: KubeletProcess): { readonly file: JsonObject; readonly known?: Omit<Known, 'of'> } {
  const version = process.assumedVersion;
  if (process.evented === undefined || (version !== undefined && !profileFor(version).eventedPleg)) return { file: {} };
  const evidence = process.settings.get('eventedPLEG')?.evidence;
  return {
    file: { eventedPLEG: true },
    known: { is: 'inferred', why: 'Evented PLEG was in use', lines: evidence === undefined ? [] : [evidence] },
  };
}
