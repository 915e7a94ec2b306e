/**
 * The analysis as a trace in the Trace Event Format ("JSON object format"), which Perfetto and Chrome's tracing page open: a process for each kubelet and one for the pods of
 * each node, a thread for each part of the kubelet, containers as nestable async slices, and flows from the line in which PLEG found a container finished to the sync loop's event of it.
 * Times are microseconds since the epoch as logged. A time within bounds is drawn at its later begin and labelled with both bounds.
 */
import { nodeNameOf } from '../../inference/nodeName.ts';
import { grouped } from '../../kubelet/groups.ts';
import { jsonText, type TextPiece } from './jsonBytes.ts';
import { asWritten, joinPrintable, type Printable } from '../../kubelet/printable.ts';
import { LEASE_GRACE } from '../../kubelet/constants.ts';
import type { Instant } from '../../kubelet/time.ts';
import { absencesOf } from '../../inference/episodes/absences.ts';
import { goneForGood } from '../../inference/episodes/goneForGood.ts';
import { overAt } from '../../inference/episodes/episodeOver.ts';
import type { KubeletProcess, LineReference, PodHistory, ProvenHistory } from '../../inference/history.ts';
import { lookupsOf } from '../../inference/lookups.ts';
import type { Analysis } from '../analysis.ts';
import { reasonWords } from './report.ts';
import { boundsJson } from './jsonParts.ts';

/** As Chrome's own traces have it: some readers take no event without a category. */
const METADATA = '__metadata';

/** One event of a trace; the fields that this program writes. */
interface TraceEvent {
  readonly ph: 'M' | 'X' | 'i' | 'C' | 'b' | 'e' | 's' | 'f';
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly cat?: string;
  readonly ts?: number;
  readonly dur?: number;
  readonly id?: string;
  /** Of an instant: the thread. */
  readonly s?: 't';
  /** Of a flow's end: it belongs to the slice around it. */
  readonly bp?: 'e';
  readonly args?: { readonly [name: string]: unknown };
}

/** Threads of a kubelet. */
const THREADS = { state: 1, loop: 2, relists: 3, podRelists: 4, found: 5, events: 6 } as const;
const THREAD_NAMES: readonly (readonly [number, string])[] = [
  [THREADS.state, 'runtime state'],
  [THREADS.loop, 'sync loop'],
  [THREADS.relists, 'relists'],
  [THREADS.podRelists, 'relists of one pod'],
  [THREADS.found, 'PLEG found'],
  [THREADS.events, 'events handled'],
];
/** A slice must have a length to be seen and to hold a flow. */
const LEAST = 1;
const FLUSH = 2000;

/** The trace in pieces. */
export function* tracePieces({ reconstruction: { history } }: Analysis): Generator<TextPiece, void, undefined> {
  yield asWritten('{"displayTimeUnit":"ms","otherData":');
  yield jsonText({ producer: 'kubelet-timeline', times: 'microseconds since 1970, as logged' });
  yield asWritten(',"traceEvents":[\n');
  let lines: Printable[] = [];
  let first = true;
  for (const event of traceEvents(history)) {
    lines.push(jsonText(event));
    if (lines.length < FLUSH) continue;
    yield joined(lines, first);
    first = false;
    lines = [];
  }
  if (lines.length > 0) yield joined(lines, first);
  yield asWritten('\n]}\n');
}

function joined(lines: readonly Printable[], first: boolean): Printable {
  return joinPrintable([asWritten(first ? '' : ',\n'), joinPrintable(lines, ',\n')], '');
}

function* traceEvents(history: ProvenHistory): Generator<TraceEvent, void, undefined> {
  const pids = new Map(history.processes.map(({ id }, index) => [id, index + 1]));
  for (const process of history.processes) yield* kubeletNames(history, process, pids.get(process.id) ?? 0);
  const own = (process: string, tid: number): { readonly pid: number; readonly tid: number } => ({
    pid: pids.get(process) ?? 0,
    tid,
  });
  for (const episode of history.episodes) {
    const over = overAt(history, episode);
    const end = over?.max ?? lookupsOf(history).process(episode.process)?.to ?? episode.begin.max;
    yield slice(
      own(episode.process, THREADS.state),
      'unhealthy',
      reasonWords(episode.reasons),
      episode.begin.max,
      end,
      {
        episode: episode.id,
        startup: episode.startup,
        begin: boundsJson(episode.begin),
        ...(over === undefined ? {} : { end: boundsJson(over) }),
        ...places(episode.firstSkip),
      },
    );
  }
  for (const stall of history.stalls)
    yield slice(own(stall.process, THREADS.loop), 'blocked', `blocked by ${stall.by}`, stall.from.max, stall.to.max, {
      ...places(stall.evidence[0]),
    });
  for (const skip of history.skips)
    yield {
      ph: 'i',
      s: 't',
      cat: 'skip',
      name: 'Skipping pod synchronization',
      ...own(skip.process, THREADS.loop),
      ts: skip.time,
      args: { reasons: skip.reasons.map(({ text }) => text), ...places(skip) },
    };
  for (const skip of history.skips) {
    const elapsed = skip.reasons.find((reason) => reason.elapsed !== undefined)?.elapsed;
    if (elapsed === undefined) continue;
    yield {
      ph: 'C',
      cat: 'relist',
      name: 'staleness',
      ...own(skip.process, 0),
      ts: skip.time,
      args: { seconds: elapsed / 1e6 },
    };
  }
  yield* relists(history, own);
  yield* flows(history, own);
  yield* nodesAndPods(history, history.processes.length + 1);
}

function* kubeletNames(history: ProvenHistory, process: KubeletProcess, pid: number): Generator<TraceEvent> {
  const node = nodeNameOf(history, process.node);
  const name = `kubelet${process.pid === undefined ? '' : ` ${process.pid}`}${node === undefined ? '' : ` on ${node}`}`;
  yield { ph: 'M', cat: METADATA, name: 'process_name', pid, tid: 0, args: { name } };
  yield { ph: 'M', cat: METADATA, name: 'process_sort_index', pid, tid: 0, args: { sort_index: pid } };
  if (process.versionText !== undefined)
    yield { ph: 'M', cat: METADATA, name: 'process_labels', pid, tid: 0, args: { labels: process.versionText } };
  for (const [tid, thread] of THREAD_NAMES) {
    yield { ph: 'M', cat: METADATA, name: 'thread_name', pid, tid, args: { name: thread } };
    yield { ph: 'M', cat: METADATA, name: 'thread_sort_index', pid, tid, args: { sort_index: tid } };
  }
}

type Own = (process: string, tid: number) => { readonly pid: number; readonly tid: number };

/** Slices of one thread must not overlap: a relist that is only bounded ends where the next begins at the latest. */
function* relists(history: ProvenHistory, own: Own): Generator<TraceEvent> {
  const byThread = grouped(history.relists, (relist) => `${relist.process} ${relist.scope}`);
  for (const relists of byThread.values()) {
    relists.sort((a, b) => a.start.max - b.start.max);
    for (const [index, relist] of relists.entries()) {
      const next = relists[index + 1]?.start.max ?? Number.POSITIVE_INFINITY;
      const last = lookupsOf(history).process(relist.process)?.to ?? relist.start.max;
      const end = Math.min(
        relist.end?.max ?? (relist.outcome === 'open' ? last : (relist.seenUntil ?? relist.start.max)),
        next,
      );
      const pod = relist.pod?.name ?? relist.podUid;
      yield slice(
        own(relist.process, relist.scope === 'all' ? THREADS.relists : THREADS.podRelists),
        'relist',
        `relist${pod === undefined ? '' : ` of ${pod}`}${relist.call === undefined ? '' : ` (${relist.call})`}`,
        relist.start.max,
        end,
        {
          outcome: relist.outcome,
          ...(relist.phase === undefined ? {} : { phase: relist.phase }),
          start: boundsJson(relist.start),
          ...(relist.end === undefined ? {} : { end: boundsJson(relist.end) }),
          ...places(relist.evidence[0]),
        },
      );
    }
  }
}

/** What PLEG found, what the loop handled, and an arrow from the one to the other. */
function* flows(history: ProvenHistory, own: Own): Generator<TraceEvent> {
  const found = new Map<string, { readonly ts: number; readonly pid: number }>();
  for (const { fact, process } of history.facts) {
    if (fact.kind !== 'container-finished' || fact.time === undefined || process === undefined) continue;
    const thread = own(process, THREADS.found);
    found.set(fact.containerId, { ts: fact.time, pid: thread.pid });
    yield slice(thread, 'found', 'container finished', fact.time, fact.time + LEAST, {
      container: fact.containerId,
      ...(fact.exitCode === undefined ? {} : { exitCode: fact.exitCode }),
      ...places(fact),
    });
  }
  let flow = 0;
  for (const event of history.plegEvents) {
    const thread = own(event.process, THREADS.events);
    const { containerId = '' } = event;
    yield slice(thread, 'event', event.type, event.time, event.time + LEAST, {
      ...(event.pod.namespace === undefined ? {} : { namespace: event.pod.namespace }),
      ...(event.pod.name === undefined ? {} : { pod: event.pod.name }),
      ...(containerId === '' ? {} : { container: containerId }),
      ...places(event),
    });
    const from = found.get(containerId);
    if (event.type !== 'ContainerDied' || from === undefined || from.ts > event.time) continue;
    found.delete(containerId);
    const id = `flow-${(flow += 1)}`;
    const arrow = { cat: 'handling', name: 'exit to handling', id };
    yield { ph: 's', ...arrow, pid: from.pid, tid: THREADS.found, ts: from.ts };
    yield { ph: 'f', bp: 'e', ...arrow, ...thread, ts: event.time };
  }
}

function* nodesAndPods(history: ProvenHistory, from: number): Generator<TraceEvent> {
  const pids = new Map(history.nodes.map(({ id }, index) => [id, from + index]));
  for (const { id, names } of history.nodes) {
    const pid = pids.get(id) ?? 0;
    yield {
      ph: 'M',
      cat: METADATA,
      name: 'process_name',
      pid,
      tid: 0,
      args: { name: `node ${names[0] ?? id} and its pods` },
    };
    yield { ph: 'M', cat: METADATA, name: 'process_sort_index', pid, tid: 0, args: { sort_index: pid } };
    yield { ph: 'M', cat: METADATA, name: 'thread_name', pid, tid: 1, args: { name: 'node Ready' } };
    const changes = history.nodeReady.filter(({ node }) => node === id);
    const absent = unseenTimes(history, id);
    for (const [index, change] of changes.entries()) {
      const until = changes[index + 1]?.time ?? history.span?.to ?? change.time;
      // A node says nothing of itself while no kubelet runs on it: a report holds up to then, whatever comes later.
      const gone = change.ready ? absent.filter(({ from }) => from > change.time && from < until) : [];
      const end = gone[0]?.from ?? until;
      yield slice({ pid, tid: 1 }, 'node', change.ready ? 'Ready' : 'NotReady', change.time, end, {
        ...(change.reason === undefined ? {} : { reason: change.reason }),
        ...(change.text === undefined ? {} : { message: change.text }),
        ...places(change),
      });
      for (const { from: left, to } of gone)
        if (to > left + LEASE_GRACE)
          yield slice({ pid, tid: 1 }, 'node', 'NotReady', left + LEASE_GRACE, to, {
            reason: 'no kubelet runs: the control plane counts the node as NotReady',
          });
    }
  }
  const nodeOf = new Map<string, string>();
  for (const event of history.plegEvents) {
    const process = lookupsOf(history).process(event.process);
    if (event.pod.uid !== undefined && process !== undefined) nodeOf.set(event.pod.uid, process.node);
  }
  for (const [index, pod] of history.pods.entries()) {
    const pid = pids.get(nodeOf.get(pod.uid) ?? '') ?? from;
    yield* containersOf(pod, { pid, tid: index + 2 }, history);
  }
}

/** When no kubelet ran on a node, each from the latest that the one before can have ended. */
function unseenTimes(history: ProvenHistory, node: string): { readonly from: Instant; readonly to: Instant }[] {
  const gone = goneForGood(history);
  return [
    ...absencesOf(history)
      .filter((absence) => absence.node === node)
      .map(({ from, to }) => ({ from: from.max, to })),
    ...(gone?.process.node !== node ? [] : [{ from: gone.ending.at.max, to: gone.seenUntil }]),
  ].sort((a, b) => a.from - b.from);
}

function* containersOf(
  pod: PodHistory,
  thread: { readonly pid: number; readonly tid: number },
  history: ProvenHistory,
): Generator<TraceEvent> {
  const name =
    pod.name === undefined ? pod.uid : `${pod.namespace === undefined ? '' : `${pod.namespace}/`}${pod.name}`;
  yield { ph: 'M', cat: METADATA, name: 'thread_name', ...thread, args: { name } };
  for (const container of pod.containers)
    for (const [index, state] of container.states.entries()) {
      const start = state.from.max;
      const end = Math.max(start, state.to?.max ?? container.states[index + 1]?.from.max ?? history.span?.to ?? start);
      const slices = {
        cat: 'container',
        name: `${container.name ?? container.id.slice(0, 12)} ${state.state}`,
        id: `${container.id} ${index}`,
        ...thread,
      };
      yield {
        ph: 'b',
        ...slices,
        ts: start,
        args: {
          container: container.id,
          kind: container.kind,
          from: boundsJson(state.from),
          ...(state.exitCode === undefined ? {} : { exitCode: state.exitCode }),
          ...places(state.evidence[0]),
        },
      };
      yield { ph: 'e', ...slices, ts: end };
    }
}

function slice(
  thread: { readonly pid: number; readonly tid: number },
  cat: string,
  name: string,
  start: number,
  end: number,
  args: { readonly [name: string]: unknown },
): TraceEvent {
  return { ph: 'X', cat, name, ...thread, ts: start, dur: Math.max(LEAST, end - start), args };
}

function places(at: LineReference | undefined): { readonly line?: number; readonly source?: number } {
  if (at === undefined) return {};
  return at.source === 0 ? { line: at.line } : { line: at.line, source: at.source };
}
