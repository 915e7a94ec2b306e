/** Texts and controls that lie over each other, are cut off or reach out of the window. */
import { isPainted, type TextBox, textBoxes, within, intersection } from './boxes.ts';
import { colourOf, isAround, opacityOf } from './colours.ts';
import { allElements, stackAt, withAllFound } from './stack.ts';
import { nameOf } from './textFaults.ts';

const CONTROLS = 'button, summary, input, vscode-button, vscode-dropdown, vscode-checkbox, vscode-text-field';
/** Two boxes that share less are beside each other: boxes of texts are higher than their letters. In pixels. */
const LEAST = { wide: 2, tall: 4 };

export interface LayoutReport {
  /** How many texts were looked at, and how many of them on canvases. */
  readonly texts: number;
  readonly labels: number;
  readonly faults: readonly string[];
}

interface Box {
  readonly text: string;
  readonly node: Element;
  readonly of: object;
  readonly seen: DOMRect;
}

export function layoutFaults(): LayoutReport {
  return withAllFound(() => {
    const texts = textBoxes();
    const boxes: Box[] = [
      ...texts.flatMap((box) => (box.seen === undefined ? [] : [{ ...box, seen: box.seen }])),
      ...controlBoxes(),
    ];
    const faults = new Set([...overlaps(boxes), ...cuts(texts), ...outside(boxes), ...scrolledWide()]);
    return {
      texts: texts.length,
      labels: texts.filter(({ node }) => node instanceof HTMLCanvasElement).length,
      faults: [...faults],
    };
  });
}

function controlBoxes(): Box[] {
  return allElements()
    .filter((node) => node.matches(CONTROLS) && isPainted(node))
    .flatMap((node) => {
      const { seen } = within(node, node.getBoundingClientRect(), false);
      return seen === undefined ? [] : [{ text: nameOf(node), node, of: node, seen }];
    });
}

function overlaps(boxes: readonly Box[]): string[] {
  const sorted = boxes.toSorted((a, b) => a.seen.top - b.seen.top);
  return sorted.flatMap((a, place) => {
    const found: string[] = [];
    for (let next = place + 1; next < sorted.length; next += 1) {
      const b = sorted[next];
      if (b === undefined || b.seen.top > a.seen.bottom - LEAST.tall) break;
      if (
        a.of === b.of ||
        (!(a.node === b.node && a.node instanceof HTMLCanvasElement) &&
          (isAround(a.node, b.node) || isAround(b.node, a.node)))
      )
        continue;
      const shared = intersection(a.seen, b.seen);
      if (
        shared === undefined ||
        shared.width <= LEAST.wide ||
        shared.height <= LEAST.tall ||
        isCovered(a.node, b.node, shared)
      )
        continue;
      found.push(
        `"${a.text}" (${nameOf(a.node)}) lies over "${b.text}" (${nameOf(b.node)}), ${Math.round(shared.width)} × ${Math.round(shared.height)} at ${Math.round(shared.left)}, ${Math.round(shared.top)}`,
      );
    }
    return found;
  });
}

/** True when one of the two cannot be seen where they meet: something that lets nothing through lies between them or over both. */
function isCovered(a: Element, b: Element, { left, top, width, height }: DOMRect): boolean {
  const stack = stackAt(left + width / 2, top + height / 2);
  const placeOf = (node: Element): number => stack.findIndex((one) => isAround(one, node));
  const lower = Math.max(placeOf(a), placeOf(b));
  if (lower < 0) return true;
  const under = stack[lower];
  return stack
    .slice(0, lower)
    .some(
      (node) =>
        under !== undefined &&
        !isAround(under, node) &&
        colourOf(getComputedStyle(node).backgroundColor).alpha * opacityOf(node) > 0.6,
    );
}

function cuts(texts: readonly TextBox[]): string[] {
  return texts.flatMap(({ text, node, cut }) =>
    cut === undefined ? [] : [`"${text}" (${nameOf(node)}) is cut off by ${cut}`],
  );
}

function outside(boxes: readonly Box[]): string[] {
  return boxes
    .filter(({ seen }) => seen.left < -1 || seen.right > window.innerWidth + 1)
    .map(({ text }) => `"${text}" reaches out of the window`);
}

/** Only what is made to scroll sideways may: the row of chips of a narrow page. */
function scrolledWide(): string[] {
  const page = [
    document.documentElement,
    document.body,
    ...document.querySelectorAll(
      '#kubelet-timeline, #kubelet-timeline :is(main, header, section, aside, .charts, .bottom, .lanes, .pane, .table-scroll, .answer-body, .sheet-page)',
    ),
  ];
  return page
    .filter(
      (node) =>
        node.checkVisibility() && node.scrollWidth > node.clientWidth + 1 && !node.classList.contains('reader-only'),
    )
    .map((node) => `${nameOf(node)} is ${node.scrollWidth} wide in ${node.clientWidth}`);
}
