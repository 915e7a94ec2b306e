/** Long names are cut in their middle (`writeName`). The browser puts its ellipsis where the next letter has no room, and leaves the rest of the room empty: a hole before the end of the name. */

/** The width that the longest beginning of a text takes with an ellipsis, if it may take `room`; the room itself when it is too narrow for a letter. `widthOf` gives the width of a text. */
export function cutWidth(text: string, room: number, widthOf: (text: string) => number): number {
  let fits = 0;
  let tooLong = text.length;
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >>> 1;
    if (widthOf(`${text.slice(0, middle)}…`) <= room) fits = middle;
    else tooLong = middle;
  }
  return fits === 0 ? room : Math.min(room, widthOf(`${text.slice(0, fits)}…`));
}

let measuring: CanvasRenderingContext2D | null | undefined;

/** Gives the beginnings of the long names below `root` the width that their letters take. Reads the layout once: to be called when all names are written. */
export function closeHoles(root: HTMLElement): void {
  const starts = [...root.querySelectorAll<HTMLElement>('.is-long-name > :first-child')];
  if (starts.length === 0) return;
  for (const start of starts) start.style.removeProperty('max-width');
  const cut = starts
    .filter((start) => start.scrollWidth > start.clientWidth)
    .map((start) => ({ start, room: start.getBoundingClientRect().width, font: getComputedStyle(start).font }));
  measuring ??= document.createElement('canvas').getContext('2d');
  for (const { start, room, font } of cut) {
    if (measuring === null) return;
    const context = measuring;
    context.font = font;
    // Whole pixels: a letter that has a part of one too little is left out.
    start.style.maxWidth = `${Math.ceil(cutWidth(start.textContent ?? '', Math.floor(room), (text) => context.measureText(text).width))}px`;
  }
}
