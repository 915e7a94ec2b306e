/**
 * config-invalid: the kubelet does not understand its flags, its configuration file or its kubeconfig, and ends. Sign: its last words. High. Sources: cmd/kubelet/app/server.go,
 * pkg/kubelet/kubeletconfig, pkg/kubelet/apis/config/validation; which flags went with which version: the changelogs (CHANGELOG-1.12, 1.15, 1.24, 1.27, 1.31, 1.34, 1.35).
 */
import type { Cause } from '../cause.ts';
import { exitsOf, failedStartsOf } from '../signs/exits.ts';
import { severalAre, troubleFinding } from '../signs/troubleFinding.ts';
import type { DiagnosisView } from '../view.ts';

/** Flags that kubelets were given on many nodes, and the version that does not have them any more. */
const REMOVED_FLAGS: ReadonlyMap<string, string> = new Map([
  ['cadvisor-port', '1.12'],
  ['allow-privileged', '1.15'],
  ['network-plugin', '1.24'],
  ['cni-bin-dir', '1.24'],
  ['cni-conf-dir', '1.24'],
  ['image-pull-progress-deadline', '1.24'],
  ['container-runtime', '1.27'],
  ['keep-terminated-pod-volumes', '1.31'],
  ['cloud-config', '1.34'],
  ['pod-infra-container-image', '1.35'],
]);

export const configInvalid: Cause = {
  id: 'config-invalid',
  find(view) {
    const unknown = unknownWord(view);
    const isOfLabels = lastWordsOf(view).includes(FOREIGN_LABELS);
    const isOfCloud = lastWordsOf(view).includes(CLOUD);
    return troubleFinding(view, {
      id: 'config-invalid',
      what: 'config',
      exit: 'config',
      title: 'The configuration of the kubelet is not valid',
      titleOfExit: isOfLabels
        ? 'The kubelet does not start, for it is told to give its node labels that it may not give'
        : isOfCloud
          ? 'The kubelet does not start, for its cloud provider fails'
          : unknown === undefined
            ? 'The kubelet does not start with its flags or configuration'
            : unknown.what === 'flag'
              ? `The kubelet does not know its flag ${unknown.name}, so it does not start`
              : `The kubelet does not know its feature gate ${unknown.name}, so it does not start`,
      meaning: `It exits before it does anything, is started again and exits again; the node stays NotReady until the flag or file is corrected. ${isOfLabels ? 'Labels of kubernetes.io and k8s.io are given by the control plane; from Kubernetes 1.16 on a kubelet may set only a few of them, those of node-role.kubernetes.io are not among them.' : isOfCloud ? 'What it asks of the cloud at its start failed: the machine has no role or credentials for it, does not reach it, or is not the one that the name says.' : unknown?.goneSince === undefined ? 'After an upgrade it is mostly a flag or feature gate that the new version no longer has.' : `Kubernetes ${unknown.goneSince} removed this flag.`}`,
      nextSteps: [
        isOfLabels
          ? 'Take them out of `--node-labels` where they stand: `systemctl cat kubelet`, `cat /var/lib/kubelet/kubeadm-flags.env /etc/default/kubelet`, then `systemctl daemon-reload` and `systemctl restart kubelet`; give them from outside: `kubectl label node <node> node-role.kubernetes.io/worker=`.'
          : isOfCloud
            ? 'See that the machine has its role, and that the cloud answers it: `curl -m 5 http://169.254.169.254/`; which settings the kubelet has for it: `systemctl cat kubelet | grep cloud`.'
            : unknown === undefined
              ? 'See with which flags it runs: `systemctl cat kubelet`, `cat /var/lib/kubelet/kubeadm-flags.env /etc/default/kubelet`.'
              : unknown.what === 'flag'
                ? `Take ${unknown.name} out where it stands: \`systemctl cat kubelet\`, \`cat /var/lib/kubelet/kubeadm-flags.env /etc/default/kubelet\`; then \`systemctl daemon-reload\` and \`systemctl restart kubelet\`.`
                : `Take ${unknown.name} out of the feature gates where they stand: \`grep -A20 featureGates /var/lib/kubelet/config.yaml\`, \`systemctl cat kubelet\`, \`cat /var/lib/kubelet/kubeadm-flags.env /etc/default/kubelet\`; then \`systemctl restart kubelet\`.`,
        ...(isOfLabels || isOfCloud || unknown?.what === 'flag'
          ? []
          : [
              'Look at the file that the error names: `/var/lib/kubelet/config.yaml` (made anew by `kubeadm init phase kubelet-start` or `kubeadm upgrade node`), `/etc/kubernetes/kubelet.conf`.',
            ]),
        'Compare with a good node of the same version, then `systemctl restart kubelet`.',
      ],
      confidence: severalAre(1, 'medium'),
      weight: () => 'cause',
    });
  },
};

/** cmd/kubelet/app/options/options.go, ValidateKubeletFlags. */
const FOREIGN_LABELS = 'labels specified with --node-labels';

/** cmd/kubelet/app/server.go, up to 1.30. */
const CLOUD = 'could not init cloud provider';

/** The last words of the last kubelet that ended for its configuration. */
function lastWordsOf(view: DiagnosisView): string {
  return [...failedStartsOf(view, 'config'), ...exitsOf(view, 'config')].at(-1)?.text ?? '';
}

/** What the last words of the last exit name (spf13/pflag, component-base/featuregate); names of other characters are nobody's flag, and no part of a command. */
function unknownWord(
  view: DiagnosisView,
): { readonly what: 'flag' | 'gate'; readonly name: string; readonly goneSince: string | undefined } | undefined {
  const text = lastWordsOf(view);
  const flag = /\bunknown flag: --([a-z0-9][a-z0-9_-]{0,79})(?![\w…>-])/.exec(text)?.[1];
  if (flag !== undefined)
    return { what: 'flag', name: `--${flag}`, goneSince: REMOVED_FLAGS.get(flag.replaceAll('_', '-')) };
  const gate = /\bunrecognized feature gate: ([A-Za-z][A-Za-z0-9]{0,79})(?![\w…>-])/.exec(text)?.[1];
  return gate === undefined ? undefined : { what: 'gate', name: gate, goneSince: undefined };
}
