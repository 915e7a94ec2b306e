/**
 * static-pod-failing: a manifest of a static pod cannot be read or is refused, so that pod does not run. Sign: the kubelet's line for the file. High; low for a folder that is not there,
 * which many nodes have. Source: pkg/kubelet/config (file.go, file_linux.go, http.go, config.go).
 */
import { classOfError } from '../../../messages/texts/errorClass.ts';
import type { Cause } from '../../cause.ts';
import { nodeTroubles } from '../../signs/exits.ts';
import { troubleFinding } from '../../signs/troubleFinding.ts';

/** What the kubelet itself says of a folder that many nodes do not have. */
const IGNORED = 'path does not exist, ignoring';

export const staticPodFailing: Cause = {
  id: 'static-pod-failing',
  find(view) {
    const lines = nodeTroubles(view, 'static-pod').filter(({ text }) => !text.includes(IGNORED));
    const serious = lines.filter(({ text }) => classOfError(text) !== 'no-file');
    return troubleFinding(
      view,
      {
        id: 'static-pod-failing',
        what: 'static-pod',
        title:
          serious.length > 0 ? 'A manifest of a static pod cannot be used' : 'The folder of static pods is missing',
        meaning:
          serious.length > 0
            ? 'Its pod does not start, or goes on as it was before the file was changed. If it is that of the API server, etcd or another part of the control plane, that part stays down. The file is read again every 20 seconds.'
            : 'Nodes without static pods do well without it.',
        nextSteps: [
          'Look at the file that the line names: YAML, `apiVersion: v1`, `kind: Pod`, and what the error complains of: `kubectl apply --dry-run=client -f <file>`.',
          'Keep no copies in that folder: every file in it is read. On a control plane: `ls -la /etc/kubernetes/manifests`.',
          'Then see whether the pod comes: `crictl ps -a`.',
        ],
        confidence: () => (serious.length > 0 ? 'high' : 'low'),
        weight: () => (serious.length > 0 ? 'cause' : 'note'),
      },
      serious.length > 0 ? serious : lines,
    );
  },
};
