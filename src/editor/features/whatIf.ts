/** *What If…*: brings the timeline of the log in front with its tab of what would have happened. */
import * as vscode from 'vscode';
import { COMMANDS } from '../ids.ts';
import { logShownBy } from '../logUri.ts';
import type { TimelinePanels } from '../panel/panelHost.ts';
import { activeLog, timelineColumn } from '../showTimelineCommand.ts';

/** Registers the command. */
export function registerWhatIf(panels: TimelinePanels): vscode.Disposable {
  return vscode.commands.registerCommand(COMMANDS.whatIf, () => {
    const active = activeLog();
    const panel =
      panels.activePanel ??
      (active === undefined ? undefined : panels.show(logShownBy(active).log, timelineColumn(active, panels.column)));
    panel?.openWhatIf();
  });
}
