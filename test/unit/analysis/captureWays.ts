import { analysisOf, sessionOf } from './analyse.ts';

/** What must not depend on how a log was captured. */
export interface Told {
  readonly nodes: readonly (readonly string[])[];
  readonly processes: readonly unknown[];
  readonly skips: readonly number[];
  readonly plegEvents: number;
  readonly episodes: readonly unknown[];
}

export function told(text: string | Uint8Array): Told {
  const { processes, skips, episodes, counts, nodes } = analysisOf(sessionOf(text)).reconstruction.history;
  return {
    nodes: nodes.map(({ names }) => names),
    processes: processes.map(({ pid, from, to }) => [pid, from, to]),
    skips: skips.map(({ time }) => time),
    plegEvents: counts.plegEvents,
    episodes: episodes.map(({ begin, end, startup, endedBy }) => [begin, end, startup, endedBy]),
  };
}

const OTHERS = [
  [
    'etcd [0123abcd]',
    '{"level":"warn","ts":"2026-11-21T00:30:00.370281Z","caller":"etcdserver/server.go:687","msg":"apply request took too long","took":"200ms"}',
  ],
  [
    'kube-apiserver [0123abcd]',
    'E1121 00:30:00.200000       1 controller.go:113] loading OpenAPI spec for "v1beta1.metrics.k8s.io" failed',
  ],
  [
    'kube-scheduler [0123abcd]',
    'I1121 00:30:00.200000       1 server.go:154] "Starting Kubernetes Scheduler" version="v1.36.2"',
  ],
  [
    'kube-controller-manager [0123abcd]',
    'I1121 00:30:00.200000       1 shared_informer.go:320] Caches are synced for node',
  ],
  ['kube-proxy [0123abcd]', 'I1121 00:30:00.200000       1 server_linux.go:66] "Using iptables proxy"'],
  ['coredns [0123abcd]', '[INFO] plugin/kubernetes: waiting for Kubernetes API before starting server'],
  ['dmesg', '[  +1.468657] FS-Cache: Duplicate cookie detected'],
  ['describe nodes', 'Name:               worker-2\nCreationTimestamp:  Fri, 13 Sep 2024 10:00:00 +0000'],
  [
    'Last Start',
    'Log file created at: 2026/11/21 00:10:47\nI1121 00:10:47.895949   36043 out.go:345] Setting OutFile to fd 1 ...',
  ],
].map(([name, text]) => `==> ${name ?? ''} <==\n${text ?? ''}\n`);

/** A log of a kubelet between those of nine other programs, as `minikube logs` prints them. */
export function amongOthers(lines: readonly string[]): string {
  return `${OTHERS.slice(0, 5).join('\n')}\n==> kubelet <==\n${lines.join('\n')}\n\n${OTHERS.slice(5).join('\n')}`;
}

/** Cut at a terminal's edge, wherever that falls. */
export function atEdge(lines: readonly string[], columns: number): string[] {
  return lines.flatMap((line) =>
    line === ''
      ? ['']
      : Array.from({ length: Math.ceil(line.length / columns) }, (_piece, index) =>
          line.slice(index * columns, (index + 1) * columns),
        ),
  );
}

/** Cut between words, as mail programs do it; a word that is wider than a line is cut. */
export function betweenWords(lines: readonly string[], columns: number): string[] {
  return lines.flatMap((line) => {
    const pieces: string[] = [];
    let rest = line;
    while (rest.length > columns) {
      const blank = rest.lastIndexOf(' ', columns);
      const at = blank > 0 && rest.slice(0, blank).trim() !== '' ? blank : columns;
      pieces.push(rest.slice(0, at).trimEnd());
      rest = rest.slice(at).trimStart();
    }
    return [...pieces, rest];
  });
}

/** The first piece of each line at its begin, the others indented. */
function hanging(lines: readonly string[], columns: number, indent: number): string[] {
  return lines.flatMap((line) => [
    line.slice(0, columns),
    ...atEdge([line.slice(columns)], columns - indent)
      .filter((piece) => piece !== '')
      .map((piece) => ' '.repeat(indent) + piece),
  ]);
}

const join = (lines: readonly string[]): string => lines.join('\n');
const each =
  (change: (line: string, index: number) => string) =>
  (lines: readonly string[]): string =>
    join(lines.map(change));

/** Ways in which people paste a log, which change nothing of what it tells. */
export const PASTES: readonly (readonly [string, (lines: readonly string[]) => string])[] = [
  ['among nine other programs', amongOthers],
  ['quoted', each((line) => `> ${line}`)],
  ['as a list', each((line) => `- ${line}`)],
  ['numbered', each((line, index) => `${String(index + 1).padStart(5)}  ${line}`)],
  ['indented by tabs', each((line) => `\t${line}`)],
  ['as a table', each((line) => `| ${line} |`)],
  ['coloured', each((line) => `\u001b[31m${line}\u001b[0m`)],
  ['with the line ends of Windows', each((line) => `${line}\r`)],
  ['with entities of HTML', each(entities)],
  ['in a block of Jira', (lines) => `{noformat}\n${join(lines)}\n{noformat}`],
  ['in a titled block of Jira', (lines) => `{code:title=kubelet.log|borderStyle=solid}\n${join(lines)}\n{code}`],
  [
    'folded away in an issue',
    (lines) => `<details>\n<summary>kubelet log</summary>\n\n\`\`\`\n${join(lines)}\n\`\`\`\n\n</details>`,
  ],
  [
    'folded away in an issue as HTML',
    (lines) => `<details><summary>kubelet log</summary><pre>\n${join(lines.map(entities))}\n</pre></details>`,
  ],
  ['below who wrote it in a chat', (lines) => `Jane Doe  10:31 AM\n${join(lines)}`],
  ['from a pager', (lines) => `${join(lines.flatMap(pagerLines))}\nlines 100-140/140 (END)`],
  ['from a pager that waits', (lines) => `${join(lines)}\n:`],
  ['by kail', each((line) => `kube-system/kubelet-logger-x7k2p[node-log]: ${line}`)],
];

/** Behind words that hide the journal's own: a kubelet's lines are told by their headers, those of its neighbours not. */
export const PREFIXES: readonly (readonly [string, (lines: readonly string[]) => string])[] = [
  ["a chat's times", each((line) => `[10:31 AM] ${line}`)],
  ["a chat's times and names", each((line) => `[10:31] jane.doe: ${line}`)],
  ['those of stern', each((line) => `kubelet-logger-x7k2p node-log ${line}`)],
];

function entities(line: string): string {
  return line.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** A screen's last row says which lines it shows. */
function pagerLines(line: string, index: number): string[] {
  return index % 50 === 49 ? [`lines ${String(index - 49)}-${String(index)}`, line] : [line];
}

/** Ways in which lines are wrapped. */
export const WRAPS: readonly (readonly [string, (lines: readonly string[]) => string])[] = [
  ...[72, 80, 100, 132].map(
    (columns) => [`at ${String(columns)} columns`, (lines: readonly string[]) => join(atEdge(lines, columns))] as const,
  ),
  ...[80, 120].map(
    (columns) =>
      [
        `between words at ${String(columns)} columns`,
        (lines: readonly string[]) => join(betweenWords(lines, columns)),
      ] as const,
  ),
  [
    'at 80 columns, without the blanks that end a piece',
    (lines) => join(atEdge(lines, 80).map((piece) => piece.trimEnd())),
  ],
  ['at 80 columns, filled up with blanks', (lines) => join(atEdge(lines, 80).map((piece) => piece.padEnd(80)))],
  ['at 80 columns and quoted', (lines) => join(atEdge(lines, 80).map((piece) => `> ${piece}`))],
  ['at 80 columns and coloured', (lines) => join(atEdge(lines, 80).map((piece) => `\u001b[32m${piece}\u001b[0m`))],
  ['at 80 columns, with an indent', (lines) => join(hanging(lines, 80, 6))],
  [
    'at 80 columns in a list',
    (lines) =>
      join(
        atEdge(
          lines.map((line) => `* ${line}`),
          80,
        ),
      ),
  ],
  ['at 80 columns in a capture of ten programs', (lines) => join(atEdge(amongOthers(lines).split('\n'), 80))],
  [
    'at 80 columns, with entities of HTML',
    (lines) =>
      join(atEdge(lines, 80))
        .replaceAll('&', '&amp;')
        .replaceAll('"', '&quot;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;'),
  ],
];
