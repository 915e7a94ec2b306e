/** What the kubelet holds at a moment, as lists: events in the channel, pods to reinspect, the cache, and pod records. */
import { formatSeconds } from '../../src/timeline/format.ts';
import type { Known, MomentDocument, MomentPlace, MomentPodRecord } from '../../src/timeline/moment/moment.ts';
import { element } from '../page/dom.ts';
import { KNOWN_LOOKS } from './momentText.ts';
import { t } from '../page/words.ts';

/** How a list writes moments (microseconds since the epoch) and leads to lines. */
export interface ListParts {
  readonly time: (epoch: number) => string;
  readonly line: (place: MomentPlace) => HTMLElement | undefined;
}

/** Rows of a list that are drawn; the rest is counted. */
const MOST_ROWS = 60;

/** The symbol that says how something is known. */
export function knownNode(how: Known): HTMLElement {
  return element('span', {
    className: `known is-${how}`,
    text: KNOWN_LOOKS[how].symbol,
    role: 'img',
    label: t(KNOWN_LOOKS[how].text),
    title: t(KNOWN_LOOKS[how].text),
  });
}

/** How many events wait: `?`, a number or `0–2`. */
export function waitingText({ channel }: MomentDocument): string {
  if (channel.known === 'unknown') return '?';
  return channel.min === channel.max ? String(channel.count) : `${channel.min}–${channel.max}`;
}

export function eventsNode({ channel }: MomentDocument, { time, line }: ListParts): HTMLElement {
  if (channel.waiting.length === 0)
    return note(
      channel.known === 'unknown'
        ? t('Unknown.')
        : channel.max > 0
          ? t('The log mentions none; up to {0} may be waiting.', channel.max.toLocaleString('en'))
          : t('No events are waiting.'),
    );
  return list(channel.waiting, (event) => [
    knownNode(event.known),
    element('span', { text: event.type }),
    element('span', {
      className: 'muted',
      text: [event.pod, event.container?.slice(0, 12)].filter((part) => part !== undefined).join(' '),
      ...(event.container === undefined ? {} : { title: event.container }),
    }),
    event.handled === undefined
      ? undefined
      : element('span', { className: 'muted', text: t('taken {0}', time(event.handled)) }),
    line(event),
  ]);
}

export function reinspectNode({ reinspect, reinspectKnown }: MomentDocument, { line }: ListParts): HTMLElement {
  if (reinspect.length === 0)
    return note(reinspectKnown === 'unknown' ? t('Unknown.') : t('None: every inspection succeeded.'));
  return list(reinspect, (one) => [knownNode(one.known), element('span', { text: one.pod }), line(one)]);
}

export function cacheNode({ cache }: MomentDocument, { line }: ListParts): HTMLElement {
  if (cache.entries.length === 0) return note(t('No entries known from the log or the model.'));
  return list(cache.entries, (entry) => [
    knownNode(entry.known),
    element('span', { text: entry.pod }),
    element('span', {
      className: 'muted',
      text: entry.age === undefined ? '' : t('{0} old', formatSeconds(entry.age, 1)),
    }),
    entry.error === undefined
      ? undefined
      : element('span', { className: 'is-bad', text: `✕ ${entry.error.slice(0, 300)}` }),
    line(entry),
  ]);
}

export function recordsNode({ podRecords, podRecordsKnown, pods }: MomentDocument): HTMLElement {
  if (podRecords.length === 0) return note(podRecordsKnown === 'unknown' ? t('Unknown.') : t('No records yet.'));
  const rows = podRecords.flatMap((record) => recordRows(record)).slice(0, MOST_ROWS);
  const left = pods - new Set(rows.map((row) => row.dataset['pod'])).size;
  return element('div', {
    children: [
      element('table', {
        className: 'moment-table',
        label: t('Pod records'),
        children: [
          element('thead', {
            children: [
              element('tr', {
                children: [t('Pod'), t('Container'), t('Reported'), t('Now')].map((text) =>
                  element('th', { text, attributes: { scope: 'col' } }),
                ),
              }),
            ],
          }),
          element('tbody', { children: rows }),
        ],
      }),
      left > 0 ? note(left === 1 ? t('1 more pod') : t('{0} more pods', left.toLocaleString('en'))) : undefined,
    ],
  });
}

function recordRows(record: MomentPodRecord): HTMLElement[] {
  const containers = record.containers.length === 0 ? [undefined] : record.containers;
  return containers.map((container, place) => {
    const changed = container !== undefined && container.old !== container.current;
    const row = element('tr', {
      className: changed ? 'is-pending' : '',
      children: [
        element('td', { text: place === 0 ? record.pod : '', title: record.uid }),
        element('td', {
          className: container?.name === undefined ? 'moment-word' : '',
          text:
            container === undefined
              ? ''
              : (container.name ?? (container.kind === 'sandbox' ? 'sandbox' : container.id.slice(0, 12))),
          ...(container === undefined ? {} : { title: container.id }),
        }),
        element('td', { text: container?.old ?? '' }),
        element('td', {
          className: 'moment-word',
          children:
            container === undefined
              ? []
              : [
                  knownNode(container.known),
                  element('span', { text: changed ? `→ ${container.current}` : container.current }),
                ],
        }),
      ],
    });
    row.dataset['pod'] = record.uid;
    return row;
  });
}

function list<T>(items: readonly T[], parts: (item: T) => readonly (HTMLElement | undefined)[]): HTMLElement {
  const more = items.length - MOST_ROWS;
  return element('ul', {
    className: 'moment-list',
    children: [
      ...items.slice(0, MOST_ROWS).map((item) => element('li', { children: parts(item) })),
      more > 0 ? element('li', { className: 'muted', text: t('{0} more', more.toLocaleString('en')) }) : undefined,
    ],
  });
}

function note(text: string): HTMLElement {
  return element('p', { className: 'muted', text });
}
