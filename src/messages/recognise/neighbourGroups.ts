/** Which rows to try for a line that has no klog header: by who wrote it. */
import { isAllInOne } from '../../kubelet/writers.ts';
import { CONTROL_PLANE_ROWS } from '../catalogue/controlPlane.ts';
import { NEIGHBOUR_ROWS } from '../catalogue/neighbours.ts';
import { LOGRUS } from './logrus.ts';
import type { CatalogueRow } from './row.ts';

function ofComponents(...components: readonly string[]): readonly CatalogueRow[] {
  return [...NEIGHBOUR_ROWS, ...CONTROL_PLANE_ROWS].filter(
    (row) => row.form === 'neighbour' && components.includes(row.component),
  );
}

const JOURNAL = ofComponents('journald');
const STORAGE = ofComponents('storage');
const CONTAINERD = [...ofComponents('cni', 'containerd'), ...STORAGE];
const DOCKER = [...ofComponents('cni', 'dockerd'), ...STORAGE];
const CLOCK = ofComponents('clock');
/** Programs that run a kubelet write lines of their own through logrus, beside those of the kubelet in them. */
const KINE = ofComponents('kine');
/** The same where nothing says who wrote them: their words are nobody else's. */
export const PARENTS = [...ofComponents('rke2'), ...KINE];
/** Of `systemctl status`, above the lines of the journal. */
const STATUS = ofComponents('systemctl');
/** How journald's own lines can be known without a writer. */
const OWN_WORDS = ['Suppressed ', 'Missed ', 'imjournal: ', 'rate-limiting', 'uncleanly shut down'];
const GROUPS: ReadonlyMap<string, readonly CatalogueRow[]> = new Map([
  ['kernel', [...ofComponents('kernel'), ...STORAGE]],
  ['systemd', [...ofComponents('systemd'), ...JOURNAL]],
  // Its unit, where the journal prints units.
  ['init.scope', [...ofComponents('systemd'), ...JOURNAL]],
  ['dbus-daemon', ofComponents('systemd')],
  ['dbus', ofComponents('systemd')],
  ['systemd-sleep', ofComponents('systemd')],
  ['systemd-networkd', ofComponents('systemd')],
  ['systemd-logind', ofComponents('logind')],
  ['sudo', ofComponents('sudo')],
  ['health-monitor.sh', ofComponents('health-monitor')],
  ['systemd-journald', JOURNAL],
  ['systemd-journal', JOURNAL],
  ['journal', JOURNAL],
  ['rsyslogd', JOURNAL],
  ['containerd', CONTAINERD],
  ['dockerd', DOCKER],
  ['docker', DOCKER],
  ['dockerd-current', DOCKER],
  ['chronyd', CLOCK],
  ['ntpd', CLOCK],
  ['ntpdate', CLOCK],
  ['systemd-timesyncd', CLOCK],
  ['etcd', ofComponents('etcd')],
  ['microk8s.daemon-k8s-dqlite', KINE],
  ['crio', [...ofComponents('cni', 'crio'), ...STORAGE]],
]);

/** How lines of `systemctl status` begin that count. */
const OF_STATUS = ['Active: ', 'Process: ', 'Main PID: '];

/** The rows of this writer; marks between lines and what journald says of itself can stand without one. `undefined`: not a neighbour. */
export function neighbourGroups(identifier: string | undefined, message: string): readonly CatalogueRow[] | undefined {
  if (identifier === undefined && OF_STATUS.some((begin) => message.startsWith(begin))) return STATUS;
  if (identifier === undefined)
    return message.startsWith('-- ') || OWN_WORDS.some((word) => message.includes(word)) ? JOURNAL : undefined;
  if (message.startsWith(LOGRUS) && isAllInOne(identifier)) return PARENTS;
  const group = GROUPS.get(identifier);
  if (group !== undefined) return group;
  const end = identifier.endsWith('.service') ? identifier.length - '.service'.length : identifier.length;
  return GROUPS.get(identifier.slice(0, end));
}
