import type { RuntimeError } from '../fact.ts';
import { type ErrorTexts, KeptError } from './errorTexts.ts';

const MOST_KNOWN = 1 << 16;

/** Reads something out of the text of an error, once for each text that is kept: several rules look at each of them and would make its text anew. */
export function perKeptText<Value>(read: (error: RuntimeError) => Value): (error: RuntimeError) => Value {
  const known = new WeakMap<ErrorTexts, Map<number, Value>>();
  return (error) => {
    // The name of a pod could be words that count.
    if (!(error instanceof KeptError) || error.pod !== undefined) return read(error);
    const { texts, place } = error;
    let ofTexts = known.get(texts);
    if (ofTexts === undefined) known.set(texts, (ofTexts = new Map<number, Value>()));
    let value = ofTexts.get(place);
    if (value === undefined) {
      if (ofTexts.size >= MOST_KNOWN) ofTexts.clear();
      ofTexts.set(place, (value = read(error)));
    }
    return value;
  };
}
