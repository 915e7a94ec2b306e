/**
 * How long the kubelet waits for a call to the runtime before it gives it up (staging/src/k8s.io/cri-client/pkg/remote_runtime.go and remote_image.go, Kubernetes
 * 1.36; before 1.31 pkg/kubelet/cri/remote).
 */
import type { Duration } from './time.ts';

/** What comes to the time-out of all calls: the grace period of the container that is stopped, or the time-out of the probe whose command is run. */
type Added = 'grace-period' | 'probe';

/** A time in microseconds, without what is `added` to it. */
export interface CallTimeout {
  readonly least: Duration;
  readonly added?: Added;
}

const ADDED: Readonly<Record<string, Added>> = { StopContainer: 'grace-period', ExecSync: 'probe' };
/** These may take as long as they do. */
const ENDLESS: ReadonlySet<string> = new Set(['PullImage', 'ImageFsInfo', 'ListContainerStats', 'GetContainerEvents']);

/** The time-out of a call; `undefined` where it has none. @param requestTimeout `runtimeRequestTimeout` */
export function callTimeout(method: string, requestTimeout: Duration): CallTimeout | undefined {
  if (ENDLESS.has(method)) return undefined;
  if (method === 'RunPodSandbox') return { least: (2 * requestTimeout) as Duration };
  const added = ADDED[method];
  return { least: requestTimeout, ...(added === undefined ? {} : { added }) };
}
