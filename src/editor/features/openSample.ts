/** The sample incident: a simulated log that ships packed with the extension, opened as a file of the user's own with its timeline beside it. */
import * as vscode from 'vscode';
import { COMMANDS } from '../ids.ts';
import type { TimelinePanels } from '../panel/panelHost.ts';
import type { Platform } from '../platform.ts';
import { showWithTimeline } from './openLogCommand.ts';
import { t } from '../said.ts';

const PACKED = ['dist', 'sample-incident.log.gz'] as const;
const NAME = 'kubelet-sample-incident.log';

/** Registers the command. The log is written to the extension's own folder. */
export function registerOpenSample(
  panels: TimelinePanels,
  { extensionUri, globalStorageUri: own }: Pick<vscode.ExtensionContext, 'extensionUri' | 'globalStorageUri'>,
  ungzip: Platform['ungzip'],
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  return vscode.commands.registerCommand(COMMANDS.openSample, async () => {
    try {
      const packed = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(extensionUri, ...PACKED));
      const text = await ungzip(packed);
      const sample = vscode.Uri.joinPath(own, NAME);
      await vscode.workspace.fs.createDirectory(own);
      await vscode.workspace.fs.writeFile(sample, text);
      await showWithTimeline(sample, false, panels);
    } catch (error) {
      log.error(error instanceof Error ? error : String(error));
      void vscode.window.showErrorMessage(
        t('The sample incident could not be opened. Check that the disk is not full.'),
      );
    }
  });
}
