/**
 * cgroup-trouble: control groups cannot be read, written or measured, without the drivers of kubelet and runtime being different. Sign: lines of the container manager and of the
 * measurements of system services, for longer than the first minutes of a start; errors of pods whose group cannot be removed. Medium; low for those of a start and for less than three lines.
 */
import { seconds } from '../../../kubelet/time.ts';
import type { NodeTroubleFact } from '../../../messages/fact.ts';
import type { Cause, RankedFinding } from '../../cause.ts';
import { keptControlGroups } from '../../signs/keptControlGroups.ts';
import { isOfUnknownContainer, unknownContainers } from '../../signs/unknownContainers.ts';
import { nodeTroubles } from '../../signs/exits.ts';
import { troubleFinding } from '../../signs/troubleFinding.ts';
import { unlessItLasts } from '../../tools/unlessItLasts.ts';

/** So long after a start the control groups of pods are not measured yet. */
const MEASURED_AFTER = seconds(180);
const SEVERAL = 3;

export const cgroupTrouble: Cause = {
  id: 'cgroup-trouble',
  find(view) {
    const [kept, others] = parted(nodeTroubles(view, 'cgroup'), isOfKeptGroup);
    const [unknown, lines] = parted(others, isOfUnknownContainer);
    const ofContainers = (): readonly RankedFinding[] => {
      const ofPods = keptControlGroups(view, kept);
      return ofPods.length > 0 ? ofPods : unknownContainers(view, unknown);
    };
    if (lines.length === 0) return ofContainers();
    const starts = view.history.processes.filter(({ startedInLog }) => startedInLog).map(({ from }) => from);
    const isOfStart = ({ time }: NodeTroubleFact): boolean =>
      starts.some((start) => time >= start && time - start <= MEASURED_AFTER);
    const late = lines.filter((line) => !isHarmless(line.message) && !isOfStart(line));
    const counted = late.length > 0 ? late : lines.filter(isOfStart);
    if (counted.length === 0) return ofContainers();
    // Numbers are missing too where something else is wrong: that is what tells.
    const telling = counted.filter((line) => !isOfMeasuring(line));
    const measuring = telling.length === 0;
    const told = measuring ? counted : telling;
    const lasting =
      late.length > 0 &&
      told.length >= SEVERAL &&
      (!measuring || (late.at(-1)?.time ?? 0) - (late[0]?.time ?? 0) > MEASURED_AFTER);
    if (!lasting) {
      const found = ofContainers();
      if (found.length > 0) return found;
    }
    return troubleFinding(
      view,
      {
        id: 'cgroup-trouble',
        what: 'cgroup',
        ofStart: late.length === 0 && measuring ? 'control groups that were not measured yet' : undefined,
        title: measuring ? 'Control groups cannot be measured' : 'The kubelet has trouble with control groups',
        meaning:
          !lasting && measuring
            ? 'In the first minutes after a start this is normal: the control groups are not known to cAdvisor yet.'
            : measuring
              ? 'Numbers of these services are missing in metrics and in `kubectl top`; pods are not concerned. Mostly the service has no accounting in systemd, or the kubelet is told a control group that is not there (`kubeletCgroups`, `systemCgroups`).'
              : 'Limits of pods are not set or control groups stay behind; pods may fail to start or to end.',
        nextSteps: unlessItLasts(lasting || !measuring, [
          'See whether the control group that the line names is there: `systemd-cgls`, `ls /sys/fs/cgroup`, `stat -fc %T /sys/fs/cgroup` (cgroup2fs is version 2).',
          'Compare the cgroup drivers: `grep cgroupDriver /var/lib/kubelet/config.yaml`, `containerd config dump | grep SystemdCgroup`.',
          'For measurements of services: `CPUAccounting=true` and `MemoryAccounting=true` in the unit, or `kubeletCgroups` and `systemCgroups` set to groups that exist.',
        ]),
        confidence: () => (lasting ? 'medium' : 'low'),
        weight: () => (lasting ? (measuring ? 'circumstance' : 'cause') : 'note'),
      },
      told,
    );
  },
};

/** A group of a pod that stays behind. */
function isOfKeptGroup({ message }: NodeTroubleFact): boolean {
  return message.startsWith('cgroup.delete-failed');
}

function parted<T>(all: readonly T[], isFirst: (one: T) => boolean): readonly [readonly T[], readonly T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))];
}

/** The score by which the kernel kills, of a service that runs elsewhere or as another user: nothing follows from it, and nodes that are containers have it all the time. */
function isHarmless(message: string): boolean {
  return message.startsWith('cgroup.ensure-state');
}

/** Only a number is missing. */
function isOfMeasuring({ message }: NodeTroubleFact): boolean {
  return message.startsWith('cgroup.unexpected') || message.startsWith('cgroup.signal') || isHarmless(message);
}
