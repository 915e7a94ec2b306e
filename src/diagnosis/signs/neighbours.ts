/** Lines of kernel, runtime and systemd beside the episodes: how near they stand decides how much they can explain. */
import type { NeighbourFact, NeighbourKind } from '../../messages/fact.ts';
import { type Duration, seconds } from '../../kubelet/time.ts';
import type { Confidence } from '../finding.ts';
import type { DiagnosisView, EpisodeView } from '../view.ts';

export interface NearLines {
  readonly facts: readonly NeighbourFact[];
  /** Episodes that such a line precedes (by up to five minutes) or falls into. */
  readonly episodes: readonly EpisodeView[];
  /** A line of these stands before the last listed relist plus the threshold, so it can be a cause and not a consequence. */
  readonly early: boolean;
  readonly confidence: Confidence;
}

/** Drives for floppies and CDs (drivers/block/floppy.c, drivers/scsi/sr.c): one without a medium fails each read, and nothing of a node lies there. */
const OF_REMOVABLE = /\bdev(?:ice)? (?:fd|sr)\d+\b/;

const RUNTIME_WORDS = ['containerd', 'dockerd', 'docker', 'crio', 'cri-o', 'runc', 'crun', 'conmon', 'shim'];

/** Lines of some kinds and the episodes they belong to. Without an episode nothing was harmed: low. Near one: medium; early and naming the runtime: high. */
export function nearLines(view: DiagnosisView, kinds: readonly NeighbourKind[]): NearLines | undefined {
  const wanted = (fact: NeighbourFact): boolean =>
    kinds.includes(fact.what) && !(fact.what === 'io-error' && OF_REMOVABLE.test(fact.text));
  const episodes: EpisodeView[] = [];
  const facts: NeighbourFact[] = [];
  let early = false;
  for (const episode of view.episodes) {
    const here = episode.signs.neighbours.filter(wanted);
    if (here.length === 0) continue;
    episodes.push(episode);
    facts.push(...here);
    if (here.some((fact) => fact.time <= episode.episode.begin.max)) early = true;
  }
  if (facts.length > 0)
    return { facts, episodes, early, confidence: early && facts.some(namesRuntimeOrKubelet) ? 'high' : 'medium' };
  const elsewhere = view.facts.of(undefined, 'neighbour').filter(wanted);
  return elsewhere.length === 0 ? undefined : { facts: elsewhere, episodes: [], early: false, confidence: 'low' };
}

/** `watchdog: BUG: soft lockup - CPU#2 stuck for 74s!` */
const STUCK = /stuck for (\d{1,6})s/;

/** For how long a processor did nothing but one piece of kernel code, at the longest, as these lines say; 0 where none says it. */
export function lockedFor(facts: readonly NeighbourFact[]): Duration {
  return seconds(facts.reduce((most, { text }) => Math.max(most, Number(STUCK.exec(text)?.[1] ?? 0)), 0));
}

/** The line names a process of the runtime. */
export function namesRuntime(fact: NeighbourFact): boolean {
  const text = fact.text.toLowerCase();
  return RUNTIME_WORDS.some((word) => text.includes(word));
}

/** The line names a process of the runtime or the kubelet. */
export function namesRuntimeOrKubelet(fact: NeighbourFact): boolean {
  return namesRuntime(fact) || fact.text.toLowerCase().includes('kubelet');
}

/** `Memory cgroup out of memory: Killed process …`, `oom-kill:constraint=CONSTRAINT_MEMCG,…` (mm/oom_kill.c): a control group had passed its own limit. */
export function isOfGroup({ message, text }: NeighbourFact): boolean {
  return message === 'kernel.oom-cgroup' || text.includes('CONSTRAINT_MEMCG');
}
