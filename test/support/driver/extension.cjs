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
  server.listen(`${folder}-${process.pid}.sock`);
  context.subscriptions.push({ dispose: () => server.close() });
};

/** What stands for a file becomes its address. */
function withFiles(value) {
  return typeof value?.file === 'string' ? vscode.Uri.file(value.file) : value;
}
