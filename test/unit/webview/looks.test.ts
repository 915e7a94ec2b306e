import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MARK_STYLES } from '../../../src/timeline/timelineDocument.ts';
import { contrast, mix, parseColour, withContrast } from '../../../webview/page/contrast.ts';
import { ACTIONS, actionOf, KEY_TABLE } from '../../../webview/keys/keyTable.ts';
import { MOUSE_TABLE } from '../../../webview/keys/mouseTable.ts';
import { LOOKS } from '../../../webview/charts/looks.ts';
import { THEMES } from '../../webview-harness/themes.mjs';

describe('the key table', () => {
  it('has a key for each action and each key only once', () => {
    expect(new Set(KEY_TABLE.map((row) => row.action))).toEqual(new Set(ACTIONS));
    const keys = KEY_TABLE.flatMap((row) => row.keys.map((key) => `${row.modified === true ? 'ctrl+' : ''}${key}`));
    expect(new Set(keys).size).toBe(keys.length);
  });

  it.each([
    ['w', false, 'zoom-in'],
    ['W', false, 'zoom-in'],
    ['+', false, 'zoom-in'],
    ['ArrowLeft', false, 'pan-left'],
    ['Enter', false, 'open-line'],
    ['Enter', true, 'open-line-beside'],
    ['?', false, 'help'],
    ['w', true, undefined],
    ['q', false, undefined],
  ] as const)('%s (modified: %s) does %s', (key, modified, action) => {
    expect(actionOf(key, modified)).toBe(action);
  });

  it('is what the documentation holds', () => {
    const keys = KEY_TABLE.map((row) => `| ${row.labels.map((key) => `<kbd>${key}</kbd>`).join(' ')} | ${row.text} |`);
    const mouse = MOUSE_TABLE.map((row) => `| ${row.gesture} | ${row.text} |`);
    expect(readFileSync(new URL('../../../docs/timeline.md', import.meta.url), 'utf8')).toContain(
      ['| Key or gesture | What it does |', '| --- | --- |', ...keys, ...mouse].join('\n'),
    );
  });
});

describe('looks', () => {
  it('tell styles apart without colour: no two share pattern, shape and name', () => {
    expect(Object.keys(LOOKS).sort()).toEqual([...MARK_STYLES].sort());
    const labels = MARK_STYLES.map((style) => LOOKS[style].label);
    expect(new Set(labels).size).toBe(labels.length);
    expect(
      new Set((['relist', 'relist-hung', 'relist-none', 'relist-failed'] as const).map((style) => LOOKS[style].pattern))
        .size,
    ).toBe(4);
    for (const [good, bad] of [
      ['working', 'skipping'],
      ['working', 'blocked'],
      ['ready', 'not-ready'],
      ['relist', 'relist-hung'],
      ['running', 'exited-error'],
    ] as const) {
      expect(LOOKS[good].pattern).not.toBe(LOOKS[bad].pattern);
    }
  });
});

describe('contrast', () => {
  it('is that of WCAG', () => {
    const black = { red: 0, green: 0, blue: 0, alpha: 1 };
    const white = { red: 255, green: 255, blue: 255, alpha: 1 };
    expect(contrast(black, white)).toBeCloseTo(21, 5);
    expect(contrast({ red: 119, green: 119, blue: 119, alpha: 1 }, white)).toBeCloseTo(4.48, 2);
  });

  it.each([
    ['#fff', [255, 255, 255, 1]],
    ['#10203080', [16, 32, 48, 128 / 255]],
    ['rgb(1, 2, 3)', [1, 2, 3, 1]],
    ['rgba(1,2,3,0.5)', [1, 2, 3, 0.5]],
    ['rgb(1 2 3 / 50%)', [1, 2, 3, 0.5]],
    ['color(srgb 1 0 0.5)', [255, 0, 127.5, 1]],
  ])('reads %s', (text, parts) => {
    const colour = parseColour(text);
    expect([colour?.red, colour?.green, colour?.blue, colour?.alpha]).toEqual(parts);
  });

  it.each(['', 'red', 'rgb(', 'rgb(a,b,c)', '#12', 'url(javascript:1)'])('does not read %j', (text) => {
    expect(parseColour(text)).toBeUndefined();
  });

  it.each(Object.keys(THEMES) as (keyof typeof THEMES)[])('is enough for marks and text in the theme %s', (name) => {
    const { variables } = THEMES[name];
    const background = parseColour(variables['editor-background'] ?? '') ?? { red: 0, green: 0, blue: 0, alpha: 1 };
    for (const variable of [
      'charts-red',
      'charts-blue',
      'charts-green',
      'charts-yellow',
      'charts-purple',
      'descriptionForeground',
    ]) {
      const colour = parseColour(variables[variable] ?? '');
      expect(colour, variable).toBeDefined();
      if (colour === undefined) continue;
      expect(contrast(withContrast(colour, background, 3), background)).toBeGreaterThanOrEqual(3);
      expect(contrast(withContrast(colour, background, 4.5), background)).toBeGreaterThanOrEqual(4.5);
      // What has enough is left as the theme chose it.
      if (colour.alpha === 1 && contrast(colour, background) >= 3)
        expect(withContrast(colour, background, 3)).toEqual(mix(colour, background, 1));
    }
  });
});
