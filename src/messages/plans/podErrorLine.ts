import type { ErrorTexts } from '../texts/errorTexts.ts';
import type { PodReference } from '../fact.ts';
import type { KnownPod } from './knownPods.ts';

/** What the columns of a run of such lines stand for. */
export interface PodErrorNames {
  readonly texts: ErrorTexts;
  podOf(number: number): PodReference;
  /** Id of the catalogue row of a pattern. */
  messageOf(pattern: number): string;
}

/** A pod that could not be synced, as a line of the mass says it, for those who need no fact of it. One object for all lines. */
export class PodErrorLine {
  /** Id of the catalogue row. */
  message = '';
  pod: KnownPod;
  /** Where the text of the error is kept, and its place there. */
  readonly texts: ErrorTexts;
  place = 0;
  /** The same error was told before, of any pod if it names its own. */
  isRepeated = false;

  constructor(pod: KnownPod, texts: ErrorTexts) {
    this.pod = pod;
    this.texts = texts;
  }
}
