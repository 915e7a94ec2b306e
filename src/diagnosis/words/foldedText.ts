/** What is said where a log has too much of something to be listed one by one. */
import type { ProvenHistory } from '../../inference/history.ts';
import { type Folded, type FoldedKind, foldedOf } from '../../inference/store/folded.ts';
import { times } from '../cause.ts';
import { listText, type Paragraph } from '../answer/paragraph.ts';
import { foldedTroubles } from '../signs/podTroubles.ts';
import type { DiagnosisView } from '../view.ts';
import { mayCountTwice } from './episodeText.ts';

const WORDS: Readonly<Record<FoldedKind, readonly [one: string, many: string]>> = {
  processes: ['kubelet process', 'kubelet processes'],
  episodes: ['unhealthy time or start', 'unhealthy times and starts'],
  skips: ['skip line', 'skip lines'],
  neighbours: ['line of the kernel, the runtime or systemd', 'lines of the kernel, the runtime or systemd'],
  facts: ['further statement of kubelet processes', 'further statements of kubelet processes'],
  pids: ['program that may be a kubelet', 'programs that may be kubelets'],
  gaps: ['hole of the log or step of its clock', 'holes of the log or steps of its clock'],
  relists: ['relist that only its start tells of', 'relists that only their starts tell of'],
  constraints: ['bound of relists', 'bounds of relists'],
  endSigns: ['line about the end of a kubelet process', 'lines about the ends of kubelet processes'],
  texts: ['text of a line that may be evidence', 'texts of lines that may be evidence'],
  troubles: ['line about trouble of a further pod', 'lines about trouble of further pods'],
  subjects: [
    'line about a further image, volume or container of a pod',
    'lines about further images, volumes and containers of a pod',
  ],
};

/** `3 times`; `more than 5000 times` where others of the kind are counted only. */
export function timesOrMore(history: ProvenHistory, what: FoldedKind, count: number): string {
  return foldedOf(history, what) === undefined ? times(count) : `more than ${count} times`;
}

/** How often a log was unhealthy; `twice at most` where one may count twice. */
export function howOften(view: DiagnosisView): string {
  const { history, episodes } = view;
  return `${timesOrMore(history, 'episodes', episodes.length)}${mayCountTwice(episodes) ? ' at most' : ''}`;
}

/** ` 195001 further kubelet processes between … and … are counted only.`, or nothing where all are kept. */
export function furtherProcesses({ history, formatTime }: DiagnosisView): string {
  const folded = foldedOf(history, 'processes');
  if (folded === undefined) return '';
  const { count, from, to } = folded;
  return ` ${count} further ${WORDS.processes[count === 1 ? 0 : 1]} between ${formatTime(from)} and ${formatTime(to)} ${count === 1 ? 'is' : 'are'} counted only.`;
}

/** What is counted only: of the history, and of pods in trouble. */
export function foldedIn(view: DiagnosisView): readonly Folded[] {
  return [...(view.history.folded ?? []), ...foldedTroubles(view)];
}

/** Says what is counted only, and that what tells most is not among it. */
export function sayFolded(view: DiagnosisView, paragraph: Paragraph): void {
  const { formatTime } = view;
  const folded = foldedIn(view);
  if (folded.length === 0) return;
  const parts = folded.map(
    ({ what, count, from, to }) =>
      `${count} ${WORDS[what][count === 1 ? 0 : 1]} from ${formatTime(from)} to ${formatTime(to)}`,
  );
  paragraph
    .sentence('folded')
    .say(
      `This log has more than can be told one by one: ${listText(parts)} are counted only; the first, the last and those that tell most are told.`,
    );
}
