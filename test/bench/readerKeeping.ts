/**
 * Stands in for the rooms behind the reader, to measure what the reader takes that gives its facts out: events in columns, as they are kept in the product,
 * the others as they come. Nothing is inferred from them. The index of lines stays: it has the time of every record.
 */
import { ColumnSpace } from '../../src/inference/store/columns.ts';
import { EventTable } from '../../src/inference/store/eventTable.ts';
import type { Inference } from '../../src/inference/inference.ts';
import { packPlace } from '../../src/inference/store/lines.ts';
import type { Fact } from '../../src/messages/fact.ts';
import { Repeats } from '../../src/inference/store/repeats.ts';

/** As the real one, which needs the first records of a life to tell its version. */
const READ_AS_RECORDS = 1000;
const PROCESS = 'process-1';

/** What came in, for the benchmark to check. */
export const taken = { records: 0, facts: 0 };

export function createInference(): Inference {
  taken.records = 0;
  taken.facts = 0;
  const events = new EventTable(new ColumnSpace());
  const facts: Fact[] = [];
  const pods = new Map<string, number>();
  const podOf = (uid: string): number => {
    const known = pods.get(uid);
    if (known !== undefined) return known;
    pods.set(uid, pods.size);
    return pods.size - 1;
  };
  const keep = (stated: readonly Fact[]): void => {
    taken.facts += stated.length;
    for (const fact of stated) {
      if (fact.kind === 'pleg-event')
        events.add(
          fact.time,
          packPlace(fact.source, fact.line),
          fact.type,
          PROCESS,
          podOf(fact.pod.uid ?? ''),
          fact.pod,
          fact.containerId,
        );
      else facts.push(fact);
    }
  };
  return {
    append(_record, stated) {
      taken.records += 1;
      keep(stated);
      return true;
    },
    processRunOf: () => (taken.records > READ_AS_RECORDS ? taken : undefined),
    appendLines({ count, rows }, statements) {
      taken.records += count;
      for (let row = 0; row < rows.count; row += 1) {
        rows.read(row);
        const stated = statements.of(row);
        if (stated instanceof Repeats) continue;
        keep(stated);
        statements.taken(row, stated, undefined);
      }
    },
    knowBefore: () => false,
    history() {
      throw new Error('the reader alone has no history');
    },
  };
}
