/** What is selected, in words: all that the mark says, its bounds, and the way to its line. */
import { formatSeconds, formatSecondsRange } from '../../src/timeline/format.ts';
import { markAt } from '../../src/timeline/marks.ts';
import { formatDate, formatStamp } from '../charts/axis.ts';
import { element } from '../page/dom.ts';
import { lookOf } from '../charts/looks.ts';
import type { Actions, Model } from '../page/model.ts';
import { nextStepsNode } from '../answer/nextSteps.ts';
import { button } from '../toolkit.ts';
import { t } from '../page/words.ts';

const SECOND = 1_000_000;

export interface DetailsParts {
  readonly actions: Actions;
  readonly zoom: () => void;
  readonly step: (by: 1 | -1) => void;
}

/** Fills the pane for the model's selection. */
export function showDetails(pane: HTMLElement, model: Model, parts: DetailsParts): void {
  const { selection } = model;
  const nodes =
    selection === undefined
      ? model.document.marks.count === 0
        ? nothing()
        : hint()
      : selection.kind === 'mark'
        ? markNodes(selection.mark, model, parts)
        : barNodes(selection.lane, selection.index, model, parts);
  pane.replaceChildren(...nodes.filter((node) => node !== undefined));
}

function hint(): HTMLElement[] {
  return [
    element('p', {
      className: 'hint',
      text: t('Click a mark or a row to see what it says. Double click, Enter or Ctrl/Cmd+click opens its log line.'),
    }),
    element('p', {
      className: 'hint',
      children: [
        kbd('W'),
        kbd('S'),
        document.createTextNode(t(' zoom, ')),
        kbd('A'),
        kbd('D'),
        document.createTextNode(t(' move, ')),
        kbd('E'),
        document.createTextNode(t(' next error, ')),
        kbd('?'),
        document.createTextNode(t(' all keys')),
      ],
    }),
  ];
}

function nothing(): HTMLElement[] {
  return [
    element('p', {
      className: 'hint',
      text: t('Nothing to select: the log has no events that the timeline can show.'),
    }),
  ];
}

function kbd(text: string): HTMLElement {
  return element('kbd', { text });
}

function markNodes(index: number, model: Model, parts: DetailsParts): (HTMLElement | undefined)[] {
  const mark = markAt(model.document, index);
  if (mark === undefined) return hint();
  const lane = model.document.lanes.find((candidate) => candidate.id === mark.lane);
  const finding =
    lane?.kind === 'findings' ? model.document.findings.find(({ title }) => title === mark.what) : undefined;
  const rows: [string, string][] = [
    [t('Time'), `${formatDate(mark.time, model.scale)} ${formatStamp(mark.time, model.scale)}`],
  ];
  if (mark.min !== undefined && mark.max !== undefined && mark.max > mark.min)
    rows.push([
      t('Between'),
      t(
        '{0} and {1} ({2})',
        formatStamp(mark.min, model.scale),
        formatStamp(mark.max, model.scale),
        formatSeconds((mark.max - mark.min) / SECOND, 3),
      ),
    ]);
  if (mark.end !== undefined)
    rows.push([
      t('Until'),
      `${formatStamp(mark.end, model.scale)} (${formatSecondsRange((mark.end - mark.time) / SECOND, (mark.end - mark.time) / SECOND)})`,
    ]);
  if (mark.pod !== undefined) rows.push([t('Pod'), mark.pod]);
  if (mark.container !== undefined) rows.push([t('Container'), mark.container]);
  if (lane !== undefined && lane.kind !== 'pod' && lane.kind !== 'container') rows.push([t('Lane'), lane.label]);
  rows.push([t('Known'), mark.proven ? t('proven by the log') : t('likely: the replay’s best estimate')]);
  if (mark.line > 0)
    rows.push([
      t('Line'),
      model.document.sources.length > 1
        ? t('{0} of {1}', mark.line, model.document.sources[mark.source] ?? '')
        : String(mark.line),
    ]);
  return [
    element('div', {
      className: 'details-head',
      children: [levelBadge(mark.level), element('h2', { text: mark.what })],
    }),
    buttons(mark.line > 0, parts),
    definitions(rows),
    ...(finding !== undefined
      ? [
          element('p', { className: 'detail-prose', text: finding.explanation }),
          nextStepsNode(finding, parts.actions.copyCommand),
        ]
      : []),
    ...(mark.detail === undefined || finding !== undefined
      ? []
      : [element('pre', { className: 'detail-text', text: mark.detail, attributes: { tabindex: '0' } })]),
  ];
}

function barNodes(laneIndex: number, index: number, model: Model, parts: DetailsParts): HTMLElement[] {
  const lane = model.document.lanes[laneIndex];
  const start = lane?.start[index];
  if (lane === undefined || start === undefined) return hint();
  const end = lane.end[index] ?? start;
  const look = lookOf(lane.style[index]);
  const proven = lane.proven[index] === 1;
  return [
    element('div', {
      className: 'details-head',
      children: [element('h2', { text: `${lane.label}: ${t(look.label)}` })],
    }),
    buttons(false, parts),
    definitions([
      [t('Time'), `${formatDate(start, model.scale)} ${formatStamp(start, model.scale)}`],
      [t('Until'), `${formatStamp(end, model.scale)} (${formatSeconds((end - start) / SECOND, 3)})`],
      [t('Known'), proven ? t('proven by the log') : t('likely: the replay’s best estimate; no line states it')],
    ]),
  ];
}

function buttons(canOpen: boolean, parts: DetailsParts): HTMLElement {
  return element('div', {
    className: 'details-buttons',
    children: [
      canOpen
        ? button({
            text: t('Open line'),
            title: t('Open line in the log (Enter)'),
            appearance: 'primary',
            onClick: (event) => parts.actions.openSelection(event.altKey),
          })
        : undefined,
      button({ text: t('Zoom to it'), title: t('Zoom to it (F)'), onClick: () => parts.zoom() }),
      button({ text: '‹', title: t('Previous mark of this lane (,)'), onClick: () => parts.step(-1) }),
      button({ text: '›', title: t('Next mark of this lane (.)'), onClick: () => parts.step(1) }),
    ],
  });
}

function definitions(rows: readonly (readonly [string, string])[]): HTMLElement {
  return element('dl', {
    children: rows.flatMap(([name, text]) => [element('dt', { text: name }), element('dd', { text })]),
  });
}

/** The level in words and by shape: never by colour alone. */
export function levelBadge(level: number): HTMLElement {
  const [symbol, text, name] =
    level >= 2
      ? ['◆', t('error'), 'is-error']
      : level === 1
        ? ['▲', t('warning'), 'is-warning']
        : ['○', t('information'), 'is-info'];
  return element('span', { className: `level ${name}`, text: symbol, role: 'img', label: text, title: text });
}
