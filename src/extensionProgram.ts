/** The extension behind its entry (`extension.ts`): loaded when a window shows a kubelet log, or one of its commands is used. */
import { join } from 'node:path';
import * as vscode from 'vscode';
import { startWorkerThread } from './adapters/workerThread.ts';
import { AnalysisClient } from './editor/analysisClient.ts';
import { registerCursorSync } from './editor/cursorSync.ts';
import { followActiveLog } from './editor/followActiveLog.ts';
import { registerConceptPage } from './editor/features/conceptPage.ts';
import { registerCopyReport } from './editor/features/copyReport.ts';
import { registerEpisodeCommands } from './editor/features/episodeCommands.ts';
import { registerFolding } from './editor/features/folding.ts';
import { registerLenses } from './editor/features/lenses.ts';
import { LogOutlines } from './editor/features/logOutlines.ts';
import { registerOpenLog } from './editor/features/openLogCommand.ts';
import { registerOpenSample } from './editor/features/openSample.ts';
import { showProblems } from './editor/features/problems.ts';
import { registerReferences } from './editor/features/references.ts';
import { markRulers } from './editor/features/rulerMarks.ts';
import { registerShowMoment } from './editor/features/showMoment.ts';
import { registerSymbols } from './editor/features/symbols.ts';
import { registerHover } from './editor/hoverProvider.ts';
import { LineNavigation } from './editor/lineNavigation.ts';
import { LogAnalyses } from './editor/logAnalyses.ts';
import { openAtStart } from './editor/openAtStart.ts';
import { OPEN_VARIABLE } from './editor/openVariable.ts';
import { TimelinePanels } from './editor/panelHost.ts';
import { ShownLogs } from './editor/shownLogs.ts';
import { registerShowTimeline } from './editor/showTimelineCommand.ts';
import type { RunningExtension } from './editor/standIns.ts';
import { StatusBar } from './editor/statusBar.ts';
import { notice } from './editor/notice.ts';
import type { WorkerEvent, WorkerRequest } from './protocol/workerProtocol.ts';

export { looksLikeKubeletLog } from './journal/detect.ts';

/** Starts all of the extension: registers what it contributes. Logs are read by workers, later. */
export function start(context: vscode.ExtensionContext, log: vscode.LogOutputChannel): RunningExtension {
  const workerFile = join(context.extensionPath, 'dist', 'worker.js');
  const codeFolder = context.globalStorageUri.scheme === 'file' ? context.globalStorageUri.fsPath : undefined;
  const startClient = (): AnalysisClient =>
    new AnalysisClient(startWorkerThread<WorkerRequest, WorkerEvent>(workerFile, { codeFolder }));
  const analyses = new LogAnalyses(startClient, log);
  const navigation = new LineNavigation(analyses);
  const panels = new TimelinePanels(
    { extensionUri: context.extensionUri, analyses, navigation, log },
    new ShownLogs(context.workspaceState),
  );
  const outlines = new LogOutlines(analyses);
  const statusBar = new StatusBar(analyses);
  context.subscriptions.push(
    analyses,
    navigation,
    panels,
    statusBar,
    registerShowTimeline(panels),
    outlines,
    registerShowMoment(panels, analyses),
    registerOpenLog(panels),
    registerOpenSample(panels, context.extensionUri, context.globalStorageUri, log),
    registerConceptPage(context.extensionUri, log),
    registerCopyReport(panels, analyses),
    registerEpisodeCommands(outlines),
    registerSymbols(outlines),
    registerFolding(outlines),
    registerLenses(outlines),
    showProblems(outlines),
    markRulers(outlines),
    registerReferences(analyses),
    registerHover(analyses, log),
    registerCursorSync(panels),
    followActiveLog(panels),
  );
  statusBar.update();
  openAtStart(process.env[OPEN_VARIABLE], panels).catch((error: unknown) => {
    log.error(error instanceof Error ? error : String(error));
    void vscode.window.showErrorMessage(notice`${process.env[OPEN_VARIABLE] ?? ''} could not be opened.`);
  });
  return { restore: async (panel, state) => panels.restore(panel, state) };
}
