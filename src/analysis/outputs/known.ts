/** What of a report lines prove, and what is the most likely explanation, in words. */
import { tellsTrouble } from '../../diagnosis/finding.ts';
import { joinPrintable, type Printable, printing } from '../../kubelet/printable.ts';
import type { Report } from './report.ts';

/** One statement each. */
export function knownStatements({ findings, replay }: Report, hasTimes: boolean): readonly Printable[] {
  const causes = findings.filter(tellsTrouble);
  const titles = causes.map(({ title, confidence }) => printing`${title} (${confidence} confidence)`);
  return [
    ...(hasTimes
      ? [
          printing`Proven by lines of the log and the code of the kubelet: the times above, within the bounds that they have.`,
        ]
      : []),
    ...(causes.length === 0 ? [] : [printing`Likely, each with its evidence below: ${joinPrintable(titles, '; ')}.`]),
    ...replay.map((line) => printing`Checked by running a model of the kubelet: ${line}.`),
  ];
}
