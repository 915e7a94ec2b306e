/** What each kind that is kept in columns has beside place, time and message, as a row of values: only here it is known in which order they stand. The error of a fact comes last. */
import type { PodReference, RuntimeError } from '../../messages/fact.ts';
import type { FactDraft } from '../../messages/factDraft.ts';
import type { ColumnFact, ColumnKind, FactOf } from '../../messages/factTraits.ts';
import { type ErrorTexts, KeptError } from '../../messages/texts/errorTexts.ts';
import { IN_VALUES } from './factBlocks.ts';
import { KeptIds } from './keptIds.ts';

type Draft<Kind extends ColumnKind> = { -readonly [Key in keyof FactOf<Kind>]: FactOf<Kind>[Key] };

/** What is kept beside the values: ids of containers, and the texts of errors. */
export class ValuesElsewhere {
  readonly ids = new KeptIds();
  #texts: ErrorTexts | undefined;

  /** Where the text of an error of a fact with this pod is kept; `IN_VALUES`: the error has to be kept itself. */
  placeOf(error: RuntimeError, pod: PodReference | undefined): number {
    if (!(error instanceof KeptError)) return IN_VALUES;
    this.#texts ??= error.texts;
    return error.texts === this.#texts && (error.pod === undefined || error.pod === pod) ? error.place : IN_VALUES;
  }

  /** The error whose text is kept at such a place, made again. */
  errorAt(place: number, pod: PodReference | undefined): RuntimeError {
    return new KeptError(this.#texts as ErrorTexts, place, pod);
  }
}

/** Puts the values of a fact behind the others, but for its error. */
export function pushValues(fact: ColumnFact, values: unknown[], ids: KeptIds): void {
  switch (fact.kind) {
    case 'pod-sync-error':
      values.push(fact.pod);
      return;
    case 'api-error':
      values.push(fact.call, fact.failure, fact.server);
      return;
    case 'pod-trouble':
      values.push(fact.what, fact.pod, fact.container, fact.subject);
      return;
    case 'node-trouble':
      values.push(fact.what, fact.text, fact.subject, fact.count, fact.took);
      return;
    case 'container-named': {
      const id = fact.containerId === undefined ? -1 : ids.keep(fact.containerId);
      values.push(fact.pod, fact.what, id < 0 ? fact.containerId : id, fact.container);
      return;
    }
    case 'eviction':
      values.push(fact.text);
      return;
    default:
      pushUnknown(fact, values);
  }
}

/** The build breaks on a kind whose values nobody keeps. */
function pushUnknown(fact: never, values: unknown[]): void {
  values.push(fact);
}

/**
 * The fact of the values that begin at `start`. `place`: where its error is kept; `IN_VALUES`: behind the other values. Fields are set one by one: a copy takes several times as long.
 */
export function factOfValues(
  kind: ColumnKind,
  base: FactDraft,
  values: readonly unknown[],
  start: number,
  place: number,
  elsewhere: ValuesElsewhere,
): ColumnFact {
  switch (kind) {
    case 'pod-sync-error': {
      const fact = base as Draft<'pod-sync-error'>;
      fact.kind = kind;
      fact.pod = values[start] as PodReference;
      fact.error = place === IN_VALUES ? (values[start + 1] as RuntimeError) : elsewhere.errorAt(place, fact.pod);
      return fact;
    }
    case 'api-error': {
      const fact = base as Draft<'api-error'>;
      fact.kind = kind;
      fact.call = values[start] as typeof fact.call;
      fact.failure = values[start + 1] as typeof fact.failure;
      fact.error = place === IN_VALUES ? (values[start + 3] as RuntimeError) : elsewhere.errorAt(place, undefined);
      const server = values[start + 2] as string | undefined;
      if (server !== undefined) fact.server = server;
      return fact;
    }
    case 'pod-trouble': {
      const fact = base as Draft<'pod-trouble'>;
      fact.kind = kind;
      fact.what = values[start] as typeof fact.what;
      fact.pod = values[start + 1] as PodReference;
      fact.error = place === IN_VALUES ? (values[start + 4] as RuntimeError) : elsewhere.errorAt(place, fact.pod);
      const container = values[start + 2] as string | undefined;
      if (container !== undefined) fact.container = container;
      const subject = values[start + 3] as string | undefined;
      if (subject !== undefined) fact.subject = subject;
      return fact;
    }
    case 'node-trouble': {
      const fact = base as Draft<'node-trouble'>;
      fact.kind = kind;
      fact.what = values[start] as typeof fact.what;
      fact.text = values[start + 1] as string;
      const subject = values[start + 2] as string | undefined;
      if (subject !== undefined) fact.subject = subject;
      const count = values[start + 3] as number | undefined;
      if (count !== undefined) fact.count = count;
      const took = values[start + 4] as typeof fact.took;
      if (took !== undefined) fact.took = took;
      return fact;
    }
    case 'container-named': {
      const fact = base as Draft<'container-named'>;
      fact.kind = kind;
      fact.pod = values[start] as PodReference;
      fact.what = values[start + 1] as typeof fact.what;
      const id = values[start + 2] as string | number | undefined;
      if (id !== undefined) fact.containerId = typeof id === 'number' ? elsewhere.ids.textOf(id) : id;
      const container = values[start + 3] as string | undefined;
      if (container !== undefined) fact.container = container;
      return fact;
    }
    case 'eviction': {
      const fact = base as Draft<'eviction'>;
      fact.kind = kind;
      fact.text = values[start] as string;
      return fact;
    }
  }
}
