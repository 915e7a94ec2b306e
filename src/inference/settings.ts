import { SETTINGS } from '../kubelet/settings.ts';
import type { Setting } from './history.ts';
import type { ProcessLedger } from './ledger.ts';

/** Settings of a life by their names in the configuration file: as its `FLAG:` dump says, else the default, marked as assumed. */
export function settingsOf(ledger: ProcessLedger): ReadonlyMap<string, Setting> {
  const settings = new Map<string, Setting>();
  for (const { name, flag, defaultText } of SETTINGS) {
    const logged = flag === 'feature-gates' ? gateOf(ledger.settings.get(flag), name) : ledger.settings.get(flag);
    settings.set(name, logged ?? { value: defaultText, known: 'assumed' });
  }
  return settings;
}

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
