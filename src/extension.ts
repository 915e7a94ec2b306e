/** The extension's entry: registers what it contributes, and says so visibly when it cannot start. */
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
import { LanguageDetection } from './editor/languageDetection.ts';
import { LineNavigation } from './editor/lineNavigation.ts';
import { LogAnalyses } from './editor/logAnalyses.ts';
import { OPEN_VARIABLE, openAtStart } from './editor/openAtStart.ts';
import { TimelinePanels } from './editor/panelHost.ts';
import { ShownLogs } from './editor/shownLogs.ts';
import { registerShowTimeline } from './editor/showTimelineCommand.ts';
import { StatusBar } from './editor/statusBar.ts';
import { notice } from './editor/notice.ts';
import type { WorkerEvent, WorkerRequest } from './protocol/workerProtocol.ts';

/** Called by VS Code once. Registers only: logs are read by workers, later. */
export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel('Kubelet Timeline', { log: true });
  context.subscriptions.push(log);
  try {
    start(context, log);
  } catch (error) {
    log.error(error instanceof Error ? error : String(error));
    const show = 'Show Log';
    void vscode.window.showErrorMessage('Kubelet Timeline could not start.', show).then((choice) => {
      if (choice === show) log.show();
    });
  }
}

function start(context: vscode.ExtensionContext, log: vscode.LogOutputChannel): void {
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
  const detection = new LanguageDetection(log);
  const statusBar = new StatusBar(analyses);
  context.subscriptions.push(
    analyses,
    navigation,
    panels,
    detection,
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
  detection.lookAtAll();
  statusBar.update();
  openAtStart(process.env[OPEN_VARIABLE], panels).catch((error: unknown) => {
    log.error(error instanceof Error ? error : String(error));
    void vscode.window.showErrorMessage(notice`${process.env[OPEN_VARIABLE] ?? ''} could not be opened.`);
  });
}
