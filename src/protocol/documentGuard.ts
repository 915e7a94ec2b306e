import { LANE_KINDS, MARK_STYLES, type TimelineDocument } from '../timeline/timelineDocument.ts';
import {
  allBelow,
  isAscending,
  isBoolean,
  isCount,
  isFiniteNumber,
  isListOf,
  isObject,
  isOneOf,
  isOptional,
  isText,
  isTyped,
} from './shapes.ts';

/** True for a complete document: all fields there, columns of equal length, times in order, every index within its table. */
export function isTimelineDocument(value: unknown): value is TimelineDocument {
  if (!isObject(value)) return false;
  const lanes = value['lanes'];
  const strings = value['strings'];
  if (!Array.isArray(lanes) || !isListOf(strings, (text) => isText(text)) || strings[0] !== '') return false;
  const count = markCount(value['marks'], strings.length, lanes.length);
  return (
    count !== undefined &&
    isHead(value) &&
    lanes.every((lane) => isLane(lane, count)) &&
    isListOf(value['staleness'], isStaleness) &&
    isSkips(value['skips'], count) &&
    isOptional(value['rate'], isRate)
  );
}

function isHead(value: Record<string, unknown>): boolean {
  const summary = value['summary'];
  return (
    isText(value['title']) &&
    isListOf(value['sources'], (name) => isText(name)) &&
    isFiniteNumber(value['origin']) &&
    isFiniteNumber(value['length']) &&
    value['length'] >= 0 &&
    isBoolean(value['timeZoneKnown']) &&
    isOptional(value['zoneOffset'], isFiniteNumber) &&
    isObject(summary) &&
    isText(summary['node']) &&
    isText(summary['version']) &&
    ['lines', 'skips', 'explained', 'unexplained', 'missing'].every((name) => isCount(summary[name])) &&
    isOneOf(value['state'], ['healthy', 'impaired', 'recovered', 'unhealthy-at-end', 'unknown']) &&
    isBoolean(value['worthALook']) &&
    isText(value['headline']) &&
    isListOf(value['answer'], (paragraph) => isListOf(paragraph, isSpan)) &&
    isListOf(value['findings'], isFinding) &&
    isListOf(value['episodes'], isEpisode) &&
    isOptional(value['answered'], (id) => isText(id)) &&
    isListOf(value['warnings'], isPlacedText)
  );
}

function isPlacedText(value: unknown): boolean {
  return (
    isObject(value) &&
    isText(value['text']) &&
    isOptional(value['source'], isCount) &&
    isOptional(value['line'], isCount)
  );
}

function isSpan(value: unknown): boolean {
  return (
    isPlacedText(value) &&
    isObject(value) &&
    isOptional(value['strong'], isBoolean) &&
    isOptional(value['commands'], isBoolean)
  );
}

function isFinding(value: unknown): boolean {
  return (
    isObject(value) &&
    isText(value['id']) &&
    isOneOf(value['confidence'], ['high', 'medium', 'low']) &&
    isText(value['title']) &&
    isText(value['explanation']) &&
    isListOf(value['nextSteps'], (step) => isText(step)) &&
    isOptional(value['episode'], (text) => isText(text)) &&
    isListOf(
      value['evidence'],
      (line) => isPlacedText(line) && isObject(line) && isCount(line['source']) && isCount(line['line']),
    )
  );
}

function isEpisode(value: unknown): boolean {
  return (
    isObject(value) &&
    isText(value['id']) &&
    isOptional(value['node'], (node) => isText(node)) &&
    isText(value['label']) &&
    isFiniteNumber(value['begin']) &&
    isFiniteNumber(value['beginMax']) &&
    isOptional(value['end'], isFiniteNumber) &&
    isOptional(value['endMax'], isFiniteNumber) &&
    isBoolean(value['startup']) &&
    isOneOf(value['state'], ['recovered', 'restart', 'gap', 'end-of-log']) &&
    isCount(value['skips']) &&
    isCount(value['missing']) &&
    isListOf(value['reasons'], (reason) => isText(reason))
  );
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
  if (!isTyped(time, 'Float64Array') || !isAscending(time)) return undefined;
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

function isLane(value: unknown, marks: number): boolean {
  if (!isObject(value) || !isText(value['id']) || !isText(value['label']) || !isOneOf(value['kind'], LANE_KINDS))
    return false;
  if (!isOptional(value['parent'], (text) => isText(text)) || !isOptional(value['folded'], isBoolean)) return false;
  const isName = (text: unknown): text is string => isText(text);
  if (
    !isOptional(value['node'], isName) ||
    !isOptional(value['uid'], isName) ||
    !isOptional(value['restarts'], isCount) ||
    !isOptional(value['inTurn'], isCount) ||
    !(value['ids'] === undefined || isListOf(value['ids'], isName))
  )
    return false;
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
  if (!isObject(value) || !isText(value['process']) || !isFiniteNumber(value['threshold'])) return false;
  const { time, starts, evented } = value;
  if (
    evented !== undefined &&
    (!isObject(evented) || !isFiniteNumber(evented['until']) || !isFiniteNumber(evented['threshold']))
  )
    return false;
  if (
    !isTyped(time, 'Float64Array') ||
    !isAscending(time) ||
    !isText(value['node']) ||
    !isTyped(starts, 'Float64Array') ||
    !isAscending(starts) ||
    !isHealthy(value['healthy'])
  )
    return false;
  return (
    ['seconds', 'bandMin', 'bandMax'].every((name) => isTyped(value[name], 'Float64Array', time.length)) &&
    isTyped(value['proven'], 'Uint8Array', time.length)
  );
}

/** The period must be above zero: teeth are made from it. */
function isHealthy(value: unknown): boolean {
  if (
    !isObject(value) ||
    !isFiniteNumber(value['period']) ||
    value['period'] <= 0 ||
    !isFiniteNumber(value['duration']) ||
    value['duration'] < 0
  )
    return false;
  const { from, to, anchor } = value;
  return (
    isTyped(from, 'Float64Array') &&
    isAscending(from) &&
    isTyped(to, 'Float64Array', from.length) &&
    endsAfter(from, to) &&
    isTyped(anchor, 'Float64Array', from.length) &&
    anchorsAreFinite(anchor)
  );
}

function anchorsAreFinite(anchor: ArrayLike<number>): boolean {
  return Array.from(anchor).every((time) => Number.isFinite(time));
}

function isSkips(value: unknown, marks: number): boolean {
  if (!isObject(value)) return false;
  const { time, mark } = value;
  return (
    isTyped(time, 'Float64Array') &&
    isAscending(time) &&
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
