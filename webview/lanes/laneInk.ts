/** The colours and shapes of all styles for one theme and screen, ready to be put into pixels. */
import { MARK_STYLES } from '../../src/timeline/timelineDocument.ts';
import { type Colour, mix } from '../page/contrast.ts';
import { LOOKS, type Look } from '../charts/looks.ts';
import { pack, type Sprite } from './markRaster.ts';
import { makeShape } from '../charts/shapes.ts';
import type { Theme } from '../page/theme.ts';

/** About the height of a shape, in CSS pixels. */
export const SHAPE_SIZE = 11;
/** Width of a stroke in CSS pixels; drawn as whole pixels of the screen, so that its contrast is that of its colour. */
const STROKE = 1.5;

export interface StyleInk {
  readonly look: Look;
  readonly colour: number;
  /** Of short bars that no line proves, and of what only left a trace. */
  readonly faint: number;
  /** From faint to full, for marks that stand for few or many. */
  readonly shades: readonly number[];
}

/** More could not be told apart. */
const SHADES = 5;

/** What instants are inked with. */
export interface Ink {
  /** Device pixels for each CSS pixel. */
  readonly scale: number;
  /** Width of a stroke in device pixels. */
  readonly stroke: number;
  /** The ink of a style index of a lane. */
  of(style: number): StyleInk;
  /** The shape of a style's instants; `undefined` for strokes. */
  shape(style: number, proven: boolean): Sprite | undefined;
}

export class LaneInk implements Ink {
  readonly theme: Theme;
  readonly scale: number;
  readonly stroke: number;
  readonly #styles: readonly StyleInk[];
  readonly #shapes: (Sprite | undefined)[] = [];

  constructor(theme: Theme, scale: number) {
    this.theme = theme;
    this.scale = scale;
    this.stroke = Math.round(STROKE * scale);
    this.#styles = MARK_STYLES.map((style) => {
      const look = LOOKS[style];
      const [full, faint] = [theme.roles[look.role], theme.faint[look.role]];
      return {
        look,
        colour: packed(full),
        faint: packed(faint),
        shades: Array.from({ length: SHADES }, (_, step) => packed(mix(full, faint, step / (SHADES - 1)))),
      };
    });
  }

  of(style: number): StyleInk {
    const known = this.#styles[style] ?? this.#styles[MARK_STYLES.indexOf('other')];
    if (known === undefined) throw new RangeError('there is always a last style');
    return known;
  }

  shape(style: number, proven: boolean): Sprite | undefined {
    const { shape, role } = this.of(style).look;
    if (shape === 'tick') return undefined;
    const place = style * 2 + (proven ? 1 : 0);
    return (this.#shapes[place] ??= makeShape(
      shape,
      this.theme.roles[role],
      this.theme.background,
      SHAPE_SIZE,
      proven,
      this.scale,
    ));
  }
}

/** The shade of marks by their density, from 0 to 1. It falls faster than their height: half as many are to be seen at once. */
export function shadeOf({ shades, colour }: StyleInk, density: number): number {
  return shades[Math.round(density ** 2 * (shades.length - 1))] ?? colour;
}

function packed({ red, green, blue }: Colour): number {
  return pack(Math.round(red), Math.round(green), Math.round(blue), 255);
}
