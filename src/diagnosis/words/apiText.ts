/** Words about failed calls to the API server. */
import { leastBy, mostBy } from '../../kubelet/most.ts';
import { isOfOldGo } from '../../messages/texts/oldGo.ts';
import { type ErrorClass, saysUnknownReason } from '../../messages/texts/errorClass.ts';
import type { ApiCall, ApiErrorFact } from '../../messages/fact.ts';
import { LEASE_GRACE } from '../../kubelet/constants.ts';
import { seconds } from '../../kubelet/time.ts';
import { isAtLeast } from '../../kubelet/version.ts';
import type { KubeletProcess } from '../../inference/history.ts';
import { type ApiStretch, errorOfEtcd, lengthOf, PAUSE } from '../signs/apiTrouble.ts';
import { listText } from '../answer/paragraph.ts';
import { plural } from '../cause.ts';
import { amountText, linesOf, mostText, together } from './amountText.ts';
import { durationText } from './durationText.ts';
import { LEASE_GRACE_TEXT } from './leaseText.ts';
import { bothEnds } from './factText.ts';
import type { DiagnosisView } from '../view.ts';

/** Of calls that failed until the API server took them. */
export const COULD_NOT_REPORT = 'Until then the node could not report to the API server';

/** A stretch that is only one try. */
const SHORTEST = seconds(1);

export const CALLS: Readonly<Record<ApiCall, string>> = {
  lease: 'leases',
  'node-status': 'the status of the node',
  registration: 'its registration',
  node: 'reading its Node object',
  'list-watch': 'lists and watches',
  event: 'events',
  'pod-status': 'the status of pods',
  'mirror-pod': 'mirror pods',
  credentials: 'certificate requests',
  'csi-node': 'CSINode',
  cloudcore: 'connections to cloudcore',
  client: 'other calls',
};

export const FAILURES: Readonly<Record<ErrorClass, string>> = {
  refused: 'connection refused',
  'no-route': 'no route to it',
  dns: 'its name was not resolved',
  'bad-port': 'no such port',
  'timed-out': 'no answer in time',
  'cut-off': 'the connection broke',
  tls: 'certificates that do not fit',
  expired: 'an expired certificate',
  unauthorized: 'Unauthorized',
  forbidden: 'forbidden',
  invalid: 'an object that breaks its rules',
  webhook: 'a webhook that failed or said no',
  'not-found': 'not found',
  conflict: 'a conflict',
  overloaded: 'it was too busy',
  'server-error': 'an error of its own',
  'not-reached': 'why is cut off',
  'in-use': 'the address is in use',
  'too-many-files': 'too many open files',
  'no-space': 'no space',
  'no-file': 'a missing file',
  denied: 'no permission',
  other: 'an error',
};

/** What failed, most first: `lists and watches (12), leases (3)`. */
export function callsText(stretches: readonly ApiStretch[]): string {
  return listText(together(stretches.map(({ calls }) => calls)).map(({ name, count }) => `${CALLS[name]} (${count})`));
}

/** The first line that says why, where others only waited for the API server, or a pager cut them before they say it. */
function tellingOf(stretch: ApiStretch): ApiErrorFact {
  const { first, samples } = stretch;
  const ofEtcd = errorOfEtcd(stretch);
  if (ofEtcd !== undefined) return ofEtcd;
  return (first.failure === 'not-reached' ? samples.find(({ failure }) => failure !== 'not-reached') : first) ?? first;
}

/** How it failed in the words of the first line: `connection refused`. */
export function failureText(stretch: ApiStretch): string {
  const { error, failure } = tellingOf(stretch);
  if (failure === 'not-reached' && saysUnknownReason(error.text)) return FAILURES.other;
  // client-go, which asks a program for them, says no more of the call than its address.
  return error.text.includes('getting credentials: ') ? 'no credentials for it' : FAILURES[failure];
}

/** How often and from when to when. */
export function whenText(view: DiagnosisView, stretches: readonly ApiStretch[]): string {
  const [one] = stretches;
  if (one === undefined) return '';
  if (stretches.length === 1) return amountText(view, one.count, one.first, one.last);
  const count = linesOf(stretches);
  const longest = mostBy(stretches, lengthOf) ?? one;
  const { last } = mostBy(stretches, (stretch) => stretch.last.time) ?? one;
  const { first } = leastBy(stretches, (stretch) => stretch.first.time) ?? one;
  const isBrief = lengthOf(longest) < SHORTEST;
  // Kubelets of several nodes lose the same API server at the same moment.
  if (isBrief && !areFar(stretches)) return amountText(view, count, first, last);
  if (isBrief && stretches.every((stretch) => stretch.count === 1))
    return `${amountText(view, count, first, last)}, none of them with another soon after it`;
  // How often they came is not told over the pauses.
  const lines = `${plural(count, 'line')} from ${view.formatTime(first.time)} to ${view.formatTime(last.time)}`;
  return isBrief
    ? `${lines}, at ${stretches.length} moments far from each other`
    : `${lines} in ${stretches.length} stretches, the longest ${durationText(lengthOf(longest))} from ${view.formatTime(longest.first.time)} on`;
}

/** Whether there is a pause between any of them and the next, as there is between those of one kubelet. */
function areFar(stretches: readonly ApiStretch[]): boolean {
  const inOrder = [...stretches].sort((a, b) => a.first.time - b.first.time);
  return inOrder.every(({ first }, at) => at === 0 || first.time - (inOrder[at - 1]?.last.time ?? 0) > PAUSE);
}

/** What the control plane makes of a kubelet from which it hears nothing. */
export function leaseText(stretches: readonly ApiStretch[]): string {
  const longest = Math.max(...stretches.map(lengthOf));
  if (stretches.every(({ process, first }) => isWithoutLeases(process) || isOfOldGo(first.error.text)))
    return `The control plane marks a node Unknown, which shows as NotReady, when its status is not updated for ${durationText(LEASE_GRACE)}.`;
  return longest >= LEASE_GRACE
    ? `A node whose lease is not renewed for ${LEASE_GRACE_TEXT} is marked Unknown by the control plane, so it shows as NotReady there, though nothing in this log says so; after five minutes its pods are moved.`
    : `The control plane marks a node Unknown, which shows as NotReady, when its lease is not renewed for ${LEASE_GRACE_TEXT}; nothing in this log would say so.`;
}

/** Kubelets renew leases from 1.14 on (pkg/features/kube_features.go, NodeLease); before, their status alone told that they live. */
function isWithoutLeases(process: KubeletProcess | undefined): boolean {
  const latest = process?.version ?? process?.versionRange?.max;
  return latest !== undefined && !isAtLeast(latest, { major: 1, minor: 14 });
}

/** An address is a stranger's text: of a usual form it becomes part of a sentence or command. */
export function serverText(server: string | undefined): string | undefined {
  return server !== undefined && /^[\w.:[\]-]{1,253}$/.test(server) ? server : undefined;
}

/** Two of three calls went to it: what is said of the API server is said of this one. */
const MOSTLY = 2 / 3;

/** The address that calls failed to reach; none where they went to several, as before and after the kubelet was given another one. */
export function mainServer(stretches: readonly ApiStretch[]): string | undefined {
  const servers = together(stretches.map((stretch) => stretch.servers));
  const [most] = servers;
  return most !== undefined && most.count >= MOSTLY * linesOf(servers) ? serverText(most.name) : undefined;
}

/** To which addresses calls went, where they are several. */
export function serversText(stretches: readonly ApiStretch[]): string {
  const servers = together(stretches.map((stretch) => stretch.servers));
  return servers.length < 2 ? '' : `They went to ${mostText(servers)}. `;
}

/** For a program that has another port by default than HTTPS. */
export function withPort(server: string | undefined): string {
  const known = serverText(server);
  if (known === undefined) return '<server>';
  return /:\d{1,5}$/.test(known) ? known : `${known}:443`;
}

/** Where it tells whether it is well: by HTTP without TLS where the kubelet asks so itself, as on clusters of old. */
export function healthAddress(server: string | undefined, stretch: ApiStretch | undefined): string {
  const scheme =
    server !== undefined && stretch?.first.error.text.includes(`http://${server}/`) === true ? 'http' : 'https';
  return `${scheme}://${server ?? '<server>'}/healthz`;
}

/** What is asked for behind a path says nothing of why it failed. */
const QUERY = /(https?:\/\/[^\s?"]{1,300})\?[^\s"]{1,600}(?=[:"]|$)/g;

/** The words of the first line. */
export function saidText(stretch: ApiStretch): string {
  return `"${bothEnds(tellingOf(stretch).error.text.replaceAll(QUERY, '$1'), 220)}"`;
}
