/** The extension's entry in a browser: loads the rest, the same program as on Node (`dist/extension-program.js`, which is in the package once). */
import * as vscode from 'vscode';
import { activateExtension, type ExtensionProgram } from '../editor/activation.ts';
import type { Platform } from '../editor/platform.ts';
import { wantedLanguage } from '../editor/readerLanguage.ts';
import type { ReaderLanguage } from '../editor/said.ts';
import { readLanguageFile } from '../language/packed.ts';
import { loadProgram } from './loadProgram.ts';
import { ungzip } from './ungzip.ts';
import { startWebWorker } from './webWorker.ts';

/** Called by VS Code once. */
export async function activate(context: vscode.ExtensionContext): Promise<void> {
  // Beside a server VS Code knows of a machine with programs, and still runs this here, where none can be started.
  void vscode.commands.executeCommand('setContext', 'kubeletTimeline.noPrograms', true);
  const file = (...path: string[]): vscode.Uri => vscode.Uri.joinPath(context.extensionUri, 'dist', ...path);
  const platform: Platform = {
    startWorker: () =>
      startWebWorker(file('web', 'worker.js').toString(true), file('worker-program.js').toString(true)),
    ungzip,
    readsFolders: false,
    language: await languageFrom(context.extensionUri),
  };
  const program = await programOf(file('extension-program.js'), platform, context);
  activateExtension(context, program, false);
}

/** The words of the user's language, from the package; English where there are none, or where they cannot be read. */
async function languageFrom(extension: vscode.Uri): Promise<ReaderLanguage | undefined> {
  const wanted = wantedLanguage();
  if (wanted === undefined) return undefined;
  try {
    const bytes = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(extension, 'l10n', wanted.file));
    return { ...readLanguageFile(new TextDecoder().decode(bytes)), tag: wanted.tag };
  } catch {
    return undefined; // what is said is English then
  }
}

/** Gives the program; where it could not be loaded, what throws that: the activation then says so to the user. */
async function programOf(
  file: vscode.Uri,
  platform: Platform,
  context: vscode.ExtensionContext,
): Promise<() => ExtensionProgram> {
  try {
    const program = (await loadProgram(file)).programOn(platform, context);
    return () => program;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
