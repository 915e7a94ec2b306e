import type { NeighbourFact } from '../../messages/fact.ts';
import { seconds } from '../../kubelet/time.ts';
import type { DiagnosisView } from '../view.ts';
import type { CrashingPod } from './crashingPods.ts';
import { isOfGroup } from './neighbours.ts';

/** A container is found dead so soon after the kernel killed it; PLEG lists each second, and journal and klog are not one clock. */
const FOUND_DEAD = seconds(10);
/** So many kills that fit are no accident. */
const KILLS = 2;

/** The kills for a control group's own limit that the deaths of one crashing container followed; none where most of its deaths had no such reason. */
export function limitKills(view: DiagnosisView, crashing: readonly CrashingPod[]): readonly NeighbourFact[] {
  const [only] = crashing;
  if (only === undefined || crashing.length > 1) return [];
  const kills = view.facts.fitting(
    'neighbour',
    (fact): fact is NeighbourFact => isOfGroup(fact) && fact.victim !== undefined,
  );
  const died = only.deaths.filter(({ exitCode }) => exitCode === KILLED || exitCode === undefined);
  const fitting = kills.filter((kill) =>
    died.some(({ time }) => time >= kill.time - seconds(1) && time <= kill.time + FOUND_DEAD),
  );
  return fitting.length >= KILLS && fitting.length * 2 > only.deaths.length ? fitting : [];
}

/** 128 and SIGKILL. */
const KILLED = 137;
