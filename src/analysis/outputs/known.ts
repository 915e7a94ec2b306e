/** What of a report lines prove, and what is the most likely explanation, in words. */
import { tellsTrouble } from '../../diagnosis/finding.ts';
import { joinPrintable, type Printable, printing } from '../../kubelet/printable.ts';
import type { Language } from '../../language/language.ts';
import type { Report } from './report.ts';

/** One statement each; of a report in the language of `say`. */
export function knownStatements(
  { findings, replay }: Report,
  hasTimes: boolean,
  { say }: Language,
): readonly Printable[] {
  const causes = findings.filter(tellsTrouble);
  const titles = causes.map(({ title, confidence }) => say(`${title} (${confidence} confidence)`));
  return [
    ...(hasTimes
      ? [
          say(
            'Proven by lines of the log and the code of the kubelet: the times above, within the bounds that they have.',
          ),
        ]
      : []),
    ...(causes.length === 0
      ? []
      : [say(printing`Likely, each with its evidence below: ${joinPrintable(titles, say('; '))}.`)]),
    ...replay.map((line) => say(printing`Checked by running a model of the kubelet: ${line}.`)),
  ];
}
