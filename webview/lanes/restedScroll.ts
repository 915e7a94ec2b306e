/** One thing scrolls at a time: while the page itself can scroll, the wheel over the lanes moves the page, unless the pointer has rested in them or they have the focus. */

/** So long the pointer stands in the lanes before the wheel is theirs, in milliseconds. */
const REST = 350;

/** `page`: what scrolls as a whole; `lanes`: what scrolls within it. */
export function scrollWhenRested(page: () => HTMLElement | null, lanes: HTMLElement): void {
  let restedFrom = Number.POSITIVE_INFINITY;
  lanes.addEventListener('pointerenter', (event) => {
    restedFrom = event.timeStamp + REST;
  });
  lanes.addEventListener('pointerleave', () => {
    restedFrom = Number.POSITIVE_INFINITY;
  });
  lanes.addEventListener('pointerdown', () => {
    restedFrom = 0;
  });
  lanes.addEventListener(
    'wheel',
    (event) => {
      const around = page();
      if (
        event.ctrlKey ||
        event.metaKey ||
        event.shiftKey ||
        event.defaultPrevented ||
        around === null ||
        around.scrollHeight <= around.clientHeight + 1
      )
        return;
      const hasMore = lanes.scrollHeight > lanes.clientHeight + 1;
      if (hasMore && (event.timeStamp >= restedFrom || lanes.contains(document.activeElement))) return;
      event.preventDefault();
      // What the pointer passes over while the page moves below it is no rest.
      restedFrom = event.timeStamp + REST;
      around.scrollBy({ top: event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * LINE : event.deltaY });
    },
    { passive: false },
  );
}

/** Of a wheel that counts lines, in pixels. */
const LINE = 33;
