/** What rules of sentences are, and what several of them need. */
import type { Episode } from '../../../src/inference/history.ts';
import type { Fact, FactKind } from '../../../src/messages/fact.ts';
import { type Incident, pidOf, type Sentence, timeOf } from './incident.ts';

/** Gives a complaint, or nothing. */
export type Rule = (sentence: Sentence, incident: Incident) => string | undefined;

export const SECOND = 1e6;
/** Stamps and the truth differ by so much. */
export const SLACK = 0.02 * SECOND;

/** A time in the form of `durationText`, in microseconds. */
export function microsecondsOf(text: string): number {
  const units: Readonly<Record<string, number>> = { d: 86_400e6, h: 3600e6, m: 60e6, s: 1e6, ms: 1e3, µs: 1 };
  return [...text.matchAll(/([\d.]+)(ms|µs|d|h|m|s)/g)].reduce(
    (sum, [, value, unit]) => sum + Number(value) * (units[unit ?? ''] ?? 0),
    0,
  );
}

export function known(condition: boolean, complaint: string): string | undefined {
  return condition ? undefined : complaint;
}

/** A number as it is written, with commas. */
export function numberOf(text: string | undefined): number {
  return Number(text?.replaceAll(',', '') ?? Number.NaN);
}

/** A member of a record of the truth where it is text. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The unhealthy time that the answer describes. */
export function episodeOf({ history, answer }: Incident): Episode | undefined {
  return history.episodes.find(({ id }) => id === answer.episode);
}

/** The process of it. */
export function pidOfEpisode(incident: Incident): number | undefined {
  return incident.history.processes.find(({ id }) => id === episodeOf(incident)?.process)?.pid;
}

/** Facts of some kinds. */
export function factsOf<Kind extends FactKind>(
  { history }: Incident,
  ...kinds: readonly Kind[]
): readonly Extract<Fact, { kind: Kind }>[] {
  return history.facts.flatMap(({ fact }) =>
    (kinds as readonly FactKind[]).includes(fact.kind) ? [fact as Extract<Fact, { kind: Kind }>] : [],
  );
}

/** Records of the truth of one kind near a time: when a call or a relist failed, or a process ended. */
export function trueNear({ truth }: Incident, time: number, within: number, ...kinds: readonly string[]): boolean {
  return truth.some(
    (record) => kinds.includes(record.ev) && Math.abs(timeOf(record['end'] ?? record.t) - time) <= within,
  );
}

export { pidOf, timeOf };
export type { Incident, Sentence };
