/** chart.js, piecewise: only what the three charts use is registered, so only that is in the bundle. */
import { Chart, type ChartOptions, Element } from 'chart.js';
import { LanesController } from '../lanes/lanesController.ts';
import { RateController } from './rateController.ts';
import { SecondsAxis } from './secondsAxis.ts';
import { StalenessController } from './stalenessController.ts';
import { TimeAxis } from './timeAxis.ts';

/** chart.js wants a class for the elements of a dataset, though there are none. */
class NoElement extends Element {
  static readonly id = 'none';
}

Chart.register(NoElement, TimeAxis, SecondsAxis, StalenessController, LanesController, RateController);

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
