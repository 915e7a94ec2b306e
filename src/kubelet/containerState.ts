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
