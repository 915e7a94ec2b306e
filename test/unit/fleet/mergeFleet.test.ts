import { describe, expect, it } from 'vitest';
import type { Fleet, LeftOut } from '../../../src/fleet/fleet.ts';
import type { FleetNode } from '../../../src/fleet/fleetNode.ts';
import { FleetBook } from '../../../src/fleet/fleetBook.ts';
import { mergeFleet } from '../../../src/fleet/mergeFleet.ts';
import { madeNodes, nodeOf } from '../../support/summaries.ts';
import { isQuick } from '../../support/effort.ts';

const NONE: LeftOut = { files: 1, older: 0, tooMany: 0, refused: [], refusedCount: 0 };
const merged = (nodes: readonly FleetNode[]): Fleet => mergeFleet(nodes, NONE);

/** Each fifth node is sick, at 300 s and some milliseconds more; `n-035` is the first. */
const fleet = merged(
  madeNodes(300, (number) =>
    number % 5 === 0
      ? { sick: number === 35 ? 299 : 300 + number / 1000, runtime: '1.7.28', kernel: '6.1.0' }
      : { runtime: number % 2 === 0 ? '1.7.27' : '1.6.20', kernel: '6.1.0' },
  ),
);

describe('a fleet in which each fifth node is sick', () => {
  it('has so many, and a first one', () => {
    expect([fleet.affected.length, fleet.healthy, fleet.undecided]).toEqual([60, 240, 0]);
    expect(fleet.affected[0]?.name).toBe('n-035');
    expect(fleet.groups).toHaveLength(1);
    expect(fleet.groups[0]?.first?.nodes.map(({ name }) => name)).toEqual(['n-035']);
    expect(fleet.groups[0]?.first?.next?.node.name).toBe('n-005');
  });

  it('shares what healthy nodes have not, with the counts of both sides', () => {
    expect(fleet.groups[0]?.inCommon).toMatchObject([
      {
        kind: 'runtime',
        value: 'containerd 1.7.28',
        affected: { with: 60, known: 60 },
        healthy: { with: 0, known: 240 },
        strength: 'nearly-all',
      },
    ]);
  });

  it('claims nothing of what all have, and says so', () => {
    expect(fleet.groups[0]?.noClaims).toMatchObject([
      { kind: 'kubelet', why: 'same', value: 'v1.31.4' },
      { kind: 'kernel', why: 'same', value: '6.1.0' },
    ]);
  });

  it('began within a minute', () => {
    expect(fleet.groups[0]?.together).toMatchObject({ nodes: 60, of: 60 });
  });
});

describe('what is in common', () => {
  const claims = (nodes: readonly FleetNode[]): readonly string[] =>
    merged(nodes).groups.flatMap(({ inCommon }) =>
      inCommon.map(({ kind, label, value }) => `${label ?? kind}=${value}`),
    );

  it('is not told of too few nodes', () => {
    const nodes = madeNodes(5, (number) => (number <= 2 ? { sick: 100, kernel: '6.1.0' } : { kernel: '5.15.0' }));
    expect(claims(nodes)).toEqual([]);
    expect(merged(nodes).groups[0]?.noClaims).toContainEqual({
      kind: 'kernel',
      why: 'too-few',
      affectedKnown: 2,
      healthyKnown: 3,
    });
  });

  it('is not told where chance would do it: three of three against none of three is one in twenty', () => {
    const nodes = madeNodes(6, (number) => (number <= 3 ? { sick: 100, kernel: '6.1.0' } : { kernel: '5.15.0' }));
    expect(claims(nodes)).toEqual([]);
    expect(merged(nodes).groups[0]?.noClaims).toContainEqual({
      kind: 'kernel',
      why: 'no-difference',
      affectedKnown: 3,
      healthyKnown: 3,
    });
  });

  it('is told of a few nodes against many', () => {
    expect(
      claims(madeNodes(104, (number) => (number <= 4 ? { sick: 100, kernel: '6.1.0' } : { kernel: '5.15.0' }))),
    ).toEqual(['kernel=6.1.0']);
  });

  it('is not told where healthy nodes have it as often', () => {
    expect(
      claims(madeNodes(200, (number) => (number <= 60 ? { sick: 100, kernel: '6.1.0' } : { kernel: '6.1.0' }))),
    ).toEqual([]);
  });

  it('is less than nearly all where some have it and some have not', () => {
    const nodes = madeNodes(200, (number) => ({
      ...(number <= 100 ? { sick: 100 } : {}),
      labels: { zone: number % 100 < (number <= 100 ? 70 : 30) ? 'a' : 'b' },
    }));
    expect(merged(nodes).groups[0]?.inCommon).toMatchObject([
      { kind: 'label', label: 'zone', value: 'a', strength: 'more-often' },
    ]);
  });

  it('says what cannot be told apart', () => {
    const nodes = madeNodes(100, (number) =>
      number <= 20
        ? { sick: 100, kernel: '6.1.0', labels: { pool: 'x' } }
        : { kernel: '5.15.0', labels: { pool: 'y' } },
    );
    const inCommon = merged(nodes).groups[0]?.inCommon ?? [];
    expect(inCommon.map(({ kind }) => kind)).toEqual(['kernel', 'label']);
    expect(new Set(inCommon.map(({ alike }) => alike)).size).toBe(1);
  });

  it('is the release where its patches differ, and the version where they do not', () => {
    expect(
      claims(
        madeNodes(100, (number) =>
          number <= 30 ? { sick: 100, kubelet: `v1.32.${number % 3}` } : { kubelet: `v1.31.${number % 3}` },
        ),
      ),
    ).toContain('kubelet-minor=v1.32');
    expect(
      claims(madeNodes(100, (number) => (number <= 30 ? { sick: 100, kubelet: 'v1.32.1' } : { kubelet: 'v1.31.4' }))),
    ).toEqual(['kubelet=v1.32.1']);
  });

  it('is not compared with nodes whose logs do not reach that time', () => {
    const nodes = madeNodes(100, (number) =>
      number <= 20
        ? { sick: 500, kernel: '6.1.0' }
        : number <= 60
          ? { kernel: '5.15.0', span: [0, 200] as const }
          : { kernel: '5.15.0' },
    );
    expect(merged(nodes).groups[0]).toMatchObject({ comparedWith: 40, notSeen: 40 });
  });

  it('says nothing of labels that are different on each node', () => {
    expect(
      claims(
        madeNodes(300, (number) => ({ ...(number <= 60 ? { sick: 100 } : {}), labels: { serial: `s${number}` } })),
      ),
    ).toEqual([]);
  });

  it.skipIf(isQuick)('is hardly ever told where there is nothing: random labels, a hundred fleets', () => {
    let seed = 7;
    const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
    let told = 0;
    for (let round = 0; round < 100; round += 1) {
      const nodes = madeNodes(60, (number) => ({
        ...(number <= 20 ? { sick: 100 } : {}),
        labels: Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`l${at}`, random() < 0.5 ? 'x' : 'y'])),
      }));
      if (claims(nodes).length > 0) told += 1;
    }
    expect(told).toBeLessThanOrEqual(4);
  });
});

describe('groups', () => {
  it('are made by cause, each with its own first node', () => {
    const { groups, first } = merged(
      madeNodes(100, (number) =>
        number <= 30 ? { sick: 200 } : number <= 40 ? { sick: 100 + number, cause: 'storage-hang' } : {},
      ),
    );
    expect(groups.map(({ cause, nodes }) => [cause, nodes.length])).toEqual([
      ['list-calls-hang', 30],
      ['storage-hang', 10],
    ]);
    expect(groups[1]?.first?.nodes[0]?.name).toBe('n-031');
    expect(first?.nodes[0]?.name).toBe('n-031');
  });

  it('are not told to have what only some of their nodes name', () => {
    const nodes = madeNodes(4, () => ({ sick: 200, cause: 'inspect-calls-hang' })).map((node, at) =>
      node.cause === undefined
        ? node
        : { ...node, cause: { ...node.cause, title: `The runtime could not inspect shop/${at < 3 ? 'cart' : 'web'}` } },
    );
    expect(merged(nodes).groups[0]?.title).toBe('The runtime could not inspect shop/cart, or the like');
    expect(merged(nodes.slice(0, 3)).groups[0]?.title).toBe('The runtime could not inspect shop/cart');
  });
});

describe('the first node', () => {
  const episodes = (begin: { min: string; max: string }, more = {}): object => ({
    episodes: [
      {
        id: 'episode-1',
        begin,
        endedBy: 'recovered',
        reasons: [],
        startup: false,
        skips: { observed: 1, missing: 0 },
        ...more,
      },
    ],
  });
  const time = (second: number): string => `2026-11-21T00:01:${String(second).padStart(2, '0')}.000000Z`;

  it('is one of several where their bounds do not tell', () => {
    const { first } = merged([
      nodeOf({ name: 'a', sick: 1, more: episodes({ min: time(10), max: time(20) }) }),
      nodeOf({ name: 'b', sick: 1, more: episodes({ min: time(15), max: time(16) }) }),
      nodeOf({ name: 'c', sick: 1, more: episodes({ min: time(30), max: time(31) }) }),
    ]);
    expect(first?.nodes.map(({ name }) => name)).toEqual(['b', 'a']);
    expect(first).not.toHaveProperty('next');
  });

  it('may be one whose trouble is older than its log', () => {
    const { first } = merged([
      nodeOf({ name: 'a', sick: 1, more: episodes({ min: time(10), max: time(10) }) }),
      nodeOf({ name: 'b', sick: 1, more: episodes({ min: time(40), max: time(40) }, { beginsBeforeLog: true }) }),
    ]);
    expect(first).toMatchObject({ isOpen: true });
    expect(first?.nodes.map(({ name }) => name)).toEqual(['a', 'b']);
  });
});

describe('the book', () => {
  it('keeps of two summaries of a node the one whose log ends later, in any order', () => {
    for (const spans of [
      [600, 900],
      [900, 600],
    ]) {
      const book = new FleetBook();
      for (const to of spans) book.take(nodeOf({ name: 'a', span: [0, to] }));
      expect(book.nodes).toHaveLength(1);
      expect(book.nodes[0]?.span?.to).toBe((Date.parse('2026-11-21T00:00:00Z') + 900_000) * 1000);
      expect(book.leftOut.older).toBe(1);
    }
  });

  it('tells nodes of two clusters by a label, and keeps those without a name', () => {
    const book = new FleetBook();
    for (const cluster of ['x', 'y']) book.take(nodeOf({ name: 'a', labels: { cluster } }));
    book.take(nodeOf({}));
    book.take(nodeOf({}));
    expect(book.nodes).toHaveLength(4);
  });

  it('counts what it was not given', () => {
    const book = new FleetBook();
    book.noteFile('a', { found: 0, refused: [], moreRefused: 0, holdsNone: true }, true);
    book.noteFile('b', { found: 0, refused: [], moreRefused: 0, holdsNone: true }, false);
    book.noteFile('c', { found: 1, refused: [{ line: 3, why: 'malformed' }], moreRefused: 4, holdsNone: false }, false);
    book.noteUnreadable('d', 'no such file');
    expect(book.leftOut).toMatchObject({ files: 1, refusedCount: 7 });
    expect(book.leftOut.refused.map(({ file, why }) => [file, why])).toEqual([
      ['a', 'no-summary'],
      ['c', 'malformed'],
      ['d', 'unreadable'],
    ]);
  });
});
