/**
 * The likely sawtooth of healthy stretches. No line of a log names a relist that worked, but the kubelet's loop is known: a relist starts, takes
 * `duration`, stamps its own start as last seen active, and the next one starts `period` after it ended (`wait.Until` in pkg/kubelet/pleg/generic.go,
 * Kubernetes 1.36).
 *
 *     staleness   ╱│    ╱│    ╱│
 *               ╱  │  ╱  │  ╱  │       before a stamp: period + 2 × duration
 *              ╱   │╱    │╱    │╱      after it: duration
 *             start start start
 */
import { upperBound } from '../../kubelet/ordered.ts';
import { type Window } from './thinning.ts';
import type { HealthyRelists } from '../timelineDocument.ts';

/** Below this many columns a tooth cannot be seen beside its neighbours: the band of bounds is drawn instead. */
const LEAST_TOOTH = 8;

/** Points of the polyline: `time` ascending in microseconds since origin, `seconds` beside it. */
export interface Sawtooth {
  readonly time: readonly number[];
  readonly seconds: readonly number[];
}

/** True when the window is short enough for its columns to show single teeth. */
export function showsTeeth(healthy: HealthyRelists, window: Window): boolean {
  const tooth = healthy.period + healthy.duration;
  return tooth > 0 && (tooth * window.columns) / (window.to - window.from) >= LEAST_TOOTH;
}

/** The highest value of a likely tooth, in seconds. */
export function toothHeight(healthy: HealthyRelists): number {
  return (healthy.period + 2 * healthy.duration) / 1e6;
}

/** Index of the stretch that holds `time`, or -1. */
export function stretchAt(healthy: HealthyRelists, time: number): number {
  const index = upperBound(healthy.from, time) - 1;
  return index >= 0 && time <= (healthy.to[index] ?? Number.NEGATIVE_INFINITY) ? index : -1;
}

/** The likely starts of relists within a stretch and the window, ascending; none when the window is too long to show them. */
export function likelyStarts(healthy: HealthyRelists, stretch: number, window: Window): number[] {
  const from = Math.max(healthy.from[stretch] ?? 0, window.from);
  const to = Math.min(healthy.to[stretch] ?? 0, window.to);
  const anchor = healthy.anchor[stretch] ?? from;
  const tooth = healthy.period + healthy.duration;
  if (!showsTeeth(healthy, window)) return [];
  const starts: number[] = [];
  const last = Math.floor((to - anchor) / tooth);
  for (let index = Math.ceil((from - anchor) / tooth); index <= last; index += 1) starts.push(anchor + index * tooth);
  return starts;
}

/** The teeth of a stretch within the window, from its first visible moment to its last. Empty when the window is too long to show them. */
export function sawtooth(healthy: HealthyRelists, stretch: number, window: Window): Sawtooth {
  const from = Math.max(healthy.from[stretch] ?? 0, window.from);
  const to = Math.min(healthy.to[stretch] ?? 0, window.to);
  const time: number[] = [];
  const seconds: number[] = [];
  if (to < from || !showsTeeth(healthy, window)) return { time, seconds };
  const add = (at: number, value: number): void => {
    time.push(at);
    seconds.push(value);
  };
  add(from, likelyStaleness(healthy, stretch, from));
  const anchor = healthy.anchor[stretch] ?? from;
  const { period, duration } = healthy;
  const tooth = period + duration;
  const last = Math.floor((to - anchor - duration) / tooth);
  for (let index = Math.ceil((from - anchor - duration) / tooth); index <= last; index += 1) {
    const stamped = anchor + index * tooth + duration;
    add(stamped, (tooth + duration) / 1e6);
    add(stamped, duration / 1e6);
  }
  add(to, likelyStaleness(healthy, stretch, to));
  return { time, seconds };
}

/** The likely staleness at a moment of a stretch, in seconds: since the start of the last relist that was stamped by then. */
export function likelyStaleness(healthy: HealthyRelists, stretch: number, time: number): number {
  const anchor = healthy.anchor[stretch] ?? time;
  const tooth = healthy.period + healthy.duration;
  const stamped = Math.floor((time - anchor - healthy.duration) / tooth);
  return (time - (anchor + stamped * tooth)) / 1e6;
}
