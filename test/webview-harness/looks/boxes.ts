/** Where the page's texts stand: of elements, of fields and of canvases. Sizes in CSS pixels of the window. */
import { outerOf } from './colours.ts';
import { labelsOf } from './ink.ts';
import { allElements, once } from './stack.ts';

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
export const textBoxes = (): readonly TextBox[] => once('texts', paintedTexts);

function paintedTexts(): TextBox[] {
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

/** What an element does to the boxes within it; looked up once in each look. */
interface Frame {
  readonly node: Element;
  readonly outer: Element | undefined;
  readonly position: string;
  readonly overflowX: string;
  readonly overflowY: string;
  readonly isInline: boolean;
  readonly hasEllipsis: boolean;
  /** What is within its border. */
  readonly inner: DOMRect;
}

function frameOf(node: Element): Frame {
  const frames = once('frames', () => new Map<Element, Frame>());
  const known = frames.get(node);
  if (known !== undefined) return known;
  const { position, overflowX, overflowY, display, textOverflow } = getComputedStyle(node);
  const box = node.getBoundingClientRect();
  const frame: Frame = {
    node,
    outer: outerOf(node),
    position,
    overflowX,
    overflowY,
    isInline: display === 'inline',
    hasEllipsis: textOverflow === 'ellipsis',
    inner: new DOMRect(
      box.left + node.clientLeft,
      box.top + node.clientTop,
      box.width - 2 * node.clientLeft,
      box.height - 2 * node.clientTop,
    ),
  };
  frames.set(node, frame);
  return frame;
}

/** What is left of a box of `node` within everything around it, and what cuts it off without a way to see the rest. `own`: the box is of something in the node, which the node may cut off too. */
export function within(
  node: Element,
  rect: DOMRect,
  own = true,
): { readonly seen: DOMRect | undefined; readonly cut?: string } {
  let seen: DOMRect | undefined = rect;
  let cut: string | undefined;
  let { position } = frameOf(node);
  for (let at: Element | undefined = node; at !== undefined && seen !== undefined;) {
    const frame: Frame = frameOf(at);
    at = frame.outer;
    // What is placed by itself is cut only by what it is placed in.
    if (frame.node !== node && position === 'absolute' && frame.position === 'static') continue;
    const isRoot = frame.node === document.documentElement;
    const clips = frame.overflowX !== 'visible' || frame.overflowY !== 'visible' || isRoot;
    if (clips && !(frame.node === node && (!own || frame.isInline))) {
      const outer = isRoot ? WINDOW() : paddingBox(frame, seen);
      if (cut === undefined) cut = cutBy(node, frame, seen, outer);
      seen = intersection(seen, outer);
    }
    if (frame.position === 'fixed') {
      if (cut === undefined && seen !== undefined && !isInside(seen, WINDOW())) cut = 'the window';
      break;
    }
    if (position !== 'absolute' || frame.position !== 'static') position = frame.position;
  }
  return { seen, ...(cut === undefined ? {} : { cut }) };
}

/** In words, when `at` cuts a box off and neither scrolling nor an ellipsis, a title or a button shows the rest. */
function cutBy(
  node: Element,
  { node: at, overflowX, overflowY, hasEllipsis }: Frame,
  rect: DOMRect,
  outer: DOMRect,
): string | undefined {
  const wide = overflowX !== 'visible' && (rect.left < outer.left - ROUNDED || rect.right > outer.right + ROUNDED);
  const tall = overflowY !== 'visible' && (rect.top < outer.top - ROUNDED || rect.bottom > outer.bottom + ROUNDED);
  if (wide && !scrolls(at, 'x') && !hasEllipsis && !hasTitle(node, at))
    return `${nameOf(at)} (${Math.round(rect.left)} to ${Math.round(rect.right)} in ${Math.round(outer.left)} to ${Math.round(outer.right)})`;
  if (tall && !scrolls(at, 'y') && !hasMore(at) && !isSticky(at))
    return `${nameOf(at)} (${Math.round(rect.top)} to ${Math.round(rect.bottom)} in ${Math.round(outer.top)} to ${Math.round(outer.bottom)})`;
  return undefined;
}

const nameOf = ({ localName, className }: Element): string => `${localName}.${className}`;

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
function paddingBox({ inner, overflowX, overflowY }: Frame, rect: DOMRect): DOMRect {
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
