import { isOpenStart } from '../../inference/episodes/openStart.ts';
import { describeEndings } from './answerEndings.ts';
import { sayMetrics } from './answerMetrics.ts';
import { plural } from '../cause.ts';
import { durationText } from '../words/durationText.ts';
import type { Finding } from '../finding.ts';
import { sayFolded } from '../words/foldedText.ts';
import { saveLogCommand } from '../tools/nodeTools.ts';
import { lengthOf } from './answerParts.ts';
import { Paragraph } from './paragraph.ts';
import { type DiagnosisView, isLoneStart } from '../view.ts';

/** What else the log tells: how processes ended, start-up skips, the replay's figure, what was left out of it. */
export function closing(view: DiagnosisView, findings: readonly Finding[], withEndings = true): Paragraph {
  const paragraph = new Paragraph('endings');
  if (withEndings) describeEndings(view, paragraph);
  startupSkips(view, findings, paragraph);
  replayFigure(view, paragraph);
  sayMetrics(view, paragraph);
  sayFolded(view, paragraph);
  if (view.episodes.length > 0) wholeJournal(view, paragraph);
  return paragraph;
}

function startupSkips(view: DiagnosisView, findings: readonly Finding[], paragraph: Paragraph): void {
  const skips = view.startups.flatMap((episode) => episode.skips).sort((a, b) => a.time - b.time);
  const [firstSkip] = skips;
  // Without a time the sentence has nothing to say that the finding does not.
  if (
    firstSkip === undefined ||
    view.history.span === undefined ||
    !findings.some((finding) => finding.id === 'startup-normal')
  )
    return;
  const one = skips.length === 1;
  const starts = view.startups.length;
  paragraph
    .sentence('startup-skips')
    .say(one ? 'The skip line at ' : `The ${skips.length} skip lines from `)
    .cite(view.formatTime(firstSkip.time), firstSkip);
  const lastSkip = skips.at(-1);
  if (!one && starts === 1 && lastSkip !== undefined)
    paragraph.say(' to ').cite(view.formatTime(lastSkip.time), lastSkip);
  const open = view.startups.findLast(({ episode }) => isOpenStart(episode));
  paragraph.say(
    starts > 1
      ? ` on belong to ${starts} starts of the kubelet${open === undefined ? ' and are normal' : ''}.`
      : one
        ? view.startups.some(isLoneStart)
          ? ' looks like the normal start of a kubelet; what was before it is not in the log.'
          : ' is the normal start of a kubelet.'
        : open === undefined
          ? ' are the normal start of a kubelet.'
          : ' are of the start of a kubelet.',
  );
  if (open !== undefined)
    paragraph
      .sentence('startup-skips')
      .say(starts > 1 ? 'Of the last of these starts the log shows no end' : 'The log shows no end of it')
      .say(': the kubelet still skips at ')
      .cite(view.formatTime(open.skips.at(-1)?.time ?? open.to), open.skips.at(-1))
      .say('.');
}

function replayFigure({ reconstruction: { check }, history }: DiagnosisView, paragraph: Paragraph): void {
  const total = check.explainedSkips + check.unexplainedSkips.length;
  // When a skip without a time was due nobody can tell.
  if (total === 0 || history.span === undefined) return;
  paragraph
    .sentence('replay')
    .say(
      `Replay: ${check.explainedSkips} of ${plural(total, 'skip')} explained${total < history.counts.skips && history.folded !== undefined ? ', of those that are looked at one by one' : ''}`,
    );
  if (check.missingSkips.length > 0)
    paragraph.say(
      `, ${check.missingSkips.length} more ${check.missingSkips.length === 1 ? 'was' : 'were'} to be expected and ${check.missingSkips.length === 1 ? 'is' : 'are'} not in the log`,
    );
  const odd = check.unexplainedSkips[0];
  if (odd !== undefined) paragraph.say('; ').cite(`line ${odd.line}`, odd).say(' is not explained');
  paragraph.say('.');
}

/** What a log that was searched for a word leaves open, and how to get the rest. */
function wholeJournal(view: DiagnosisView, paragraph: Paragraph): void {
  const { searched, history } = view;
  if (searched === undefined) return;
  const records = history.counts.records - history.counts.unparsedLines;
  const said =
    records === 1
      ? 'Only one record stands here; what stood around it is unknown.'
      : searched === 'few'
        ? `Only ${records} records stand here for ${durationText(lengthOf(history))}, as if picked out; what the others tell is unknown.`
        : `${searched}, as if the journal had been searched; which call failed may stand in the lines left out.`;
  paragraph.sentence('left-out').say(`${said} Save the whole journal: \`${saveLogCommand(view, '--since …')}\`.`);
}
