/** Which relist lines name as the last listed one, and from when to when: the spine of every statement about staleness. */
import { oncePer } from '../../kubelet/oncePer.ts';
import type { Instant } from '../../kubelet/time.ts';
import type { LineReference, ProvenHistory } from '../history.ts';
import { queriesOf } from '../queries.ts';
import { SAME_RELIST } from './namedRelist.ts';

/** A relist that lines name as the last listed one: `L` is `start` for sure from `first` to `last`. `start` is missing for "never". */
export interface Naming {
  readonly start?: Instant;
  readonly first: Instant;
  readonly last: Instant;
  /** The first line that names it. */
  readonly at: LineReference;
}

interface Name {
  readonly time: Instant;
  readonly start?: Instant;
  readonly at: LineReference;
}

/** The namings of each process, by skips and by conditions of the node, in order of time. Made when somebody asks first. */
export const namingsOf = oncePer(
  (history: ProvenHistory): ReadonlyMap<string, readonly Naming[]> =>
    new Map([...namesOf(history)].map(([process, list]) => [process, joined(list)])),
);

/** Each time that a line names one, by process and in order of time. */
export function namesOf(history: ProvenHistory): ReadonlyMap<string, readonly Name[]> {
  const names = new Map<string, Name[]>();
  let last: { readonly process: string; readonly list: Name[] } | undefined;
  const add = (process: string, name: Name): void => {
    if (!Number.isFinite(name.time)) return;
    if (last?.process !== process) {
      const list = names.get(process) ?? [];
      names.set(process, list);
      last = { process, list };
    }
    last.list.push(name);
  };
  for (const skip of history.skips) {
    if (skip.reasons.some(({ kind }) => kind === 'pleg-never')) add(skip.process, { time: skip.time, at: skip });
    else if (skip.lastRelist !== undefined) add(skip.process, { time: skip.time, start: skip.lastRelist, at: skip });
  }
  for (const { fact, process } of queriesOf(history).passingFacts((kind) => kind === 'node-condition')) {
    if (fact.kind !== 'node-condition' || process === undefined) continue;
    for (const reason of fact.reasons)
      if (reason.kind === 'pleg-stale' && reason.elapsed !== undefined)
        add(process, { time: fact.time, start: (fact.time - reason.elapsed) as Instant, at: fact });
  }
  for (const list of names.values()) list.sort((a, b) => a.time - b.time);
  return names;
}

function joined(names: readonly Name[]): readonly Naming[] {
  const namings: Naming[] = [];
  for (const { time, start, at } of names) {
    const last = namings.at(-1);
    const same =
      last !== undefined &&
      (last.start === undefined
        ? start === undefined
        : start !== undefined && Math.abs(start - last.start) < SAME_RELIST);
    if (same) {
      const least =
        last.start === undefined || start === undefined ? {} : { start: Math.min(last.start, start) as Instant };
      namings[namings.length - 1] = { ...last, ...least, last: time };
    } else if (last?.start === undefined || (start !== undefined && start > last.start)) {
      // The start of the last listed relist never goes back; a line that says so is not believed.
      namings.push({
        ...(start === undefined ? {} : { start }),
        first: time,
        last: time,
        at: { source: at.source, line: at.line },
      });
    }
  }
  return namings;
}
