/** A chart that draws straight from the document's typed arrays: the arrays are its elements, chart.js only gives the canvas, its size and the axes. */
import { type ChartType, DatasetController } from 'chart.js';

/** What such a chart has in chart.js's table of types. */
export interface ArrayChart<Options, Scales> {
  chartOptions: Record<never, never>;
  datasetOptions: Options;
  defaultDataPoint: never;
  metaExtensions: Record<never, never>;
  parsedDataType: Record<never, never>;
  scales: Scales;
}

export abstract class ArrayController<Type extends ChartType> extends DatasetController<Type> {
  static readonly defaults = { datasetElementType: false, dataElementType: 'none' };

  override addElements(): void {}
  override buildOrUpdateElements(): void {}
  override update(): void {}
}
