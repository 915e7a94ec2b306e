// A file system that lies on no disk, as those of a repository on the web do: files of one folder.
const vscode = require('vscode');

/** @type {Map<string, Uint8Array>} */
const files = new Map();

/** @type {import('vscode').EventEmitter<import('vscode').FileChangeEvent[]>} */
const changes = new vscode.EventEmitter();

/** @type {import('vscode').FileSystemProvider} */
const provider = {
  onDidChangeFile: changes.event,
  watch: () => new vscode.Disposable(() => {}),
  stat: (uri) => {
    const bytes = files.get(uri.path);
    if (bytes !== undefined) return { type: vscode.FileType.File, ctime: 0, mtime: 0, size: bytes.length };
    if (uri.path === '/') return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    throw vscode.FileSystemError.FileNotFound(uri);
  },
  readDirectory: () => [...files.keys()].map((path) => [path.slice(1), vscode.FileType.File]),
  readFile: (uri) => {
    const bytes = files.get(uri.path);
    if (bytes === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return bytes;
  },
  createDirectory: () => {},
  writeFile: (uri, bytes) => void files.set(uri.path, bytes),
  delete: (uri) => void files.delete(uri.path),
  rename: () => {},
};

/** @param {import('vscode').ExtensionContext} context */
exports.activate = (context) => {
  context.subscriptions.push(
    vscode.workspace.registerFileSystemProvider('memory', provider, { isCaseSensitive: true }),
    vscode.commands.registerCommand('memoryFiles.open', async () => {
      const [log] = await vscode.workspace.findFiles('kubelet*.log');
      files.set('/kubelet-memory.log', await vscode.workspace.fs.readFile(log));
      await vscode.window.showTextDocument(vscode.Uri.parse('memory:/kubelet-memory.log'), { preview: false });
    }),
    vscode.commands.registerCommand('memoryFiles.openLocal', () =>
      vscode.commands.executeCommand('vscode.open', vscode.Uri.file('/kubelet-mine.log.gz')),
    ),
  );
};
