/** Opens a fleet: summaries that somebody chooses become a page with a row for each node. */
import * as vscode from 'vscode';
import { mergeFleet } from '../../fleet/mergeFleet.ts';
import { nodesInOrder } from '../../fleet/outputs/fleetJson.ts';
import type { FleetNode } from '../../fleet/fleetNode.ts';
import { COMMANDS } from '../ids.ts';
import { notice } from '../notice.ts';
import { createNonce } from '../panel/panelHtml.ts';
import { fleetHtml } from './fleetHtml.ts';
import { registerNodeSummaries, summaryUri } from './nodeSummary.ts';
import { readSummaries } from './readSummaries.ts';
import { t } from '../said.ts';

const VIEW_TYPE = 'kubeletFleet';

/** Registers the commands and the texts of summaries. `readsFolders`: there is a dialog for folders. */
export function registerOpenFleet(readsFolders: boolean): vscode.Disposable {
  const panels = new Map<number, { readonly panel: vscode.WebviewPanel; readonly nodes: readonly FleetNode[] }>();
  let made = 0;
  const open = async (given: unknown): Promise<void> => {
    const places = given instanceof vscode.Uri ? [given] : await choose(readsFolders);
    if (places === undefined || places.length === 0) return;
    const book = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title: t('Reading summaries of nodes'), cancellable: true },
      async (progress, token) => {
        const read = await readSummaries(
          places,
          (done, all) => progress.report({ message: t('{0} of {1} files', done, all) }),
          token,
        );
        return token.isCancellationRequested ? undefined : read;
      },
    );
    if (book === undefined) return;
    if (book.nodes.length === 0) {
      void vscode.window.showWarningMessage(
        notice(
          'There is no summary of a node in {0}. Each node writes its own: kubelet-timeline analyze LOG --format summary',
          places.map(({ path }) => path.slice(path.lastIndexOf('/') + 1)).join(', '),
        ),
      );
      return;
    }
    const fleet = mergeFleet(book.nodes, book.leftOut);
    const id = (made += 1);
    const panel = vscode.window.createWebviewPanel(VIEW_TYPE, t('Fleet'), vscode.ViewColumn.Active, {
      enableScripts: false,
      enableForms: false,
      enableFindWidget: true,
      enableCommandUris: [COMMANDS.showNodeSummary],
      localResourceRoots: [],
    });
    panels.set(id, { panel, nodes: nodesInOrder(fleet) });
    panel.onDidDispose(() => panels.delete(id));
    panel.webview.html = fleetHtml(fleet, { panel: id, nonce: createNonce() });
  };
  const showNode = async (id: unknown, at: unknown): Promise<void> => {
    const node = typeof id === 'number' && typeof at === 'number' ? panels.get(id)?.nodes[at] : undefined;
    if (node === undefined) return;
    const document = await vscode.workspace.openTextDocument(summaryUri(node, node.name));
    await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: true });
  };
  return vscode.Disposable.from(
    registerNodeSummaries(),
    vscode.commands.registerCommand(COMMANDS.openFleet, open),
    vscode.commands.registerCommand(COMMANDS.showNodeSummary, showNode),
    new vscode.Disposable(() => {
      for (const { panel } of [...panels.values()]) panel.dispose();
    }),
  );
}

/** Files, or a folder: a dialog chooses either, so it is asked first which is meant. */
async function choose(readsFolders: boolean): Promise<readonly vscode.Uri[] | undefined> {
  const kind = readsFolders
    ? await vscode.window.showQuickPick(
        [
          { label: `$(folder) ${t('Folder…')}`, description: t('all summaries in it'), isFolder: true },
          { label: `$(file) ${t('Files…')}`, description: t('with one summary or many'), isFolder: false },
        ],
        { title: t('Open summaries of many nodes') },
      )
    : { isFolder: false };
  if (kind === undefined) return undefined;
  return vscode.window.showOpenDialog({
    canSelectFiles: !kind.isFolder,
    canSelectFolders: kind.isFolder,
    canSelectMany: true,
    title: t(kind.isFolder ? 'Choose a folder with summaries' : 'Choose files with summaries'),
    openLabel: t('Open Fleet'),
  });
}
