/**
 * Browser tests run in lanes side by side, so that a lane computes while another waits for its window. Each lane has what must not be shared: a browser
 * (its clipboard and its focus), a VS Code server (its user settings), and a folder for temporary files (tests look there for what was left behind).
 */
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder for temporary files per lane. */
    temporaryFolders: readonly string[];
  }
}

/** How many lanes a project of tests has. */
export function laneCount(project: TestProject): number {
  const { maxWorkers } = project.config;
  return typeof maxWorkers === 'number' ? maxWorkers : 1;
}

/** Does the same for each lane of a project, side by side. */
export function forEachLane<T>(project: TestProject, work: (lane: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: laneCount(project) }, (_, lane) => work(lane)));
}

/** What the lane of this test has of what was provided for each; in a test only. */
export function ofThisLane<T>(each: readonly T[]): T {
  const own = each[Number(process.env['VITEST_POOL_ID'] ?? 1) - 1];
  if (own === undefined) throw new Error(`no lane ${process.env['VITEST_POOL_ID']}: there are ${each.length}`);
  return own;
}

/** Makes the folders, and removes them. Called by vitest, before what else a run starts. */
export function setup(project: TestProject): () => Promise<void> {
  const folders = Array.from({ length: laneCount(project) }, () => mkdtempSync(join(tmpdir(), 'kt-'))); // short: sockets lie below
  project.provide('temporaryFolders', folders);
  return async () => {
    for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
}
