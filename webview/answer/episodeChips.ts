/** The episodes as chips, a click on which zooms there. Many of them: the most serious first, as many as two rows hold, and the starts of the kubelet as one. */
import type { EpisodeChip, TimelineDocument } from '../../src/timeline/timelineDocument.ts';
import { element } from '../page/dom.ts';
import { t } from '../page/words.ts';

const ENDING: Readonly<Record<EpisodeChip['state'], string>> = {
  recovered: 'recovered',
  restart: 'ended with the process',
  gap: 'ends in a gap',
  'end-of-log': 'still going on at the end',
};

/** How wide a chip is, about, in CSS pixels. */
const CHIP_WIDTH = 430;
const ROWS = 2;

export interface EpisodeChipsParts {
  readonly zoom: (id: string) => void;
  /** How a moment is written, microseconds since origin. */
  readonly time: (time: number) => string;
}

export class EpisodeChips {
  readonly root: HTMLElement;
  readonly #parts: EpisodeChipsParts;
  /** Of several the one that the answer describes. */
  readonly #main: EpisodeChip | undefined;
  /** The main one first, then those that go on, then as they came. */
  readonly #episodes: readonly EpisodeChip[];
  readonly #starts: readonly EpisodeChip[];
  readonly #isRow: boolean;
  #all = false;
  #startsOpen = false;
  #most = -1;

  constructor({ episodes, answered }: TimelineDocument, parts: EpisodeChipsParts) {
    this.#parts = parts;
    this.#isRow = episodes.length > 2;
    this.#starts = episodes.filter(({ startup }) => startup);
    const real = episodes.filter(({ startup }) => !startup);
    if (real.length > 1) this.#main = real.find(({ id }) => id === answered);
    const rank = (episode: EpisodeChip): number => (episode === this.#main ? 0 : episode.end === undefined ? 1 : 2);
    this.#episodes = real.toSorted((a, b) => rank(a) - rank(b) || a.begin - b.begin);
    this.root = element('div', { className: this.#isRow ? 'chips is-row' : 'chips' });
  }

  /** Shows as many as there is room for. */
  fit(): void {
    const room = Math.max(2, ROWS * Math.floor(this.root.clientWidth / CHIP_WIDTH) - 1);
    // A button instead of a single chip would win nothing.
    const most = this.#all || !this.#isRow || this.#episodes.length <= room + 1 ? this.#episodes.length : room;
    if (most === this.#most) return;
    this.#most = most;
    this.#draw();
  }

  #draw(): void {
    const hidden = this.#episodes.length - this.#most;
    const more = element('button', {
      className: 'link chips-more',
      text: this.#all ? t('Fewer') : t('+{0} more', hidden.toLocaleString('en')),
      attributes: { type: 'button', 'aria-expanded': String(this.#all) },
      label: this.#all ? t('Show fewer episodes') : t('Show {0} more episodes', hidden),
      onClick: () => {
        const first = this.#most;
        this.#all = !this.#all;
        this.fit();
        // To what has come, else to where it is opened again.
        const [chip, button] = [
          this.root.querySelectorAll<HTMLElement>('.chip')[first],
          this.root.querySelector<HTMLElement>('.chips-more'),
        ];
        (this.#all ? chip : button)?.focus();
      },
    });
    this.root.replaceChildren(
      ...this.#episodes.slice(0, this.#most).map((episode) => this.#chip(episode)),
      ...(this.#starts.length > 1 ? this.#foldedStarts() : this.#starts.map((start) => this.#chip(start))),
      ...(this.#all || hidden > 0 ? [more] : []),
    );
  }

  #foldedStarts(): HTMLElement[] {
    const fold = element('button', {
      className: 'chip is-startup is-fold',
      attributes: { type: 'button', 'aria-expanded': String(this.#startsOpen) },
      title: t('Show or hide each start of the kubelet'),
      onClick: () => {
        this.#startsOpen = !this.#startsOpen;
        this.#draw();
        this.root.querySelector<HTMLElement>('.is-fold')?.focus();
      },
      children: [
        element('span', {
          className: 'chip-label',
          text: `${this.#startsOpen ? '▾' : '▸'} ${t('{0} start-ups', this.#starts.length.toLocaleString('en'))}`,
        }),
        element('span', { className: 'chip-detail', text: t('normal') }),
      ],
    });
    return [fold, ...(this.#startsOpen ? this.#starts.map((start) => this.#chip(start)) : [])];
  }

  #chip(episode: EpisodeChip): HTMLElement {
    const skips = `${episode.skips === 1 ? t('1 skip') : t('{0} skips', episode.skips)}${episode.missing > 0 ? t(', {0} missing', episode.missing) : ''}`;
    const ending = t(ENDING[episode.state]);
    // Badge, headline and text have said of a single one already what it is, how long and how it ended.
    const isAlone =
      !episode.startup &&
      this.#episodes.length === 1 &&
      (episode.state === 'recovered' || episode.state === 'end-of-log');
    const detail = isAlone
      ? skips
      : `${skips} · ${episode.startup && episode.end !== undefined ? t('normal') : episode === this.#main && episode.end !== undefined ? t('longest, {0}', ending) : ending}`;
    // The label begins with the first of the reasons.
    const about = [...(isAlone ? [episode.label] : []), ...episode.reasons.slice(isAlone ? 1 : 0), skips, ending].join(
      '; ',
    );
    return element('button', {
      className: `chip ${episode.startup ? 'is-startup' : `is-${episode.state}`}${episode === this.#main ? ' is-main' : ''}`,
      attributes: { type: 'button' },
      title: t('Zoom to this episode: {0}', about),
      onClick: () => this.#parts.zoom(episode.id),
      children: [
        // Tells episodes of the same length apart.
        this.#isRow ? element('span', { className: 'chip-time', text: this.#parts.time(episode.begin) }) : undefined,
        element('span', { className: 'chip-label', text: isAlone ? t('Zoom to it') : episode.label }),
        element('span', { className: 'chip-detail', text: detail }),
      ],
    });
  }
}
