/**
 * What each side lets in. A message that is not exactly one of ours is not ours: the page can be asked by nobody else, and the extension must
 * not be driven by a page that a hostile log has confused. Checked are tags, types, ranges and that all indexes point at something.
 */
import { printable } from '../kubelet/printable.ts';
import { isTimelineDocument } from './documentGuard.ts';
import { isMomentDocument } from './momentGuard.ts';
import type { HostToPage, PageToHost, ProblemMessage, ProgressMessage } from './protocol.ts';
import { isWhatIfAnswer, isWhatIfChanges } from './whatIfGuard.ts';
import {
  type Check,
  isBoolean,
  isCount,
  isFiniteNumber,
  isObject,
  isText,
  isWord,
  oneOf,
  optional,
  shape,
} from './shapes.ts';

const LONGEST_ID = 200;
/** 100,000 rows of a kilobyte. */
const LONGEST_TABLE = 100_000_000;
/** Of a picture: twice the pixels of the largest screens need less. */
const LARGEST_PICTURE = 64_000_000;
const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] as const;
/** No command of ours is nearly as long. */
const LONGEST_COMMAND = 2000;

function isId(value: unknown): value is string {
  return isText(value, LONGEST_ID);
}

/** One line without anything hidden: pasted into a terminal it does nothing before somebody presses Enter. */
function isCommandLine(value: unknown): value is string {
  return isText(value, LONGEST_COMMAND) && value !== '' && printable(value) === value;
}

function isPng(value: unknown): value is Uint8Array {
  return (
    value instanceof Uint8Array &&
    value.byteLength <= LARGEST_PICTURE &&
    PNG_SIGNATURE.every((byte, index) => value[index] === byte)
  );
}

/** True for a message that the page may send. */
export function isPageToHost(value: unknown): value is PageToHost {
  if (!isObject(value)) return false;
  switch (value['type']) {
    case 'ready':
    case 'cancel':
    case 'retry':
    case 'copyAnswer':
    case 'saveReport':
    case 'gettingLogs':
    case 'openSample':
    case 'whatIfCancel':
      return true;
    case 'openLine':
      return (
        isCount(value['source']) && isCount(value['line']) && value['line'] > 0 && typeof value['beside'] === 'boolean'
      );
    case 'guide':
      return isId(value['finding']);
    case 'copyCommand':
      return isCommandLine(value['command']);
    case 'saveTable':
      return isText(value['csv'], LONGEST_TABLE);
    case 'momentRequest':
      return isFiniteNumber(value['time']) && optional(isId)(value['process']);
    case 'whatIfRequest':
      return isWhatIfChanges(value['changes']);
    case 'picture':
      return optional(isPng)(value['png']);
    case 'pageError':
      return isWord(value['text']);
    default:
      return false;
  }
}

const isProgress: Check = shape<Omit<ProgressMessage, 'type'>>({
  title: isText,
  bytes: isCount,
  totalBytes: optional(isCount),
  lines: isCount,
  phase: oneOf(['reading', 'replaying']),
  headline: optional(isText),
});

const isProblem: Check = shape<Omit<ProblemMessage, 'type'>>({
  title: isText,
  whatToDo: isText,
  canRetry: isBoolean,
  isOther: optional(isBoolean),
});

/** True for a message that the extension may send. Walks a whole document once: a few milliseconds for a million marks. */
export function isHostToPage(value: unknown): value is HostToPage {
  if (!isObject(value)) return false;
  switch (value['type']) {
    case 'progress':
      return isProgress(value);
    case 'problem':
      return isProblem(value);
    case 'cursor':
      return isCount(value['source']) && isCount(value['line']) && isFiniteNumber(value['time']);
    case 'document':
      return isTimelineDocument(value['document']);
    case 'openWhatIf':
      return true;
    case 'pictureRequest':
      return optional(isTimelineDocument)(value['document']);
    case 'moment':
      return isMomentDocument(value['document']);
    case 'whatIfProgress':
      return isFiniteNumber(value['share']) && value['share'] >= 0 && value['share'] <= 1;
    case 'whatIf':
      return isWhatIfAnswer(value['answer']);
    default:
      return false;
  }
}
