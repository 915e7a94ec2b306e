/** What the row of a folded pod shows of its containers: when any of them ran. Pure. */
import { onceFor } from '../../src/kubelet/oncePer.ts';
import { appendTo } from '../../src/kubelet/groups.ts';
import { latestEnds } from '../../src/timeline/series/thinning.ts';
import { type Lane, MARK_STYLES } from '../../src/timeline/timelineDocument.ts';

const RUNNING = MARK_STYLES.indexOf('running');

export interface FoldedPod {
  readonly lane: Lane;
  /** `latestEnds` of it. */
  readonly ends: Float64Array;
}

/** The containers' running of each pod, asked for when a folded one is in sight: a long log has thousands of bars. */
export class FoldedPods {
  readonly #lanes: readonly Lane[];
  readonly #made = new Map<string, FoldedPod>();
  #children: Map<string, Lane[]> | undefined;

  constructor(lanes: readonly Lane[]) {
    this.#lanes = lanes;
  }

  /** Stretches in which a container of this pod ran, as bars without marks; a stretch is proven when a proven one is part of it. */
  of(pod: Lane): FoldedPod {
    return onceFor(this.#made, pod.id, () => {
      this.#children ??= childrenOf(this.#lanes);
      const lane = runningOf(pod, this.#children.get(pod.id) ?? []);
      return { lane, ends: latestEnds(lane) };
    });
  }
}

function childrenOf(lanes: readonly Lane[]): Map<string, Lane[]> {
  const children = new Map<string, Lane[]>();
  for (const lane of lanes) {
    if (lane.kind !== 'container' || lane.parent === undefined) continue;
    appendTo(children, lane.parent, lane);
  }
  return children;
}

function runningOf(pod: Lane, containers: readonly Lane[]): Lane {
  const bars = containers
    .flatMap(({ start, end, style, proven }) =>
      Array.from(start, (from, index) => ({
        from,
        to: end[index] ?? from,
        style: style[index],
        proven: proven[index] ?? 0,
      })),
    )
    .filter(({ from, to, style }) => style === RUNNING && to > from)
    .toSorted((a, b) => a.from - b.from);
  const merged: { from: number; to: number; proven: number }[] = [];
  for (const { from, to, proven } of bars) {
    const last = merged.at(-1);
    if (last === undefined || from > last.to) merged.push({ from, to, proven });
    else {
      last.to = Math.max(last.to, to);
      last.proven = Math.max(last.proven, proven);
    }
  }
  return {
    id: pod.id,
    kind: 'pod',
    label: pod.label,
    start: Float64Array.from(merged, ({ from }) => from),
    end: Float64Array.from(merged, ({ to }) => to),
    proven: Uint8Array.from(merged, ({ proven }) => proven),
    style: new Uint8Array(merged.length).fill(RUNNING),
    level: new Uint8Array(merged.length),
    mark: new Int32Array(merged.length).fill(-1),
  };
}
