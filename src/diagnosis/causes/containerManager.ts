/**
 * container-manager: the kubelet's container manager could not start (cgroups missing or left over, a mount missing). Sign: `Failed to start ContainerManager`,
 * as a line or as the reason of skips (up to 1.9 the initialisation's error). High.
 */
import { type Cause, makeFinding } from '../cause.ts';
import { evidenceOf } from '../factText.ts';
import { skipEvidence } from '../view.ts';

export const containerManager: Cause = {
  id: 'container-manager',
  find(view) {
    const said = view.facts.all('startup-failed').filter((fact) => fact.cause === 'container-manager');
    const episodes = view.episodes.filter((episode) => episode.verdict.kind === 'container-manager');
    const skips = [...episodes, ...view.startups].flatMap((episode) => episode.skips).filter((skip) => skip.reasons.some((reason) => reason.kind === 'container-manager'));
    const exits = view.facts.all('kubelet-exit').filter((fact) => fact.text.includes('ContainerManager'));
    if (said.length + exits.length + skips.length === 0) return [];
    return [
      makeFinding('container-manager', {
        weight: 'cause',
        confidence: 'high',
        title: "The kubelet's container manager could not start",
        explanation: 'This part of the kubelet sets up cgroups for pods and for itself. Its error is not one of PLEG or the runtime; without it the kubelet cannot work.',
        nextSteps: ['Read the error in the line: it names the cgroup or mount that is missing.', 'See which controllers exist: `cat /proc/cgroups; mount | grep cgroup`; memory must be on (kernel flag `cgroup_enable=memory`).', 'Remove a leftover slice after an interrupted start: `systemctl stop kubepods.slice`.'],
        evidence: [...said.map(evidenceOf), ...exits.map(evidenceOf), ...skips.slice(0, 3).map(skipEvidence)],
        episodes,
      }),
    ];
  },
};
