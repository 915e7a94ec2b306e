import { durationText, type JsonObject } from '../scenarioFile.ts';

/** A fault in times of the log (microseconds since the epoch, durations in microseconds). */
export interface FaultDraft {
  readonly from: number;
  readonly to: number;
  readonly effect: 'hang' | 'takes' | 'error' | 'refuse';
  readonly methods?: readonly string[];
  readonly pods?: readonly string[];
  readonly takes?: number;
  readonly error?: string;
}

/** As a scenario file has it. */
export function faultJson({ from, to, takes, ...rest }: FaultDraft, start: number): JsonObject {
  const begin = Math.max(0, from - start);
  return {
    from: durationText(begin),
    to: durationText(Math.max(begin, to - start)),
    ...rest,
    ...(takes === undefined ? {} : { takes: durationText(takes) }),
  };
}
