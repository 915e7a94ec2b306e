/** What lies over one another at a point of the window, and which colour that makes. */
import type { Colour } from '../../../webview/page/contrast.ts';
import { CLEAR, colourOf, forgetOpacities, isAround, opacityOf, outerOf, over } from './colours.ts';

const PAGE = '#kubelet-timeline';

/** Every element of the page, those in shadow roots too, in the order of the document. */
export const allElements = (): readonly Element[] => once('elements', everyElement);

function everyElement(): Element[] {
  const found: Element[] = [];
  const visit = (root: ParentNode): void => {
    for (const node of root.querySelectorAll('*')) {
      found.push(node);
      if (node.shadowRoot !== null) visit(node.shadowRoot);
    }
  };
  const page = document.querySelector(PAGE);
  if (page !== null) visit(page);
  return found;
}

let found = false;
/** What elements paint that are of one colour; looked up once in each look. */
let paints = new WeakMap<Element, Colour>();
/** What is worked out once in each look. */
let worked = new Map<string, unknown>();

/** What `work` gives; within one look the same each time, for nothing changes meanwhile. */
export function once<T>(name: string, work: () => T): T {
  if (!found) return work();
  if (!worked.has(name)) worked.set(name, work());
  return worked.get(name) as T;
}

/** Runs `look` while even those elements can be found at a point that let the pointer through. */
export function withAllFound<T>(look: () => T): T {
  if (found) return look();
  found = true;
  paints = new WeakMap();
  worked = new Map();
  forgetOpacities();
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { pointer-events: auto !important; }');
  const roots: DocumentOrShadowRoot[] = [document, ...allElements().flatMap((node) => node.shadowRoot ?? [])];
  for (const root of roots) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  try {
    forgetMoved();
    return look();
  } finally {
    for (const root of roots) root.adoptedStyleSheets = root.adoptedStyleSheets.filter((one) => one !== sheet);
    found = false;
  }
}

/** The elements at points that were asked about, as long as everything stays where it is: most of a look is spent asking, and one in another theme asks the same. */
let stacks = new Map<string, readonly Element[]>();
let places: readonly (Element | number | string)[] = [];

/** Forgets the stacks if an element came, went, moved or changed what it lies over. */
function forgetMoved(): void {
  const now = allElements().flatMap((node) => {
    const { left, top, width, height } = node.getBoundingClientRect();
    if (width === 0 || height === 0) return [node];
    const { position, zIndex, visibility, opacity, transform, overflowX, overflowY } = getComputedStyle(node);
    return [node, left, top, width, height, position, zIndex, visibility, opacity, transform, overflowX, overflowY];
  });
  if (now.length !== places.length || now.some((value, at) => value !== places[at])) stacks = new Map();
  places = now;
}

/** The elements at a point of the window, the topmost first, those in shadow roots before their host. To be called within `withAllFound`. */
export function stackAt(x: number, y: number): readonly Element[] {
  const point = `${x} ${y}`;
  const known = stacks.get(point) ?? foundAt(x, y);
  stacks.set(point, known);
  return known;
}

function foundAt(x: number, y: number): Element[] {
  const within = (root: Document | ShadowRoot): Element[] =>
    root
      .elementsFromPoint(x, y)
      .filter((node) => node.getRootNode() === root)
      .flatMap((node) => (node.shadowRoot === null ? [node] : [...within(node.shadowRoot), node]));
  return within(document);
}

/** What an element itself paints at a point, without its children and without its border. */
function paintOf(node: Element, x: number, y: number): Colour {
  if (node instanceof HTMLCanvasElement) {
    const box = node.getBoundingClientRect();
    const [column, row] = [((x - box.left) / box.width) * node.width, ((y - box.top) / box.height) * node.height];
    const [red = 0, green = 0, blue = 0, alpha = 0] =
      node.getContext('2d')?.getImageData(Math.floor(column), Math.floor(row), 1, 1).data ?? [];
    return { red, green, blue, alpha: alpha / 255 };
  }
  const known = paints.get(node);
  if (known !== undefined) return known;
  const paint = plainPaintOf(node);
  paints.set(node, paint);
  return paint;
}

function plainPaintOf(node: Element): Colour {
  const style = getComputedStyle(node);
  if (!(node instanceof SVGElement)) return colourOf(style.backgroundColor);
  if (node instanceof SVGSVGElement || node instanceof SVGTextElement) return CLEAR;
  const pattern = style.fill.startsWith('url(')
    ? document.querySelector(
        `${style.fill.slice(style.fill.indexOf('#'), style.fill.lastIndexOf(')')).replaceAll('"', '')} > *`,
      )
    : null;
  if (pattern === null) return colourOf(style.fill);
  // On a hatched box a letter may stand on a stripe.
  const stripe = getComputedStyle(pattern);
  const colour = colourOf(stripe.fill);
  return { ...colour, alpha: colour.alpha * Number(stripe.opacity) };
}

/** The colour that the elements of a stack make from `first` on down. */
export function groundOf(stack: readonly Element[], first: number, x: number, y: number): Colour {
  let ground: Colour = { red: 255, green: 255, blue: 255, alpha: 1 };
  for (let place = stack.length - 1; place >= Math.max(0, first); place -= 1) {
    const node = stack[place];
    if (node !== undefined) ground = over(paintOf(node, x, y), ground, opacityOf(node));
  }
  return ground;
}

/** What is seen of a colour that `node` has at a point, and of what is behind it; `undefined` where something else hides it. */
export interface Seen {
  readonly ink: Colour;
  readonly ground: Colour;
}

/** `own`: whether the ground of the element itself lies behind the colour, as with text, or not, as with a line. */
export function seenAt(node: Element, colour: Colour, x: number, y: number, own: boolean): Seen | undefined {
  const stack = stackAt(x, y);
  let place = stack.indexOf(node);
  for (let at = outerOf(node); place < 0 && at !== undefined; at = outerOf(at)) place = stack.indexOf(at);
  if (place < 0) return undefined;
  const isSelf = stack[place] === node;
  let ground = groundOf(stack, isSelf && !own ? place + 1 : place, x, y);
  let ink = over(colour, ground, opacityOf(node));
  for (let above = place - 1; above >= 0; above -= 1) {
    const cover = stack[above];
    if (cover === undefined || isAround(node, cover)) continue;
    // What a dialog lies over cannot be used, so it may be faint.
    if (
      cover.closest('[aria-modal=true]') !== null &&
      cover.closest('[aria-modal=true]') !== node.closest('[aria-modal=true]')
    )
      return undefined;
    const paint = paintOf(cover, x, y);
    const strength = opacityOf(cover);
    if (paint.alpha * strength > 0.9) return undefined;
    ink = over(paint, ink, strength);
    ground = over(paint, ground, strength);
  }
  return { ink, ground };
}
