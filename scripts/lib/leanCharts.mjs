// chart.js without what the page's charts do not use of it. A class is kept whole by the bundler, however little of it is called, and chart.js is four large classes.

/**
 * Methods that nothing calls: the page's scales and controllers (`webview/charts`) draw themselves, from arrays of their own and without elements, and its pointer is `pointer.ts`.
 * @type {Record<string, readonly string[]>}
 */
const UNCALLED = {
  DatasetController: [
    ...['_dataCheck', 'addElements', 'buildOrUpdateElements', '_resyncElements', '_insertElements', '_removeElements'],
    ...['parse', 'parsePrimitiveData', 'parseArrayData', 'parseObjectData', 'getAllParsedValues', 'getLabelAndValue'],
    ...['applyStack', 'updateRangeFromParsed', 'getMinMax', 'draw', 'getStyle', 'getSharedOptions', 'includeOptions'],
    ...['resolveDatasetElementOptions', 'resolveDataElementOptions', '_resolveElementOptions', '_resolveAnimations'],
    ...['_getSharedOptions', 'updateElement', 'updateSharedOptions', '_setStyle', 'removeHoverStyle', 'setHoverStyle'],
    ...['_removeDatasetHoverStyle', '_setDatasetHoverStyle', '_sync', '_onDataPush', '_onDataPop', '_onDataShift'],
    ...['_onDataSplice', '_onDataUnshift'],
  ],
  Scale: [
    ...['getUserBounds', 'getMinMax', 'getLabels', 'getLabelItems', 'fit', '_calculatePadding', '_computeLabelSizes'],
    ...['_getLabelSizes', '_tickSize', '_computeGridLineItems', '_computeLabelItems', '_getXAxisLabelAlignment'],
    ...['_getYAxisLabelAlignment', '_computeLabelArea', 'getLineWidthForValue', 'drawBackground', 'drawGrid'],
    ...['drawBorder', 'drawLabels', 'drawTitle', 'draw', '_resolveTickFontOptions', '_maxDigits'],
  ],
  Chart: [
    ...['getElementsAtEventForMode', '_eventHandler', '_handleEvent', '_getActiveElements', 'updateHoverStyle'],
    ...['_updateHoverStyles', 'setActiveElements', 'getActiveElements', '_updateVisibility', 'hide', 'show'],
    ...['toggleDataVisibility', 'toBase64Image'],
  ],
};

/**
 * Those that are called, and have nothing to do: there are no ticks of chart.js and no events of the pointer.
 * @type {Record<string, readonly string[]>}
 */
const IDLE = { Scale: ['calculateLabelRotation'], Chart: ['bindUserEvents'] };

/** The one call of a function that thins ticks. */
const AUTO_SKIP = 'this.ticks = autoSkip(this, this.ticks);';

/**
 * @param {string} source of chart.js
 * @returns {string} the same without those methods
 * @throws {Error} when chart.js is written in another way than expected
 */
export function withoutUnused(source) {
  let lean = source.replace(AUTO_SKIP, '');
  if (lean === source) throw changed(AUTO_SKIP);
  for (const [name, methods] of Object.entries(UNCALLED))
    for (const method of methods) lean = withMethod(lean, name, method, '');
  for (const [name, methods] of Object.entries(IDLE))
    for (const method of methods) lean = withMethod(lean, name, method, `    ${method}() {}\n`);
  return lean;
}

/**
 * @param {string} source
 * @param {string} name of a class
 * @param {string} method of it
 * @param {string} instead what stands in its place
 */
function withMethod(source, name, method, instead) {
  const begin = source.search(new RegExp(`^class ${name} `, 'm'));
  const end = source.indexOf('\n}\n', begin);
  const found = begin < 0 ? null : new RegExp(`^ {1,4}${method}\\(.*\\) ?\\{$`, 'm').exec(source.slice(begin, end));
  if (found === null) throw changed(`${name}.${method}`);
  const from = begin + found.index;
  const to = source.indexOf('\n    }\n', from) + '\n    }\n'.length;
  return source.slice(0, from) + instead + source.slice(to);
}

/** @param {string} what */
const changed = (what) =>
  new Error(
    `chart.js is written in another way than expected: see whether ${what} is still not used by webview/charts`,
  );
