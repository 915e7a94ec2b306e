/** Sentences about containers: how many ran on, which exited, with which code, and how late that was handled. */
import { impactsOf } from '../../../src/inference/containers/impact.ts';
import type { SentenceKind } from '../../../src/diagnosis/answer/sentenceKind.ts';
import { episodeOf, type Incident, known, microsecondsOf, numberOf, type Rule, SLACK, textOf, timeOf } from './rule.ts';

interface TrueExit {
  readonly id: string;
  readonly pod: string;
  readonly at: number;
  readonly code: number | undefined;
}

/** Exits of containers, each once: what was removed had exited before. */
function exitsOf({ truth }: Incident): ReadonlyMap<string, TrueExit> {
  const exits = new Map<string, TrueExit>();
  for (const record of truth) {
    if (
      record.ev !== 'container_state' ||
      textOf(record['state']).toUpperCase() !== 'EXITED' ||
      record['what'] === 'remove'
    )
      continue;
    const id = textOf(record['id']);
    const code = record['exit'] ?? record['exitCode'] ?? record['exit_code'];
    if (!exits.has(id))
      exits.set(id, {
        id,
        pod: textOf(record['pod']),
        at: timeOf(record.t),
        code: typeof code === 'number' ? code : undefined,
      });
  }
  return exits;
}

/** What ran at a time. */
function runningAt({ truth }: Incident, time: number, exits: ReadonlyMap<string, TrueExit>): readonly string[] {
  const started = truth
    .filter(
      (record) =>
        record.ev === 'container_state' &&
        textOf(record['state']).toUpperCase() === 'RUNNING' &&
        timeOf(record.t) <= time,
    )
    .map((record) => textOf(record['id']));
  return [...new Set(started)].filter((id) => (exits.get(id)?.at ?? Number.POSITIVE_INFINITY) > time);
}

const containers: Rule = ({ text }, incident) => {
  const episode = episodeOf(incident);
  const impact = impactsOf(incident.history).get(episode?.id ?? '');
  // A truth that names no container knows nothing of them.
  if (episode === undefined || impact === undefined || !incident.truth.some(({ ev }) => ev === 'container_state'))
    return undefined;
  const exits = exitsOf(incident);
  const seen = /the one container/i.test(text) ? 1 : numberOf(/([\d,]+) containers/.exec(text)?.[1]);
  if (Number.isFinite(seen) && seen !== impact.containersSeen) return `${impact.containersSeen} were seen`;
  const kept = /^All |the one container/i.test(text) ? seen : numberOf(/, ([\d,]+) kept running/.exec(text)?.[1]);
  if (!Number.isFinite(kept)) return undefined;
  const [, gone, more = '0'] = /and ([\d,]+) exited(?:; ([\d,]+) more exited)?/.exec(text) ?? [];
  const other = numberOf((/of the other ([\d,]+|one)/.exec(text)?.[1] ?? '0').replace('one', '1'));
  const adds = kept + numberOf(gone ?? '0') + other === seen;
  if (!adds || (gone !== undefined && numberOf(gone) + numberOf(more) !== impact.exited.length))
    return `these numbers do not add up to ${impact.exited.length} exits`;
  const until = episode.end?.min ?? episode.begin.max;
  // Of those that ran when the record begins it tells nothing.
  if (runningAt(incident, Number.POSITIVE_INFINITY, new Map()).length < impact.containersSeen)
    return known(kept <= seen, 'more than were seen');
  const ranOn = runningAt(incident, episode.begin.max, exits).filter(
    (id) => (exits.get(id)?.at ?? Number.POSITIVE_INFINITY) >= until - SLACK,
  );
  return known(kept <= ranOn.length, `truly ${ranOn.length} ran on`);
};

const exited: Rule = ({ text, times }, incident) => {
  const episode = episodeOf(incident);
  const impact = impactsOf(incident.history).get(episode?.id ?? '');
  const exits = exitsOf(incident);
  if (impact === undefined || exits.size === 0) return undefined;
  for (const { id, pod, exitCode, exited: bounds } of impact.exited) {
    const exit = exits.get(id);
    if (exit === undefined) return `${id} did not exit`;
    if (exit.at < bounds.min - SLACK || exit.at > bounds.max + SLACK)
      return `${id} of ${pod} exited <${exit.at}>, not between <${bounds.min}> and <${bounds.max}>`;
    if (exit.pod !== '' && !exit.pod.endsWith(pod)) return `${id} is of ${exit.pod}`;
    if (exitCode !== undefined && exit.code !== undefined && exit.code !== exitCode)
      return `${id} ended with ${exit.code}`;
  }
  const count = text.startsWith('One container') ? 1 : numberOf(/^([\d,]+) containers/.exec(text)?.[1]);
  if (!(count <= impact.exited.length)) return `${impact.exited.length} exited`;
  const since = text.includes('(after ') ? (times[0] ?? 0) : Number.NEGATIVE_INFINITY;
  const late = microsecondsOf(/up to ([\dhmsdµ.]+) late/.exec(text)?.[1] ?? '');
  const worst = Math.max(
    ...impact.exited.map(({ id, handled, noticed }) => (handled ?? noticed ?? 0) - (exits.get(id)?.at ?? 0)),
  );
  // PLEG that lists notices an exit within two seconds; where it is not what failed, these are not counted.
  if (late > 0 && worst > late * 1.05 + (since === Number.NEGATIVE_INFINITY ? 2e6 : 0.1e6))
    return `one was handled ${worst / 1e6} s late`;
  return known([...exits.values()].filter(({ at }) => at >= since - SLACK).length >= count, 'fewer exited since');
};

/** How many containers and sandboxes of a pod PLEG found dead, or no longer listed: it reports all alike. */
function reportedDeaths({ truth }: Incident, pod: string): number {
  const own = new Set(truth.flatMap(({ pod: of, podUID }) => (textOf(of).endsWith(pod) ? textOf(podUID) : [])));
  const dead = truth.filter(
    ({ ev, type, podUID }) => ev === 'pleg_event_sent' && type === 'ContainerDied' && own.has(textOf(podUID)),
  );
  return new Set(dead.map(({ data }) => textOf(data))).size;
}

const crashing: Rule = ({ text, times }, incident) => {
  const pod = /of pod (\S+) did not/.exec(text)?.[1];
  const own = [...exitsOf(incident).values()].filter((exit) => pod === undefined || exit.pod.endsWith(pod));
  if (pod === undefined || own.length === 0)
    return known(/CrashLoopBackOff|ContainerDied|container finished/i.test(incident.log), 'no container ended');
  const reported = /(\d+) deaths? reported in this pod/.exec(text)?.[1];
  if (reported !== undefined && Number(reported) > reportedDeaths(incident, pod)) return 'not so many were reported';
  const deaths = reported ?? /it died (\d+) times/.exec(text)?.[1];
  if (reported === undefined && deaths !== undefined && Number(deaths) > own.length)
    return `${own.length} exits in ${pod}`;
  const codes = /with exit codes? ([\d, and]+)/.exec(text)?.[1]?.match(/\d+/g) ?? [];
  const wrong = codes.filter((code) => own.every((exit) => exit.code !== undefined && exit.code !== Number(code)));
  if (wrong.length > 0) return `no exit with ${wrong.join(', ')}`;
  return known(deaths === undefined || own.some(({ at }) => at <= (times[0] ?? 0) + SLACK), 'none had exited by then');
};

export const RULES_OF_PODS = { containers, exits: exited, crashing } satisfies Partial<Record<SentenceKind, Rule>>;
