/** The language of an answer on the command line. */
import { type Language, type LanguageFile, languageOf } from '../language/language.ts';
import type { LANGUAGES } from './usage/options.ts';

/** What the environment says of it, and where its words are. */
export interface LanguageSurroundings {
  /** `LC_ALL`, else `LC_MESSAGES`, else `LANG`: `zh_CN.UTF-8`. */
  readonly locale: string;
  /** The file of a language that is not English. */
  read(tag: string): Promise<LanguageFile>;
}

/** The language that is wished for, else that of the environment; `undefined`: English. */
export async function chosenLanguage(
  wish: (typeof LANGUAGES)[number] | undefined,
  surroundings: LanguageSurroundings | undefined,
): Promise<Language | undefined> {
  if (surroundings === undefined) return undefined;
  const tag = wish ?? (isChinese(surroundings.locale) ? 'zh-CN' : 'en');
  return tag === 'en' ? undefined : languageOf(tag, await surroundings.read(tag));
}

/** Simplified, as in China and Singapore; `zh` alone too. */
function isChinese(locale: string): boolean {
  return /^zh(?:$|[.@]|[_-](?:CN|SG|Hans))/i.test(locale);
}
