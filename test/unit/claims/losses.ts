/** What journald does to a log, and what stands beside it in a journal: lines that its rate limit dropped, lines of other programs, a second boot. The truth changes with the lines. */
import { createEnvelopeWriter, type WrittenMode } from '../../../src/journal/envelope/writeEnvelope.ts';
import type { Instant } from '../../../src/kubelet/time.ts';
import type { TruthRecord } from '../../../src/simulator/wording/truth.ts';
import { unhealthyWindows } from '../simulator/truth.ts';
import { pidOf, timeOf, upTo } from './incident.ts';
import { stampOf } from './nodes.ts';
import { SECOND } from './rule.ts';

interface JournalLine {
  readonly text: string;
  /** By the kubelet's stamp, or by the journal's where it has none. */
  readonly at: number;
  /** Its messages count for the kubelet's unit: systemd's do not. */
  readonly ofKubelet: boolean;
}

export interface Journal {
  readonly mode: WrittenMode;
  readonly host: string;
  readonly lines: readonly JournalLine[];
  readonly truth: readonly TruthRecord[];
}

export function journalOf(log: string, truth: readonly TruthRecord[], mode: WrittenMode, host: string): Journal {
  const first = timeOf(truth[0]?.t);
  let at = first;
  const lines = log
    .split('\n')
    .filter((text) => text !== '')
    .map((text) => ({
      text,
      at: (at = Math.max(at, stampOf(text) ?? arrivalOf(text, first) ?? at)),
      ofKubelet: !/ (?:systemd|init\.scope)\[1\]: |"SYSLOG_IDENTIFIER":"systemd"/.test(text),
    }));
  return { mode, host, lines, truth };
}

/** The journal's own stamp of a line; none of these logs goes over midnight. */
function arrivalOf(text: string, first: number): number | undefined {
  const json = /"__REALTIME_TIMESTAMP":"(\d+)"/.exec(text)?.[1];
  if (json !== undefined) return Number(json);
  const [, hours, minutes, seconds] = /\b(\d\d):(\d\d):(\d\d(?:\.\d+)?)/.exec(text)?.map(Number) ?? [];
  if (hours === undefined || minutes === undefined || seconds === undefined) return undefined;
  return first - (first % (86_400 * SECOND)) + (hours * 3600 + minutes * 60 + seconds) * SECOND;
}

export function textOfJournal({ lines }: Journal): string {
  return `${lines.map(({ text }) => text).join('\n')}\n`;
}

/** Where the rate limit was met, as a place in the truth. */
export interface Limit {
  readonly where: 'begin' | 'middle' | 'end' | 'start' | 'anywhere';
  /** Which of the unhealthy times or of the starts; which part of the log. */
  readonly part: number;
  /** Seconds that it begins after that place, and lasts. */
  readonly after: number;
  readonly length: number;
  /** `RateLimitBurst` and `RateLimitIntervalSec`. */
  readonly burst: number;
  readonly interval: number;
}

/** In each interval the first messages are kept; the mark stands before the first one of the next interval (systemd, `journald-rate-limit.c`). */
export function limited(journal: Journal, limit: Limit): Journal {
  const { lines, truth } = journal;
  const from = placeOf(journal, limit) + limit.after * SECOND;
  const isMet = ({ at }: JournalLine): boolean => at >= from && at < from + limit.length * SECOND;
  const kept: JournalLine[] = [];
  let begun = Number.NEGATIVE_INFINITY;
  let [count, lost] = [0, 0];
  for (const line of lines) {
    if (line.ofKubelet && line.at >= begun + limit.interval * SECOND) {
      if (lost > 0)
        kept.push(written(journal, line.at, 'systemd-journald', `Suppressed ${lost} messages from kubelet.service`));
      [begun, count, lost] = [isMet(line) ? line.at : Number.NEGATIVE_INFINITY, 0, 0];
    }
    if (line.ofKubelet) count += 1;
    if (line.ofKubelet && Number.isFinite(begun) && count > limit.burst) lost += 1;
    else kept.push(line);
  }
  // Some journals have whole seconds only.
  return { ...journal, lines: kept, truth: lost === 0 ? truth : upTo(truth, (kept.at(-1)?.at ?? 0) + SECOND) };
}

function placeOf({ lines, truth }: Journal, { where, part }: Limit): number {
  const one = <T>(all: readonly T[]): T | undefined => all[Math.floor(part * all.length)];
  const [first, last] = [lines[0]?.at ?? 0, lines.at(-1)?.at ?? 0];
  if (where === 'start') return timeOf(one(truth.filter(({ ev }) => ev === 'kubelet_start'))?.t ?? truth[0]?.t);
  const window = one(unhealthyWindows(truth).filter(({ from, to }) => to - from > 5 * SECOND));
  if (where === 'anywhere' || window === undefined) return first + part * (last - first);
  return { begin: window.from, middle: (window.from + window.to) / 2, end: window.to }[where];
}

/** Lines of programs of which the kubelet's truth knows nothing: what they say is no news of the runtime, of PLEG or of the node. */
const OTHERS: readonly (readonly [identifier: string, message: string])[] = [
  ['containerd', 'time="2026-11-21T00:00:00Z" level=info msg="cleaning up dead shim" namespace=k8s.io'],
  ['containerd', 'time="2026-11-21T00:00:00Z" level=warning msg="Skipping blockfile snapshotter, no scratch file"'],
  ['kernel', 'cni0: port 3(veth5e81) entered blocking state'],
  ['kernel', 'perf: interrupt took too long (2512 > 2500), lowering kernel.perf_event_max_sample_rate to 79500'],
  ['systemd', 'Started session-41.scope - Session 41 of User admin.'],
  ['systemd', 'apt-daily.service: Skipped due to an unmet condition (ConditionACPower=yes).'],
  ['systemd', 'backup.service: start operation timed out. Terminating.'],
  ['systemd', 'node-exporter.service: Main process exited, code=exited, status=1/FAILURE'],
  ['sshd', 'fatal: Timeout before authentication for 198.51.100.7 port 40112'],
  ['sshd', 'Accepted publickey for admin from 198.51.100.7 port 40113 ssh2'],
  ['haproxy', 'Server api/cp-2 is DOWN, reason: Layer4 timeout, check duration: 2001ms. 0 active servers left.'],
  ['watch-node', 'node is unhealthy (timeout), Skipping report'],
  ['dockerd', 'time="2026-11-21T00:00:00Z" level=warning msg="Health check for container 5e1f error: timed out"'],
  ['chronyd', 'Selected source 203.0.113.9 (pool.example.org)'],
];

/** A line of another program: at which part of the log, which may be a little before or behind it. */
export interface Other {
  readonly at: number;
  readonly which: number;
}

export function amongOthers(journal: Journal, others: readonly Other[]): Journal {
  const { lines } = journal;
  const [first, last] = [lines[0]?.at ?? 0, lines.at(-1)?.at ?? 0];
  const strange = others.map(({ at, which }) => {
    const [identifier, message] = OTHERS[which % OTHERS.length] ?? ['', ''];
    return written(journal, Math.floor(first + at * (last - first)), identifier, message);
  });
  return { ...journal, lines: [...lines, ...strange].toSorted((a, b) => a.at - b.at) };
}

/** The id of the boot in journals that say it, and that of the next one. */
const BOOT = '0a1b2c3d4e5f60718293a4b5c6d7e8f9';
const NEXT_BOOT = '7c1d5ab04e8f4f0c9a4b6f2f0c1e2d3a';

export interface Boot {
  /** After which part of the log, how many seconds before the next kubelet. */
  readonly part: number;
  readonly down: number;
  /** Whether systemd stopped the kubelet; else the machine was reset. */
  readonly isStopped: boolean;
  /** journalctl's line between two boots. */
  readonly isMarked: boolean;
}

/** When the boot before ended. */
export function endOfBoot({ lines }: Journal, { part }: Boot): number {
  const [first, last] = [lines[0]?.at ?? 0, lines.at(-1)?.at ?? 0];
  return Math.floor(first + part * (last - first)) + 0.3 * SECOND;
}

/** The boot of the next kubelet behind that of the first one. */
export function rebooted(journal: Journal, next: Journal, boot: Boot): Journal {
  const end = endOfBoot(journal, boot);
  const before = upTo(journal.truth, end);
  const last = before.findLast((record) => pidOf(record) > 0);
  const isOver = before.some((record) => record.ev === 'kubelet_exit' && pidOf(record) === pidOf(last ?? record));
  const ran = isOver ? undefined : last;
  const exit = (pid: number): TruthRecord => ({
    ev: 'kubelet_exit',
    t: new Date((end + 0.1 * SECOND) / 1000).toISOString(),
    pid,
  });
  const name = 'kubelet.service - kubelet: The Kubernetes Node Agent';
  const systemd = (after: number, message: string): JournalLine => written(journal, end + after, 'systemd', message);
  const up = (next.lines[0]?.at ?? 0) - 8 * SECOND;
  return {
    ...journal,
    lines: [
      ...journal.lines.filter(({ at }) => at <= end),
      ...(boot.isStopped && ran !== undefined
        ? [
            systemd(1000, `Stopping ${name}...`),
            systemd(0.1 * SECOND, 'kubelet.service: Deactivated successfully.'),
            systemd(0.1 * SECOND + 1000, `Stopped ${name}.`),
            systemd(2 * SECOND, 'Reached target reboot.target - System Reboot.'),
          ]
        : []),
      ...(boot.isMarked && journal.mode !== 'json'
        ? [{ text: `-- Boot ${NEXT_BOOT} --`, at: up, ofKubelet: false }]
        : []),
      ...[
        written(journal, up, 'kernel', 'Linux version 6.1.0-26-amd64 (build@example.org) #1 SMP PREEMPT_DYNAMIC'),
        written(journal, up, 'kernel', 'Command line: BOOT_IMAGE=/boot/vmlinuz-6.1.0-26-amd64 root=/dev/vda1 ro quiet'),
        ...next.lines,
      ].map((line) => ({ ...line, text: line.text.replaceAll(BOOT, NEXT_BOOT) })),
    ],
    truth: [...before, ...(ran === undefined ? [] : [exit(pidOf(ran))]), ...next.truth],
  };
}

/** A line in the journal's own form. */
function written({ mode, host }: Journal, at: number, identifier: string, message: string): JournalLine {
  const isSystemd = identifier === 'systemd';
  const pid = isSystemd ? 1 : identifier === 'kernel' ? 0 : 300 + identifier.length;
  const unit = identifier === 'kernel' ? identifier : `${isSystemd ? 'kubelet' : identifier}.service`;
  const entry = { time: at as Instant, host, identifier, pid, unit, priority: 6, message };
  const text = createEnvelopeWriter(mode, (at - 9000 * SECOND) as Instant)(entry).trimEnd();
  return { text: text.replace(' kernel[0]: ', ' kernel: '), at, ofKubelet: false };
}
