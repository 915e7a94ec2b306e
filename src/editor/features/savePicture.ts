/** *Save Picture…*: a PNG of the charts as they are in sight, drawn by the page of the timeline in front. */
import * as vscode from 'vscode';
import { COMMANDS } from '../ids.ts';
import type { LogAnalyses } from '../logAnalyses.ts';
import { logShownBy } from '../logUri.ts';
import type { TimelinePanels } from '../panel/panelHost.ts';
import type { TimelinePanel } from '../panel/timelinePanel.ts';
import { askBesideLog, saveAndOffer } from './saveBesideLog.ts';
import { askForReport, redactsReports } from './reports.ts';
import { t } from '../said.ts';
import { notice } from '../notice.ts';

/** Registers the command. */
export function registerSavePicture(panels: TimelinePanels, analyses: LogAnalyses): vscode.Disposable {
  return vscode.commands.registerCommand(COMMANDS.savePicture, async () => {
    const panel = panels.activePanel;
    await savePicture(panel, analyses, panel !== undefined && redactsReports(logShownBy(panel.uri).log));
  });
}

/** Draws what is in sight and asks for its file. With `redact` the same log without its names is drawn. */
export async function savePicture(
  panel: TimelinePanel | undefined,
  analyses: LogAnalyses,
  redact: boolean,
): Promise<void> {
  if (panel === undefined) {
    void vscode.window.showInformationMessage(t('Open a timeline first: the picture shows what is in sight there.'));
    return;
  }
  const { log } = logShownBy(panel.uri);
  const without = redact
    ? await askForReport(analyses, log, 'timeline', { redact: true, question: undefined })
    : undefined;
  if (redact && without === undefined) return;
  const png = await panel.picture(without);
  if (png === undefined) {
    void vscode.window.showErrorMessage(
      t('The picture could not be made. Bring the timeline into sight and try again.'),
    );
    return;
  }
  const target = await askBesideLog(log, {
    name: 'kubelet-timeline.png',
    filters: { [t('Picture')]: ['png'] },
    title: t('Save Picture'),
    overwrites: t('The picture would overwrite the log. Give it another name.'),
  });
  if (target === undefined) return;
  await saveAndOffer(target, [{ uri: target, content: png }], {
    saved: t('The picture is saved.'),
    failed: (why) => notice('The picture could not be saved: {0}', why),
  });
}
