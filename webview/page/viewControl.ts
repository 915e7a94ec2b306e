/** Moves the visible part of time. */
import { extentOf } from './model.ts';
import type { Stage } from './stage.ts';
import { clampView, fitView, panBy, revealIn, type View, zoomAt } from '../charts/viewport.ts';
import { t } from './words.ts';

export class ViewControl {
  readonly #stage: Stage;

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  show(view: View): void {
    const { model } = this.#stage;
    if (model === undefined) return;
    model.view = clampView(view, model.limits);
    this.#stage.viewChanged();
  }

  /** Shows the whole log. */
  reset(): void {
    const { model, parts } = this.#stage;
    if (model === undefined) return;
    this.show(model.limits);
    parts.toolbar.showEpisode('');
  }

  /** Zooms at the pointer, or at the middle when it is elsewhere. */
  zoom(factor: number): void {
    const { model } = this.#stage;
    if (model === undefined) return;
    const middle = (model.view.from + model.view.to) / 2;
    const at =
      model.pointer !== undefined && model.pointer >= model.view.from && model.pointer <= model.view.to
        ? model.pointer
        : middle;
    this.show(zoomAt(model.view, model.limits, factor, at));
  }

  /** Moves by a part of what is visible. */
  pan(part: number): void {
    const { model } = this.#stage;
    if (model !== undefined) this.show(panBy(model.view, model.limits, part));
  }

  /** Moves as little as needed so that a moment is visible. */
  reveal(time: number): void {
    const { model } = this.#stage;
    if (model === undefined) return;
    model.view = revealIn(model.view, model.limits, time);
    this.#stage.viewChanged();
  }

  zoomToEpisode(id: string): void {
    const { model, parts } = this.#stage;
    const episode = model?.document.episodes.find((candidate) => candidate.id === id);
    if (model === undefined || episode === undefined) return;
    // The last listed relist lies one threshold before the begin: without it the picture does not explain itself.
    const lead = episode.startup ? 0 : (model.document.staleness[0]?.threshold ?? 180) * 1e6;
    this.show(fitView(model.limits, Math.max(0, episode.begin - lead), episode.endMax, model.view));
    parts.toolbar.showEpisode(id);
    this.#stage.say(t('Zoomed to {0}', episode.label));
  }

  /** The episode at this moment, or the whole log when there is none. */
  zoomToEpisodeAt(time: number): void {
    const episode = this.#stage.model?.document.episodes.find(
      (candidate) => candidate.begin <= time && candidate.endMax >= time,
    );
    if (episode === undefined) this.reset();
    else this.zoomToEpisode(episode.id);
  }

  /** Zooms to what is measured, else to what is selected. */
  zoomToSelection(): void {
    const { model } = this.#stage;
    if (model === undefined) return;
    const extent = extentOf(model.document, model.selection);
    if (model.measure !== undefined) this.show(model.measure);
    else if (extent !== undefined) this.show(fitView(model.limits, extent.start, extent.end, model.view));
  }
}
