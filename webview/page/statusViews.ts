/** What is shown instead of a timeline: reading with progress and Cancel, or a problem with what to do about it. */
import type { ProblemMessage, ProgressMessage } from '../../src/protocol/protocol.ts';
import { type CopyCommand, withCommands } from '../answer/commandCopy.ts';
import { element } from './dom.ts';
import { button, progressRing } from '../toolkit.ts';
import { printableLines } from '../../src/kubelet/printable.ts';
import { t } from './words.ts';

/** Progress comes several times a second; nobody could listen to that. Milliseconds. */
const SPOKEN_EVERY = 5000;

export class LoadingView {
  readonly root: HTMLElement;
  readonly #title = element('h1', { text: t('Reading the log…') });
  readonly #text = element('p', { className: 'muted' });
  readonly #spoken = element('p', { className: 'reader-only', attributes: { 'aria-live': 'polite' } });
  #spokenAt = Number.NEGATIVE_INFINITY;
  readonly #bar = element('progress', { label: t('Progress') });
  readonly #headline = element('p', { className: 'first-look', attributes: { 'aria-live': 'polite' } });
  /** The log that it is of. */
  #of = '';

  constructor(cancel: () => void) {
    this.root = element('main', {
      className: 'status',
      children: [
        progressRing(),
        this.#title,
        this.#bar,
        this.#text,
        this.#spoken,
        this.#headline,
        button({ text: t('Cancel'), onClick: cancel }),
      ],
    });
  }

  show(message: ProgressMessage): void {
    this.#title.textContent = printableLines(
      message.phase === 'reading' ? t('Reading {0}…', message.title) : t('Replaying {0}…', message.title),
    );
    if (message.phase === 'reading' && message.totalBytes !== undefined && message.totalBytes > 0) {
      this.#bar.max = message.totalBytes;
      this.#bar.value = Math.min(message.bytes, message.totalBytes);
    } else this.#bar.removeAttribute('value');
    const [lines, bytes] = [message.lines.toLocaleString('en'), formatBytes(message.bytes)];
    this.#text.textContent =
      message.totalBytes === undefined
        ? t('{0} lines, {1}', lines, bytes)
        : t('{0} lines, {1} of {2}', lines, bytes, formatBytes(message.totalBytes));
    if (performance.now() - this.#spokenAt >= SPOKEN_EVERY) {
      this.#spokenAt = performance.now();
      this.#spoken.textContent = this.#text.textContent;
    }
    // It stays until the whole answer replaces it, also while progress no longer tells it.
    if (message.title !== this.#of) this.#headline.replaceChildren();
    this.#of = message.title;
    const headline = printableLines(message.headline ?? '');
    if (headline === '' || headline === this.#headline.querySelector('strong')?.textContent) return;
    this.#headline.replaceChildren(
      element('span', { className: 'first-look-word muted', text: t('First look, preliminary: ') }),
      element('strong', { text: headline }),
    );
  }
}

/** What the page can do about a problem. */
export interface ProblemWays {
  readonly retry: () => void;
  readonly gettingLogs: () => void;
  readonly openSample: () => void;
  readonly copy: CopyCommand;
}

/** A problem, and the ways on from it: where there is no kubelet log, how to get one, and one to look at meanwhile. */
export function problemView(message: Omit<ProblemMessage, 'type'>, ways: ProblemWays): HTMLElement {
  return element('main', {
    className: 'status',
    children: [
      element('div', {
        className: 'status-problem',
        role: 'alert',
        children: [
          element('div', { className: 'status-symbol', text: '!', attributes: { 'aria-hidden': 'true' } }),
          element('h1', { text: message.title }),
          element('p', { children: withCommands(message.whatToDo, ways.copy) }),
        ],
      }),
      message.canRetry ? button({ text: t('Try again'), appearance: 'primary', onClick: ways.retry }) : undefined,
      ...(message.isOther === true
        ? [
            button({ text: t('How to get a log'), onClick: ways.gettingLogs }),
            button({ text: t('Open sample incident'), onClick: ways.openSample }),
          ]
        : []),
    ],
  });
}

function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1e6) return `${(bytes / 1e3).toFixed(0)} kB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(2)} GB`;
}
