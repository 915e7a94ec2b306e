/** Did the pods keep running? Said from container states and from exits that were noticed late. */
import type { Instant } from '../kubelet/time.ts';
import { seconds } from '../kubelet/time.ts';
import type { PodHistory } from '../inference/history.ts';
import { podText } from './factText.ts';
import type { Paragraph } from './paragraph.ts';
import type { DiagnosisView, EpisodeView } from './view.ts';

/** Says what became of the containers during an episode. */
export function describePods(view: DiagnosisView, episode: EpisodeView, paragraph: Paragraph): void {
  const from = episode.episode.begin.min;
  const to = episode.episode.resumed?.max ?? episode.episode.end?.max ?? episode.process.to;
  const { before, kept } = keptRunning(view.history.pods, from, to);
  const finished = view.facts.between(episode.process.id, 'container-finished', from, (to + seconds(1)) as Instant);
  const exit = finished[0];
  if (kept === 0 && exit === undefined) {
    paragraph.say(' The log does not show whether pods kept running; an unhealthy PLEG alone stops none of them.');
    return;
  }
  paragraph.say(kept === 0 ? ' An unhealthy PLEG stops no pod' : ` Pods kept running (${kept < before ? `${kept} of the ${before} containers` : kept === 1 ? 'the one container' : `all ${kept} containers`} seen running before, as far as the log shows)`);
  if (exit === undefined) {
    paragraph.say('.');
    return;
  }
  const event = view.eventsOf(episode.process.id).find((candidate) => candidate.containerId === exit.containerId && candidate.type === 'ContainerDied' && candidate.time >= exit.time - seconds(1));
  const name = nameOf(view.history.pods, exit.containerId) ?? podText(exit.pod);
  paragraph.say(`; ${finished.length === 1 ? 'the exit' : `${finished.length} exits were found in this time, first that`} of ${name} ${finished.length === 1 ? 'was noticed ' : ''}at `).cite(view.formatTime(exit.time), exit);
  if (event !== undefined && event.time - exit.time > 100_000) paragraph.say(' and handled at ').cite(view.formatTime(event.time), event).say(', when the loop went on');
  paragraph.say('.');
}

/** Containers (not sandboxes) that were seen running up to `from`, and those of them that certainly did not change until `to`. */
function keptRunning(pods: readonly PodHistory[], from: Instant, to: Instant): { readonly before: number; readonly kept: number } {
  let before = 0;
  let kept = 0;
  for (const pod of pods) {
    for (const container of pod.containers) {
      const running = container.kind === 'sandbox' ? undefined : container.states.findLast((state) => state.state === 'running' && state.from.max <= from);
      if (running === undefined || (running.to !== undefined && running.to.max <= from)) continue;
      before += 1;
      if (running.to === undefined || running.to.min >= to) kept += 1;
    }
  }
  return { before, kept };
}

/** `pod/container`, where the name of the container is known. */
function nameOf(pods: readonly PodHistory[], containerId: string): string | undefined {
  for (const pod of pods) {
    const container = pod.containers.find((candidate) => candidate.id === containerId);
    if (container === undefined) continue;
    const podName = pod.name ?? pod.uid;
    return container.name === undefined ? `a container of ${pod.namespace === undefined ? podName : `${pod.namespace}/${podName}`}` : `${podName}/${container.name}`;
  }
  return undefined;
}
