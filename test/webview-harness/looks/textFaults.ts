/** Texts that cannot be read well enough: WCAG 2 AA, and AAA in high contrast as far as the theme's own colours go. */
import { type Colour, contrast, parseColour } from '../../../webview/page/contrast.ts';
import { type TextBox, textBoxes } from './boxes.ts';
import { colourOf, named, over } from './colours.ts';
import { allElements, seenAt, withAllFound } from './stack.ts';

const AA = 4.5;
const AA_LARGE = 3;
const AAA = 7;
/** Sizes in CSS pixels from which on a text is large: 18 pt, or 14 pt when it is bold. */
const LARGE = 24;
const LARGE_BOLD = 18.66;
/** What a colour may lose when it is written in whole numbers. */
const ROUNDED = 0.01;

export interface TextReport {
  /** How many texts were compared with what is behind them. */
  readonly seen: number;
  readonly faults: readonly string[];
}

/** Compares every text in sight, placeholders and typed texts too, with what is behind it. What is drawn on canvases: `watchInk`. */
export function faintTexts(): TextReport {
  return withAllFound(() => {
    const own = themeColours();
    const faults = new Set<string>();
    let seen = 0;
    const look = (
      node: Element,
      text: string,
      colour: Colour,
      style: CSSStyleDeclaration,
      x: number,
      y: number,
    ): void => {
      const at = seenAt(node, colour, x, y, true);
      if (at === undefined) return;
      seen += 1;
      const ratio = contrast(at.ink, at.ground);
      const wanted = leastFor(style, colour, own);
      if (ratio < wanted - ROUNDED)
        faults.add(
          `${nameOf(node)} "${text}" has ${ratio.toFixed(2)} of ${wanted}: ${named(at.ink)} on ${named(at.ground)}`,
        );
    };
    for (const box of textBoxes()) {
      // A symbol with a name is a picture: graphicFaults.ts.
      if (
        box.seen === undefined ||
        box.node instanceof HTMLCanvasElement ||
        box.node.role === 'img' ||
        isDisabled(box.node)
      )
        continue;
      const style = getComputedStyle(box.node);
      const colour = colourOf(box.node instanceof SVGElement ? style.fill : style.color);
      for (const [x, y] of pointsOf(box, box.seen)) look(box.node, box.text, colour, style, x, y);
    }
    for (const field of allElements().filter((node) => node instanceof HTMLInputElement)) {
      if (!field.checkVisibility() || !['', 'text'].includes(field.type) || isDisabled(field)) continue;
      const box = field.getBoundingClientRect();
      const style = getComputedStyle(field);
      const colour = colourOf(field.value === '' ? getComputedStyle(field, '::placeholder').color : style.color);
      look(
        field,
        field.value === '' ? field.placeholder : field.value,
        colour,
        style,
        box.left + 6,
        box.top + box.height / 2,
      );
    }
    return { seen, faults: [...faults] };
  });
}

/** Ends and middle, a little inside. */
function pointsOf(box: TextBox, seen: DOMRect): readonly (readonly [number, number])[] {
  const y = seen.top + seen.height / 2;
  const inset = Math.min(2, seen.width / 2);
  return box.whole.width < 12
    ? [[seen.left + seen.width / 2, y]]
    : [
        [seen.left + inset, y],
        [seen.left + seen.width / 2, y],
        [seen.right - inset, y],
      ];
}

/** WCAG asks nothing of controls that cannot be used. */
function isDisabled(node: Element): boolean {
  return node.closest('[disabled], [aria-disabled=true]') !== null;
}

function leastFor(style: CSSStyleDeclaration, colour: Colour, own: readonly Colour[]): number {
  const size = Number.parseFloat(style.fontSize);
  if (size >= LARGE || (size >= LARGE_BOLD && Number(style.fontWeight) >= 700)) return AA_LARGE;
  const highContrast = document.body.classList.contains('vscode-high-contrast');
  return highContrast && !own.some((one) => isSame(one, colour)) ? AAA : AA;
}

/** Those of the themes that were looked at, by all that a theme says. */
const knownColours = new Map<string, readonly Colour[]>();

/** The colours of texts that are the theme's own and have less than 7 to 1 on the theme's own background: what nobody but the theme can mend. */
function themeColours(): readonly Colour[] {
  const style = document.documentElement.style;
  const { backgroundColor } = getComputedStyle(document.body);
  const theme = `${backgroundColor} ${style.cssText}`;
  const known = knownColours.get(theme);
  if (known !== undefined) return known;
  const page = colourOf(backgroundColor);
  const colours = [...style]
    .filter((name) => name.startsWith('--vscode-'))
    .flatMap((name) => parseColour(style.getPropertyValue(name)) ?? [])
    .filter((colour) => contrast(over(colour, page), page) < AAA);
  knownColours.set(theme, colours);
  return colours;
}

function isSame(a: Colour, b: Colour): boolean {
  return (
    Math.max(Math.abs(a.red - b.red), Math.abs(a.green - b.green), Math.abs(a.blue - b.blue)) < 1 &&
    Math.abs(a.alpha - b.alpha) < 0.02
  );
}

/** An element by its class, within what it is part of. */
export function nameOf(node: Element): string {
  const own = (one: Element): string => {
    const classes = one.getAttribute('class') ?? '';
    return classes === '' ? one.localName : `.${classes.trim().replaceAll(/\s+/g, '.')}`;
  };
  const root = node.getRootNode();
  const outer = root instanceof ShadowRoot ? root.host : node.parentElement;
  return outer === null ? own(node) : `${own(outer)} ${own(node)}`;
}
