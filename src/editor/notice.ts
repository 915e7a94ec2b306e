import { type Printable, printing } from '../kubelet/printable.ts';

/** The words of a notification: a template of ours with names in it. VS Code makes links of `[text](target)` there, commands too, so a name may not hold one. Knows no `vscode`. */
export function notice(ours: TemplateStringsArray, ...strangers: readonly (string | number)[]): Printable {
  return printing(ours, ...strangers.map((text) => String(text).replaceAll('](', '] (')));
}
