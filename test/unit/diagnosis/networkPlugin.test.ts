/** What a network plug-in says of its own trouble decides what is to be done. */
import { expect, it } from 'vitest';
import { diagnoseText } from './diagnoseLog.ts';

const AGENT = 'The agent of the network plug-in did not answer on this node';

const titleOf = (text: string): string | undefined =>
  diagnoseText(
    [0, 1, 2, 3, 4, 5]
      .map(
        (minute) =>
          `E1124 10:0${minute}:10.100000    1200 pod_workers.go:1300] "Error syncing pod, skipping" err="failed to \\"CreatePodSandbox\\" for \\"web-1_shop(aaa)\\" with CreatePodSandboxError: \\"rpc error: code = Unknown desc = failed to setup network for sandbox \\\\\\"bbbb\\\\\\": ${text}\\"" pod="shop/web-1" podUID="aaa"`,
      )
      .join('\n'),
  ).findings.find(({ id }) => id === 'cni-failing')?.title;

it.each([
  [
    'plugin type=\\\\\\"calico\\\\\\" failed (add): error getting ClusterInformation: connection is unauthorized: Unauthorized',
    'The API server refuses the network plug-in',
  ],
  [
    'plugin type=\\\\\\"bridge\\\\\\" failed (add): error of ipam: Unauthorized',
    'The API server refuses the network plug-in',
  ],
  ['unable to allocate IP address: Post http://127.0.0.1:6784/ip/aa: connection refused', AGENT],
  ['timed out waiting for OVS port binding (ovn-installed) for 0a:58:0a:80:02:0b [10.128.2.11/23]', AGENT],
  ['plugin type=\\\\\\"bridge\\\\\\" failed (add): Unauthorized access to the bridge', 'The network plug-in failed'],
])('%s', (text, title) => {
  expect(titleOf(text)).toBe(title);
});
