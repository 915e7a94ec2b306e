import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eachByItself, type FactGroup, type FactGroups } from '../../../src/inference/store/factGroups.ts';
import { KeptFacts } from '../../../src/inference/store/keptFacts.ts';
import type { Instant } from '../../../src/kubelet/time.ts';
import type { Fact, FactKind } from '../../../src/messages/fact.ts';
import { ErrorTexts, KeptError } from '../../../src/messages/texts/errorTexts.ts';

const message = 'm';
const pods = [
  { namespace: 'ns', name: 'web' },
  { namespace: 'ns', name: 'db' },
];
const bytes = new TextEncoder().encode(
  'the first of two errors, long enough to be kept; a second error that is kept as well',
);
const view = new DataView(bytes.buffer);

/** Facts of every way in which lines are kept: again, as errors whose texts stand elsewhere, as they are. */
const rows = fc.array(
  fc.record({
    way: fc.constantFrom('again', 'error', 'eviction', 'exit'),
    which: fc.integer({ min: 0, max: 1 }),
    process: fc.integer({ min: 0, max: 2 }),
    time: fc.integer({ min: 0, max: 5 }),
  }),
  { maxLength: 60 },
);

describe('lines that state the same, put together', () => {
  it('are all there, each once, with their first and last by time', () => {
    fc.assert(
      fc.property(rows, (given) => {
        const facts = new KeptFacts();
        const texts = new ErrorTexts();
        const places = [
          texts.placeOf(bytes, view, 0, 47, false, -1, -1),
          texts.placeOf(bytes, view, 48, 84, false, -1, -1),
        ];
        const repeats = [0, 1].map((which) =>
          facts.repeatsOf({
            source: 0,
            line: 1,
            time: 0 as Instant,
            message,
            kind: 'eviction',
            text: `again ${which}`,
          }),
        );
        given.forEach(({ way, which, process: number, time }, line) => {
          const at = { source: 0, line, time: time as Instant, message };
          const process = `process-${number}`;
          if (way === 'again') repeats[which]?.add(at, process);
          else if (way === 'error') {
            const error = new KeptError(texts, places[which] ?? 0, undefined);
            facts.add({ ...at, kind: 'pod-sync-error', pod: pods[which] ?? {}, error }, process);
          } else if (way === 'eviction') facts.add({ ...at, kind: 'eviction', text: `${which}` }, process);
          else facts.add({ ...at, kind: 'kubelet-exit', by: 'fatal', fatal: true, text: `${which}` }, process);
        });
        for (const wants of [() => true, (kind: FactKind) => kind === 'eviction']) {
          const groups = facts.groups(facts.asTheyAre(), wants);
          const all = [...facts.passing(facts.asTheyAre(), wants)];
          const plain = eachByItself(all, () => true);
          expect(counted(groups)).toEqual(counted(plain));
          for (const { earliest, latest, count, process, fact } of groupsOf(groups)) {
            const rows = given.flatMap((row, at) => (at === earliest || isSame(row, given[earliest]) ? at : []));
            expect([rows[0], rows.length]).toEqual([fact.line, count]);
            const timesOf = rows.map((row) => given[row]?.time ?? 0);
            expect(earliest).toBe(rows[timesOf.indexOf(Math.min(...timesOf))]);
            expect(latest).toBe(rows[timesOf.lastIndexOf(Math.max(...timesOf))]);
            for (const row of [earliest, latest]) {
              const one = groups.at(row);
              expect([valueOf(one.fact), one.process, one.fact.line]).toEqual([valueOf(fact), process, row]);
              expect(groups.lineOf(row)).toEqual({ source: 0, line: row, time: groups.timeOf(row) });
            }
          }
        }
        const again = given.filter(({ way }) => way === 'again' || way === 'error');
        const apart = new Set(again.map(({ way, which, process }) => `${way} ${which} ${process}`)).size;
        expect(groupsOf(facts.groups(facts.asTheyAre(), () => true))).toHaveLength(given.length - again.length + apart);
      }),
    );
  });
});

interface Row {
  readonly way: string;
  readonly which: number;
  readonly process: number;
}

/** Whether two lines are kept as one that states the same again. */
function isSame(a: Row, b: Row | undefined): boolean {
  const isKeptOnce = a.way === 'again' || a.way === 'error';
  return isKeptOnce && a.way === b?.way && a.which === b.which && a.process === b.process;
}

function valueOf(fact: Fact): string {
  return `${fact.kind} ${fact.kind === 'pod-sync-error' ? `${fact.pod.name} ${fact.error.text}` : 'text' in fact ? fact.text : ''}`;
}

function groupsOf(facts: FactGroups): readonly FactGroup[] {
  const groups: FactGroup[] = [];
  facts.forEach((group) => groups.push(group));
  return groups;
}

/** How many lines of each process state each. */
function counted(facts: FactGroups): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { fact, process, count } of groupsOf(facts)) {
    const key = `${process ?? ''} ${valueOf(fact)}`;
    counts.set(key, (counts.get(key) ?? 0) + count);
  }
  return counts;
}
