/** Where each kind of fact is shown and what its mark says. */
import type { Fact, FactKind, NeighbourFact, PodReference, RuntimeError } from '../../messages/fact.ts';
import { type FactLane, type FactOf, traitsOf } from '../../messages/factTraits.ts';
import { counted, formatSeconds } from '../format.ts';
import type { MarkLevel, MarkStyle } from '../timelineDocument.ts';
import { isOfShutdown } from '../../messages/shutdownLines.ts';

/** The lane of a fact; a kind of a newer reader that this table lacks is still shown. */
export function placeOf(fact: Fact): FactLane {
  return (traitsOf(fact.kind) as { readonly lane: FactLane } | undefined)?.lane ?? 'other';
}

export interface FactText {
  readonly what: string;
  readonly detail?: string;
  readonly level: MarkLevel;
  readonly style: MarkStyle;
  /** How long it had run when the line was written, microseconds. */
  readonly took?: number;
  readonly pod?: PodReference;
  readonly container?: string;
}

const SECOND = 1_000_000;

/** What the mark of a fact says; of a kind that a newer reader knows, its name. */
export function factText(fact: Fact): FactText {
  const text = (TEXTS as Partial<Record<string, (fact: Fact) => FactText>>)[fact.kind];
  return text?.(fact) ?? nameOnly(fact);
}

const nameOnly = ({ kind }: Fact): FactText => ({ what: kind.replaceAll('-', ' '), level: 0, style: 'other' });

/** An error of a pod, or of one of its containers. */
function podError(
  what: string,
  { error, pod }: { readonly error: RuntimeError; readonly pod: PodReference },
  name?: string,
  level: MarkLevel = 2,
): FactText {
  return { what, detail: error.text, level, style: 'pod-error', pod, ...container(name) };
}

/** Something that happened to a container of a pod. */
function podEvent(what: string, pod: PodReference, name: string | undefined, style: MarkStyle = 'pod-event'): FactText {
  return { what, level: 0, style, pod, ...container(name) };
}

const TEXTS: { readonly [Kind in FactKind]: (fact: FactOf<Kind>) => FactText } = {
  'relist-failed': ({ scope, error, pod }) => ({
    what: scope === 'pod' ? 'Relist of one pod failed' : 'Relist failed: Unable to retrieve pods',
    detail: error.text,
    level: 2,
    style: 'relist-failed',
    pod,
  }),
  'runtime-call-failed': ({ method, error, pod, containerId, sandboxId }) => ({
    what: `${method} failed${codeOf(error)}`,
    detail: error.text,
    level: 2,
    style: 'runtime-error',
    pod,
    ...container(containerId ?? sandboxId),
  }),
  'status-failed': ({ error }) => ({
    what: `Status failed${codeOf(error)}`,
    detail: error.text,
    level: 2,
    style: 'runtime-error',
  }),
  'runtime-not-ready': ({ text }) => ({
    what: 'Runtime reports that it is not ready',
    detail: text,
    level: 2,
    style: 'runtime-error',
  }),
  'network-not-ready': ({ text }) => ({ what: 'Network not ready', detail: text, level: 1, style: 'other' }),
  housekeeping: ({ phase, took }) => ({
    what: HOUSEKEEPING[phase],
    level: phase === 'skipped' ? 1 : 0,
    style: 'housekeeping',
    ...(took === undefined ? {} : { took }),
  }),
  'housekeeping-slow': ({ took }) => ({
    what: `Housekeeping took ${formatSeconds(took / SECOND)}`,
    level: 1,
    style: 'housekeeping',
    took,
  }),
  'housekeeping-failed': ({ error }) => ({
    what: `Housekeeping failed${codeOf(error)}`,
    detail: error.text,
    level: 2,
    style: 'housekeeping',
  }),
  'loop-late': () => ({ what: 'The sync loop ends no turn', level: 2, style: 'housekeeping' }),
  'node-condition': ({ ready, text, reason }) => ({
    what: ready ? 'Node Ready' : 'Node NotReady',
    ...detail(text ?? reason),
    level: ready ? 0 : 2,
    style: ready ? 'ready' : 'not-ready',
  }),
  'node-event': ({ event }) => ({
    what: `Node event ${event}`,
    level: event === 'NodeNotReady' ? 1 : 0,
    style: 'other',
  }),
  'pleg-event-ignored': ({ type, pod, containerId }) =>
    podEvent(`PLEG: ${type}, ignored: pod does not exist`, pod, containerId, 'pleg-event'),
  'container-finished': ({ exitCode, pod, containerId }) =>
    exitCode === undefined
      ? podEvent('Container finished', pod, containerId, 'exited')
      : {
          ...podEvent(`Container finished, exit code ${exitCode}`, pod, containerId),
          level: exitCode === 0 ? 0 : 1,
          style: exitCode === 0 ? 'exited' : 'exited-error',
        },
  'state-change': ({ oldState, newState, pod, containerId }) =>
    podEvent(`PLEG sees ${oldState} → ${newState}`, pod, containerId),
  'inspect-failed': (fact) =>
    podError(`PLEG could not inspect the pod${codeOf(fact.error)}`, fact, fact.containerId ?? fact.sandboxId),
  'events-held-back': (fact) => podError('Events held back', fact, undefined, 1),
  'event-channel-full': () => ({
    what: 'PLEG event channel is full: an event was lost',
    level: 2,
    style: 'other',
  }),
  'kubelet-exit': (fact) => ({
    what: isOfShutdown(fact) ? 'The machine shuts down' : 'The kubelet ends',
    detail: fact.text,
    level: fact.fatal ? 2 : 1,
    style: 'process-start',
  }),
  probe: ({ probe, result, pod, container: name }) => ({
    what: `${probe} probe: ${result}`,
    level: /^(?:ready|started|healthy|success)$/i.test(result) ? 0 : 1,
    style: 'pod-event',
    pod,
    ...(name === undefined ? {} : { container: name }),
  }),
  'pod-sync-error': (fact) => podError('Error syncing pod', fact),
  'container-named': ({ what, pod, container: name, containerId }) => podEvent(NAMED[what], pod, name ?? containerId),
  evented: ({ what, error, pod }) => ({
    what: EVENTED[what],
    ...detail(error?.text),
    level: what === 'fall-back' ? 2 : what === 'stream-failed' ? 1 : 0,
    style: 'other',
    pod,
  }),
  'cni-failed': (fact) => podError('Pod network (CNI) failed', fact),
  'volume-failed': (fact) => podError('Volume failed', fact, undefined, 1),
  eviction: ({ text }) => ({ what: 'Eviction', detail: text, level: 1, style: 'other' }),
  'startup-failed': ({ cause, text }) => ({
    what: cause === 'other' ? 'Start-up failed' : `Start-up failed: ${cause.replace('-', ' ')}`,
    detail: text,
    level: 2,
    style: 'other',
  }),
  'api-error': ({ call, failure, error }) => ({
    what: `API server: ${call.replace('-', ' ')}, ${failure.replace('-', ' ')}`,
    detail: error.text,
    level: 1,
    style: 'api-error',
  }),
  'node-trouble': ({ what, text }) => ({ what: what.replaceAll('-', ' '), detail: text, level: 1, style: 'other' }),
  'pod-trouble': (fact) =>
    podError(
      fact.what === 'probe'
        ? `${fact.subject ?? 'A'} probe failed`
        : fact.what === 'no-sandbox'
          ? 'No sandbox is ready'
          : `Pod trouble: ${fact.what}`,
      fact,
      fact.container,
      1,
    ),
  'other-error': ({ text }) => ({ what: 'Error', detail: text, level: 1, style: 'other' }),
  neighbour: neighbourText,
  'journal-loss': ({ lost, text, isBetween }) => ({
    what:
      isBetween === true
        ? 'Lines may be missing here'
        : lost === undefined
          ? 'Lines are missing here'
          : `${counted(lost, 'line')} ${lost === 1 ? 'was' : 'were'} dropped here`,
    detail: text,
    level: 1,
    style: 'gap',
  }),
  boot: () => ({ what: 'The machine booted', level: 1, style: 'process-start' }),
  skip: nameOnly,
  'pleg-event': nameOnly,
  'relist-started': nameOnly,
  'sync-loop-started': nameOnly,
  'kubelet-version': nameOnly,
  'runtime-version': nameOnly,
  flag: nameOnly,
  'pod-config': nameOnly,
  'pods-sync': nameOnly,
};

const HOUSEKEEPING: Readonly<Record<FactOf<'housekeeping'>['phase'], string>> = {
  start: 'Housekeeping starts',
  end: 'Housekeeping ends',
  skipped: 'Housekeeping skipped: sources not ready',
};

const NAMED: Readonly<Record<FactOf<'container-named'>['what'], string>> = {
  killing: 'Killing container',
  removing: 'Removing container',
  started: 'Container started',
  other: 'Container named',
};

const EVENTED: Readonly<Record<FactOf<'evented'>['what'], string>> = {
  'stream-failed': 'Evented PLEG: event stream failed',
  'fall-back': 'Evented PLEG abandoned, back to relisting',
  event: 'Runtime event',
  other: 'Evented PLEG',
};

function codeOf(error: { readonly code?: string | undefined }): string {
  return error.code === undefined ? '' : `: ${error.code}`;
}

function detail(text: string | undefined): { detail?: string } {
  return text === undefined || text === '' ? {} : { detail: text };
}

function container(name: string | undefined): { container?: string } {
  return name === undefined || name === '' ? {} : { container: name };
}

function neighbourText({ what, unit, text }: NeighbourFact): FactText {
  const words = what.replaceAll('-', ' ');
  const said = unit === undefined || words.startsWith(unit) ? words : `${unit}: ${words}`;
  if (what.endsWith('started') || what === 'boot')
    return { what: said, detail: text, level: 0, style: 'neighbour-start' };
  return what.endsWith('stopped')
    ? { what: said, detail: text, level: 1, style: 'neighbour' }
    : { what: said, detail: text, level: 2, style: 'neighbour-error' };
}
