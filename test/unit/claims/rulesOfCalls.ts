/** Sentences about calls to the runtime: which failed, how often, from when on. */
import type { SentenceKind } from '../../../src/diagnosis/answer/sentenceKind.ts';
import { isUnreachable, classOfError } from '../../../src/messages/texts/errorClass.ts';
import {
  episodeOf,
  factsOf,
  type Incident,
  known,
  pidOf,
  pidOfEpisode,
  type Rule,
  SECOND,
  textOf,
  timeOf,
  trueNear,
} from './rule.ts';
import type { TrueRelist } from '../simulator/truth.ts';

const THRESHOLD = 180 * SECOND;
/** A line is written so soon after what it tells of; a busy host takes longer. */
const WRITTEN = 0.3 * SECOND;

/** The relist that the answer calls the last one that listed, and the next. */
function relistsAround(incident: Incident): { readonly last?: TrueRelist; readonly next?: TrueRelist } {
  const named = episodeOf(incident)?.lastRelist?.max;
  const own = incident.relists.filter(({ pid }) => pid === pidOfEpisode(incident));
  const at = own.findIndex(({ start }) => named !== undefined && Math.abs(start - named) < 0.05 * SECOND);
  const [last, next] = [own[at], own[at + 1]];
  return at < 0 ? {} : { ...(last === undefined ? {} : { last }), ...(next === undefined ? {} : { next }) };
}

const lastsFor = ({ end, listed, start }: TrueRelist): number => (end ?? Number.POSITIVE_INFINITY) - (listed ?? start);

/** What is said of the listing after the last good one, each in its own words. */
const listCall: Rule = ({ text, times }, incident) => {
  const { last, next } = relistsAround(incident);
  if (text.includes('when the kubelet ended'))
    return known(
      times.every((time) => trueNear(incident, time, 1.5 * SECOND, 'kubelet_exit', 'cri')),
      'no kubelet ended then',
    );
  if (/given up|connection to the runtime failed|too large|with an error/.test(text)) {
    if (text.includes('in this log first at'))
      return known(
        factsOf(incident, 'relist-failed', 'runtime-call-failed', 'status-failed').some(
          ({ time }) => time === times[0],
        ),
        'no line of a call that failed',
      );
    const [first = 0] = text.includes(', first at') ? times : [];
    const earlier = incident.truth.find(
      (record) =>
        record.ev === 'relist_error' &&
        pidOf(record) === pidOfEpisode(incident) &&
        timeOf(record.t) < first - WRITTEN &&
        timeOf(record.t) > (last?.end ?? 0),
    );
    if (earlier !== undefined) return `one failed before, at ${earlier.t}`;
    const wrong = times.filter((time) => !trueNear(incident, time, WRITTEN, 'relist_error', 'cri'));
    if (wrong.length > 0) return `no call failed at ${wrong.join(', ')}`;
    const all = /\((\d+) times in all\)/.exec(text)?.[1];
    const own = incident.truth.filter((record) => pidOf(record) === pidOfEpisode(incident));
    // Relists of one pod list, too (1.36), and so does the rotation of logs; neither has a record of its own. The truth of recorded kubelets has no calls: lines tell of them.
    const failed = Math.max(
      own.some(({ ev }) => ev === 'cri')
        ? 0
        : factsOf(incident, 'runtime-call-failed').filter(({ method }) => method.startsWith('List')).length,
      own.filter(({ ev }) => ev === 'relist_error').length,
      own.filter(({ ev, method, error }) => ev === 'cri' && textOf(method).startsWith('List') && textOf(error) !== '')
        .length,
    );
    if (all !== undefined && Number(all) > failed) return `only ${failed} list calls failed`;
  }
  if (last === undefined) return undefined;
  if (
    text.includes('took long to inspect the changed pods') ||
    /held up by the inspection of a pod|then the inspection of a container/.test(text)
  )
    return known(lastsFor(last) > 5 * SECOND, `that relist looked at pods for ${lastsFor(last) / SECOND} s`);
  if (text.includes('but too late')) {
    // That one, or the one after it.
    const listed = [last, ...(next === undefined ? [] : [next])].map((one) => one.listed ?? Number.POSITIVE_INFINITY);
    return known(
      listed.some((time) => time - last.start > THRESHOLD - 3 * SECOND),
      'it and the next one came in time',
    );
  }
  if (text.includes('it never ended')) return known(last.end === undefined || lastsFor(last) > THRESHOLD, 'it ended');
  if (text.includes('no listing after it came'))
    return known(
      (next?.listed ?? Number.POSITIVE_INFINITY) - last.start > THRESHOLD - SECOND,
      'one was listed in time',
    );
  return undefined;
};

/** How Status was answered: each count is that of the lines between the two times, each quotation stands in the log. */
const statusPhases: Rule = ({ text }, incident) => {
  const pid = pidOfEpisode(incident);
  const process = incident.history.processes.find((candidate) => candidate.pid === pid)?.id;
  const own = incident.history.facts.filter((attributed) => attributed.process === process);
  for (const [, words, count, from, to] of text.matchAll(
    /(failed with an error|got no answer in time|was answered "not ready")(?: (twice|\d+ times),)?[^<]*<(\d+)>(?: to <(\d+)>)?/g,
  )) {
    const expected = count === undefined ? 1 : count === 'twice' ? 2 : Number.parseInt(count, 10);
    const kind = words?.startsWith('was answered') === true ? 'runtime-not-ready' : 'status-failed';
    const found = own.filter(
      ({ fact }) => fact.kind === kind && fact.time >= Number(from) && fact.time <= Number(to ?? from),
    );
    if (found.length < expected || found[0]?.fact.time !== Number(from))
      return `${found.length} lines of it between <${from}> and <${to}>, not ${expected}`;
  }
  const quoted = [...text.matchAll(/\("([^"…]{10,})/g)].map(([, quote]) => quote ?? '');
  return known(
    quoted.every(
      (quote) => incident.log.includes(quote.trim()) || incident.log.includes(quote.trim().replaceAll('"', '\\"')),
    ),
    'a quotation that is not in the log',
  );
};

const givenReason: Rule = ({ text }, incident) => {
  const episode = episodeOf(incident);
  const reasons = incident.history.skips
    .filter((skip) => skip.episode === episode?.id)
    .flatMap((skip) => skip.reasons.map(({ kind }) => kind));
  if (text.includes('No skip names PLEG') && reasons.some((kind) => kind.startsWith('pleg')))
    return 'a reason names PLEG';
  const listed = incident.relists.filter(({ pid, listed: at }) => pid === pidOfEpisode(incident) && at !== undefined);
  const started = incident.history.processes.find(({ pid }) => pid === pidOfEpisode(incident))?.from ?? 0;
  if (
    text.includes('After the first moments') &&
    incident.truth.length > 0 &&
    !listed.some((relist) => (relist.listed ?? 0) < started + 45 * SECOND)
  )
    return 'the containers were listed much later only';
  const synced = incident.truth
    .filter((record) => record.ev === 'runtime_sync_set' && pidOf(record) === pidOfEpisode(incident))
    .map(({ t }) => timeOf(t));
  if (text.includes('since the start of the kubelet'))
    return known(
      synced.every((time) => time > (episode?.begin.max ?? 0) - SECOND),
      'Status had been answered',
    );
  if (text.includes('30s before the runtime was considered down'))
    return known(
      incident.truth.length === 0 ||
        synced.some(
          (time) =>
            time + 30 * SECOND >= (episode?.begin.min ?? 0) - SECOND &&
            time + 30 * SECOND <= (episode?.begin.max ?? 0) + SECOND,
        ),
      'the last good answer came at another time',
    );
  if (text.includes('no good answer for 30s or more'))
    return known(
      synced.every(
        (time) =>
          time < (episode?.begin.max ?? 0) - 29 * SECOND ||
          time > (incident.history.skips.findLast((skip) => skip.episode === episode?.id)?.time ?? 0),
      ),
      'there was a good answer by then',
    );
  const quote = /"([^"…]+)/.exec(text)?.[1];
  return known(quote === undefined || incident.log.includes(quote), 'no line gives this reason');
};

export const RULES_OF_CALLS = {
  'list-call': listCall,
  'status-phases': statusPhases,
  'given-reason': givenReason,
  'fails-again': (_sentence, incident) => {
    const end = incident.history.span?.to ?? 0;
    const last = Math.max(...factsOf(incident, 'relist-failed', 'runtime-call-failed').map(({ time }) => time));
    return known(
      last > end - 2 * SECOND && !incident.relists.some(({ start, listed = end }) => start > last && listed < end),
      'a relist got through after the last call that failed',
    );
  },
  'connection-lost': ({ times: [time = 0] }, incident) =>
    known(
      factsOf(incident, 'relist-failed', 'runtime-call-failed').some(
        (fact) => fact.time === time && isUnreachable(classOfError(fact.error.text)),
      ),
      'no connection failed then',
    ),
  'other-errors': ({ text }, incident) => {
    const errors = [
      ...factsOf(incident, 'other-error'),
      ...factsOf(incident, 'pod-sync-error').map(({ error, time }) => ({
        text: `Error syncing pod, skipping: ${error.text}`,
        time,
      })),
    ];
    const quotations = [...text.matchAll(/ is logged(?: at <(\d+)>)?: "(.*?)…?"\.(?= |$)/gs)];
    return known(
      quotations.every(([, time, quoted = '']) =>
        errors.some((error) => error.text.startsWith(quoted) && (time === undefined || Number(time) === error.time)),
      ),
      'no such error is logged',
    );
  },
  'failed-calls': ({ text, times: [time = 0] }, incident) => {
    const calls = factsOf(incident, 'runtime-call-failed');
    const count = text.startsWith('A call') ? 1 : Number(/^(\d+) calls/.exec(text)?.[1]);
    return known(
      calls.length === count && Math.min(...calls.map((call) => call.time)) === time,
      `${calls.length} calls failed`,
    );
  },
} satisfies Partial<Record<SentenceKind, Rule>>;
