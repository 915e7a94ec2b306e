import { CHANGE_NAMES } from '../whatIf/changeTable.ts';
import type { WhatIfAnswer } from '../whatIf/whatIfDocument.ts';
import type { WhatIfRequestMessage } from './protocol.ts';
import {
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
  LONGEST_TEXT,
} from './shapes.ts';

const LONGEST_TYPED = 100;

/** True for changes as somebody may type them. */
export function isWhatIfChanges(value: unknown): value is WhatIfRequestMessage['changes'] {
  return (
    isListOf(
      value,
      (one) => Array.isArray(one) && one.length === 2 && isName(one[0]) && isText(one[1], LONGEST_TYPED),
    ) && value.length <= CHANGE_NAMES.length
  );
}

/** True for a complete answer: all parts there, of the right types. */
export function isWhatIfAnswer(value: unknown): value is WhatIfAnswer {
  if (!isObject(value)) return false;
  if (value['document'] === undefined) return isWord(value['why']) && isOptional(value['name'], isName);
  const document = value['document'];
  return (
    isObject(document) &&
    isWord(document['node']) &&
    isWord(document['sentence']) &&
    isBoolean(document['isChanged']) &&
    isWord(document['resemblance']) &&
    isListOf(
      document['figures'],
      (row) => isObject(row) && [row['what'], row['observed'], row['unchanged'], row['predicted']].every(isWord),
    ) &&
    isListOf(
      document['known'],
      (one) =>
        isObject(one) &&
        isOneOf(one['is'], ['inferred', 'assumed']) &&
        isWord(one['text']) &&
        isListOf(one['lines'], (at) => isObject(at) && isCount(at['source']) && isCount(at['line'])),
    ) &&
    isValues(document['values']) &&
    isTyped(document['times'], 'Float64Array') &&
    isAscending(document['times']) &&
    isTyped(document['seconds'], 'Float64Array', document['times'].length) &&
    isFiniteNumber(document['threshold']) &&
    isTyped(document['skips'], 'Float64Array') &&
    isAscending(document['skips']) &&
    isListOf(document['notReady'], isStretch) &&
    isListOf(document['unhealthy'], isStretch)
  );
}

function isName(value: unknown): value is (typeof CHANGE_NAMES)[number] {
  return isOneOf(value, CHANGE_NAMES);
}

function isWord(value: unknown): value is string {
  return isText(value, LONGEST_TEXT);
}

function isValues(value: unknown): boolean {
  return isObject(value) && CHANGE_NAMES.every((name) => isWord(value[name]));
}

function isStretch(value: unknown): boolean {
  return (
    isObject(value) && isFiniteNumber(value['from']) && isFiniteNumber(value['to']) && value['from'] <= value['to']
  );
}
