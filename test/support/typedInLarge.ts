/** Typing in a large log: what the extension host is kept from meanwhile, beside the same text of which we know nothing. */
import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { projectRoot } from './shared.ts';
import { useWorkbench } from './useWorkbench.ts';

interface Blocks {
  readonly longest: number;
  readonly often: number;
}

/** How often something is typed in each text, and how often at most that is done anew. */
const GOES = 3;
const TURNS = 6;
/** Milliseconds of a block that nobody notices. */
const UNNOTICED = 100;

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

  /** The longest block of each go; between two, a pause lets the text be read. */
  async function typed(file: string): Promise<readonly number[]> {
    await workbench().openFile(file);
    if (file.endsWith('.log')) await workbench().headline().waitFor(); // read
    await rests();
    await workbench().goToLineHere(1);
    const longest: number[] = [];
    for (let go = 0; go < GOES; go += 1) {
      await workbench().runCommand('Stand-In: Watch');
      await workbench().page.keyboard.type('# seen\n', { delay: 120 });
      await workbench().page.waitForTimeout(2500);
      longest.push((JSON.parse(await workbench().ask('Longest Block')) as Blocks).longest);
    }
    await workbench().closeAll();
    return longest;
  }

  it('never keeps the extension host from its work for long', async () => {
    // Whatever else the machine does only lengthens a block, of either text: what we do to each go shows in the shortest, too.
    const [plain, own]: [number[], number[]] = [[], []];
    const most = (): number => Math.max(UNNOTICED, 2 * Math.min(...plain));
    for (let turn = 0; turn === 0 || (turn < TURNS && Math.min(...own) >= most()); turn += 1) {
      plain.push(...(await typed('large.txt')));
      own.push(...(await typed('kubelet-large.log')));
    }
    const said = (blocks: readonly number[]): string => blocks.map((block) => block.toFixed(0)).join(', ');
    console.log(`longest blocks while typing in ${size}: ${said(own)} ms, as plain text ${said(plain)} ms`);
    expect(Math.min(...own)).toBeLessThan(most());
  }, 600_000);
}
