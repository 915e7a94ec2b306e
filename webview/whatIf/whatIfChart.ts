/** The predicted course as a strip below the observed one, on the same axis: staleness against the threshold, skips, and the times in which the node would be NotReady. */
import type { WhatIfDocument } from '../../src/whatIf/whatIfDocument.ts';
import { formatSeconds } from '../../src/timeline/format.ts';
import type { TimeArea } from '../charts/timeArea.ts';
import { positionOf } from '../charts/viewport.ts';
import { element } from '../page/dom.ts';
import type { Model } from '../page/model.ts';
import { cssColour } from '../page/theme.ts';
import { t } from '../page/words.ts';
import { chartCaption } from '../charts/chartCaption.ts';

/** Heights from the top, in CSS pixels. */
const TOP = 8;
const STATE = 16;
const SKIP = 3;

export class WhatIfChart {
  readonly root: HTMLElement;
  readonly #canvas = element('canvas', { role: 'img', label: t('Predicted course') });
  readonly #caption = element('span', { className: 'caption-text' });
  readonly #plot: HTMLElement;
  readonly #area: TimeArea;

  constructor(area: TimeArea) {
    this.#area = area;
    this.#plot = element('div', { className: 'plot', children: [this.#canvas] });
    this.root = element('section', {
      className: 'what-if-chart',
      label: t('Predicted course'),
      children: [
        chartCaption(
          t('What if'),
          t('What the embedded kubelet does with the changed scenario: predicted, not logged.'),
          [this.#caption],
        ),
        this.#plot,
      ],
    });
  }

  /** Says what is shown. */
  tell(document: WhatIfDocument): void {
    this.#caption.textContent = document.isChanged
      ? t('predicted staleness, node state below')
      : t('simulated, nothing changed');
    this.#canvas.setAttribute(
      'aria-label',
      t(
        'Predicted course. {0} Highest staleness {1}, threshold {2}, {3} skips, NotReady {4} times.',
        document.sentence,
        formatSeconds(highest(document)),
        formatSeconds(document.threshold),
        document.skips.length,
        document.notReady.length,
      ),
    );
  }

  draw(model: Model, shown: WhatIfDocument): void {
    const { left, width } = this.#area.get();
    const height = this.#plot.clientHeight;
    const whole = this.#plot.clientWidth;
    const scale = Math.max(1, window.devicePixelRatio || 1);
    if (this.#canvas.width !== Math.round(whole * scale) || this.#canvas.height !== Math.round(height * scale)) {
      this.#canvas.width = Math.round(whole * scale);
      this.#canvas.height = Math.round(height * scale);
    }
    const ink = this.#canvas.getContext('2d');
    if (ink === null) return;
    ink.setTransform(scale, 0, 0, scale, 0, 0);
    ink.clearRect(0, 0, whole, height);
    const { theme, view, document: log } = model;
    const bottom = height - STATE - 4;
    const most = Math.max(shown.threshold * 1.15, highest(shown) * 1.05);
    const x = (time: number): number => left + positionOf(view, time - log.origin, width);
    const y = (seconds: number): number => bottom - (seconds / most) * (bottom - TOP);
    ink.font = theme.font;
    ink.textBaseline = 'middle';
    ink.textAlign = 'right';
    ink.fillStyle = cssColour(theme.muted);
    ink.fillText(formatSeconds(shown.threshold), left - 6, y(shown.threshold));
    ink.fillText('0s', left - 6, bottom - 2);
    ink.fillText(t('node'), left - 6, height - STATE / 2 - 1);
    ink.save();
    ink.beginPath();
    ink.rect(left, 0, width, height);
    ink.clip();
    ink.strokeStyle = cssColour(theme.roles.bad);
    ink.lineWidth = 1;
    ink.setLineDash([6, 4]);
    line(ink, [left, y(shown.threshold)], [left + width, y(shown.threshold)]);
    ink.setLineDash([]);
    ink.strokeStyle = cssColour(theme.roles.special);
    ink.lineWidth = 1.5;
    ink.beginPath();
    let isOpen = false;
    for (let index = 0; index < shown.times.length; index += 1) {
      const seconds = shown.seconds[index] ?? Number.NaN;
      if (Number.isNaN(seconds)) {
        isOpen = false;
        continue;
      }
      const at = [x(shown.times[index] ?? 0), y(seconds)] as const;
      if (isOpen) ink.lineTo(...at);
      else ink.moveTo(...at);
      isOpen = true;
    }
    ink.stroke();
    this.#drawSkips(ink, shown, x, y, cssColour(theme.roles.bad), most);
    this.#drawNode(ink, model, shown, { x, top: height - STATE, left, width });
    ink.restore();
  }

  #drawSkips(
    ink: CanvasRenderingContext2D,
    { skips, threshold }: WhatIfDocument,
    x: (time: number) => number,
    y: (seconds: number) => number,
    colour: string,
    most: number,
  ): void {
    ink.fillStyle = colour;
    let last = Number.NEGATIVE_INFINITY;
    const at = y(Math.min(most, threshold * 1.08));
    for (const time of skips) {
      const place = x(time);
      if (place - last < 2 * SKIP) continue;
      last = place;
      ink.beginPath();
      ink.moveTo(place, at - SKIP);
      ink.lineTo(place + SKIP, at);
      ink.lineTo(place, at + SKIP);
      ink.lineTo(place - SKIP, at);
      ink.fill();
    }
  }

  /** NotReady is a full bar with its name, Ready a line: told by shape as by colour. */
  #drawNode(
    ink: CanvasRenderingContext2D,
    { theme }: Model,
    { notReady }: WhatIfDocument,
    { x, top, left, width }: { x: (time: number) => number; top: number; left: number; width: number },
  ): void {
    const middle = top + STATE / 2 - 1;
    ink.strokeStyle = cssColour(theme.roles.good);
    ink.lineWidth = 2;
    line(ink, [left, middle], [left + width, middle]);
    ink.textAlign = 'left';
    for (const { from, to } of notReady) {
      const [begin, end] = [Math.max(left, x(from)), Math.min(left + width, Math.max(x(to), x(from) + 2))];
      if (end <= left || begin >= left + width) continue;
      ink.fillStyle = cssColour(theme.background);
      ink.fillRect(begin, top, end - begin, STATE - 2);
      ink.strokeStyle = cssColour(theme.roles.bad);
      ink.lineWidth = 2;
      ink.strokeRect(begin + 1, top + 1, Math.max(0, end - begin - 2), STATE - 4);
      if (end - begin < ink.measureText('NotReady').width + 10) continue;
      ink.fillStyle = cssColour(theme.foreground);
      ink.fillText('NotReady', begin + 5, middle);
    }
  }
}

function line(ink: CanvasRenderingContext2D, from: readonly [number, number], to: readonly [number, number]): void {
  ink.beginPath();
  ink.moveTo(...from);
  ink.lineTo(...to);
  ink.stroke();
}

function highest({ seconds }: WhatIfDocument): number {
  let most = 0;
  for (const one of seconds) if (one > most) most = one;
  return most;
}
