/**
 * file-limit: the kubelet has as many open files as it may (or the node has). Sign: "too many open files" of another kind than inotify's. High where it ends for it or says it several times.
 */
import type { Cause } from '../../cause.ts';
import { severalAre, troubleFinding } from '../../signs/troubleFinding.ts';

export const fileLimit: Cause = {
  id: 'file-limit',
  find: (view) =>
    troubleFinding(view, {
      id: 'file-limit',
      what: 'file-limit',
      exit: 'file-limit',
      title: 'The kubelet has reached its limit of open files',
      meaning:
        'Sockets count as files: it cannot take or make connections any more, so probes, `kubectl logs` and calls to the runtime and the API server fail one after the other. Mostly something leaks connections.',
      nextSteps: [
        'See how many it has, and how many are allowed: `ls /proc/$(pidof kubelet)/fd | wc -l`, `grep "open files" /proc/$(pidof kubelet)/limits`, `sysctl fs.file-nr`.',
        'See what they are: `ls -l /proc/$(pidof kubelet)/fd | sed "s/.*-> //; s/[0-9]*//g" | sort | uniq -c | sort -rn | head`.',
        'Raise it: `systemctl edit kubelet` with `[Service]` and `LimitNOFILE=1048576`; `systemctl restart kubelet` frees them at once.',
      ],
      confidence: severalAre(3, 'high', 'medium'),
      weight: () => 'cause',
    }),
};
