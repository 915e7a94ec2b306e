/**
 * kubelet-restart: a new kubelet process began on a node while the log goes on. Sign: a second process of the node, started in the log, or of another pid under the same host of the journal; or that systemd tells of a time without one before the first. High. Where none ran for longer than a lease may be late, and nothing else made
 * the node unhealthy, that is the story: the node was NotReady for it.
 */
import { nodeNameOf } from '../../../inference/nodeName.ts';
import { grouped } from '../../../kubelet/groups.ts';
import { type Cause, makeFinding, times } from '../../cause.ts';
import type { KubeletProcess } from '../../../inference/history.ts';
import { absencesOf } from '../../../inference/episodes/absences.ts';
import { lookupsOf } from '../../../inference/lookups.ts';
import { absentBefore } from './absentBefore.ts';
import { absenceText, absenceTitle } from '../../words/absenceText.ts';
import { stepsAfterEnds } from '../../tools/endingSteps.ts';
import { SIGKILL } from '../../../kubelet/signals.ts';
import { type Duration, duration, seconds } from '../../../kubelet/time.ts';
import { STILL } from '../../signs/endOfKubelets.ts';
import { askedText, stopAskedBy } from '../../signs/stopAsked.ts';
import { quietBeforeEnd } from '../../signs/quietBeforeEnd.ts';
import { isAllInOne, isKubeletName } from '../../../kubelet/writers.ts';
import { durationText } from '../../words/durationText.ts';
import { endingText } from '../../words/endingText.ts';
import { furtherProcesses, timesOrMore } from '../../words/foldedText.ts';
import { type DiagnosisView, lineEvidence } from '../../view.ts';

/** So many ends are listed one by one. */
const MOST_LISTED = 4;

export const kubeletRestart: Cause = {
  id: 'kubelet-restart',
  find(view) {
    const restarts = view.history.processes.filter(
      (process) =>
        (process.startedInLog || isOtherOfHost(view, process)) &&
        lookupsOf(view.history).processBefore(process) !== undefined,
    );
    if (restarts.length === 0) return absentBefore(view);
    const unhealthyToTheEnd = endedUnhealthy(view);
    const absences = absencesOf(view.history);
    const earlier = restarts.map((process) => lookupsOf(view.history).processBefore(process));
    const before = restarts.length === 1 ? earlier[0] : undefined;
    const hung = isHung(before);
    const asked = stopAskedBy(view, before);
    const unknown = restarts.length === 1 ? unknownBefore(before, restarts[0] as KubeletProcess) : 0;
    const cut = restarts.filter((_, at) => unhealthyToTheEnd.has(earlier[at]) && earlier[at]?.ending?.how !== 'reboot');
    return [
      makeFinding('kubelet-restart', {
        weight: (absences.length > 0 || hung) && view.episodes.length === 0 ? 'cause' : 'circumstance',
        confidence: 'high',
        title:
          absences.length > 0
            ? absenceTitle(view, absences)
            : `The kubelet was restarted${restarts.length > 1 ? ` ${restarts.length === 2 ? '2 times' : timesOrMore(view.history, 'processes', restarts.length)}${afterKills(earlier)}` : unknown > 0 ? `, ${durationText(duration(unknown))} after the last line of the one before` : before === undefined ? '' : afterKill(before) || asAnother(before, restarts[0] as KubeletProcess)}`,
        explanation: `${absenceText(view, absences)}${restarts.length === 1 ? 'A new kubelet process took the place of an earlier one.' : `${restarts.length} new kubelet processes took the place of earlier ones.`}${cut.length > 0 ? ` ${cutText(view, restarts, cut)}` : ` ${podsOver(earlier)}`}${howText(earlier)}${askedText(asked)}${unknown > 0 && before !== undefined ? ` From ${view.formatTime(before.to)} until ${view.formatTime((restarts[0] as KubeletProcess).from)} no line tells whether a kubelet ran: the machine may have been off or have stood still, and the node was NotReady then, or the kubelet had nothing to say.` : ''}${furtherProcesses(view)}`,
        nextSteps: [
          ...stepsAfterEnds(
            earlier.map((process) => process?.ending),
            asked !== undefined,
          ),
          ...(cut.length > 0
            ? ['A restart of the kubelet does not help against a runtime that hangs; look at the runtime.']
            : []),
        ],
        timedBy: hung && before?.ending !== undefined ? [{ time: before.to }, { time: before.ending.at.min }] : [],
        evidence: [
          ...(asked === undefined ? [] : [asked]),
          ...restarts.map((process) =>
            lineEvidence(process.first, `First line of kubelet process ${process.pid ?? process.id}`),
          ),
        ],
      }),
    ];
  },
};

/** A kubelet has a host for itself: where the journal names the host, another pid behind the lines of the one before is a new process, though no line of its start stands there. Where a line tells how the one before ended, that tells it. */
function isOtherOfHost({ history }: DiagnosisView, process: KubeletProcess): boolean {
  const before = lookupsOf(history).processBefore(process);
  return (
    before?.pid !== undefined &&
    before.ending === undefined &&
    process.pid !== undefined &&
    before.pid !== process.pid &&
    [before, process].every(({ identifier = '' }) => isKubeletName(identifier) && !isAllInOne(identifier)) &&
    nodeNameOf(history, process.node) !== undefined
  );
}

/** That these restarts came in an unhealthy time; or behind one, where no line tells of the time between. */
function cutText(
  view: DiagnosisView,
  { length: all }: readonly KubeletProcess[],
  cut: readonly KubeletProcess[],
): string {
  const who =
    all === 1 ? 'It' : cut.length === all ? (all === 2 ? 'Both' : 'All') : cut.length === 1 ? 'One' : `${cut.length}`;
  const isSeen = cut.every((process) => {
    const before = lookupsOf(view.history).processBefore(process);
    return before === undefined || process.from - before.to < STILL;
  });
  return `${who} came ${isSeen ? 'in the middle of an unhealthy time' : 'after the begin of an unhealthy time whose end no line shows'}: ${cut.length === 1 ? 'the' : 'a'} new process does not know when the last good relist was and says "pleg has yet to be successful" for as long as the trouble goes on, even if the runtime answers its Status call.`;
}

/** So long without a line is more than a restart takes. */
const LONG: Duration = seconds(300);

/** How long no line tells whether a kubelet ran: from the last one of a process of whose end nothing tells, and that was not as quiet before, to the first of the next. */
function unknownBefore(before: KubeletProcess | undefined, after: KubeletProcess): number {
  if (before === undefined || before.ending !== undefined || before.last.source !== after.first.source) return 0;
  const length = after.from - before.to;
  return length >= LONG && length > (before.quietest ?? 0) ? length : 0;
}

/** systemd had to kill it (SIGKILL), and before that it wrote nothing for long. */
function isHung(before: KubeletProcess | undefined): boolean {
  return before?.ending?.how === 'stopped' && before.ending.signal === SIGKILL && quietBeforeEnd(before) > 0;
}

/** `, once after it ended for lack of memory`: of several restarts those that nobody asked for, the kind that came most. */
function afterKills(before: readonly (KubeletProcess | undefined)[]): string {
  const [most] = [
    ...grouped(
      before.map((process) => (process === undefined ? '' : afterKill(process))),
      (text) => text,
    ),
  ]
    .filter(([text]) => text !== '')
    .sort((a, b) => b[1].length - a[1].length);
  return most === undefined ? '' : `, ${times(most[1].length)}${most[0]}`;
}

/** ` after it was killed by systemd's watchdog`: why the only restart was one, where nobody asked for it and it did not end itself. */
function afterKill(before: KubeletProcess): string {
  const how = before.ending?.how;
  if (isHung(before)) return ` after it had hung for ${durationText(quietBeforeEnd(before))}`;
  return before.ending !== undefined &&
    (how === 'watchdog' || how === 'health-monitor' || how === 'killed' || how === 'out-of-memory')
    ? ` after it ${endingText(before.ending)}`
    : '';
}

/** ` as v1.28.10, v1.27.4 before`: an upgrade, or one that was taken back. */
function asAnother(before: KubeletProcess, after: KubeletProcess): string {
  const [from, to] = [before, after].map(({ versionKnown, versionText }) =>
    versionKnown === 'line' ? versionText : undefined,
  );
  return from === undefined || to === undefined || from === to ? '' : ` as ${to}, ${from} before`;
}

/** What becomes of pods: a machine that starts anew ends their containers, a kubelet alone does not. */
function podsOver(before: readonly (KubeletProcess | undefined)[]): string {
  const rebooted = before.filter((process) => process?.ending?.how === 'reboot').length;
  if (rebooted === 0)
    return 'Pods keep running over a restart of the kubelet; it begins with one to three normal skips.';
  return rebooted === before.length
    ? 'The machine started anew, so all containers ended with it; a new kubelet begins with one to three normal skips.'
    : 'Pods keep running over a restart of the kubelet, but not over one of the machine; a new kubelet begins with one to three normal skips.';
}

/** How the processes before ended, as far as lines tell it. */
function howText(before: readonly (KubeletProcess | undefined)[]): string {
  const known = before.flatMap((process) =>
    process?.ending === undefined ? [] : [{ pid: process.pid, text: endingText(process.ending) }],
  );
  if (known.length === 0) return '';
  const [one] = known;
  if (known.length > 2 && known.length === before.length && known.every(({ text }) => text === one?.text))
    return ` Each of the earlier ones ${one?.text}.`;
  if (known.length > MOST_LISTED) return '';
  return ` ${known.map(({ pid, text }, at) => `${at === 0 ? 'The' : 'the'} earlier process${pid === undefined ? '' : ` ${pid}`} ${text}`).join('; ')}.${quietText(before)}`;
}

/** How long a kubelet wrote nothing before its end, where that is unlike it: it hung, or its lines are missing. */
function quietText(before: readonly (KubeletProcess | undefined)[]): string {
  const longest = Math.max(...before.map((process) => (process === undefined ? 0 : quietBeforeEnd(process))));
  return longest === 0
    ? ''
    : ` It had written nothing for ${durationText(duration(longest))} when it ended, unlike before: it hung, or lines are missing, and the node may have been NotReady meanwhile.`;
}

/** The processes that were unhealthy until their end. A deadlock of PLEG alone is over with its process. */
function endedUnhealthy({ episodes }: DiagnosisView): ReadonlySet<KubeletProcess | undefined> {
  return new Set(
    episodes
      .filter(({ episode, verdict }) => episode.endedBy === 'restart' && verdict.kind !== 'relist-deadlock')
      .map(({ process }) => process),
  );
}
