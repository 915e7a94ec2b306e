/** Next steps in the words of the tools of an older Kubernetes: the causes write them for kubeadm and kubectl as they are since 1.20. Each row says from which version on the usual words do. */
import { MADE_BY_KUBEADM } from '../tools/commonSteps.ts';
import { FLAG_FILES } from '../tools/flagFiles.ts';
import { isAtLeast, type KubeletVersion } from '../../kubelet/version.ts';
import type { Words } from './runtimeWords.ts';

const UNIT_OF_KUBEADM = '/etc/systemd/system/kubelet.service.d/10-kubeadm.conf';

/** With `kubeadm alpha phase` (1.8 to 1.12) what is there is left as it is. */
const RENEWED_BY_PHASES =
  'Renew it: on a control plane move the certificates and kubeconfigs below /etc/kubernetes aside that are over, then `kubeadm alpha phase certs all` and `kubeadm alpha phase kubeconfig all`; put the new kubelet.conf';

/** Below this minor version of Kubernetes 1 these words are said; the oldest last. */
const BELOW: readonly (readonly [minor: number, words: Words])[] = [
  [22, [[' and `memorySwap`', '']]],
  // kubeadm certs and kubeconfig were commands of `alpha` (1.13 to 1.19), and `kubectl debug node` was not there.
  [
    20,
    [
      [/`kubeadm (certs|kubeconfig) /g, '`kubeadm alpha $1 '],
      [/, or by `kubectl debug node\/[^`]{1,300}` and `chroot \/host`/g, ''],
      [
        /Reach the node by `kubectl debug node\/[^`]{1,300}` and `chroot \/host`\./g,
        'Reach the node by `ssh <address>`.',
      ],
    ],
  ],
  [18, [['--dry-run=client', '--dry-run']]],
  [16, [[/(kubectl top pod[^`]{0,40}) --sort-by=memory/g, '$1']]],
  [
    15,
    [
      ['; on a control plane `kubeadm alpha certs check-expiration`', ''],
      ['(`kubeadm alpha certs check-expiration`, ', '('],
      [
        '`kubeadm alpha certs check-expiration` (apiserver-kubelet-client)',
        '`openssl x509 -in /etc/kubernetes/pki/apiserver-kubelet-client.crt -noout -dates`',
      ],
    ],
  ],
  [14, [[/(`kubectl (?:-n \S{1,30} )?(?:get|top|describe) [^`|]{0,80}?)-A\b(?! ?\d)/g, '$1--all-namespaces']]],
  [
    13,
    [
      [MADE_BY_KUBEADM, ''],
      [
        /Renew it: on a control plane `kubeadm alpha certs renew all` and `kubeadm alpha kubeconfig user [^`]{1,120}`; put that/g,
        RENEWED_BY_PHASES,
      ],
      [/`kubeadm alpha certs renew [\w-]{1,40}`/g, '`kubeadm alpha phase certs all`'],
    ],
  ],
  // Its flags stood in the unit, and there was no configuration file.
  [
    11,
    [
      [FLAG_FILES, `cat ${UNIT_OF_KUBEADM}`],
      [' and `/var/lib/kubelet/kubeadm-flags.env`', ''],
      [' (or `--fail-swap-on=false`)', ''],
      ['`failSwapOn: false` in', '`--fail-swap-on=false` in'],
      ['grep cgroupDriver /var/lib/kubelet/config.yaml', `grep cgroup-driver ${UNIT_OF_KUBEADM}`],
      ['/var/lib/kubelet/config.yaml', UNIT_OF_KUBEADM],
    ],
  ],
  [9, [['kubeadm token create --print-join-command', 'kubeadm token create']]],
  // There was no `kubeadm alpha phase`, and the client certificate stood in the kubeconfig itself.
  [
    8,
    [
      [
        /Renew it: on a control plane move [^`]{1,100}`kubeadm alpha phase certs all` and `kubeadm alpha phase kubeconfig all`; put the new kubelet\.conf into ([^,`]{1,80}), remove [^,`]{1,80},/g,
        'Renew it: on a control plane sign a new one with the CA of the cluster, `openssl x509 -req`; put it into $1,',
      ],
      [' (`kubeadm alpha phase certs all`)', ''],
      ['; renew it by `kubeadm alpha phase certs all`, and restart', '; renew it, and restart'],
      [
        'openssl x509 -in /var/lib/kubelet/pki/kubelet-client-current.pem',
        'grep client-certificate-data /etc/kubernetes/kubelet.conf | cut -d: -f2 | base64 -d | openssl x509',
      ],
      ['/var/lib/kubelet/pki/kubelet-client-current.pem', '<its certificate>'],
    ],
  ],
  [6, [['/etc/kubernetes/pki/ca.crt', '/etc/kubernetes/pki/ca.pem']]],
];

/** The words of a version for what the causes say of later ones; none where the version is not known. */
export function versionWords(version: KubeletVersion | undefined): Words {
  if (version === undefined) return [];
  return BELOW.flatMap(([minor, words]) => (isAtLeast(version, { major: 1, minor }) ? [] : words));
}
