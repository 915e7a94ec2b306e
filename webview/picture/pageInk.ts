/** Draws a part of the page onto a canvas: its canvases, its texts and the few boxes that mean something. */

/** Elements whose ground or border is drawn: swatches of legends, and the brush of the overview. */
const BOXES = 'i, .brush, .brush-shade';
/** For screen readers alone, or what follows the pointer. */
const UNSEEN = '.reader-only, .crosshair, [hidden]';

/** Draws it where the page has it, in CSS pixels of the window. */
export function drawPart(ink: CanvasRenderingContext2D, part: HTMLElement): void {
  for (const canvas of part.querySelectorAll('canvas')) {
    const { left, top, width, height } = canvas.getBoundingClientRect();
    if (canvas.width > 0 && canvas.height > 0) ink.drawImage(canvas, left, top, width, height);
  }
  for (const box of part.querySelectorAll<HTMLElement>(BOXES)) drawBox(ink, box);
  const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) drawText(ink, node);
}

function drawBox(ink: CanvasRenderingContext2D, box: HTMLElement): void {
  const { left, top, width, height } = box.getBoundingClientRect();
  if (width === 0 || height === 0) return;
  const style = getComputedStyle(box);
  ink.fillStyle = style.backgroundColor;
  ink.fillRect(left, top, width, height);
  const edge = Number.parseFloat(style.borderLeftWidth);
  if (!(edge > 0)) return;
  ink.strokeStyle = style.borderLeftColor;
  ink.lineWidth = edge;
  ink.strokeRect(left + edge / 2, top + edge / 2, width - edge, height - edge);
}

/** A text, cut where the page cuts it; one on several lines word by word. */
function drawText(ink: CanvasRenderingContext2D, node: Node): void {
  const { parentElement: parent, textContent } = node;
  const text = textContent?.trim() ?? '';
  if (parent === null || text === '' || parent.closest(UNSEEN) !== null) return;
  const range = document.createRange();
  range.selectNodeContents(node);
  const lines = range.getClientRects();
  const style = getComputedStyle(parent);
  if (style.visibility === 'hidden') return;
  const own = parent.getBoundingClientRect();
  const isCut = style.overflowX !== 'visible';
  ink.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  ink.fillStyle = style.color;
  ink.textBaseline = 'middle';
  const put = (words: string, at: DOMRect | undefined): void => {
    if (at === undefined || at.width === 0 || (isCut && at.bottom > own.bottom + 2)) return;
    const room = (isCut ? Math.min(at.right, own.right) : at.right) - at.left + 1;
    ink.fillText(fitted(ink, words, room), at.left, at.top + at.height / 2);
  };
  if (lines.length < 2) {
    put(text, lines[0]);
    return;
  }
  for (const { 0: word, index } of (textContent ?? '').matchAll(/\S+/g)) {
    range.setStart(node, index);
    range.setEnd(node, index + word.length);
    put(word, range.getClientRects()[0]);
  }
}

/** As much of a text as has room, with a sign where it is cut. */
export function fitted(ink: CanvasRenderingContext2D, text: string, room: number): string {
  if (ink.measureText(text).width <= room) return text;
  let [fits, over] = [0, text.length];
  while (over - fits > 1) {
    const middle = (fits + over) >> 1;
    if (ink.measureText(`${text.slice(0, middle)}…`).width <= room) fits = middle;
    else over = middle;
  }
  return fits === 0 ? '' : `${text.slice(0, fits)}…`;
}
