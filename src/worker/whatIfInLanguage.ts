/** What a what-if says, in another language. */
import type { Language } from '../language/language.ts';
import { CHANGE_NAMES, type ChangeName } from '../whatIf/changeTable.ts';
import type { WhatIfAnswer, WhatIfDocument } from '../whatIf/whatIfDocument.ts';

/** The same answer in that language; `undefined` for English. */
export function whatIfInLanguage(answer: WhatIfAnswer, language: Language | undefined): WhatIfAnswer {
  if (language === undefined) return answer;
  const { say } = language;
  if ('why' in answer) return { ...answer, why: say(answer.why) };
  const { document } = answer;
  const { sentence, resemblance, figures, known, values } = document;
  return {
    document: {
      ...document,
      sentence: say(sentence),
      resemblance: say(resemblance),
      figures: figures.map((figure) => ({ ...figure, what: say(figure.what), observed: say(figure.observed) })),
      known: known.map((one) => ({ ...one, text: sayKnown(one.text, say) })),
      values: inWords(values, say),
    },
  };
}

/** `what: why`, each for itself: the first is often a name or a value. */
function sayKnown(text: string, say: Language['say']): string {
  const at = text.indexOf(': ');
  return at < 0 ? say(text) : `${say(text.slice(0, at))}：${say(text.slice(at + 2))}`;
}

/** Those that are words, not what can be typed. */
function inWords(values: WhatIfDocument['values'], say: Language['say']): WhatIfDocument['values'] {
  const said: Record<ChangeName, string> = { ...values };
  for (const name of CHANGE_NAMES) if (said[name].includes(' ')) said[name] = say(said[name]);
  return said;
}
