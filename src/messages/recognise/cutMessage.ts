/** What a screen left of a message whose end it cut away. */
import { CUT_MARK } from '../../kubelet/pagerMark.ts';
import { KUBELET_ROWS, rowById } from '../catalogue/index.ts';

/** Less of a message than this names none. */
export const SHORTEST_CUT = 10;

/** Whether a text is what is left of a message of these rows (by their ids), and of no other; the first quote and the screen's mark may stand around it. */
export function isCutFrom(rows: readonly string[], text: string): boolean {
  const left = text.replace(/^"/, '').replace(CUT_MARK, '');
  return (
    left.length >= SHORTEST_CUT &&
    rows.some((id) => rowById(id)?.template.startsWith(left)) &&
    KUBELET_ROWS.every(({ id, template }) => !template.startsWith(left) || rows.includes(id))
  );
}
