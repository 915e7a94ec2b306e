/** All of the extension behind its entries: registers what it contributes. Loaded when a window shows a kubelet log, or one of its commands is used. */
import * as vscode from 'vscode';
import { AnalysisClient } from './analysisClient.ts';
import { registerCursorSync } from './cursorSync.ts';
import { registerExcerpts } from './excerpts/excerptText.ts';
import { registerMoreLines } from './excerpts/moreLines.ts';
import { numberExcerpts } from './excerpts/trueNumbers.ts';
import { followActiveLog } from './followActiveLog.ts';
import { registerHelpPages } from './features/helpPages.ts';
import { registerCopyReport } from './features/copyReport.ts';
import { registerEpisodeCommands } from './features/episodeCommands.ts';
import { registerFollowing } from './features/following.ts';
import { registerFolding } from './features/folding.ts';
import { registerLenses } from './features/lenses.ts';
import { LogOutlines } from './features/logOutlines.ts';
import { registerNodeLogs } from './features/nodeLogs.ts';
import { callTool, prepareTool } from './features/modelToolCalls.ts';
import { registerOpenLog } from './features/openLogCommand.ts';
import { registerOpenSample } from './features/openSample.ts';
import { showProblems } from './features/problems.ts';
import { registerReferences } from './features/references.ts';
import { registerSavePicture } from './features/savePicture.ts';
import { registerSaveReport } from './features/saveReport.ts';
import { markRulers } from './features/rulerMarks.ts';
import { registerShowMoment } from './features/showMoment.ts';
import { registerSymbols } from './features/symbols.ts';
import { registerWhatIf } from './features/whatIf.ts';
import { registerHover } from './hoverProvider.ts';
import { registerOpenFleet } from './fleet/openFleet.ts';
import { LineNavigation } from './lineNavigation.ts';
import { LogAnalyses } from './logAnalyses.ts';
import { workOnDisk } from './logUri.ts';
import { openAtStart } from './openAtStart.ts';
import { TimelinePanels } from './panel/panelHost.ts';
import type { Platform } from './platform.ts';
import { speak } from './said.ts';
import { recogniseShown } from './shownLanguage.ts';
import { ShownLogs } from './panel/shownLogs.ts';
import { registerShowTimeline } from './showTimelineCommand.ts';
import type { RunningExtension } from './standIns.ts';
import { StatusBar } from './statusBar.ts';
import { notice } from './notice.ts';

/** Starts all of the extension on a platform. Logs are read by workers, later. */
export function startExtension(
  context: vscode.ExtensionContext,
  log: vscode.LogOutputChannel,
  platform: Platform,
): RunningExtension {
  speak(platform.language);
  workOnDisk(platform.readsFolders);
  const analyses = new LogAnalyses(() => new AnalysisClient(platform.startWorker()), log);
  const navigation = new LineNavigation();
  const panels = new TimelinePanels(
    { extensionUri: context.extensionUri, analyses, navigation, log },
    new ShownLogs(context.workspaceState),
  );
  const outlines = new LogOutlines(analyses);
  const statusBar = new StatusBar(analyses);
  context.subscriptions.push(
    analyses,
    panels,
    statusBar,
    registerExcerpts(analyses),
    registerMoreLines(),
    numberExcerpts(),
    registerShowTimeline(panels),
    outlines,
    registerShowMoment(panels, analyses),
    registerOpenLog(panels, platform.readsFolders),
    registerOpenFleet(platform.readsFolders),
    registerOpenSample(panels, context, platform.ungzip, log),
    registerNodeLogs({ programs: platform.nodePrograms, panels, own: context.globalStorageUri, log }),
    registerHelpPages(context.extensionUri, log),
    registerCopyReport(panels, analyses),
    registerSaveReport(panels, analyses, context.extensionUri),
    registerSavePicture(panels, analyses),
    registerWhatIf(panels),
    registerFollowing(panels, analyses),
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
    recogniseShown(panels, analyses, log),
  );
  statusBar.update();
  const { fileToOpen } = platform;
  openAtStart(fileToOpen, panels).catch((error: unknown) => {
    log.error(error instanceof Error ? error : String(error));
    void vscode.window.showErrorMessage(notice('{0} could not be opened.', fileToOpen ?? ''));
  });
  return {
    restore: async (panel, state) => panels.restore(panel, state),
    prepareTool,
    callTool: (name, input, token) => callTool(analyses, name, input, token),
  };
}
