import { afterEach, describe, expect, it, vi } from 'vitest';
import { KeptFacts } from '../../../src/inference/store/keptFacts.ts';
import { PlainRows } from '../../../src/journal/batch/plainLine.ts';
import { atLeast, isTimeLeft, rounds } from '../../support/effort.ts';
import { readsTheSame } from './mutatedSearch.ts';

describe('messages that come again with one value changed', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('say the same in runs as by records', () => {
    const read = vi.spyOn(PlainRows.prototype, 'read');
    const again = vi.spyOn(KeptFacts.prototype, 'addRepeat');
    for (let seed = 1; seed <= rounds(50, 5) && isTimeLeft(); seed += 1) {
      const { same, given } = readsTheSame(seed, { messages: 12, lines: 2300, pods: seed % 3 === 0 ? 20_000 : 0 });
      expect(same, `seed ${seed}, ${given}`).toBe(true);
    }
    expect(read.mock.calls.length).toBeGreaterThan(atLeast(15_000));
    expect(again.mock.calls.length).toBeGreaterThan(atLeast(3400));
  });
});
