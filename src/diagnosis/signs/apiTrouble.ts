/**
 * Failed calls to the API server, put together: stretches in which a kubelet could not reach it, or was refused. One pass over the facts, for an outage has
 * thousands of them; all calls that fail for one cause are one story.
 */
import { oncePer, onceFor } from '../../kubelet/oncePer.ts';
import type { KubeletProcess } from '../../inference/history.ts';
import { LEASE_GRACE } from '../../kubelet/constants.ts';
import { type Duration, duration, type Instant, seconds } from '../../kubelet/time.ts';
import {
  CLOSED_CONNECTION,
  type ErrorClass,
  NO_NAMESPACE,
  NO_SUCH_API,
  isOfEtcd,
  isRefused,
  isUnreachable,
} from '../../messages/texts/errorClass.ts';
import { perKeptText } from '../../messages/texts/perKeptText.ts';
import type { ApiCall, ApiErrorFact } from '../../messages/fact.ts';
import { together } from '../words/amountText.ts';
import type { DiagnosisView } from '../view.ts';
import { startedByStatus } from './unitStatus.ts';

/** A kubelet that starts waits so long for what it needs of the API server: that is no trouble. */
export const WAITS_AT_START = seconds(60);

/** `lost`: it is not in the kubelet's list of objects; nobody refused anything. `credentials`: the certificate of either side is out of its time or not trusted. */
export type ApiTroubleKind = 'unreachable' | 'refused' | 'lost' | 'credentials';

export interface ApiStretch {
  readonly kind: ApiTroubleKind;
  readonly process: KubeletProcess | undefined;
  readonly first: ApiErrorFact;
  last: ApiErrorFact;
  count: number;
  /** Of these, lines that say that the kubelet's own connection was closed already. */
  closed: number;
  readonly calls: Map<ApiCall, number>;
  readonly servers: Map<string, number>;
  /** The first line of each call. */
  readonly samples: ApiErrorFact[];
}

/** How calls fail that the API server took, and did not answer in time. */
export const WAITED: ReadonlySet<ErrorClass> = new Set<ErrorClass>(['timed-out', 'overloaded']);

/** The line by which an API server passes on an error of its etcd: the first of the stretch, or a later one where all others only waited for an answer. */
export function errorOfEtcd({ first, samples }: ApiStretch): ApiErrorFact | undefined {
  if (isOfEtcd(first.error)) return first;
  const ofEtcd = samples.find(({ error }) => isOfEtcd(error));
  return samples.every((sample) => sample === ofEtcd || WAITED.has(sample.failure)) ? ofEtcd : undefined;
}

/** Between two errors of one outage: a lease is tried every 10 s, a list at most every minute. */
export const PAUSE: Duration = seconds(90);
/** So soon after its start a kubelet of a control plane waits for the API server that it starts itself. */
const AT_START: Duration = seconds(30);
/** Little of the kubelet follows: it may have gone on. */
const AT_THE_END: Duration = seconds(20);
/** A start that takes longer than this is one that does not go well. */
const BEFORE_REGISTRATION: Duration = seconds(60);

interface ApiTroubles {
  readonly stretches: readonly ApiStretch[];
  /** When a process last got an answer that only an API server in working order gives, by its id. */
  readonly answered: ReadonlyMap<string, Instant>;
  /** Lines that say that the lease, or the Node object, was changed meanwhile. */
  readonly conflicts: Readonly<Record<Contested, number>>;
}

/** All stretches of a log, of each process in order of time. */
function apiStretches(view: DiagnosisView): readonly ApiStretch[] {
  return troublesOf(view).stretches;
}

const troublesOf = oncePer(collect);

/** Those of a kind. */
export function stretchesOf(view: DiagnosisView, kind: ApiTroubleKind): readonly ApiStretch[] {
  return apiStretches(view).filter((stretch) => stretch.kind === kind);
}

function collect(view: DiagnosisView): ApiTroubles {
  const stretches: ApiStretch[] = [];
  const answered = new Map<string, Instant>();
  const open = new Map<ApiTroubleKind, Map<string | undefined, ApiStretch>>();
  const conflicts = { lease: 0, 'node-status': 0 };
  for (const { fact, process } of view.queries.passingFacts((kind) => kind === 'api-error')) {
    if (fact.kind !== 'api-error') continue;
    if (isConflict(fact)) conflicts[fact.call] += 1;
    // Before the first line with a time nothing tells when it was.
    if (fact.timeUnknown === true && view.history.span !== undefined && fact.time < view.history.span.from) continue;
    // Whoever finds that an object was changed meanwhile has read it.
    if (process !== undefined && fact.failure === 'conflict') answered.set(process, fact.time);
    const kind = kindOf(fact);
    if (kind === undefined) continue;
    const ofKind = onceFor(open, kind, () => new Map<string | undefined, ApiStretch>());
    const current = ofKind.get(process);
    if (current !== undefined && fact.time - current.last.time <= PAUSE) {
      add(current, fact);
      continue;
    }
    const stretch: ApiStretch = {
      kind,
      process: process === undefined ? undefined : view.processes.get(process),
      first: fact,
      last: fact,
      count: 0,
      closed: 0,
      calls: new Map(),
      servers: new Map(),
      samples: [],
    };
    add(stretch, fact);
    ofKind.set(process, stretch);
    stretches.push(stretch);
  }
  return { stretches, answered, conflicts };
}

/** What a kubelet writes again and again, and nobody else should. */
export type Contested = 'lease' | 'node-status';

/** The lines that say that the lease, or the Node object, was changed meanwhile, if there are so many at least. */
export function conflictsOf(view: DiagnosisView, call: Contested, atLeast: number): readonly ApiErrorFact[] {
  return troublesOf(view).conflicts[call] < atLeast
    ? []
    : view.facts.fitting('api-error', (fact) => isConflict(fact) && fact.call === call);
}

function isConflict(fact: ApiErrorFact): fact is ApiErrorFact & { readonly call: Contested } {
  return fact.failure === 'conflict' && (fact.call === 'lease' || fact.call === 'node-status');
}

/** Whether an error says that the connection was closed before it was used. */
export const saysClosed = perKeptText(({ text }) => text.includes(CLOSED_CONNECTION));

/** Whether an error says that the API server has no such API at all. */
export const saysNoSuchApi = perKeptText(({ text }) => text.includes(NO_SUCH_API));

/** Whether an error says that a namespace is not there: that of leases, mostly. */
export const saysNoNamespace = perKeptText(({ text }) => NO_NAMESPACE.test(text));

function add(stretch: ApiStretch, fact: ApiErrorFact): void {
  stretch.count += 1;
  if (fact.failure === 'cut-off' && saysClosed(fact.error)) stretch.closed += 1;
  // klog's times step back by less than they are worth here.
  if (fact.time >= stretch.last.time) stretch.last = fact;
  const calls = stretch.calls.get(fact.call) ?? 0;
  stretch.calls.set(fact.call, calls + 1);
  if (calls === 0) stretch.samples.push(fact);
  if (fact.server !== undefined) stretch.servers.set(fact.server, (stretch.servers.get(fact.server) ?? 0) + 1);
}

/** Texts by which the API server keeps a kubelet from objects that are none of its business any more: everyday answers (plugin/pkg/auth/authorizer/node, admission). */
const EVERYDAY = [
  'no relationship found between node',
  // A pager cuts `no PriorityClass with name … was found` in it.
  'is forbidden: no Priorit',
  'is being terminated',
  'already exists',
];

function kindOf({ call, failure, error }: ApiErrorFact): ApiTroubleKind | undefined {
  if (failure === 'expired' || failure === 'tls') return 'credentials';
  if (isUnreachable(failure)) return 'unreachable';
  if (!isRefused(failure)) return undefined;
  // An event or a status of a pod that breaks a rule is lost; a Node that does is never registered.
  if (failure === 'invalid') return call === 'registration' || call === 'node-status' ? 'refused' : undefined;
  if (failure === 'not-found') {
    // `nodes "x" not found` is said by the API server, `node "x" not found` by the kubelet's own list.
    if (call === 'pod-status' || call === 'event' || call === 'mirror-pod' || call === 'list-watch') return undefined;
    return error.text.includes('nodes "') || saysNoSuchApi(error) || saysNoNamespace(error) ? 'refused' : 'lost';
  }
  const { text } = error;
  return EVERYDAY.some((words) => text.includes(words)) ? undefined : 'refused';
}

/** How long it lasted, from its first to its last line. */
export function lengthOf({ first, last }: ApiStretch): Duration {
  return duration(last.time - first.time);
}

/** It began with the kubelet: soon after a start that the log shows, or that its start-up skips tell of, or before the node was registered. */
export function isAtStart(view: DiagnosisView, stretch: ApiStretch): boolean {
  const { process, first } = stretch;
  if (process === undefined) return false;
  if (isOfParent(stretch) && lengthOf(stretch) <= WAITS_AT_START && !goesOn(view, stretch)) return true;
  const began = process.startedInLog ? process.from : startedByStatus(view, process);
  if (began !== undefined) return first.time - began <= AT_START;
  return (
    view.startups.some(
      ({ process: starting, skips }) =>
        starting === process && skips.some(({ time }) => Math.abs(first.time - time) <= AT_START),
    ) || isBeforeRegistration(view, stretch)
  );
}

/** k3s and rke2 wait so for their servers and datastores before they start the kubelet. */
function isOfParent({ samples }: ApiStretch): boolean {
  return samples.every(({ message }) => message.startsWith('parent.'));
}

/** A kubelet registers its node when it starts: what failed within a minute before that was of its start. */
function isBeforeRegistration(view: DiagnosisView, { process, first, last }: ApiStretch): boolean {
  return (
    process !== undefined &&
    view.facts
      .of(process.id, 'node-event')
      .some(({ event, time }) => event === REGISTERED && time >= last.time && time - first.time <= BEFORE_REGISTRATION)
  );
}

/** The log of this kubelet ends with it: nothing shows that it was over. */
export function goesOn(view: DiagnosisView, stretch: ApiStretch): boolean {
  const { process, last } = stretch;
  if (process === undefined) return true;
  const wasSetBack = view.history.gaps.some(
    ({ why, from, to }) => why === 'clock-step' && from <= last.time && to >= last.time,
  );
  const registered = view.facts
    .of(process.id, 'node-event')
    .some(
      ({ event, time, source, line }) =>
        event === REGISTERED && (wasSetBack ? source === last.source && line > last.line : time >= last.time),
    );
  const answered = troublesOf(view).answered.get(process.id);
  if (registered || (answered !== undefined && answered > last.time)) return false;
  return process.to - last.time < AT_THE_END || isLostUntilEnd(view, stretch);
}

/** The kubelets wrote on, and no call failed so any more. */
export function areOver(view: DiagnosisView, stretches: readonly ApiStretch[]): boolean {
  return stretches.length > 0 && stretches.every((stretch) => !goesOn(view, stretch));
}

/** The Node object, which the kubelet did not find when its calls failed, is not found at the end of its lines either. */
export function isLostUntilEnd(view: DiagnosisView, stretch: ApiStretch): boolean {
  const { kind, process, last } = stretch;
  if (process === undefined || kind !== 'unreachable' || process.to - last.time < AT_THE_END) return false;
  const lost = stretchesOf(view, 'lost').filter((other) => other.process === process);
  return (
    lost.some((other) => overlap(other, stretch)) &&
    lost.some((other) => other.last.time > last.time && process.to - other.last.time < AT_THE_END)
  );
}

/** It was over before the control plane could miss a lease. */
export function isBrief(view: DiagnosisView, stretch: ApiStretch): boolean {
  return lengthOf(stretch) < LEASE_GRACE && !goesOn(view, stretch);
}

/** The event by which facts tell that the node was registered. */
const REGISTERED = 'RegisteredNode';

/** The addresses that errors name, most named first. */
export function serversOf(stretches: readonly ApiStretch[]): readonly string[] {
  return together(stretches.map(({ servers }) => servers)).map(({ name }) => name);
}

/** Whether two stretches share a moment, or nearly. */
export function overlap(a: ApiStretch, b: ApiStretch): boolean {
  return a.first.time <= ((b.last.time + PAUSE) as Instant) && b.first.time <= ((a.last.time + PAUSE) as Instant);
}
