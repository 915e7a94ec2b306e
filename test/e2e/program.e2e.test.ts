import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../support/shared.ts';
import { sampleLog } from '../support/workbench.ts';
import { nodeForPlatform } from '../../tools/vscode-host/platform.mjs';

/** Runs the built command line with a Node. */
function analyze(node: string): { readonly status: number | null; readonly stdout: string; readonly stderr: string } {
  return spawnSync(node, [join(projectRoot, 'dist/cli.js'), 'analyze', sampleLog], { encoding: 'utf8' });
}

it('says the same with the Node at hand and with that of VS Code, and nothing on the error output', () => {
  const own = analyze(process.execPath);
  expect(own).toMatchObject({ status: 0, stderr: '' });
  expect(own.stdout).toContain('PLEG');
  const host = analyze(nodeForPlatform());
  expect(host).toMatchObject({ status: 0, stderr: '' });
  expect(host.stdout).toBe(own.stdout);
  // The second run starts with the code that the first one kept.
  expect(analyze(nodeForPlatform())).toMatchObject({ status: 0, stderr: '', stdout: own.stdout });
});
