/** What the answer says of a troubled node, held against what its truth and the lines that are in the log tell: what is named, when it was, how it stands at the end, how kubelets ended. */
import type { Finding, FindingId } from '../../../src/diagnosis/finding.ts';
import type { EndingHow } from '../../../src/inference/history.ts';
import { formatVersion } from '../../../src/kubelet/version.ts';
import { type Incident, incidentOf } from './incident.ts';
import { SECOND } from './rule.ts';
import { untrueClaims } from './rules.ts';
import { said } from './rulesOfCauses.ts';
import type { EndHow, RuntimeEnd, StartFault } from './troubleEnds.ts';
import type { ApiAnswer, Noise } from './troubleLines.ts';
import { awayOf, type Troubled, type TroubleKind, type TrueTrouble } from './troubles.ts';

/** The findings that name a trouble: one of them must be there. */
const NAMES: Readonly<Record<TroubleKind, readonly FindingId[]>> = {
  api: ['api-unreachable'],
  certificate: ['certificate-expired'],
  disk: ['disk-pressure', 'evicting'],
  memory: ['evicting'],
  pids: ['evicting'],
  network: ['network-not-ready'],
  runtime: ['runtime-unreachable'],
  refusal: ['api-refuses', 'api-unreachable'],
};

/** One finding tells of all shortages together, and names those that it tells of. */
const WORDS: Readonly<Partial<Record<TroubleKind, RegExp>>> = { disk: /disk/, memory: /memory/, pids: /process ids/ };

/** What may be found beside, for it is true as well. */
const BESIDE: Readonly<Partial<Record<TroubleKind, readonly FindingId[]>>> = {
  disk: ['image-gc-failing', 'evicting'],
  runtime: ['kubelet-crash-loop', 'runtime-status-failing', 'pod-sandbox-broken'],
};

const OF_RUNTIME: Readonly<Record<RuntimeEnd, readonly FindingId[]>> = {
  stopped: [],
  'out-of-memory': ['out-of-memory'],
  crashing: [],
};

/** Who is not let in is told from whom nobody could answer. */
const OF_ANSWER: Readonly<Record<ApiAnswer, FindingId>> = {
  unauthorized: 'api-refuses',
  forbidden: 'api-refuses',
  unavailable: 'api-unreachable',
  throttled: 'api-unreachable',
};

const OF_NOISE: Readonly<Record<Noise, FindingId>> = {
  probe: 'probes-failing',
  pull: 'image-pull-failing',
  volume: 'volumes-failing',
};

const OF_END: Readonly<Record<EndHow, readonly FindingId[]>> = {
  stopped: [],
  killed: [],
  panic: ['panic'],
  'out-of-memory': ['out-of-memory'],
  reboot: ['node-reboot'],
};
/** Whatever ended a kubelet: that it was away, that it did not come back, that it ended often. */
const OF_ANY_END: readonly FindingId[] = ['kubelet-restart', 'kubelet-gone', 'kubelet-crash-loop', 'kubelet-fatal'];
const OF_FAULT: Readonly<Record<StartFault, readonly FindingId[]>> = {
  flag: ['config-invalid'],
  config: ['config-invalid'],
  swap: ['swap-on'],
  'cgroup-driver': ['cgroup-driver'],
  certificate: ['certificate-expired'],
  runtime: ['runtime-unreachable'],
  port: ['port-in-use'],
  inotify: ['inotify-limit'],
  files: ['file-limit'],
  unknown: ['kubelet-fatal'],
};

/** What is still so of a start that failed where the line is cut before it tells why. */
const OF_CUT_FAULT: readonly FindingId[] = ['cadvisor-failed', 'kubelet-fatal'];

/** So many lines over so long a time are a trouble that must be named. With the first minute of a kubelet many begin. */
const ENOUGH = { lines: 4, length: 45 * SECOND, atStart: 80 * SECOND };
/** A sign is repeated at least so often. */
const PERIOD = 65 * SECOND;

export function untrueOfTroubles(troubled: Troubled): readonly string[] {
  const incident = incidentOf(troubled.log, troubled.truth);
  return [
    ...unfoundedFindings(troubled, incident),
    ...(troubled.isThinned ? [] : unnamedTroubles(troubled, incident)),
    ...wrongTimes(troubled, incident),
    ...(troubled.isThinned ? [] : wrongStates(troubled, incident)),
    ...(troubled.isThinned ? [] : wrongHeads(troubled, incident)),
    ...wrongEnds(troubled, incident),
    ...untrueClaims(incident),
  ];
}

/** That something failed is so; why, and of which trouble it is, the line does not say any more. */
const isOfCut = ({ title }: Finding): boolean => /why is cut (?:off|away)/.test(title);
const isSure = ({ confidence }: Finding): boolean => confidence !== 'low';

/** Each finding that is not faint is of something that was so. */
function unfoundedFindings(
  { log, troubles, runs, noises, fault, isThinned }: Troubled,
  { findings }: Incident,
): readonly string[] {
  const founded = new Set<FindingId>([
    'startup-normal',
    ...troubles.flatMap(({ kind, how, shown }) =>
      shown === undefined
        ? []
        : [...NAMES[kind], ...(BESIDE[kind] ?? []), ...(kind === 'runtime' ? OF_RUNTIME[how] : [])],
    ),
    ...noises.map((noise) => OF_NOISE[noise]),
    ...runs.flatMap(({ end }) => (end === undefined ? [] : [...OF_ANY_END, ...(end === 'failed' ? [] : OF_END[end])])),
    ...(fault === undefined ? [] : [...OF_FAULT[fault], ...(isThinned ? OF_CUT_FAULT : [])]),
    ...(isThinned && troubles.some(({ kind }) => kind === 'runtime') ? ['image-gc-failing' as const] : []),
    // systemd counts those before the log, too.
    ...(/restart counter is at [3-9]/.test(log) ? OF_ANY_END : []),
  ]);
  return findings
    .filter((finding) => isSure(finding) && !founded.has(finding.id) && !(isThinned && isOfCut(finding)))
    .map(({ id, title }) => `${id}: nothing was so: ${title}`);
}

/** What lines show for long enough is named. */
function unnamedTroubles({ troubles }: Troubled, { findings }: Incident): readonly string[] {
  return troubles
    .filter(isShown)
    .flatMap(({ kind }) =>
      findings.some((finding) => isSure(finding) && NAMES[kind].includes(finding.id))
        ? []
        : [`${kind}: nobody names it`],
    );
}

function isShown({ shown, isAtStart }: TrueTrouble): boolean {
  return (
    shown !== undefined &&
    shown.count >= ENOUGH.lines &&
    shown.to - shown.from >= (isAtStart ? ENOUGH.atStart : ENOUGH.length)
  );
}

/** From when to when lines show it: of all troubles of which a finding is. */
function wrongTimes({ troubles, fault, isThinned }: Troubled, { findings }: Incident): readonly string[] {
  return findings.flatMap((finding) => {
    const { id, shows, title, confidence } = finding;
    const own = troubles.filter((trouble) => trouble.shown !== undefined && isOf(finding, trouble));
    if (shows === undefined || own.length === 0 || confidence === 'low' || isOfCut(finding)) return [];
    // It tells of failed starts, too.
    if (fault !== undefined && OF_FAULT[fault].includes(id)) return [];
    const [from, to] = spanOf(own);
    const wrong = (what: string): string[] => [
      `${id}: it ${what}, ${inSeconds(shows, from)} of ${inSeconds({ from, to }, from)}: ${title}`,
    ];
    if (shows.from < from - SECOND) return wrong('began later');
    if (shows.to > to + SECOND) return wrong('ended before');
    if (isThinned) return [];
    // What begins with a kubelet may be left out of it for a minute, and so may be what was short.
    const [least, most] = spanOf(own.filter((one) => !one.isAtStart && isShown(one)));
    if (shows.from > least + PERIOD) return wrong('began before');
    return shows.to < most - PERIOD ? wrong('went on') : [];
  });
}

/** From the first to the last line that shows one of them; of none nothing is asked. */
function spanOf(troubles: readonly TrueTrouble[]): readonly [from: number, to: number] {
  const shown = troubles.flatMap((one) => one.shown ?? []);
  return shown.length === 0
    ? [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    : [Math.min(...shown.map((one) => one.from)), Math.max(...shown.map((one) => one.to))];
}

/** That what was killed was the runtime says as much. */
function names(finding: Finding, trouble: TrueTrouble): boolean {
  return isOf(finding, trouble) || (trouble.kind === 'runtime' && OF_RUNTIME[trouble.how].includes(finding.id));
}

function isOf({ id, title }: Finding, { kind, answer }: TrueTrouble): boolean {
  if (kind === 'refusal') return id === OF_ANSWER[answer];
  const words = WORDS[kind];
  return words === undefined
    ? NAMES[kind].includes(id)
    : (id === 'evicting' || id === 'disk-pressure') && words.test(title);
}

function inSeconds(shows: { readonly from: number; readonly to: number }, origin: number): string {
  return `${Math.round((shows.from - origin) / SECOND)}–${Math.round((shows.to - origin) / SECOND)} s`;
}

/** What makes a node NotReady by itself, or Unknown. */
const OF_READINESS: ReadonlySet<TroubleKind> = new Set(['api', 'refusal', 'certificate', 'network', 'runtime']);

/** Whether it is over: what goes on when the log ends is named first of all and not over, and what was over long before does not go on. */
function wrongStates({ troubles, runs, end }: Troubled, { answer, findings }: Incident): readonly string[] {
  const { state, headline } = answer;
  const last = runs.at(-1);
  const complaints: string[] = [];
  if (last?.end === 'failed' && last.to <= end && state === 'recovered')
    complaints.push(`recovered: no kubelet starts at the end: ${headline}`);
  const open = troubles.filter((one) => isShown(one) && one.pid === last?.pid && one.to >= end);
  // A runtime that crashes is there for moments, and a kubelet that finds it in one of them has recovered; then it is away again.
  const ofReadiness = open.filter(
    (one) =>
      OF_READINESS.has(one.kind) &&
      !(
        one.kind === 'runtime' &&
        one.how === 'crashing' &&
        (firstParagraph(answer).includes('list calls that fail again') ||
          !awayOf(one).some(({ from, to }) => from < end - 3 * SECOND && to >= end))
      ),
  );
  if (last?.end === undefined && ofReadiness.length > 0 && (state === 'healthy' || state === 'recovered'))
    complaints.push(`${state}: ${ofReadiness.map(({ kind }) => kind).join(', ')} went on: ${headline}`);
  const first = firstParagraph(answer);
  // Of two that end at about the same time either may be the story.
  const isSoleEnd = troubles.filter(({ shown }) => shown !== undefined && shown.to > end - 65 * SECOND).length === 1;
  for (const trouble of last?.end === undefined && isSoleEnd ? open : [])
    if (!findings.some((finding) => names(finding, trouble) && said(first, finding)))
      complaints.push(`first paragraph: ${trouble.kind} goes on and is not named: ${headline}`);
  const since = Math.max(last?.from ?? 0, ...troubles.map(({ to }) => to));
  if (last?.end === undefined && state === 'unhealthy-at-end' && end - since > 150 * SECOND)
    complaints.push(`unhealthy-at-end: all was over for ${Math.round((end - since) / SECOND)} s: ${headline}`);
  return complaints;
}

/** What is alone in a log is its story. */
function wrongHeads({ troubles, runs, noises }: Troubled, { answer, findings }: Incident): readonly string[] {
  const [only, ...others] = troubles.filter(({ shown }) => shown !== undefined);
  if (only === undefined || others.length > 0 || runs.some(({ end }) => end !== undefined) || !isShown(only)) return [];
  const { headline } = answer;
  const isNamed = findings.some((finding) => names(finding, only) && said(firstParagraph(answer), finding));
  if (!isNamed) return [`first paragraph: does not name ${only.kind}, which is alone: ${headline}`];
  if (!OF_READINESS.has(only.kind) || only.kind === 'runtime' || noises.length > 0) return [];
  return findings.some((finding) => isOf(finding, only) && finding.title === headline)
    ? []
    : [`headline: not of ${only.kind}, which is alone: ${headline}`];
}

function firstParagraph({ paragraphs }: Incident['answer']): string {
  return (paragraphs[0] ?? []).map(({ text }) => text).join('');
}

const HOW: Readonly<Record<EndHow | 'failed', readonly (EndingHow | undefined)[]>> = {
  stopped: ['stopped'],
  killed: ['killed'],
  panic: ['panic'],
  'out-of-memory': ['out-of-memory'],
  reboot: ['reboot'],
  failed: ['exited', 'fatal'],
};

/** How kubelets ended of which the log has lines with a header, and that the last one did not. */
function wrongEnds({ log, runs, end, isThinned }: Troubled, { history }: Incident): readonly string[] {
  return history.processes.flatMap(({ pid, ending, version, versionKnown }) => {
    const run = runs.find((one) => one.pid === pid);
    if (run === undefined) return [`process ${pid}: there was none`];
    if (versionKnown === 'line' && version !== undefined && formatVersion(version) !== `v${run.version}`)
      return [`process ${pid}: it is not of ${formatVersion(version)}`];
    if (ending === undefined) {
      const isOver = run.end !== undefined && run.end !== 'reboot' && run.to < end - SECOND;
      return !isThinned && isOver && log.includes(`   ${pid} `) ? [`process ${pid}: it ended (${run.end})`] : [];
    }
    if (run.end === undefined) return [`process ${pid}: it did not end (${ending.how})`];
    if (!HOW[run.end].includes(ending.how)) return [`process ${pid}: ended as ${run.end}, not ${ending.how}`];
    return ending.at.max < run.to - SECOND || ending.at.min > run.to + SECOND
      ? [`process ${pid}: it did not end then`]
      : [];
  });
}
