/** What the program prints about itself: help, completions, the manual page. */
import { asWritten, type Printable } from '../kubelet/printable.ts';
import type { AboutCommand } from './arguments.ts';
import type { CommandLineHost } from './host.ts';
import { completionScript } from './usage/completions.ts';
import { commandHelp, programHelp } from './usage/helpText.ts';
import { manPage } from './usage/manPage.ts';
import type { CommandRow } from './usage/optionRow.ts';

/** Adds, where a kubelet's log is to be fetched, who says how. */
export function withRecipes(whatToDo: string): string {
  return `${whatToDo}${whatToDo.endsWith('.') ? '' : '.'} Recipes for each kind of node: kubelet-timeline getting-logs`;
}

/** The help of a command, or of the program. */
export function helpText(command: CommandRow | undefined): Printable {
  return asWritten(command === undefined ? programHelp() : commandHelp(command));
}

/** The script or the page that was asked for. */
export function aboutText(command: AboutCommand, host: Pick<CommandLineHost, 'gettingLogs' | 'version'>): Printable {
  switch (command.kind) {
    case 'man':
      return asWritten(manPage(host.version()));
    case 'getting-logs':
      return asWritten(host.gettingLogs?.() ?? '');
    case 'completion':
      return asWritten(completionScript(command.shell));
  }
}
