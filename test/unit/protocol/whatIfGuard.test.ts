import { describe, expect, it } from 'vitest';
import { isHostToPage, isPageToHost } from '../../../src/protocol/protocol.ts';
import { whatIfAnswer } from '../../../src/whatIf/outputs/whatIfAnswer.ts';
import { HUNG_LISTS, incident } from '../whatIf/incidents.ts';

const answer = whatIfAnswer(incident(HUNG_LISTS), [['hangLasts', '1m']]);

describe('the messages of the what-if', () => {
  it('lets in what the product answers, and why it does not', () => {
    expect(isHostToPage({ type: 'whatIf', answer })).toBe(true);
    expect(isHostToPage({ type: 'whatIf', answer: { why: 'no', name: 'pods' } })).toBe(true);
    expect(isHostToPage({ type: 'whatIfProgress', share: 0.5 })).toBe(true);
  });

  it('rejects an answer that lacks any one of its parts, and shares that are none', () => {
    if (!('document' in answer)) throw new Error('no document');
    const { document } = answer;
    for (const name of Object.keys(document)) {
      const { [name as keyof typeof document]: _, ...rest } = document;
      expect([name, isHostToPage({ type: 'whatIf', answer: { document: rest } })]).toEqual([name, false]);
    }
    expect(
      isHostToPage({ type: 'whatIf', answer: { document: { ...document, times: document.times.slice(1) } } }),
    ).toBe(false);
    expect(isHostToPage({ type: 'whatIf', answer: { why: 'no', name: 'nodes' } })).toBe(false);
    expect(isHostToPage({ type: 'whatIfProgress', share: 2 })).toBe(false);
  });

  it('lets out what the form may ask, and nothing else', () => {
    expect(isPageToHost({ type: 'whatIfRequest', changes: [['pods', '110']] })).toBe(true);
    expect(isPageToHost({ type: 'whatIfRequest', changes: [] })).toBe(true);
    expect(isPageToHost({ type: 'whatIfCancel' })).toBe(true);
    expect(isPageToHost({ type: 'whatIfRequest', changes: [['nodes', '1']] })).toBe(false);
    expect(isPageToHost({ type: 'whatIfRequest', changes: [['pods', 'x'.repeat(101)]] })).toBe(false);
    expect(isPageToHost({ type: 'whatIfRequest', changes: Array.from({ length: 10 }, () => ['pods', '1']) })).toBe(
      false,
    );
    expect(isPageToHost({ type: 'whatIfRequest' })).toBe(false);
  });
});
