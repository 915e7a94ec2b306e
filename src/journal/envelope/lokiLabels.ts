/** Labels by which streams of Loki tell where their lines are from: names that collectors give them, those that count first stand first. */

export const HOST_LABELS = [
  'hostname',
  'host',
  'node_name',
  'nodename',
  'node',
  'k8s_node_name',
  'kubernetes_host',
] as const;
export const IDENTIFIER_LABELS = ['unit', 'syslog_identifier', 'systemd_unit', 'service_name'] as const;

const LABEL = /[{, ](\w{1,64})="([^"\\]{1,253})"/g;

/** Host and program of `{hostname="n1", unit="kubelet.service"}`, as far as labels name them. */
export function originOfLabels(text: string): { readonly host?: string; readonly identifier?: string } {
  const labels = new Map([...text.matchAll(LABEL)].map(([, name, value]) => [name, value]));
  const first = (names: readonly string[]): string | undefined =>
    names.map((name) => labels.get(name)).find((value) => value !== undefined);
  const host = first(HOST_LABELS);
  const identifier = first(IDENTIFIER_LABELS);
  return { ...(host === undefined ? {} : { host }), ...(identifier === undefined ? {} : { identifier }) };
}
