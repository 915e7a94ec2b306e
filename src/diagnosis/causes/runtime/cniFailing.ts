/**
 * cni-failing: the network plug-in fails to add or remove pods. Sign: its error lines. Near an episode it can hold the runtime's lock of a pod (medium, as a
 * circumstance); many lines without one are a fault of their own (medium from five on), single ones an everyday event (low).
 */
import { seconds, type Instant } from '../../../kubelet/time.ts';
import type { RuntimeCallFailedFact } from '../../../messages/fact.ts';
import { isCniError } from '../../../messages/texts/cniWords.ts';
import { type Cause, firstAndLast, makeFinding, plural, type RankedFinding } from '../../cause.ts';
import { podText } from '../../words/factText.ts';
import { amountOf, amountText, linesOf, podsText } from '../../words/amountText.ts';
import { networkTroubleOf } from '../../signs/networkReasons.ts';
import { stretchOf, troubledPods } from '../../signs/podTroubles.ts';
import { endOfKubelets, STILL } from '../../signs/endOfKubelets.ts';
import { PAGER_MARK } from '../../../kubelet/pagerMark.ts';
import type { DiagnosisView } from '../../view.ts';

/** So many lines are no everyday event. */
const ENOUGH = 5;
export const cniFailing: Cause = {
  id: 'cni-failing',
  find(view) {
    const facts = view.facts.all('cni-failed');
    const [first] = facts;
    const last = facts.at(-1);
    if (first === undefined || last === undefined)
      return [byWorkers, byRuntime].map((find) => find(view)).find(({ length }) => length > 0) ?? [];
    const episodes = view.episodes.filter(
      (episode) =>
        view.facts.between(episode.process.id, 'cni-failed', (episode.from - seconds(300)) as Instant, episode.to)
          .length > 0,
    );
    const pods = [...new Set(facts.map((fact) => podText(fact.pod)))].filter((name) => name !== 'unknown pod');
    // A pass that is slow without any failed call is what a slow plug-in looks like from PLEG.
    const explained = episodes.every(
      (episode) => episode.verdict.kind !== 'unknown' && episode.verdict.kind !== 'inspect-calls-slow',
    );
    const texts = facts.map(({ error }) => error.text).filter((text) => text !== '');
    const ending = texts.findLast((text) => !PAGER_MARK.test(text)) ?? texts.at(-1);
    const whole = ending === undefined ? undefined : wholeOf(view, ending);
    const said = whole?.error.text ?? ending;
    const trouble = networkTroubleOf(said ?? '');
    return [
      makeFinding('cni-failing', {
        weight: episodes.length > 0 && !explained ? 'cause' : 'circumstance',
        confidence: episodes.length > 0 || isLasting(view, facts.length, first, last) ? 'medium' : 'low',
        title: trouble.title,
        explanation: `${amountOf(view, facts)} about networks of ${pods.length === 0 ? 'pods' : plural(pods.length, 'pod')} that could not be set up or torn down${pods.length > 0 ? `, first ${pods.slice(0, 2).join(' and ')}` : ''}.${said === undefined ? '' : ` The text: "${trouble.quote}".`}${episodes.length > 0 ? ' A plug-in that hangs keeps the runtime waiting for that pod, and PLEG with it.' : ''}`,
        nextSteps: trouble.nextSteps,
        timedBy: facts,
        evidence: [...(whole === undefined ? [] : [whole]), ...facts.slice(0, 8)],
        episodes: explained ? [] : episodes,
      }),
    ];
  },
};

/** The call that failed, where its line has more of the text than those that repeat it, which are cut away earlier. */
function wholeOf(view: DiagnosisView, text: string): RuntimeCallFailedFact | undefined {
  if (!isCniError(text)) return undefined;
  return view.facts
    .fitting('runtime-call-failed', ({ error }) => error.text.length > text.length && error.text.startsWith(text))
    .at(-1);
}

/** For so long after its start a node waits for its plug-in. */
const STARTING = seconds(60);

/** Many lines; or a few that the log ends with, as a pasted piece does, but for the first minute of a kubelet. */
function isLasting(
  { history }: DiagnosisView,
  count: number,
  first: { readonly time: Instant },
  last: { readonly time: Instant },
): boolean {
  if (count >= ENOUGH) return true;
  const end = endOfKubelets(history);
  const starts = history.processes.some(
    ({ startedInLog, from }) => startedInLog && last.time >= from && first.time <= from + STARTING,
  );
  return count >= 2 && end !== undefined && end - last.time < STILL && !starts;
}

/** Only the workers of pods say it: the runtime's own lines are not in the log, as where it was searched for errors of pods. */
function byWorkers(view: DiagnosisView): readonly RankedFinding[] {
  const pods = troubledPods(view, 'network');
  const stretch = stretchOf(pods);
  if (stretch === undefined) return [];
  const count = linesOf(pods);
  const trouble = networkTroubleOf(pods[0]?.text ?? '');
  return [
    makeFinding('cni-failing', {
      weight: 'circumstance',
      confidence: isLasting(view, count, stretch.first, stretch.last) ? 'medium' : 'low',
      title: trouble.title,
      timedBy: [stretch.first, stretch.last],
      explanation: `${amountText(view, count, stretch.first, stretch.last, 'say')} that sandboxes could not be ${isOfTakingOff(pods.map(({ text }) => text)) ? 'taken off' : 'connected to'} the network: ${podsText(pods)}. The text: "${trouble.quote}".`,
      nextSteps: trouble.nextSteps,
      evidence: firstAndLast(pods.slice(0, 4)),
    }),
  ];
}

/** Pods that end, not pods that start: the words of containerd, CRI-O and dockershim. */
function isOfTakingOff(texts: readonly string[]): boolean {
  return texts.every((text) => /destroy network for sandbox|error removing pod|failed to teardown pod/.test(text));
}

/** Only the failed call or the runtime's own line says it, as where a piece ends right behind it. */
function byRuntime(view: DiagnosisView): readonly RankedFinding[] {
  const calls = view.facts.fitting(
    'runtime-call-failed',
    // Those are many, and a container has no network of its own.
    ({ method, error }) => method !== 'ContainerStatus' && isCniError(error.text),
  );
  const own = view.facts.fitting('neighbour', ({ what, text }) => what === 'runtime-error' && isCniError(text));
  const lines = [...calls, ...own].sort((a, b) => a.time - b.time);
  const [first] = lines;
  const last = lines.at(-1);
  if (first === undefined || last === undefined) return [];
  // The runtime's own text says which plug-in; the kubelet repeats it.
  const trouble = networkTroubleOf(
    (own[0]?.text.replace(/^.*? error="/, '') ?? calls[0]?.error.text ?? '').replace(/"$/, ''),
  );
  return [
    makeFinding('cni-failing', {
      weight: 'circumstance',
      confidence: isLasting(view, lines.length, first, last) ? 'medium' : 'low',
      title: trouble.title,
      timedBy: lines,
      explanation: `${amountOf(view, lines, 'say')} that sandboxes could not be ${isOfTakingOff(lines.map((line) => ('error' in line ? line.error.text : line.text))) ? 'taken off' : 'connected to'} the network. The text: "${trouble.quote}".`,
      nextSteps: trouble.nextSteps,
      evidence: [...lines.slice(0, 3), ...lines.slice(3).slice(-1)],
    }),
  ];
}
