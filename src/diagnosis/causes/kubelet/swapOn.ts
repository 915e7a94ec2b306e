/**
 * swap-on: the kubelet ends at its start because the node swaps (or it cannot find out). Sign: its last words. High. Source: pkg/kubelet/cm/container_manager_linux.go,
 * `NewContainerManager` (1.8 to 1.36).
 */
import { type Cause, makeFinding } from '../../cause.ts';
import { exitsOf, exitsText, failedStartsOf } from '../../signs/exits.ts';
import { gotOverText } from '../../signs/laterKubelet.ts';

export const swapOn: Cause = {
  id: 'swap-on',
  find(view) {
    const exits = exitsOf(view, 'swap');
    const lines = exits.length > 0 ? exits : failedStartsOf(view, 'swap');
    if (lines.length === 0) return [];
    const lastEnd = exits.at(-1);
    const unreadable = lines.every(
      ({ text }) => text.includes('/proc/swaps') && !text.toLowerCase().includes('not supported'),
    );
    return [
      makeFinding('swap-on', {
        weight: 'cause',
        confidence: 'high',
        title: unreadable
          ? 'The kubelet cannot read /proc/swaps and ends'
          : 'Swap is on, so the kubelet ends at its start',
        explanation: `${exitsText(view, exits)}${unreadable ? 'Before it starts, a kubelet looks in /proc/swaps whether the node swaps, and could not read it: the kernel has no swap at all, /proc is not the real one, or reading it is denied.' : 'A kubelet does not start on a node with swap unless its settings allow it.'} Until that changes, it is started again and ends again, and the node stays NotReady.${lastEnd === undefined ? '' : gotOverText(view, lastEnd.time, false)}`,
        nextSteps: unreadable
          ? [
              'See whether the file is there: `cat /proc/swaps`; in a container mount the /proc of the node.',
              'With a kernel without swap set `failSwapOn: false` in `/var/lib/kubelet/config.yaml` (or `--fail-swap-on=false`), then `systemctl restart kubelet`.',
            ]
          : [
              'See what swaps: `swapon --show`.',
              'Turn it off, now and for the next boot: `swapoff -a`, and take its line out of `/etc/fstab` (or `systemctl mask swap.target`).',
              'Or allow it: `failSwapOn: false` and `memorySwap` in `/var/lib/kubelet/config.yaml`.',
              'Then `systemctl restart kubelet`.',
            ],
        timedBy: lines,
        evidence: lines,
      }),
    ];
  },
};
