/** Where something on a page has come to rest. */
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';

/** Its left edge in pixels, once it has not moved between two looks; waits for that as long as a poll may. */
export async function restingX(moving: Locator): Promise<number> {
  let last = Number.NaN;
  await expect
    .poll(
      async () => {
        const before = last;
        last = (await moving.boundingBox())?.x ?? Number.NaN;
        return last === before;
      },
      { interval: 250 },
    )
    .toBe(true);
  return last;
}
