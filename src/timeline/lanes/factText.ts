/** Where each kind of fact is shown and what its mark says. */
import type { Fact, NeighbourFact, PodReference } from '../../messages/fact.ts';
import { type FactLane, traitsOf } from '../../messages/factTraits.ts';
import { counted, formatSeconds } from '../format.ts';
import type { MarkLevel, MarkStyle } from '../timelineDocument.ts';

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

/** What the mark of a fact says. */
export function factText(fact: Fact): FactText {
  switch (fact.kind) {
    case 'relist-failed':
      return {
        what: fact.scope === 'pod' ? 'Relist of one pod failed' : 'Relist failed: Unable to retrieve pods',
        detail: fact.error.text,
        level: 2,
        style: 'relist-failed',
        pod: fact.pod,
      };
    case 'runtime-call-failed':
      return {
        what: `${fact.method} failed${codeOf(fact.error)}`,
        detail: fact.error.text,
        level: 2,
        style: 'runtime-error',
        pod: fact.pod,
        ...container(fact.containerId ?? fact.sandboxId),
      };
    case 'status-failed':
      return { what: `Status failed${codeOf(fact.error)}`, detail: fact.error.text, level: 2, style: 'runtime-error' };
    case 'runtime-not-ready':
      return { what: 'Runtime reports that it is not ready', detail: fact.text, level: 2, style: 'runtime-error' };
    case 'network-not-ready':
      return { what: 'Network not ready', detail: fact.text, level: 1, style: 'other' };
    case 'housekeeping':
      return {
        what:
          fact.phase === 'skipped'
            ? 'Housekeeping skipped: sources not ready'
            : `Housekeeping ${fact.phase === 'start' ? 'starts' : 'ends'}`,
        level: fact.phase === 'skipped' ? 1 : 0,
        style: 'housekeeping',
        ...tookOf(fact.took),
      };
    case 'housekeeping-slow':
      return {
        what: `Housekeeping took ${formatSeconds(fact.took / SECOND)}`,
        level: 1,
        style: 'housekeeping',
        took: fact.took,
      };
    case 'housekeeping-failed':
      return {
        what: `Housekeeping failed${codeOf(fact.error)}`,
        detail: fact.error.text,
        level: 2,
        style: 'housekeeping',
      };
    case 'node-condition':
      return {
        what: fact.ready ? 'Node Ready' : 'Node NotReady',
        ...detail(fact.text ?? fact.reason),
        level: fact.ready ? 0 : 2,
        style: fact.ready ? 'ready' : 'not-ready',
      };
    case 'node-event':
      return { what: `Node event ${fact.event}`, level: fact.event === 'NodeNotReady' ? 1 : 0, style: 'other' };
    case 'pleg-event-ignored':
      return {
        what: `PLEG: ${fact.type}, ignored: pod does not exist`,
        level: 0,
        style: 'pleg-event',
        pod: fact.pod,
        ...container(fact.containerId),
      };
    case 'container-finished': {
      const failed = fact.exitCode !== undefined && fact.exitCode !== 0;
      return {
        what: `Container finished${fact.exitCode === undefined ? '' : `, exit code ${fact.exitCode}`}`,
        level: failed ? 1 : 0,
        style: failed ? 'exited-error' : 'exited',
        pod: fact.pod,
        ...container(fact.containerId),
      };
    }
    case 'state-change':
      return {
        what: `PLEG sees ${fact.oldState} → ${fact.newState}`,
        level: 0,
        style: 'pod-event',
        pod: fact.pod,
        ...container(fact.containerId),
      };
    case 'inspect-failed':
      return {
        what: `PLEG could not inspect the pod${codeOf(fact.error)}`,
        detail: fact.error.text,
        level: 2,
        style: 'pod-error',
        pod: fact.pod,
        ...container(fact.containerId ?? fact.sandboxId),
      };
    case 'events-held-back':
      return { what: 'Events held back', detail: fact.error.text, level: 1, style: 'pod-error', pod: fact.pod };
    case 'event-channel-full':
      return { what: 'PLEG event channel is full: an event was lost', level: 2, style: 'other' };
    case 'kubelet-exit':
      return { what: 'The kubelet ends', detail: fact.text, level: fact.fatal ? 2 : 1, style: 'process-start' };
    case 'probe':
      return {
        what: `${fact.probe} probe: ${fact.result}`,
        level: /^(?:ready|started|healthy|success)$/i.test(fact.result) ? 0 : 1,
        style: 'pod-event',
        pod: fact.pod,
        ...(fact.container === undefined ? {} : { container: fact.container }),
      };
    case 'pod-sync-error':
      return { what: 'Error syncing pod', detail: fact.error.text, level: 2, style: 'pod-error', pod: fact.pod };
    case 'container-named':
      return {
        what: namedText(fact.what),
        level: 0,
        style: 'pod-event',
        pod: fact.pod,
        ...container(fact.container ?? fact.containerId),
      };
    case 'evented':
      return {
        what: eventedText(fact.what),
        ...detail(fact.error?.text),
        level: fact.what === 'fall-back' ? 2 : fact.what === 'stream-failed' ? 1 : 0,
        style: 'other',
        pod: fact.pod,
      };
    case 'cni-failed':
      return { what: 'Pod network (CNI) failed', detail: fact.error.text, level: 2, style: 'pod-error', pod: fact.pod };
    case 'volume-failed':
      return { what: 'Volume failed', detail: fact.error.text, level: 1, style: 'pod-error', pod: fact.pod };
    case 'eviction':
      return { what: 'Eviction', detail: fact.text, level: 1, style: 'other' };
    case 'startup-failed':
      return { what: `Start-up failed: ${fact.cause.replace('-', ' ')}`, detail: fact.text, level: 2, style: 'other' };
    case 'api-error':
      return {
        what: `API server: ${fact.call.replace('-', ' ')}, ${fact.failure.replace('-', ' ')}`,
        detail: fact.error.text,
        level: 1,
        style: 'api-error',
      };
    case 'node-trouble':
      return { what: fact.what.replaceAll('-', ' '), detail: fact.text, level: 1, style: 'other' };
    case 'pod-trouble':
      return {
        what: fact.what === 'probe' ? `${fact.subject ?? 'A'} probe failed` : `Pod trouble: ${fact.what}`,
        detail: fact.error.text,
        level: 1,
        style: 'pod-error',
        pod: fact.pod,
        ...container(fact.container),
      };
    case 'neighbour':
      return neighbourText(fact);
    case 'journal-loss':
      return {
        what:
          fact.lost === undefined
            ? 'Lines are missing here'
            : `${counted(fact.lost, 'line')} ${fact.lost === 1 ? 'was' : 'were'} dropped here`,
        detail: fact.text,
        level: 1,
        style: 'gap',
      };
    case 'boot':
      return { what: 'The machine booted', level: 1, style: 'process-start' };
    case 'skip':
    case 'pleg-event':
    case 'relist-started':
    case 'sync-loop-started':
    case 'kubelet-version':
    case 'runtime-version':
    case 'flag':
    case 'pod-config':
    case 'pods-sync':
      return { what: fact.kind.replaceAll('-', ' '), level: 0, style: 'other' };
    default:
      return unknownKind(fact);
  }
}

/** The build breaks on a kind without a text; a document made by a newer reader still gets one. */
function unknownKind(fact: never): FactText {
  const { kind } = fact as { readonly kind?: unknown };
  return { what: typeof kind === 'string' ? kind.replaceAll('-', ' ') : 'unknown', level: 0, style: 'other' };
}

function codeOf(error: { readonly code?: string | undefined }): string {
  return error.code === undefined ? '' : `: ${error.code}`;
}

function detail(text: string | undefined): { detail?: string } {
  return text === undefined || text === '' ? {} : { detail: text };
}

function container(name: string | undefined): { container?: string } {
  return name === undefined || name === '' ? {} : { container: name };
}

function tookOf(took: number | undefined): { took?: number } {
  return took === undefined ? {} : { took };
}

function namedText(what: 'killing' | 'removing' | 'started' | 'other'): string {
  return what === 'killing'
    ? 'Killing container'
    : what === 'removing'
      ? 'Removing container'
      : what === 'started'
        ? 'Container started'
        : 'Container named';
}

function eventedText(what: 'stream-failed' | 'fall-back' | 'event' | 'other'): string {
  return what === 'stream-failed'
    ? 'Evented PLEG: event stream failed'
    : what === 'fall-back'
      ? 'Evented PLEG abandoned, back to relisting'
      : what === 'event'
        ? 'Runtime event'
        : 'Evented PLEG';
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
