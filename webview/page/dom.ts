import { printableLines } from '../../src/kubelet/printable.ts';

/** What an element is made of. A text is always text, never markup. */
export interface ElementParts {
  readonly className?: string;
  readonly text?: string;
  readonly title?: string;
  readonly role?: string;
  readonly label?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly children?: readonly (Node | undefined)[];
  readonly onClick?: (event: MouseEvent) => void;
}

/** Makes an HTML element of these parts. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  parts: ElementParts = {},
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  fill(made, parts);
  return made;
}

/** Makes a custom element (of the toolkit) of these parts. */
export function customElement(tag: `vscode-${string}`, parts: ElementParts = {}): HTMLElement {
  const made = document.createElement(tag);
  fill(made, parts);
  return made;
}

/** No text on the page is longer: a name of a megabyte would stop the browser. The log itself holds the rest. */
const LONGEST_TEXT = 20_000;
const LONGEST_TITLE = 2000;

function cut(text: string, most: number): string {
  return printableLines(text.length > most ? `${text.slice(0, most)}…` : text);
}

function fill(made: HTMLElement, parts: ElementParts): void {
  if (parts.className !== undefined) made.className = parts.className;
  if (parts.text !== undefined) made.textContent = cut(parts.text, LONGEST_TEXT);
  if (parts.title !== undefined) made.title = cut(parts.title, LONGEST_TITLE);
  if (parts.role !== undefined) made.setAttribute('role', parts.role);
  if (parts.label !== undefined) made.setAttribute('aria-label', cut(parts.label, LONGEST_TITLE));
  for (const [name, value] of Object.entries(parts.attributes ?? {})) made.setAttribute(name, value);
  for (const child of parts.children ?? []) if (child !== undefined) made.append(child);
  if (parts.onClick !== undefined) made.addEventListener('click', parts.onClick);
}

/** Of a longer name the end is kept in sight too: the pods of one set differ in their last five letters only. */
const LONGEST_PLAIN_NAME = 24;
const NAME_END = 6;

/** Writes a name into an element; where it has not enough room it is cut in its middle, when it has more than `plain` letters. */
export function writeName(node: HTMLElement, name: string, plain = LONGEST_PLAIN_NAME): void {
  const text = cut(name, LONGEST_TEXT);
  const isLong = text.length > plain;
  node.classList.toggle('is-long-name', isLong);
  if (!isLong) {
    node.textContent = text;
    return;
  }
  // Not between the halves of a letter.
  const at = text.length - NAME_END - (/[\uDC00-\uDFFF]/.test(text.charAt(text.length - NAME_END)) ? 1 : 0);
  node.replaceChildren(element('span', { text: text.slice(0, at) }), element('span', { text: text.slice(at) }));
}

/** A link in running text that leads to a line of the log. A span, because a button would not wrap and an anchor would need an address. */
export function lineLink(
  text: string,
  title: string,
  onClick: (event: MouseEvent | KeyboardEvent) => void,
): HTMLElement {
  const link = element('span', {
    className: 'link',
    text,
    title,
    role: 'link',
    attributes: { tabindex: '0' },
    onClick,
  });
  link.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    onClick(event);
  });
  return link;
}

/** Hides or shows an element. To write what is so already, in each frame, would cost the browser a look at the page's styles. */
export function setHidden(node: HTMLElement, hidden: boolean): void {
  if (node.hidden !== hidden) node.hidden = hidden;
}
