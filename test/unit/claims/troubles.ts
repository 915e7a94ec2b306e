/**
 * Journals of nodes with other troubles than PLEG's, and the truth of them: a simulated kubelet (the runtime's socket and the network are the simulator's own) among whose lines stand those of
 * what it does not simulate. Troubles come one behind the other or overlap, beside what is no trouble of the node; kubelets end and start again; the log may be a piece of it.
 */
import type { WrittenMode } from '../../../src/journal/envelope/writeEnvelope.ts';
import { parseVersion } from '../../../src/kubelet/version.ts';
import type { TruthRecord } from '../../../src/simulator/wording/truth.ts';
import { simulated } from '../simulator/scenarios.ts';
import { upTo } from './incident.ts';
import { journalOf } from './losses.ts';
import { Pen, type SignedLine } from './pen.ts';
import { SECOND } from './rule.ts';
import {
  bootLines,
  CRASHES,
  type EndHow,
  endLines,
  failedStarts,
  RESTART,
  type RuntimeEnd,
  runtimeLines,
  type StartFault,
  startedLines,
} from './troubleEnds.ts';
import {
  type ApiAnswer,
  apiLines,
  type ApiWay,
  type Noise,
  noiseLines,
  type Resource,
  shortageLines,
  type Stretch,
} from './troubleLines.ts';

export const TROUBLES = ['api', 'certificate', 'disk', 'memory', 'pids', 'network', 'runtime', 'refusal'] as const;
export type TroubleKind = (typeof TROUBLES)[number];

export interface PlannedTrouble {
  readonly kind: TroubleKind;
  /** Seconds behind the end of the one before, or with `overlaps` behind its begin. */
  readonly after: number;
  readonly overlaps: boolean;
  /** It is there when its kubelet begins. */
  readonly isAtStart: boolean;
  readonly length: number;
  readonly way: ApiWay;
  readonly answer: ApiAnswer;
  /** How the runtime went away. */
  readonly how: RuntimeEnd;
  readonly victims: number;
}

export interface PlannedRun {
  readonly troubles: readonly PlannedTrouble[];
  /** Seconds that it goes on after its last trouble; with a minus its end comes in the middle of that. */
  readonly tail: number;
}

export interface Plan {
  readonly version: string;
  readonly seed: number;
  readonly verbosity: number;
  readonly mode: WrittenMode;
  /** `--logging-format=json`. */
  readonly klogJson?: boolean;
  readonly noises: readonly Noise[];
  readonly first: PlannedRun;
  readonly end?: {
    readonly how: EndHow;
    /** Starts that fail before the next kubelet stays. */
    readonly fault?: StartFault;
    readonly times: number;
    /** It was put in the place of the one that ended. */
    readonly version?: string;
    /** The kubelet after it; absent where none stays. */
    readonly next?: PlannedRun;
  };
  /** Which part of its lines the log has. */
  readonly piece: readonly [from: number, to: number];
  /** What is left of them. */
  readonly seen?: Sieve;
  readonly runtime?: RuntimeName;
}

/** The simulator's own, and others in its place: as their units and sockets are called. */
export const RUNTIMES = ['containerd', 'CRI-O', 'cri-dockerd'] as const;
type RuntimeName = (typeof RUNTIMES)[number];
const NAMES: Readonly<Record<RuntimeName, readonly (readonly [from: string, to: string])[]>> = {
  containerd: [],
  'CRI-O': [
    ['/run/containerd/containerd.sock', '/var/run/crio/crio.sock'],
    ['containerd.service', 'crio.service'],
    ['containerd container runtime', 'Container Runtime Interface for OCI (CRI-O)'],
    ['containerRuntime="containerd" version="1.7.27"', 'containerRuntime="cri-o" version="1.28.4"'],
    [
      'Container runtime containerd initialized, version: 1.7.27',
      'Container runtime cri-o initialized, version: 1.20.4',
    ],
    ['(containerd)', '(crio)'],
  ],
  'cri-dockerd': [
    ['/run/containerd/containerd.sock', '/var/run/cri-dockerd.sock'],
    ['containerd.service', 'cri-docker.service'],
    ['containerd container runtime', 'CRI Interface for Docker Application Container Engine'],
    ['containerRuntime="containerd" version="1.7.27"', 'containerRuntime="docker" version="24.0.7"'],
    [
      'Container runtime containerd initialized, version: 1.7.27',
      'Container runtime docker initialized, version: 24.0.7',
    ],
    ['(containerd)', '(cri-dockerd)'],
  ],
};

/** Lines that a search found, or that a screen cut. */
export const SIEVES = {
  'grep -i error': (lines) => lines.filter(({ text }) => /error/i.test(text)),
  'grep -iE "error|fail"': (lines) => lines.filter(({ text }) => /error|fail/i.test(text)),
  'grep -v info': (lines) => lines.filter(({ text }) => !/info/i.test(text)),
  'grep kubelet': (lines) => lines.filter(({ text }) => text.includes('kubelet')),
  'grep kubelet[': (lines) => lines.filter(({ text }) => /kubelet\[|SYSLOG_IDENTIFIER":"kubelet"/.test(text)),
  'grep PLEG': (lines) => lines.filter(({ text }) => text.includes('PLEG')),
  'grep of errors of klog': (lines) => lines.filter(({ text }) => /[ "][EF]\d{4} /.test(text)),
  'head -500': (lines) => lines.slice(0, 500),
  'tail -300': (lines) => lines.slice(-300),
  'less -S': (lines) => lines.map((line) => ({ ...line, text: cutAt(line.text, 120, '>') })),
  'less -S, wide': (lines) => lines.map((line) => ({ ...line, text: cutAt(line.text, 200, '>') })),
  'at a dollar': (lines) => lines.map((line) => ({ ...line, text: cutAt(line.text, 160, '$') })),
  'at dots': (lines) => lines.map((line) => ({ ...line, text: cutAt(line.text, 180, '...') })),
  'at an ellipsis': (lines) => lines.map((line) => ({ ...line, text: cutAt(line.text, 140, '…') })),
} as const satisfies Readonly<Record<string, (lines: readonly SignedLine[]) => readonly SignedLine[]>>;
export type Sieve = keyof typeof SIEVES;

function cutAt(text: string, columns: number, mark: string): string {
  return text.length > columns ? text.slice(0, columns - mark.length) + mark : text;
}

export interface TrueTrouble {
  readonly kind: TroubleKind;
  readonly how: RuntimeEnd;
  readonly answer: ApiAnswer;
  readonly pid: number;
  readonly from: number;
  readonly to: number;
  /** Its kubelet ended before the trouble did. */
  readonly isCut: boolean;
  /** It began with its kubelet. */
  readonly isAtStart: boolean;
  /** Its lines that are in the log: their number, the first and the last. */
  readonly shown?: { readonly count: number; readonly from: number; readonly to: number };
}

export interface TrueRun {
  readonly pid: number;
  readonly version: string;
  readonly from: number;
  readonly to: number;
  readonly end?: EndHow | 'failed';
}

export interface Troubled {
  readonly log: string;
  readonly truth: readonly TruthRecord[];
  readonly troubles: readonly TrueTrouble[];
  /** Of which the log has a line. */
  readonly runs: readonly TrueRun[];
  readonly fault?: StartFault;
  readonly noises: readonly Noise[];
  /** The last time in the log. */
  readonly end: number;
  /** Lines are missing in it, or their ends: it tells less than it should. */
  readonly isThinned: boolean;
}

const NODE = 'worker-4';
const START = Date.UTC(2026, 10, 21) * 1000;
/** A kubelet is at work for so long before its first trouble. */
const SETTLED = 45;
const NETWORK = {
  ready: false,
  reason: 'NetworkPluginNotReady',
  message: 'Network plugin returns error: cni plugin not initialized',
};
const OF_RUNTIME = /containerd\.sock|PLEG is not healthy|runtime is down|kipping pod sync/;
/** Before 1.28 gRPC tries anew after up to two minutes only, and until then says what its last try met. */
const OF_SOCKET = /containerd\.sock: connect/;
/** Of the runtime a kubelet that starts would end, and what is short is seen anew. */
const LASTS_OVER: ReadonlySet<TroubleKind> = new Set<TroubleKind>(['api', 'refusal', 'certificate', 'network']);
const FIRST_PID = 2204;
const NEXT_PID = 9417;

export function troubledJournal(plan: Plan): Troubled {
  const version = parseVersion(plan.version);
  if (version === undefined) throw new Error(plan.version);
  const pen = new Pen(version, NODE, plan.mode, plan.verbosity, plan.klogJson);
  const first = runOf(plan, pen, plan.first, {
    start: START,
    pid: FIRST_PID,
    row: 0,
    wasReady: false,
    ends: plan.end !== undefined,
  });
  const parts: WrittenRun[] = [first];
  const lines: SignedLine[] = [...first.lines];
  const runs: TrueRun[] = [first.run];
  if (plan.end !== undefined) {
    const { how, fault, times, next } = plan.end;
    const later = { ...plan, version: plan.end.version ?? plan.version };
    const laterVersion = parseVersion(later.version) ?? version;
    const newPen = new Pen(laterVersion, NODE, plan.mode, plan.verbosity, plan.klogJson);
    const at = first.run.to;
    runs[0] = { ...first.run, end: how };
    lines.push(...endLines(pen, at, FIRST_PID, how));
    let start = at + RESTART;
    if (how === 'reboot') lines.push(...bootLines(pen, (start = at + 40 * SECOND)));
    if (how === 'stopped') start = at + 25 * SECOND;
    const isByItself = how !== 'reboot' && how !== 'stopped';
    const failed = fault === undefined ? [] : failedStarts(newPen, start, NEXT_PID - 200, fault, times);
    lines.push(...failed);
    if (fault !== undefined) {
      for (let row = 0; row < times; row += 1) {
        const begin = start + row * 11 * SECOND;
        const run: TrueRun = {
          pid: NEXT_PID - 200 + row * 7,
          version: later.version,
          from: begin,
          to: begin + 0.7 * SECOND,
          end: 'failed',
        };
        runs.push(run);
        parts.push({
          run,
          troubles: [],
          lines: [],
          left: [],
          truth: [told('kubelet_start', run.pid, run.from), told('kubelet_exit', run.pid, run.to)],
        });
      }
      start += times * 11 * SECOND;
    }
    if (next !== undefined) {
      if (isByItself || fault !== undefined)
        lines.push(...startedLines(pen, start, (fault === undefined ? 0 : times) + 1).slice(0, 2));
      const begin = Math.ceil(start / SECOND) * SECOND;
      // What a kubelet that ended left behind, the next one meets.
      const left = first.left
        .filter(({ kind, to }) => LASTS_OVER.has(kind) && to > begin + 5 * SECOND)
        .map((one) => ({ ...one, isAtStart: true, overlaps: false, length: (one.to - begin) / SECOND }));
      const met = { ...next, troubles: [...left, ...next.troubles] };
      const second = runOf(later, newPen, met, {
        start: begin,
        pid: NEXT_PID,
        row: first.troubles.length,
        wasReady: isReady(first.truth),
        ends: false,
      });
      parts.push(second);
      runs.push(second.run);
      lines.push(...second.lines);
    }
  }
  lines.sort((a, b) => a.at - b.at);
  const [from, to] = plan.piece;
  const piece = lines.slice(Math.floor(lines.length * from), Math.ceil(lines.length * to));
  const kept = plan.seen === undefined ? piece : SIEVES[plan.seen](piece);
  const [begin, end] = [kept[0]?.at ?? 0, kept.at(-1)?.at ?? 0];
  const truth = parts.flatMap((part) => part.truth);
  const troubles = parts.flatMap((part) => part.troubles);
  return {
    log: inWordsOf(plan.runtime ?? 'containerd', `${kept.map(({ text }) => text).join('\n')}\n`),
    // What systemd says of an end comes a moment later.
    truth: upTo(truth, end + SECOND),
    troubles: troubles.map((trouble, row) => {
      const own = kept.filter(({ of }) => of === row);
      const [one, last] = [own[0], own.at(-1)];
      return one === undefined || last === undefined
        ? trouble
        : { ...trouble, shown: { count: own.length, from: one.at, to: last.at } };
    }),
    runs: runs.filter((run) => run.from <= end && run.to >= begin - SECOND),
    noises: plan.noises,
    end,
    isThinned: plan.seen !== undefined && plan.seen !== 'head -500' && plan.seen !== 'tail -300',
    ...(plan.end?.fault === undefined ? {} : { fault: plan.end.fault }),
  };
}

function inWordsOf(runtime: RuntimeName, log: string): string {
  // In JSON, quotes stand behind a backslash.
  const escaped = (text: string): string => text.replaceAll('"', String.raw`\"`);
  return NAMES[runtime].reduce(
    (text, [from, to]) => text.replaceAll(from, to).replaceAll(escaped(from), escaped(to)),
    log,
  );
}

/** What the node was last reported as. */
function isReady(truth: readonly TruthRecord[]): boolean {
  const last = truth.findLast(({ ev }) => ev === 'node_ready_patch');
  return JSON.stringify(last?.['cond'] ?? '').includes('"status":"True"');
}

function told(ev: string, pid: number, at: number): TruthRecord {
  return { ev, pid, t: new Date(at / 1000).toISOString() };
}

interface WrittenRun {
  readonly run: TrueRun;
  readonly troubles: readonly TrueTrouble[];
  readonly lines: readonly SignedLine[];
  readonly truth: readonly TruthRecord[];
  /** Its troubles that went on without it, with when they were over. */
  readonly left: readonly (PlannedTrouble & { readonly to: number })[];
}

interface RunPlace {
  readonly start: number;
  readonly pid: number;
  /** The number of its first trouble. */
  readonly row: number;
  /** The node was Ready when it began. */
  readonly wasReady: boolean;
  readonly ends: boolean;
}

/** One kubelet with its troubles. */
function runOf(plan: Plan, pen: Pen, planned: PlannedRun, { start, pid, row, wasReady, ends }: RunPlace): WrittenRun {
  let [begin, end] = [SETTLED, SETTLED];
  const stretches = planned.troubles.map((trouble) => {
    begin = trouble.isAtStart ? 0 : (trouble.overlaps ? begin : end) + trouble.after;
    const length = lengthOf(trouble);
    end = Math.max(end, begin + length);
    return { ...trouble, from: start + begin * SECOND, to: start + (begin + length) * SECOND };
  });
  const to = start + Math.max(SETTLED, end + planned.tail) * SECOND;
  // What would begin after its end does not come.
  const begun = stretches.filter((stretch) => stretch.from < to);
  const of = (kind: TroubleKind): typeof stretches => begun.filter((stretch) => stretch.kind === kind);
  const inSeconds = (time: number): number => Math.round((time - start) / 1000) / 1000;
  const { log, truth } = simulated({
    version: plan.version,
    seed: plan.seed + pid,
    verbosity: plan.verbosity,
    envelope: plan.mode,
    format: plan.klogJson === true ? 'json' : 'text',
    node: NODE,
    start: new Date(start / 1000).toISOString().replace('.000', ''),
    duration: inSeconds(to),
    kubelet: { startup: 2, pid, registered: wasReady },
    pods: [
      { name: 'web', count: 3, added: 5, running: pid !== FIRST_PID, containers: [{ name: 'app' }] },
      { name: 'late', added: Math.min(SETTLED + 20, inSeconds(to) - 1), containers: [{ name: 'app' }] },
    ],
    faults: of('runtime').flatMap((one) =>
      awayOf(one)
        .filter((away) => away.from < to)
        .map((away) => ({
          from: inSeconds(away.from),
          to: Math.min(inSeconds(away.to), inSeconds(to)),
          effect: 'refuse',
        })),
    ),
    conditions: of('network').flatMap((one) => [
      { at: inSeconds(one.from), networkReady: NETWORK },
      ...(one.to < to ? [{ at: inSeconds(one.to), networkReady: { ready: true } }] : []),
    ]),
  });
  const written = journalOf(log, truth, plan.mode, NODE).lines;
  // Nothing that it would have to read or write at the API server comes through while that is out of reach.
  const isSilent = ({ at, text }: SignedLine): boolean =>
    [...of('api'), ...of('refusal'), ...of('certificate')].some((one) => at >= one.from && at < one.to) &&
    /Node became not ready|Recording .*event|ttempting to register|uccessfully registered|previously registered|"?SyncLoop ["(]?(?:ADD|DELETE|REMOVE)/.test(
      text,
    );
  const lines: SignedLine[] = written.map(({ at, text }) => signed({ at, text })).filter((line) => !isSilent(line));
  begun.forEach((stretch, index) => {
    const own = { from: stretch.from, to: Math.min(stretch.to, to), pid, isAtStart: stretch.isAtStart };
    for (const line of troubleLines(pen, stretch, own, to))
      lines.push(/NodeHas(?:No|Sufficient)/.test(line.text) ? line : { ...line, of: row + index });
  });
  for (const { kind, isAtStart, to: until } of begun)
    if (isAtStart && (kind === 'api' || kind === 'refusal' || kind === 'certificate'))
      lines.push(
        ...pen.klog(until + SECOND, pid, 'node.registering', { node: NODE }),
        ...pen.klog(until + 1.1 * SECOND, pid, 'node.registered', { node: NODE }),
      );
  for (const noise of plan.noises) lines.push(...noiseLines(pen, { from: start + 20 * SECOND, to, pid }, noise));
  return {
    run: { pid, version: plan.version, from: start, to },
    troubles: begun.map((one) => ({
      kind: one.kind,
      how: one.how,
      answer: one.answer,
      pid,
      from: one.from,
      to: Math.min(one.to, to),
      isCut: one.to > to,
      isAtStart: one.isAtStart,
    })),
    left: begun.filter((one) => one.to > to),
    lines: lines.filter(({ at }) => at < to),
    truth: [...truth.filter(({ ev }) => ev !== 'scenario_end'), ...(ends ? [told('kubelet_exit', pid, to)] : [])],
  };

  /** What the simulator wrote of a trouble is a sign of it, too; a kubelet that cannot ask the runtime goes by what that said last of its network. */
  function signed(line: SignedLine): SignedLine {
    const index = begun.findIndex(
      ({ kind, from, to: until }) =>
        line.at >= from &&
        (kind === 'network'
          ? /NetworkPluginNotReady|network is not ready/.test(line.text)
          : kind === 'runtime' && (line.at <= until + 10 * SECOND ? OF_RUNTIME : OF_SOCKET).test(line.text)),
    );
    return index < 0 ? line : { ...line, of: row + index };
  }
}

/** When a runtime was away; one that crashes is there for moments. */
export function awayOf({ how, from, to }: Pick<PlannedTrouble, 'how'> & Stretched): readonly Stretched[] {
  if (how !== 'crashing') return [{ from, to }];
  const away: Stretched[] = [];
  for (let at = from; at < to; at += (CRASHES.away + CRASHES.up) * SECOND)
    away.push({ from: at, to: Math.min(to, at + CRASHES.away * SECOND) });
  return away;
}

interface Stretched {
  readonly from: number;
  readonly to: number;
}

/** Memory and process ids are back when the pods that took them are gone: one every ten seconds. */
function lengthOf({ kind, length, victims }: PlannedTrouble): number {
  return kind === 'memory' || kind === 'pids' ? Math.min(length, Math.max(1, victims) * 10) : length;
}

function troubleLines(
  pen: Pen,
  { kind, way, answer, how, victims, from, to }: PlannedTrouble & Stretched,
  own: Stretch,
  until: number,
): readonly SignedLine[] {
  switch (kind) {
    case 'api':
      return apiLines(pen, own, way);
    case 'refusal':
      return apiLines(pen, own, answer);
    case 'certificate':
      return apiLines(pen, own, 'certificate');
    case 'disk':
    case 'memory':
    case 'pids':
      return shortageLines(pen, own, { resource: kind satisfies Resource, evicted: victimsOf(kind, victims), until });
    case 'runtime':
      return runtimeLines(pen, { from, to, until }, how);
    case 'network':
      return [];
  }
}

function victimsOf(resource: Resource, count: number): readonly string[] {
  const least = resource === 'disk' ? 0 : 1;
  return Array.from({ length: Math.max(least, count) }, (_, row) => `batch-${resource}-${row + 1}`);
}
