import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createInference } from '../../../src/inference/inference.ts';
import type { ProvenHistory, Relist } from '../../../src/inference/history.ts';
import { createSourceReader } from '../../../src/journal/sourceReader.ts';
import { createMessageReader } from '../../../src/messages/messageReader.ts';
import { projectRoot } from '../../support/shared.ts';

interface Truth {
  readonly windows: readonly (readonly [number, number])[];
  readonly relists: readonly (readonly [number, number | null, number | null])[];
}

const folder = join(projectRoot, 'test/fixtures/inference');
const runs = readdirSync(folder)
  .filter((name) => name.endsWith('.log'))
  .map((name) => ({
    name: name.slice(0, -4),
    lines: readFileSync(join(folder, name), 'utf8').trimEnd().split('\n'),
    truth: JSON.parse(readFileSync(join(folder, name.replace(/log$/, 'truth.json')), 'utf8')) as Truth,
  }));

function historyOf(lines: readonly string[]): ProvenHistory {
  const messages = createMessageReader();
  const inference = createInference();
  const reader = createSourceReader(
    0,
    'kubelet.log',
    { year: 2026 },
    { record: (record) => inference.append(record, messages.facts(record)), warning: () => undefined },
  );
  reader.push(new TextEncoder().encode(`${lines.join('\n')}\n`));
  reader.end();
  return inference.history([reader.summary()]);
}

const inside = (time: number, bounds: { readonly min: number; readonly max: number }, slack: number): boolean =>
  time >= bounds.min - slack && time <= bounds.max + slack;

/** What the bounds claim and the truth denies. Slack: lines are stamped a moment after what they tell. */
function lies(history: ProvenHistory, truth: Truth): readonly string[] {
  const found: string[] = [];
  for (const episode of history.episodes) {
    const begin = episode.beginsBeforeLog ? { min: 0, max: episode.begin.max } : episode.begin;
    const windows = truth.windows.filter(([from]) => inside(from, begin, 10_000));
    if (windows.length === 0) found.push(`${episode.id} begins nowhere true`);
    else if (episode.end !== undefined && !windows.some(([, to]) => inside(to, episode.end ?? begin, 50_000)))
      found.push(`${episode.id} ends nowhere true`);
  }
  const holds = (relist: Relist, [start, listed, end]: Truth['relists'][number]): boolean =>
    inside(start, relist.start, 2_000) &&
    (relist.listed === undefined || (listed !== null && inside(listed, relist.listed, 5_000))) &&
    (relist.end === undefined || (end !== null && inside(end, relist.end, 10_000)));
  for (const relist of history.relists) {
    if (relist.scope === 'all' && !truth.relists.some((real) => holds(relist, real)))
      found.push(`relist at ${relist.start.max} is nowhere true`);
  }
  return found;
}

const isSkip = (line: string): boolean => /kipping pod synchronization/.test(line);

describe.each(runs)('$name', ({ lines, truth }) => {
  const whole = historyOf(lines);

  it('is bounded truly, and every unhealthy stretch of more than 20 s is found', () => {
    expect(lies(whole, truth)).toEqual([]);
    for (const [from, to] of truth.windows) {
      if (to - from < 20_000_000) continue;
      expect(
        whole.episodes.some(
          (episode) => episode.begin.min <= to && (episode.end === undefined || episode.end.max >= from),
        ),
      ).toBe(true);
    }
    expect(whole.warnings).toEqual([]);
  });

  it('is bounded truly without some or all of the lines that are not skips', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 31 - 2 }), fc.constantFrom(0.1, 0.5, 0.9, 1), (start, share) => {
        let state = start;
        const chance = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
        const left = lines.filter((line) => isSkip(line) || chance() > share);
        expect(lies(historyOf(left), truth)).toEqual([]);
      }),
      { numRuns: 16, seed: 42 },
    );
  });

  it('claims nothing beyond its end when it is cut, and says so', () => {
    fc.assert(
      fc.property(fc.integer({ min: 10, max: lines.length }), (count) => {
        const cut = historyOf(lines.slice(0, count));
        expect(lies(cut, truth)).toEqual([]);
        const last = cut.span?.to ?? 0;
        for (const episode of cut.episodes)
          if (episode.end !== undefined) expect(episode.end.max).toBeLessThanOrEqual(last);
      }),
      { numRuns: 15, seed: 7 },
    );
  });

  it('is the same appended in two parts, with a snapshot between', () => {
    const messages = createMessageReader();
    const inference = createInference();
    const reader = createSourceReader(
      0,
      'kubelet.log',
      { year: 2026 },
      { record: (record) => inference.append(record, messages.facts(record)), warning: () => undefined },
    );
    const half = Math.floor(lines.length / 2);
    reader.push(new TextEncoder().encode(`${lines.slice(0, half).join('\n')}\n`));
    reader.end();
    inference.history([reader.summary()]);
    reader.push(new TextEncoder().encode(`${lines.slice(half).join('\n')}\n`));
    reader.end();
    expect(inference.history([reader.summary()]).episodes).toEqual(whole.episodes);
  });
});
