/** Runs a change that makes parts of the page anew: the focus stays where it is, or comes to the control that took the place of its old one. */
export function keepFocus(root: HTMLElement, change: () => void): void {
  const focused = document.activeElement;
  change();
  if (!(focused instanceof HTMLElement) || document.activeElement === focused) return;
  const heir = root.contains(focused)
    ? focused
    : [...root.querySelectorAll<HTMLElement>(focused.localName)].find((node) => nameOf(node) === nameOf(focused));
  heir?.focus({ preventScroll: true });
}

function nameOf(node: HTMLElement): string {
  return node.getAttribute('aria-label') ?? node.textContent;
}
