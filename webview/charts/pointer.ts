/** Mouse and pen on a chart with the shared time axis: hover, click, drag to pan, Shift-drag to measure, wheel to zoom. */
import type { Actions, Model } from '../page/model.ts';
import { panBy, timeAt, zoomAt } from './viewport.ts';

export interface ChartPointer {
  /** Left edge and width of the time axis, in the element's own pixels. */
  area(): { readonly left: number; readonly width: number };
  hover(event: PointerEvent | undefined): void;
  click(event: MouseEvent): void;
  doubleClick(event: MouseEvent): void;
}

const DRAG_FROM = 4;

export function attachPointer(
  target: HTMLElement,
  model: () => Model | undefined,
  actions: Actions,
  chart: ChartPointer,
): void {
  let drag: { readonly x: number; readonly time: number; readonly measure: boolean; moved: boolean } | undefined;
  const xOf = (event: MouseEvent): number => event.clientX - target.getBoundingClientRect().left - chart.area().left;
  const timeOf = (event: MouseEvent, shown: Model): number => timeAt(shown.view, xOf(event), chart.area().width);

  target.addEventListener('pointerdown', (event) => {
    const shown = model();
    if (shown === undefined || event.button !== 0 || xOf(event) < 0) return;
    drag = { x: event.clientX, time: timeOf(event, shown), measure: event.shiftKey, moved: false };
    target.setPointerCapture(event.pointerId);
  });
  target.addEventListener('pointermove', (event) => {
    const shown = model();
    if (shown === undefined) return;
    const time = timeOf(event, shown);
    if (drag !== undefined) {
      if (!drag.moved && Math.abs(event.clientX - drag.x) < DRAG_FROM) return;
      if (!drag.moved) {
        target.classList.add('is-dragging');
        chart.hover(undefined);
      }
      drag.moved = true;
      if (drag.measure) {
        actions.point(time);
        actions.measure({ from: Math.min(drag.time, time), to: Math.max(drag.time, time) });
      } else actions.show({ from: shown.view.from + drag.time - time, to: shown.view.to + drag.time - time });
      return;
    }
    actions.point(xOf(event) >= 0 ? time : undefined);
    chart.hover(event);
  });
  const finish = (event: PointerEvent): void => {
    const done = drag;
    drag = undefined;
    target.classList.remove('is-dragging');
    if (done === undefined || done.moved || event.type !== 'pointerup') return;
    actions.pin(done.time);
    chart.click(event);
  };
  target.addEventListener('pointerup', finish);
  target.addEventListener('pointercancel', finish);
  target.addEventListener('pointerleave', () => {
    actions.point(undefined);
    chart.hover(undefined);
  });
  target.addEventListener('dblclick', (event) => chart.doubleClick(event));
  target.addEventListener(
    'wheel',
    (event) => {
      const shown = model();
      if (shown === undefined) return;
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        actions.show(zoomAt(shown.view, shown.limits, Math.exp(wheelPixels(event) / 300), timeOf(event, shown)));
      } else if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
        event.preventDefault();
        const pixels = Math.abs(event.deltaX) > Math.abs(event.deltaY) ? event.deltaX : wheelPixels(event);
        actions.show(panBy(shown.view, shown.limits, pixels / Math.max(1, chart.area().width)));
      }
    },
    { passive: false },
  );
}

function wheelPixels(event: WheelEvent): number {
  return event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 33 : event.deltaY;
}
