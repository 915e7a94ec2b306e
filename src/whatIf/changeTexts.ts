/** The changes of a what-if in words. */
import type { Scenario } from '../simulator/scenario/scenario.ts';
import { formatSeconds } from '../timeline/format.ts';
import { hangingPods, hungPodNames } from './changed.ts';
import { CHANGE_NAMES, type ChangeName } from './changeTable.ts';
import { type Changes, versionText } from './changes.ts';

export interface ChangeText {
  readonly name: ChangeName;
  /** The value in the scenario of the log, and the changed one. */
  readonly from: string;
  readonly to: string;
  /** Behind `with` in a sentence: `1.32 instead of 1.28.2`. */
  readonly phrase: string;
}

/** The changes in the order of the table. `changed`: the scenario with them; of the pods that are to hang it has those that there are. */
export function changeTexts(scenario: Scenario, changes: Changes, changed: Scenario): readonly ChangeText[] {
  const now = valuesOf(scenario);
  return CHANGE_NAMES.flatMap((name) => {
    const to = toText(changes, name, changed);
    return to === undefined ? [] : [{ name, from: now[name], to, phrase: phraseOf(name, now[name], to) }];
  });
}

/** The values that a scenario has before anything is changed. */
export function valuesOf(scenario: Scenario): Readonly<Record<ChangeName, string>> {
  return {
    kubeletVersion: versionText(scenario.version),
    pods: String(scenario.pods.length),
    listLatency: 'as in the log',
    inspectLatency: 'as in the log',
    requestTimeout: formatSeconds(scenario.kubelet.runtimeRequestTimeout / 1e9),
    hungPods: String(hungPodNames(scenario).length),
    hangLasts: 'as in the log',
    eventedPleg: scenario.kubelet.eventedPleg ? 'on' : 'off',
    restartAfter: 'not',
  };
}

function toText(changes: Changes, name: ChangeName, changed: Scenario): string | undefined {
  if (name === 'kubeletVersion')
    return changes.kubeletVersion === undefined ? undefined : versionText(changes.kubeletVersion);
  if (name === 'eventedPleg') return changes.eventedPleg === undefined ? undefined : changes.eventedPleg ? 'on' : 'off';
  const value = changes[name];
  if (value === undefined) return undefined;
  if (name === 'hungPods') return String(Math.min(value, hangingPods(changed)));
  return name === 'pods' ? String(value) : formatSeconds(value / 1e6);
}

function phraseOf(name: ChangeName, from: string, to: string): string {
  switch (name) {
    case 'kubeletVersion':
      return `with ${to} instead of ${from}`;
    case 'pods':
      return `with ${to} pods instead of ${from}`;
    case 'listLatency':
      return `with list calls of ${to}`;
    case 'inspectLatency':
      return `with inspections of ${to} a pod`;
    case 'requestTimeout':
      return `with a time-out of ${to} instead of ${from}`;
    case 'hungPods':
      return to === '0' ? 'without a hung pod' : `with ${to} hung ${to === '1' ? 'pod' : 'pods'} instead of ${from}`;
    case 'hangLasts':
      return to === '0s' ? 'without any hang' : `with hangs of ${to}`;
    case 'eventedPleg':
      return to === 'on' ? 'with Evented PLEG' : 'without Evented PLEG';
    case 'restartAfter':
      return `with a restart of the kubelet after ${to}`;
  }
}
