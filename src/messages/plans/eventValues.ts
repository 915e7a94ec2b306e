/** An event of PLEG in a line, cut into its values: the type is a part of the text that lines of a plan share. */
import { printedPlegEvent } from '../../kubelet/plegEvent.ts';
import type { PlannedValue } from './linePlan.ts';

/** The names of its values in a plan; the type is one that all lines of the plan share. */
export const EVENT_UID = 'event.ID';
export const EVENT_TYPE = 'event.Type';
export const EVENT_DATA = 'event.Data';

/** What stands behind a quoted value begins with its quote, which the value takes along. */
const QUOTE = 1;
const CONTAINER_ID = /^[0-9a-f]{64}$/;

/** What a plan has in place of an event that is the last value of its lines. */
export interface EventValues {
  readonly keys: readonly string[];
  readonly values: readonly PlannedValue[];
  readonly shared: ReadonlyMap<string, string>;
}

/** The values of an event at the end of a line, which has `before` before it; `undefined`: its text is not just as kubelets write events of containers. */
export function eventValues(before: string, text: string): EventValues | undefined {
  const event = printedPlegEvent(text);
  if (event === undefined || !CONTAINER_ID.test(event.data)) return undefined;
  const { type, isQuoted, beforeUid, beforeData, behind } = event;
  return {
    keys: [EVENT_UID, EVENT_DATA],
    values: [
      { before: `${before}${beforeUid}`, form: isQuoted ? 'quoted' : 'word' },
      { before: isQuoted ? beforeData.slice(QUOTE) : beforeData, form: 'digits' },
      { before: behind, form: 'end' },
    ],
    shared: new Map([[EVENT_TYPE, type]]),
  };
}
