import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NumberSlots } from '../../../src/inference/store/numberSlots.ts';
import { nameKey, NO_POD, PodTable } from '../../../src/inference/store/podTable.ts';
import { hashOfMore, hashOfText, TextStore } from '../../../src/inference/store/textStore.ts';

const text = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.constant('x'.repeat(5000)),
);

test('texts are found as they were kept, of whatever letters', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 60 }), text, (texts, other) => {
      const store = new TextStore();
      const places = texts.map((one) => store.add(one));
      expect(places.map((place) => store.textOf(place))).toEqual(texts);
      expect(places.map((place) => store.hashOf(place))).toEqual(texts.map(hashOfText));
      expect(places.map((place) => store.is(place, other))).toEqual(texts.map((one) => one === other));
      expect(places.every((place, at) => store.is(place, texts[at] ?? ''))).toBe(true);
      expect(places.map((place) => store.lengthAtBeginOf(other, place))).toEqual(
        texts.map((one) => (other.startsWith(one) ? one.length : -1)),
      );
      expect(places.map((place, at) => store.lengthAtBeginOf(`${texts[at]}${other}`, place))).toEqual(
        texts.map((one) => one.length),
      );
      expect(hashOfMore(hashOfText(other), texts.join(''))).toBe(hashOfText(other + texts.join('')));
    }),
  );
});

test('texts fill one block after the other', () => {
  const store = new TextStore();
  const texts = Array.from({ length: 3000 }, (_, at) => `${at}`.repeat(200));
  const places = texts.map((one) => store.add(one));
  expect(Math.max(...places)).toBeGreaterThan(1 << 20);
  expect(places.map((place) => store.textOf(place))).toEqual(texts);
});

/** A table of texts whose hashes fall together as `hash` says. */
function slotsOf(hash: (text: string) => number): {
  readonly add: (text: string) => void;
  readonly find: (text: string) => number;
} {
  const texts: string[] = [];
  const slots = new NumberSlots(
    {
      is: (number, wanted) => texts[number] === wanted,
      textOf: (number) => texts[number] ?? '',
      hashOf: (number) => hash(texts[number] ?? ''),
    },
    hash,
  );
  return { add: (one) => slots.set(one, texts.push(one) - 1), find: (one) => slots.find(one) };
}

test('numbers are found by their texts, the last that was set', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 3000 }), { maxLength: 4000 }), (keys) => {
      const slots = slotsOf(hashOfText);
      const known = new Map<string, number>();
      keys.forEach((key, at) => {
        slots.add(`${key}`);
        known.set(`${key}`, at);
      });
      for (let key = 0; key <= 3000; key += 7) expect(slots.find(`${key}`)).toBe(known.get(`${key}`) ?? -1);
    }),
    { numRuns: 30 },
  );
});

test('texts that fall together when the table grows are found, and cost no more than a few looks', () => {
  const slots = slotsOf(() => 5);
  for (let at = 0; at < 3000; at += 1) slots.add(`uid-${at}`);
  for (let at = 0; at < 3000; at += 1) expect(slots.find(`uid-${at}`)).toBe(at);
  expect(slots.find('uid-3000')).toBe(-1);
});

describe('pods', () => {
  const at = { source: 2, line: 3_000_000_000 };

  test('go by uid and by name, whatever names lines give them', () => {
    const pods = new PodTable();
    const first = pods.add('u1', false, at);
    pods.name(first, 'web', 'shop');
    pods.setName(nameKey('shop', 'web'), first);
    pods.setName(nameKey('shop', 'other'), first);
    const second = pods.add('u2', false, at);
    pods.name(second, 'other', 'shop');
    expect([pods.ofUid('u1'), pods.ofUid('u2'), pods.ofUid('u3')]).toEqual([first, second, NO_POD]);
    expect([pods.ofName('web_shop'), pods.ofName('other_shop'), pods.ofName('web_')]).toEqual([first, first, NO_POD]);
    pods.setName(nameKey('shop', 'other'), second);
    expect(pods.ofName('other_shop')).toBe(second);
    expect(pods.firstOf(first)).toEqual(at);
    expect([
      pods.referenceOf(first),
      pods.isNamed(first, 'web', 'shop'),
      pods.isNamed(first, 'web', undefined),
    ]).toEqual([{ uid: 'u1', name: 'web', namespace: 'shop' }, true, false]);
  });

  test('of which only a name was known are left when another goes by it', () => {
    const pods = new PodTable();
    const named = pods.add('web_shop', true, at);
    expect(pods.referenceOf(named)).toEqual({ uid: 'web_shop' });
    pods.name(named, 'web', 'shop');
    pods.setName('web_shop', named);
    expect([pods.referenceOf(named), pods.isLeft(named)]).toEqual([
      { uid: 'web_shop', name: 'web', namespace: 'shop' },
      false,
    ]);
    const known = pods.add('u1', false, at);
    pods.name(known, 'web', 'shop');
    pods.setName('web_shop', known);
    expect([pods.isLeft(named), pods.isLeft(known), pods.length]).toEqual([true, false, 2]);
  });
});

test('pods are found by name and namespace, however these are cut', () => {
  const part = fc.stringMatching(/^[ab_ü]{0,3}$/);
  fc.assert(
    fc.property(fc.array(fc.tuple(part, fc.option(part, { nil: undefined })), { maxLength: 60 }), (names) => {
      const table = new PodTable();
      const last = new Map<string, number>();
      names.forEach(([name, namespace], at) => {
        const pod = table.add(`uid-${at}`, false, { source: 0, line: at });
        table.name(pod, name, namespace);
        table.setName(nameKey(namespace, name), pod);
        last.set(nameKey(namespace, name), pod);
      });
      for (const [name, namespace] of names) {
        const key = nameKey(namespace, name);
        expect(table.ofName(key)).toBe(last.get(key));
        expect(table.ofName(`${key}x`)).toBe(NO_POD);
      }
    }),
  );
});
