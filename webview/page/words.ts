/** The page's own words in the language of its reader. The host puts them into the page (`kubelet-timeline-words`), so that they are there before anything is said. */
import { fill, type Words } from '../../src/language/language.ts';

const words = wordsOfPage();

/** English words, said in the page's language; `{0}` and so on stand for the values. */
export function t(english: string, ...values: readonly (string | number)[]): string {
  return fill(words, english, values);
}

function wordsOfPage(): Words | undefined {
  // Tables of the page are read by tests and scripts too, where there is none.
  const text =
    typeof document === 'undefined'
      ? undefined
      : document.querySelector<HTMLMetaElement>('meta[name="kubelet-timeline-words"]')?.content;
  return text === undefined || text === '' ? undefined : (JSON.parse(text) as Words);
}
