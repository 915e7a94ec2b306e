/**
 * journal-loss: lines are missing: journald suppressed them, the log has a hole, or was flushed late. Sign: journald's own line (high), or a hole in which the
 * kubelet must have written (medium). A log that merely begins or ends in the middle is not a loss.
 */
import type { LineReference } from '../../../inference/history.ts';
import { journalCommand } from '../../../kubelet/journalCommand.ts';
import { type Duration, seconds } from '../../../kubelet/time.ts';
import { type Cause, makeFinding, plural } from '../../cause.ts';
import { durationText } from '../../words/durationText.ts';
import { lineEvidence } from '../../view.ts';

const LATE = 'Lines reached the journal late';
const SOME_MINUTES: Duration = seconds(600);
/** Lines of rsyslog, which reads the journal. */
const RSYSLOG: ReadonlySet<string> = new Set(['journald.imjournal', 'journald.rsyslog']);

export const journalLoss: Cause = {
  id: 'journal-loss',
  find(view) {
    // Whoever left lines out knows it: that is no trouble of the node.
    const [leftOut, said] = [
      view.facts.all('journal-loss').filter((fact) => fact.isExcerpt === true),
      view.facts.all('journal-loss').filter((fact) => fact.isExcerpt !== true),
    ];
    // Of the kernel alone.
    const missed = said.filter(({ message }) => message === 'journald.missed');
    const dropped = said.filter((fact) => !missed.includes(fact));
    const isLeftOut = (at: LineReference): boolean =>
      [...leftOut, ...missed].some(({ source, line }) => source === at.source && line === at.line);
    const holes = view.history.gaps.filter(
      (gap) => gap.why === 'gap' || (gap.why === 'suppressed' && !gap.evidence.some(isLeftOut)),
    );
    const flushed = view.history.gaps.filter((gap) => gap.why === 'late-flush');
    if (said.length + holes.length + flushed.length === 0) return [];
    const lost = dropped.reduce((sum, fact) => sum + (fact.lost ?? 0), 0);
    // journald limits what comes within half a minute: it does not leave out more.
    const long = said.length === 0 && holes.some((gap) => gap.to - gap.from >= SOME_MINUTES);
    // It reads the journal, and has limits of its own: the journal may still have the lines.
    const byRsyslog = dropped.length > 0 && dropped.every(({ message }) => RSYSLOG.has(message));
    const longest = Math.max(0, ...holes.map((gap) => gap.to - gap.from)) as Duration;
    return [
      makeFinding('journal-loss', {
        weight: 'circumstance',
        confidence: said.length > 0 ? 'high' : holes.length > 0 ? 'medium' : 'low',
        title: said.length + holes.length > 0 ? 'Lines are missing from this log' : LATE,
        explanation:
          `${dropped.length > 0 ? `${byRsyslog ? 'rsyslog' : 'journald'} dropped ${lost > 0 ? plural(lost, 'message') : 'messages'} because too many came at once. ` : ''}${missed.length > 0 ? 'journald missed lines of the kernel, which came too fast for it. ' : ''}${longest > 0 ? `The longest hole lasts ${durationText(longest)}. ` : ''}` +
          `${flushed.length > 0 ? 'Some lines were written to the journal much later than they happened. ' : ''}Absent lines prove nothing there.`,
        nextSteps: [
          ...(long
            ? [
                'Look whether a part was left out: an older file of a rotated set, a journal that was vacuumed meanwhile, lines between two that were copied.',
              ]
            : []),
          // A limit leaves lines out, it does not hold them up.
          ...(byRsyslog || dropped.length + holes.length === 0
            ? []
            : [
                'Raise the limit: `RateLimitIntervalSec=` and `RateLimitBurst=` in /etc/systemd/journald.conf (or in the kubelet unit: `LogRateLimitIntervalSec=0`).',
              ]),
          `Fetch the time in question again from the node: \`${journalCommand('--since … --until …')}\`.`,
        ],
        evidence: [
          ...said,
          ...[...holes, ...flushed].flatMap(({ why, evidence: [at] }) =>
            at === undefined ? [] : lineEvidence(at, why === 'late-flush' ? LATE : 'Lines are missing here'),
          ),
        ],
      }),
    ];
  },
};
