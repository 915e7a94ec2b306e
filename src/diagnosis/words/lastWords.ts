/** What a kubelet said last, as a title quotes it. */
import { errorOfLastWords } from '../../messages/texts/lastWords.ts';
import { bothEnds } from './factText.ts';

/** The title, with the error behind it that the last words of a kubelet give; alone where they give none. */
export function quoting(title: string, words = ''): string {
  const said = errorOfLastWords(words);
  return said === '' ? title : `${title}: "${bothEnds(said, 110)}"`;
}
