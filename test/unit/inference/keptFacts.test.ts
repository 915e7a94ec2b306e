import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KeptFacts } from '../../../src/inference/store/keptFacts.ts';
import type { Instant } from '../../../src/kubelet/time.ts';
import { ErrorTexts } from '../../../src/messages/texts/errorTexts.ts';
import type { Fact } from '../../../src/messages/fact.ts';
import { isQuick } from '../../support/effort.ts';

const encoder = new TextEncoder();
const id = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 }),
  fc.string({ unit: fc.constantFrom(...'0aFg:é'), maxLength: 66 }),
);
const base = { source: 3, line: 5, time: 7 as Instant, message: 'm' };
const pod = { namespace: 'ns', name: 'web', uid: 'u' };

describe('facts that are kept in columns', () => {
  it.skipIf(isQuick)('come back as they were', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            containerId: fc.option(id, { nil: undefined }),
            container: fc.option(fc.string(), { nil: undefined }),
            text: fc.string(),
          }),
          { maxLength: 30 },
        ),
        fc.integer({ min: 1, max: 60 }),
        (rows, repeat) => {
          const facts = new KeptFacts();
          const given: Fact[] = [];
          for (let round = 0; round < repeat; round += 1) {
            for (const { containerId, container, text } of rows) {
              given.push({
                ...base,
                kind: 'container-named',
                pod,
                what: 'killing',
                ...(containerId === undefined ? {} : { containerId }),
                ...(container === undefined ? {} : { container }),
              });
              given.push(
                { ...base, line: given.length, kind: 'eviction', text },
                { ...base, kind: 'pod-sync-error', pod, error: { text } },
              );
              given.push({
                ...base,
                kind: 'api-error',
                call: 'lease',
                failure: 'refused',
                error: { text },
                ...(container === undefined ? {} : { server: container }),
              });
              given.push({
                ...base,
                kind: 'node-trouble',
                what: 'dns',
                text,
                ...(container === undefined ? {} : { subject: container }),
              });
              given.push({
                ...base,
                kind: 'pod-trouble',
                what: 'image',
                pod,
                error: { text },
                ...(container === undefined ? {} : { container, subject: text }),
              });
            }
          }
          given.forEach((fact, index) => facts.add(fact, index % 3 === 0 ? undefined : `process-${index % 3}`));
          const back = [...facts.passing()];
          expect(back.map(({ fact }) => ({ ...fact }))).toEqual(given);
          expect(back.map(({ process }) => process)).toEqual(
            given.map((_, index) => (index % 3 === 0 ? undefined : `process-${index % 3}`)),
          );
          expect([...facts.passing(facts.asTheyAre(), (kind) => kind === 'eviction')]).toHaveLength(given.length / 6);
        },
      ),
      { numRuns: 60, seed: 3 },
    );
  });

  it('are left out one by one, and stay for whom asked before', () => {
    const facts = new KeptFacts();
    const repeats = facts.repeatsOf({ ...base, kind: 'eviction', text: 'again' });
    const all: unknown[] = [];
    for (let line = 1; line <= 9000; line += 1) {
      const process = `process-${line % 7}`;
      const at = { ...base, line, time: (7 + line) as Instant };
      if (line % 5 === 0) repeats.add(at, process);
      else if (line % 5 === 1)
        facts.add(
          { ...at, kind: 'pod-trouble', what: 'image', pod, error: { text: `${line}` }, subject: 's' },
          process,
        );
      else if (line % 5 === 2)
        facts.add({ ...at, kind: 'kubelet-exit', by: 'fatal', fatal: true, text: `${line}` }, process);
      else facts.add({ ...at, kind: 'eviction', text: `${line}` }, process);
    }
    const plain = (soFar = facts.asTheyAre()): unknown[] =>
      [...facts.passing(soFar)].map(({ fact, process }) => ({ ...fact, process }));
    all.push(...plain());
    expect(all).toHaveLength(9000);
    const before = facts.asTheyAre();
    facts.leaveOut((kind, process, time) => process === 'process-3' || (kind === 'kubelet-exit' && time > 4000));
    expect(plain()).toEqual(
      all.filter((fact) => {
        const { kind, process, time } = fact as { kind: string; process: string; time: number };
        return !(process === 'process-3' || (kind === 'kubelet-exit' && time > 4000));
      }),
    );
    expect(plain(before)).toEqual(all);
    facts.add({ ...base, kind: 'eviction', text: 'last' }, 'process-1');
    expect(plain().at(-1)).toMatchObject({ text: 'last' });
  });

  it('keep errors whose texts stand elsewhere, whoever keeps them', () => {
    const facts = new KeptFacts();
    const text = 'rpc error: code = Unavailable desc = of web_ns(u) and so on';
    const bytes = encoder.encode(text);
    const view = new DataView(bytes.buffer);
    const start = text.indexOf('web_');
    for (const texts of [new ErrorTexts(), new ErrorTexts()]) {
      for (const named of [undefined, { start, end: start + 'web_ns(u)'.length, pod }]) {
        const error = texts.of(bytes, view, 0, bytes.length, false, named);
        if (error === undefined) throw new Error('no error');
        facts.add({ ...base, kind: 'pod-sync-error', pod, error }, 'process-1');
        facts.add({ ...base, kind: 'pod-sync-error', pod: { name: 'other' }, error }, 'process-1');
      }
    }
    const back = [...facts.passing()].map(({ fact }) =>
      fact.kind === 'pod-sync-error' ? { pod: fact.pod.name, text: fact.error.text, code: fact.error.code } : undefined,
    );
    expect(back).toEqual(
      Array.from({ length: 4 }, () => [
        { pod: 'web', text, code: 'Unavailable' },
        { pod: 'other', text, code: 'Unavailable' },
      ]).flat(),
    );
  });
});
