/** Stops reading what a program writes to a log, and goes on with it: a timeline that one looks at closely is to stand still. */
import * as vscode from 'vscode';
import { COMMANDS } from '../ids.ts';
import type { LogAnalyses } from '../logAnalyses.ts';
import { logName, logShownBy } from '../logUri.ts';
import { notice } from '../notice.ts';
import type { TimelinePanels } from '../panel/panelHost.ts';
import { activeLog } from '../showTimelineCommand.ts';

/** Registers the commands. Both mean the timeline in front, else the log in the active editor. */
export function registerFollowing(panels: TimelinePanels, analyses: LogAnalyses): vscode.Disposable {
  const turn = (on: boolean): void => {
    const active = panels.active ?? activeLog();
    if (active === undefined) return;
    const { log } = logShownBy(active);
    const client = analyses.find(log);
    if (client?.follows === undefined) {
      void vscode.window.showInformationMessage(
        notice(
          '{0} is not followed: only a text file on the disk is, once it has been read. Other logs are read anew when they change.',
          logName(log),
        ),
      );
      return;
    }
    client.follow(on);
    vscode.window.setStatusBarMessage(
      notice(on ? '{0} is followed again.' : '{0} is not followed any more.', logName(log)),
      4000,
    );
  };
  return vscode.Disposable.from(
    vscode.commands.registerCommand(COMMANDS.stopFollowing, () => turn(false)),
    vscode.commands.registerCommand(COMMANDS.goOnFollowing, () => turn(true)),
  );
}
