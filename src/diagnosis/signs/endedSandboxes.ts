/** Pods whose sandbox is gone again and again, though no line says that one could not be made: they are made anew with all their containers. */
import { seconds } from '../../kubelet/time.ts';
import { firstAndLast, makeFinding, plural, type RankedFinding } from '../cause.ts';
import { amountText, linesOf, podsText } from '../words/amountText.ts';
import { namedSteps } from '../tools/namedSteps.ts';
import { COMPARE_CGROUP_DRIVERS, runtimeJournal } from '../tools/commands.ts';
import { runtimeOf } from '../tools/runtimeName.ts';
import { spread, stretchOf, type TroubledPod, troubledPods } from './podTroubles.ts';
import type { PodTroubleKind } from './podErrorParts.ts';
import type { DiagnosisView } from '../view.ts';

/** Once is a reboot, or a runtime that was started anew; a pod that fails to start has lines that say so. */
const AGAIN = 2;
const LASTING = seconds(60);
const OTHERWISE: readonly PodTroubleKind[] = ['sandbox', 'network', 'no-network', 'time-out', 'unreachable', 'kill'];

export function endedSandboxes(view: DiagnosisView): readonly RankedFinding[] {
  const failing = new Set(OTHERWISE.flatMap((kind) => troubledPods(view, kind).map(({ pod }) => pod)));
  const pods = troubledPods(view, 'no-sandbox').filter(
    (pod) => pod.count >= AGAIN && spread(pod) >= LASTING && !failing.has(pod.pod),
  );
  const stretch = stretchOf(pods);
  const lines = linesOf(pods);
  // One pod twice can be somebody who deleted its containers.
  if (stretch === undefined || (pods.length === 1 && lines <= AGAIN)) return [];
  const runtime = runtimeOf(view, view.history.processes.at(-1));
  return [
    makeFinding('pod-sandbox-broken', {
      weight: 'pods',
      confidence: pods.length > 1 ? 'medium' : 'low',
      title: `The sandbox${pods.length === 1 ? '' : 'es'} of ${pods.length === 1 ? nameOf(pods[0]) : plural(pods.length, 'pod')} ended again and again`,
      explanation: `${amountText(view, lines, stretch.first, stretch.last)} say that a pod had no sandbox that is ready, so it is made anew with all its containers: ${podsText(pods)}. No line says that one could not be made: something ends them. Where that hurts pods of all kinds, that of the control plane too, mostly the runtime makes control groups by itself (cgroupfs) on a node where the kubelet has systemd do it, and systemd takes them away; containerd does so unless its configuration says \`SystemdCgroup = true\`.`,
      nextSteps: namedSteps(
        [
          COMPARE_CGROUP_DRIVERS,
          'See how they ended: `crictl pods`, `crictl ps -a`, and the events of the pod: `kubectl -n <namespace> describe pod <pod>`.',
          runtimeJournal(runtime),
        ],
        { pod: pods[0]?.pod },
      ),
      timedBy: [stretch.first, stretch.last],
      evidence: firstAndLast(pods.slice(0, 4)),
    }),
  ];
}

function nameOf(pod: TroubledPod | undefined): string {
  return pod?.pod ?? 'a pod';
}
