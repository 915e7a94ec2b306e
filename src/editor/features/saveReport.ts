/** *Save Report…*: asks for the form and the file, and writes the report of the timeline in front, else of the log in the active editor. */
import * as vscode from 'vscode';
import { fillShell, type Hashed, scriptInElement } from '../../report/fillShell.ts';
import { htmlReport } from '../../report/htmlReport.ts';
import { linkModules } from '../../report/linkModules.ts';
import { pictureBeside } from '../../report/picture/pictureBeside.ts';
import { COMMANDS } from '../ids.ts';
import type { LogAnalyses } from '../logAnalyses.ts';
import { logShownBy } from '../logUri.ts';
import type { TimelinePanels } from '../panel/panelHost.ts';
import { activeLog } from '../showTimelineCommand.ts';
import { askForReport, redactsReports } from './reports.ts';
import { askBesideLog, saveAndOffer, type SavedFile } from './saveBesideLog.ts';
import { savePicture } from './savePicture.ts';
import { t } from '../said.ts';
import { notice } from '../notice.ts';

interface Form {
  readonly label: string;
  readonly description: string;
  readonly extension: 'html' | 'md' | 'png';
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
/** Of a timeline in sight. */
const PICTURES: readonly Form[] = [
  { label: 'Picture', description: 'PNG of the charts as they are in sight', extension: 'png', redact: false },
  { label: 'Picture without names', description: 'PNG with pseudonyms', extension: 'png', redact: true },
];
/** The page, as the build names its parts. */
const ENTRY = 'webview.js';
const STYLE = 'webview.css';
const MODULE = /^webview[\w-]*\.js$/;

/** Registers the command. */
export function registerSaveReport(
  panels: TimelinePanels,
  analyses: LogAnalyses,
  extensionUri: vscode.Uri,
): vscode.Disposable {
  return vscode.commands.registerCommand(COMMANDS.saveReport, async () => {
    const panel = panels.activePanel;
    const active = panel?.uri ?? activeLog();
    if (active === undefined) return;
    const { log } = logShownBy(active);
    const preferred = redactsReports(log);
    const form = await vscode.window.showQuickPick(
      [...FORMS, ...(panel === undefined ? [] : PICTURES)]
        .sort((a, b) => Number(b.redact === preferred) - Number(a.redact === preferred))
        .map((one) => ({ ...one, label: t(one.label), description: t(one.description) })),
      { placeHolder: t('The form of the report') },
    );
    if (form === undefined) return;
    if (form.extension === 'png') return savePicture(panel, analyses, form.redact);
    const target = await askBesideLog(log, {
      name: `kubelet-report.${form.extension}`,
      filters: form.extension === 'html' ? { [t('Web page')]: ['html'] } : { Markdown: ['md'] },
      title: t('Save Report'),
      overwrites: t('The report would overwrite the log. Give it another name.'),
    });
    if (target === undefined) return;
    const files = await reportFiles(analyses, { log, target }, form, extensionUri);
    if (files === undefined) return;
    await saveAndOffer(target, files, {
      saved: t(files.length > 1 ? 'The report is saved, and its picture beside it.' : 'The report is saved.'),
      failed: (why) => notice('The report could not be saved: {0}', why),
      isWebPage: form.extension === 'html',
    });
  });
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The report, and before it what it shows. */
async function reportFiles(
  analyses: LogAnalyses,
  { log, target }: { readonly log: vscode.Uri; readonly target: vscode.Uri },
  { extension, redact }: Form,
  extensionUri: vscode.Uri,
): Promise<readonly SavedFile[] | undefined> {
  if (extension === 'md') {
    const beside = pictureBeside(target.path) ?? `${target.path}-chart.svg`;
    const report = await askForReport(analyses, log, 'reportMarkdown', { redact, question: { picture: beside } });
    if (report === undefined) return undefined;
    const { text, picture } = report;
    return [
      ...(picture === undefined ? [] : [{ uri: target.with({ path: beside }), content: bytesOf(picture) }]),
      { uri: target, content: bytesOf(text) },
    ];
  }
  const parts = await askForReport(analyses, log, 'reportParts', { redact, question: undefined });
  if (parts === undefined) return undefined;
  const text = [...htmlReport(await templateOf(vscode.Uri.joinPath(extensionUri, 'dist')), parts)].join('');
  return [{ uri: target, content: bytesOf(text) }];
}

/** The template, of its shell, and the modules and the style of the panel's page. */
async function templateOf(folder: vscode.Uri): Promise<string> {
  const { fs } = vscode.workspace;
  const read = async (name: string): Promise<string> =>
    new TextDecoder().decode(await fs.readFile(vscode.Uri.joinPath(folder, name)));
  const names = (await fs.readDirectory(folder)).map(([name]) => name).filter((name) => MODULE.test(name));
  const modules = new Map(await Promise.all(names.map(async (name) => [name, await read(name)] as const)));
  const script = scriptInElement(linkModules(ENTRY, modules));
  return fillShell(await read('report-shell.html'), await hashed(script), await hashed((await read(STYLE)).trim()));
}

async function hashed(text: string): Promise<Hashed> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return { text, hash: btoa(String.fromCharCode(...hash)) };
}
