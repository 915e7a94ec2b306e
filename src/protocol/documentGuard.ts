import {
  type AnswerSpan,
  type EpisodeChip,
  type FindingCard,
  type HealthyRelists,
  type Lane,
  LANE_KINDS,
  MARK_STYLES,
  type TimelineDocument,
} from '../timeline/timelineDocument.ts';
import {
  allBelow,
  type Check,
  isAscending,
  isBoolean,
  isCount,
  isFiniteNumber,
  isObject,
  isText,
  isTyped,
  listOf,
  oneOf,
  optional,
  shape,
} from './shapes.ts';

/** True for a complete document: all fields there, columns of equal length, times in order, every index within its table. */
export function isTimelineDocument(value: unknown): value is TimelineDocument {
  if (!isObject(value)) return false;
  const { lanes, strings } = value;
  if (!Array.isArray(lanes) || !isTexts(strings) || strings[0] !== '') return false;
  const count = markCount(value['marks'], strings.length, lanes.length);
  return (
    count !== undefined && isHead(value) && lanes.every((lane) => isLane(lane, count)) && isSkips(value['skips'], count)
  );
}

const isTexts = (value: unknown): value is readonly string[] => listOf(isText)(value);

/** Where a line says it, its place. */
const PLACED = { text: isText, source: optional(isCount), line: optional(isCount) };

const isFinding = shape<FindingCard>({
  id: isText,
  confidence: oneOf(['high', 'medium', 'low']),
  title: isText,
  explanation: isText,
  nextSteps: isTexts,
  evidence: listOf(shape({ text: isText, source: isCount, line: isCount })),
});

const isEpisode = shape<EpisodeChip>({
  id: isText,
  node: optional(isText),
  label: isText,
  begin: isFiniteNumber,
  beginMax: isFiniteNumber,
  end: optional(isFiniteNumber),
  endMax: isFiniteNumber,
  startup: isBoolean,
  state: oneOf(['recovered', 'restart', 'gap', 'end-of-log']),
  skips: isCount,
  missing: isCount,
  reasons: isTexts,
});

/** All but the columns that count on each other. */
const isHead: Check = shape<Omit<TimelineDocument, 'lanes' | 'marks' | 'skips' | 'strings'>>({
  title: isText,
  sources: isTexts,
  origin: isFiniteNumber,
  length: isLength,
  timeZoneKnown: isBoolean,
  zoneOffset: optional(isFiniteNumber),
  summary: shape<TimelineDocument['summary']>({
    node: isText,
    version: isText,
    lines: isCount,
    skips: isCount,
    explained: isCount,
    missing: isCount,
  }),
  state: oneOf(['healthy', 'impaired', 'recovered', 'unhealthy-at-end', 'unknown']),
  worthALook: isBoolean,
  headline: isText,
  answer: listOf(listOf(shape<AnswerSpan>({ ...PLACED, strong: optional(isBoolean), commands: optional(isBoolean) }))),
  answered: optional(isText),
  findings: listOf(isFinding),
  episodes: listOf(isEpisode),
  staleness: listOf(isStaleness),
  rate: optional(isRate),
  warnings: listOf(shape(PLACED)),
});

function isLength(value: unknown): value is number {
  return isFiniteNumber(value) && value >= 0;
}

/** The number of marks when the columns are whole, else `undefined`. */
function markCount(value: unknown, strings: number, lanes: number): number | undefined {
  if (!isObject(value) || !isCount(value['count'])) return undefined;
  const count = value['count'];
  for (const name of ['time', 'end', 'min', 'max']) if (!isTyped(value[name], 'Float64Array', count)) return undefined;
  for (const name of ['what', 'detail', 'pod', 'container']) {
    const column = value[name];
    if (!isTyped(column, 'Uint32Array', count) || !allBelow(column, strings)) return undefined;
  }
  const { lane, level, time } = value;
  if (!isTimes(time)) return undefined;
  if (!isTyped(lane, 'Uint32Array', count) || !allBelow(lane, lanes)) return undefined;
  if (!isTyped(level, 'Uint8Array', count) || !allBelow(level, 3)) return undefined;
  if (
    !isTyped(value['source'], 'Uint16Array', count) ||
    !isTyped(value['line'], 'Uint32Array', count) ||
    !isTyped(value['proven'], 'Uint8Array', count)
  )
    return undefined;
  return count;
}

/** What a lane is called, and belongs to. */
const isNamedLane: Check = shape<Omit<Lane, 'start' | 'end' | 'style' | 'level' | 'proven' | 'mark'>>({
  id: isText,
  kind: oneOf(LANE_KINDS),
  label: isText,
  parent: optional(isText),
  node: optional(isText),
  uid: optional(isText),
  ids: optional(isTexts),
  restarts: optional(isCount),
  inTurn: optional(isCount),
  folded: optional(isBoolean),
});

function isLane(value: unknown, marks: number): boolean {
  if (!isObject(value) || !isNamedLane(value)) return false;
  const { start, end, style, level, mark } = value;
  if (!isTyped(start, 'Float64Array')) return false;
  const size = start.length;
  return (
    isAscending(start) &&
    isTyped(end, 'Float64Array', size) &&
    endsAfter(start, end) &&
    isTyped(style, 'Uint8Array', size) &&
    allBelow(style, MARK_STYLES.length) &&
    isTyped(level, 'Uint8Array', size) &&
    allBelow(level, 3) &&
    isTyped(value['proven'], 'Uint8Array', size) &&
    isTyped(mark, 'Int32Array', size) &&
    allBelow(mark, Math.max(marks, 0), -1)
  );
}

function endsAfter(start: ArrayLike<number>, end: ArrayLike<number>): boolean {
  for (let index = 0; index < start.length; index += 1) {
    const last = end[index];
    if (last === undefined || !Number.isFinite(last) || last < (start[index] ?? last)) return false;
  }
  return true;
}

function isStaleness(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { time, starts, evented } = value;
  return (
    isText(value['process']) &&
    isText(value['node']) &&
    isFiniteNumber(value['threshold']) &&
    optional(isEvented)(evented) &&
    isTimes(time) &&
    isTimes(starts) &&
    isHealthy(value['healthy']) &&
    ['seconds', 'bandMin', 'bandMax'].every((name) => isTyped(value[name], 'Float64Array', time.length)) &&
    isTyped(value['proven'], 'Uint8Array', time.length)
  );
}

const isEvented = shape({ until: isFiniteNumber, threshold: isFiniteNumber });

function isTimes(value: unknown): value is ArrayLike<number> {
  return isTyped(value, 'Float64Array') && isAscending(value);
}

/** The period must be above zero: teeth are made from it. */
const isPaced: Check = shape<Pick<HealthyRelists, 'period' | 'duration'>>({
  period: (value) => isLength(value) && value > 0,
  duration: isLength,
});

function isHealthy(value: unknown): boolean {
  if (!isObject(value) || !isPaced(value)) return false;
  const { from, to, anchor } = value;
  return (
    isTimes(from) &&
    isTyped(to, 'Float64Array', from.length) &&
    endsAfter(from, to) &&
    isTyped(anchor, 'Float64Array', from.length) &&
    Array.from(anchor).every(Number.isFinite)
  );
}

function isSkips(value: unknown, marks: number): boolean {
  if (!isObject(value)) return false;
  const { time, mark } = value;
  return (
    isTimes(time) &&
    isTyped(value['seconds'], 'Float64Array', time.length) &&
    isTyped(mark, 'Int32Array', time.length) &&
    allBelow(mark, marks, -1)
  );
}

function isRate(value: unknown): value is NonNullable<TimelineDocument['rate']> {
  if (!isObject(value) || !isFiniteNumber(value['start']) || !isFiniteNumber(value['bucket']) || value['bucket'] <= 0)
    return false;
  const info = value['info'];
  return (
    isTyped(info, 'Float64Array') &&
    isTyped(value['warning'], 'Float64Array', info.length) &&
    isTyped(value['error'], 'Float64Array', info.length)
  );
}
