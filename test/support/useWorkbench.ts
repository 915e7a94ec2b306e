import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { giveBack, takeWindow } from './keptWindow.ts';
import type { Workbench, WorkbenchOptions } from './workbench.ts';

/**
 * One window for all tests of a file (or of a describe block): taken before them, given back after them, and
 * photographed into `out/e2e/` when one fails. It has served other files before, unless `ownWindow` says otherwise.
 * @returns a function that gives the window, inside tests
 */
export function useWorkbench(options: WorkbenchOptions = {}): () => Workbench {
  let workbench: Workbench | undefined;
  let hasFailed = false;
  beforeAll(async () => {
    workbench = await takeWindow(options);
  });
  beforeEach((test) => {
    // Tests of a file share its window: after a failure it stands as nobody knows, and npm test tries the file again as a whole.
    if (hasFailed && process.env['KUBELET_TIMELINE_WHOLE_FILES'] === '1')
      test.skip('an earlier test of this file failed');
  });
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return;
    hasFailed = true;
    await workbench?.screenshot(`failed-${task.name}`);
  });
  afterAll(async () => {
    if (workbench !== undefined) await giveBack(workbench, options, hasFailed);
    workbench = undefined;
  });
  return () => {
    if (!workbench) throw new Error('the window is open inside tests only');
    return workbench;
  };
}
