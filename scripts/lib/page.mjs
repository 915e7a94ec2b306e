// How the page is bundled: the same for the extension and for the browser tests.
import { readFile } from 'node:fs/promises';
import { withoutUnused } from './leanCharts.mjs';

/** What is loaded once the page has been painted: what draws the timeline, and what is loaded when it is needed. Names of entries of chunks; a hash follows in dist/. */
export const LATER = ['webview-app', 'webview-onDemand'];

/**
 * chart.js has all its scales in one file. The page uses none of them, but their defaults read a property of an object while the file is loaded, which might have
 * an effect for all that the bundler knows, so it would keep them: 24 kB. As functions that are called later they can be left out. What is unused of its classes: `leanCharts.mjs`.
 * @type {import('esbuild').Plugin}
 */
const leanCharts = {
  name: 'lean-charts',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]chart\.js[\\/]dist[\\/]chart\.js$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const contents = source
        .replace(
          /callback: Ticks\.formatters\.(\w+)/g,
          'callback(...args) { return Ticks.formatters.$1.apply(this, args); }',
        )
        .replace('static defaults = TimeScale.defaults;', 'static get defaults() { return TimeScale.defaults; }');
      return { contents: withoutUnused(contents), loader: 'js' };
    });
  },
};

/**
 * chart.js reads colours to mix them while it animates and to shade what is pointed at. The page does neither: its charts draw themselves, without animation. 8 kB.
 * @type {import('esbuild').Plugin}
 */
const plainColours = {
  name: 'plain-colours',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]chart\.js[\\/]dist[\\/]chunks[\\/]index\.js$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const contents = source
        .replace('new Color(value).saturate(0.5).darken(0.1).hexString()', 'value')
        .replace('isPatternOrGradient(value) ? value : new Color(value)', 'value');
      return { contents, loader: 'js' };
    });
  },
};

/**
 * The numbers of keys, which the toolkit's library keeps for others though it reads names: an enumeration that fills itself looks to the bundler as if it had an
 * effect. 2 kB.
 * @type {import('esbuild').Plugin}
 */
const leanKeys = {
  name: 'lean-keys',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]fast-web-utilities[\\/]dist[\\/]key-codes\.js$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const [begin, end] = [source.indexOf('export var KeyCodes;'), source.indexOf('})(KeyCodes || (KeyCodes = {}));')];
      if (begin < 0 || end < begin)
        throw new Error('key-codes.js is written in another way than expected: see whether leanKeys is still needed');
      return {
        contents: source.slice(0, begin) + source.slice(end + '})(KeyCodes || (KeyCodes = {}));'.length),
        loader: 'js',
      };
    });
  },
};

/** @type {import('esbuild').BuildOptions} */
export const PAGE_OPTIONS = {
  entryPoints: { webview: 'webview/main.ts' },
  platform: 'browser',
  // Modules, so that a part can come later; what it shares with the rest is a file of its own.
  format: 'esm',
  splitting: true,
  chunkNames: 'webview-[name]-[hash]',
  target: 'es2022',
  define: { 'process.env.NODE_ENV': '"production"' },
  loader: { '.css': 'empty' }, // style sheets go into one file of their own: the page's CSP allows no inline styles
  plugins: [leanCharts, plainColours, leanKeys],
};
