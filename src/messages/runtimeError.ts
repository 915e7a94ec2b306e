import type { RuntimeError } from './fact.ts';
import type { Recognised } from './row.ts';

const CODE = /\bcode = ([A-Z][A-Za-z]{1,24}) desc = /;

/** An error as logged; `code` is the outermost gRPC code in it. Go's `<nil>` and an empty text are no error. */
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
  return text.includes('code = ') ? CODE.exec(text)?.[1] : undefined;
}

/** The same, for lines that are failures even when their error is missing or cut away. */
export function runtimeErrorOrEmpty(text: string | undefined): RuntimeError {
  return parseRuntimeError(text) ?? { text: text ?? '' };
}

/** The error in the field `err` of a line that is a failure. */
export function errorOrEmpty({ error, field }: Recognised): RuntimeError {
  return error('err') ?? { text: field('err') ?? '' };
}
