import { asWritten, type Printable, printable } from '../kubelet/printable.ts';
import { t } from './said.ts';

/** Words of ours in the reader's language with a stranger's in their holes, for a notification. VS Code makes links of `[text](target)` there, commands too, so a name may not hold one. Knows no `vscode`. */
export function notice(english: string, ...strangers: readonly (string | number)[]): Printable {
  return asWritten(t(english, ...strangers.map((text) => printable(String(text)).replaceAll('](', '] ('))));
}
