/** States of containers and sandboxes as PLEG keeps them (pkg/kubelet/pleg/generic.go, `plegContainerState`) and as the runtime names them. */

/** PLEG's four states. The names are the ones that the kubelet logs at -v=4. */
export type PlegContainerState = 'running' | 'exited' | 'unknown' | 'non-existent';

/** States in the kubelet's view of the runtime (pkg/kubelet/container/runtime.go, `State`). */
export type RuntimeContainerState = 'created' | 'running' | 'exited' | 'unknown';

/**
 * The state that PLEG keeps for a state of the runtime (`convertState`): `created` counts as `unknown`, so that a new container gives no event.
 * Any other text gives `undefined`; the kubelet would panic there.
 */
export function toPlegState(state: string): PlegContainerState | undefined {
  switch (state) {
    case 'created':
    case 'unknown':
      return 'unknown';
    case 'running':
      return 'running';
    case 'exited':
      return 'exited';
    default:
      return undefined;
  }
}

/** A container state of the CRI (`CONTAINER_CREATED`, `CONTAINER_RUNNING` …) in the kubelet's words; unknown names become `unknown` as in the kubelet (kuberuntime/helpers.go). */
export function fromCriContainerState(state: string): RuntimeContainerState {
  switch (state) {
    case 'CONTAINER_CREATED':
      return 'created';
    case 'CONTAINER_RUNNING':
      return 'running';
    case 'CONTAINER_EXITED':
      return 'exited';
    default:
      return 'unknown';
  }
}

/** A sandbox state of the CRI in the kubelet's words: ready is `running`, not ready is `exited` (kuberuntime/helpers.go, `sandboxToKubeContainerState`). */
export function fromCriSandboxState(state: string): RuntimeContainerState {
  switch (state) {
    case 'SANDBOX_READY':
      return 'running';
    case 'SANDBOX_NOTREADY':
      return 'exited';
    default:
      return 'unknown';
  }
}
