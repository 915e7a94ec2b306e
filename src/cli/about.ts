/** What the program prints about itself: help, completions, the manual page. */
import { asWritten, type Printable } from '../kubelet/printable.ts';
import type { AboutCommand } from './arguments.ts';
import { completionScript } from './usage/completions.ts';
import { commandHelp, programHelp } from './usage/helpText.ts';
import { manPage } from './usage/manPage.ts';
import type { CommandRow } from './usage/optionRow.ts';

/** The help of a command, or of the program. */
export function helpText(command: CommandRow | undefined): Printable {
  return asWritten(command === undefined ? programHelp() : commandHelp(command));
}

/** The script or the page that was asked for. */
export function aboutText(command: AboutCommand, version: string): Printable {
  return asWritten(command.kind === 'man' ? manPage(version) : completionScript(command.shell));
}
