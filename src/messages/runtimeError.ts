import type { RuntimeError } from './fact.ts';

const CODE = /\bcode = ([A-Z][A-Za-z]{1,24}) desc = /;

/** An error as logged; `code` is the outermost gRPC code in it. Go's `<nil>` and an empty text are no error. */
export function parseRuntimeError(text: string | undefined): RuntimeError | undefined {
  if (text === undefined || text === '' || text === '<nil>') return undefined;
  const code = CODE.exec(text)?.[1];
  return code === undefined ? { text } : { text, code };
}

/** The same, for lines that are failures even when their error is missing or cut away. */
export function runtimeErrorOrEmpty(text: string | undefined): RuntimeError {
  return parseRuntimeError(text) ?? { text: text ?? '' };
}
