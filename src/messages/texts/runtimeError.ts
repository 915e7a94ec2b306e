import { CUT_MARK } from '../../kubelet/pagerMark.ts';
import type { RuntimeError } from '../fact.ts';
import type { Recognised } from '../recognise/row.ts';

const CODE = /\bcode = ([A-Z][A-Za-z]{1,24}|\d{1,2}) desc = /;
/** The line ends within the code, or before what it is about. */
const CUT_CODE = /^rpc error: code = ([A-Z][A-Za-z]{0,24})(?: d?e?s?c?)?(?: =)?$/;
const NOTHING_SAID = /^rpc error: code = [A-Za-z]{0,24}(?: d?e?s?c?)?(?: =)?$/;
/** grpc-go, codes/codes.go, in their order: up to its release of 2017 (Kubernetes 1.8) it wrote the number. */
const NUMBERED = [
  'OK',
  'Canceled',
  'Unknown',
  'InvalidArgument',
  'DeadlineExceeded',
  'NotFound',
  'AlreadyExists',
  'PermissionDenied',
  'ResourceExhausted',
  'FailedPrecondition',
  'Aborted',
  'OutOfRange',
  'Unimplemented',
  'Internal',
  'Unavailable',
  'DataLoss',
  'Unauthenticated',
];

/** An error as logged; `code` is the name of the outermost gRPC code in it. Go's `<nil>` and an empty text are no error. */
export function parseRuntimeError(text: string | undefined): RuntimeError | undefined {
  if (text === undefined || isNoError(text)) return undefined;
  const code = codeOf(text);
  return code === undefined ? { text } : { text, code };
}

/** Go's `<nil>`, and an empty text. */
export function isNoError(text: string): boolean {
  return text === '' || text === '<nil>';
}

/** The outermost gRPC code in a text; of one that is cut off within it, the only one that begins so. */
export function codeOf(text: string): string | undefined {
  if (!text.includes('code = ')) return undefined;
  const code = CODE.exec(text)?.[1];
  if (code !== undefined) return NUMBERED[Number(code)] ?? code;
  const cut = CUT_CODE.exec(beginOf(text))?.[1];
  if (cut === undefined) return undefined;
  const possible = NUMBERED.filter((name) => name.startsWith(cut));
  return possible.length === 1 || NUMBERED.includes(cut)
    ? (possible.find((name) => name === cut) ?? possible[0])
    : undefined;
}

/** What stands before the place where a screen cut a text: its end, or its middle. */
function beginOf(text: string): string {
  const gap = text.search(/…|\.{3}/);
  return gap < 0 ? text.replace(CUT_MARK, '') : text.slice(0, gap);
}

/** Of so few letters before a mark nothing can be told. */
const FEW = 12;

/** Whether a text is cut off before it says anything: within the words that every error of gRPC begins with, or right behind them. */
export function isCutOff(text: string): boolean {
  const left = beginOf(text);
  const isShort = left.length < FEW && CUT_MARK.test(text);
  return isShort || 'rpc error: code = '.startsWith(left) || NOTHING_SAID.test(left);
}

/** The same, for lines that are failures even when their error is missing or cut away. */
export function runtimeErrorOrEmpty(text: string | undefined): RuntimeError {
  return parseRuntimeError(text) ?? { text: text ?? '' };
}

/** The error in the field `err` of a line that is a failure. */
export function errorOrEmpty({ error, field }: Recognised): RuntimeError {
  return error('err') ?? { text: field('err') ?? '' };
}
