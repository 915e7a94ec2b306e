/** The bar on top: which log this is, and the controls that concern everything below. */
import { formatSeconds } from '../src/timeline/format.ts';
import { clockName, formatBegin, formatDate, formatTime, type TimeFormat, type TimeScale } from './axis.ts';
import { element } from './dom.ts';
import type { Model } from './model.ts';
import { SearchBar } from './searchBar.ts';
import { button, type Choice, dropdown, type Dropdown } from './toolkit.ts';

export interface ToolbarParts {
  readonly search: (text: string) => void;
  readonly stepFound: (by: 1 | -1) => void;
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
  readonly #search: SearchBar;
  readonly #controls: HTMLElement;
  readonly #parts: ToolbarParts;
  #episodes: Dropdown | undefined;
  #times: Dropdown | undefined;
  #chosen = '';
  /** How their times are written. */
  #listedIn: TimeScale | undefined;

  constructor(parts: ToolbarParts) {
    this.#parts = parts;
    this.#search = new SearchBar({ search: parts.search, step: parts.stepFound });
    this.#controls = element('div', { className: 'toolbar-controls' });
    this.root = element('header', { className: 'toolbar', children: [this.#title, this.#controls] });
  }

  setModel(model: Model): void {
    const { summary } = model.document;
    const logged = { ...model.scale, format: 'logged' } as const;
    const [first, last] = [formatDate(0, logged), formatDate(model.document.length, logged)];
    const from = formatTime(0, logged, 0);
    const to = `${last === first ? '' : `${last} `}${formatTime(model.document.length, logged, 0)}`;
    const parts = [summary.version, `${first} ${from} – ${to} (${formatSeconds(model.document.length / 1e6, 0)})`, `${summary.lines.toLocaleString('en')} lines`];
    this.#title.replaceChildren(
      element('span', { className: 'toolbar-node', text: summary.node === '' ? model.document.title : summary.node, title: model.document.sources.join('\n') }),
      ...parts.filter((part) => part !== '').map((part) => element('span', { className: 'toolbar-fact', text: part })), this.#clock,
    );
    this.#chosen = '';
    const episodes = this.#listEpisodes(model);
    this.#times = dropdown('Times', timeChoices(model), model.scale.format, (value) => this.#parts.timeFormat(value === 'utc' || value === 'local' || value === 'relative' ? value : 'logged'));
    // Without a single mark there is nothing to find and nothing to zoom to.
    const isEmpty = model.document.marks.count === 0;
    this.#controls.replaceChildren(
      ...(isEmpty ? [] : [this.#search.root, episodes]), this.#times.root,
      ...(isEmpty ? [] : [element('div', { className: 'toolbar-zoom', role: 'group', label: 'Zoom', children: [
        button({ text: '−', title: 'Zoom out (S)', onClick: () => this.#parts.zoom(1.6) }),
        button({ text: '+', title: 'Zoom in (W)', onClick: () => this.#parts.zoom(1 / 1.6) }),
        button({ text: 'All', title: 'Show the whole log (0)', onClick: () => this.#parts.reset() }),
      ] })]),
      button({ text: '?', title: 'Keys, mouse and legend (?)', className: 'toolbar-help', onClick: () => this.#parts.help() }),
    );
    this.sync(model);
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
    this.#episodes = dropdown('Episode', episodeChoices(model), this.#chosen, this.#parts.episode);
    before?.root.replaceWith(this.#episodes.root);
    this.#episodes.set(this.#chosen);
    return this.#episodes.root;
  }

  focusSearch(): void {
    this.#search.focus();
  }

  /** How many are found and which of them is selected. */
  syncSearch(model: Model): void {
    this.#search.sync(model);
  }
}

/** Of more than two with the time that tells them apart. */
function episodeChoices({ document: { episodes, length }, scale }: Model): Choice[] {
  return [{ value: '', text: 'Whole log' }, ...episodes.map(({ id, label, begin }) => ({ value: id, text: episodes.length > 2 ? `${formatBegin(begin, scale, length)} ${label}` : label }))];
}

function timeChoices(model: Model): Choice[] {
  const logged: Choice = { value: 'logged', text: 'As logged' };
  const relative: Choice = { value: 'relative', text: 'From the episode' };
  return model.document.timeZoneKnown ? [logged, { value: 'utc', text: 'UTC' }, { value: 'local', text: 'Local time' }, relative] : [logged, relative];
}
