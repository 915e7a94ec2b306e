/** What a node of k3s or rke2 is given to join by: the token and the address of a server. */

/** docs.k3s.io/cli/token and docs.rke2.io/security/token: the file of the token, and where a node is given it. */
export const NEW_TOKEN =
  'Take the token from the server, `find /var/lib/rancher -name node-token`, into the configuration of this node (`/etc/rancher`, or `K3S_TOKEN` of its unit), and see that the server there is the right one.';

/** k3s, which rke2 runs, too: pkg/cli/agent/agent.go, pkg/cluster/bootstrap.go (`K3S_TOKEN is required to join a cluster`) and storage.go, pkg/clientaccess/token.go. */
const OF_JOINING =
  /(?:--(?:token|server)|\w_TOKEN) is required|token must not be empty|invalid token (?:format|CA hash)|token CA hash does not|normalize (?:server )?token|with different token/;

/** What helps where the last words of such a program say that it lacks one of them, or has a wrong one; none where they say something else. */
export function stepsToJoin(words: string): readonly string[] {
  return OF_JOINING.test(words) ? [NEW_TOKEN] : [];
}
