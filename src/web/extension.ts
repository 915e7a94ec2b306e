/** The extension's entry in a browser. VS Code asks for one file, so all of the extension is in it. */
import * as vscode from 'vscode';
import { activateExtension } from '../editor/activation.ts';
import { startExtension } from '../editor/startExtension.ts';
import { looksLikeKubeletLog } from '../journal/detect.ts';
import { ungzip } from './ungzip.ts';
import { startWebWorker } from './webWorker.ts';

/** Called by VS Code once. */
export function activate(context: vscode.ExtensionContext): void {
  const fileUrl = (...path: string[]): string =>
    vscode.Uri.joinPath(context.extensionUri, 'dist', ...path).toString(true);
  activateExtension(
    context,
    () => ({
      start: (own, log) =>
        startExtension(own, log, {
          startWorker: () => startWebWorker(fileUrl('web', 'worker.js'), fileUrl('worker-program.js')),
          ungzip,
          readsFolders: false,
        }),
      looksLikeKubeletLog,
    }),
    false,
  );
}
