/** Did the pods keep running? Said from container states and from exits that were noticed late. */
import type { Instant } from '../kubelet/time.ts';
import { seconds } from '../kubelet/time.ts';
import { podText } from './factText.ts';
import type { Paragraph } from './paragraph.ts';
import type { DiagnosisView, EpisodeView } from './view.ts';

/** The loop handles what was held back within this time after it resumed. */
const HANDLED_WITHIN = seconds(600);

/** Says what became of the containers during an episode. */
export function describePods(view: DiagnosisView, episode: EpisodeView, paragraph: Paragraph): void {
  const from = episode.episode.begin.min;
  const to = episode.episode.resumed?.max ?? episode.episode.end?.max ?? episode.process.to;
  const nodes = view.history.nodes.length;
  const { node } = episode.process;
  const { before, kept } = view.queries.keptRunning(from, to, nodes > 1 ? (process) => view.processes.get(process)?.node === node : undefined);
  const finished = view.facts.between(episode.process.id, 'container-finished', from, (to + seconds(1)) as Instant);
  const exit = finished[0];
  if (kept === 0 && exit === undefined) {
    paragraph.say(' The log does not show whether pods kept running; an unhealthy PLEG alone stops none of them.');
    return;
  }
  const where = nodes > 1 ? ' of this node' : '';
  // Most of them ended, or nothing shows what became of them: "pods kept running" would be heard as more than that.
  if (kept > 0 && kept < before / 2) paragraph.say(` Of the ${number(before)} containers${where} seen running before, ${number(kept)} ${kept === 1 ? 'is' : 'are'} known to have kept running`);
  else paragraph.say(kept === 0 ? ' An unhealthy PLEG stops no pod' : ` Pods kept running (${kept < before ? `${number(kept)} of the ${number(before)} containers` : kept === 1 ? 'the one container' : `all ${number(kept)} containers`}${where} seen running before, as far as the log shows)`);
  if (exit === undefined) {
    paragraph.say('.');
    return;
  }
  const event = view.queries.eventsBetween(episode.process.id, (exit.time - seconds(1)) as Instant, (to + HANDLED_WITHIN) as Instant).find((candidate) => candidate.containerId === exit.containerId && candidate.type === 'ContainerDied');
  const name = nameOf(view, exit.containerId) ?? podText(exit.pod);
  paragraph.say(`; ${finished.length === 1 ? 'the exit' : `${number(finished.length)} exits were found in this time, first that`} of ${name} ${finished.length === 1 ? 'was noticed ' : ''}at `).cite(view.formatTime(exit.time), exit);
  if (event !== undefined && event.time - exit.time > 100_000) paragraph.say(' and handled at ').cite(view.formatTime(event.time), event).say(', when the loop went on');
  paragraph.say('.');
}

/** `1,238`. */
function number(count: number): string {
  return count.toLocaleString('en');
}

/** `pod/container`, where the name of the container is known. */
function nameOf(view: DiagnosisView, containerId: string): string | undefined {
  const found = view.queries.containerOf(containerId);
  if (found === undefined) return undefined;
  const { pod, name } = found;
  const podName = pod.name ?? pod.uid;
  return name === undefined ? `a container of ${pod.namespace === undefined ? podName : `${pod.namespace}/${podName}`}` : `${podName}/${name}`;
}
