import type { TestProject } from 'vitest/node';
import { serveHarness } from '../webview-harness/serve.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the page without VS Code is served. */
    harnessUrl: string;
  }
}

/** Builds and serves the harness once for a run. Called by vitest. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, close } = await serveHarness();
  project.provide('harnessUrl', url);
  return async () => void (await close());
}
