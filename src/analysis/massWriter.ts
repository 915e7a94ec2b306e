import type { ContainerStateInterval, PlegEvent, PodHistory } from '../inference/history.ts';
import type { TimeBounds } from '../kubelet/time.ts';
import type { PodReference } from '../messages/fact.ts';
import { formatRfc3339 } from './instantText.ts';
import { podName } from './podName.ts';

/** Writes events and pods as the text of their JSON, part by part: the same as `JSON.stringify` of their plain data, which costs several times as much. */
export class MassWriter {
  readonly #several: boolean;
  #lastPod: PodReference | undefined;
  #lastPodText = '';
  #lastBounds: TimeBounds | undefined;
  #lastBoundsText = '';

  /** `several`: there are several sources, so that a line needs its source. */
  constructor(several: boolean) {
    this.#several = several;
  }

  event(event: PlegEvent, parts: string[]): void {
    const { line, source, time, process, type, pod, containerId } = event;
    parts.push('{"line":', String(line));
    if (this.#several) parts.push(',"source":', String(source));
    parts.push(',"time":"', formatRfc3339(time), '","process":', JSON.stringify(process), ',"type":"', type, '"', this.#podText(pod));
    if (containerId !== undefined) parts.push(',"containerId":', JSON.stringify(containerId));
    parts.push('}');
  }

  pod(pod: PodHistory, parts: string[]): void {
    const { uid, namespace, name, containers } = pod;
    parts.push('{"uid":', JSON.stringify(uid));
    if (namespace !== undefined) parts.push(',"namespace":', JSON.stringify(namespace));
    if (name !== undefined) parts.push(',"name":', JSON.stringify(name));
    parts.push(',"containers":[');
    let glue = '';
    for (const container of containers) {
      parts.push(glue, '{"id":', JSON.stringify(container.id));
      if (container.name !== undefined) parts.push(',"name":', JSON.stringify(container.name));
      parts.push(',"kind":"', container.kind, '","states":[');
      glue = '';
      for (const state of container.states) {
        parts.push(glue);
        this.#state(state, parts);
        glue = ',';
      }
      parts.push(']}');
      glue = ',';
    }
    parts.push(']}');
  }

  #state({ state, from, fromOpen, to, exitCode }: ContainerStateInterval, parts: string[]): void {
    parts.push('{"state":"', state, '","from":', this.#bounds(from));
    if (fromOpen !== undefined) parts.push(',"fromOpen":true');
    if (to !== undefined) parts.push(',"to":', this.#bounds(to));
    if (exitCode !== undefined) parts.push(',"exitCode":', JSON.stringify(exitCode));
    parts.push('}');
  }

  /** Events of one pod come in a row. */
  #podText(pod: PodReference): string {
    if (pod === this.#lastPod) return this.#lastPodText;
    const name = podName(pod);
    this.#lastPod = pod;
    this.#lastPodText = `${pod.uid === undefined ? '' : `,"podUid":${JSON.stringify(pod.uid)}`}${name === undefined ? '' : `,"pod":${JSON.stringify(name)}`}`;
    return this.#lastPodText;
  }

  /** A state begins when the one before it ends. */
  #bounds(bounds: TimeBounds): string {
    const last = this.#lastBounds;
    if (last !== undefined && last.min === bounds.min && last.max === bounds.max) return this.#lastBoundsText;
    const min = formatRfc3339(bounds.min);
    this.#lastBounds = bounds;
    this.#lastBoundsText = `{"min":"${min}","max":"${bounds.max === bounds.min ? min : formatRfc3339(bounds.max)}"}`;
    return this.#lastBoundsText;
  }
}
