/** A row of the table of marks, and what stands for the rows that are not in sight. */
import { formatListed } from '../charts/axis.ts';
import { levelBadge } from './detailsPane.ts';
import { element, writeName } from '../page/dom.ts';
import type { Model } from '../page/model.ts';

/** In CSS pixels, as in the style sheet. */
export const ROW_HEIGHT = 22;

export interface RowState {
  /** Place in the table. */
  readonly place: number;
  readonly active: boolean;
  readonly picked: boolean;
}

/** The row of a mark. Of texts from the log no more is written than can be seen. */
export function rowNode(mark: number, { place, active, picked }: RowState, model: Model): HTMLElement {
  const { marks, strings } = model.document;
  const text = (column: Uint32Array): string => (strings[column[mark] ?? 0] ?? '').slice(0, 1000);
  const line = marks.line[mark] ?? 0;
  const selected = model.selection?.kind === 'mark' && model.selection.mark === mark;
  const what = text(marks.what);
  const detail = text(marks.detail);
  const pod = text(marks.pod);
  const container = text(marks.container);
  // Only where the log holds several nodes.
  const node = model.document.lanes[marks.lane[mark] ?? 0]?.node;
  return element('tr', {
    className: `${selected ? 'is-selected' : ''}${active ? ' is-active' : ''}${picked ? ' is-picked' : ''}`,
    attributes: {
      id: `fact-${place}`,
      'aria-rowindex': String(place + 2),
      'aria-selected': String(selected || picked),
      'data-place': String(place),
    },
    children: [
      element('td', {
        className: 'col-time',
        text: formatListed(marks.time[mark] ?? 0, model.scale, model.document.length),
      }),
      element('td', {
        className: pod === '' && container === '' ? 'col-what is-alone' : 'col-what',
        title: [
          ...(node === undefined ? [] : [node.slice(0, 1000)]),
          what,
          ...(detail === '' ? [] : [detail.slice(0, 1000)]),
        ].join('\n'),
        children: [
          element('div', {
            className: 'what-line',
            children: [
              levelBadge(marks.level[mark] ?? 2),
              node === undefined
                ? undefined
                : element('span', { className: 'what-node muted', text: `${node.slice(0, 100)} ` }),
              element('span', { text: what }),
              pod === '' ? undefined : element('span', { className: 'what-pod muted', text: ` ${pod}` }),
              detail === ''
                ? undefined
                : element('span', { className: 'what-detail muted', text: ` · ${detail.slice(0, 300)}` }),
            ],
          }),
        ],
      }),
      element('td', { className: 'col-pod', title: pod, children: [nameNode(pod)] }),
      element('td', { className: 'col-container', text: container, title: container }),
      element('td', { className: 'col-line', text: line > 0 ? String(line) : '' }),
    ],
  });
}

/** As high as so many rows. */
export function spacer(rows: number): HTMLElement {
  const row = element('tr', { className: 'spacer', attributes: { 'aria-hidden': 'true' }, children: [element('td')] });
  const cell = row.firstElementChild;
  if (cell instanceof HTMLElement) cell.style.height = `${rows * ROW_HEIGHT}px`;
  row.hidden = rows === 0;
  return row;
}

function nameNode(name: string): HTMLElement {
  const node = element('span', { className: 'name' });
  writeName(node, name);
  return node;
}
