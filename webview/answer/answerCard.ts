/** The written answer: what happened, when, how sure we are, the likely cause; each claim leads to its line. */
import type { AnswerSpan, TimelineDocument } from '../../src/timeline/timelineDocument.ts';
import { cutAnswer } from './answerCut.ts';
import { withCommands } from './commandCopy.ts';
import { element, lineLink } from '../page/dom.ts';
import { EpisodeChips } from './episodeChips.ts';
import type { Actions } from '../page/model.ts';
import { findingsNode } from './findingsNode.ts';
import { button } from '../toolkit.ts';
import { t } from '../page/words.ts';

const STATE_TEXT: Readonly<Record<TimelineDocument['state'], { readonly text: string; readonly symbol: string }>> = {
  healthy: { text: t('Healthy'), symbol: '✓' },
  impaired: { text: t('Impaired'), symbol: '!' },
  recovered: { text: t('Recovered'), symbol: '↺' },
  'unhealthy-at-end': { text: t('Unhealthy at the end'), symbol: '✕' },
  unknown: { text: t('Unknown'), symbol: '?' },
};

/** Healthy as far as PLEG goes: something else is not. */
const PLEG_IS_HEALTHY = { text: t('PLEG healthy'), symbol: '✓' };

/** What a reader has unfolded in the card. */
export interface Unfolded {
  readonly long: boolean;
  /** The titles of findings and warnings. */
  readonly titles: ReadonlySet<string>;
}

/** What is unfolded in the card that stands here, so that the next one is not folded under the reader's eyes. */
export function unfoldedOf(place: HTMLElement): Unfolded {
  return {
    long: place.querySelector('.answer-body:not(.is-short)') !== null,
    titles: new Set([...place.querySelectorAll('details[open] > summary')].map((title) => title.textContent)),
  };
}

export interface AnswerCardParts {
  readonly unfolded: Unfolded;
  readonly actions: Actions;
  readonly open: boolean;
  readonly toggled: (open: boolean) => void;
  readonly copy: () => void;
  readonly save: () => void;
  /** How a moment is written, microseconds since origin. */
  readonly time: (time: number) => string;
}

export function answerCard(document: TimelineDocument, parts: AnswerCardParts): HTMLElement {
  return new AnswerCard(document, parts).root;
}

/** The head, which is always there, and the body, which is folded, short or long. */
class AnswerCard {
  readonly root: HTMLElement;
  readonly #parts: AnswerCardParts;
  readonly #chips: EpisodeChips;
  readonly #body: HTMLElement;
  readonly #more = element('button', { className: 'link answer-more', attributes: { type: 'button' } });
  readonly #toggle = element('button', {
    className: 'card-toggle',
    attributes: { type: 'button' },
    label: t('Show or hide the written answer'),
  });

  constructor(document: TimelineDocument, parts: AnswerCardParts) {
    const { actions } = parts;
    this.#parts = parts;
    this.#chips = new EpisodeChips(document, { zoom: actions.zoomToEpisode, time: parts.time });
    this.#more.hidden = true;
    this.#body = element('div', {
      className: 'answer-body',
      children: [
        element('div', {
          className: 'answer-text',
          children: document.answer.map((paragraph) =>
            element('p', { children: paragraph.map((span) => spanNode(span, actions)) }),
          ),
        }),
        this.#more,
        element('div', {
          className: 'answer-side',
          children: [findingsNode(document, actions), warningsNode(document, actions)],
        }),
      ],
    });
    this.#setOpen(parts.open);
    this.#setLong(parts.unfolded.long);
    for (const part of this.#body.querySelectorAll('details'))
      part.open = parts.unfolded.titles.has(part.querySelector('summary')?.textContent ?? '');
    this.#listen();
    // As wide as the card and never high: what is fitted to its width cannot change it.
    const width = element('div');
    new ResizeObserver(() => this.#fit()).observe(width);
    this.root = element('section', {
      className: `answer is-${document.state}`,
      label: t('Answer'),
      children: [width, this.#head(document), this.#body],
    });
  }

  #head(document: TimelineDocument): HTMLElement {
    return element('div', {
      className: 'answer-head',
      children: [
        this.#toggle,
        stateBadge(document),
        element('h1', { text: document.headline }),
        this.#chips.root,
        element('div', {
          className: 'answer-facts',
          children: [
            element('span', { className: 'replay', text: replayText(document), title: replayTitle(document) }),
            button({
              text: t('Copy'),
              title: t('Copy the answer as Markdown'),
              className: 'is-small',
              onClick: this.#parts.copy,
            }),
            button({
              text: t('Save…'),
              title: t(
                'Save the report as a web page with charts or as Markdown, or a picture of the charts, with names or without',
              ),
              className: 'is-small',
              onClick: this.#parts.save,
            }),
          ],
        }),
      ],
    });
  }

  #listen(): void {
    const body = this.#body;
    this.#more.addEventListener('click', () => this.#lengthen(body.classList.contains('is-short')));
    this.#toggle.addEventListener('click', () => {
      this.#setOpen(body.hidden !== false);
      this.#fit();
      this.#parts.toggled(!body.hidden);
    });
    body.addEventListener(
      'toggle',
      ({ target }) => {
        if (target instanceof HTMLDetailsElement && target.open) this.#lengthen(true);
      },
      true,
    );
    // What comes into the focus must be seen.
    body.addEventListener('focusin', ({ target }) => {
      const part = target instanceof Element ? target.closest('.is-cut') : null;
      if (!(target instanceof Element) || part === null || isInSight(target, part)) return;
      this.#lengthen(true);
      part.scrollTop = 0;
    });
  }

  #fit(): void {
    this.#chips.fit();
    this.#more.hidden = !cutAnswer(this.#body) && this.#body.classList.contains('is-short');
  }

  #lengthen(long: boolean): void {
    this.#setLong(long);
    this.#fit();
  }

  #setLong(long: boolean): void {
    this.#body.classList.toggle('is-short', !long);
    this.#more.textContent = long ? t('Less') : t('More');
    this.#more.setAttribute('aria-expanded', String(long));
  }

  #setOpen(open: boolean): void {
    this.#body.hidden = !open;
    this.#toggle.textContent = open ? '▾' : '▸';
    this.#toggle.setAttribute('aria-expanded', String(open));
  }
}

/** Whether all of an element stands in a part of the answer that is cut. */
function isInSight(target: Element, part: Element): boolean {
  return part.scrollTop === 0 && target.getBoundingClientRect().bottom <= part.getBoundingClientRect().bottom + 2;
}

function stateBadge(document: TimelineDocument): HTMLElement {
  const { text, symbol } =
    document.state === 'healthy' && document.worthALook ? PLEG_IS_HEALTHY : STATE_TEXT[document.state];
  return element('span', {
    className: `state-badge is-${document.state}`,
    children: [
      element('span', { text: symbol, attributes: { 'aria-hidden': 'true' } }),
      element('span', { text: ` ${text}` }),
    ],
  });
}

function spanNode(span: AnswerSpan, actions: Actions): Node {
  const { line, source } = span;
  if (line !== undefined && line > 0) {
    const link = lineLink(span.text, t('Open line {0}', line), (event) =>
      actions.openLine(source ?? 0, line, event.altKey),
    );
    if (span.strong === true) link.classList.add('is-strong');
    return link;
  }
  if (span.strong === true) return element('strong', { text: span.text });
  return span.commands === true
    ? element('span', { children: withCommands(span.text, actions.copyCommand) })
    : element('span', { text: span.text });
}

function replayText({ summary }: TimelineDocument): string {
  if (summary.skips === 0) return t('no skips in the log');
  const missing = summary.missing > 0 ? t(', {0} missing', summary.missing) : '';
  return `${t('replay {0}/{1}', summary.explained, summary.skips)}${missing}`;
}

/** What the figure means, and how many skips the replay expects beside those that are logged. */
function replayTitle({ summary }: TimelineDocument): string {
  if (summary.skips === 0) return t('The embedded kubelet replays this log and finds no skip to explain');
  const more =
    summary.missing > 0 ? t(' and expects {0} more that are not in the log', summary.missing.toLocaleString('en')) : '';
  const explained = t(
    summary.skips === 1
      ? 'The embedded kubelet replays this log: it explains {0} of {1} logged skip'
      : 'The embedded kubelet replays this log: it explains {0} of {1} logged skips',
    summary.explained.toLocaleString('en'),
    summary.skips.toLocaleString('en'),
  );
  return `${explained}${more}`;
}

function warningsNode(timeline: TimelineDocument, actions: Actions): HTMLElement | undefined {
  if (timeline.warnings.length === 0) return undefined;
  return element('details', {
    className: 'warnings',
    children: [
      element('summary', {
        text:
          timeline.warnings.length === 1
            ? t('1 warning about this log')
            : t('{0} warnings about this log', timeline.warnings.length),
      }),
      element('ul', {
        children: timeline.warnings.map((warning) => element('li', { children: [spanNode(warning, actions)] })),
      }),
    ],
  });
}
