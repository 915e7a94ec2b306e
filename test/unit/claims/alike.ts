/** What is told of a log, and whether the same is told of another: to the word, or, where stamps are finer or coarser there, to the second. */
import type { Analysis } from '../../../src/analysis/analysis.ts';
import { SECOND } from './rule.ts';

/** A time, or bounds of one, in microseconds. */
type Times = readonly (number | undefined)[];

interface Timed {
  readonly what: string;
  readonly times: Times;
}

export interface Told {
  readonly state: string;
  readonly headline: string;
  /** The first is what most people read. */
  readonly paragraphs: readonly string[];
  readonly findings: readonly (Timed & { readonly isSure: boolean; readonly explanation: string })[];
  readonly episodes: readonly Timed[];
  readonly processes: readonly Timed[];
  readonly nodes: readonly string[];
  /** The first and the last time in it. */
  readonly span: Times;
}

export function toldIn({ answer, findings, reconstruction: { history } }: Analysis): Told {
  return {
    state: answer.state,
    headline: answer.headline,
    paragraphs: answer.paragraphs.map((parts) => parts.map(({ text }) => text).join('')),
    findings: findings.map(({ id, confidence, title, explanation, nextSteps, shows }) => ({
      what: `${id} ${confidence}: ${title}`,
      isSure: confidence !== 'low',
      explanation: [explanation, ...nextSteps].join('\n'),
      times: [shows?.from, shows?.to],
    })),
    episodes: history.episodes.map(({ startup, reasons, begin, end, endedBy, skips }) => ({
      what: `${startup ? 'start' : 'unhealthy'} ${reasons.join(',')} ${endedBy} ${skips.observed} skips`,
      times: [begin.min, begin.max, end?.min, end?.max],
    })),
    processes: history.processes.map(({ pid, from, to, ending }) => ({
      what: `${pid ?? 'some pid'} ${ending?.how ?? 'goes on'}`,
      times: [from, to],
    })),
    nodes: history.nodes.map(({ names }) => names.join(' ')),
    span: [history.span?.from, history.span?.to],
  };
}

/** What is told otherwise, where all must be the same to the word. */
export function otherWords(plain: Told, other: Told): readonly string[] {
  const parts = (told: Told): readonly string[] => [
    `state ${told.state}`,
    `headline ${told.headline}`,
    // What stands before the lines, or between them, moves them.
    ...told.paragraphs.map((text) => text.replaceAll(/\bline [\d,]+/g, 'line #')),
    ...told.findings.map(({ what, explanation, times }) => `${what}\n${explanation}\n${times.join('–')}`),
    ...[...told.episodes, ...told.processes].map(({ what, times }) => `${what} ${times.join('–')}`),
    ...told.nodes.map((name) => `node ${name}`),
  ];
  return compared(parts(plain), parts(other));
}

/** What is told otherwise, where stamps differ by parts of a second, and with them numbers. */
export function otherFacts(plain: Told, other: Told, slack = 1.01 * SECOND): readonly string[] {
  const parts = (told: Told): readonly string[] => [
    `state ${told.state}`,
    `headline ${blank(told.headline)}`,
    `first: ${blank(told.paragraphs[0] ?? '')}`,
    ...told.findings.filter(({ isSure }) => isSure).map(({ what }) => blank(what)),
    ...told.nodes.map((name) => `node ${name}`),
  ];
  return [
    ...compared(parts(plain), parts(other)),
    ...otherTimes(plain.findings, other.findings, slack),
    ...otherRows(plain.episodes, other.episodes, slack),
    ...otherRows(plain.processes, other.processes, slack),
  ];
}

/** That something was wrong is said, though not what. */
const isOpenLeft = ({ paragraphs }: Told): boolean =>
  paragraphs.some((text) =>
    /is logged|of which every line has|does not say why|Worth a look|lines are missing|was stopped by|Every line here has/.test(
      text,
    ),
  );

/** What a finding says is so, too, where a narrower one is: what a screen or a search leaves tells less of it. */
const BROADER: Readonly<Record<string, RegExp>> = {
  'kubelet-fatal':
    /kubelet-|panic|config-invalid|port-in-use|limit|swap-on|certificate|cgroup|runtime-unreachable|cadvisor|setting|api-/,
  'pod-sandbox-broken': /cni-failing|network|container-|runtime|pods-|process-limit|file-limit|inspect-calls/,
  'config-invalid': /kernel-setting|cgroup|swap-on|runtime-unreachable/,
  'cadvisor-failed': /inotify-limit|cgroup/,
  'runtime-status-failing': /runtime-|startup-normal|calls|disk-io|hung-task/,
  'runtime-calls-time-out': /calls|runtime-/,
  'list-calls-hang': /calls|runtime-|deadlock|disk-io|hung-task|storage-hang/,
  'inspect-calls-slow': /calls|serial|runtime-|exited-containers|network-plugin|cni-failing|out-of-memory/,
  'pods-rejected': /device-plugin|node-shutdown/,
  'api-refuses': /api-|startup-normal|certificate|node-/,
  'api-unreachable': /api-|startup-normal|certificate|static-pod/,
  'kubelet-restart': /kubelet-/,
  'kubelet-gone': /kubelet-/,
  'static-pod-failing': /inotify-limit/,
  'image-gc-failing': /calls|runtime-/,
  'list-calls-slow': /calls|runtime-slow/,
  'startup-normal': /calls|runtime-/,
};

function isBroader(id: string, what: string, known: ReadonlySet<string>, ran: ReadonlyMap<string, string>): boolean {
  // Lines are missing, or their ends.
  if (id === 'journal-loss' || /why is cut (?:off|away)/.test(what)) return true;
  if (id === 'kubelet-fatal' && [...ran.values()].some((how) => how === 'fatal' || how === 'exited')) return true;
  return [...known].some((narrow) => BROADER[id]?.test(narrow) === true);
}

/** What is told of a part of a log, and is not so of the whole. */
export function notOfWhole(plain: Told, part: Told, isCutOff: boolean): readonly string[] {
  const idOf = ({ what }: Timed): string => what.slice(0, what.indexOf(' '));
  const known = new Set(plain.findings.map(idOf));
  const isNear = ([low, high]: Times, [from, to]: Times): boolean =>
    (low ?? 0) <= (to ?? Number.POSITIVE_INFINITY) + 1e6 && (high ?? Number.POSITIVE_INFINITY) >= (from ?? 0) - 1e6;
  const ran = new Map(plain.processes.map(({ what }) => what.split(' ')).map(([pid = '', how = '']) => [pid, how]));
  return [
    ...part.findings
      .filter((one) => one.isSure && !known.has(idOf(one)) && !isBroader(idOf(one), one.what, known, ran))
      .map(({ what }) => `found only: ${what}, and not ${[...known].join(', ')}`),
    ...(isCutOff &&
    part.state === 'healthy' &&
    !isOpenLeft(part) &&
    plain.episodes.some(({ what }) => what.startsWith('unhealthy'))
      ? [`${plain.state} ${plain.headline}, and ${part.state} ${part.headline}`]
      : []),
    // Whether it is a start's is not told by each piece of it, nor by a reason that is cut.
    ...part.episodes
      .filter(
        ({ what, times: [begin, , , end] }) =>
          !/^(?:unhealthy|start) (?:[\w-]+,)?(?:other)?(?:,[\w-]+)? /.test(what) &&
          !plain.episodes.some(({ times }) => isNear([times[0], times[3]], [begin, end])),
      )
      .map(({ what, times }) => `episode only: ${what} ${times.join('–')}`),
    ...part.processes
      .map(({ what }) => what.split(' '))
      .filter(([pid = '', how = '']) => {
        const own = ran.get(pid);
        return pid !== 'some' && (own === undefined || (how !== 'goes' && how !== own));
      })
      .map(([pid, how]) => `process ${pid} ${how}, and ${ran.get(pid ?? '') ?? 'none'}`),
  ];
}

function compared(plain: readonly string[], other: readonly string[]): readonly string[] {
  const [own, others] = [new Set(plain), new Set(other)];
  return [
    ...plain.filter((part) => !others.has(part)).map((part) => `- ${part}`),
    ...other.filter((part) => !own.has(part)).map((part) => `+ ${part}`),
  ];
}

/** Of findings that both have. */
function otherTimes(plain: Told['findings'], other: Told['findings'], slack: number): readonly string[] {
  return plain.flatMap(({ what, times, isSure }) => {
    const same = other.find((one) => blank(one.what) === blank(what));
    return !isSure || same === undefined || areNear(times, same.times, slack)
      ? []
      : [`${what}: shown ${times.join('–')}, and ${same.times.join('–')}`];
  });
}

function otherRows(plain: readonly Timed[], other: readonly Timed[], slack: number): readonly string[] {
  if (plain.length !== other.length)
    return compared(
      plain.map(({ what, times }) => `${what} ${times.join('–')}`),
      other.map(({ what, times }) => `${what} ${times.join('–')}`),
    );
  return plain.flatMap(({ what, times }, row) => {
    const same = other[row];
    return same?.what === what && areNear(times, same.times, slack)
      ? []
      : [`${what} ${times.join('–')}, and ${same?.what ?? 'none'} ${same?.times.join('–') ?? ''}`];
  });
}

function areNear(times: Times, others: Times, slack: number): boolean {
  return times.every((time, row) => {
    const other = others[row];
    return time === other || (time !== undefined && other !== undefined && Math.abs(time - other) <= slack);
  });
}

/** Numbers and times are left out of the sentences, for whole seconds are all that some stamps have; within a second, a time or two are the same. */
export function blank(text: string): string {
  return text
    .replaceAll(' UTC', '')
    .replaceAll('less than a second', '0s')
    .replaceAll(/(?<![\w-])\d[\dhmsµ.:,–]*(?![\w-])/g, '#')
    .replaceAll(/[Ss]een (?:at #|from # to (?:#|the end of the log))(?:,? and not after that)?/g, 'Seen #')
    .replaceAll(' at about #', ' at #')
    .replaceAll(/#\.?(?= |$)/g, '#');
}
