import {
  CALL_STATES,
  CALLS,
  CONTAINER_MOMENT_STATES,
  LOOP_MOMENT_STATES,
  MOMENT_FIELDS,
  type Known,
  type MomentCallPath,
  type MomentChange,
  type MomentChannel,
  type MomentContainer,
  type MomentDocument,
  type MomentEvent,
  type MomentField,
  type MomentLoop,
  type MomentPodRecord,
  type MomentReason,
  type MomentReinspect,
  type MomentStaleness,
} from '../timeline/moment/moment.ts';
import { isBoolean, isCount, isFiniteNumber, isWord, listOf, oneOf, optional, shape } from './shapes.ts';

const isKnown = oneOf<Known>(['proven', 'likely', 'unknown']);

/** A part with `known` and, where one line says it, its place. */
const PLACED = { known: isKnown, source: optional(isCount), line: optional(isCount) };

const isField = shape<MomentField>({ ...PLACED, id: oneOf(MOMENT_FIELDS), label: isWord, value: isWord });

const isLoop = shape<MomentLoop>({
  ...PLACED,
  state: oneOf(LOOP_MOMENT_STATES),
  since: optional(isFiniteNumber),
  until: optional(isFiniteNumber),
  by: optional(isWord),
  sleep: optional(isFiniteNumber),
  backoffStep: optional(isFiniteNumber),
});

const isStaleness = shape<MomentStaleness>({
  ...PLACED,
  threshold: isFiniteNumber,
  seconds: optional(isFiniteNumber),
  min: optional(isFiniteNumber),
  max: optional(isFiniteNumber),
  lastListed: optional(isFiniteNumber),
  never: optional(isBoolean),
});

const isChannel = shape<MomentChannel>({
  known: isKnown,
  capacity: isCount,
  count: isCount,
  min: isCount,
  max: isCount,
  waiting: listOf(
    shape<MomentEvent>({
      ...PLACED,
      type: isWord,
      pod: optional(isWord),
      container: optional(isWord),
      sent: optional(isFiniteNumber),
      handled: optional(isFiniteNumber),
    }),
  ),
});

const isCache = shape<MomentDocument['cache']>({
  known: isKnown,
  globalAge: optional(isFiniteNumber),
  entries: listOf(
    shape<MomentDocument['cache']['entries'][number]>({
      ...PLACED,
      uid: isWord,
      pod: isWord,
      age: optional(isFiniteNumber),
      error: optional(isWord),
    }),
  ),
});

const isPodRecord = shape<MomentPodRecord>({
  uid: isWord,
  pod: isWord,
  pending: isBoolean,
  containers: listOf(
    shape<MomentContainer>({
      ...PLACED,
      id: isWord,
      name: optional(isWord),
      kind: oneOf(['container', 'sandbox', 'unknown']),
      old: oneOf(CONTAINER_MOMENT_STATES),
      current: oneOf(CONTAINER_MOMENT_STATES),
    }),
  ),
});

const isCallPath = shape<MomentCallPath>({
  known: isKnown,
  running: isBoolean,
  scope: oneOf(['all', 'pod']),
  morePods: isCount,
  steps: listOf(
    shape<MomentCallPath['steps'][number]>({
      ...PLACED,
      call: oneOf(CALLS),
      state: oneOf(CALL_STATES),
      depth: isCount,
      pod: optional(isWord),
      container: optional(isWord),
      text: optional(isWord),
      began: optional(isFiniteNumber),
      took: optional(isFiniteNumber),
      ends: optional(isFiniteNumber),
    }),
  ),
});

const isChange = shape<MomentChange>({ ...PLACED, time: isFiniteNumber, what: isWord });

/** True for a complete moment: all parts there, of the right types, every name one of ours. */
export const isMomentDocument = shape<MomentDocument>({
  time: isFiniteNumber,
  process: isWord,
  processLabel: isWord,
  headline: isWord,
  otherProcesses: listOf(shape({ id: isWord, label: isWord })),
  fields: listOf(isField),
  relist: shape<MomentDocument['relist']>({ known: isKnown, running: optional(isBoolean) }),
  health: shape<MomentDocument['health']>({ known: isKnown, healthy: optional(isBoolean) }),
  loop: isLoop,
  staleness: isStaleness,
  channel: isChannel,
  cache: isCache,
  reasons: listOf(shape<MomentReason>({ ...PLACED, kind: isWord, text: isWord })),
  reasonsKnown: isKnown,
  reinspect: listOf(shape<MomentReinspect>({ ...PLACED, pod: isWord })),
  reinspectKnown: isKnown,
  podRecords: listOf(isPodRecord),
  podRecordsKnown: isKnown,
  pods: isCount,
  callPath: optional(isCallPath),
  previousChange: optional(isChange),
  nextChange: optional(isChange),
  caveats: listOf(isWord),
});
