/**
 * cgroup-driver: kubelet and runtime use different cgroup drivers. Either the kubelet ends at each start, or it runs and the runtime makes no container, because the name of the control group
 * that it is given is written for the other driver. Sign: the kubelet's line, or an exit with that text; the words of CRI-O or runc in errors of pods. High. Sources: cmd/kubelet/app/server.go
 * and pkg/kubelet/cm/container_manager_linux.go; CRI-O internal/config/cgmgr (systemd.go, cgroupfs.go: SandboxCgroupPath); runc libcontainer/specconv/spec_linux.go (CreateCgroupConfig).
 */
import type { Fact } from '../../../messages/fact.ts';
import { type Cause, makeFinding, type RankedFinding } from '../../cause.ts';
import { exitsOf } from '../../signs/exits.ts';
import { isInspectMethod } from '../../signs/runtimeErrors.ts';
import { troubledPods } from '../../signs/podTroubles.ts';
import { COMPARE_CGROUP_DRIVERS } from '../../tools/commands.ts';
import { amountText, linesOf } from '../../words/amountText.ts';
import { bothEnds } from '../../words/factText.ts';
import type { DiagnosisView } from '../../view.ts';

const TITLE = 'Kubelet and runtime use different cgroup drivers';

const NEXT_STEPS = [COMPARE_CGROUP_DRIVERS, 'Set both to systemd, then `systemctl restart containerd kubelet`.'];

/** How a runtime says that a path is of the other driver; a line may be cut behind them. */
const OF_OTHER_DRIVER = [
  'configured with systemd cgroup manager, but did not receive',
  'configured with cgroupfs cgroup manager, but received',
  'cgroupsPath to be of format "slice:prefix:name" for systemd cgroups',
];

export const cgroupDriver: Cause = {
  id: 'cgroup-driver',
  find(view) {
    const said = view.facts.all('startup-failed').filter((fact) => fact.cause === 'cgroup-driver');
    const exits = exitsOf(view, 'cgroup-driver');
    if (said.length + exits.length === 0) return ofRuntime(view);
    return [
      makeFinding('cgroup-driver', {
        weight: 'cause',
        confidence: 'high',
        title: TITLE,
        explanation: `The kubelet found that the runtime manages cgroups in another way (systemd or cgroupfs) than it does itself, and ended. ${view.startups.length > 0 ? 'It is started again, and the start-up skips repeat; they are a consequence.' : 'It is started again, and ends again, until both are set to the same.'}`,
        nextSteps: NEXT_STEPS,
        timedBy: [...said, ...exits],
        evidence: [...said, ...exits].slice(0, 8),
      }),
    ];
  },
};

/** The kubelet runs, and the runtime refuses what it asks for. */
function ofRuntime(view: DiagnosisView): readonly RankedFinding[] {
  const calls = view.facts.fitting(
    'runtime-call-failed',
    ({ method, error }) => !isInspectMethod(method) && isOfOtherDriver(error.text),
  );
  const pods = [...troubledPods(view, 'sandbox'), ...troubledPods(view, 'container')].filter(({ text }) =>
    isOfOtherDriver(text),
  );
  const lines: readonly Fact[] = [
    ...calls,
    ...pods.flatMap(({ first, last }) => (first === last ? [first] : [first, last])),
  ].sort((a, b) => a.time - b.time);
  const [first, last] = [lines[0], lines.at(-1)];
  if (first === undefined || last === undefined) return [];
  const count = calls.length + linesOf(pods);
  const text = calls[0]?.error.text ?? pods[0]?.text ?? '';
  return [
    makeFinding('cgroup-driver', {
      weight: 'cause',
      confidence: 'high',
      title: TITLE,
      explanation: `${amountText(view, count, first, last, 'say')} that the runtime was given the name of a control group in the form of the other driver (systemd or cgroupfs), and refuses it: "${bothEnds(text.replaceAll(/\\{1,16}"/g, '"'), 240)}". No pod can be started until both are set to the same; that goes for the static pods of a control plane, too.`,
      nextSteps: NEXT_STEPS,
      timedBy: lines,
      evidence: lines.slice(0, 8),
    }),
  ];
}

function isOfOtherDriver(text: string): boolean {
  // All of them name it, and nearly no other error does.
  if (!text.includes('cgroup')) return false;
  const plain = text.replaceAll(/\\{1,16}"/g, '"');
  return OF_OTHER_DRIVER.some((words) => plain.includes(words));
}
