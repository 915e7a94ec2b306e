/** Sentences about kubelet processes: how each ended, what went through restarts, who was well after it. */
import type { SentenceKind } from '../../../src/diagnosis/answer/sentenceKind.ts';
import { type Incident, known, microsecondsOf, pidOf, type Rule, SECOND, SLACK, timeOf, trueNear } from './rule.ts';

/** Ends of processes that the truth tells. */
function exitsOf({
  truth,
}: Incident): readonly { readonly pid: number; readonly at: number; readonly status: unknown }[] {
  return truth
    .filter(({ ev }) => ev === 'kubelet_exit')
    .map((record) => ({ pid: pidOf(record), at: timeOf(record.t), status: record['rc'] }));
}

const processEnded: Rule = ({ text, times: [time = 0, next = time] }, incident) => {
  const exits = exitsOf(incident).map(({ at }) => at);
  // Where only lines bound it, it ended between the last one and the first of the next process, or of the next boot.
  if (text.includes('last line') || /reboot of the node between/.test(text))
    return known(
      exits.length === 0 || exits.some((exit) => exit >= time - SLACK && (next === time || exit <= next + SLACK)),
      'no process ended between',
    );
  return known(
    exits.length === 0 || exits.some((exit) => Math.abs(exit - time) <= 1.5 * SECOND),
    `processes ended ${exits.map((exit) => `<${exit}>`).join(', ')}`,
  );
};

const oneTrouble: Rule = ({ text, times }, incident) => {
  const { windows, history } = incident;
  const [from = 0, second = 0] = times;
  const episodes = history.episodes.filter(({ startup }) => !startup);
  const cut = /cut into (\d+) unhealthy times/.exec(text)?.[1];
  if (cut !== undefined) return known(Number(cut) === episodes.length, `${episodes.length} unhealthy times`);
  const restarts = Number(/through (\d+) restarts?/.exec(text)?.[1]);
  if (restarts !== episodes.length - 1) return `${episodes.length - 1} restarts`;
  const later = exitsOf(incident).filter(({ at }) => at > from - SLACK);
  if (later.length < restarts) return `only ${later.length} processes ended`;
  const [low, high] = /\(([^–)]+)–([^)]+)\)/.exec(text)?.slice(1) ?? [];
  if (low === undefined || high === undefined || incident.truth.length === 0) return undefined;
  const until = /from <[\d.]+>–</.test(text) ? second : from;
  // Where lines are missing after it no end is told; another sentence tells that of a process.
  const { end: lastEnd, process: id } = episodes.at(-1) ?? {};
  const ending = history.processes.find((process) => process.id === id)?.ending?.at.max;
  const end = times.length > (until === from ? 1 : 2) ? times.at(-1) : (lastEnd?.max ?? ending);
  const first = windows.find((window) => window.from >= from - SECOND && window.from <= until + SECOND);
  const last = windows
    .filter((window) => window.from >= from - SECOND && window.to <= (end ?? Number.POSITIVE_INFINITY) + SECOND)
    .reduce((end, { to }) => Math.max(end, to), 0);
  const length = last - (first?.from ?? 0);
  return known(
    first !== undefined && length >= microsecondsOf(low) - SECOND && length <= microsecondsOf(high) + SECOND,
    `truly ${length / SECOND} s`,
  );
};

const laterProcess: Rule = ({ text, times }, incident) => {
  const { history, windows } = incident;
  if (text.includes('No later kubelet process is in this log')) {
    const last = Math.max(...history.processes.map((process) => process.to));
    const of = history.episodes.find(({ id }) => id === incident.answer.episode);
    return known(
      history.nodes.length > 1 || history.processes.find(({ id }) => id === of?.process)?.to === last,
      'there is a later one',
    );
  }
  const started = /(?:started at|seen from) <(\d+)>/.exec(text)?.[1];
  if (started === undefined)
    return known(/does not mend the runtime|Only a new kubelet process/.test(text), 'nothing that could be checked');
  const process = history.processes.find(({ from }) => from === Number(started));
  if (process === undefined) return 'no process started then';
  const well = times.at(-1) ?? 0;
  return known(
    text.includes('stayed') ||
      text.includes('still at work') ||
      !windows.some(
        (window) =>
          window.pid === process.pid &&
          window.to > Math.max(well, process.from) + SECOND &&
          window.to - Math.max(window.from, well) > SECOND &&
          window.from < well,
      ),
    'it was unhealthy then',
  );
};

/** Words for an end, and the status of a recorded process that ended so. */
const STATUS: readonly (readonly [words: RegExp, fits: (status: unknown) => boolean])[] = [
  [/SIGKILL/, (status) => status === -9 || status === 137],
  [/exit code (\d+)/, () => true],
];

const endings: Rule = ({ text, times }, incident) => {
  const { log, history } = incident;
  if (text.includes('SIGKILL') && !/status=9\/KILL|Killed process/.test(log)) return 'no line tells of SIGKILL';
  if (text.includes('stopped by systemd') && !/Stopp(?:ing|ed) /.test(log)) return 'no line tells of a stop';
  const code = /exit code (\d+)/.exec(text)?.[1];
  if (
    code !== undefined &&
    !new RegExp(`status=${code}/|F\\d{4} ${code === '0' ? '|Deactivated successfully' : ''}`).test(log)
  )
    return `no line tells of exit code ${code}`;
  const ended = history.processes.filter(({ ending }) => ending !== undefined).length;
  const counts = [...text.matchAll(/(?:^|, |; )(\d+) (?:were|ended)/g)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  );
  if (counts > ended) return `only ${ended} ended`;
  const exits = exitsOf(incident);
  if (exits.length === 0) return undefined;
  const started = Number(/started it again at <(\d+)>/.exec(text)?.[1] ?? Number.NaN);
  if (!Number.isNaN(started) && !trueNear(incident, started, 1.5 * SECOND, 'kubelet_start')) return 'none was started';
  // Of a machine that went down without a word, and of a stop of which no line tells the end, it is told between which times its kubelet ended.
  const [, last, boot] =
    /(?:reboot of the node|The kubelet was stopped by systemd) between <(\d+)> and <(\d+)>/.exec(text)?.map(Number) ??
    [];
  if (last !== undefined && boot !== undefined && !exits.some(({ at }) => at >= last - SLACK && at <= boot))
    return 'no process ended between';
  const wrong = times.filter(
    (time) => ![started, last, boot].includes(time) && !exits.some(({ at }) => Math.abs(at - time) <= 1.5 * SECOND),
  );
  if (wrong.length > 0) return `no process ended at ${wrong.join(', ')}`;
  for (const [words, fits] of STATUS)
    if (words.test(text) && !exits.some(({ status }) => status === undefined || status === null || fits(status)))
      return `none ended so: ${exits.map(({ status }) => String(status)).join(', ')}`;
  return undefined;
};

const absence: Rule = ({ text, times }, incident) => {
  const isLast = text.includes('last');
  const [from = 0, to = incident.history.span?.to ?? 0] = isLast ? [times[0]] : times;
  const exits = exitsOf(incident);
  if (exits.length > 0 && !exits.some(({ at }) => Math.abs(at - from) <= 1.5 * SECOND)) return 'no process ended then';
  const seen = incident.truth.find(
    (record) =>
      timeOf(record.t) > from + 1.5 * SECOND &&
      timeOf(record.t) < to - 2 * SECOND &&
      exits.some(({ pid }) => pid === pidOf(record)),
  );
  if (seen !== undefined) return `a kubelet was at work at ${seen.t}`;
  const [low, high = low] = /(?: for| the last) (?:about )?([\dhmsdµ.]+)/.exec(text)?.slice(1) ?? [];
  if (low === undefined || high === undefined) return 'no length';
  return known(
    /in all/.test(text) || Math.abs(to - from - microsecondsOf(low)) <= Math.max(2 * SECOND, (to - from) * 0.01),
    'another length',
  );
};

const endUnknown: Rule = ({ text }, { history }) => {
  if (text.includes('go back'))
    return known(
      history.gaps.some(({ why }) => why === 'clock-step'),
      'no step of the clock',
    );
  const silence = /follows for ([\dhmsdµ.]+),/.exec(text)?.[1];
  if (silence !== undefined)
    return known(
      history.gaps.some(
        ({ from, to }) => Math.abs(to - from - microsecondsOf(silence)) <= Math.max(SECOND, (to - from) * 0.02),
      ),
      'no such silence',
    );
  return known(
    history.episodes.some(({ endedBy, end }) => endedBy === 'gap' || (endedBy === 'restart' && end === undefined)),
    'each unhealthy time has its end',
  );
};

export const RULES_OF_PROCESSES = {
  'process-ended': processEnded,
  'one-trouble': oneTrouble,
  'later-process': laterProcess,
  endings,
  absence,
  silence: ({ times: [from = 0, to = 0] }, { truth }) =>
    known(
      to - from >= 600 * SECOND &&
        truth.every(({ t, ev }) => ev !== 'kubelet_exit' || timeOf(t) < from || timeOf(t) > to),
      'no such silence',
    ),
  'quiet-end': ({ times: [time] }, { history: { span, processes } }) =>
    known(
      time === span?.to &&
        processes.every(({ to, ending }) => ending !== undefined || (time ?? 0) - to >= 600 * SECOND),
      'a kubelet wrote later',
    ),
  'end-unknown': endUnknown,
} satisfies Partial<Record<SentenceKind, Rule>>;
