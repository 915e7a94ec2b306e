/** Steps, and pieces of them, that more than one place writes, or replaces on systems with other tools. */

export const IS_API_SERVER_UP =
  'On a control plane see whether it runs: `crictl ps -a --name kube-apiserver`, then `crictl logs <id>`; and etcd: `crictl ps -a --name etcd`';
/** The same in the words of any system. */
export const ANY_API_SERVER_UP =
  /On a control plane see whether it runs: `[^`]{1,80}`, then `[^`]{1,60}`; and etcd: `[^`]{1,80}`/g;
export const ETCD_FIRST =
  'On a control plane look at etcd first: `crictl ps -a --name etcd`, `crictl logs --tail 200 <id>`';
export const ANY_ETCD_FIRST = /On a control plane look at etcd first: `[^`]{1,80}`, `[^`]{1,80}`/g;
export const AGE_OF_TOKEN =
  ', a day is the default: `kubeadm token list` on a control plane; join anew with a new one: `kubeadm token create --print-join-command`';
export const RENEW_BY_KUBEADM =
  'renew it on the control plane (`kubeadm certs check-expiration`, `kubeadm certs renew all`) and restart its API server';
export const MADE_BY_KUBEADM = ' (made anew by `kubeadm init phase kubelet-start` or `kubeadm upgrade node`)';
export const IS_OF_CA =
  '`openssl verify -CAfile /etc/kubernetes/pki/ca.crt /var/lib/kubelet/pki/kubelet-client-current.pem`';
export const LOOK_AT_LOAD =
  'Look at load, memory and disks while it is slow: `uptime`, `vmstat 1 5`, `iostat -x 1 5`, `cat /proc/pressure/{cpu,io,memory}`.';
export const NOT_BY_KUBELET =
  '; a restart of the kubelet alone does not help, because the new kubelet waits for the same call';
/** With containerd there is a second way to ask; elsewhere not. */
export const SECOND_WAY = ' If crictl fails with the same text: `ctr -n k8s.io containers ls -q | wc -l`.';
export const TIME_SERVICE = '`chronyc tracking`, `timedatectl`, `journalctl -u chronyd -u systemd-timesyncd`';
export const EVENTS_OF_POD = 'See the events of the pod: `kubectl -n <namespace> describe pod <pod>`.';
export const REASON_OF_POD = 'See the reason and the message: `kubectl -n <namespace> describe pod <pod>`.';
