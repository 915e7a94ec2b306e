/** The written answer: what happened, when, how sure we are, the likely cause; each claim leads to its line. */
import type { AnswerSpan, FindingCard, TimelineDocument } from '../../src/timeline/timelineDocument.ts';
import { cutAnswer } from './answerCut.ts';
import { withCommands } from './commandCopy.ts';
import { element, lineLink } from '../page/dom.ts';
import { EpisodeChips } from './episodeChips.ts';
import type { Actions } from '../page/model.ts';
import { nextStepsNode } from './nextSteps.ts';
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

const CONFIDENCE: Readonly<Record<FindingCard['confidence'], { readonly text: string; readonly dots: string }>> = {
  high: { text: t('high confidence'), dots: '●●●' },
  medium: { text: t('medium confidence'), dots: '●●○' },
  low: { text: t('low confidence'), dots: '●○○' },
};

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
  const state = document.state === 'healthy' && document.worthALook ? PLEG_IS_HEALTHY : STATE_TEXT[document.state];
  const more = element('button', {
    className: 'link answer-more',
    text: t('More'),
    attributes: { type: 'button', 'aria-expanded': 'false' },
  });
  more.hidden = true;
  const body = element('div', {
    className: 'answer-body is-short',
    children: [
      element('div', {
        className: 'answer-text',
        children: document.answer.map((paragraph) =>
          element('p', { children: paragraph.map((span) => spanNode(span, parts.actions)) }),
        ),
      }),
      more,
      element('div', {
        className: 'answer-side',
        children: [findingsNode(document, parts.actions), warningsNode(document, parts.actions)],
      }),
    ],
  });
  body.hidden = !parts.open;
  const chips = new EpisodeChips(document, { zoom: parts.actions.zoomToEpisode, time: parts.time });
  const fit = (): void => {
    chips.fit();
    more.hidden = !cutAnswer(body) && body.classList.contains('is-short');
  };
  const setLong = (long: boolean): void => {
    body.classList.toggle('is-short', !long);
    more.textContent = long ? t('Less') : t('More');
    more.setAttribute('aria-expanded', String(long));
  };
  const lengthen = (long: boolean): void => {
    setLong(long);
    fit();
  };
  more.addEventListener('click', () => lengthen(body.classList.contains('is-short')));
  body.addEventListener(
    'toggle',
    (event) => {
      if (event.target instanceof HTMLDetailsElement && event.target.open) lengthen(true);
    },
    true,
  );
  // What comes into the focus must be seen.
  body.addEventListener('focusin', ({ target }) => {
    const part = target instanceof Element ? target.closest('.is-cut') : null;
    if (
      !(target instanceof Element) ||
      part === null ||
      (part.scrollTop === 0 && target.getBoundingClientRect().bottom <= part.getBoundingClientRect().bottom + 2)
    )
      return;
    lengthen(true);
    part.scrollTop = 0;
  });
  // As wide as the card and never high: what is fitted to its width cannot change it.
  const width = element('div');
  new ResizeObserver(fit).observe(width);
  setLong(parts.unfolded.long);
  for (const part of body.querySelectorAll('details'))
    part.open = parts.unfolded.titles.has(part.querySelector('summary')?.textContent ?? '');
  const toggle = element('button', {
    className: 'card-toggle',
    text: parts.open ? '▾' : '▸',
    attributes: { type: 'button', 'aria-expanded': String(parts.open) },
    label: t('Show or hide the written answer'),
  });
  toggle.addEventListener('click', () => {
    body.hidden = !body.hidden;
    toggle.textContent = body.hidden ? '▸' : '▾';
    toggle.setAttribute('aria-expanded', String(!body.hidden));
    fit();
    parts.toggled(!body.hidden);
  });
  return element('section', {
    className: `answer is-${document.state}`,
    label: t('Answer'),
    children: [
      width,
      element('div', {
        className: 'answer-head',
        children: [
          toggle,
          element('span', {
            className: `state-badge is-${document.state}`,
            children: [
              element('span', { text: state.symbol, attributes: { 'aria-hidden': 'true' } }),
              element('span', { text: ` ${state.text}` }),
            ],
          }),
          element('h1', { text: document.headline }),
          chips.root,
          element('div', {
            className: 'answer-facts',
            children: [
              element('span', {
                className: 'replay',
                text: replayText(document),
                title: replayTitle(document),
              }),
              button({
                text: t('Copy'),
                title: t('Copy the answer as Markdown'),
                className: 'is-small',
                onClick: parts.copy,
              }),
              button({
                text: t('Save…'),
                title: t(
                  'Save the report as a web page with charts or as Markdown, or a picture of the charts, with names or without',
                ),
                className: 'is-small',
                onClick: parts.save,
              }),
            ],
          }),
        ],
      }),
      body,
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

function findingsNode(timeline: TimelineDocument, actions: Actions): HTMLElement | undefined {
  if (timeline.findings.length === 0) return undefined;
  return element('div', {
    className: 'findings',
    children: timeline.findings.map((finding) => findingNode(finding, actions)),
  });
}

function findingNode(finding: FindingCard, actions: Actions): HTMLElement {
  return element('details', {
    className: 'finding',
    children: [
      element('summary', {
        children: [
          element('span', { className: 'finding-title', text: `${finding.title} ` }),
          certainty(finding.confidence),
        ],
      }),
      element('p', { text: finding.explanation }),
      lineLink(t('What this means in general'), finding.id, () => actions.guide(finding.id)),
      nextStepsNode(finding, actions.copyCommand),
      finding.evidence.length === 0
        ? undefined
        : element('div', {
            children: [
              element('h2', { text: t('The lines that say so') }),
              element('ul', {
                className: 'evidence',
                children: finding.evidence.map((line) =>
                  element('li', {
                    children: [
                      lineLink(t('line {0}', line.line), t('Open line {0}', line.line), (event) =>
                        actions.openLine(line.source, line.line, event.altKey),
                      ),
                      element('code', { text: line.text }),
                    ],
                  }),
                ),
              }),
            ],
          }),
    ],
  });
}

function certainty(confidence: FindingCard['confidence']): HTMLElement {
  const { text, dots } = CONFIDENCE[confidence];
  return element('span', {
    className: 'certainty',
    children: [
      element('span', { className: 'certainty-dots', text: dots, attributes: { 'aria-hidden': 'true' } }),
      element('span', { text }),
    ],
  });
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
