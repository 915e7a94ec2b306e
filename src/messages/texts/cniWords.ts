import { WordSearch } from './wordSearch.ts';

/**
 * The words by which runtimes and the dockershim say that the network of a sandbox, not the sandbox itself, could not be made or taken down: containerd
 * (internal/cri/server/sandbox_run.go), CRI-O (server/sandbox_network.go), ocicni, libcni, Multus, and the kubelet's own network plug-in up to 1.23.
 */
const CNI_WORDS = new WordSearch([
  [
    'failed to setup network',
    'failed to set up pod',
    'failed to set up sandbox',
    'setup network for sandbox',
    'networkPlugin',
    'NetworkPlugin',
    'CNI failed',
    'CNI request failed',
    'cni plugin',
    'plugin type="',
    'failed to destroy network',
    'error adding pod',
    'failed (add)',
    'failed (delete)',
    'Failed to create pod network sandbox',
    'network plugin is not ready',
    'failed to teardown pod',
    'error removing pod',
  ],
]);

/** What the kubelet says itself, up to 1.23, of a sandbox that docker does not have, or whose process has ended: the plug-in was not even asked (dockershim/network/cni/cni.go). */
const NO_SANDBOX =
  /CNI failed to retrieve network namespace path: (?:Error: No such container|[Cc]annot find network namespace for the terminated container)/;

/** Whether the error of a sandbox is one of its network. */
export function isCniError(text: string): boolean {
  return CNI_WORDS.firstIn(text) >= 0 && !isOfGoneSandbox(text);
}

export function isOfGoneSandbox(text: string): boolean {
  return NO_SANDBOX.test(text);
}
