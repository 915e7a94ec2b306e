/** Facts of PLEG's lines and of the events the sync loop takes from it. */
import type { EventedFact, PlegEventType, PodReference, RelistFailedFact } from '../fact.ts';
import { plainContainerId } from '../texts/pod.ts';
import type { FactBuilder, Recognised } from '../recognise/row.ts';
import { errorOrEmpty } from '../texts/runtimeError.ts';
import { made, withKnown } from './made.ts';

/** The pod of a record: `pod`, or `name` and `namespace` (PLEG up to 1.20 prints the name first), with a uid from `podUID` or `podID`. */
export function podOf({ field, pod: named }: Recognised): PodReference {
  const pod = named('pod', field('podUID') ?? field('podID'));
  if (pod.name !== undefined || field('pod') !== undefined) return pod;
  const name = field('name');
  const namespace = field('namespace');
  return name !== undefined && namespace !== undefined ? { namespace, name } : pod;
}

/** The event of a line; its pod from the line's `pod` where it has one, the uid from the event. */
function eventOf({ event, pod }: Recognised): {
  readonly type: PlegEventType;
  readonly pod: PodReference;
  readonly containerId: string | undefined;
} {
  const value = event('event');
  return { type: value?.type ?? 'unknown', pod: pod('pod', value?.podUid), containerId: plainContainerId(value?.data) };
}

function eventFact(kind: 'pleg-event' | 'pleg-event-ignored'): FactBuilder {
  return (found) => {
    const { type, pod, containerId } = eventOf(found);
    return withKnown(made(found.base, { kind, type, pod }), 'containerId', containerId);
  };
}

export const plegEvent = eventFact('pleg-event');
export const plegEventIgnored = eventFact('pleg-event-ignored');

export function relistStarted(scope: RelistFailedFact['scope']): FactBuilder {
  return (found) => made(found.base, { kind: 'relist-started', scope, pod: podOf(found) });
}

export function relistFailed(scope: RelistFailedFact['scope']): FactBuilder {
  return (found) => made(found.base, { kind: 'relist-failed', scope, pod: podOf(found), error: errorOrEmpty(found) });
}

export const stateChange: FactBuilder = (found) =>
  made(found.base, {
    kind: 'state-change',
    pod: podOf(found),
    containerId: plainContainerId(found.field('containerID')) ?? '',
    oldState: found.field('oldState') ?? '',
    newState: found.field('newState') ?? '',
  });

export const containerFinished: FactBuilder = (found) => {
  const containerId = plainContainerId(found.field('containerID'));
  if (containerId === undefined) return undefined;
  const text = found.field('exitCode');
  const exitCode = text === undefined || text === '' ? Number.NaN : Number(text);
  return withKnown(
    made(found.base, { kind: 'container-finished', pod: podOf(found), containerId }),
    'exitCode',
    Number.isInteger(exitCode) ? exitCode : undefined,
  );
};

export const eventsHeldBack: FactBuilder = (found) =>
  made(found.base, { kind: 'events-held-back', pod: podOf(found), error: errorOrEmpty(found) });

export const channelFull: FactBuilder = ({ base }) => made(base, { kind: 'event-channel-full' });

/** Only with an error: 1.21 to 1.23 print `Write status` as an error line on success too, older versions print `(err: <nil>)`. */
export const inspectFailed: FactBuilder = (found) => {
  const error = found.error('err');
  if (error === undefined) return undefined;
  return withIds(made(found.base, { kind: 'inspect-failed', pod: podOf(found), error }), found);
};

/** Sets the ids that a line gives of a sandbox and a container. */
export function withIds<Target extends object>(
  fact: Target,
  { field }: Recognised,
): Target & { sandboxId?: string; containerId?: string } {
  return withKnown(
    withKnown(fact, 'sandboxId', plainContainerId(field('podSandboxID'))),
    'containerId',
    plainContainerId(field('containerID')),
  );
}

/** The pod inside a CRI event: Go struct text up to 1.3x (`Metadata:&PodSandboxMetadata{Name:…,Uid:…,Namespace:…,`), protobuf text in 1.36 (`metadata:{name:"…"  uid:"…"  namespace:"…"}`). */
const EVENT_POD =
  /etadata:&?[A-Za-z]{0,24}\{[Nn]ame:"?([a-z0-9.-]{1,253})"?[ ,]{1,4}[Uu]id:"?([0-9a-f-]{32,36})"?[ ,]{1,4}[Nn]amespace:"?([a-z0-9-]{1,63})/;

function podOfEvent(found: Recognised): PodReference {
  const [, name, uid, namespace] = EVENT_POD.exec(found.field('event') ?? '') ?? [];
  return name === undefined || uid === undefined || namespace === undefined ? podOf(found) : { uid, namespace, name };
}

export function evented(what: EventedFact['what']): FactBuilder {
  return (found) =>
    withKnown(made(found.base, { kind: 'evented', what, pod: podOfEvent(found) }), 'error', found.error('err'));
}
