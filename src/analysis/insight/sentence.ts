/** How a sentence of an insight is put together. */
import type { LineReference } from '../../inference/history.ts';
import { seconds, type TimeBounds } from '../../kubelet/time.ts';
import { formatClock } from '../outputs/instantText.ts';
import type { InsightSentence } from './lineInsight.ts';

/** An event handled within this time of the change it tells of was not held back. */
export const NO_DELAY = seconds(2);

export const sentence = (text: string, at?: LineReference): InsightSentence => [
  at === undefined ? { text } : { text, at },
];

/** What a reader must not miss. */
export const strong = (text: string): InsightSentence => [{ text, strong: true }];

export function boundsWords(bounds: TimeBounds): string {
  return bounds.max - bounds.min < 1000
    ? `at ${formatClock(bounds.min)}`
    : `between ${formatClock(bounds.min)} and ${formatClock(bounds.max)}`;
}
