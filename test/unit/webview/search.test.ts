import { describe, expect, it } from 'vitest';
import { type SearchResult, searchSummary } from '../../../webview/search/search.ts';

const found = (count: number): SearchResult => ({ hits: new Uint8Array(), found: new Uint32Array(count), lit: [] });

describe('searchSummary', () => {
  it('says in words what was found, or why nothing can be', () => {
    expect(searchSummary({}, 1_000_000)).toBe('The search is empty: all 1,000,000 marks are shown');
    expect(searchSummary({ result: found(0) }, 63)).toBe('No marks match');
    expect(searchSummary({ result: found(12_345) }, 1_000_000)).toBe('12,345 of 1,000,000 marks match');
    expect(searchSummary({ result: found(1) }, 1)).toBe('1 of 1 mark matches');
    expect(
      searchSummary({ error: { at: 0, length: 4, message: 'eror is not a severity' }, result: found(3) }, 63),
    ).toBe('eror is not a severity');
  });
});
