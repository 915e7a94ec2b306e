/** Which containers did not stay up, said so that nobody takes it for a fault of the kubelet. */
import { plural, times } from '../cause.ts';
import type { BackOffs } from '../signs/backOffs.ts';
import type { Death, TimedLine } from '../signs/crashBook.ts';
import { type CrashingPod, crashingPods } from '../signs/crashingPods.ts';
import { durationText } from '../words/durationText.ts';
import { listText, type Paragraph } from './paragraph.ts';
import type { DiagnosisView } from '../view.ts';

/** So many other pods are named. */
const MOST_OTHERS = 4;
/** So many exit codes are named. */
const MOST_CODES = 4;

/** Says of the worst pod how its container fared, and how many more there are; nothing where every container stayed up. `backOffsTold`: what the kubelet put off has been said. */
export function describeCrashes(view: DiagnosisView, paragraph: Paragraph, backOffsTold = false): void {
  const pods = crashingPods(view);
  const worst = pods[0];
  if (worst === undefined || (backOffsTold && pods.every(({ deaths }) => deaths.length === 0))) return;
  const { pod, container, deaths, areOfContainer, backOffs } = worst;
  paragraph
    .sentence('crashing')
    .say(
      container === undefined
        ? `Containers of pod ${pod} did not stay up: `
        : `The container ${container} of pod ${pod} did not stay up: `,
    );
  if (deaths.length > 0) {
    paragraph
      .say(areOfContainer ? 'it died ' : '')
      .cite(
        areOfContainer ? times(deaths.length) : `${plural(deaths.length, 'death')} reported in this pod`,
        deaths.at(-1),
      );
    when(view, deaths, paragraph);
    paragraph.say(codesText(deaths));
  }
  if (backOffs.count > 0) putOff(view, worst, paragraph);
  paragraph.say('; the log of the container (kubectl logs --previous) tells more.');
  const others = pods.slice(1);
  if (others.length === 0) return;
  const named = others
    .slice(0, MOST_OTHERS)
    .map((other) => (other.container === undefined ? other.pod : `${other.pod} (${other.container})`));
  const more = others.length - named.length;
  paragraph
    .sentence('crashing')
    .say(
      more > 0
        ? `The same is true of ${named.join(', ')}, and of ${plural(more, 'more pod')}; kubectl get pods -A shows all that restart.`
        : `The same is true of ${listText(named)}.`,
    );
}

/** From when to when these lines tell it; nothing in a log without times. */
function when(view: DiagnosisView, lines: readonly TimedLine[], paragraph: Paragraph): void {
  const first = lines[0];
  const last = lines.at(-1);
  if (first === undefined || last === undefined || view.history.span === undefined) return;
  paragraph.say(first === last ? ' at ' : ' from ').cite(view.formatTime(first.time), first);
  if (first !== last) paragraph.say(' to ').cite(view.formatTime(last.time), last);
}

function codesText(deaths: readonly Death[]): string {
  const codes = [...new Set(deaths.flatMap(({ exitCode }) => exitCode ?? []))];
  if (codes.length === 0) return '';
  if (codes.length === 1) return `, with exit code ${codes[0]}`;
  const last = deaths.findLast(({ exitCode }) => exitCode !== undefined)?.exitCode;
  return `, with exit codes ${listText([...codes.slice(0, MOST_CODES), ...(codes.length > MOST_CODES ? ['others'] : [])].map(String))} (the last one ${last})`;
}

function putOff(view: DiagnosisView, { deaths, backOffs }: CrashingPod, paragraph: Paragraph): void {
  paragraph
    .say(deaths.length > 0 ? ', and the kubelet said ' : 'the kubelet said ')
    .cite(times(backOffs.count), backOffs.last && backOffs.lineOf(backOffs.last));
  if (deaths.length === 0) when(view, endsOf(backOffs), paragraph);
  paragraph.say(
    ` that it waits before the next start (CrashLoopBackOff${backOffs.longest > 0 ? `, up to ${durationText(backOffs.longest)}` : ''})`,
  );
}

function endsOf(backOffs: BackOffs): readonly TimedLine[] {
  const { first, last } = backOffs;
  if (first === undefined || last === undefined) return [];
  return (first.row === last.row ? [first] : [first, last]).map((line) => backOffs.lineOf(line));
}
