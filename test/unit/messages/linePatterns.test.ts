import { describe, expect, it } from 'vitest';
import type { LinePattern } from '../../../src/journal/batch/kernel/linePattern.ts';
import { ReadRecord } from '../../../src/journal/klog/readRecord.ts';
import { createSourceReader } from '../../../src/journal/sourceReader.ts';
import { createMessageReader } from '../../../src/messages/messageReader.ts';
import { LinePatterns } from '../../../src/messages/plans/linePatterns.ts';
import { kernelFor } from './readByKernel.ts';

const encoder = new TextEncoder();
const HEADER = 'E1121 00:00:01.000000    2100 a.go:1] ';

/** The pattern that is made of each line. */
function patternsOf(
  bodies: readonly string[],
  file = 'pod_workers.go',
  severity = 'E',
): readonly (LinePattern | undefined)[] {
  const messages = createMessageReader();
  const patterns = new LinePatterns();
  const run = {};
  const made: (LinePattern | undefined)[] = [];
  const reader = createSourceReader(
    0,
    'node.log',
    { year: 2026 },
    {
      record(record) {
        if (record instanceof ReadRecord) made.push(patterns.of(record, messages.facts(record), run));
      },
      warning: () => undefined,
    },
  );
  const lines = bodies.map(
    (body, index) => `${severity}1121 00:00:01.${String(index).padStart(6, '0')}    2100 ${file}:1300] ${body}\n`,
  );
  reader.push(new TextEncoder().encode(lines.join('')));
  reader.end();
  return made;
}

const withKeys = (count: number): string =>
  `"Error syncing pod, skipping" err="back-off" pod="shop/web-1"${Array.from({ length: count }, (_, key) => ` key${key}="1"`).join('')}`;

describe('the patterns of a place in the source', () => {
  it('are one for each way in which it writes, of which it may have many', () => {
    const ways = Array.from({ length: 10 }, (_, count) => withKeys(count));
    const made = patternsOf([...ways, ...ways]);
    expect(made).not.toContain(undefined);
    expect(new Set(made).size).toBe(ways.length);
    expect(made.slice(ways.length)).toEqual(made.slice(0, ways.length));
  });

  it('are one for all lines that begin alike and state nothing', () => {
    const bodies = ['"Nobody knows this" a="1"', '"Nobody knows this" b=2', '"Nor this one" a="1"'];
    const made = patternsOf(bodies, 'pod_workers.go', 'W');
    expect(made.map((pattern) => pattern?.stated)).toEqual(
      Array.from(made, () => ({ by: undefined, again: 'nothing' })),
    );
    expect(made[0]).toBe(made[1]);
    expect(made[2]).not.toBe(made[0]);
  });

  it('of lines that state nothing leave those with a word that may', () => {
    const [pattern] = patternsOf(['Nobody knows this: a', 'Nobody knows this: b'], 'reflector.go').slice(1);
    expect(pattern?.unless?.words.length).toBeGreaterThan(0);
    if (pattern === undefined) throw new Error('no pattern');
    const kernel = kernelFor(HEADER.slice(0, HEADER.indexOf('a.go')));
    const word = new TextDecoder().decode(pattern.unless?.words[0]);
    expect(kernel.addKeywords(pattern.unless?.words ?? [], 1)).toBe(true);
    const [plain, open] = ['Nobody knows this: b', `Nobody knows this: ${word}`].map((body) => `${HEADER}${body}\n`);
    const taken = [plain, open].map((line) => {
      const bytes = encoder.encode(`${line}${plain}${plain}`);
      kernel.run(bytes, 0, bytes.length, 0, 1, false);
      const site = kernel.siteOf(encoder.encode('a.go:1'), 0, 6);
      kernel.addPattern(site, pattern, 1);
      kernel.run(bytes, 0, bytes.length, 0, 1, false);
      return kernel.count;
    });
    expect(taken).toEqual([2, 0]);
  });

  it('are bounded where a place writes whatever it is told', () => {
    const words = Array.from({ length: 40 }, (_, index) => `"Text number ${index}"`);
    const made = patternsOf(words);
    expect(new Set(made).size).toBeLessThan(20);
    expect(made.at(-1)).toBeUndefined();
  });
});
