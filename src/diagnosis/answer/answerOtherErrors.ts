/** Errors of a kubelet that prove nothing of its node: quoted where nothing else was found, for they may be what somebody is looking for. */
import { rowById } from '../../messages/catalogue/index.ts';
import type { OtherErrorFact } from '../../messages/fact.ts';
import type { DiagnosisView } from '../view.ts';
import { shorten } from '../words/factText.ts';
import type { Paragraph } from './paragraph.ts';

/** So many are quoted. */
const MOST = 2;

/** Quotes the first of them, with what the catalogue says of their messages, and how many more there are; false where there is none. */
export function sayOtherErrors({ facts, formatTime }: DiagnosisView, paragraph: Paragraph): boolean {
  const byMeaning = new Map<string, OtherErrorFact>();
  for (const error of [...facts.all('other-error')].sort((a, b) => a.time - b.time || a.line - b.line)) {
    const meaning = rowById(error.message)?.meaning ?? error.text;
    if (!byMeaning.has(meaning)) byMeaning.set(meaning, error);
  }
  const errors = [...byMeaning.values()];
  const advised = new Set<string>();
  for (const [at, error] of errors.slice(0, MOST).entries()) {
    const begin = at === 0 ? 'An error is logged' : 'Another is logged';
    paragraph.sentence('other-errors');
    if (error.timeUnknown === true) paragraph.cite(begin, error);
    else paragraph.say(`${begin} at `).cite(formatTime(error.time), error);
    paragraph.say(`: "${shorten(error.text.replace(/\.$/, ''), 200)}".`);
    const row = rowById(error.message);
    if (row !== undefined) paragraph.sentence('other-errors').say(row.meaning);
    if (row?.whatToDo === undefined || advised.has(row.whatToDo)) continue;
    advised.add(row.whatToDo);
    paragraph.sentence('other-errors').say(row.whatToDo);
  }
  const others = errors.length - MOST;
  if (others > 0)
    paragraph
      .sentence('other-errors')
      .say(others === 1 ? 'There is one other message of an error.' : `There are ${others} other messages of errors.`);
  return errors.length > 0;
}
