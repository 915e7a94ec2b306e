/** A log that is not alone, or there twice, or in parts: among the lines of other programs, beside those of a node that is well, appended to itself, joined in the wrong order. */
import { simulated } from '../simulator/scenarios.ts';
import { type Entry, entriesOf, inMode } from './journalDresses.ts';
import { SECOND } from './rule.ts';
import { inJournal, isNearHalfAMinute, isPlain, isReadInOrder, textOf, type Wearing, type Worn } from './wearing.ts';

/** What machines write whatever happens on them: identifier, pid, message. */
const OTHERS: readonly (readonly [identifier: string, pid: number | undefined, message: string])[] = [
  ['sshd', 40112, 'Failed password for invalid user admin from 198.51.100.7 port 40112 ssh2'],
  ['sshd', 40113, 'error: kex_exchange_identification: Connection closed by remote host'],
  ['CRON', 51877, '(root) CMD (command -v debian-sa1 > /dev/null && debian-sa1 1 1)'],
  ['systemd', 1, 'Started session-41.scope - Session 41 of User admin.'],
  ['systemd', 1, 'Stopping user@1000.service - User Manager for UID 1000...'],
  ['systemd', 2001, 'Reached target shutdown.target - Shutdown.'],
  ['systemd', 1, 'apt-daily.service: Deactivated successfully.'],
  ['systemd', 1, 'node-exporter.service: Main process exited, code=exited, status=1/FAILURE'],
  ['systemd', 1, 'node-exporter.service: Scheduled restart job, restart counter is at 12.'],
  ['systemd-logind', 640, 'Session 41 logged out. Waiting for processes to exit.'],
  [
    'audit',
    1,
    'USER_START pid=51877 uid=0 auid=0 ses=41 msg=\'op=PAM:session_open acct="root" exe="/usr/sbin/cron" res=success\'',
  ],
  [
    'kernel',
    undefined,
    '[UFW BLOCK] IN=eth0 OUT= MAC=52:54:00:12:34:56 SRC=198.51.100.7 DST=192.0.2.14 LEN=40 PROTO=TCP SPT=51234 DPT=10250 WINDOW=1024 RES=0x00 SYN URGP=0',
  ],
  ['kernel', undefined, 'cni0: port 3(veth5e81a1) entered disabled state'],
  ['kernel', undefined, 'IPv6: ADDRCONF(NETDEV_CHANGE): veth5e81a1: link becomes ready'],
  ['containerd', 911, 'time="2026-11-21T00:00:00.123456789Z" level=info msg="shim disconnected" id=5e1f'],
  [
    'containerd',
    911,
    'time="2026-11-21T00:00:00.123456789Z" level=info msg="ImageUpdate event name:\\"registry.example/pause:3.9\\""',
  ],
  ['dhclient', 702, 'DHCPREQUEST for 192.0.2.14 on eth0 to 192.0.2.1 port 67'],
  ['chronyd', 688, 'Selected source 203.0.113.9 (pool.example.org)'],
  ['sudo', undefined, '   admin : TTY=pts/0 ; PWD=/home/admin ; USER=root ; COMMAND=/usr/bin/tail -f /var/log/syslog'],
  ['postfix/smtp', 7120, 'connect to mail.example.org[203.0.113.25]:25: Connection timed out'],
  ['puppet-agent', 8121, 'Could not retrieve catalog from remote server: Connection refused; skipping run'],
  ['snapd', 933, 'storehelpers.go:954: cannot refresh snap "lxd": snap has no updates available'],
  ['haproxy', 1201, 'Server api/cp-2 is DOWN, reason: Layer4 timeout, check duration: 2001ms.'],
  ['postgres', 4411, 'FATAL:  password authentication failed for user "web"'],
];
const PER_LINE = 3;
/** In the silence of a node nothing of it is added: that it was up would be news. */
const NEAR = 0.3 * SECOND;

const isRest = (entry: Entry | undefined): boolean =>
  entry?.identifier === 'kubelet' && !/^[IWEF]\d{4} |^\{"ts":/.test(entry.message);

function amongOthers(entries: readonly Entry[]): readonly Entry[] {
  // Who writes tells what runtime the node has.
  const known = OTHERS.filter(
    ([identifier]) => identifier !== 'containerd' || entries.some((entry) => entry.identifier === identifier),
  );
  let which = 0;
  return entries.flatMap((entry, row) => {
    const next = entries[row + 1]?.time;
    // A message of several lines is written at once.
    if (next === undefined || isRest(entries[row + 1])) return [entry];
    const step = Math.min(NEAR, next - entry.time) / (PER_LINE + 1);
    const others = Array.from({ length: PER_LINE }, (_, place): Entry => {
      const [identifier, pid, message] = known[which++ % known.length] ?? ['cron', 1, ''];
      return { time: entry.time + Math.floor(step * (place + 1)), host: entry.host, identifier, pid, message };
    });
    return [entry, ...others];
  });
}

/** Its lines would have to be drawn for so long. */
const LONGEST = 2 * 3600 * SECOND;
const NEIGHBOUR = 'steady-7';
/** The journal of a node to which nothing happens, over the time of another. */
function neighbourOf(entries: readonly Entry[], year: number): readonly Entry[] | undefined {
  const [from, to] = [entries[0]?.time ?? 0, entries.at(-1)?.time ?? 0];
  if (to - from > LONGEST || to - from < 60 * SECOND) return undefined;
  const { log } = simulated({
    version: '1.28.14',
    seed: 5,
    envelope: 'short-iso-precise',
    node: NEIGHBOUR,
    start: `${new Date(Math.floor(from / 1000)).toISOString().slice(0, 19)}Z`,
    duration: Math.ceil((to - from) / SECOND),
    kubelet: { startup: 2, pid: 31_337, registered: true },
    pods: [
      { name: 'calm', count: 4, running: true, containers: [{ name: 'app' }] },
      { name: 'calm-late', added: 40, containers: [{ name: 'app' }] },
    ],
  });
  return entriesOf(log.trimEnd().split('\n'), year);
}

const inOrder =
  (rewrite: (log: Worn) => readonly string[] | undefined, least = 4): Wearing =>
  (log) => {
    if (!isPlain(log) || !isReadInOrder(log) || isNearHalfAMinute(log) || log.lines.length < least) return undefined;
    const other = rewrite(log);
    return other === undefined ? undefined : { plain: [textOf(log.lines)], other, as: 'words' };
  };
/** Copies are known by stamps that no program writes twice (docs/formats.md). */
function areStamped(lines: readonly string[]): boolean {
  const parts = lines.map((line) => /\d\d:\d\d:\d\d[.,](\d{3,})/.exec(line)?.[1]);
  return parts.every((one) => one !== undefined) && new Set(parts).size * 2 > parts.length;
}
const part = (lines: readonly string[], from: number, to: number): readonly string[] =>
  lines.slice(Math.floor(lines.length * from), Math.ceil(lines.length * to));
const halves = ({ lines }: Worn): readonly [readonly string[], readonly string[]] => {
  const half = Math.floor(lines.length / 2);
  return [lines.slice(0, half), lines.slice(half)];
};
/** A message of several lines, or what stands without a header, is told by the lines around it. */
const isParted = ({ lines }: Worn): boolean =>
  !lines.some((line) => / kubelet(?:\[\d+\])?: (?![IWEF]\d{4} |\{"ts":)/.test(line));
const inFiles = (rewrite: (log: Worn) => readonly string[], least = 8): Wearing =>
  inOrder((log) => (isParted(log) ? rewrite(log) : undefined), least);
const besides = (join: (own: readonly Entry[], other: readonly Entry[]) => readonly Entry[]): Wearing =>
  inJournal((entries, { told, year }) => {
    const neighbour = told.nodes.length > 1 ? undefined : neighbourOf(entries, year);
    return neighbour === undefined
      ? undefined
      : {
          plain: [inMode(entries, 'short-iso-precise')],
          other: [inMode(join(entries, neighbour), 'short-iso-precise')],
          as: 'of two',
        };
  });

export const CROWD_DRESSES = {
  // That each line has a word, or that something faint is all that a few lines tell, is no more so among others.
  'among other programs': inJournal((entries, { told }) =>
    told.state === 'unknown' ||
    told.paragraphs.some((text) => text.includes('of which every line has')) ||
    !told.findings.every(({ isSure }) => isSure)
      ? undefined
      : {
          plain: [inMode(entries, 'short-iso-precise')],
          other: [inMode(amongOthers(entries), 'short-iso-precise')],
          as: 'facts',
        },
  ),
  twice: inOrder(({ lines }) => (areStamped(lines) ? [textOf([...lines, ...lines])] : undefined)),
  'twice, parted by a blank line': inOrder(({ lines }) =>
    areStamped(lines) ? [textOf([...lines, '', ...lines])] : undefined,
  ),
  'in parts that overlap': inOrder(({ lines }) =>
    areStamped(lines) ? [textOf([...part(lines, 0, 0.6), ...part(lines, 0.4, 1)])] : undefined,
  ),
  'in two files': inFiles((log) => halves(log).map(textOf)),
  'in two files, the later one first': inFiles((log) => halves(log).toReversed().map(textOf)),
  'in two files that overlap': inFiles(({ lines }) => [part(lines, 0, 0.6), part(lines, 0.4, 1)].map(textOf)),
  'beside a node that is well': besides((own, other) => [...own, ...other].toSorted((a, b) => a.time - b.time)),
  'behind a node that is well': besides((own, other) => [...other, ...own]),
  'before a node that is well': besides((own, other) => [...own, ...other]),
} as const satisfies Readonly<Record<string, Wearing>>;
export { NEIGHBOUR };
