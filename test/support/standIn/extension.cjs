// An extension of somebody else in the same extension host, for tests: empty at its start, as a measure of what a start costs; owns a language for logs; tells what of ours is loaded and
// what memory many logs leave behind. Answers come by the clipboard.
const { statSync } = require('node:fs');
const { basename, join } = require('node:path');
const vscode = require('vscode');

exports.activate = (context) => {
  context.subscriptions.push(
    vscode.commands.registerCommand('standIn.loaded', () => vscode.env.clipboard.writeText(JSON.stringify(loaded()))),
    vscode.commands.registerCommand('standIn.openMany', async () =>
      vscode.env.clipboard.writeText(JSON.stringify(await openMany(Number(process.env.STAND_IN_OPENS ?? 10)))),
    ),
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

/** Opens, edits and closes a log so many times, after as many as it takes until all code is there. Bytes. */
async function openMany(count) {
  const file = vscode.Uri.file(join(vscode.workspace.workspaceFolders[0].uri.fsPath, 'kubelet-many.log'));
  const round = async () => {
    const editor = await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(file));
    await vscode.commands.executeCommand('vscode.executeDocumentSymbolProvider', file);
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), '\n'));
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  };
  for (let at = 0; at < 4; at += 1) await round();
  const before = await heap();
  for (let at = 0; at < count; at += 1) await round();
  return { count, before, after: await heap() };
}

async function heap() {
  await new Promise((resolve) => setTimeout(resolve, 1500)); // documents are let go of a little later
  require('node:v8').setFlagsFromString('--expose-gc');
  const collect = require('node:vm').runInNewContext('gc');
  collect();
  collect();
  const { heapUsed, external, rss } = process.memoryUsage();
  const workers = process.getActiveResourcesInfo().filter((name) => name === 'MessagePort' || name === 'Worker').length;
  return { heapUsed, external, rss, workers };
}
