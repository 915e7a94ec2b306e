import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeQuoted } from '../../../src/journal/klog/goQuote.ts';
import { parseStructured } from '../../../src/journal/klog/klogValue.ts';
import { rowById } from '../../../src/messages/catalogue/index.ts';
import { ErrorTexts, KeptError } from '../../../src/messages/texts/errorTexts.ts';
import { KnownSpans } from '../../../src/messages/plans/knownSpans.ts';
import { LinePlan } from '../../../src/messages/plans/linePlan.ts';
import { parseRuntimeError } from '../../../src/messages/texts/runtimeError.ts';
import type { CatalogueRow } from '../../../src/messages/recognise/row.ts';
import { ENTRY_FIELDS, entryOf, kernelFor, readByKernel } from './readByKernel.ts';
import { atLeast, rounds } from '../../support/effort.ts';

const row = rowById('podworker.error-syncing.s') as CatalogueRow;
const encoder = new TextEncoder();
const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
/** Characters that end, open or escape something. */
const text = fc.string({
  unit: fc.constantFrom('a', 'b', ' ', '"', '\\', '=', '{', '}', '[', ']', ',', 'ä', '<', '>', '\t', 'pod=', ' pod="'),
  maxLength: 12,
});
/** Values of a kind: those of a key are mostly of one. */
const KINDS: readonly fc.Arbitrary<string>[] = [
  text.map(writeQuoted),
  text.map(writeQuoted),
  text.map(writeQuoted),
  fc.array(text, { maxLength: 3 }).map((items) => JSON.stringify(items)),
  fc.record({ ID: text, Type: text }).map((event) => JSON.stringify(event)),
  // As versions before JSON wrote structs, lists and names of types of their own; and what only begins like them.
  fc.oneof(
    text.map((inside) => `&{${inside}}`),
    text.map((inside) => `[${inside}]`),
    fc.constantFrom('[]', '&{}', '[a b]', '&{ID:x}', '[', '&', '&{', '&[a]', '{a}', '[a (b)]', '&{a b:c}d', 'map[a:b]'),
  ),
  fc.oneof(
    fc.nat().map(String),
    fc.string({
      unit: fc.constantFrom('a', '0', '-', '.', '_', ':', '/', '+', ',', '@', '=', '%'),
      minLength: 1,
      maxLength: 4,
    }),
    fc.constantFrom(
      '12',
      '-1',
      '1.5s',
      'true',
      'word',
      'a-b_c.d:e/f+g',
      '0a67324e-69fe-4f79-aa3e-15517a142271',
      'a=b',
      'a;b',
      'a,b',
      'true ',
      'false(x)',
      '<nil>',
      '(MISSING)',
      '',
    ),
  ),
  // What no bracket opens, with the byte behind that would close it by its number.
  fc.constantFrom(' "', '!"a"#', 'x"a"z', '"a"$', '"open'),
];
const value = fc.oneof(...KINDS);
/** Lines of up to so many keys, at least `fewest` of both. */
const linesOf = (fewest: number, mostKeys: number): fc.Arbitrary<string[][]> =>
  fc
    .array(fc.constantFrom(...KINDS), { minLength: fewest - 1, maxLength: mostKeys })
    .chain((kinds) =>
      fc.array(
        fc.tuple(...kinds.map((kind) => fc.oneof({ weight: 9, arbitrary: kind }, { weight: 1, arbitrary: value }))),
        { minLength: fewest, maxLength: 6 },
      ),
    );
const bodyOf = (values: readonly string[], keys: readonly string[] = []): string =>
  `"Message" ${values.map((item, index) => `${keys[index] ?? 'key'}${index}=${item}`).join(' ')}`;
/** Some are two words, or begin as no word does. */
const keyNames = fc.array(
  fc.oneof({ weight: 3, arbitrary: fc.constant('key') }, fc.constantFrom('a key', '1', '-x', 'k/ey.')),
  { minLength: 4, maxLength: 4 },
);

/** How many of these entries, as they stand, the kernel reads by a plan. */
function rowsOfRaw(plan: LinePlan, text: string): number {
  const kernel = kernelFor('I1121 00:00:01.000000    2100 ');
  const bytes = encoder.encode(text);
  kernel.setEntry(ENTRY_FIELDS);
  const site = kernel.siteOf(encoder.encode('a.go:1'), 0, 6);
  kernel.addPattern(site, plan, 0);
  kernel.run(bytes, 0, bytes.length, 0, 1, false);
  return kernel.rowCount;
}

describe('a plan in the kernel', () => {
  it('reads lines as the parser does, or leaves them', () => {
    let rows = 0;
    let stopped = 0;
    fc.assert(
      fc.property(
        linesOf(1, 4),
        fc.option(fc.tuple(fc.nat(), text), { nil: undefined }),
        keyNames,
        (lines, change, keys) => {
          const [sample = '', ...others] = lines.map((values) =>
            values.length === 0 ? '"Message"' : bodyOf(values, keys),
          );
          const bytes = encoder.encode(sample);
          const named = (parseStructured(sample)?.pairs ?? []).map(({ key }) => key);
          const plan = LinePlan.of(7, row, 'I', named, bytes, 0, bytes.length);
          if (plan === undefined) return;
          const bodies = [
            sample,
            ...others.map((body) => {
              const at = change === undefined ? 0 : change[0] % body.length;
              return change === undefined ? body : body.slice(0, at) + change[1] + body.slice(at + 1);
            }),
          ];
          const read = readByKernel(plan, bodies);
          for (const [place, { index, values }] of read.entries()) {
            expect(index).toBe(place);
            const other = parseStructured(bodies[index] ?? '');
            expect(other?.message).toBe(plan.message);
            expect(other?.pairs.map((pair) => pair.key)).toEqual(plan.keys);
            expect(other?.pairs.map((pair) => pair.value)).toEqual(values);
          }
          if (read.length < bodies.length) stopped += 1;
          rows += read.length;
          expect(readByKernel(plan, bodies, true, rows % 2 === 0 ? '\n' : '\r\n')).toEqual(read);
        },
      ),
      { numRuns: rounds(3200) },
    );
    expect(rows).toBeGreaterThan(atLeast(1500));
    expect(stopped).toBeGreaterThan(atLeast(300));
  });

  it('reads no entry over the end of its line', () => {
    const sample = '"Message" key0="a"';
    const bytes = encoder.encode(sample);
    const plan = LinePlan.of(7, row, 'I', ['key0'], bytes, 0, bytes.length) as LinePlan;
    expect(readByKernel(plan, [sample, sample], true)).toHaveLength(2);
    // Bytes that JSON never writes: a newline in a value, or behind a backslash, in each place of the sixteen that are looked at together.
    for (let length = 0; length < 40; length += 1) {
      for (const broken of ['\n', '\\\n']) {
        const whole = entryOf(`I1121 00:00:01.000000    2100 a.go:1] "Message" key0="${'x'.repeat(length)}"`);
        for (const where of [whole.indexOf('"Message') - 1, whole.length - 20, whole.indexOf('s=')])
          expect(rowsOfRaw(plan, `${whole.slice(0, where)}${broken}${whole.slice(where)}\n${whole}\n`)).toBe(0);
      }
    }
  });
});

describe('values that come again', () => {
  it('are the same texts and errors as those read one by one, whatever came between', () => {
    const errors = new ErrorTexts();
    const spans = new KnownSpans(512);
    const long = fc.string({
      unit: fc.constantFrom('rpc error: code = Unavailable desc = ', '<nil>', '\\', '"', 'x', 'ä', '\n', 'code = '),
      maxLength: 20,
    });
    fc.assert(
      fc.property(fc.array(long, { minLength: 1, maxLength: 8 }), (texts) => {
        for (const one of [...texts, ...texts]) {
          const quoted = writeQuoted(one);
          const bytes = encoder.encode(`${quoted} and more`);
          const end = encoder.encode(quoted).length - 1;
          const escaped = quoted.includes('\\');
          const expected = parseRuntimeError(one);
          const error = errors.of(bytes, viewOf(bytes), 1, end, escaped);
          expect(error === undefined ? undefined : { text: error.text, code: error.code }).toEqual(
            expected === undefined ? undefined : { text: expected.text, code: expected.code },
          );
          expect(JSON.stringify(error)).toBe(JSON.stringify(expected));
          expect(spans.of(bytes, viewOf(bytes), 1, end, escaped).text).toBe(one);
        }
      }),
      { numRuns: rounds(500) },
    );
  });

  it('name the pod of their line and are kept once for all pods', () => {
    const errors = new ErrorTexts();
    const name = fc.string({ unit: fc.constantFrom('a', 'b', '-'), minLength: 1, maxLength: 9 });
    const part = fc.string({ unit: fc.constantFrom('back-off ', '\\', '"', ')', 'é', 'x'), maxLength: 8 });
    fc.assert(
      fc.property(
        fc.array(fc.record({ namespace: name, name, uid: name }), { minLength: 1, maxLength: 6 }),
        part,
        part,
        (pods, first, behind) => {
          for (const pod of [...pods, ...pods]) {
            const before = `restarting failed container ${first} pod=`;
            const named = `${pod.name}_${pod.namespace}(${pod.uid})`;
            const one = `${before}${named}${behind}`;
            const quoted = writeQuoted(one);
            const bytes = encoder.encode(quoted);
            const start = encoder.encode(writeQuoted(before)).length - 1;
            const error = errors.of(bytes, viewOf(bytes), 1, bytes.length - 1, quoted.includes('\\'), {
              start,
              end: start + named.length,
              pod,
            });
            expect(error?.text).toBe(one);
          }
        },
      ),
      { numRuns: rounds(300) },
    );
    const place = (pod: { readonly namespace: string; readonly name: string; readonly uid: string }): number => {
      const bytes = encoder.encode(`one and the same error of ${pod.name}_${pod.namespace}(${pod.uid})`);
      const error = errors.of(bytes, viewOf(bytes), 0, bytes.length, false, {
        start: bytes.indexOf(0x66) + 2,
        end: bytes.length,
        pod,
      });
      return error instanceof KeptError ? error.place : Number.NaN;
    };
    expect(place({ namespace: 'n', name: 'a', uid: '1' })).toBe(place({ namespace: 'other', name: 'bcd', uid: '22' }));
  });

  it('that spell nothing in escapes are no error', () => {
    const bytes = encoder.encode('"\\U0000003c\\U0000006e\\U00000069\\U0000006c\\U0000003e"');
    expect(new ErrorTexts().of(bytes, viewOf(bytes), 1, bytes.length - 1, true)).toBeUndefined();
  });
});
