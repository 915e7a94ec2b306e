/** Colours as the browser computed them, and what they make over one another. */
import { type Colour, mix, parseColour } from '../../../webview/page/contrast.ts';

export const CLEAR: Colour = { red: 0, green: 0, blue: 0, alpha: 0 };

/** A computed colour; clear for `transparent`, `none` and what is no colour. */
export function colourOf(text: string): Colour {
  return parseColour(text) ?? CLEAR;
}

/** `front` over an opaque `back`; `strength` is the opacity of the element that is painted with it. */
export function over(front: Colour, back: Colour, strength = 1): Colour {
  return mix(front, back, front.alpha * strength);
}

let opacities = new WeakMap<Element, number>();

/** The page may have changed: nothing is remembered from here on. */
export function forgetOpacities(): void {
  opacities = new WeakMap();
}

/** The product of the opacities of an element and all around it. */
export function opacityOf(node: Element): number {
  const known = opacities.get(node);
  if (known !== undefined) return known;
  const outer = outerOf(node);
  const opacity = Number(getComputedStyle(node).opacity) * (outer === undefined ? 1 : opacityOf(outer));
  opacities.set(node, opacity);
  return opacity;
}

/** What an element is painted inside of: its slot, its parent, or the host of its shadow root. */
export function outerOf(node: Node): Element | undefined {
  if (node instanceof Element && node.assignedSlot !== null) return node.assignedSlot;
  if (node.parentElement !== null) return node.parentElement;
  const root = node.getRootNode();
  return root instanceof ShadowRoot ? root.host : undefined;
}

/** True when `outer` is `node` or around it, through shadow roots. */
export function isAround(outer: Element, node: Element): boolean {
  for (let at: Element | undefined = node; at !== undefined; at = outerOf(at)) if (at === outer) return true;
  return false;
}

export function named(colour: Colour): string {
  return `#${[colour.red, colour.green, colour.blue].map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}
