import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongFirst, ProductsFirst } from './test/support/longFirst.mts';

// The same clock and the same language everywhere, however vitest is called. Test processes inherit it.
process.env['TZ'] = 'UTC';
process.env['LC_ALL'] = 'C';

/** Vitest's own choice is one less than cores: half of a machine with two. Nothing else runs beside unit tests. */
const UNIT_WORKERS = Math.max(1, Math.min(4, availableParallelism()));

/** Tests wait for timers and files of the real world; on a busy machine those are late. */
const PATIENCE = { testTimeout: 30_000, expect: { poll: { timeout: 20_000, interval: 20 } } } as const;

/** A file waits for its window and its pictures half of the time: two lanes, each with a browser of its own (test/support/lanes.ts). More would come too late to what they wait for. */
const LANES = Math.min(2, availableParallelism());

/** What measures how long others are kept from their work, and what builds the extension, which the others read: only in depth (scripts/test.mjs). */
const ALONE = ['test/e2e/typing.e2e.test.ts', 'test/e2e/start.e2e.test.ts'];

const IN_A_BROWSER = {
  pool: 'forks' as const,
  maxWorkers: LANES,
  isolate: false,
  setupFiles: ['test/support/laneFiles.ts'],
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000, interval: 100 } },
};

const ORDER = { sequencer: process.env['KUBELET_TIMELINE_TESTS'] === 'long' ? ProductsFirst : LongFirst };

export default defineConfig({
  test: {
    sequence: ORDER,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.ts'],
          exclude: ['test/unit/**/*.slow.test.ts'],
          pool: 'forks',
          maxWorkers: UNIT_WORKERS,
          ...PATIENCE,
          isolate: false, // the rooms keep no state in modules: loading them anew for each of a hundred files took half of the time
        },
      },
      {
        // What takes seconds a file: random searches, every log that we have, programs started a hundred times. Not in npm run check.
        test: {
          name: 'slow',
          include: ['test/unit/**/*.slow.test.ts'],
          pool: 'forks',
          maxWorkers: UNIT_WORKERS,
          setupFiles: ['test/support/timeBox.ts'],
          ...PATIENCE,
          testTimeout: process.env['KUBELET_TIMELINE_TESTS'] === 'long' ? 600_000 : 120_000,
          isolate: false,
        },
      },
      {
        // The same code on a machine in another zone, with a half hour in it.
        test: {
          name: 'zone',
          include: ['test/unit/**/*.zone.test.ts'],
          pool: 'forks',
          maxWorkers: UNIT_WORKERS,
          env: { TZ: 'Asia/Kolkata' },
        },
      },
      {
        // Attacks that take minutes: npm run test:long.
        test: {
          name: 'long',
          include: ['test/long/**/*.long.test.ts'],
          pool: 'forks',
          testTimeout: 600_000,
        },
      },
      {
        // The packaged extension in a real VS Code: a lane has one server and one browser for all of its files.
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.e2e.test.ts'],
          exclude: ALONE,
          globalSetup: ['test/support/lanes.ts', 'test/support/browserSetup.ts', 'test/support/serverSetup.ts'],
          ...IN_A_BROWSER,
        },
      },
      {
        // When the others are done, one after the other.
        test: {
          name: 'alone',
          include: ALONE,
          globalSetup: ['test/support/lanes.ts', 'test/support/browserSetup.ts', 'test/support/serverSetup.ts'],
          ...IN_A_BROWSER,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
      {
        // The same for what takes minutes there: npm run test:long.
        test: {
          name: 'long-editor',
          include: ['test/long/**/*.editor.test.ts'],
          globalSetup: ['test/support/lanes.ts', 'test/support/browserSetup.ts', 'test/support/serverSetup.ts'],
          ...IN_A_BROWSER,
          maxWorkers: 1,
        },
      },
      {
        // The page by itself in a real browser.
        test: {
          name: 'page',
          include: ['test/webview/**/*.e2e.test.ts'],
          globalSetup: ['test/support/lanes.ts', 'test/support/browserSetup.ts', 'test/support/harnessSetup.ts'],
          ...IN_A_BROWSER,
          setupFiles: [...IN_A_BROWSER.setupFiles, 'test/support/timeBox.ts'],
        },
      },
      {
        test: {
          name: 'screenshots',
          include: ['test/screenshots/**/*.screens.ts'],
          globalSetup: ['test/support/lanes.ts', 'test/support/browserSetup.ts', 'test/support/serverSetup.ts'],
          ...IN_A_BROWSER,
          maxWorkers: 1,
        },
      },
    ],
  },
});
