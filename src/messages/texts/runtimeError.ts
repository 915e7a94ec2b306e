import type { RuntimeError } from '../fact.ts';
import type { Recognised } from '../recognise/row.ts';

const CODE = /\bcode = ([A-Z][A-Za-z]{1,24}|\d{1,2}) desc = /;
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

/** The outermost gRPC code in a text. */
export function codeOf(text: string): string | undefined {
  const code = text.includes('code = ') ? CODE.exec(text)?.[1] : undefined;
  return code === undefined ? undefined : (NUMBERED[Number(code)] ?? code);
}

/** The same, for lines that are failures even when their error is missing or cut away. */
export function runtimeErrorOrEmpty(text: string | undefined): RuntimeError {
  return parseRuntimeError(text) ?? { text: text ?? '' };
}

/** The error in the field `err` of a line that is a failure. */
export function errorOrEmpty({ error, field }: Recognised): RuntimeError {
  return error('err') ?? { text: field('err') ?? '' };
}
