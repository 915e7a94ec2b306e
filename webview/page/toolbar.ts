/** The bar on top: which log this is, and the controls that concern everything below. */
import { formatSeconds } from '../../src/timeline/format.ts';
import {
  clockName,
  formatBegin,
  formatDate,
  formatTime,
  hasTimes,
  type TimeFormat,
  type TimeScale,
} from '../charts/axis.ts';
import { element } from './dom.ts';
import type { Model } from './model.ts';
import { SearchBar } from '../search/searchBar.ts';
import type { Completion } from '../search/searchCompletion.ts';
import { button, type Choice, dropdown, type Dropdown } from '../toolkit.ts';
import { t } from './words.ts';

/** A small log is read in less: nothing has to be said of it. Milliseconds. */
const ANNOUNCED_AFTER_MS = 500;

export interface ToolbarParts {
  readonly search: (text: string) => void;
  readonly stepFound: (by: 1 | -1) => void;
  readonly say: (text: string) => void;
  readonly prepareSearch: (then: () => void) => void;
  readonly completions: (text: string) => readonly Completion[];
  readonly timeFormat: (format: TimeFormat) => void;
  readonly episode: (id: string) => void;
  readonly zoom: (factor: number) => void;
  readonly reset: () => void;
  readonly help: () => void;
}

export class Toolbar {
  readonly root: HTMLElement;
  readonly #title = element('div', { className: 'toolbar-title' });
  readonly #clock = element('span', { className: 'toolbar-clock' });
  readonly #again = element('span', { className: 'toolbar-fact', text: t('changed, reading again…') });
  readonly #search: SearchBar;
  readonly #controls: HTMLElement;
  readonly #parts: ToolbarParts;
  readonly #zoom: HTMLElement;
  readonly #help: HTMLElement;
  #episodes: ListedDropdown | undefined;
  #times: ListedDropdown | undefined;
  #chosen = '';
  /** How their times are written. */
  #listedIn: TimeScale | undefined;
  #telling = 0;

  constructor(parts: ToolbarParts) {
    this.#parts = parts;
    this.#search = new SearchBar({
      search: parts.search,
      step: parts.stepFound,
      say: parts.say,
      prepare: parts.prepareSearch,
      completions: parts.completions,
    });
    this.#controls = element('div', { className: 'toolbar-controls' });
    this.#zoom = element('div', {
      className: 'toolbar-zoom',
      role: 'group',
      label: t('Zoom'),
      children: [
        button({ text: '−', title: t('Zoom out (S)'), onClick: () => parts.zoom(1.6) }),
        button({ text: '+', title: t('Zoom in (W)'), onClick: () => parts.zoom(1 / 1.6) }),
        button({ text: t('All'), title: t('Show all of the log (0)'), onClick: () => parts.reset() }),
      ],
    });
    this.#help = button({
      text: '?',
      title: t('Keys, mouse and legend (?)'),
      className: 'toolbar-help',
      onClick: () => parts.help(),
    });
    this.#again.hidden = true;
    this.root = element('header', { className: 'toolbar', children: [this.#title, this.#controls] });
  }

  /** `stays`: it is the log that was shown until now. */
  setModel(model: Model, stays: boolean): void {
    const { summary } = model.document;
    const logged = { ...model.scale, format: 'logged' } as const;
    const [first, last] = [formatDate(0, logged), formatDate(model.document.length, logged)];
    const from = formatTime(0, logged, 0);
    const to = `${last === first ? '' : `${last} `}${formatTime(model.document.length, logged, 0)}`;
    const parts = [
      summary.version,
      hasTimes(logged) ? `${first} ${from} – ${to} (${formatSeconds(model.document.length / 1e6, 0)})` : '',
      summary.lines === 1 ? t('1 line') : t('{0} lines', summary.lines.toLocaleString('en')),
    ];
    this.#title.replaceChildren(
      element('span', {
        className: 'toolbar-node',
        text: summary.node === '' ? model.document.title : summary.node,
        title: model.document.sources.join('\n'),
      }),
      ...parts.filter((part) => part !== '').map((part) => element('span', { className: 'toolbar-fact', text: part })),
      this.#clock,
      this.#again,
    );
    if (!stays) this.#chosen = '';
    const episodes = this.#listEpisodes(model);
    const choices = timeChoices(model);
    const times = isSame(this.#times, choices)
      ? this.#times
      : {
          choices,
          ...dropdown(t('Times'), choices, model.scale.format, (value) =>
            this.#parts.timeFormat(value === 'utc' || value === 'local' || value === 'relative' ? value : 'logged'),
          ),
        };
    // Without a single mark there is nothing to find and nothing to zoom to.
    const shown =
      model.document.marks.count === 0
        ? [times.root, this.#help]
        : [this.#search.root, episodes, times.root, this.#zoom, this.#help];
    this.#times = times;
    // A log that grows closes no list and takes no focus away.
    if (
      shown.length !== this.#controls.childElementCount ||
      shown.some((control, place) => this.#controls.children[place] !== control)
    )
      this.#controls.replaceChildren(...shown);
    this.sync(model);
  }

  /** Says, when it takes a while, that the log is read again. */
  readsAgain(reads: boolean): void {
    if (reads && this.#telling !== 0) return;
    clearTimeout(this.#telling);
    this.#telling = reads
      ? window.setTimeout(() => {
          this.#again.hidden = false;
        }, ANNOUNCED_AFTER_MS)
      : 0;
    if (!reads) this.#again.hidden = true;
  }

  /** Shows the model's state in the controls. */
  sync(model: Model): void {
    this.#search.sync(model);
    this.#times?.set(model.scale.format);
    if (this.#listedIn !== model.scale) this.#listEpisodes(model);
    this.#clock.textContent = clockName(model.scale, model.document.timeZoneKnown);
  }

  /** Names the episode that was zoomed to; empty for the whole log. */
  showEpisode(id: string): void {
    this.#chosen = id;
    this.#episodes?.set(id);
  }

  #listEpisodes(model: Model): HTMLElement {
    const before = this.#episodes;
    this.#listedIn = model.scale;
    const choices = episodeChoices(model);
    const listed = isSame(before, choices)
      ? before
      : { choices, ...dropdown(t('Episode'), choices, this.#chosen, this.#parts.episode) };
    this.#episodes = listed;
    if (listed !== before) before?.root.replaceWith(listed.root);
    listed.set(this.#chosen);
    return listed.root;
  }

  focusSearch(): void {
    this.#search.focus();
  }

  /** How many are found and which of them is selected. */
  syncSearch(model: Model): void {
    this.#search.sync(model);
  }
}

type ListedDropdown = Dropdown & { readonly choices: readonly Choice[] };

/** The list offers just these. */
function isSame(list: ListedDropdown | undefined, choices: readonly Choice[]): list is ListedDropdown {
  return (
    list?.choices.length === choices.length &&
    list.choices.every(({ value, text }, place) => value === choices[place]?.value && text === choices[place].text)
  );
}

/** Of more than two with the time that tells them apart. */
function episodeChoices({ document: { episodes, length }, scale }: Model): Choice[] {
  return [
    { value: '', text: t('Whole log') },
    ...episodes.map(({ id, label, begin }) => ({
      value: id,
      text: episodes.length > 2 ? `${formatBegin(begin, scale, length)} ${label}` : label,
    })),
  ];
}

function timeChoices(model: Model): Choice[] {
  const logged: Choice = { value: 'logged', text: t('As logged') };
  const relative: Choice = { value: 'relative', text: t('From the episode') };
  return model.document.timeZoneKnown
    ? [logged, { value: 'utc', text: t('UTC') }, { value: 'local', text: t('Local time') }, relative]
    : [logged, relative];
}
