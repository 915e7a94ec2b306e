import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// The same clock and the same language everywhere, however vitest is called. Test processes inherit it.
process.env['TZ'] = 'UTC';
process.env['LC_ALL'] = 'C';

/** Vitest's own choice is one less than cores: half of a machine with two. Nothing else runs beside unit tests. */
const UNIT_WORKERS = Math.max(1, Math.min(4, availableParallelism()));

/** Tests wait for timers and files of the real world; on a busy machine those are late. */
const PATIENCE = { testTimeout: 30_000, expect: { poll: { timeout: 20_000, interval: 20 } } } as const;

/** One browser for a run, one file after the other: a file waits for pictures, and two of them would wait for each other. */
const IN_A_BROWSER = {
  pool: 'forks',
  maxWorkers: 1,
  isolate: false,
  fileParallelism: false,
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000, interval: 100 } },
} as const;

export default defineConfig({
  test: {
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
          ...PATIENCE,
          testTimeout: 120_000,
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
        // The packaged extension in a real VS Code: one server, one browser, one file after the other.
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.e2e.test.ts'],
          globalSetup: ['test/support/browserSetup.ts', 'test/support/serverSetup.ts'],
          ...IN_A_BROWSER,
        },
      },
      {
        // The same for what takes minutes there: npm run test:long.
        test: {
          name: 'long-editor',
          include: ['test/long/**/*.editor.test.ts'],
          globalSetup: ['test/support/browserSetup.ts', 'test/support/serverSetup.ts'],
          ...IN_A_BROWSER,
        },
      },
      {
        // The page by itself in a real browser.
        test: {
          name: 'page',
          include: ['test/webview/**/*.e2e.test.ts'],
          globalSetup: ['test/support/browserSetup.ts'],
          ...IN_A_BROWSER,
        },
      },
      {
        test: {
          name: 'screenshots',
          include: ['test/screenshots/**/*.screens.ts'],
          globalSetup: ['test/support/browserSetup.ts', 'test/support/serverSetup.ts'],
          ...IN_A_BROWSER,
        },
      },
    ],
  },
});
