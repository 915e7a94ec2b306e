import {
  CALL_STATES,
  CALLS,
  CONTAINER_MOMENT_STATES,
  LOOP_MOMENT_STATES,
  MOMENT_FIELDS,
  type Known,
  type MomentDocument,
} from '../timeline/moment/moment.ts';
import {
  isBoolean,
  isCount,
  isFiniteNumber,
  isListOf,
  isObject,
  isOneOf,
  isOptional,
  isText,
  LONGEST_TEXT,
} from './shapes.ts';

const KNOWN: readonly Known[] = ['proven', 'likely', 'unknown'];

/** True for a complete moment: all parts there, of the right types, every name one of ours. */
export function isMomentDocument(value: unknown): value is MomentDocument {
  if (!isObject(value)) return false;
  return (
    isFiniteNumber(value['time']) &&
    isWord(value['process']) &&
    isWord(value['processLabel']) &&
    isWord(value['headline']) &&
    isListOf(value['otherProcesses'], (other) => isObject(other) && isWord(other['id']) && isWord(other['label'])) &&
    isListOf(
      value['fields'],
      (field) =>
        isPlaced(field) && isOneOf(field['id'], MOMENT_FIELDS) && isWord(field['label']) && isWord(field['value']),
    ) &&
    isJudged(value['relist'], 'running') &&
    isJudged(value['health'], 'healthy') &&
    isLoop(value['loop']) &&
    isStaleness(value['staleness']) &&
    isChannel(value['channel']) &&
    isCache(value['cache']) &&
    isListOf(value['reasons'], (reason) => isPlaced(reason) && isWord(reason['kind']) && isWord(reason['text'])) &&
    isKnown(value['reasonsKnown']) &&
    isListOf(value['reinspect'], (one) => isPlaced(one) && isWord(one['pod'])) &&
    isKnown(value['reinspectKnown']) &&
    isListOf(value['podRecords'], isPodRecord) &&
    isKnown(value['podRecordsKnown']) &&
    isCount(value['pods']) &&
    (value['callPath'] === undefined || isCallPath(value['callPath'])) &&
    (value['previousChange'] === undefined || isChange(value['previousChange'])) &&
    (value['nextChange'] === undefined || isChange(value['nextChange'])) &&
    isListOf(value['caveats'], isWord)
  );
}

function isWord(value: unknown): value is string {
  return isText(value, LONGEST_TEXT);
}

function isKnown(value: unknown): value is Known {
  return isOneOf(value, KNOWN);
}

/** A part with `known` and, where one line says it, its place. */
function isPlaced(value: unknown): value is Record<string, unknown> {
  return isObject(value) && isKnown(value['known']) && hasPlace(value);
}

function hasPlace(value: Record<string, unknown>): boolean {
  return isOptional(value['source'], isCount) && isOptional(value['line'], isCount);
}

function hasNumbers(value: Record<string, unknown>, names: readonly string[]): boolean {
  return names.every((name) => isOptional(value[name], isFiniteNumber));
}

function isLoop(value: unknown): boolean {
  return (
    isPlaced(value) &&
    isOneOf(value['state'], LOOP_MOMENT_STATES) &&
    hasNumbers(value, ['since', 'until', 'sleep', 'backoffStep']) &&
    isOptional(value['by'], isWord)
  );
}

/** Yes, no or unknown. */
function isJudged(value: unknown, name: string): boolean {
  return isObject(value) && isKnown(value['known']) && isOptional(value[name], isBoolean);
}

function isStaleness(value: unknown): boolean {
  return (
    isPlaced(value) &&
    isFiniteNumber(value['threshold']) &&
    hasNumbers(value, ['seconds', 'min', 'max', 'lastListed']) &&
    isOptional(value['never'], isBoolean)
  );
}

function isChannel(value: unknown): boolean {
  return (
    isObject(value) &&
    isKnown(value['known']) &&
    ['capacity', 'count', 'min', 'max'].every((name) => isCount(value[name])) &&
    isListOf(
      value['waiting'],
      (event) =>
        isPlaced(event) &&
        isWord(event['type']) &&
        isOptional(event['pod'], isWord) &&
        isOptional(event['container'], isWord) &&
        hasNumbers(event, ['sent', 'handled']),
    )
  );
}

function isCache(value: unknown): boolean {
  return (
    isObject(value) &&
    isKnown(value['known']) &&
    hasNumbers(value, ['globalAge']) &&
    isListOf(
      value['entries'],
      (entry) =>
        isPlaced(entry) &&
        isWord(entry['uid']) &&
        isWord(entry['pod']) &&
        hasNumbers(entry, ['age']) &&
        isOptional(entry['error'], isWord),
    )
  );
}

function isPodRecord(value: unknown): boolean {
  return (
    isObject(value) &&
    isWord(value['uid']) &&
    isWord(value['pod']) &&
    isBoolean(value['pending']) &&
    isListOf(
      value['containers'],
      (one) =>
        isPlaced(one) &&
        isWord(one['id']) &&
        isOptional(one['name'], isWord) &&
        isOneOf(one['kind'], ['container', 'sandbox', 'unknown']) &&
        isOneOf(one['old'], CONTAINER_MOMENT_STATES) &&
        isOneOf(one['current'], CONTAINER_MOMENT_STATES),
    )
  );
}

function isCallPath(value: unknown): boolean {
  return (
    isObject(value) &&
    isKnown(value['known']) &&
    isBoolean(value['running']) &&
    isOneOf(value['scope'], ['all', 'pod']) &&
    isCount(value['morePods']) &&
    isListOf(
      value['steps'],
      (step) =>
        isPlaced(step) &&
        isOneOf(step['call'], CALLS) &&
        isOneOf(step['state'], CALL_STATES) &&
        isCount(step['depth']) &&
        isOptional(step['pod'], isWord) &&
        isOptional(step['container'], isWord) &&
        isOptional(step['text'], isWord) &&
        hasNumbers(step, ['began', 'took', 'ends']),
    )
  );
}

function isChange(value: unknown): boolean {
  return isPlaced(value) && isFiniteNumber(value['time']) && isWord(value['what']);
}
