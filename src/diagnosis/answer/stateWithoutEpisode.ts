/** How the node stands at the end of a log in which PLEG was never unhealthy, and which findings are the story of such a log. */
import type { KubeletProcess, NodeReadyChange } from '../../inference/history.ts';
import type { RankedFinding } from '../cause.ts';
import { type Answer, type Finding, type FindingId, isWorthALook } from '../finding.ts';
import { type ApiTroubleKind, areOver, stretchesOf } from '../signs/apiTrouble.ts';
import { crashedProcesses, isSettled } from '../signs/crashedProcesses.ts';
import type { ListFailure } from '../signs/listingBlame.ts';
import { isAtEnd, isOfOtherClock, STILL } from '../signs/endOfKubelets.ts';
import { isAtWork } from '../signs/laterKubelet.ts';
import { seconds } from '../../kubelet/time.ts';
import type { DiagnosisView } from '../view.ts';
import { briefFailure } from '../words/briefFailure.ts';

/** Causes that are the story themselves even where they are mere circumstances, for PLEG was never unhealthy; after them the node was well again. */
export const LEADS: ReadonlySet<FindingId> = new Set([
  'kubelet-crash-loop',
  'cgroup-driver',
  'container-manager',
  'runtime-unreachable',
  'network-not-ready',
  'inspect-calls-hang',
  'list-calls-hang',
  'list-calls-fail',
  'list-too-large',
]);

/** Findings that a failure too short for an unhealthy time can give. */
const OF_LISTING: ReadonlyMap<FindingId, ListFailure> = new Map([
  ['runtime-unreachable', 'unreachable'],
  ['list-calls-hang', 'timed-out'],
  ['list-calls-fail', 'answered'],
  ['list-too-large', 'too-large'],
]);

/** How it stands at the end when no episode tells: by whether the last process ran on, or by the last report of the node. */
export function stateWithoutEpisode(view: DiagnosisView, { id, confidence, shows }: Finding): Answer['state'] {
  const failure = confidence === 'high' ? undefined : OF_LISTING.get(id);
  if (failure !== undefined)
    return (briefFailure(view, failure)?.goesOn ?? isAtEnd(view, shows)) ? 'impaired' : 'recovered';
  const { processes } = view.history;
  if (id === 'inspect-calls-hang' || id === 'loop-blocked') return 'impaired';
  const last = processes.at(-1);
  const isPast =
    last !== undefined &&
    ((shows?.to ?? last.from) <= last.from || (shows !== undefined && isOfOtherClock(view.history, shows))) &&
    (isPastStarts(view, last) || (shows !== undefined && isReadyWith(view, last)));
  const isWell = isPast || (last !== undefined && isSettled(last));
  if (id === 'kubelet-gone') return 'unhealthy-at-end';
  if (id === 'machine-suspended') return 'recovered';
  if (id === 'node-shutdown') return isOff(view, shows) ? 'unhealthy-at-end' : 'recovered';
  if (id === 'kubelet-restart')
    return last?.endedBy === 'exit' && last.ending?.how !== 'stopped' ? 'unhealthy-at-end' : 'recovered';
  if (id === 'network-not-ready') return isNetworkDown(view, shows) ? 'unhealthy-at-end' : 'recovered';
  if (LEADS.has(id) || id === 'node-reboot' || id === 'kernel-hung-task' || id === 'out-of-memory')
    return isWell ? 'recovered' : 'unhealthy-at-end';
  if (isWell && isApiBack(view, id)) return 'recovered';
  // An earlier one ended for it, and the last one stayed without it. A stop that somebody asked for is no trouble of the kubelet.
  if (isPast || (isWell && !isAtEnd(view, shows) && crashedProcesses(view, last.node).length > 0)) return 'recovered';
  return last?.endedBy === 'exit' && last.ending?.how !== 'stopped' ? 'unhealthy-at-end' : 'impaired';
}

/** A trouble with which a log ends, and how the node stands with it. */
export interface GoesOn {
  readonly ranked: RankedFinding;
  readonly state: Answer['state'];
}

/** Of pods, but of the node as well. */
const SHORTAGES: ReadonlySet<FindingId> = new Set(['disk-pressure', 'evicting']);

/** The first trouble of the node with which the log ends, where the one that is `told`, or an unhealthy time, is over; not one that a later kubelet got over. */
export function goingOn(view: DiagnosisView, ranked: readonly RankedFinding[], told?: Finding): GoesOn | undefined {
  const last = view.history.processes.at(-1);
  for (const one of ranked) {
    const { finding, weight, episodes } = one;
    if (finding === told || episodes.length > 0 || !isWorthALook(finding) || !isAtEnd(view, finding.shows)) continue;
    if (weight !== 'cause' && !SHORTAGES.has(finding.id)) continue;
    if (last?.loopStarted !== undefined && last.ending === undefined && (finding.shows?.to ?? 0) < last.from) continue;
    const state = stateWithoutEpisode(one.view ?? view, finding);
    if (state !== 'recovered') return { ranked: one, state };
  }
  return undefined;
}

/** It is at work when the log ends, and none that ended before on its node ever was: however short that is, it got over what ended those. Of the first one of a log its start may be cut off. */
function isPastStarts(view: DiagnosisView, last: KubeletProcess): boolean {
  const crashed = crashedProcesses(view, last.node);
  return (
    last.endedBy === 'end-of-log' &&
    isAtWork(view, last) &&
    crashed.length > 0 &&
    crashed.every((one) => !isAtWork(view, one) && (one.startedInLog || one !== view.history.processes[0]))
  );
}

/** Its node was reported Ready since it began, and nothing else after that. */
function isReadyWith({ history }: DiagnosisView, last: KubeletProcess): boolean {
  const report = history.nodeReady.findLast(({ node }) => node === last.node);
  return last.endedBy === 'end-of-log' && report?.ready === true && report.time >= last.from;
}

/** No report since it was shut down says that the node is Ready, and no kubelet began or went on. */
function isOff({ history }: DiagnosisView, shows: Finding['shows']): boolean {
  if (shows === undefined) return false;
  const report = history.nodeReady.findLast(({ time }) => time >= shows.from);
  if (report !== undefined) return !report.ready;
  return history.processes.every(
    ({ from, to, startedInLog }) => to - shows.to < STILL && from <= shows.to && !(startedInLog && from > shows.from),
  );
}

/** The last report of a node, where it is NotReady. */
export function stillNotReady({ history }: DiagnosisView): NodeReadyChange | undefined {
  return [...new Map(history.nodeReady.map((change) => [change.node, change])).values()].findLast(
    ({ ready }) => !ready,
  );
}

/** From 1.26 on a kubelet keeps it to itself for so long after its start, for a node that is not Ready yet. */
const SILENT_AT_START = seconds(120);

/** The runtime says every five seconds that its network is not ready: what the log ends with goes on, unless the node was reported Ready after it, which below -v=2 no line says. */
function isNetworkDown(view: DiagnosisView, shows: Finding['shows']): boolean {
  const last = view.history.processes.at(-1);
  if (shows !== undefined && last !== undefined && last.to - Math.max(shows.to, last.from + SILENT_AT_START) >= STILL)
    return false;
  if (stillNotReady(view) !== undefined) return true;
  const report = view.history.nodeReady.at(-1);
  return shows !== undefined && isAtEnd(view, shows) && (report === undefined || report.time < shows.to);
}

/** Calls that the API server did not answer, or refused, and none of them near the end of what the kubelet wrote: a lease is tried every ten seconds. */
function isApiBack(view: DiagnosisView, id: FindingId): boolean {
  const kinds = API_TROUBLE.get(id);
  const stretches = (kinds ?? []).flatMap((kind) => stretchesOf(view, kind));
  return areOver(view, stretches);
}

const API_TROUBLE: ReadonlyMap<FindingId, readonly ApiTroubleKind[]> = new Map([
  ['api-unreachable', ['unreachable']],
  ['api-refuses', ['refused', 'lost']],
  ['certificate-expired', ['credentials']],
  ['certificate-untrusted', ['credentials']],
]);
