import type { ErrorTexts } from './errorTexts.ts';
import type { KnownPod } from './knownPods.ts';

/** A pod that could not be synced, as a line of the mass says it, for those who need no fact of it. One object for all lines. */
export class PodErrorLine {
  /** Id of the catalogue row. */
  message = '';
  pod: KnownPod;
  /** Where the text of the error is kept, and its place there. */
  readonly texts: ErrorTexts;
  place = 0;

  constructor(pod: KnownPod, texts: ErrorTexts) {
    this.pod = pod;
    this.texts = texts;
  }
}
