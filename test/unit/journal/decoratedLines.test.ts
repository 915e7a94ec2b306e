import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decorationOf } from '../../../src/journal/unwrap/decoratedLines.ts';
import { quotedLinesOf } from '../../../src/journal/unwrap/quotedLines.ts';
import { projectRoot } from '../../support/shared.ts';
import { contentOf, readLog } from './readLog.ts';

const LOG = readFileSync(join(projectRoot, 'test/fixtures/runs/v1.36.2-b-hang/kubelet.journal.short.log'), 'utf8')
  .split('\n')
  .slice(0, 400)
  .join('\n');
/** The same with stamps that begin with a digit, as a line's number does, or with the day of the week. */
const stamped = (stamp: string): string => LOG.replaceAll(/^Nov 21 ([\d:]{8})/gm, stamp);
const RAW = LOG.replaceAll(/^\w{3} \d\d [\d:]{8} \S+ \S+: /gm, '');
/** What lines without a header need: a heading, the year, a panic with lines of its own margin. */
const CAPTURE = `==> kubelet <==
-- Logs begin at Tue 2020-05-19 11:22:19 UTC, end at Tue 2020-05-19 12:11:33 UTC. --
May 19 12:00:09 minikube kubelet[21530]: E0519 12:00:09.387468   21530 pod_workers.go:190] Error syncing pod "a\\b": \tx
Flag --pod-manifest-path has been deprecated

E0519 12:00:09.558553   21530 kubelet.go:1845] "Skipping pod synchronization" err="PLEG is not healthy: \\"x\\""
goroutine 1 [running]:
main.main()
	/go/src/k8s.io/kubernetes/main.go:10 +0x1d
==> dmesg <==
[    1.500000] nfs: server not responding
`;

type Change = (lines: readonly string[]) => string;
const each =
  (change: (line: string, index: number) => string): Change =>
  (lines) =>
    lines.map(change).join('\n');
const asJson = (line: string): string => JSON.stringify(line);

/** Each line keeps its number. */
const DECORATIONS: readonly (readonly [string, Change])[] = [
  ['quoted in a mail', each((line) => `> ${line}`)],
  ['quoted without a blank', each((line) => `>${line}`)],
  ['quoted twice', each((line) => `> > ${line}`)],
  ['added in a difference', each((line) => `+${line}`)],
  ['in a list', each((line) => `* ${line}`)],
  ['behind a bar', each((line) => `  | ${line}`)],
  ['commented out', each((line) => `# ${line}`)],
  ['with a margin', each((line) => `        ${line}`)],
  ['with a margin of tabs', each((line) => `\t\t${line}`)],
  ['numbered by cat -n', each((line, index) => `${String(index + 1).padStart(6)}\t${line}`)],
  ['numbered by grep -n', each((line, index) => `${index * 3 + 1}:${line}`)],
  ['numbered by an editor', each((line, index) => `${String(index + 1).padStart(5)} ${line}`)],
  ['numbered on a page', each((line, index) => `${index + 1} | ${line}`)],
  ['named by grep -H', each((line) => `/var/log/kubelet.log:${line}`)],
  ['named and numbered by grep', each((line, index) => `log/kubelet.log:${index + 1}:${line}`)],
  ['named by grep, with the lines around', each((line, index) => `kubelet.log${index % 3 === 1 ? ':' : '-'}${line}`)],
  [
    'named and numbered by grep in rotated files, with the lines around',
    each((line, index) => {
      const mark = index % 3 === 1 ? ':' : '-';
      return `log/kubelet.log${index > 2 ? '.1' : ''}${mark}${index + 1}${mark}${line}`;
    }),
  ],
  ['ended by a page', each((line) => `${line}<br>`)],
  ['named by kubectl logs --prefix', each((line) => `[pod/node-agent-x7k2p/logs] ${line}`)],
  ['named by stern', each((line) => `node-agent-x7k2p logs ${line}`)],
  ['named by docker compose', each((line) => `node_1  | ${line}`)],
  ['filled with blanks', each((line) => `${line}    `)],
  ['as a column of a table', (lines) => lines.map((line) => `"${line.replaceAll('"', '""')}"`).join('\n')],
  ['as strings of JSON', each(asJson)],
  ['as a list of JSON', (lines) => `[${lines.map(asJson).join(',\n ')}\n]`],
  ['ending with carriage returns, quoted', (lines) => lines.map((line) => `> ${line}`).join('\r\n')],
  ['quoted strings', each((line) => `> ${asJson(line)}`)],
];

/** Lines whose numbers change, for the text has fewer or others around them. */
const TEXTS: readonly (readonly [string, Change])[] = [
  ['one string of JSON', (lines) => asJson(lines.join('\n'))],
  ['a list of JSON in one line', (lines) => `[${lines.map(asJson).join(', ')}]`],
  ['strings that end with newlines', (lines) => lines.map((line) => asJson(`${line}\n`)).join(',\n')],
  [
    'what Ansible shows of a command',
    (lines) =>
      `ok: [node-1] => {\n    "r.stdout_lines": [\n${lines.map((line) => `        ${asJson(line)}`).join(',\n')}\n    ]\n}`,
  ],
];

describe.each([
  ['the journal', LOG],
  ['a raw log', RAW],
  ['a capture', CAPTURE],
  ['the journal with stamps of ISO 8601', stamped('2026-11-21T$1+0100')],
  ['the journal with dates in Japanese', stamped('11月 21 $1')],
  ['the journal with whole dates', stamped('Sat 2026-11-21 $1 UTC')],
  [
    'the journal in seconds since 1970',
    LOG.replaceAll(/^Nov 21 \d\d:(\d\d):(\d\d)/gm, (_all, minute: string, second: string) =>
      (1_795_219_200 + Number(minute) * 60 + Number(second) + 0.123_456).toFixed(6),
    ),
  ],
])('%s', (_name, log) => {
  const lines = log.split('\n').filter((line) => line !== '');
  const plain = `${lines.join('\n')}\n`;
  const read = readLog(plain).records;
  const content = (records: typeof read): unknown[] => records.map(contentOf);

  it.each(DECORATIONS)('says %s what it says bare', (_decoration, decorate) => {
    const { records } = readLog(`${decorate(lines)}\n`);
    expect(records.map(({ line, message }) => [line, message.trimEnd()])).toEqual(
      read.map(({ line, message }) => [line, message.trimEnd()]),
    );
    expect(JSON.stringify(content(records))).toBe(JSON.stringify(content(read)));
  });

  it.each(TEXTS)('says as %s what it says as lines', (_text, change) => {
    const { records } = readLog(`${change(lines)}\n`);
    const told = records.filter(({ klog }) => klog !== undefined);
    expect(told.length).toBeGreaterThan(0);
    expect(content(told)).toEqual(content(read.filter(({ klog }) => klog !== undefined)));
  });

  it('is read as it is, whole or cut anywhere in its first lines', () => {
    for (let end = 1; end < 2_000; end += 7) {
      const head = plain.slice(0, end);
      expect([decorationOf(head, false), quotedLinesOf(head, false)]).toEqual([undefined, undefined]);
    }
  });
});

it('gives strings in pieces of one byte what it gives at once', () => {
  const log = CAPTURE.split('\n').filter((line) => line !== '');
  for (const [, change] of [...TEXTS, ...DECORATIONS]) {
    const bytes = new TextEncoder().encode(`${change(log)}\n`);
    const inPieces = readLog([...bytes].map((byte) => new Uint8Array([byte]))).records;
    expect(inPieces.map(contentOf)).toEqual(readLog(bytes).records.map(contentOf));
  }
});

it('takes no begin of a line for what stands before all', () => {
  const plain = [
    '2026-12-31T23:59:59.000000Z n kubelet[1]: x\n2027-01-01T00:00:00.000000Z n kubelet[1]: y\n',
    '10:00:00 I0410 08:57:54.409320   15727 server.go:428] x\n11:00:00 I0410 08:57:54.409320   15727 server.go:428] y\n',
    '[12345.678901] systemd[1]: Started x\n[12345.678901] systemd[1]: Started y\n',
    'kubelet: I0410 08:57:54.409320   15727 server.go:428] x\nkubelet: I0410 08:57:54.409320   15727 server.go:428] y\n',
    'n1 Nov 27 10:00:00 n1 kubelet[1]: x\nn1 Nov 27 10:00:00 n1 kubelet[1]: y\n',
    '-- Logs begin at Thu 2018-04-05 17:41:45 CST. --\n-- No entries --\n',
    '"Skipping pod synchronization" err="PLEG is not healthy"\n',
    '{"log":"I0410 08:57:54.409320   15727 server.go:428] x\\n","stream":"stderr"}\n',
    '# journalctl -u kubelet\nI0410 08:57:54.409320   15727 server.go:428] x\n',
  ];
  expect(plain.filter((log) => decorationOf(log, true) ?? quotedLinesOf(log, true))).toEqual([]);
});

it('undoes entities of pages in each way to write them', () => {
  const [, header = ''] = /^(.* a\.go:1\] )/.exec('E0519 12:00:09.558553   21530 a.go:1] ') ?? [];
  const { records } = readLog(`${header}&quot;it&#x27;s &lt;b&gt; &#38; c&quot; err=&#34;x&nbsp;y&#x22;\n`);
  expect(records.map(({ message, pairs }) => [message, pairs.map(({ value }) => value)])).toEqual([
    ["it's <b> & c", ['x y']],
  ]);
});

describe('lines of several machines of Talos that grep found', () => {
  const line = (index: number): string =>
    `10.5.0.${(index % 2) + 2}: {"ts":${1773136801000 + 5000 * index}.5,"caller":"kubelet/kubelet.go:2193","msg":"Skipping pod synchronization","err":"container runtime is down"}`;
  const hostsOf = (decorated: (index: number) => string): readonly (string | undefined)[] =>
    readLog(`${[0, 1, 2].map(decorated).join('\n')}\n`).records.map(({ journal }) => journal?.host);

  it.each<[string, (index: number) => string]>([
    ['as they are', line],
    ['with their file', (index) => `node-1/kubelet.log:${line(index)}`],
    ['with their file and number', (index) => `node-1/kubelet.log:${index + 7}:${line(index)}`],
    ['with those around them', (index) => `kubelet.log${index === 1 ? ':' : '-'}${line(index)}`],
    ['with their number', (index) => `${index + 7}:${line(index)}`],
  ])('keep the machines: %s', (_, decorated) => {
    expect(hostsOf(decorated)).toEqual(['10.5.0.2', '10.5.0.3', '10.5.0.2']);
  });
});
