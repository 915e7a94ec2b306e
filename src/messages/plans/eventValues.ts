/** An event of PLEG in a line, cut into its values. */
import { plegEventPieces } from '../../kubelet/plegEvent.ts';
import type { PlannedValue } from './linePlan.ts';

/** The names of its values in a plan. */
export const EVENT_UID = 'event.ID';
export const EVENT_TYPE = 'event.Type';
export const EVENT_DATA = 'event.Data';
export const EVENT_KEYS: readonly string[] = [EVENT_UID, EVENT_TYPE, EVENT_DATA];

const CONTAINER_ID = /^[0-9a-f]{64}$/;

/** What a plan has in place of an event that is the last value of its lines and has `before` before it; `undefined`: it is not a whole event of a container. */
export function eventValues(before: string, text: string): readonly PlannedValue[] | undefined {
  const pieces = plegEventPieces(text);
  if (pieces === undefined || !CONTAINER_ID.test(pieces.data)) return undefined;
  const { isQuoted, beforeUid, beforeType, beforeData, behind } = pieces;
  const form = isQuoted ? 'quoted' : 'word';
  return [
    { before: `${before}${beforeUid}`, form },
    { before: beforeType, form },
    { before: beforeData, form: 'digits' },
    { before: isQuoted ? `"${behind}` : behind, form: 'end' },
  ];
}
