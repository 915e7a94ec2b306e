import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import type { Fleet, LeftOut } from '../../../src/fleet/fleet.ts';
import type { FleetNode } from '../../../src/fleet/fleetNode.ts';
import { mergeFleet } from '../../../src/fleet/mergeFleet.ts';
import { type FleetJson, fleetJsonPieces } from '../../../src/fleet/outputs/fleetJson.ts';
import { formatFleetMarkdown } from '../../../src/fleet/outputs/formatFleetMarkdown.ts';
import { formatFleetText } from '../../../src/fleet/outputs/formatFleetText.ts';
import { redactFleet } from '../../../src/fleet/redactFleet.ts';
import { madeNodes, nodeOf } from '../../support/summaries.ts';

const NONE: LeftOut = { files: 1, older: 0, tooMany: 0, refused: [], refusedCount: 0 };
const sick = (number: number): boolean => number % 5 === 0;
const nodes = madeNodes(300, (number) => ({
  ...(sick(number) ? { sick: number === 35 ? 299 : 300 + number / 1000, runtime: '1.7.28' } : {}),
  labels: { pool: sick(number) ? 'acme-blue' : 'acme-green' },
}));
const fleet = mergeFleet(nodes, NONE);
const jsonOf = (one: Fleet): FleetJson => JSON.parse([...fleetJsonPieces(one)].join('')) as FleetJson;

describe('the answer', () => {
  it('names the shared cause, the first node and what is in common in its first line', () => {
    const [first] = formatFleetText(fleet).split('\n');
    expect(first).toBe(
      '60 of 300 nodes in trouble: the cause is list-calls-hang; first n-035, 2026-11-21 00:04:59.001; in common: container runtime containerd 1.7.28, pool=acme-blue',
    );
  });

  it('says as text what is compared, and what cannot be told apart', () => {
    const text = formatFleetText(fleet);
    expect(text).toContain(
      'container runtime containerd 1.7.28: 60 of 60 affected nodes, 0 of 240 healthy ones (by chance: less than one in a million)',
    );
    expect(text).toContain('are on the same nodes: the comparison cannot tell which of them matters.');
    expect(text).toContain('kubelet: v1.31.4 on all nodes');
    expect(text).toContain('20 more: --format json has all of them.');
    expect(text).toMatch(/60 of 60 nodes began within a minute/);
    // In order of first trouble.
    expect(text.indexOf('  n-035 ')).toBeLessThan(text.indexOf('  n-005 '));
  });

  it('is a table in Markdown', () => {
    const html = new MarkdownIt().render(formatFleetMarkdown(fleet));
    expect(html.match(/<tr>/g)).toHaveLength(41);
    expect(html).toContain('<h1>60 of 300 nodes in trouble');
  });

  it('has all nodes in JSON, named by their index', () => {
    const json = jsonOf(fleet);
    expect(json).toMatchObject({
      schema: 'kubelet-timeline/fleet@1',
      counts: { nodes: 300, affected: 60, healthy: 240, undecided: 0 },
    });
    expect(json.nodes).toHaveLength(300);
    const [group] = json.groups;
    expect(json.nodes[group?.first?.nodes[0] ?? -1]?.name).toBe('n-035');
    expect(json.nodes.filter(({ kind }) => kind === 'affected').map(({ since }) => since?.max ?? '')).toEqual(
      json.nodes.flatMap(({ since }) => (since === undefined ? [] : [since.max])).toSorted(),
    );
    expect(group?.lines[0]?.text).toContain('n-035');
  });

  it.each([
    ['no node at all', [] as FleetNode[], 'No summary of a node was read'],
    ['healthy nodes', madeNodes(3, () => ({})), 'No node of 3 was in trouble'],
    ['a node alone', madeNodes(1, () => ({ sick: 3 })), '1 of 1 node in trouble'],
  ])('of %s says so', (_, some, first) => {
    const one = mergeFleet(some, NONE);
    expect(formatFleetText(one).split('\n')[0]).toContain(first);
    expect(formatFleetMarkdown(one)).toContain(first);
    expect(jsonOf(one).headline).toContain(first);
  });

  it('says what was left out, and what makes it unsure', () => {
    const one = mergeFleet(
      madeNodes(2, () => ({ sick: 1, more: { timeZone: 'unknown', yearFrom: 'file-date' } })),
      { files: 2, older: 1, tooMany: 3, refused: [{ file: 'x.json', line: 4, why: 'newer-schema' }], refusedCount: 9 },
    );
    for (const text of [formatFleetText(one), formatFleetMarkdown(one)])
      for (const part of [
        'line 4 was left out',
        '8 more were left out',
        '1 summary was left out',
        '3 more nodes were left out',
        'time zone of all nodes',
        'The year of 2 logs is assumed',
      ])
        expect(text).toContain(part);
  });
});

describe('a name that wants to be more', () => {
  const names = [
    '\u001b[2J\u001b]0;owned\u0007',
    '\u202Eevil',
    '<img src=x onerror=alert(1)>',
    '| a | b |',
    '@everyone',
    '`code`',
  ];
  const hostile = mergeFleet(
    names.map((name) =>
      nodeOf({ name, sick: 3, runtime: name, labels: { pool: name }, more: { headline: name } }, name),
    ),
    { ...NONE, refused: names.map((file) => ({ file, why: 'malformed' as const })), refusedCount: names.length },
  );

  it('drives no terminal, and is no element', () => {
    const outputs = [formatFleetText(hostile), formatFleetMarkdown(hostile), [...fleetJsonPieces(hostile)].join('')];
    for (const output of outputs) expect(output.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
    const html = new MarkdownIt({ html: true }).render(formatFleetMarkdown(hostile));
    expect(html).not.toContain('<img');
    expect(html.match(/<tr>/g)).toHaveLength(names.length + 1);
  });
});

describe('--redact', () => {
  const { nodes: redacted, leftOut } = redactFleet(nodes, {
    ...NONE,
    refused: [{ file: 'secret-host.json', why: 'malformed' }],
    refusedCount: 1,
  });
  const open = jsonOf(fleet);
  const one = mergeFleet(redacted, leftOut);

  it('leaves no name in any output', () => {
    for (const output of [formatFleetText(one), formatFleetMarkdown(one), [...fleetJsonPieces(one)].join('')])
      for (const name of ['n-035', 'n-001', 'acme', 'cart-7d9f', 'shop', 'secret-host', 'all.ndjson'])
        expect(output).not.toContain(name);
  });

  it('says the same', () => {
    const json = jsonOf(one);
    expect(json.counts).toEqual(open.counts);
    expect(
      json.groups.map(({ cause, inCommon }) => [cause, inCommon.map(({ kind, affected }) => [kind, affected])]),
    ).toEqual(
      open.groups.map(({ cause, inCommon }) => [cause, inCommon.map(({ kind, affected }) => [kind, affected])]),
    );
    expect(json.nodes[json.first?.nodes[0] ?? -1]?.name).toMatch(/^node-\d+$/);
    expect(new Set(json.nodes.map(({ name }) => name)).size).toBe(300);
  });

  it('tells nodes apart whose summaries were redacted one by one', () => {
    const same = [1, 2].map((line) =>
      nodeOf({ sick: line, more: { node: { names: ['node-1'], redacted: true } } }, 'f', line),
    );
    expect(new Set(redactFleet(same, NONE).nodes.map(({ name }) => name)).size).toBe(2);
  });
});
