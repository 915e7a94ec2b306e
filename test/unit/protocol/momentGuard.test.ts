import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAnalysisSession } from '../../../src/analysis/session.ts';
import { instant } from '../../../src/kubelet/time.ts';
import { isHostToPage, isPageToHost } from '../../../src/protocol/protocol.ts';
import { createMoments } from '../../../src/timeline/moment/buildMoment.ts';
import { projectRoot } from '../../support/shared.ts';

const session = createAnalysisSession();
session.open('test.log', { year: 2026 });
session.push(readFileSync(join(projectRoot, 'test/fixtures/runs/v1.36.2-b-hang/kubelet.journal.short.log')));
session.end();
const result = session.result();
if (!result.ok) throw new Error(result.problem.kind);
const document = createMoments(result.analysis.reconstruction).at(instant(Date.UTC(2026, 10, 21, 0, 33, 54) * 1000));

describe('a request for a moment', () => {
  it('names a time, and a process if it likes', () => {
    expect(isPageToHost({ type: 'momentRequest', time: 1.5e15 })).toBe(true);
    expect(isPageToHost({ type: 'momentRequest', time: 1.5e15, process: 'process-1' })).toBe(true);
  });

  it('is refused without a time that is a number, or with an endless name', () => {
    for (const time of [undefined, null, '0', Number.NaN, Number.POSITIVE_INFINITY])
      expect(isPageToHost({ type: 'momentRequest', time })).toBe(false);
    expect(isPageToHost({ type: 'momentRequest', time: 0, process: 7 })).toBe(false);
    expect(isPageToHost({ type: 'momentRequest', time: 0, process: 'x'.repeat(1000) })).toBe(false);
  });
});

describe('a moment', () => {
  it('is let through as it was built, also after JSON', () => {
    expect(isHostToPage({ type: 'moment', document })).toBe(true);
    expect(isHostToPage({ type: 'moment', document: JSON.parse(JSON.stringify(document)) as unknown })).toBe(true);
  });

  it('is refused when it lacks one of its parts', () => {
    const optional = new Set(['callPath', 'previousChange', 'nextChange']);
    for (const name of Object.keys(document ?? {})) {
      const { [name]: _, ...rest } = document as unknown as Record<string, unknown>;
      expect([name, isHostToPage({ type: 'moment', document: rest })]).toEqual([name, optional.has(name)]);
    }
  });

  it('is refused when a name is none of ours', () => {
    expect(
      isHostToPage({ type: 'moment', document: { ...document, loop: { state: 'dancing', known: 'likely' } } }),
    ).toBe(false);
    expect(isHostToPage({ type: 'moment', document: { ...document, reasonsKnown: 'surely' } })).toBe(false);
    expect(
      isHostToPage({ type: 'moment', document: { ...document, channel: { ...document?.channel, count: -1 } } }),
    ).toBe(false);
  });

  it('of any other shape is refused without an exception', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(isHostToPage({ type: 'moment', document: value })).toBe(false);
      }),
    );
  });
});
