/**
 * The table that says which lines a kubelet writes for what it does: one entry an observation. Words come from the catalogue (which row fits the version is found there),
 * reasons from the leaf room; what stands here is which messages, in which order, with which fields.
 */
import { formatGoDuration, roundGoDuration } from '../../kubelet/goDuration.ts';
import { formatConditionReasons, formatSkipReason, formatSkipReasons } from '../../kubelet/skipReason.ts';
import { formatNodeCondition } from '../../messages/texts/nodeCondition.ts';
import type { Line } from './line.ts';
import type { ProcessObservation } from '../node/workerObservation.ts';
import { callFailedLines, streamEventText } from './wordingOfCalls.ts';
import { eventText, line, nameAndNamespace, podsText, podText, type WordingContext } from './wordingContext.ts';

type ByKind = { readonly [Of in ProcessObservation as Of['kind']]: Of };
type Wording<Kind extends keyof ByKind> = (observation: ByKind[Kind], context: WordingContext) => readonly Line[];

const SLOW_HOUSEKEEPING = 'housekeeping took too long';
const MILLISECOND = 1_000_000n;

const WORDING: { readonly [Kind in keyof ByKind]?: Wording<Kind> } = {
  'loop-started': (_, c) => line(c, 'syncloop.start'),
  skipped: ({ reasons }, c) => {
    const causes = JSON.stringify(reasons.map((reason) => ({ error: formatSkipReason(reason, c.profile) })));
    return line(
      c,
      'syncloop.skip',
      { err: formatSkipReasons(reasons, c.profile) },
      { jsonOnly: { errCauses: causes } },
    );
  },
  'config-applied': ({ op, podUids }, c) =>
    (['file', 'api'] as const).flatMap((source) => {
      const uids = podUids.filter((uid) => (c.pod(uid)?.source ?? 'api') === source);
      return uids.length === 0 ? [] : line(c, `syncloop.${op.toLowerCase()}`, { source, pods: podsText(c, uids) });
    }),
  'event-consumed': ({ event, podKnown }, c) => {
    // A removed container makes no pod sync, and without that there is no line.
    if (event.type === 'ContainerRemoved') return [];
    return podKnown
      ? line(c, 'syncloop.pleg', { pod: podText(c, event.podUid), event: eventText(c, event) })
      : line(c, 'syncloop.pleg-ignored', { event: eventText(c, event) });
  },
  'pods-synced': ({ podUids }, c) =>
    line(c, 'syncloop.sync', {
      count: String(podUids.length),
      total: String(podUids.length),
      pods: podsText(c, podUids),
    }),
  'probe-handled': ({ podUid }, c) =>
    c.profile.structuredLogging
      ? line(c, 'syncloop.probe', { probe: 'liveness', status: 'unhealthy', pod: podText(c, podUid) })
      : line(c, 'syncloop.unhealthy', { pod: podText(c, podUid) }),
  'housekeeping-started': (_, c) => line(c, 'syncloop.housekeeping'),
  'housekeeping-ended': ({ took, slow, error }, c) => [
    ...(error === undefined
      ? []
      : [
          ...line(c, 'syncloop.listing-failed', { err: listingError(error, c) }),
          ...line(c, 'syncloop.cleaning-failed', { err: error }),
        ]),
    ...(slow
      ? line(c, 'syncloop.housekeeping-slow', {
          err: SLOW_HOUSEKEEPING,
          expected: '1s',
          actual: rounded(took),
          seconds: String(took / 1e9),
        })
      : []),
    ...line(c, 'syncloop.housekeeping-end', { duration: rounded(took) }),
  ],

  'relist-started': ({ scope, podUid }, c) =>
    scope === 'all' ? line(c, 'pleg.relisting') : line(c, 'pleg.relist-pod', { podUID: podUid ?? '' }),
  'relist-failed': ({ scope, podUid, error }, c) =>
    scope === 'all'
      ? line(c, 'pleg.unable-retrieve-pods', { err: error })
      : line(c, 'pleg.unable-retrieve-pod', { err: error, podUID: podUid ?? '' }),
  'container-state-changed': ({ podUid, id, from, to }, c) =>
    line(c, 'pleg.state-change', { podUID: podUid, containerID: id, oldState: from, newState: to }),
  'pod-inspected': ({ podUid, error }, c) => writeStatus(podUid, error, c),
  'events-ignored': ({ podUid, error }, c) => {
    const { minor } = c.profile.version;
    // A contextual logger prints errors at any verbosity (pleg/generic.go, 1.32–1.34).
    return line(
      c,
      'pleg.ignoring-events',
      { ...nameAndNamespace(c, podUid), pod: podText(c, podUid), err: error },
      minor >= 32 && minor <= 34 ? { verbosity: 0 } : {},
    );
  },
  'reinspection-started': (_, c) => line(c, 'pleg.reinspecting'),
  'reinspection-failed': ({ podUid, error }, c) =>
    line(c, 'pleg.failed-reinspection', { ...nameAndNamespace(c, podUid), pod: podText(c, podUid), err: error }),
  'status-deleted': ({ podUid }, c) => line(c, 'pleg.delete-status', { podUID: podUid }),
  'container-finished': ({ podUid, id, exitCode }, c) =>
    line(c, 'pleg.container-finished', { podID: podUid, containerID: id, exitCode: String(exitCode) }),
  'event-discarded': (_, c) => line(c, 'pleg.channel-full'),
  'relist-request-dropped': ({ podUid }, c) => line(c, 'pleg.request-full', { podUID: podUid }),
  'evented-stream-ended': ({ error }, c) => line(c, 'cri.events.s3', { err: error }),
  'evented-stream-failed': ({ error }, c) => line(c, 'epleg.retry', { err: error }),
  'evented-fallback': (_, c) => line(c, 'epleg.fallback'),
  'evented-received': (observation, c) =>
    line(c, `epleg.${observation.event}`, { event: streamEventText(observation, c) }),

  'runtime-call-failed': callFailedLines,
  'runtime-status-failed': ({ error }, c) => line(c, 'runtime.sanity-failed', { err: error }),
  'runtime-not-ready': ({ text }, c) => line(c, 'runtime.not-ready', { runtimeReady: conditionOf(text) }),
  'network-not-ready': ({ at, text }, c) =>
    line(c, 'runtime.network-not-ready', { networkReady: conditionOf(text) }, atStart(at, c)),
  'node-status': ({ at, ready, reasons }, c) => {
    if (ready) {
      if (c.wasReady === true) return [];
      return [
        ...line(c, 'node.recording-event', { node: c.node, event: 'NodeReady' }),
        ...(c.wasReady === undefined ? line(c, 'node.fast-update') : []),
      ];
    }
    if (c.wasReady !== true) return [];
    const time = c.time(at);
    const condition = {
      type: 'Ready',
      status: 'False',
      reason: 'KubeletNotReady',
      message: formatConditionReasons(reasons, c.profile),
      heartbeat: time,
      transition: time,
    };
    return [
      ...line(c, 'node.recording-event', { node: c.node, event: 'NodeNotReady' }),
      ...line(c, 'node.not-ready', {
        node: c.node,
        condition: formatNodeCondition(condition, c.profile.plegEventForm === 'json' || c.json),
      }),
    ];
  },

  'sandbox-needed': ({ podUid, any }, c) =>
    line(c, any ? 'kuberuntime.no-ready-sandbox' : 'kuberuntime.no-sandbox', { pod: podText(c, podUid) }),
  'container-killing': ({ podUid, id, name, grace }, c) =>
    line(c, 'kuberuntime.killing-grace', {
      pod: podText(c, podUid),
      podUID: podUid,
      containerName: name,
      containerID: `containerd://${id}`,
      gracePeriod: String(grace),
    }),
  'container-removing': ({ id }, c) => line(c, 'kuberuntime.remove-container', { containerID: id }),
  'pod-sync-failed': ({ podUid, error }, c) =>
    line(c, 'podworker.error-syncing', { err: error, pod: podText(c, podUid), podUID: podUid }),
  'garbage-collection-failed': ({ error }, c) => line(c, 'gc.container-failed', { err: error }),
};

/** The lines for an observation; none for those that the kubelet keeps to itself. Which of them `-v` lets through is not decided here. */
export function linesOf(observation: ProcessObservation, context: WordingContext): readonly Line[] {
  return worded(observation.kind, observation, context);
}

function worded<Kind extends keyof ByKind>(
  kind: Kind,
  observation: ByKind[Kind],
  context: WordingContext,
): readonly Line[] {
  return WORDING[kind]?.(observation, context) ?? [];
}

/** `PLEG: Write status`: a Go dump to 1.20; from 1.24 a failure is an error line of its own. */
function writeStatus(uid: string, error: string | undefined, c: WordingContext): readonly Line[] {
  const { minor } = c.profile.version;
  const names = nameAndNamespace(c, uid);
  if (minor < 21) {
    const status = `&container.PodStatus{ID:"${uid}", Name:"${names.name}", Namespace:"${names.namespace}", ContainerStatuses:[]*container.ContainerStatus{}, SandboxStatuses:[]*v1alpha2.PodSandboxStatus{}}`;
    return line(c, 'pleg.write-status', {
      ...names,
      status: error === undefined ? status : '(*container.PodStatus)(nil)',
      err: error ?? '<nil>',
    });
  }
  const fields = { pod: podText(c, uid), ...(error === undefined ? {} : { err: error }) };
  if (minor < 24) return line(c, 'pleg.write-status.s2', fields);
  return line(c, error === undefined ? 'pleg.write-status.s6' : 'pleg.write-status.s4', fields);
}

/** Up to 1.20 this one line prints the error with `%#v`. */
function listingError(error: string, { profile }: WordingContext): string {
  const status = /^rpc error: code = (\w+) desc = (.*)$/.exec(error);
  if (profile.structuredLogging || status === null) return error;
  const codes: Readonly<Record<string, number>> = {
    Canceled: 1,
    Unknown: 2,
    DeadlineExceeded: 4,
    NotFound: 5,
    ResourceExhausted: 8,
    Internal: 13,
    Unavailable: 14,
  };
  return `&status.statusError{Code:${codes[status[1] ?? ''] ?? 2}, Message:${JSON.stringify(status[2] ?? '')}, Details:[]*any.Any(nil)}`;
}

/** From 1.26 on, while a kubelet starts, the runtime's and the network's state need -v=4 (kubelet.go, 120 s after the start or until Ready). */
function atStart(at: number, { profile, wasReady }: WordingContext): Partial<Line> {
  return profile.version.minor >= 26 && at < 120e9 && wasReady !== true ? { verbosity: 4 } : {};
}

/** `NetworkReady=false reason:… message:…` out of the reason of the Ready condition. */
function conditionOf(text: string): string {
  const at = text.indexOf(': ');
  return at < 0 ? text : text.slice(at + 2);
}

function rounded(took: number): string {
  return formatGoDuration(roundGoDuration(BigInt(took), MILLISECOND));
}
