/** What is worth an entry of the outline beside processes and unhealthy times: the node's Ready, ends of kubelets, and the first of a kind of trouble in a row. */
import { formatClock } from '../../analysis/outputs/instantText.ts';
import { lookupsOf } from '../../inference/lookups.ts';
import { queriesOf } from '../../inference/queries.ts';
import type { ProvenHistory } from '../../inference/history.ts';
import { printing } from '../../kubelet/printable.ts';
import type { Instant } from '../../kubelet/time.ts';
import { traitsOf } from '../../messages/factTraits.ts';
import { factText } from '../lanes/factText.ts';
import type { NotableEvent } from './items.ts';
import type { OutlineItem } from './logOutline.ts';

/** The same again within this time is one trouble that goes on. */
const IN_A_ROW = 60_000_000;
/** More entries nobody reads; the outline shows the first of them. */
const MOST_EVENTS = 1000;

/** Entries without children, by line. */
export function notableEvents(history: ProvenHistory, source: number): readonly NotableEvent[] {
  const items: NotableEvent[] = [];
  for (const { line, source: own, time, ready, reason, process } of history.nodeReady) {
    if (own !== source) continue;
    items.push(
      item(
        line,
        ready ? 'event' : 'error',
        ready ? 'Node Ready' : 'Node NotReady',
        reason === undefined || ready ? formatClock(time) : `${formatClock(time)} · ${reason}`,
        process,
      ),
    );
  }
  const last = new Map<string, number>();
  const lookups = lookupsOf(history);
  for (const { fact, process } of queriesOf(history).passingFacts((kind) => traitsOf(kind).inOutline)) {
    if (fact.source !== source || items.length >= MOST_EVENTS) continue;
    const { what, level } = factText(fact);
    const kind = `${process === undefined ? '' : (lookups.process(process)?.node ?? '')} ${what}`;
    const before = last.get(kind);
    last.set(kind, fact.time);
    if (before !== undefined && Math.abs(fact.time - before) < IN_A_ROW) continue;
    items.push(
      item(fact.line, level === 2 ? 'error' : level === 1 ? 'warning' : 'event', what, clock(fact.time), process),
    );
  }
  return items;
}

function clock(time: Instant): string {
  return time === 0 ? '' : formatClock(time);
}

function item(
  line: number,
  kind: OutlineItem['kind'],
  name: string,
  detail: string,
  process: string | undefined,
): NotableEvent {
  return {
    item: { kind, name: printing`${name}`, detail: printing`${detail}`, first: line, last: line, children: [] },
    process,
  };
}
