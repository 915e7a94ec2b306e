/** How a sentence of an insight is put together. */
import type { LineReference } from '../../inference/history.ts';
import { seconds } from '../../kubelet/time.ts';
import type { InsightSentence } from './lineInsight.ts';

/** An event handled within this time of the change it tells of was not held back. */
export const NO_DELAY = seconds(2);

export const sentence = (text: string, at?: LineReference): InsightSentence => [
  at === undefined ? { text } : { text, at },
];

/** What a reader must not miss. */
export const strong = (text: string): InsightSentence => [{ text, strong: true }];
