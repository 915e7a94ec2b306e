/** Bars and shapes on a canvas. Proven: filled. Likely: hollow with a broken edge. High contrast: always an edge in full colour. */
import { onceFor } from '../../src/kubelet/oncePer.ts';
import type { Look, Pattern, Shape } from './looks.ts';
import { fillAlpha, makePattern } from './patterns.ts';
import { makeShape, type ShapeImage } from './shapes.ts';
import { mix, withContrast } from '../page/contrast.ts';
import { type ColourRole, cssColour, type Theme } from '../page/theme.ts';
import { printableLines } from '../../src/kubelet/printable.ts';

/** How much a text's own ground hides of a line or a pattern behind it: less would look as if the text were struck through. */
const GROUND = 0.96;
/** How much a plain bar hides of the slanted lines of a gap behind it: its name stands on it without a ground. */
const VEIL = 0.7;
/** Fewer letters of a name say nothing. */
const LEAST_LETTERS = 6;

export class Painter {
  readonly theme: Theme;
  readonly #context: CanvasRenderingContext2D;
  readonly #patterns = new Map<string, CanvasPattern | string>();
  readonly #veil: string;
  readonly #widths = new Map<string, number>();
  readonly #shapes = new Map<string, ShapeImage>();
  readonly #scale = Math.max(1, window.devicePixelRatio || 1);
  readonly #faints = new Map<ColourRole, string>();
  readonly #colours = new Map<ColourRole, Map<number, string>>();

  constructor(context: CanvasRenderingContext2D, theme: Theme) {
    this.#context = context;
    this.theme = theme;
    this.#veil = cssColour(theme.background, VEIL);
  }

  /** A bar from `left` to `right` in a row whose middle is `middle`, `height` high. */
  bar(look: Look, left: number, right: number, middle: number, height: number, proven: boolean): void {
    const context = this.#context;
    const { highContrast } = this.theme;
    const width = Math.max(1, right - left);
    const thin = look.pattern === 'line';
    const tall = thin ? Math.max(6, Math.round(height * 0.5)) : height;
    const top = Math.round(middle - tall / 2);
    if (look.pattern === 'trace') {
      context.strokeStyle = this.#faint(look.role);
      context.lineWidth = 1;
      context.setLineDash([2, 3]);
      context.beginPath();
      context.moveTo(left, Math.round(middle) + 0.5);
      context.lineTo(right, Math.round(middle) + 0.5);
      context.stroke();
      context.setLineDash([]);
      return;
    }
    if (width < 3) {
      context.fillStyle = proven ? this.#colour(look.role, 1) : this.#faint(look.role);
      context.fillRect(left, top, width, tall);
      return;
    }
    if (look.pattern === 'plain') {
      context.fillStyle = this.#veil;
      context.fillRect(left, top, width, tall);
    }
    if (proven && look.pattern !== 'hollow') {
      context.fillStyle = this.#colour(look.role, fillAlpha(look.pattern, highContrast));
      context.fillRect(left, top, width, tall);
      const overlay = this.#pattern(look.pattern, look.role);
      if (overlay !== undefined) {
        context.fillStyle = overlay;
        context.fillRect(left, top, width, tall);
      }
    }
    if (thin && proven && !highContrast) {
      context.fillStyle = this.#colour(look.role, 1);
      context.fillRect(left, Math.round(middle) - 1, width, 2);
      return;
    }
    context.strokeStyle = proven ? this.#colour(look.role, 1) : this.#faint(look.role);
    context.lineWidth = 1;
    context.setLineDash(proven ? [] : [3, 3]);
    context.strokeRect(left + 0.5, top + 0.5, width - 1, tall - 1);
    context.setLineDash([]);
  }

  /** An instant: a shape around `x`, `middle`. `size` is about its height. */
  shape(shape: Shape, role: ColourRole, x: number, middle: number, size: number, proven: boolean): void {
    const context = this.#context;
    if (shape === 'tick') {
      context.fillStyle = this.#colour(role, 1);
      context.fillRect(Math.round(x) - 0.75, middle - size / 2, 1.5, size);
      return;
    }
    const made = this.#shape(shape, role, size, proven);
    if (made === undefined) return;
    const side = made.side / this.#scale;
    context.drawImage(
      made.image,
      Math.round((x - side / 2) * this.#scale) / this.#scale,
      Math.round((middle - side / 2) * this.#scale) / this.#scale,
      side,
      side,
    );
  }

  #shape(shape: Exclude<Shape, 'tick'>, role: ColourRole, size: number, proven: boolean): ShapeImage | undefined {
    const key = `${shape} ${role} ${size} ${proven ? 1 : 0}`;
    const known = this.#shapes.get(key);
    if (known !== undefined) return known;
    const made = makeShape(shape, this.theme.roles[role], this.theme.background, size, proven, this.#scale);
    if (made !== undefined) this.#shapes.set(key, made);
    return made;
  }

  #colour(role: ColourRole, alpha: number): string {
    const known = onceFor(this.#colours, role, () => new Map<number, string>());
    return onceFor(known, alpha, () => cssColour(this.theme.roles[role], alpha));
  }

  #faint(role: ColourRole): string {
    return onceFor(this.#faints, role, () => cssColour(this.theme.faint[role]));
  }

  /** To be called before texts are drawn, once for each picture: the browser looks at the whole page's styles whenever a font is set. */
  beginText(): void {
    const context = this.#context;
    context.font = this.theme.font;
    context.textBaseline = 'middle';
    context.textAlign = 'left';
  }

  /** A text that must not be wider than `width`, cut with an ellipsis; nothing when not even six letters fit. `before`: it ends at `x`. Returns the width it took. */
  text(
    text: string,
    x: number,
    middle: number,
    width: number,
    options: {
      readonly muted?: boolean;
      readonly halo?: boolean;
      readonly ground?: boolean;
      readonly before?: boolean;
    } = {},
  ): number {
    const context = this.#context;
    const whole = printableLines(text.length > 500 ? text.slice(0, 500) : text);
    let shown: string = whole;
    let taken = this.width(shown);
    if (taken > width) {
      let letters = Math.floor((width / taken) * whole.length);
      do {
        letters -= 1;
        if (letters < LEAST_LETTERS) return 0;
        shown = `${whole.slice(0, letters).trimEnd()}…`;
        taken = this.width(shown);
      } while (taken > width);
    }
    const left = options.before === true ? x - taken : x;
    if (options.ground === true) {
      context.fillStyle = cssColour(this.theme.background, GROUND);
      context.fillRect(left - 3, middle - 6, taken + 6, 12);
    } else if (options.halo === true) {
      context.strokeStyle = cssColour(this.theme.background, GROUND);
      context.lineWidth = 3;
      context.lineJoin = 'round';
      context.strokeText(shown, left, middle + 0.5);
    }
    context.fillStyle = cssColour(options.muted === true ? this.theme.muted : this.theme.foreground);
    context.fillText(shown, left, middle + 0.5);
    return taken;
  }

  /** Of a text in the font of `beginText`, in CSS pixels. */
  width(text: string): number {
    const known = this.#widths.get(text);
    if (known !== undefined) return known;
    const width = this.#context.measureText(text).width;
    if (this.#widths.size > 5000) this.#widths.clear();
    this.#widths.set(text, width);
    return width;
  }

  #pattern(pattern: Pattern, role: ColourRole): CanvasPattern | string | undefined {
    if (pattern !== 'hatched' && pattern !== 'crossed' && pattern !== 'dotted' && pattern !== 'upright')
      return undefined;
    const key = `${pattern} ${role}`;
    const known = this.#patterns.get(key);
    if (known !== undefined) return known;
    // Seen on the bar's own fill, too.
    const colour = this.theme.roles[role];
    const fill = fillAlpha(pattern, this.theme.highContrast);
    const ink = withContrast(
      mix(colour, this.theme.background, this.theme.highContrast ? 1 : 0.75),
      this.theme.background,
      3,
      this.theme.grounds.map((ground) => mix(colour, ground, fill)),
    );
    const made = makePattern(this.#context, pattern, cssColour(ink));
    this.#patterns.set(key, made);
    return made;
  }
}
