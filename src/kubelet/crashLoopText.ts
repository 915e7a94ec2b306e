/**
 * What the kubelet says when it waits before it starts a container again, inside the error of its pod: `doBackOff` in
 * pkg/kubelet/kuberuntime/kuberuntime_manager.go and `PodSyncResult.Error` around it. Written by the simulator, read by the diagnosis.
 */
import { goDurationToMicroseconds } from './goDuration.ts';
import type { Duration } from './time.ts';

const REASON = 'CrashLoopBackOff';
/** Bounded, for an error is a stranger's text. Older kubelets begin with a capital. */
const WAIT = /[Bb]ack-off ([0-9.hms]{1,20}) restarting failed container=(\S{1,253}) /g;

/** The same where the line ends before it names them, at the edge of a terminal mostly: from three letters of the reason on it is no other. */
const CUT = /"StartContainer" for "([^"]{1,253})" with (Cra\w{0,13})(?:: "(?:[Bb]ack-off (?:([0-9.hms]{1,20}) )?)?)?/;

/** A pod as such texts name it. */
export interface CrashLoopPod {
  readonly name: string;
  readonly namespace: string;
  readonly uid: string;
}

/** The error of one container. `wait` is a Go duration (`2m40s`). */
export function formatCrashLoop(container: string, wait: string, { name, namespace, uid }: CrashLoopPod): string {
  return `failed to "StartContainer" for "${container}" with ${REASON}: "back-off ${wait} restarting failed container=${container} pod=${name}_${namespace}(${uid})"`;
}

/** The containers that an error says the kubelet waits for (several of a pod can stand in one), and the longest wait; `undefined` for any other error. */
export function readCrashLoop(
  error: string,
): { readonly containers: readonly string[]; readonly wait: Duration } | undefined {
  if (!error.includes(REASON.slice(0, 3))) return undefined;
  const containers = new Set<string>();
  let wait = 0;
  // Not by matchAll, which makes a pattern of its own for each text.
  WAIT.lastIndex = 0;
  for (let match = WAIT.exec(error); match !== null; match = WAIT.exec(error)) {
    const [, found = '', name = ''] = match;
    containers.add(name);
    wait = Math.max(wait, goDurationToMicroseconds(found) ?? 0);
  }
  return containers.size === 0 ? readCut(error) : { containers: [...containers], wait: wait as Duration };
}

function readCut(error: string): ReturnType<typeof readCrashLoop> {
  const [, container, reason = '', wait = ''] = CUT.exec(error) ?? [];
  if (container === undefined || !REASON.startsWith(reason)) return undefined;
  return { containers: [container], wait: (goDurationToMicroseconds(wait) ?? 0) as Duration };
}
