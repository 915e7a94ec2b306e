import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { firstOf } from '../support/effort.ts';
import { vsixFile } from '../../scripts/lib/project.mjs';
import { startServer, type Server } from '../../tools/vscode-host/server.mjs';
import { tarOf, zipOf } from '../support/archives.ts';
import { ENVIRONMENT, SETTINGS } from '../support/serverSetup.ts';
import { projectRoot } from '../support/shared.ts';
import { loadForTheWeb, serveExtension, serveFolder, type ServedExtension } from '../support/webHost.ts';
import { sampleLog, Workbench } from '../support/workbench.ts';

const sample = readFileSync(sampleLog);
const NAME = basename(sampleLog);
const HEADLINE = 'PLEG was unhealthy for about 2m10s';

let server: Server;
let extension: ServedExtension;
let memory: ServedExtension;
let workbench: Workbench;
/** Where else than on this machine the window asked for something. */
const elsewhere: string[] = [];

beforeAll(async () => {
  extension = await serveExtension(vsixFile);
  memory = await serveFolder(join(projectRoot, 'test/support/memoryFiles'));
  server = await startServer({
    settings: SETTINGS,
    env: ENVIRONMENT,
    log: join(projectRoot, 'out/e2e/web-server.log'),
  });
  workbench = await Workbench.open({
    files: {
      [NAME]: sampleLog,
      'node-7.txt': { text: sample },
      'kubelet-packed.log.gz': { text: gzipSync(sample) },
      'node.tar.gz': { text: gzipSync(await tarOf({ 'var/log/kubelet.log': sample })) },
      'node.zip': { text: zipOf({ 'var/log/kubelet.log': sample }) },
    },
    open: NAME,
    server,
    prepare: async (page, address) => {
      page.on('request', (request) => {
        const { hostname, protocol } = new URL(request.url());
        if (protocol.startsWith('http') && !/^(?:127\.0\.0\.1|localhost|.*\.vscode-cdn\.net)$/.test(hostname))
          elsewhere.push(request.url());
      });
      await loadForTheWeb(page, address, extension, memory);
    },
  });
});

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await workbench.screenshot(`failed-web-${task.name}`);
});

afterAll(async () => {
  await workbench.close();
  await server.stop();
  extension.close();
  memory.close();
});

it('runs in a worker of the browser', async () => {
  await expect.poll(() => workbench.languageMode().innerText()).toBe('Kubelet Log');
  expect(await workbench.runningExtension('kubelet-timeline.kubelet-timeline')).toContain('web worker');
});

it('takes a plain text file for a kubelet log by its content', async () => {
  await workbench.openFile('node-7.txt');
  await expect.poll(() => workbench.languageMode().innerText()).toBe('Kubelet Log');
});

it('explains a line', async () => {
  await workbench.openFile(NAME);
  // A lens moves the lines as it comes: the first hover can be that of what lies there now.
  await expect.poll(() => workbench.hover('FLAG: --address', 'FLAG')).toContain('flag');
});

it('shows the timeline of a log', async () => {
  await workbench.openFile(NAME);
  await workbench.runCommand('Kubelet: Show Timeline');
  await workbench.timeline().getByText(HEADLINE).first().waitFor();
});

it.each(firstOf(['kubelet-packed.log.gz', 'node.tar.gz', 'node.zip'], 1))('reads %s', async (file) => {
  await workbench.runCommand('View: Close All Editors');
  await workbench.pickFromExplorerMenu(file, 'Show Kubelet Timeline');
  await workbench.timeline().getByText(HEADLINE).first().waitFor();
});

it('opens the sample incident', async () => {
  await workbench.runCommand('View: Close All Editors');
  await workbench.runCommand('Kubelet: Open Sample Incident');
  await workbench.timeline().getByText('PLEG was unhealthy').first().waitFor();
});

it('reads a log of a file system that lies on no disk', async () => {
  await workbench.runCommand('View: Close All Editors');
  await workbench.runCommand('Memory Files: Open the Log');
  await workbench.activeTab('kubelet-memory.log').waitFor();
  await expect.poll(() => workbench.languageMode().innerText()).toBe('Kubelet Log');
  // A lens moves the lines as it comes: the first hover can be that of what lies there now.
  await expect.poll(() => workbench.hover('FLAG: --address', 'FLAG')).toContain('flag');
  await workbench.runCommand('Kubelet: Show Timeline');
  await workbench.timeline().getByText(HEADLINE).first().waitFor();
});

it("reads a packed log of the user's disk, which VS Code calls a file there", async () => {
  await workbench.runCommand('View: Close All Editors');
  // The browser's dialog cannot be driven. VS Code keeps what it gave, and a file of the page's own folder does as well.
  await workbench.page.evaluate(
    async (bytes) => {
      const folder = await navigator.storage.getDirectory();
      const handle = await folder.getFileHandle('kubelet-mine.log.gz', { create: true });
      const file = await handle.createWritable();
      await file.write(new Uint8Array(bytes));
      await file.close();
      await new Promise<void>((resolve, reject) => {
        const asked = indexedDB.open('vscode-web-db');
        asked.addEventListener('error', () => reject(new Error('VS Code keeps no files here')));
        asked.addEventListener('success', () => {
          const kept = asked.result.transaction('vscode-filehandles-store', 'readwrite');
          kept.objectStore('vscode-filehandles-store').put(handle, '/kubelet-mine.log.gz');
          kept.addEventListener('complete', () => {
            asked.result.close();
            resolve();
          });
          kept.addEventListener('error', () => reject(new Error('VS Code did not keep the file')));
        });
      });
    },
    [...gzipSync(sample)],
  );
  await workbench.runCommand('Memory Files: Open a File of the Browser');
  await workbench.activeTab('kubelet-mine.log.gz').waitFor();
  await workbench.runCommand('Kubelet: Show Timeline');
  await workbench.timeline().getByText(HEADLINE).first().waitFor();
});

it('offers nothing that needs programs', async () => {
  for (const title of ['Kubelet: Read Node Journal…', 'Kubelet: Read Log of Cluster Node…'])
    expect(await workbench.isCommandOffered(title), title).toBe(false);
});

it('asked nothing of anybody else', () => {
  expect(elsewhere).toEqual([]);
});
