/** What a fact says, in one short line for evidence lists. The log's own text stays where it is; this names its meaning and quotes its error. */
import { formatGoDuration } from '../../kubelet/goDuration.ts';
import type { Duration } from '../../kubelet/time.ts';
import type { ApiCall, Fact, PodReference } from '../../messages/fact.ts';
import type { EvidenceLine } from '../finding.ts';

const LONGEST = 240;

const API_CALLS: Readonly<Record<ApiCall, string>> = {
  lease: 'Lease of the node',
  'node-status': 'Status of the node',
  registration: 'Registration of the node',
  node: 'The node object',
  'list-watch': 'List or watch',
  event: 'Event',
  'pod-status': 'Status of a pod',
  'mirror-pod': 'Mirror pod',
  credentials: 'Credentials',
  'csi-node': 'CSINode',
  client: 'API server',
};

/** A fact as a line of evidence. */
export function evidenceOf(fact: Fact): EvidenceLine {
  return { source: fact.source, line: fact.line, text: factText(fact) };
}

/** One line that says what the fact states, at most 240 characters. */
function factText(fact: Fact): string {
  return shorten(textOf(fact));
}

/** `namespace/name`, or whatever part of it is known. */
export function podText(pod: PodReference): string {
  if (pod.name !== undefined) return pod.namespace === undefined ? pod.name : `${pod.namespace}/${pod.name}`;
  return pod.uid ?? 'unknown pod';
}

/** Cuts a text for display; blanks and line breaks become single blanks. */
export function shorten(text: string, longest: number = LONGEST): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  return flat.length <= longest ? flat : `${flat.slice(0, longest - 1).trimEnd()}…`;
}

/** The same, but of a longer text both ends: what failed stands at the begin of an error, and why at its end. */
export function bothEnds(text: string, longest: number): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  if (flat.length <= longest) return flat;
  const head = Math.floor((longest - 3) * 0.4);
  // Words are not cut, but for one that is longer than a few are.
  const before = flat.slice(0, head).replace(/ [^ ]{0,30}$/, '');
  const behind = flat.slice(head - longest + 3).replace(/^[^ ]{0,30} /, '');
  return `${before.trimEnd()} … ${behind.trimStart()}`;
}

function textOf(fact: Fact): string {
  switch (fact.kind) {
    case 'skip':
      return `Skipping pod synchronization: ${fact.text}`;
    case 'pleg-event':
      return `PLEG event ${fact.type} for ${podText(fact.pod)}`;
    case 'pleg-event-ignored':
      return `PLEG event ${fact.type} for a pod that the kubelet does not know`;
    case 'relist-failed':
      return fact.scope === 'pod'
        ? `Relist of one pod failed (${podText(fact.pod)}): ${fact.error.text}`
        : `Unable to retrieve pods: ${fact.error.text}`;
    case 'relist-started':
      return 'A relist starts';
    case 'container-finished':
      return `Container finished in ${podText(fact.pod)}${fact.exitCode === undefined ? '' : `, exit code ${fact.exitCode}`}`;
    case 'state-change':
      return `PLEG sees ${fact.oldState} → ${fact.newState} in ${podText(fact.pod)}`;
    case 'inspect-failed':
      return `Inspection of ${podText(fact.pod)} failed: ${fact.error.text}`;
    case 'events-held-back':
      return `Events of ${podText(fact.pod)} held back: ${fact.error.text}`;
    case 'event-channel-full':
      return 'Event channel is full, an event was dropped';
    case 'runtime-call-failed':
      return `${fact.method} failed${hasPod(fact.pod) ? ` for ${podText(fact.pod)}` : ''}: ${fact.error.text}`;
    case 'status-failed':
      return `Container runtime sanity check failed: ${fact.error.text}`;
    case 'runtime-not-ready':
      return `Container runtime not ready: ${fact.text}`;
    case 'network-not-ready':
      return `Container runtime network not ready: ${fact.text}`;
    case 'housekeeping':
      return `Housekeeping ${fact.phase}`;
    case 'housekeeping-slow':
      return `Housekeeping took ${goText(fact.took)}`;
    case 'housekeeping-failed':
      return `Housekeeping failed: ${fact.error.text}`;
    case 'node-condition':
      return fact.ready ? 'Node became ready' : `Node became not ready: ${fact.text ?? fact.reason ?? ''}`;
    case 'node-event':
      return `Event ${fact.event}${fact.node === undefined ? '' : ` of node ${fact.node}`}`;
    case 'sync-loop-started':
      return 'Starting kubelet main sync loop';
    case 'kubelet-version':
      return `Kubelet version ${fact.version}`;
    case 'runtime-version':
      return `Container runtime ${fact.runtime} ${fact.version}`;
    case 'flag':
      return `Setting ${fact.name}=${fact.value}`;
    case 'kubelet-exit':
      return `The kubelet ends: ${fact.text}`;
    case 'pod-config':
      return `${fact.operation} of ${fact.pods.length} pod${fact.pods.length === 1 ? '' : 's'} from ${fact.from}`;
    case 'pods-sync':
      return `Sync of ${fact.pods.length} pods`;
    case 'probe':
      return `${fact.probe} probe of ${podText(fact.pod)}: ${fact.result}`;
    case 'pod-sync-error':
      return `Error syncing ${podText(fact.pod)}: ${fact.error.text}`;
    case 'container-named':
      return `${fact.what} container ${fact.container ?? fact.containerId ?? ''} of ${podText(fact.pod)}`;
    case 'evented':
      return fact.what === 'fall-back'
        ? 'Fall back to Generic PLEG relisting'
        : `Evented PLEG, ${fact.what}${fact.error === undefined ? '' : `: ${fact.error.text}`}`;
    case 'cni-failed':
      return `Network plug-in failed for ${podText(fact.pod)}: ${fact.error.text}`;
    case 'volume-failed':
      return `Volume of ${podText(fact.pod)} failed: ${fact.error.text}`;
    case 'eviction':
      return fact.text;
    case 'startup-failed':
      return fact.text;
    case 'api-error':
      return `${API_CALLS[fact.call]}: ${fact.error.text}`;
    case 'node-trouble':
      return fact.text;
    case 'pod-trouble':
      return fact.what === 'probe'
        ? `${fact.subject ?? 'A'} probe of ${podText(fact.pod)}${fact.container === undefined ? '' : `, container ${fact.container}`} failed: ${fact.error.text}`
        : `${podText(fact.pod)}${fact.container === undefined ? '' : `, container ${fact.container}`}: ${fact.error.text}`;
    case 'neighbour':
      return fact.unit === undefined ? fact.text : `${fact.unit}: ${fact.text}`;
    case 'journal-loss':
      return fact.text;
    case 'boot':
      return 'The node booted';
    default:
      return unknownFact(fact);
  }
}

function hasPod(pod: PodReference): boolean {
  return pod.name !== undefined || pod.uid !== undefined;
}

function goText(value: Duration): string {
  return Number.isFinite(value) ? formatGoDuration(BigInt(Math.round(value * 1000))) : 'an unknown time';
}

function unknownFact(fact: never): string {
  return `a fact of an unknown kind: ${JSON.stringify(fact)}`;
}
