/** The words that kubelets write themselves. A name that is such a word is replaced only where its place tells that it is a name. */
import { CATALOGUE } from '../messages/catalogue/index.ts';

/** Words of errors, of other programs and of Go that stand in values, which the catalogue does not have. */
const OTHERS = `api apiserver app apps attempt available back cache calico call canceled cgroup check client cluster cni code config connect connection
  containerd control core cri crio current daemon data database deadline default desc device dial disabled disk docker dockerd driver enabled endpoint eof error event
  events exceeded exec exit external failed false file files flannel format found global grpc health healthy host http https image info init input internal io job json kernel
  kill killed kubelet kubernetes kube latest lease limit list local localhost log logs main manager master memory message metadata metrics mirror mount name names network
  nil node nodes none not null object open operation output path ping plugin pod pods policy port process proxy pull ready real refused registry request reset resource restart root rpc
  run runc runtime sandbox secret server service shim signal slice socket source spec start started state static status storage store stream sync system systemd task tcp
  terminated test time timeout tls token transport true type udp unavailable unit unix unknown update user v1 value version volume volumes wait warning watch worker write`;

const words = new Set<string>();

/** Whether a word, in whatever case, is one of the kubelet's own, or too short to tell anything. */
export function isOrdinaryWord(word: string): boolean {
  if (words.size === 0) {
    for (const own of OTHERS.split(/\s+/)) words.add(own);
    for (const { template } of CATALOGUE)
      for (const own of template.replaceAll(/\{\w{1,40}\}/g, ' ').match(/[A-Za-z]{2,}/g) ?? [])
        words.add(own.toLowerCase());
  }
  return word.length < 3 || !/[A-Za-z]/.test(word) || words.has(word.toLowerCase());
}
