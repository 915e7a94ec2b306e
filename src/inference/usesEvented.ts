import type { Setting } from './history.ts';
import type { ProcessLedger } from './ledger.ts';

/** A feature gate out of a flag's value such as `EventedPLEG=true,Other=false` or `mapStringBool{...}`; `undefined` where it is not named. */
export function gateOf(flag: Setting | undefined, name: string): Setting | undefined {
  if (flag === undefined) return undefined;
  const wanted = name.toLowerCase();
  for (const part of flag.value.split(/[\s,{}"]+/)) {
    const equals = part.search(/[=:]/);
    if (equals > 0 && part.slice(0, equals).toLowerCase() === wanted) return { ...flag, value: part.slice(equals + 1) };
  }
  return undefined;
}

/** True if a life has Evented PLEG: its lines or its feature gates say so. */
export function usesEvented(ledger: ProcessLedger): boolean {
  return ledger.evented.length > 0 || gateOf(ledger.settings.get('feature-gates'), 'EventedPLEG')?.value.toLowerCase() === 'true';
}
