/** The summary of a moment: each part in words, for a list that people read and screen readers speak. */
import { formatSeconds, formatSecondsRange } from '../format.ts';
import type { Known, MomentDocument, MomentField, MomentFieldId, MomentPlace } from './moment.ts';

type Parts = Omit<MomentDocument, 'fields' | 'headline'>;

/** What each field is called. */
export const FIELD_LABELS: Readonly<Record<MomentFieldId, string>> = {
  loop: 'Sync loop',
  reasons: 'Reasons to skip',
  staleness: 'PLEG staleness',
  'last-listed': 'Last good relist began',
  threshold: 'Threshold',
  relist: 'Relist',
  channel: 'Events waiting',
  reinspect: 'Pods to reinspect',
  'cache-age': 'Pod cache age',
  'runtime-sync': 'Last good Status',
  'back-off': 'Back-off',
  'next-check': 'Next check',
  'node-ready': 'Node',
  pods: 'Pod records',
};

/** What is not part of the document in numbers. */
export interface MoreFields {
  readonly runtimeSync: { readonly seconds?: number; readonly known: Known } & MomentPlace;
  readonly nodeReady?: { readonly text: string; readonly known: Known } & MomentPlace;
  /** How the threshold is known: a skip prints it, or lines tell of Evented PLEG. */
  readonly threshold: { readonly known: Known } & MomentPlace;
  /** Writes a time as `00:31:42.387`. */
  readonly clock: (time: number) => string;
}

/** What one field says, how it is known and where that stands; `undefined` where the moment has none of it. */
type FieldDraft = readonly [value: string, known: Known, place?: MomentPlace | undefined] | undefined;

const FIELDS: Readonly<Record<MomentFieldId, (parts: Parts, more: MoreFields) => FieldDraft>> = {
  loop: (parts, { clock }) => [loopText(parts, clock), parts.loop.known, parts.loop],
  reasons: ({ reasons, reasonsKnown }) => [
    reasons.length === 0 ? 'none: the runtime state is healthy' : reasons.map((reason) => reason.text).join(', '),
    reasonsKnown,
    reasons.find((reason) => reason.known === 'proven'),
  ],
  staleness: ({ staleness }) => [
    staleness.never === true ? 'no relist has listed yet' : secondsText(staleness),
    staleness.known,
    staleness,
  ],
  'last-listed': ({ staleness }, { clock }) => [
    staleness.lastListed === undefined ? 'never' : clock(staleness.lastListed),
    staleness.known,
    staleness,
  ],
  threshold: ({ staleness }, { threshold }) => [formatSeconds(staleness.threshold), threshold.known, threshold],
  relist: (parts, { clock }) => [
    relistText(parts, clock),
    parts.callPath?.known ?? 'unknown',
    parts.callPath?.steps[0],
  ],
  channel: ({ channel }) => [
    channelText(channel),
    channel.known,
    channel.waiting.find((event) => event.known === 'proven'),
  ],
  reinspect: ({ reinspect, reinspectKnown }) => [
    reinspect.length === 0 ? 'none' : reinspect.map((one) => one.pod).join(', '),
    reinspectKnown,
    reinspect[0],
  ],
  'cache-age': ({ cache }) => [
    cache.globalAge === undefined ? 'no relist has ended yet' : formatSeconds(cache.globalAge),
    cache.known,
  ],
  'runtime-sync': (_, { runtimeSync }) => [
    runtimeSync.seconds === undefined ? 'none yet' : `${formatSeconds(runtimeSync.seconds)} ago`,
    runtimeSync.known,
    runtimeSync,
  ],
  'back-off': ({ loop }) =>
    loop.sleep === undefined
      ? undefined
      : [
          `sleeps ${formatSeconds(loop.sleep)}${loop.backoffStep === undefined ? '' : ` after skip ${loop.backoffStep}`}`,
          loop.known,
          loop,
        ],
  'next-check': ({ loop }, { clock }) => (loop.until === undefined ? undefined : [clock(loop.until), loop.known, loop]),
  'node-ready': (_, { nodeReady }) =>
    nodeReady === undefined ? undefined : [nodeReady.text, nodeReady.known, nodeReady],
  pods: ({ pods, podRecords, podRecordsKnown }) => {
    const pending = podRecords.filter((record) => record.pending).length;
    return [`${pods}${pending === 0 ? '' : `, ${pending} with a change not yet reported`}`, podRecordsKnown];
  },
};

/** The fields of a moment, in the order in which they are shown. */
export function momentFields(parts: Parts, more: MoreFields): MomentField[] {
  return (Object.keys(FIELDS) as MomentFieldId[]).flatMap((id) => {
    const field = FIELDS[id](parts, more);
    if (field === undefined) return [];
    const [value, known, place] = field;
    return {
      id,
      label: FIELD_LABELS[id],
      value: known === 'unknown' ? '' : value,
      known,
      ...(known === 'unknown' || place?.source === undefined || place.line === undefined
        ? {}
        : { source: place.source, line: place.line }),
    };
  });
}

function channelText({ count, capacity, min, max }: MomentDocument['channel']): string {
  const waiting = `${count.toLocaleString('en')} of ${capacity.toLocaleString('en')}`;
  return min === max ? waiting : `${waiting} (${min.toLocaleString('en')}–${max.toLocaleString('en')})`;
}

function secondsText({ seconds, min, max }: MomentDocument['staleness']): string {
  if (seconds === undefined) return '';
  return min === undefined || max === undefined || max - min < 0.05
    ? formatSeconds(seconds)
    : `${formatSeconds(seconds)} (${formatSecondsRange(min, max)})`;
}

function loopText({ loop }: Parts, clock: (time: number) => string): string {
  const since = loop.since === undefined ? '' : ` since ${clock(loop.since)}`;
  switch (loop.state) {
    case 'working':
      return `works${since}`;
    case 'waiting':
      return 'is healthy and waits for work';
    case 'housekeeping':
      return `is in housekeeping${since}`;
    case 'blocked':
      return `is blocked by ${loop.by ?? 'something'}${since}${loop.until === undefined ? '' : ` until ${clock(loop.until)}`}`;
    case 'skipping':
      return `skips${loop.until === undefined ? '' : `, sleeps until ${clock(loop.until)}`}`;
    case 'not-started':
      return loop.since === undefined ? 'has not started yet' : `starts at ${clock(loop.since)}`;
    case 'ended':
      return 'has ended';
    case 'unknown':
      return '';
  }
}

/** The deepest step that runs or hangs. */
function relistText({ callPath }: Parts, clock: (time: number) => string): string {
  if (callPath === undefined) return '';
  if (!callPath.running)
    return `none running; the last one ${callPath.steps[0]?.state === 'failed' ? 'failed' : 'ended well'}`;
  const now = callPath.steps.findLast((step) => step.state === 'hung' || step.state === 'running');
  if (now === undefined || now.call === 'relist') return 'runs';
  return `${now.state === 'hung' ? 'hangs' : 'is'} in ${now.call}${now.pod === undefined ? '' : ` of ${now.pod}`}${now.began === undefined ? '' : ` since ${clock(now.began)}`}`;
}

/** One sentence: what the kubelet is doing. */
export function momentHeadline(parts: Parts, more: Pick<MoreFields, 'clock'>): string {
  const { loop, staleness } = parts;
  const loopWords =
    loop.state === 'unknown'
      ? 'What the sync loop is doing is unknown'
      : `The sync loop ${loopText(parts, more.clock)}`;
  const path =
    parts.callPath?.running === true && parts.callPath.known !== 'unknown'
      ? `; the relist ${relistText(parts, more.clock)}`
      : '';
  const age =
    staleness.seconds !== undefined && staleness.seconds > staleness.threshold
      ? `; PLEG is unhealthy (last good relist ${formatSeconds(staleness.seconds)} ago, threshold ${formatSeconds(staleness.threshold)})`
      : '';
  const waiting =
    parts.channel.known !== 'unknown' && parts.channel.count > 0
      ? `; ${parts.channel.count} ${parts.channel.count === 1 ? 'event waits' : 'events wait'}`
      : '';
  return `${loopWords}${path}${age}${waiting}.`;
}
