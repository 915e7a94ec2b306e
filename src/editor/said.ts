/** The language in which the extension speaks to its user, once it has started. Knows no `vscode`. */
import { fill, type LanguageFile } from '../language/language.ts';
import type { WorkerOptions } from '../protocol/workerProtocol.ts';

/** A language that is not English, with its words. */
export interface ReaderLanguage extends LanguageFile {
  /** As BCP 47 has it. */
  readonly tag: string;
}

let current: ReaderLanguage | undefined;

/** Has all that is said from now on said in that language; `undefined`: English. */
export function speak(language: ReaderLanguage | undefined): void {
  current = language;
}

/** Words of ours for the user; `{0}` and so on stand for the values. */
export function t(english: string, ...values: readonly (string | number)[]): string {
  return fill(current?.words, english, values);
}

/** What a page is given. */
export function pageLanguage(): Pick<ReaderLanguage, 'tag' | 'words'> | undefined {
  return current;
}

/** What a worker is given. */
export function workerLanguage(): Pick<WorkerOptions, 'language'> {
  return current === undefined ? {} : { language: { tag: current.tag, sentences: current.sentences } };
}
