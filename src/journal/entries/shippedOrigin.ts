import { type JsonMember, jsonMembers, jsonString } from '../klog/klogJson.ts';

/** Where shippers and clouds say of which node a line is, below the first level of their document; what says it of the node counts before what says it of the shipper. */
export const HOST_PATHS: readonly string[] = [
  // Fluentd's and Filebeat's metadata of Kubernetes, OpenTelemetry's conventions, Cloud Logging.
  'kubernetes.node_name',
  'kubernetes.node.name',
  'kubernetes.node.hostname',
  'kubernetes.host',
  'k8s.node.name',
  'resource.labels.node_name',
  'resource.attributes.k8s.node.name',
  'resource.k8s.node.name',
  'labels.compute.googleapis.com/resource_name',
  // Elastic's common schema, Beats, journald's fields under their own roof.
  'journald.host.hostname',
  'journald._HOSTNAME',
  'jsonPayload._HOSTNAME',
  'body._HOSTNAME',
  'Body._HOSTNAME',
  'host.hostname',
  'host.name',
  'resource.attributes.host.name',
  'Resource.k8s.node.name',
  'Resource.host.name',
  'attributes.host.name',
  'system.syslog.hostname',
  'beat.hostname',
  'agent.hostname',
  // Grafana, Loki and Graylog.
  'fields.hostname',
  'fields.node_name',
  'fields.nodename',
  'fields.node',
  'fields.host',
  'labels.hostname',
  'labels.node_name',
  'labels.nodename',
  'labels.node',
  'labels.host',
  'stream.hostname',
  'stream.node_name',
  'stream.nodename',
  'stream.node',
  'stream.host',
  'attributes.hostname',
  'attributes.host',
  'attributes.node',
  'metadata.hostname',
  'metadata.node',
];
export const IDENTIFIER_PATHS: readonly string[] = [
  'journald.identifier',
  'journald.SYSLOG_IDENTIFIER',
  'body.SYSLOG_IDENTIFIER',
  'Body.SYSLOG_IDENTIFIER',
  'log.syslog.appname',
  'syslog.identifier',
  'systemd.unit',
  'journald.unit',
  'fields.unit',
  'labels.unit',
  'stream.unit',
  'labels.syslog_identifier',
  'fields.syslog_identifier',
  'attributes.service',
  'fields.service',
  // Filebeat's system module and syslog input, and its ages before the common schema.
  'process.name',
  'process.program',
  'system.syslog.program',
];

/** What a document says of where its line comes from, deeper than at its first level. */
interface DeepOrigin {
  readonly host: string | undefined;
  readonly identifier: string | undefined;
}

const PATHS: ReadonlySet<string> = new Set([...HOST_PATHS, ...IDENTIFIER_PATHS]);
const FIRST_NAMES: ReadonlySet<string> = new Set([...PATHS].map((path) => path.slice(0, path.indexOf('.'))));

/** Whether a member with this name, dots included, may say where a line comes from. */
export function isDeepPath(name: string): boolean {
  return PATHS.has(name);
}

/** Whether an object of this name may hold a member that does. */
export function opensDeepPath(name: string): boolean {
  return FIRST_NAMES.has(name);
}

/** How soon a way to a member (`resource.attributes.host.name`), or its end, counts as the name of the node; `Infinity`: it does not say it. */
export function hostRank(path: string): number {
  return rankIn(HOST_PATHS, path);
}

/** The same for the program that wrote the line. */
export function identifierRank(path: string): number {
  return rankIn(IDENTIFIER_PATHS, path);
}

function rankIn(paths: readonly string[], path: string): number {
  const rank = paths.findIndex((known) => path === known || path.endsWith(`.${known}`));
  return rank < 0 ? Infinity : rank;
}

/** Looks for host and identifier in nested objects (`"host":{"name":"n1"}`), or under a name with dots (`"host.name":"n1"`); `fields` are values as they stand in JSON. */
export function deepOrigin(fields: ReadonlyMap<string, string>): DeepOrigin {
  const opened = new Map<string, readonly JsonMember[]>();
  const find = (paths: readonly string[]): string | undefined => {
    for (const path of paths) {
      const found = textOf(fields.get(path)) ?? deepText(fields, path, opened);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return { host: find(HOST_PATHS), identifier: find(IDENTIFIER_PATHS) };
}

function deepText(
  fields: ReadonlyMap<string, string>,
  path: string,
  opened: Map<string, readonly JsonMember[]>,
): string | undefined {
  const dot = path.indexOf('.');
  const raw = fields.get(path.slice(0, dot));
  return raw?.startsWith('{') === true ? inObject(raw, path.slice(dot + 1), opened) : undefined;
}

/** The text under a name, which may stand as it is, or be a way into further objects. */
function inObject(raw: string, path: string, opened: Map<string, readonly JsonMember[]>): string | undefined {
  const members = opened.get(raw) ?? jsonMembers(raw) ?? [];
  opened.set(raw, members);
  const value = (name: string): string | undefined => members.find(({ key }) => key === name)?.raw;
  const own = textOf(value(path));
  if (own !== undefined) return own;
  const dot = path.indexOf('.');
  const inner = dot < 0 ? undefined : value(path.slice(0, dot));
  return inner?.startsWith('{') === true ? inObject(inner, path.slice(dot + 1), opened) : undefined;
}

function textOf(raw: string | undefined): string | undefined {
  const text = raw === undefined ? undefined : jsonString(raw);
  return text === '' ? undefined : text;
}
