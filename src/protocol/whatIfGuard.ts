import { CHANGE_NAMES } from '../whatIf/changeTable.ts';
import type { WhatIfAnswer, WhatIfDocument } from '../whatIf/whatIfDocument.ts';
import type { WhatIfRequestMessage } from './protocol.ts';
import {
  isAscending,
  isBoolean,
  isCount,
  isFiniteNumber,
  isObject,
  isText,
  isTyped,
  isWord,
  listOf,
  oneOf,
  optional,
  shape,
} from './shapes.ts';

const LONGEST_TYPED = 100;

const isName = oneOf(CHANGE_NAMES);

/** True for changes as somebody may type them. */
export function isWhatIfChanges(value: unknown): value is WhatIfRequestMessage['changes'] {
  return (
    Array.isArray(value) &&
    value.length <= CHANGE_NAMES.length &&
    value.every((one) => Array.isArray(one) && one.length === 2 && isName(one[0]) && isText(one[1], LONGEST_TYPED))
  );
}

const isTimes = (value: unknown): boolean => isTyped(value, 'Float64Array') && isAscending(value);

const isStretches = listOf(
  (value) =>
    isObject(value) && isFiniteNumber(value['from']) && isFiniteNumber(value['to']) && value['from'] <= value['to'],
);

const isDocument = shape<WhatIfDocument>({
  sentence: isWord,
  isChanged: isBoolean,
  resemblance: isWord,
  figures: listOf(shape({ what: isWord, observed: isWord, unchanged: isWord, predicted: isWord })),
  known: listOf(
    shape<WhatIfDocument['known'][number]>({
      is: oneOf(['inferred', 'assumed']),
      text: isWord,
      lines: listOf(shape({ source: isCount, line: isCount })),
    }),
  ),
  values: (value) => isObject(value) && CHANGE_NAMES.every((name) => isWord(value[name])),
  times: isTimes,
  seconds: (value) => isTyped(value, 'Float64Array'),
  threshold: isFiniteNumber,
  skips: isTimes,
  notReady: isStretches,
  unhealthy: isStretches,
});

/** True for a complete answer: all parts there, of the right types. */
export function isWhatIfAnswer(value: unknown): value is WhatIfAnswer {
  if (!isObject(value)) return false;
  const { document } = value;
  if (document === undefined) return isWord(value['why']) && optional(isName)(value['name']);
  return isDocument(document) && document.seconds.length === document.times.length;
}
