// Runs commands of a window for its test (driver.ts), which asks by a socket beside the workspace folder: at once, where the palette is not what is looked at.
const { createServer } = require('node:http');
const vscode = require('vscode');

exports.activate = (context) => {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  if (folder === undefined) return;
  const server = createServer(async (request, answer) => {
    let said;
    try {
      let text = '';
      for await (const part of request.setEncoding('utf8')) text += part;
      const { command, args } = JSON.parse(text);
      const value = await vscode.commands.executeCommand(command, ...args.map(withFiles));
      said = typeof value === 'string' ? { value } : {};
    } catch (error) {
      said = { error: String(error?.stack ?? error) };
    }
    answer.end(JSON.stringify(said));
  });
  // What the workspace itself says of settings.
  const workspaceSettings = (keys) =>
    JSON.stringify(
      Object.fromEntries(keys.map((key) => [key, vscode.workspace.getConfiguration().inspect(key)?.workspaceValue])),
    );
  context.subscriptions.push(vscode.commands.registerCommand('driver.workspaceSettings', workspaceSettings));
  context.subscriptions.push(vscode.commands.registerCommand('driver.deleteFiles', deleteFiles));
  context.subscriptions.push(vscode.commands.registerCommand('driver.goTo', goTo));
  context.subscriptions.push(vscode.commands.registerCommand('driver.state', () => JSON.stringify(state(folder))));
  server.listen(`${folder}-${process.pid}.sock`);
  context.subscriptions.push({ dispose: () => server.close() });
};

/** What stands for a file becomes its address. */
function withFiles(value) {
  return typeof value?.file === 'string' ? vscode.Uri.file(value.file) : value;
}

/** Puts the cursor of the active text editor there, 1-based, and scrolls to it as *Go to Line* does. Texts that extensions do not see have no such editor: false then. */
function goTo(line, column) {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return 'false';
  const at = new vscode.Position(line - 1, column - 1);
  editor.selection = new vscode.Selection(at, at);
  editor.revealRange(new vscode.Range(at, at), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  return 'true';
}

/** What an extension sees of its window; the paths are of the workspace folder. */
function state(folder) {
  const { activeTextEditor, tabGroups } = vscode.window;
  const path = (uri) => uri.path.replace(folder, '');
  return {
    editor: activeTextEditor === undefined ? null : path(activeTextEditor.document.uri),
    groups: tabGroups.all.map(({ viewColumn, tabs }) => ({ viewColumn, tabs: tabs.map(({ label }) => label) })),
    diagnostics: vscode.languages
      .getDiagnostics()
      .flatMap(([uri, all]) => all.map(({ message }) => [path(uri), message])),
    theme: vscode.window.activeColorTheme.kind,
    settings: vscode.workspace.getConfiguration('kubeletTimeline'),
  };
}

/**
 * Deletes files of the workspace, and those of documents that are open still, as VS Code itself does it: it lets go of a document that an extension has opened then,
 * and else up to three minutes after its editor has closed.
 */
async function deleteFiles(names) {
  const { workspaceFolders, textDocuments, fs } = vscode.workspace;
  const isThere = (uri) =>
    fs.stat(uri).then(
      () => true,
      () => false,
    );
  const isOfTests = ({ scheme, path }) =>
    scheme === 'file' && (path.startsWith(workspaceFolders[0].uri.path) || path.includes('/globalStorage/'));
  const open = textDocuments.map(({ uri }) => uri).filter(isOfTests);
  for (const uri of open) if (!(await isThere(uri))) await fs.writeFile(uri, new Uint8Array());
  for (const uri of [...open, ...names.map((name) => vscode.Uri.joinPath(workspaceFolders[0].uri, name))]) {
    if (!(await isThere(uri))) continue; // it went with its folder, or is a link to nothing
    const edit = new vscode.WorkspaceEdit();
    edit.deleteFile(uri, { recursive: true });
    await vscode.workspace.applyEdit(edit);
  }
}
