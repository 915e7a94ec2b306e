/** Lengths of time drawn from what a scenario says; each draw has a name, so that the same scenario always draws the same. */
import { nanoseconds, type Nanoseconds } from '../../model/nanoseconds.ts';
import { drawOf } from './hash.ts';
import type { Span } from '../scenario/scenario.ts';

/** One length of time. A mean with a deviation gives a normal distribution, cut at 0. */
export function drawSpan(span: Span, seed: number, name: string): Nanoseconds {
  if (typeof span === 'number') return span;
  if ('from' in span) return nanoseconds(span.from + (span.to - span.from) * drawOf(seed, name));
  const [first, second] = [drawOf(seed, `${name} 1`), drawOf(seed, `${name} 2`)];
  const normal = Math.sqrt(-2 * Math.log(1 - first)) * Math.cos(2 * Math.PI * second);
  return nanoseconds(Math.max(0, span.mean + span.deviation * normal));
}
