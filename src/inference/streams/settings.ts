import { SETTINGS } from '../../kubelet/settings.ts';
import type { Setting } from '../history.ts';
import type { ProcessLedger } from './ledger.ts';
import type { PossibleTraits } from '../episodes/possibleTraits.ts';
import { timeoutSettingOf } from '../relists/knownTimeout.ts';
import { gateOf } from './usesEvented.ts';

const PLACES = ['config', 'kubeconfig', 'node-labels'];

/** What the `FLAG:` dump of a process run says of its files and its labels. */
export function placesOf({ settings }: ProcessLedger): ReadonlyMap<string, string> {
  return new Map(PLACES.map((flag) => [flag, settings.get(flag)?.value ?? '']));
}

/** Settings of a process run by their names in the configuration file: as its `FLAG:` dump says or waits show, else the default, marked as assumed. */
export function settingsOf(ledger: ProcessLedger, traits: PossibleTraits): ReadonlyMap<string, Setting> {
  const settings = new Map<string, Setting>();
  for (const { name, flag, defaultText } of SETTINGS) {
    const logged =
      name === 'runtimeRequestTimeout'
        ? timeoutSettingOf(ledger, traits)
        : flag === 'feature-gates'
          ? gateOf(ledger.settings.get(flag), name)
          : ledger.settings.get(flag);
    settings.set(name, logged ?? { value: defaultText, known: 'assumed' });
  }
  return settings;
}
