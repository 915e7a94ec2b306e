/** Shows where kubeadm and distributions keep the flags of a kubelet. */
export const FLAG_FILES = 'cat /var/lib/kubelet/kubeadm-flags.env /etc/default/kubelet';
