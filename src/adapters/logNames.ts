/** What the name of a file says: whether a kubelet's lines may be in it, or other files. */

/** `kubelet`: its name says that a kubelet, or the whole system, writes there; `other`: its name says nothing. */
export type NameKind = 'kubelet' | 'archive' | 'other' | 'none';

const OF_KUBELET = /kubelet|kubelite|hyperkube|kubenswrapper|k3s|rke2|origin-node|openshift-node|edgecore|localkube/i;
const OF_THE_SYSTEM = /^(?:messages|syslog|daemon\.log|system\.log|user\.log)(?:[.-]|$)|journal/i;
const MAY_BE_A_LOG =
  /\.(?:log|txt|out|json|journal|ndjson)(?:[.-]\d{1,12})?(?:\.(?:gz|zst|xz|bz2))?$|\.log|^[^.]{1,255}$/i;
const NO_LOG =
  /\.(?:ya?ml|html?|conf|cfg|service|pem|crt|key|sock|db|js|css|md|png|svg|so|bin|core|pid|kubeconfig)$|(?<!\.journal)~$/i;
const ARCHIVE = /\.(?:zip|tar|tgz|tbz2?|txz|tzst|tar\.(?:gz|zst|xz|bz2))$/i;

/** The kind of a file by its name alone, without its folders. */
export function nameKindOf(name: string): NameKind {
  if (ARCHIVE.test(name)) return 'archive';
  if (NO_LOG.test(name)) return 'none';
  if (OF_KUBELET.test(name) || OF_THE_SYSTEM.test(name)) return 'kubelet';
  return MAY_BE_A_LOG.test(name) ? 'other' : 'none';
}

const OF_METRICS = /metrics|scrape|\.prom(?:\.(?:gz|zst|xz|bz2))?$/i;

/** Whoever saves a scrape of metrics calls it so. */
export function isNamedLikeMetrics(name: string): boolean {
  return OF_METRICS.test(name);
}
