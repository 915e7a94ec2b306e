/**
 * A rule for each kind of sentence: what must be true for it to be said. Each gives a complaint, or nothing. The record has one for every kind, so a sentence of a new kind does not compile
 * without a rule.
 */
import type { Episode } from '../../../src/inference/history.ts';
import type { SentenceKind } from '../../../src/diagnosis/answer/sentenceKind.ts';
import {
  episodeOf,
  type Incident,
  known,
  microsecondsOf,
  pidOfEpisode,
  type Rule,
  SECOND,
  type Sentence,
  SLACK,
  timeOf,
  pidOf,
} from './rule.ts';
import { RULES_OF_CALLS } from './rulesOfCalls.ts';
import { RULES_OF_CAUSES } from './rulesOfCauses.ts';
import { RULES_OF_PROCESSES } from './rulesOfProcesses.ts';
import { RULES_OF_PODS } from './rulesOfPods.ts';

const LENGTH = /(\d[\dhmsdµ.]*)(?:–(\d[\dhmsdµ.]*))?/;

/** Unhealthy times that overlap these. */
function windowsWithin({ windows }: Incident, from: number, to: number): Incident['windows'] {
  return windows.filter((window) => window.from <= to + SLACK && window.to >= from - SLACK);
}

/** Begin and length of an unhealthy time: some true one began in the named bounds and lasted as long as is said. */
const lengthRule: Rule = ({ text, times }, incident) => {
  const [first = 0, second] = times;
  const [, , , low, high] =
    /for (about )?([^ ]+)(?: \(([^–)]+)–([^)]+)\))?/.exec(text.replace('at least ', '').replace('at most ', '')) ?? [];
  const bounds = /from <[\d.]+>–<[\d.]+>/.test(text) ? [first, second ?? first] : [first - SECOND, first];
  const began = incident.windows.filter(
    ({ from }) => from >= (bounds[0] ?? 0) - SLACK - 0.01 * SECOND && from <= (bounds[1] ?? 0) + SLACK,
  );
  if (/or earlier/.test(text)) return undefined;
  if (began.length === 0) return 'no unhealthy time began then';
  // One reason after the other, as the loop saw it: it may have slept through a healthy moment, and the answer says so.
  if (/and then PLEG/.test(text))
    began.push(...began.map((window) => ({ ...window, to: sleptThrough(incident, window) })));
  if (low === undefined || high === undefined) return undefined;
  const [min, max] = [microsecondsOf(low), microsecondsOf(high)];
  // Bounds are written to a tenth of a second. Of a process that is gone the truth ends with its last step or runs on without it: lines tell its end.
  const endsOf = ({ pid, to }: Incident['windows'][number]): readonly [number, number] => {
    const ending = incident.history.processes.find((process) => process.pid === pid)?.ending;
    return ending === undefined || ending.how === 'stopped' ? [to, to] : [Math.min(to, ending.at.max), ending.at.max];
  };
  return known(
    began.some((window) => {
      const [earliest, latest] = endsOf(window);
      return (
        latest - window.from >= min - 0.06 * SECOND - SLACK && earliest - window.from <= max + 0.06 * SECOND + SLACK
      );
    }),
    `truly ${began.map(({ from, to }) => (to - from) / SECOND).join(', ')} s`,
  );
};

/** Until when the loop took no working turn after an unhealthy time began; its longest sleep is five seconds. */
function sleptThrough({ windows, truth }: Incident, { pid, from, to }: Incident['windows'][number]): number {
  let until = to;
  for (const window of windows) {
    const isNext = window.pid === pid && window.from > from && window.from - until < 5 * SECOND;
    if (isNext && !truth.some((record) => isTurnBetween(record, pid, until, window.from))) until = window.to;
  }
  return until;
}

function isTurnBetween(record: Incident['truth'][number], pid: number, from: number, to: number): boolean {
  const at = timeOf(record['start']);
  return record.ev === 'sync_iter' && pidOf(record) === pid && at >= from && at <= to;
}

/** Each named time is that of a report of the node's condition in the log. */
const reportRule: Rule = ({ text, times }, { history }) => {
  for (const [index, time] of times.entries()) {
    const isDown = index === 0 && text.includes('NotReady at');
    if (!history.nodeReady.some((change) => change.time === time && change.ready === !isDown))
      return `no report of ${isDown ? 'NotReady' : 'Ready'} then`;
  }
  return undefined;
};

/** Where it is said that it recovered, the last process was healthy before it ended. */
const recoveredRule: Rule = (_sentence, { windows, truth }) => {
  const last = truth.at(-1);
  const end = truth.reduce((latest, record) => Math.max(latest, timeOf(record.t)), 0);
  const pid =
    last === undefined
      ? 0
      : truth
          .filter(({ ev }) => ev === 'relist_start')
          .map(pidOf)
          .at(-1);
  return known(
    !windows.some((window) => window.pid === pid && window.to >= end - 0.2 * SECOND && end - window.from > 5 * SECOND),
    'it was unhealthy when the log ended',
  );
};

/** Which of several it is: no other one was truly longer than the longest, none began after the last. */
const whichRule: Rule = ({ text }, incident) => {
  const { history, answer, windows } = incident;
  const episodes = history.episodes.filter(({ startup }) => !startup);
  const told = episodes.find(({ id }) => id === answer.episode);
  if (episodes.length < 2 || told === undefined) return 'there is just one';
  if (text.startsWith('The last'))
    return known(
      episodes.every(({ begin }) => begin.min <= told.begin.min),
      'another one began later',
    );
  if (!text.startsWith('The longest') || windows.length === 0) return undefined;
  const own = trueLength(incident, told);
  return known(
    episodes.every((other) => !isLonger(trueLength(incident, other), own)),
    'another one was longer',
  );
};

/** How long the longest unhealthy time of its process was that an episode overlaps. */
export function trueLength(incident: Incident, { process, begin, end }: Episode): number {
  const own = incident.history.processes.find(({ id }) => id === process)?.pid;
  return Math.max(
    0,
    ...windowsWithin(incident, begin.min, end?.max ?? Number.POSITIVE_INFINITY).map(({ pid, from, to }) =>
      pid === own || own === undefined ? to - from : 0,
    ),
  );
}

/** Alike is alike: nobody asks which of them was longer. */
export function isLonger(length: number, than: number): boolean {
  return length > Math.max(than + 7 * SECOND, than * 1.15);
}

/** A jump of so much between two skips is what their stamps and their elapsed differ by. */
const clockJumpRule: Rule = ({ text }, incident) => {
  const [, words = '', way] = /jumped ([\dhmsdµ.]+) (forward|back)/.exec(text) ?? [];
  const by = microsecondsOf(words) * (way === 'back' ? -1 : 1);
  const skips = incident.history.skips.filter(({ episode }) => episode === incident.answer.episode);
  const elapsed = (skip: (typeof skips)[number] | undefined): number | undefined =>
    skip?.reasons.find((reason) => reason.elapsed !== undefined)?.elapsed;
  let jumped = 0;
  for (const [at, skip] of skips.entries()) {
    const [before, after] = [elapsed(skips[at - 1]), elapsed(skip)];
    if (before === undefined || after === undefined) continue;
    const between = skip.time - (skips[at - 1]?.time ?? 0) - (after - before);
    if (Math.abs(between) > SECOND && after > before) jumped += between;
  }
  return known(
    by !== 0 && Math.abs(jumped - by) <= Math.max(SECOND, Math.abs(by) * 0.02),
    `the stamps jumped by ${jumped / SECOND} s`,
  );
};

const rules: { readonly [Kind in SentenceKind]: Rule } = {
  ...RULES_OF_CALLS,
  ...RULES_OF_CAUSES,
  ...RULES_OF_PROCESSES,
  ...RULES_OF_PODS,
  node: ({ text }, { history }) =>
    known(history.nodes.length === 1 && history.nodes[0]?.names[0] === text.replace(/:$/, ''), 'another node'),
  'episode-length': lengthRule,
  recovered: recoveredRule,
  'goes-on': ({ text }, incident) => {
    const { windows, history } = incident;
    const process = history.processes.find(({ id }) => id === episodeOf(incident)?.process);
    const last = (text.includes('line of this kubelet') ? process : history.span)?.to ?? 0;
    return known(
      windows.some(({ to }) => to >= last - 120 * SECOND),
      'nothing was unhealthy near the end',
    );
  },
  'began-before': ({ text }, incident) => {
    const { windows, history } = incident;
    const ofProcess = text.includes('the lines of this kubelet begin');
    const process = history.processes.find(({ id }) => id === episodeOf(incident)?.process);
    const begin = (ofProcess ? process?.from : history.span?.from) ?? 0;
    return known(
      windows.some(
        ({ pid, from, to }) =>
          from <= begin + 2 * SECOND && to >= begin - SLACK && (!ofProcess || pid === process?.pid),
      ),
      'nothing was unhealthy when its lines began',
    );
  },
  'without-times': (_sentence, { history }) => known(history.span === undefined, 'the log has times'),
  count: ({ text }, incident) => {
    const count = /\btwice\b/.test(text) ? 2 : Number(/ (\d+) times/.exec(text)?.[1] ?? 0);
    const episodes = incident.history.episodes.filter(({ startup }) => !startup);
    // A start that was cut by the end of its process is no fault, whatever the history calls it.
    const cut = episodes.filter(
      ({ endedBy, process, reasons }) =>
        endedBy !== 'recovered' &&
        reasons.every((reason) => reason !== 'pleg-stale') &&
        incident.history.processes.some(({ id, from, to }) => id === process && to - from < 40 * SECOND),
    );
    if (count > episodes.length || count < episodes.length - cut.length) return `${episodes.length} in the history`;
    return known(
      episodes.every(
        ({ begin, end }) => windowsWithin(incident, begin.min, end?.max ?? Number.POSITIVE_INFINITY).length > 0,
      ),
      'one of them is no unhealthy time',
    );
  },
  // What no line shows nobody can tell: a hang that ends before anything is given up, at the least verbosity.
  'no-trouble': (_sentence, { windows, history }) =>
    known(
      !windows.some(
        ({ from, to }) =>
          to - from > 31 * SECOND && history.skips.some(({ time }) => time >= from + 31 * SECOND && time <= to),
      ),
      'an unhealthy time of half a minute is passed over',
    ),
  'too-short': (_sentence, { history }) =>
    known((history.span?.to ?? 0) - (history.span?.from ?? 0) < 180 * SECOND, 'it is not short'),
  // What is said of metrics rests on scrapes, of which the claims have none.
  metrics: (_sentence, { history }) => known(history.metrics !== undefined, 'there are no metrics'),
  'no-kubelet': (_sentence, { history }) => known(history.processes.length === 0, 'there is one'),
  'which-episode': whichRule,
  'clock-jump': clockJumpRule,
  evented: ({ text, times: [until] }, incident) => {
    const pid = pidOfEpisode(incident);
    const starts = incident.relists.filter((relist) => relist.pid === pid).map(({ start }) => start);
    if (starts.length < 3) return undefined;
    // Each second without it; what it forces between its own five minutes are single ones.
    const often = (from: number, to: number): boolean => {
      const own = starts.filter((start) => start >= from && start <= to);
      return own.some((start, at) => (own[at + 20] ?? Number.POSITIVE_INFINITY) - start < 60 * SECOND);
    };
    const [first = 0, last = 0] = [starts[0], starts.at(-1)];
    if (!text.includes('in use'))
      return known(
        incident.evented ??
          (/EventedPLEG|GetContainerEvents|[Ee]vented PLEG/.test(incident.log) || !often(first, last)),
        'it was not',
      );
    if (until === undefined) return known(!often(first, last), 'PLEG listed every second');
    return known(
      !often(first, text.includes('in use until') ? until - 5 * SECOND : Math.min(until, first + 30 * SECOND)),
      'PLEG listed every second before',
    );
  },
  'last-relist': ({ times }, incident) => {
    const [from = 0, to = from] = times.length > 1 ? times : [(times[0] ?? 0) - 10_000, times[0] ?? 0];
    return known(
      incident.relists.some(
        ({ start, listed }) => listed !== undefined && start >= from - SLACK && start <= to + SLACK,
      ),
      'no listed relist began then',
    );
  },
  'no-relist-yet': (_sentence, { history, answer, relists }) => {
    const episode = history.episodes.find(({ id }) => id === answer.episode);
    const pid = history.processes.find(({ id }) => id === episode?.process)?.pid;
    return known(
      !relists.some(
        (relist) =>
          relist.pid === pid && relist.listed !== undefined && relist.listed < (episode?.begin.max ?? 0) + SECOND,
      ),
      'one was listed',
    );
  },
  threshold: ({ times: [time = 0] }, { windows, relists }) =>
    known(
      time === 0 ||
        relists.some(
          ({ start, listed }) =>
            listed !== undefined &&
            [180, 600].some((threshold) => Math.abs(start + threshold * SECOND - time) <= SLACK),
        ) ||
        windows.some(({ from }) => Math.abs(from - time) <= SLACK),
      'the threshold did not pass then',
    ),
  'node-reports': reportRule,
  'first-skip': ({ text, times: [time = 0] }, { history, answer }) => {
    const skips = history.skips.filter(({ episode }) => episode === answer.episode);
    const count = Number(/first of (\d+) /.exec(text)?.[1] ?? 1);
    return known(
      skips.length === count && skips[0]?.time === time,
      `${skips.length} skips, the first at <${skips[0]?.time}>`,
    );
  },
  'no-skip': (_sentence, { history, answer }) =>
    known(
      history.skips.every(({ episode }) => episode !== answer.episode),
      'there are skips',
    ),
  forecast: ({ text, times: [now = 0, since = 0, at = 0, latest = at] }, { relists, history }) => {
    // What no line shows in the last seconds of the log nobody can know.
    const last = relists.filter((relist) => relist.listed !== undefined && relist.listed <= now - 3 * SECOND).at(-1);
    if (last?.listed === undefined) return 'no relist was listed';
    if (text.includes('at the latest'))
      return known(
        last.listed <= since + 2.5 * SECOND &&
          last.start + 180 * SECOND <= at + 2.5 * SECOND &&
          history.processes.some(({ from }) => from === since),
        `the last listed relist began <${last.start}>`,
      );
    // Where a range is said the last one may have been slow: it got through until then.
    const through = latest > at ? last.listed : last.start;
    if (since < last.start - 2.5 * SECOND || since > through + 2.5 * SECOND)
      return `the last listed relist began <${last.start}> and was listed <${last.listed}>`;
    return known(
      [180, 600].some(
        (threshold) =>
          at - 2.5 * SECOND <= last.start + threshold * SECOND &&
          last.start + threshold * SECOND <= latest + 2.5 * SECOND,
      ),
      `the last listed relist began <${last.start}>`,
    );
  },
  rhythm: ({ text }, { history }) => {
    const period = microsecondsOf(LENGTH.exec(text.slice(text.indexOf('every ')))?.[1] ?? '');
    const begins = history.episodes
      .filter(({ startup }) => !startup)
      .map(({ begin }) => begin.max)
      .sort((a, b) => a - b);
    return known(
      begins.slice(1).every((begin, at) => Math.abs(begin - (begins[at] ?? 0) - period) <= period * 0.12),
      'they do not repeat so',
    );
  },
  'set-back': (_sentence, { history }) =>
    known(
      history.gaps.some(
        ({ why, from }) =>
          why === 'clock-step' &&
          history.episodes.some(({ begin, startup, endedBy }) => !startup && endedBy === 'gap' && begin.min <= from),
      ) && history.skips.some(({ time }, at) => time < (history.skips[at - 1]?.time ?? time) - 60 * SECOND),
      'no clock was set back in the middle of one',
    ),
  'startup-skips': ({ text, times: [time = 0] }, { history }) =>
    known(
      history.skips.some((skip) => skip.time === time) &&
        Number(/The (\d+) skip/.exec(text)?.[1] ?? 1) <= history.skips.length,
      'no such skips',
    ),
  replay: ({ text }, { history }) =>
    known(
      Number(/of (\d+) skip/.exec(text)?.[1] ?? -1) === history.skips.length,
      `${history.skips.length} skips in the log`,
    ),
  folded: (_sentence, { history }) => known(history.folded !== undefined, 'all is kept'),
  'short-piece': (_sentence, { history }) =>
    known((history.span?.to ?? 0) - (history.span?.from ?? 0) < 180 * SECOND, 'it is not short'),
};

/** What is untrue in the answer of an incident. */
export function untrueClaims(incident: Incident): readonly string[] {
  return incident.sentences.flatMap((sentence) => complaintOf(sentence, incident));
}

/** What is untrue in one sentence of it. */
export function complaintOf(sentence: Sentence, incident: Incident): readonly string[] {
  const complaint = rules[sentence.kind](sentence, incident);
  return complaint === undefined ? [] : [`${sentence.kind}: ${complaint}: ${sentence.text}`];
}
