/** Titles of the timelines' tabs. VS Code tells tabs of equal files apart, but not those of panels; each node's log is called `kubelet.log`. Knows no `vscode`. */
import { printable } from '../../kubelet/printable.ts';
import { t } from '../said.ts';

/**
 * A title for each log, by their paths: the name, and where several have the same one, the nearest folder that tells it from the others (`n1/…/kubelet.log`).
 * A path without a name is its own.
 */
export function panelTitles(paths: readonly string[]): string[] {
  const split = paths.map((path) => path.split('/').filter((part) => part !== ''));
  return split.map((own, index) => {
    const name = own.at(-1) ?? paths[index] ?? '';
    const others = split.filter((other, at) => at !== index && other.at(-1) === name);
    const folder = others.length === 0 ? undefined : distinctFolder(own, others);
    return printable(t('Timeline: {0}', folder === undefined ? name : `${folder}${name}`));
  });
}

/** The nearest folder above the file whose path down to the file no other has, as it stands before the name. */
function distinctFolder(own: readonly string[], others: readonly (readonly string[])[]): string | undefined {
  for (let up = 2; up <= own.length; up += 1) {
    const folder = own.at(-up);
    if (folder !== undefined && others.every((other) => other.at(-up) !== folder))
      return up === 2 ? `${folder}/` : `${folder}/…/`;
  }
  return undefined;
}
