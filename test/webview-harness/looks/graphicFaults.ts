/** Lines, edges and symbols that carry meaning and cannot be told from what is around them: WCAG 2 asks for 3 to 1. */
import { contrast } from '../../../webview/page/contrast.ts';
import { within } from './boxes.ts';
import { colourOf, named } from './colours.ts';
import { allElements, groundOf, seenAt, stackAt, withAllFound } from './stack.ts';
import { nameOf } from './textFaults.ts';

const LEAST = 3;
const ROUNDED = 0.01;

type Edge = 'borderLeftColor' | 'borderBottomColor' | 'borderTopColor' | 'outlineColor';

interface Part {
  readonly selector: string;
  readonly property: Edge | 'backgroundColor' | 'color' | 'stroke' | 'fill';
  /** Enough when this can be seen, of the element or of what it is made of. */
  readonly or?: Edge;
  /** Only high contrast asks for it: elsewhere the theme has no edge there, or a faint one. */
  readonly highContrast?: true;
  /** Only windows of this width have it. */
  readonly media?: string;
}

/** The dock stands beside the charts, else it slides over them (webview.css). */
const BESIDE_CHARTS = '(min-width: 1100px)';

/** Every part that carries meaning. Parts of the toolkit's controls are named by their host. */
export const PARTS: readonly Part[] = [
  { selector: '.crosshair.is-pointer', property: 'backgroundColor' },
  { selector: '.crosshair.is-cursor', property: 'backgroundColor' },
  { selector: '.crosshair.is-pinned', property: 'borderLeftColor' },
  { selector: '.measure', property: 'borderLeftColor' },
  { selector: '.brush', property: 'borderLeftColor' },
  { selector: '.pointed', property: 'outlineColor' },
  { selector: '.chip:not(.is-startup)', property: 'borderLeftColor' },
  { selector: '.chip.is-startup', property: 'borderLeftColor' },
  { selector: '.state-badge', property: 'borderLeftColor' },
  { selector: '.pane-tab[aria-selected="true"]', property: 'borderBottomColor' },
  { selector: '.moment-caveat', property: 'borderLeftColor' },
  { selector: '.level.is-error', property: 'color' },
  { selector: '.level.is-warning', property: 'color' },
  { selector: '.level.is-info', property: 'color' },
  { selector: '.known.is-proven', property: 'color' },
  { selector: '.known.is-likely', property: 'color' },
  { selector: '.known.is-unknown', property: 'color' },
  { selector: '.call.is-hung .call-box', property: 'stroke' },
  { selector: '.call.is-running .call-box', property: 'stroke' },
  { selector: '.call.is-pending .call-box', property: 'stroke' },
  { selector: '.call.is-done .call-box', property: 'stroke' },
  { selector: '.call.is-failed .call-box', property: 'stroke' },
  { selector: '.call-edge', property: 'stroke' },
  { selector: '.lane-arrow', property: 'color' },
  { selector: '.lane-note', property: 'color' },
  { selector: '.card-toggle', property: 'color' },
  { selector: '.node-legend i', property: 'borderTopColor' },
  { selector: '.node-mark', property: 'color' },
  { selector: '.status-symbol', property: 'borderLeftColor' },
  { selector: 'vscode-dropdown >> .indicator svg', property: 'fill' },
  { selector: 'vscode-checkbox[aria-checked="true"] >> .checked-indicator', property: 'fill' },
  { selector: 'vscode-progress-ring >> .indeterminate-indicator-1', property: 'stroke' },
  { selector: 'vscode-text-field >> .root', property: 'borderLeftColor', highContrast: true },
  { selector: 'vscode-dropdown >> .control', property: 'borderLeftColor', highContrast: true },
  { selector: 'vscode-checkbox >> .control', property: 'borderLeftColor', highContrast: true },
  {
    selector: 'vscode-button[appearance="secondary"]:not(.disabled) >> .control',
    property: 'borderLeftColor',
    highContrast: true,
  },
  {
    selector: 'vscode-button[appearance="primary"]',
    property: 'backgroundColor',
    or: 'borderLeftColor',
    highContrast: true,
  },
  { selector: '.chip', property: 'borderTopColor', highContrast: true },
  { selector: 'kbd', property: 'borderTopColor', highContrast: true },
  { selector: '.sheet-page', property: 'borderTopColor', highContrast: true },
  { selector: '.tip', property: 'borderTopColor', highContrast: true },
  { selector: '.search-error', property: 'borderTopColor', highContrast: true },
  { selector: '.toolbar', property: 'borderBottomColor', highContrast: true },
  { selector: '.dock', property: 'borderTopColor', highContrast: true, media: `not all and ${BESIDE_CHARTS}` },
  { selector: '.dock', property: 'borderLeftColor', highContrast: true, media: BESIDE_CHARTS },
  { selector: '.facts tr.is-selected td', property: 'borderTopColor', highContrast: true },
  { selector: '.lane-name.is-focused', property: 'outlineColor', highContrast: true },
];

export interface GraphicsReport {
  /** Selectors of the parts that were in sight. */
  readonly seen: readonly string[];
  readonly faults: readonly string[];
}

/** Compares the parts in sight with what is around them. */
export function faintGraphics(): GraphicsReport {
  return withAllFound(() => {
    const seen = new Set<string>();
    const faults = new Set<string>();
    const highContrast = document.body.classList.contains('vscode-high-contrast');
    const all = allElements();
    for (const part of PARTS) {
      if (
        (part.highContrast === true && !highContrast) ||
        (part.media !== undefined && !window.matchMedia(part.media).matches)
      )
        continue;
      for (const node of all
        .filter(
          (candidate) => matches(candidate, part.selector) && candidate.checkVisibility({ visibilityProperty: true }),
        )
        .slice(0, 40)) {
        const ratio = ratioOf(node, part);
        if (ratio === undefined) continue;
        seen.add(part.selector);
        if (ratio.ratio < LEAST - ROUNDED)
          faults.add(
            `${part.selector} (${nameOf(node)}) ${part.property} has ${ratio.ratio.toFixed(2)}: ${ratio.text}`,
          );
      }
    }
    return { seen: [...seen], faults: [...faults] };
  });
}

/** `host >> part`: a part of a shadow root. */
function matches(node: Element, selector: string): boolean {
  const [host = '', part] = selector.split(' >> ');
  if (part === undefined) return node.matches(host);
  const root = node.getRootNode();
  return root instanceof ShadowRoot && root.host.matches(host) && node.matches(part);
}

interface Ratio {
  readonly ratio: number;
  readonly text: string;
}

function ratioOf(node: Element, { property, or }: Part): Ratio | undefined {
  const first = ratioWith(node, property);
  if (or === undefined || first === undefined || first.ratio >= LEAST) return first;
  return ratioWith(node.shadowRoot?.querySelector('.control') ?? node, or);
}

/** The middle one of what is found along the part. A line across a chart is told from what is beside it: it may lie on another line, and crosses marks of its own colour. */
function ratioWith(node: Element, property: Part['property']): Ratio | undefined {
  const style = getComputedStyle(node);
  if (property === 'color' && (node.textContent ?? '') === '') return undefined;
  const box = node.getBoundingClientRect();
  if (box.width === 0 && box.height === 0) return undefined;
  const { seen } = within(node, box, property === 'color');
  const found: Ratio[] = [];
  for (const [x, y] of placesOf(property, box)) {
    if (seen === undefined || x < seen.left || y < seen.top || x > seen.right || y > seen.bottom) continue;
    // An edge is told from what is beside it, a symbol from its own ground.
    const at = seenAt(node, colourOf(style[property]), x, y, property === 'color');
    if (at === undefined) continue;
    const ground =
      isCased(style) && (isLine(node) || node.matches('.dock'))
        ? colourOf(style.outlineColor)
        : !isLine(node)
          ? at.ground
          : groundOf(stackAt(x - BESIDE, y), 0, x - BESIDE, y);
    found.push({
      ratio: isDrawn(style, property) ? contrast(at.ink, ground) : 1,
      text: `${named(at.ink)} on ${named(ground)}`,
    });
  }
  return found.toSorted((a, b) => a.ratio - b.ratio)[Math.floor(found.length / 2)];
}

function isDrawn(style: CSSStyleDeclaration, property: Part['property']): boolean {
  const widths: Readonly<Partial<Record<Part['property'], string>>> = {
    borderLeftColor: style.borderLeftWidth,
    borderBottomColor: style.borderBottomWidth,
    borderTopColor: style.borderTopWidth,
    outlineColor: style.outlineStyle === 'none' ? '0' : style.outlineWidth,
  };
  return Number.parseFloat(widths[property] ?? '1') > 0;
}

const BESIDE = 3;

/** A line with an edge of its own all along is told from that one. */
function isCased(style: CSSStyleDeclaration): boolean {
  return style.outlineStyle === 'solid' && Number.parseFloat(style.outlineWidth) >= 1;
}

function isLine(node: Element): boolean {
  return node.matches('.crosshair, .brush, .measure');
}

const ALONG = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

function placesOf(property: Part['property'], box: DOMRect): (readonly [number, number])[] {
  const right = (part: number): number => box.left + box.width * part;
  const down = (part: number): number => box.top + box.height * part;
  if (property === 'borderLeftColor') return ALONG.map((part) => [box.left + 0.5, down(part)]);
  if (property === 'borderBottomColor') return ALONG.map((part) => [right(part), box.bottom - 0.5]);
  if (property === 'borderTopColor' || property === 'outlineColor')
    return ALONG.map((part) => [right(part), box.top + 0.5]);
  return box.width < 3 ? ALONG.map((part) => [right(0.5), down(part)]) : [[right(0.5), down(0.5)]];
}
