/** Loads the extension's program in a browser's extension host, which has no `require` for files: reads it from the package, and runs it as VS Code runs the one file that it loads itself. */
import * as vscode from 'vscode';
import type * as Program from '../extensionProgram.ts';

type CommonJs = (module: { exports: unknown }, exports: unknown, require: (name: string) => unknown) => void;

/** Rejects when the file cannot be read, or throws. */
export async function loadProgram(file: vscode.Uri): Promise<typeof Program> {
  const source = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  // A file of our own package, and the way in which VS Code's host for the web runs extensions. It blocks `importScripts`.
  // oxlint-disable-next-line typescript/no-implied-eval
  const run = new Function(
    'module',
    'exports',
    'require',
    `${source}\n//# sourceURL=${file.toString(true)}`,
  ) as CommonJs;
  const module: { exports: unknown } = { exports: {} };
  run(module, module.exports, (name) => {
    if (name !== 'vscode') throw new Error(`${name} is not there in a browser`);
    return vscode;
  });
  return module.exports as typeof Program;
}
