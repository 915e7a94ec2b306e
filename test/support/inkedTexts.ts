/** For a page's `evaluate`: keeps each text that is drawn on a canvas from now on, in `window.inkedTexts`. Runs in the page: it must not name anything outside itself. */
export function recordInk(): void {
  const texts: string[] = [];
  const inked = CanvasRenderingContext2D.prototype.fillText;
  CanvasRenderingContext2D.prototype.fillText = function (text: string, ...rest): void {
    texts.push(text);
    inked.call(this, text, ...(rest as [number, number]));
  };
  Object.assign(window, { inkedTexts: texts });
}
