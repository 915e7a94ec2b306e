// An extension of somebody else in the same extension host, for tests: empty at its start, as a measure of what a start costs; owns a language for logs; tells what of ours is loaded and
// what memory many logs leave behind. Answers are texts.
const { statSync } = require('node:fs');
const { basename, join } = require('node:path');
const { monitorEventLoopDelay } = require('node:perf_hooks');
const vscode = require('vscode');

exports.activate = (context) => {
  context.subscriptions.push(
    vscode.commands.registerCommand('standIn.loaded', () => JSON.stringify(loaded())),
    vscode.commands.registerCommand('standIn.workers', () => String(workers())),
    vscode.commands.registerCommand('standIn.process', () => String(process.pid)),
    vscode.commands.registerCommand('standIn.readNode', async () => {
      for (const what of ['readNodeJournal', 'readClusterNode'])
        await vscode.commands.executeCommand(`kubeletTimeline.${what}`);
      return 'asked';
    }),
    vscode.commands.registerCommand('standIn.watch', watch),
    vscode.commands.registerCommand('standIn.longest', () => JSON.stringify(longest())),
    ...[
      ['standIn.openMany', 10],
      ['standIn.openVeryMany', 200],
    ].map(([id, count]) => vscode.commands.registerCommand(id, async () => JSON.stringify(await openMany(count)))),
  );
};

/** Files of Kubelet Timeline that are loaded, with their sizes. */
function loaded() {
  const folder = vscode.extensions.getExtension('kubelet-timeline.kubelet-timeline').extensionPath;
  return Object.fromEntries(
    Object.keys(require.cache)
      .filter((file) => file.startsWith(folder))
      .map((file) => [basename(file), statSync(file).size]),
  );
}

/** Opens, edits and closes a log so many times, after as many as it takes until all code is there; the memory before, now and then between, and after it. Bytes. */
async function openMany(count) {
  const file = vscode.Uri.file(join(vscode.workspace.workspaceFolders[0].uri.fsPath, 'kubelet-many.log'));
  const analysed = () => vscode.commands.executeCommand('vscode.executeDocumentSymbolProvider', file);
  const round = async () => {
    const editor = await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(file));
    await analysed();
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), '\n'));
    await vscode.commands.executeCommand('vscode.executeHoverProvider', file, new vscode.Position(100, 60));
    await analysed(); // anew, after the edit
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  };
  for (let at = 0; at < 12; at += 1) await round();
  const heaps = [await heap()];
  for (let at = 1; at <= count; at += 1) {
    await round();
    if (at === count || (count > 50 && at % 50 === 0)) heaps.push(await heap());
  }
  return { count, heaps };
}

async function heap() {
  await new Promise((resolve) => setTimeout(resolve, 1500)); // documents are let go of a little later
  require('node:v8').setFlagsFromString('--expose-gc');
  const collect = require('node:vm').runInNewContext('gc');
  collect();
  collect();
  const { heapUsed, external, rss } = process.memoryUsage();
  return { heapUsed, external, rss, workers: workers() };
}

let delays;

/** From now on it is seen how long the extension host does nothing else but one thing. */
function watch() {
  delays?.disable();
  delays = monitorEventLoopDelay({ resolution: 5 });
  delays.enable();
}

/** The longest that it was kept from everything else since then, and the 99th percentile; milliseconds. */
function longest() {
  delays.disable();
  return { longest: delays.max / 1e6, often: delays.percentile(99) / 1e6 };
}

/** Threads that the extension host has started and that run: each has a port. */
function workers() {
  return process.getActiveResourcesInfo().filter((name) => name === 'MessagePort' || name === 'Worker').length;
}
