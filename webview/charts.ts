/** chart.js, piecewise: only what the three charts use is registered, so only that is in the bundle. */
import { Chart, type ChartOptions, LinearScale, LineController, LineElement, PointElement } from 'chart.js';
import { LanesController } from './lanesController.ts';
import { RateController } from './rateController.ts';

Chart.register(LineController, LineElement, PointElement, LinearScale, LanesController, RateController);

/** What all charts have in common: no animation, no pointer handling of chart.js (pointer.ts does it), no padding. */
export const COMMON_OPTIONS = {
  animation: false,
  responsive: true,
  maintainAspectRatio: false,
  events: [],
  parsing: false,
  normalized: true,
  layout: { padding: 0, autoPadding: false },
} as const satisfies ChartOptions;

export { Chart };
