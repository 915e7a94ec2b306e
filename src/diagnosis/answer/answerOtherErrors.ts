/** Errors of a kubelet that prove nothing of its node: quoted where nothing else was found, for they may be what somebody is looking for. */
import { rowById } from '../../messages/catalogue/index.ts';
import type { OtherErrorFact, PodSyncErrorFact } from '../../messages/fact.ts';
import { isCutOff } from '../../messages/texts/runtimeError.ts';
import { PAGER_MARK } from '../../kubelet/pagerMark.ts';
import { unexplainedError } from '../signs/podTroubles.ts';
import { WHOLE_LINES } from '../tools/commands.ts';
import { localSteps } from '../tools/nodeTools.ts';
import type { DiagnosisView } from '../view.ts';
import { shorten } from '../words/factText.ts';
import type { Paragraph } from './paragraph.ts';

/** So many are quoted. */
const MOST = 2;

/** A message of which a screen left little: a pager's mark, or the dots of an old `systemctl status`. */
const LITTLE_LEFT = /^.{1,60}(?:[>…]|\.{3})$/;

/** Quotes the first of them, with what the catalogue says of their messages, and how many more there are; false where there is none. */
export function sayOtherErrors(view: DiagnosisView, paragraph: Paragraph): boolean {
  const { facts, formatTime } = view;
  const ofPod = unexplainedError(view);
  const byMeaning = new Map<string, QuotedError>();
  for (const error of [...facts.all('other-error'), ...(ofPod === undefined ? [] : [quotedOf(ofPod)])].sort(
    (a, b) => a.time - b.time || a.line - b.line,
  )) {
    // Cut off before its text.
    if (error.text === '') continue;
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
    paragraph.say(`: "${shorten(error.text.replace(/\.{3}$/, '…').replace(/\.$/, ''), 200)}".`);
    const row = rowById(error.message);
    if (row !== undefined) paragraph.sentence('other-errors').say(row.meaning);
    const advice =
      error.isCut === true || LITTLE_LEFT.test(error.text) ? localSteps(view, [WHOLE_LINES])[0] : row?.whatToDo;
    if (advice === undefined || advised.has(advice)) continue;
    advised.add(advice);
    paragraph.sentence('other-errors').say(advice);
  }
  const others = errors.length - MOST;
  if (others > 0)
    paragraph
      .sentence('other-errors')
      .say(others === 1 ? 'There is one other message of an error.' : `There are ${others} other messages of errors.`);
  return errors.length > 0;
}

type QuotedError = Omit<OtherErrorFact, 'kind'> & { readonly isCut?: boolean };

/** In the words of its line; a pager cut it before it says why, or behind a beginning that tells nothing. */
function quotedOf({ error: { text }, ...line }: PodSyncErrorFact): QuotedError {
  return {
    ...line,
    text: `Error syncing pod, skipping${text === '' ? '' : `: ${text}`}`,
    isCut: isCutOff(text) || PAGER_MARK.test(text),
  };
}
