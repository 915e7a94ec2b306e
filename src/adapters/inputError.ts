/** What is wrong with an input that cannot be read, as data and in words. */
import { type Printable, printable } from '../kubelet/printable.ts';

export type InputErrorKind =
  | 'not-found'
  | 'folder'
  | 'not-allowed'
  | 'vanished'
  | 'too-many-open'
  | 'no-room'
  | 'unreadable'
  | 'cancelled';

export interface InputErrorText {
  readonly kind: InputErrorKind;
  /** One sentence that says what is wrong. */
  readonly title: Printable;
  /** One sentence that says what to do. */
  readonly whatToDo: Printable;
}

/** An expected failure while an input is opened or read. `code` is the operating system's, where there is one. */
export class InputError extends Error {
  readonly kind: InputErrorKind;
  readonly file: string;
  readonly code: string | undefined;

  constructor(kind: InputErrorKind, file: string, code?: string) {
    super(`${file}: ${kind}${code === undefined ? '' : ` (${code})`}`);
    this.name = 'InputError';
    this.kind = kind;
    this.file = file;
    this.code = code;
  }
}

/** Makes an `InputError` of what the operating system threw; errors that are ours stay as they are. */
export function inputErrorOf(error: unknown, file: string, reading: boolean): unknown {
  if (error instanceof InputError) return error;
  if (error instanceof Error && error.name === 'AbortError') return new InputError('cancelled', file);
  const code = systemCode(error);
  if (code === undefined) return error;
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return new InputError(reading ? 'vanished' : 'not-found', file, code);
    case 'ESTALE':
    case 'ENXIO':
      return new InputError('vanished', file, code);
    case 'EISDIR':
      return new InputError('folder', file, code);
    case 'EACCES':
    case 'EPERM':
      return new InputError('not-allowed', file, code);
    case 'EMFILE':
    case 'ENFILE':
      return new InputError('too-many-open', file, code);
    default:
      return new InputError('unreadable', file, code);
  }
}

function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  const { code } = error;
  return typeof code === 'string' && /^E[A-Z0-9]+$/.test(code) ? code : undefined;
}

/** The words for an error of `openBytes`; `undefined` for an error that is no expected one. */
export function describeInputError(error: unknown, name: string): InputErrorText | undefined {
  const known = inputErrorOf(error, name, false);
  if (!(known instanceof InputError)) return undefined;
  const { title, whatToDo } = wordsOf(known, name);
  return { kind: known.kind, title: printable(title), whatToDo: printable(whatToDo) };
}

function wordsOf(
  { kind, code, file }: InputError,
  name: string,
): { readonly title: string; readonly whatToDo: string } {
  switch (kind) {
    case 'not-found':
      return { title: `There is no file ${name}.`, whatToDo: 'Check the path.' };
    case 'folder':
      return { title: `${name} is a folder.`, whatToDo: 'Choose the kubelet log in it.' };
    case 'not-allowed':
      return {
        title: `${name} may not be read.`,
        whatToDo: 'Change its permissions, or copy the log to a place that you may read.',
      };
    case 'vanished':
      return {
        title: `${name} vanished while it was read.`,
        whatToDo: 'It may have been rotated away; open it again under its new name.',
      };
    case 'too-many-open':
      return {
        title: `${name} could not be opened: too many files are open.`,
        whatToDo: 'Close some files or programs and try again.',
      };
    case 'no-room':
      return {
        title: `${name} could not be unpacked: there is no room in the folder for temporary files, ${file} (${code ?? 'unknown error'}).`,
        whatToDo: 'Make room, choose another folder by TMPDIR, or unpack the archive yourself.',
      };
    case 'unreadable':
      return {
        title: `${name} could not be read (${code ?? 'unknown error'}).`,
        whatToDo: 'Check the disk or the network it lies on, or copy the log elsewhere.',
      };
    case 'cancelled':
      return { title: `Reading ${name} was cancelled.`, whatToDo: 'Start again to read it from the beginning.' };
  }
}
