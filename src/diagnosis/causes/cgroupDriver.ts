/**
 * cgroup-driver: kubelet and runtime use different cgroup drivers, so the kubelet ends at each start. Sign: its line, or an exit with that text. High.
 */
import { type Cause, makeFinding } from '../cause.ts';
import { evidenceOf } from '../words/factText.ts';

export const cgroupDriver: Cause = {
  id: 'cgroup-driver',
  find(view) {
    const said = view.facts.all('startup-failed').filter((fact) => fact.cause === 'cgroup-driver');
    const exits = view.facts.all('kubelet-exit').filter((fact) => fact.text.toLowerCase().includes('cgroup driver'));
    if (said.length + exits.length === 0) return [];
    return [
      makeFinding('cgroup-driver', {
        weight: 'cause',
        confidence: 'high',
        title: 'Kubelet and runtime use different cgroup drivers',
        explanation: `The kubelet found that the runtime manages cgroups in another way (systemd or cgroupfs) than it does itself, and ended. ${view.startups.length > 0 ? 'systemd starts it again, and the start-up skips repeat; they are a consequence.' : 'systemd starts it again, and it ends again, until both are set to the same.'}`,
        nextSteps: [
          'Compare: `grep cgroupDriver /var/lib/kubelet/config.yaml` with `containerd config dump | grep SystemdCgroup` (docker: `docker info | grep -i cgroup`; CRI-O: `crio config | grep cgroup_manager`).',
          'Set both to systemd, then `systemctl restart containerd kubelet`.',
        ],
        evidence: [...said, ...exits].slice(0, 8).map(evidenceOf),
        episodes: [],
      }),
    ];
  },
};
