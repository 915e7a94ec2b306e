/** Sentences that name findings: each is one of the diagnosis, with its confidence, and the truth shows what it says. */
import type { Finding, FindingId } from '../../../src/diagnosis/finding.ts';
import type { SentenceKind } from '../../../src/diagnosis/answer/sentenceKind.ts';
import { lowerFirst } from '../../../src/diagnosis/answer/paragraph.ts';
import { type Incident, known, type Rule, SECOND, textOf, timeOf } from './rule.ts';

export const said = (text: string, { title }: Finding): boolean =>
  text.includes(title) || text.includes(lowerFirst(title));
const failures = ({ truth }: Incident): string =>
  truth
    .filter(({ ev }) => ev === 'relist_error' || ev === 'cri')
    .map((record) => `${textOf(record['err'])} ${textOf(record['error'])} ${textOf(record['code'])}`)
    .join('\n');
const longestListing = ({ relists }: Incident): number =>
  Math.max(0, ...relists.map(({ start, listed, end }) => (listed ?? end ?? Number.POSITIVE_INFINITY) - start));
const longestLook = ({ relists }: Incident): number =>
  Math.max(
    0,
    ...relists.map(({ listed, end }) => (listed === undefined ? 0 : (end ?? Number.POSITIVE_INFINITY) - listed)),
  );

function longestWithoutStatus({ truth }: Incident): number {
  const times = truth.filter(({ ev }) => ev === 'runtime_sync_set').map(({ t }) => timeOf(t));
  const ends = truth.map(({ t }) => timeOf(t));
  const all = [Math.min(...ends), ...times, Math.max(...ends)];
  return Math.max(...all.slice(1).map((time, at) => time - (all[at] ?? 0)));
}

/** What must have been so for a cause to be named. */
const SIGNS: Partial<Record<FindingId, (incident: Incident) => boolean>> = {
  // Who looks at a pod lists it, too (GetPodStatus): a relist can hang so in its second half.
  'list-calls-hang': (incident) =>
    /DeadlineExceeded|Cancel/i.test(failures(incident)) ||
    longestListing(incident) > 30 * SECOND ||
    (incident.listsHang && longestLook(incident) > 30 * SECOND),
  'runtime-unresponsive': (incident) =>
    /DeadlineExceeded|Cancel/i.test(failures(incident)) || longestListing(incident) > 30 * SECOND,
  'runtime-unreachable': (incident) =>
    /Unavailable|connect|transport/i.test(failures(incident)) || incident.truth.some(({ ev }) => ev === 'kubelet_exit'),
  'list-too-large': (incident) => /ResourceExhausted|larger than max/i.test(failures(incident)),
  'list-calls-fail': (incident) => failures(incident) !== '',
  // Who looks at a pod lists it, too (GetPodStatus), so calls that are slow to list can hold up either half of a relist.
  'list-calls-slow': (incident) => longestListing(incident) > 2 * SECOND || longestLook(incident) > 2 * SECOND,
  // Whatever it was asked: Status, too, so long that the kubelet counted it as down. Evented PLEG lists too seldom to show it.
  'runtime-slow': (incident) => longestWithoutStatus(incident) > 29 * SECOND,
  'inspect-calls-hang': (incident) => longestLook(incident) > 5 * SECOND,
  'inspect-calls-slow': (incident) => longestLook(incident) > 5 * SECOND,
  'serial-inspection-slow': (incident) => longestLook(incident) > 5 * SECOND,
  'relist-deadlock': (incident) => longestLook(incident) > 180 * SECOND,
  'runtime-status-failing': (incident) =>
    longestWithoutStatus(incident) > 29 * SECOND || incident.truth.some(({ ev }) => ev === 'runtime_not_ready'),
};

/** Whether the truth shows what a finding says, as far as a truth can. */
export function isShown({ id }: Finding, incident: Incident): boolean {
  return SIGNS[id]?.(incident) !== false;
}

const cause: Rule = ({ text }, incident) => {
  if (text.includes('does not show why')) return undefined;
  if (text.includes('others got no answer'))
    return known(/DeadlineExceeded|timed? ?out/i.test(text), 'the quoted line does not say so');
  if (incident.answer.paragraphs[0]?.some(({ kind }) => kind === 'cause') !== true)
    return 'no cause in the first paragraph';
  const confidence = /\((high|medium|low) confidence\)/.exec(text)?.[1];
  const named = incident.findings.filter((finding) => said(text, finding));
  if (!named.some((finding) => finding.confidence === confidence)) return 'no finding of this name and confidence';
  const untrue = incident.truth.length === 0 ? [] : named.filter((finding) => !isShown(finding, incident));
  return known(untrue.length === 0, `the truth does not show ${untrue.map(({ id }) => id).join(', ')}`);
};

const causesDiffer: Rule = ({ text, times }, incident) => {
  const { history, findings } = incident;
  const episodes = history.episodes.filter(({ startup }) => !startup);
  const begins = episodes.flatMap(({ begin }) => [begin.min, begin.max]);
  if (times.some((time) => !begins.includes(time as (typeof begins)[number]))) return 'a time at which none began';
  const counts = [...text.matchAll(/for (?:(\d+) of them|the one) ?/g)].reduce(
    (sum, [, count]) => sum + Number(count ?? 1),
    0,
  );
  if (counts !== episodes.length) return `${counts} of ${episodes.length} are told of`;
  const untrue = findings.filter((finding) => said(text, finding) && !isShown(finding, incident));
  return known(
    incident.truth.length === 0 || untrue.length === 0,
    `the truth does not show ${untrue.map(({ id }) => id).join(', ')}`,
  );
};

const otherTrouble: Rule = ({ text, times }, { findings, history: { span } }) => {
  if (!findings.some((finding) => said(text, finding) || text.includes(finding.explanation.slice(0, 60))))
    return 'no finding says so';
  return known(
    span === undefined || times.every((time) => time >= span.from - SECOND && time <= span.to + SECOND),
    'a time outside of the log',
  );
};

/** `--since "2026-11-21 00:28:30"`, with `UTC` where the zone is known. */
const STAMP = /--(since|until) "(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)/g;

const nextStep: Rule = ({ text }, { history: { span } }) => {
  if (!/`[^`]+`/.test(text) || text.includes('-1h')) return 'no command with the times of the log';
  const stamps = [...text.matchAll(STAMP)].map(([, which, stamp = '']) => ({
    which,
    at: Date.parse(`${stamp.replace(' ', 'T')}Z`) * 1000,
  }));
  const [since, until] = [stamps.find(({ which }) => which === 'since'), stamps.find(({ which }) => which === 'until')];
  if (since !== undefined && until !== undefined && since.at >= until.at) return 'it ends before it begins';
  return known(
    span === undefined || stamps.every(({ at }) => at >= span.from - 1200 * SECOND && at <= span.to + 60 * SECOND),
    'a time outside of the log',
  );
};

const leftOut: Rule = ({ text }, { log, history }) => {
  const word = /has the word "([^"]+)"/.exec(text)?.[1];
  if (word !== undefined)
    return known(
      log
        .split('\n')
        .every((line) => line === '' || line.toLowerCase().includes(word.toLowerCase()) || !/[a-z]/i.test(line)),
      'a line is without it',
    );
  const count = /^Only (\d+) record/.exec(text)?.[1];
  const records = history.counts.records - history.counts.unparsedLines;
  return known(count === undefined || Number(count) === records, `${records} records`);
};

const healthCheck: Rule = ({ text, times }, { history, windows }) => {
  const unhealthy = history.episodes.filter(({ startup }) => !startup);
  if (unhealthy.length > 0) return 'there are unhealthy times';
  if (
    !text.includes('not over') &&
    windows.some(
      ({ from, to }) =>
        to - from > 31 * SECOND && history.skips.some(({ time }) => time >= from + 31 * SECOND && time <= to),
    )
  )
    return 'it failed its health check';
  const { processes } = history;
  const from = Math.min(...processes.map((process) => process.from));
  const to = Math.max(...processes.map((process) => process.to));
  return known(
    times.length === 0 || (times[0] === from && times.at(-1) === to),
    'these are not the first and the last time of a kubelet',
  );
};

export const RULES_OF_CAUSES = {
  cause,
  'causes-differ': causesDiffer,
  'other-trouble': otherTrouble,
  'next-step': nextStep,
  'left-out': leftOut,
  'health-check': healthCheck,
} satisfies Partial<Record<SentenceKind, Rule>>;
