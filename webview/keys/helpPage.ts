/** What the help sheet says: keys, mouse and legend, from the same tables that drive them. Comes on demand. */
import { element } from '../page/dom.ts';
import { KEY_TABLE } from './keyTable.ts';
import { legendNodes } from '../charts/legend.ts';
import type { Model } from '../page/model.ts';
import { MOUSE_TABLE } from './mouseTable.ts';
import { IS_REPORT } from '../page/surroundings.ts';
import { t } from '../page/words.ts';

export function helpPage(model: Model | undefined): HTMLElement {
  return element('div', {
    className: 'sheet-columns',
    children: [
      element('div', {
        children: [
          element('h2', { text: t('Keys') }),
          element('table', {
            children: [
              element('tbody', {
                children: KEY_TABLE.filter(({ action }) => action !== 'moment' || !IS_REPORT).map((row) =>
                  element('tr', {
                    children: [
                      element('th', {
                        attributes: { scope: 'row' },
                        children: row.labels.map((key) => element('kbd', { text: key })),
                      }),
                      element('td', { text: t(row.text) }),
                    ],
                  }),
                ),
              }),
            ],
          }),
        ],
      }),
      element('div', {
        children: [
          element('h2', { text: t('Mouse') }),
          element('table', {
            children: [
              element('tbody', {
                children: MOUSE_TABLE.map((row) =>
                  element('tr', {
                    children: [
                      element('th', { attributes: { scope: 'row' }, text: t(row.gesture) }),
                      element('td', { text: t(row.text) }),
                    ],
                  }),
                ),
              }),
            ],
          }),
          ...(model === undefined ? [] : [element('h2', { text: t('Legend') }), legendNodes(model)]),
        ],
      }),
    ],
  });
}
