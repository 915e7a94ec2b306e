/** *Save Report…*: asks for the form and the file, and writes the report of the timeline in front, else of the log in the active editor. */
import * as vscode from 'vscode';
import { fillShell, scriptInElement } from '../../report/fillShell.ts';
import { htmlReport } from '../../report/htmlReport.ts';
import { linkModules } from '../../report/linkModules.ts';
import { documentOf } from '../documents.ts';
import { COMMANDS } from '../ids.ts';
import type { LogAnalyses } from '../logAnalyses.ts';
import { isOnDisk, logShownBy } from '../logUri.ts';
import type { TimelinePanels } from '../panelHost.ts';
import { saveWhole } from '../saveWhole.ts';
import { activeLog } from '../showTimelineCommand.ts';
import { askForReport, redactsReports } from './reports.ts';

interface Form extends vscode.QuickPickItem {
  readonly extension: 'html' | 'md';
  readonly redact: boolean;
}

const FORMS: readonly Form[] = [
  { label: 'Web page', description: 'HTML: text and charts in one file', extension: 'html', redact: false },
  { label: 'Text for a ticket', description: 'Markdown', extension: 'md', redact: false },
  {
    label: 'Web page without names',
    description: 'HTML with pseudonyms: node-1, pod-7',
    extension: 'html',
    redact: true,
  },
  { label: 'Text for a ticket without names', description: 'Markdown with pseudonyms', extension: 'md', redact: true },
];
/** The page, as the build names its parts. */
const ENTRY = 'webview.js';
const MODULE = /^webview[\w-]*\.js$/;
const FILTERS = { html: { 'Web page': ['html'] }, md: { Markdown: ['md'] } };

/** Registers the command. */
export function registerSaveReport(
  panels: TimelinePanels,
  analyses: LogAnalyses,
  extensionUri: vscode.Uri,
): vscode.Disposable {
  return vscode.commands.registerCommand(COMMANDS.saveReport, async () => {
    const active = panels.active ?? activeLog();
    if (active === undefined) return;
    const { log } = logShownBy(active);
    const preferred = redactsReports(log);
    const form = await vscode.window.showQuickPick(
      [...FORMS].sort((a, b) => Number(b.redact === preferred) - Number(a.redact === preferred)),
      { placeHolder: 'The form of the report' },
    );
    if (form === undefined) return;
    const target = await vscode.window.showSaveDialog({
      defaultUri: vscode.Uri.joinPath(folderFor(log), `kubelet-report.${form.extension}`),
      filters: FILTERS[form.extension],
      title: 'Save Report',
    });
    if (target === undefined) return;
    if (target.toString() === log.toString()) {
      void vscode.window.showErrorMessage('The report would overwrite the log. Give it another name.');
      return;
    }
    const text = await reportText(analyses, log, form, extensionUri);
    if (text === undefined) return;
    try {
      await saveWhole(target, new TextEncoder().encode(text));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      void vscode.window.showErrorMessage(`The report could not be saved: ${why}`);
      return;
    }
    const choice = await vscode.window.showInformationMessage('The report is saved.', 'Open');
    if (choice !== 'Open') return;
    if (form.extension === 'html') await vscode.env.openExternal(target);
    else await vscode.commands.executeCommand('vscode.open', target);
  });
}

async function reportText(
  analyses: LogAnalyses,
  log: vscode.Uri,
  { extension, redact }: Form,
  extensionUri: vscode.Uri,
): Promise<string | undefined> {
  if (extension === 'md') return askForReport(analyses, log, 'reportMarkdown', redact);
  const parts = await askForReport(analyses, log, 'reportParts', redact);
  if (parts === undefined) return undefined;
  return [...htmlReport(await templateOf(vscode.Uri.joinPath(extensionUri, 'dist')), parts)].join('');
}

/** The template, of its shell and the modules of the panel's page. */
async function templateOf(folder: vscode.Uri): Promise<string> {
  const { fs } = vscode.workspace;
  const read = async (name: string): Promise<string> =>
    new TextDecoder().decode(await fs.readFile(vscode.Uri.joinPath(folder, name)));
  const names = (await fs.readDirectory(folder)).map(([name]) => name).filter((name) => MODULE.test(name));
  const modules = new Map(await Promise.all(names.map(async (name) => [name, await read(name)] as const)));
  const script = scriptInElement(linkModules(ENTRY, modules));
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(script)));
  return fillShell(await read('report-shell.html'), script, btoa(String.fromCharCode(...hash)));
}

/** Beside the log where that is a file, else in the workspace. */
/** Where a file about a log is offered to be saved. */
export function folderFor(log: vscode.Uri): vscode.Uri {
  const workspace = vscode.workspace.workspaceFolders?.[0]?.uri;
  if (isOnDisk(log) || documentOf(log) === undefined) return vscode.Uri.joinPath(log, '..');
  return workspace ?? vscode.Uri.file('/');
}
