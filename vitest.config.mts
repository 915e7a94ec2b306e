import { defineConfig } from 'vitest/config';

// The same clock and the same language everywhere, however vitest is called. Test processes inherit it.
process.env['TZ'] = 'UTC';
process.env['LC_ALL'] = 'C';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.ts'],
          pool: 'forks',
          isolate: false, // the rooms keep no state in modules: loading them anew for each of a hundred files took half of the time
        },
      },
      {
        // The same code on a machine in another zone, with a half hour in it.
        test: {
          name: 'zone',
          include: ['test/unit/**/*.zone.test.ts'],
          pool: 'forks',
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
          include: ['test/e2e/**/*.e2e.test.ts', 'test/webview/**/*.e2e.test.ts'],
          pool: 'forks',
          maxWorkers: 1,
          isolate: false,
          fileParallelism: false,
          globalSetup: ['test/support/e2eSetup.ts'],
          testTimeout: 90_000,
          hookTimeout: 120_000,
          retry: 1, // VS Code, a browser and their page share two cores: npm test names every test that took a second try
          expect: { poll: { timeout: 30_000, interval: 100 } },
        },
      },
      {
        test: {
          name: 'screenshots',
          include: ['test/screenshots/**/*.screens.ts'],
          pool: 'forks',
          maxWorkers: 1,
          isolate: false,
          fileParallelism: false,
          globalSetup: ['test/support/e2eSetup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 30_000, interval: 100 } },
        },
      },
    ],
  },
});
