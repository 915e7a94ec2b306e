/** Typing in a large log: what the extension host is kept from meanwhile, beside the same text of which we know nothing. */
import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { projectRoot } from './shared.ts';
import { useWorkbench } from './useWorkbench.ts';

interface Blocks {
  readonly longest: number;
  readonly often: number;
}

/** Milliseconds that the extension host is kept from its work where nothing goes on. */
const RESTS = 30;

/**
 * The test.
 * @param size of the log, as `generate-log.mjs` takes it: above 20 MB, from where on VS Code does without much for itself
 */
export function testTypingIn(size: string): void {
  const text = execFileSync(process.execPath, ['test/bench/generate-log.mjs', size, '7', '--format=short'], {
    cwd: projectRoot,
    maxBuffer: 1 << 28,
  });
  const workbench = useWorkbench({
    ownWindow: true,
    files: { 'kubelet-large.log': { text }, 'large.txt': { text }, 'notes.md': { text: '# Notes\n' } },
    open: 'notes.md',
    settings: {
      'workbench.editorLargeFileConfirmation': 1024,
      'kubeletTimeline.detectByContent': false,
      'files.hotExit': 'off',
    },
  });

  /** Waits until the extension host does nothing that takes long any more, if that comes soon: on a busy machine it may not. */
  async function rests(): Promise<void> {
    for (let second = 0; second < 8; second += 1) {
      await workbench().runCommand('Stand-In: Watch');
      await workbench().page.waitForTimeout(1000);
      if ((JSON.parse(await workbench().ask('Longest Block')) as Blocks).longest < RESTS) return;
    }
  }

  /** What is typed in three goes, so that a pause lets the text be read between them. */
  async function typed(file: string): Promise<Blocks> {
    await workbench().openFile(file);
    if (file.endsWith('.log')) await workbench().headline().waitFor(); // read
    await rests();
    await workbench().goToLineHere(1);
    await workbench().runCommand('Stand-In: Watch');
    for (let go = 0; go < 3; go += 1) {
      await workbench().page.keyboard.type('# seen\n', { delay: 120 });
      await workbench().page.waitForTimeout(2500);
    }
    const blocks = JSON.parse(await workbench().ask('Longest Block')) as Blocks;
    await workbench().closeAll();
    return blocks;
  }

  it('never keeps the extension host from its work for long', async () => {
    const plain = await typed('large.txt');
    const own = await typed('kubelet-large.log');
    console.log(
      `longest block while typing in ${size}: ${own.longest.toFixed(0)} ms, as plain text ${plain.longest.toFixed(0)} ms`,
    );
    expect(own.longest).toBeLessThan(Math.max(100, 2 * plain.longest));
  });
}
