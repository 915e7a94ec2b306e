import type { Instant } from '../kubelet/time.ts';
import type { FactBase } from './fact.ts';

/** A fact that is being made. A class, because engines make its objects large enough at once for the fields that builders add. */
export class FactDraft implements FactBase {
  readonly source: number;
  readonly line: number;
  readonly lines: number;
  readonly time: Instant;
  readonly message: string;
  declare timeUnknown?: true;
  declare pid?: number;
  declare journalTime?: Instant;
  declare host?: string;

  constructor(source: number, line: number, lines: number, time: Instant, message: string) {
    this.source = source;
    this.line = line;
    this.lines = lines;
    this.time = time;
    this.message = message;
  }
}
