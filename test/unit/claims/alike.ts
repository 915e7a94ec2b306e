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
