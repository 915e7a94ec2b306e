/** Where the page's texts stand: of elements, of fields and of canvases. Sizes in CSS pixels of the window. */
import { outerOf } from './colours.ts';
import { labelsOf } from './ink.ts';
import { allElements } from './stack.ts';

/** A line of a text. */
export interface TextBox {
  readonly text: string;
  /** What paints it. */
  readonly node: Element;
  /** The text that it is a line of: lines of one text may touch each other. */
  readonly of: object;
  readonly whole: DOMRect;
  /** What is left of it within everything around it that cuts or scrolls; `undefined`: nothing. */
  readonly seen: DOMRect | undefined;
  /** What cuts it off for good: in words. */
  readonly cut?: string;
}

/** More of a text is cut off than what rounding takes. */
const ROUNDED = 1;

/** All texts that are painted, in sight or scrolled away. */
export function textBoxes(): TextBox[] {
  return allElements().flatMap((node) => {
    if (!isPainted(node)) return [];
    if (node instanceof HTMLCanvasElement) return canvasTexts(node);
    // A text in a slot looks as what is around the slot.
    return [...node.childNodes].flatMap((child) =>
      child instanceof Text && child.data.trim() !== '' ? linesOf(child, child.assignedSlot ?? node) : [],
    );
  });
}

/** False for what is hidden, what only screen readers get, and for styles. */
export function isPainted(node: Element): boolean {
  return (
    node.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    node.localName !== 'style' &&
    node.closest('.reader-only, defs, title') === null
  );
}

function linesOf(text: Text, node: Element): TextBox[] {
  const range = document.createRange();
  range.selectNodeContents(text);
  return [...range.getClientRects()]
    .filter((rect) => rect.width > 1 && rect.height > 1)
    .map((rect) => ({ text: text.data.trim().slice(0, 40), node, of: text, whole: rect, ...within(node, rect) }));
}

function canvasTexts(canvas: HTMLCanvasElement): TextBox[] {
  const box = canvas.getBoundingClientRect();
  return labelsOf(canvas).map((label) => {
    const rect = new DOMRect(box.left + label.left, box.top + label.top, label.width, label.height);
    // Rows of lanes scroll out at the top and the foot.
    const isCut =
      rect.left < box.left - ROUNDED ||
      rect.right > box.right + ROUNDED ||
      (!isSticky(canvas) && (rect.top < box.top - ROUNDED || rect.bottom > box.bottom + ROUNDED));
    const part = intersection(rect, box);
    return {
      text: label.text,
      node: canvas,
      of: label,
      whole: rect,
      ...(part === undefined ? { seen: undefined } : within(canvas, part)),
      ...(isCut ? { cut: 'the edge of its canvas' } : {}),
    };
  });
}

/** What is left of a box of `node` within everything around it, and what cuts it off without a way to see the rest. `own`: the box is of something in the node, which the node may cut off too. */
export function within(
  node: Element,
  rect: DOMRect,
  own = true,
): { readonly seen: DOMRect | undefined; readonly cut?: string } {
  let seen: DOMRect | undefined = rect;
  let cut: string | undefined;
  let position = getComputedStyle(node).position;
  for (let at: Element | undefined = node; at !== undefined && seen !== undefined; at = outerOf(at)) {
    const style = getComputedStyle(at);
    // What is placed by itself is cut only by what it is placed in.
    if (at !== node && position === 'absolute' && style.position === 'static') continue;
    const clips = style.overflowX !== 'visible' || style.overflowY !== 'visible' || at === document.documentElement;
    if (clips && !(at === node && (!own || style.display === 'inline'))) {
      const outer = at === document.documentElement ? WINDOW() : paddingBox(at, style, seen);
      if (cut === undefined) cut = cutBy(node, at, style, seen, outer);
      seen = intersection(seen, outer);
    }
    if (style.position === 'fixed') {
      if (cut === undefined && seen !== undefined && !isInside(seen, WINDOW())) cut = 'the window';
      break;
    }
    if (position !== 'absolute' || style.position !== 'static') position = style.position;
  }
  return { seen, ...(cut === undefined ? {} : { cut }) };
}

/** In words, when `at` cuts a box off and neither scrolling nor an ellipsis, a title or a button shows the rest. */
function cutBy(
  node: Element,
  at: Element,
  style: CSSStyleDeclaration,
  rect: DOMRect,
  outer: DOMRect,
): string | undefined {
  const wide =
    style.overflowX !== 'visible' && (rect.left < outer.left - ROUNDED || rect.right > outer.right + ROUNDED);
  const tall =
    style.overflowY !== 'visible' && (rect.top < outer.top - ROUNDED || rect.bottom > outer.bottom + ROUNDED);
  const name = `${at.localName}.${at.className}`;
  if (wide && !scrolls(at, 'x') && style.textOverflow !== 'ellipsis' && !hasTitle(node, at))
    return `${name} (${Math.round(rect.left)} to ${Math.round(rect.right)} in ${Math.round(outer.left)} to ${Math.round(outer.right)})`;
  if (tall && !scrolls(at, 'y') && !hasMore(at) && !isSticky(at))
    return `${name} (${Math.round(rect.top)} to ${Math.round(rect.bottom)} in ${Math.round(outer.top)} to ${Math.round(outer.bottom)})`;
  return undefined;
}

function scrolls(node: Element, way: 'x' | 'y'): boolean {
  const { overflowX, overflowY } = getComputedStyle(node);
  return way === 'x'
    ? /auto|scroll/.test(overflowX) && node.scrollWidth > node.clientWidth
    : /auto|scroll/.test(overflowY) && node.scrollHeight > node.clientHeight;
}

function hasTitle(node: Element, until: Element): boolean {
  for (let at: Element | undefined = node; at !== undefined; at = outerOf(at)) {
    if (at.getAttribute('title') !== null) return true;
    if (at === until) return false;
  }
  return false;
}

/** A button beside it shows all of it, and no line of it is cut through: it ends with whole lines, or it fades. */
function hasMore(node: Element): boolean {
  const more = node.closest('.answer-body')?.parentElement?.querySelector('.answer-more[aria-expanded=false]');
  return more?.checkVisibility() === true;
}

/** It stays in sight while what is around it scrolls. */
function isSticky(node: Element): boolean {
  const sticky = node.closest('.lanes-sticky');
  return sticky !== null && getComputedStyle(sticky).position === 'sticky';
}

/** What an element leaves to be seen; of what it does not cut, all of `rect`. */
function paddingBox(node: Element, { overflowX, overflowY }: CSSStyleDeclaration, rect: DOMRect): DOMRect {
  const box = node.getBoundingClientRect();
  const inner = new DOMRect(
    box.left + node.clientLeft,
    box.top + node.clientTop,
    box.width - 2 * node.clientLeft,
    box.height - 2 * node.clientTop,
  );
  const [x, width] = overflowX === 'visible' ? [rect.left, rect.width] : [inner.left, inner.width];
  const [y, height] = overflowY === 'visible' ? [rect.top, rect.height] : [inner.top, inner.height];
  return new DOMRect(x, y, width, height);
}

const WINDOW = (): DOMRect => new DOMRect(0, 0, window.innerWidth, window.innerHeight);

export function intersection(a: DOMRect, b: DOMRect): DOMRect | undefined {
  const [left, top, right, bottom] = [
    Math.max(a.left, b.left),
    Math.max(a.top, b.top),
    Math.min(a.right, b.right),
    Math.min(a.bottom, b.bottom),
  ];
  return right > left && bottom > top ? new DOMRect(left, top, right - left, bottom - top) : undefined;
}

function isInside(inner: DOMRect, outer: DOMRect): boolean {
  return (
    inner.left >= outer.left - ROUNDED &&
    inner.right <= outer.right + ROUNDED &&
    inner.top >= outer.top - ROUNDED &&
    inner.bottom <= outer.bottom + ROUNDED
  );
}
