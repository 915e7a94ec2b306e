/** What a fact says, in one short line for evidence lists. The log's own text stays where it is; this names its meaning and quotes its error. */
import { formatGoDuration } from '../../kubelet/goDuration.ts';
import type { Duration } from '../../kubelet/time.ts';
import type { ApiCall, Fact, FactKind, PodReference } from '../../messages/fact.ts';
import type { FactOf } from '../../messages/factTraits.ts';
import type { EvidenceLine } from '../finding.ts';
import { isOfShutdown } from '../../messages/shutdownLines.ts';

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
  cloudcore: 'Connection to cloudcore',
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

const UNKNOWN = 'unknown pod';

/** ` of namespace/name`; nothing for a pod that no line names. */
export function ofPod(pod: string): string {
  return pod === UNKNOWN ? '' : ` of ${pod}`;
}

/** `namespace/name`, or whatever part of it is known. */
export function podText(pod: PodReference): string {
  if (pod.name !== undefined) return pod.namespace === undefined ? pod.name : `${pod.namespace}/${pod.name}`;
  return pod.uid ?? UNKNOWN;
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
  const middle = Math.floor((longest - 3) * 0.4);
  const at = flat.length - longest + 3 + middle;
  // Words are not cut, but for one that is longer than a few are: that is whole at the end where the begin can spare its room, else it is seen to be cut.
  const inWord = / [^ ]{1,30}$/.exec(flat.slice(0, at))?.[0].length ?? 0;
  const spared = isLongWord(flat, at) && inWord <= middle / 2 ? Math.max(0, inWord - 1) : 0;
  const before = flat.slice(0, middle - spared).replace(/ [^ ]{0,30}$/, '');
  const behind = flat.slice(at - spared).replace(/^[^ ]{0,30} /, '');
  const isCut = spared === 0 && isLongWord(flat, at) && flat[at - 1] !== ' ';
  return `${before.trimEnd()} …${isCut ? '' : ' '}${behind.trimStart()}`;
}

/** The rest of the word at this place is not left out. */
function isLongWord(text: string, at: number): boolean {
  return !/^[^ ]{0,30} /.test(text.slice(at, at + 32));
}

function textOf(fact: Fact): string {
  return (TEXTS[fact.kind] as (fact: Fact) => string)(fact);
}

const ownText = ({ text }: { readonly text: string }): string => text;

const ofContainer = (name: string | undefined): string => (name === undefined ? '' : `, container ${name}`);

const TEXTS: { readonly [Kind in FactKind]: (fact: FactOf<Kind>) => string } = {
  skip: (fact) => `Skipping pod synchronization: ${fact.text}`,
  'pleg-event': (fact) => `PLEG event ${fact.type} for ${podText(fact.pod)}`,
  'pleg-event-ignored': (fact) => `PLEG event ${fact.type} for a pod that the kubelet does not know`,
  'relist-failed': (fact) =>
    fact.scope === 'pod'
      ? `Relist of one pod failed (${podText(fact.pod)}): ${fact.error.text}`
      : `Unable to retrieve pods: ${fact.error.text}`,
  'relist-started': () => 'A relist starts',
  'container-finished': (fact) =>
    `Container finished in ${podText(fact.pod)}${fact.exitCode === undefined ? '' : `, exit code ${fact.exitCode}`}`,
  'state-change': (fact) => `PLEG sees ${fact.oldState} → ${fact.newState} in ${podText(fact.pod)}`,
  'inspect-failed': (fact) => `Inspection of ${podText(fact.pod)} failed: ${fact.error.text}`,
  'events-held-back': (fact) => `Events of ${podText(fact.pod)} held back: ${fact.error.text}`,
  'event-channel-full': () => 'Event channel is full, an event was dropped',
  'runtime-call-failed': (fact) =>
    `${fact.method} failed${hasPod(fact.pod) ? ` for ${podText(fact.pod)}` : ''}: ${fact.error.text}`,
  'status-failed': (fact) => `Container runtime sanity check failed: ${fact.error.text}`,
  'runtime-not-ready': (fact) => `Container runtime not ready: ${fact.text}`,
  'network-not-ready': (fact) => `Container runtime network not ready: ${fact.text}`,
  housekeeping: (fact) => `Housekeeping ${fact.phase}`,
  'housekeeping-slow': (fact) => `Housekeeping took ${goText(fact.took)}`,
  'housekeeping-failed': (fact) => `Housekeeping failed: ${fact.error.text}`,
  'loop-late': () => 'The sync loop ends no turn',
  'node-condition': (fact) =>
    fact.ready ? 'Node became ready' : `Node became not ready: ${fact.text ?? fact.reason ?? ''}`,
  'node-event': (fact) => `Event ${fact.event}${fact.node === undefined ? '' : ` of node ${fact.node}`}`,
  'sync-loop-started': () => 'Starting kubelet main sync loop',
  'kubelet-version': (fact) => `Kubelet version ${fact.version}`,
  'runtime-version': (fact) => `Container runtime ${fact.runtime} ${fact.version}`,
  flag: (fact) => `Setting ${fact.name}=${fact.value}`,
  'kubelet-exit': (fact) => (isOfShutdown(fact) ? fact.text : `The kubelet ends: ${fact.text}`),
  'pod-config': (fact) =>
    `${fact.operation} of ${fact.pods.length} pod${fact.pods.length === 1 ? '' : 's'} from ${fact.from}`,
  'pods-sync': (fact) => `Sync of ${fact.pods.length} pods`,
  probe: (fact) => `${fact.probe} probe of ${podText(fact.pod)}: ${fact.result}`,
  'pod-sync-error': (fact) => `Error syncing ${podText(fact.pod)}: ${fact.error.text}`,
  'container-named': (fact) =>
    `${fact.what} container ${fact.container ?? fact.containerId ?? ''} of ${podText(fact.pod)}`,
  evented: (fact) =>
    fact.what === 'fall-back'
      ? 'Fall back to Generic PLEG relisting'
      : `Evented PLEG, ${fact.what}${fact.error === undefined ? '' : `: ${fact.error.text}`}`,
  'cni-failed': (fact) => `Network plug-in failed for ${podText(fact.pod)}: ${fact.error.text}`,
  'volume-failed': (fact) => `Volume of ${podText(fact.pod)} failed: ${fact.error.text}`,
  eviction: ownText,
  'startup-failed': ownText,
  'api-error': (fact) => `${API_CALLS[fact.call]}: ${fact.error.text}`,
  'node-trouble': ownText,
  'pod-trouble': (fact) =>
    fact.what === 'no-sandbox'
      ? `${podText(fact.pod)} has no sandbox that is ready`
      : fact.what === 'probe'
        ? `${fact.subject ?? 'A'} probe of ${podText(fact.pod)}${ofContainer(fact.container)} failed: ${fact.error.text}`
        : `${podText(fact.pod)}${ofContainer(fact.container)}: ${fact.error.text}`,
  neighbour: (fact) => (fact.unit === undefined ? fact.text : `${fact.unit}: ${fact.text}`),
  'journal-loss': ownText,
  'other-error': ownText,
  boot: () => 'The node booted',
};

function hasPod(pod: PodReference): boolean {
  return pod.name !== undefined || pod.uid !== undefined;
}

function goText(value: Duration): string {
  return Number.isFinite(value) ? formatGoDuration(BigInt(Math.round(value * 1000))) : 'an unknown time';
}
