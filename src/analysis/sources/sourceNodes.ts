/** Names nodes whose logs do not name them, by the folders in which they were found (`kind-worker/kubelet.log`). */
import type { SourceHead } from './sourceHead.ts';

interface NamedInput {
  readonly node?: string;
  readonly place?: string;
}

/** Folders that are called so on every node. */
const COMMON: ReadonlySet<string> = new Set([
  '',
  '.',
  'var',
  'log',
  'logs',
  'journal',
  'journals',
  'agent',
  'kubelet',
  'kubernetes',
  'k3s',
  'rke2',
  'lib',
  'rancher',
  'server',
  'systemd',
  'host_service_logs',
  'masters',
  'workers',
  'nodes',
  'sos_commands',
  'service-logs', // of `talosctl support`, below the node's address
  'current',
  'previous',
]);

/** A collector writes one archive for each node. */
const ARCHIVE_SUFFIX = /\.(?:zip|tgz|tbz2?|txz|tzst|tar(?:\.[a-z0-9]{2,3})?)$/i;

/**
 * The name of the node of each input, `undefined` where its records name it (or nothing does). A name that the user gave comes first. An input without host names takes the host of
 * its neighbours in the same folder; else, where such inputs lie in several folders, the name of the folder that tells them apart.
 */
export function nodeNamesOf(
  inputs: readonly NamedInput[],
  heads: readonly SourceHead[],
): readonly (string | undefined)[] {
  const folders = inputs.map(({ place }) => (place === undefined ? undefined : place.split(/[/\\]/).slice(0, -1)));
  const nameless = inputs.map(
    ({ node }, index) => node === undefined && folders[index] !== undefined && heads[index]?.hosts.length === 0,
  );
  const distinct = new Set(folders.filter((_, index) => nameless[index]).map((folder) => folder?.join('/')));
  return inputs.map(({ node }, index) => {
    if (node !== undefined) return node;
    const folder = folders[index];
    if (nameless[index] !== true || folder === undefined) return undefined;
    const key = folder.join('/');
    const hosts = new Set(heads.flatMap((head, other) => (folders[other]?.join('/') === key ? head.hosts : [])));
    if (hosts.size === 1) return [...hosts][0];
    return distinct.size > 1 ? folder.findLast((part) => !COMMON.has(part))?.replace(ARCHIVE_SUFFIX, '') : undefined;
  });
}
