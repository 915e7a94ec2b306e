import type { Instant } from '../kubelet/time.ts';
import type { FactBase } from './fact.ts';

/** A fact that is being made. A class, because engines make its objects large enough at once for the fields that builders add. */
export class FactDraft implements FactBase {
  readonly source: number;
  readonly line: number;
  readonly time: Instant;
  readonly message: string;
  declare timeUnknown?: true;

  constructor(source: number, line: number, time: Instant, message: string) {
    this.source = source;
    this.line = line;
    this.time = time;
    this.message = message;
  }
}
