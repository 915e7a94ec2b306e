/**
 * The log of a node, fetched by programs that VS Code starts when somebody asks: `journalctl` on a folder of journals (the real one, where it is), the real `kubectl` against a server that answers
 * as an API server does, and an `oc` that answers as its documentation says.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { sampleLog, vsixFile } from '../../scripts/lib/project.mjs';
import { startServer, type Server } from '../../tools/vscode-host/server.mjs';
import { type ApiServer, startApiServer } from '../support/apiServer.ts';
import { hasRealJournal, writeRealJournal } from '../support/realJournal.ts';
import { ENVIRONMENT, SETTINGS } from '../support/serverSetup.ts';
import { projectRoot } from '../support/shared.ts';
import { Workbench } from '../support/workbench.ts';

const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;
const sample = readFileSync(sampleLog, 'utf8');
/** Lines of another unit, which are not asked for. */
const others = sample.replaceAll(/ kubelet\[\d+\]: .*$/gm, ' containerd[700]: level=info msg="a line of another unit"');
let folder: string;
let cluster: ApiServer;
let server: Server;
let workbench: Workbench;

/** A program that notes its arguments, each on a line, and goes on with `answer`. */
function program(name: string, answer: string): void {
  writeFileSync(join(folder, name), `#!/bin/sh\nprintf '%s\\n' "$@" > ${join(folder, name)}.args\n${answer}\n`);
  chmodSync(join(folder, name), 0o755);
}
const argsOf = (name: string): readonly string[] =>
  readFileSync(join(folder, `${name}.args`), 'utf8')
    .trimEnd()
    .split('\n');

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'node-logs-'));
  cluster = await startApiServer({ node: 'worker-2', query: readFileSync(sampleLog) });
  cluster.kubeconfig(join(folder, 'config'));
  mkdirSync(join(folder, 'journal'));
  if (hasRealJournal) {
    // Of a year in which none of the last hours lies.
    writeRealJournal(join(folder, 'journal/system.journal'), `${others}${sample}`, {
      begin: Date.UTC(2020, 10, 21, 0, 27, 32) * 1000,
    });
    program('journalctl', `exec /usr/bin/journalctl --directory=${folder}/journal "$@"`);
  } else
    program(
      'journalctl',
      `case "$*" in *--since*) echo '-- No entries --';; *) grep ' kubelet\\[' ${sampleLog};; esac`,
    );
  server = await startServer({
    vsix: [vsixFile],
    settings: SETTINGS,
    env: {
      ...ENVIRONMENT, // the path of a login shell would be another
      KUBECONFIG: join(folder, 'config'),
      PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}`,
    },
    log: join(projectRoot, 'out/e2e/node-logs-server.log'),
  });
  workbench = await Workbench.open({ files: { 'notes.md': { text: '# Notes\n' } }, open: 'notes.md', server });
});
beforeEach(async () => {
  rmSync(join(folder, 'oc'), { force: true });
  await workbench.closeAll();
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await workbench.screenshot(`failed-node-logs-${task.name}`);
});
afterAll(async () => {
  await workbench.close();
  await server.stop();
  await cluster.close();
  rmSync(folder, { recursive: true });
});

const shows = (text: string): Promise<void> => workbench.timeline().getByText(text, { exact: false }).first().waitFor();
const JOURNAL = ['--output=short-iso-precise', '--no-pager', '--unit=kubelet'];

it('reads the journal of the machine: the lines of the unit alone', async () => {
  await workbench.runCommand('Kubelet: Read Node Journal…');
  for (const choice of ['kubelet', 'All that there is']) await workbench.pickFromList(choice);
  await shows('PLEG was unhealthy');
  const count = sample.split('\n').filter((line) => / kubelet\[\d+\]: /.test(line)).length;
  await shows(`${count} lines`);
  expect(await workbench.timeline().locator('.toolbar-node').innerText()).toBe('worker-2');
  expect(argsOf('journalctl')).toEqual(JOURNAL);
  await workbench.screenshot('node-journal');
});

it('says what to do where the unit wrote nothing in that time', async () => {
  await workbench.runCommand('Kubelet: Read Node Journal…');
  for (const choice of ['kubelet', 'The last 2 hours']) await workbench.pickFromList(choice);
  await workbench.timeline().locator('main.status [role=alert]').getByText('the unit may have another name').waitFor();
  expect(argsOf('journalctl')).toEqual([...JOURNAL, '--since=-2h']);
  await workbench.screenshot('node-journal-empty');
});

it.skipIf(!hasKubectl)('reads the log of a node of a cluster: which cluster, which node, from when on', async () => {
  await workbench.runCommand('Kubelet: Read Log of Cluster Node…');
  for (const choice of ['test', 'worker-2', 'All that there is']) await workbench.pickFromList(choice);
  await shows('PLEG was unhealthy');
  expect(cluster.asked.at(-1)).toBe('GET /api/v1/nodes/worker-2/proxy/logs/?query=kubelet');
});

it('asks oc first, where it is', async () => {
  program(
    'oc',
    `case "$*" in *get-contexts*) echo test;; *'get nodes'*) echo node/worker-2;; *) cat ${sampleLog};; esac`,
  );
  await workbench.runCommand('Kubelet: Read Log of Cluster Node…');
  for (const choice of ['test', 'worker-2', 'The last 2 hours']) await workbench.pickFromList(choice);
  await shows('PLEG was unhealthy');
  expect(argsOf('oc').slice(0, -1)).toEqual(['--context=test', 'adm', 'node-logs', 'worker-2', '--unit=kubelet']);
  expect(argsOf('oc').at(-1)).toMatch(/^--since=-72\d\ds$/);
});
