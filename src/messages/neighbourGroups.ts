/** Which rows to try for a line that has no klog header: by who wrote it. */
import { NEIGHBOUR_ROWS } from './catalogue/neighbours.ts';
import type { CatalogueRow } from './row.ts';

function ofComponents(...components: readonly string[]): readonly CatalogueRow[] {
  return NEIGHBOUR_ROWS.filter((row) => components.includes(row.component));
}

const JOURNAL = ofComponents('journald');
const STORAGE = ofComponents('storage');
const CONTAINERD = [...ofComponents('cni', 'containerd'), ...STORAGE];
const DOCKER = [...ofComponents('cni', 'dockerd'), ...STORAGE];
const GROUPS: ReadonlyMap<string, readonly CatalogueRow[]> = new Map([
  ['kernel', [...ofComponents('kernel'), ...STORAGE]],
  ['systemd', [...ofComponents('systemd'), ...JOURNAL]],
  ['dbus-daemon', ofComponents('systemd')],
  ['systemd-journald', JOURNAL],
  ['systemd-journal', JOURNAL],
  ['journal', JOURNAL],
  ['rsyslogd', JOURNAL],
  ['containerd', CONTAINERD],
  ['dockerd', DOCKER],
  ['docker', DOCKER],
  ['dockerd-current', DOCKER],
  ['crio', [...ofComponents('cni', 'crio'), ...STORAGE]],
]);

/** The rows of this writer; marks that journalctl writes between lines have no writer. `undefined`: not a neighbour. */
export function neighbourGroups(identifier: string | undefined, message: string): readonly CatalogueRow[] | undefined {
  if (identifier === undefined) return message.startsWith('-- ') ? JOURNAL : undefined;
  const group = GROUPS.get(identifier);
  if (group !== undefined) return group;
  const end = identifier.endsWith('.service') ? identifier.length - '.service'.length : identifier.length;
  return GROUPS.get(identifier.slice(0, end));
}
