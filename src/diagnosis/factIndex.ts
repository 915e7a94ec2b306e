/**
 * Facts by process and kind, in order of time, so that a rule can ask for a stretch without walking the log: built once in linear time,
 * each question costs a binary search plus its answer. Facts of neighbours (kernel, runtime, systemd) belong to no process and have an index of their own.
 */
import { onceFor } from '../kubelet/oncePer.ts';
import { countLeading } from '../kubelet/ordered.ts';
import { appendTo } from '../kubelet/groups.ts';
import type { AttributedFact } from '../inference/history.ts';
import type { Instant } from '../kubelet/time.ts';
import type { Fact, FactKind } from '../messages/fact.ts';
import { type FactOf, kindsWith } from '../messages/factTraits.ts';

export interface FactIndex {
  /** Facts of a kind in one process (`undefined`: of no process) with `from` <= time <= `to`, in order of time. */
  between<Kind extends FactKind>(
    process: string | undefined,
    kind: Kind,
    from: Instant,
    to: Instant,
  ): readonly FactOf<Kind>[];
  /** All facts of a kind in one process. */
  of<Kind extends FactKind>(process: string | undefined, kind: Kind): readonly FactOf<Kind>[];
  /** All facts of a kind, whatever the process; in order of time within each process. */
  all<Kind extends FactKind>(kind: Kind): readonly FactOf<Kind>[];
  /** Those of them that fit, the first `most`. Of a kind of which there are very many the others are not kept. */
  fitting<Kind extends FactKind>(
    kind: Kind,
    fits: (fact: FactOf<Kind>) => boolean,
    most?: number,
  ): readonly FactOf<Kind>[];
}

/**
 * Builds the index of the facts that `passing` gives of the kinds that it is asked for, each as `placed` puts it in time. Order of time is restored where the
 * log's order differs (klog headers step back under load).
 */
export function indexFacts(
  passing: (wants: (kind: FactKind) => boolean) => Iterable<AttributedFact>,
  placed: (fact: Fact) => Fact,
): FactIndex {
  const lists = new Map<FactKind, Map<string | undefined, Fact[]>>();
  const together = new Map<FactKind, readonly Fact[]>();
  // Very many, while few rules ask for them: they are looked for when the first does.
  const left = new Set<FactKind>(kindsWith(({ kept }) => kept === 'columns'));
  const add = (fact: Fact, process: string | undefined): void => {
    let ofKind = lists.get(fact.kind);
    if (ofKind === undefined) lists.set(fact.kind, (ofKind = new Map<string | undefined, Fact[]>()));
    appendTo(ofKind, process, fact);
  };
  const take = (wants: (kind: FactKind) => boolean): void => {
    for (const { fact, process } of passing(wants)) add(placed(fact), process);
    for (const [kind, ofKind] of lists)
      if (wants(kind)) for (const list of ofKind.values()) if (!inOrder(list)) list.sort((a, b) => a.time - b.time);
  };
  take((kind) => !left.has(kind));
  const have = (kind: FactKind): void => {
    if (left.delete(kind)) take((other) => other === kind);
  };
  const listOf = <Kind extends FactKind>(process: string | undefined, kind: Kind): readonly FactOf<Kind>[] => {
    have(kind);
    return (lists.get(kind)?.get(process) ?? []) as readonly Fact[] as readonly FactOf<Kind>[];
  };
  const all = <Kind extends FactKind>(kind: Kind): readonly FactOf<Kind>[] => {
    have(kind);
    return onceFor(together, kind, () => joined([...(lists.get(kind)?.values() ?? [])])) as readonly FactOf<Kind>[];
  };
  return {
    of: listOf,
    between: (process, kind, from, to) => {
      const list = listOf(process, kind);
      return list.slice(
        countLeading(list, ({ time }) => time < from),
        countLeading(list, ({ time }) => time <= to),
      );
    },
    all,
    fitting: <Kind extends FactKind>(kind: Kind, fits: (fact: FactOf<Kind>) => boolean, most = Infinity) => {
      const found: FactOf<Kind>[] = [];
      const takesMore = (fact: FactOf<Kind>): boolean => !fits(fact) || found.push(fact) < most;
      if (!left.has(kind)) all(kind).every(takesMore);
      else
        for (const { fact } of passing((other) => other === kind)) if (!takesMore(placed(fact) as FactOf<Kind>)) break;
      return found;
    },
  };
}

function joined([first, ...others]: readonly (readonly Fact[])[]): readonly Fact[] {
  return first === undefined ? [] : others.length === 0 ? first : first.concat(...others);
}

function inOrder(list: readonly Fact[]): boolean {
  let last = Number.NEGATIVE_INFINITY;
  for (const fact of list) {
    if (fact.time < last) return false;
    last = fact.time;
  }
  return true;
}
