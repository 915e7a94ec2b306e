/** chart.js, piecewise: only what the three charts use is registered, so only that is in the bundle. */
import { Chart, type ChartOptions, LinearScale, LineController, LineElement, PointElement, type Scale } from 'chart.js';
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

/** No room for labels beside the plot: all charts must have the same edges, or one moment would stand at different places. */
export function keepEdges(scale: Scale): void {
  scale.paddingLeft = 0;
  scale.paddingRight = 0;
}

export { Chart };
