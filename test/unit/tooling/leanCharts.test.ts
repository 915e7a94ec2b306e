import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { withoutUnused } from '../../../scripts/lib/leanCharts.mjs';

const source = readFileSync(new URL('../../../node_modules/chart.js/dist/chart.js', import.meta.url), 'utf8');

it('leaves out what the charts of the page do not use of chart.js', () => {
  const lean = withoutUnused(source);
  expect(source).toContain(' _setDatasetHoverStyle() {');
  expect(lean).not.toContain(' _setDatasetHoverStyle() {');
  expect(lean).toContain('calculateLabelRotation() {}\n');
  expect(lean).toContain(' configure() {');
});

it('fails rather than to keep, or to cut, what it does not know', () => {
  expect(() => withoutUnused(source.replaceAll('_setDatasetHoverStyle()', '_hover()'))).toThrow(
    'DatasetController._setDatasetHoverStyle',
  );
  expect(() => withoutUnused(source.replace('class Scale extends', 'class Axis extends'))).toThrow(
    'Scale.getUserBounds',
  );
  expect(() => withoutUnused(source.replace('autoSkip(this, this.ticks)', 'autoSkip(this)'))).toThrow('autoSkip');
});
