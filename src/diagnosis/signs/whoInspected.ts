/** Who asked for the state of a container in a call that failed: the line of the runtime client does not tell, those beside it do. */
import { appendTo } from '../../kubelet/groups.ts';
import { milliseconds, type Instant } from '../../kubelet/time.ts';
import { oncePer } from '../../kubelet/oncePer.ts';
import { hasBetween } from '../../kubelet/ordered.ts';
import type { RuntimeCallFailedFact } from '../../messages/fact.ts';
import type { FactIndex } from '../factIndex.ts';
import { isInspectMethod } from './runtimeErrors.ts';

/** The lines of one failure stand this near to each other. */
const BESIDE = milliseconds(100);

const rotationsOf = oncePer<FactIndex, ReadonlyMap<string, readonly Instant[]>>((facts) => {
  const byContainer = new Map<string, Instant[]>();
  for (const { subject, time } of facts.fitting('node-trouble', ({ what }) => what === 'log-rotation'))
    if (subject !== undefined) appendTo(byContainer, subject, time);
  for (const times of byContainer.values()) times.sort((a, b) => a - b);
  return byContainer;
});

/**
 * Whether a failed call can be of an inspection of PLEG: it asks for the state of a sandbox or a container, and not for the rotation of that container's log
 * (pkg/kubelet/logs/container_log_manager.go, whose own line follows at once).
 */
export function canBeOfInspection(facts: FactIndex, fact: RuntimeCallFailedFact): boolean {
  if (!isInspectMethod(fact.method)) return false;
  const rotations = fact.containerId === undefined ? undefined : rotationsOf(facts).get(fact.containerId);
  return rotations === undefined || !hasBetween(rotations, fact.time, fact.time + BESIDE - 1);
}
