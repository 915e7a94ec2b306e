import { describe, expect, it } from 'vitest';
import type { FleetNode } from '../../../src/fleet/fleetNode.ts';
import { type FileOutcome, SummaryIntake } from '../../../src/fleet/summaryIntake.ts';
import { summaryOf } from '../../support/summaries.ts';

function read(text: string | Uint8Array, chunk = 1000): FileOutcome & { readonly nodes: readonly FleetNode[] } {
  const nodes: FleetNode[] = [];
  const intake = new SummaryIntake('f', (node) => nodes.push(node));
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  for (let from = 0; from < bytes.length; from += chunk) intake.push(bytes.subarray(from, from + chunk));
  return { ...intake.end(), nodes };
}

const [a, b] = ['a', 'b'].map((name) => JSON.stringify(summaryOf({ name, sick: 5 }))) as [string, string];

describe('a file', () => {
  it.each([1, 7, 100_000])('is read in chunks of %i bytes', (chunk) => {
    const { nodes, refused } = read(`${a}\nnoise\n${b}`, chunk);
    expect(nodes.map(({ name, line }) => [name, line])).toEqual([
      ['a', 1],
      ['b', 3],
    ]);
    expect(refused).toEqual([]);
  });

  it('may have something before each summary, as kubectl logs --prefix writes it', () => {
    expect(read(`[pod/kubelet-summary-x/summary] ${a}\r\n`).nodes).toHaveLength(1);
  });

  it('may be one summary that a program has laid out', () => {
    const { nodes, refused } = read(`${JSON.stringify(summaryOf({ name: 'a' }), null, 2)}\n`);
    expect(nodes.map(({ name, line }) => [name, line])).toEqual([['a', 1]]);
    expect(refused).toEqual([]);
  });

  it('of something else holds none, and none is refused', () => {
    expect(read('Nov 21 worker kubelet[1]: I1121 \n{"a":1}\n')).toMatchObject({
      found: 0,
      refused: [],
      holdsNone: true,
    });
    expect(read('')).toMatchObject({ found: 0, holdsNone: true });
  });

  it('tells the line of what was meant for a summary and is none, and goes on', () => {
    const { nodes, refused, holdsNone } = read(`${a.slice(0, -5)}\n${a.replace('summary@1', 'summary@9')}\n${b}\n`);
    expect(nodes).toHaveLength(1);
    expect(refused).toEqual([
      { line: 1, why: 'no-json' },
      { line: 2, why: 'newer-schema' },
    ]);
    expect(holdsNone).toBe(false);
  });

  it('with a summary that is too long refuses it and keeps no more than its begin', () => {
    const long = a.replace('"headline":"', `"headline":"${'x'.repeat(200_000)}`);
    expect(read(`${long}\n${b}\n`, 4096)).toMatchObject({ refused: [{ line: 1, why: 'too-long' }], found: 1 });
  });

  it('counts refusals beyond those that it tells', () => {
    expect(read(`${a.slice(0, -5)}\n`.repeat(50))).toMatchObject({ found: 0, moreRefused: 30 });
  });

  it('without a summary is given up, however long it is and without an end of a line', () => {
    const intake = new SummaryIntake('f', () => undefined);
    const chunk = new Uint8Array(1 << 20).fill(120);
    let chunks = 0;
    while (intake.isWorthReading && chunks < 1024) {
      intake.push(chunk);
      chunks += 1;
    }
    expect(chunks).toBe(16);
    expect(intake.end()).toMatchObject({ found: 0, holdsNone: true });
  });

  it('that is deeply nested, or no text, is refused', () => {
    const deep = `{"schema":"kubelet-timeline/summary@1","x":${'['.repeat(30_000)}`;
    expect(read(`${deep}\n`).refused).toEqual([{ line: 1, why: 'no-json' }]);
    expect(read(new Uint8Array(5000).fill(255)).holdsNone).toBe(true);
  });
});
