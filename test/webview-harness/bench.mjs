// Measures the page in the real browser on a very large document: first paint, frames while it pans and zooms, search, memory of the page.
//   npm run bench:webview [-- --pods 250 --events 1000000 --skips 10000]
// The document is made here and fetched by the page as bytes, so that the page's memory holds what it gets from the extension and nothing else.
import { build } from 'esbuild';
import { readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { serveHarness } from './serve.mjs';
import { applyTheme, THEMES } from './themes.mjs';
import { ensureBrowser } from '../../scripts/lib/browser.mjs';
import { inRoot } from '../../scripts/lib/project.mjs';

const LIMITS = { paint: 1000, frame: 33, memory: 300 };
const MEGABYTE = 1024 * 1024;

/** @param {string} name @param {number} otherwise */
function option(name, otherwise) {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
}

/** The document as one buffer: length of the head, head as JSON with `{ $: kind, at, length }` for arrays, arrays. */
async function encodedDocument() {
  const outfile = inRoot('out/run/bench-documents.mjs');
  await build({
    entryPoints: [inRoot('test/webview-harness/documents.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    loader: { '.log': 'text' },
    logLevel: 'warning',
  });
  const { large } = await import(outfile);
  const timeline = large(option('pods', 250), option('events', 1_000_000), option('skips', 10_000));
  /** @type {Uint8Array[]} */
  const parts = [];
  let at = 0;
  const head = JSON.stringify(timeline, (_key, value) => {
    if (!ArrayBuffer.isView(value)) return value;
    const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
    const padded = new Uint8Array(Math.ceil(bytes.length / 8) * 8);
    padded.set(bytes);
    parts.push(padded);
    const place = {
      $: value.constructor.name,
      at,
      length: bytes.length / /** @type {any} */ (value).BYTES_PER_ELEMENT,
    };
    at += padded.length;
    return place;
  });
  const text = new TextEncoder().encode(head);
  const front = new Uint8Array(Math.ceil((8 + text.length) / 8) * 8);
  new DataView(front.buffer).setUint32(0, text.length, true);
  front.set(text, 8);
  return {
    bytes: Buffer.concat([front, ...parts]),
    marks: timeline.marks.count,
    lanes: timeline.lanes.length,
    arrays: at,
  };
}

/** In the page: fetches the document, gives it as the extension does, waits until it is painted. Returns milliseconds. */
async function showInPage() {
  const buffer = await (await fetch('large.bin')).arrayBuffer();
  const size = new DataView(buffer).getUint32(0, true);
  const start = Math.ceil((8 + size) / 8) * 8;
  const kinds = { Float64Array, Int32Array, Uint32Array, Uint16Array, Uint8Array };
  const document = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 8, size)), (_key, value) => {
    const kind = value === null || typeof value !== 'object' ? undefined : kinds[value.$];
    return kind === undefined ? value : new kind(buffer, start + value.at, value.length);
  });
  const painted = new Promise((resolve) => {
    const look = () => {
      if (window.document.querySelector('.page .facts tbody tr[aria-rowindex]') === null) requestAnimationFrame(look);
      else requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
    };
    requestAnimationFrame(look);
  });
  const began = performance.now();
  void window.harness.send({ type: 'document', document });
  return (await painted) - began;
}

/** In the page: does something in each of `count` frames; gives the intervals between frames and how long each frame's work took. */
async function framesInPage({ keys, count }) {
  const frame = () =>
    new Promise((resolve) => {
      requestAnimationFrame(resolve);
    });
  const task = () =>
    new Promise((resolve) => {
      const channel = new MessageChannel();
      channel.port1.addEventListener('message', () => resolve(performance.now()), { once: true });
      channel.port1.start();
      channel.port2.postMessage(0);
    });
  const intervals = [];
  const work = [];
  let last = await frame();
  for (let at = 0; at < count; at += 1) {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: keys[at % keys.length], bubbles: true }));
    const now = await frame();
    // What the page draws runs in this frame too, before the next task.
    work.push((await task()) - now);
    intervals.push(now - last);
    last = now;
  }
  return { intervals: intervals.slice(1), work };
}

/** @param {number[]} values @param {number} part */
function quantile(values, part) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0;
}

/** @param {{ intervals: number[], work: number[] }} frames */
const frameText = ({ intervals, work }) =>
  `frame p50 ${quantile(intervals, 0.5).toFixed(1)} p95 ${quantile(intervals, 0.95).toFixed(1)} max ${Math.max(...intervals).toFixed(1)} ms; work of a frame p50 ${quantile(work, 0.5).toFixed(1)} p95 ${quantile(work, 0.95).toFixed(1)} ms`;

/** Milliseconds of processor that the page's main thread has used: unlike time on the wall it does not depend on what else runs here. @param {import('playwright-core').Browser} browser */
async function mainThreadTime(browser) {
  const id = await rendererId(browser);
  return Number(readFileSync(`/proc/${id}/task/${id}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}

/** The renderer with the most memory: that of the page. @param {import('playwright-core').Browser} browser */
async function rendererId(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const renderers = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => ({ id, size: residentMemory(id) }));
  return renderers.toSorted((a, b) => b.size - a.size)[0]?.id ?? 0;
}

/** Resident memory of a process in MB. @param {number} id */
function residentMemory(id) {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0) / 1024;
}

const started = performance.now();
const { bytes, marks, lanes, arrays } = await encodedDocument();
console.log(
  `document: ${marks.toLocaleString('en')} marks on ${lanes} lanes, ${(arrays / MEGABYTE).toFixed(0)} MB of arrays, made in ${((performance.now() - started) / 1000).toFixed(1)} s`,
);
const page = readFileSync(inRoot('test/webview-harness/page.html'), 'utf8').replace(
  "default-src 'none';",
  "default-src 'none'; connect-src http://127.0.0.1:*;",
);
const server = await serveHarness({
  extra: [
    ['/bench', { type: 'text/html', text: page }],
    ['/large.bin', { type: 'application/octet-stream', text: bytes }],
  ],
});
const browser = await chromium.launch({
  executablePath: await ensureBrowser(),
  args: ['--no-sandbox', '--disable-gpu', '--js-flags=--expose-gc', '--force-color-profile=srgb'],
});
/** @type {string[]} */
const failed = [];
try {
  const tab = await browser.newPage({ viewport: { width: 1600, height: 1000 } });
  tab.on('pageerror', (error) => failed.push(error.message));
  await tab.goto(`${server.url}bench`);
  await tab.evaluate(applyTheme, { name: 'dark', theme: THEMES.dark });
  await tab.evaluate(() => window.gc?.());
  const empty = residentMemory(await rendererId(browser));
  const paint = await tab.evaluate(showInPage);
  console.log(`first paint: ${paint.toFixed(0)} ms after the message (at most ${LIMITS.paint})`);
  if (paint > LIMITS.paint) failed.push('first paint');
  const again = await tab.evaluate(showInPage);
  console.log(`shown again: ${again.toFixed(0)} ms`);
  const session = await tab.context().newCDPSession(tab);
  for (let round = 0; round < 3; round += 1) await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const memory = residentMemory(await rendererId(browser));
  console.log(
    `memory: renderer ${memory.toFixed(0)} MB, of it ${empty.toFixed(0)} MB before the document; JavaScript heap ${(usedSize / MEGABYTE).toFixed(0)} MB (page at most ${LIMITS.memory})`,
  );
  if (memory > LIMITS.memory) failed.push('memory');
  for (const [name, keys, count] of /** @type {const} */ ([
    ['zooming in and out', ['w', 'w', 'w', 'w', 's', 's', 's', 's'], 64],
    ['panning the whole log, zoomed a little', ['d', 'a'], 60],
    ['zooming deep', ['w'], 18],
    ['panning deep', ['d', 'd', 'd', 'a'], 60],
  ])) {
    if (name.startsWith('panning the')) await tab.evaluate(framesInPage, { keys: ['w'], count: 1 });
    const before = await mainThreadTime(browser);
    const frames = await tab.evaluate(framesInPage, { keys, count });
    const own = ((await mainThreadTime(browser)) - before) / count;
    const late = quantile(frames.intervals, 0.95) > LIMITS.frame;
    console.log(
      `${name}: ${frameText(frames)}; (p95 at most ${LIMITS.frame}); ${own.toFixed(1)} ms of processor a frame`,
    );
    if (late) failed.push(name);
  }
  await tab.keyboard.press('0');
  await tab.keyboard.press('/');
  const search = await tab.evaluate(async () => {
    const field = document.querySelector('.search vscode-text-field');
    const began = performance.now();
    if (field !== null && 'value' in field) field.value = 'severity:error pod:service-7';
    field?.dispatchEvent(new Event('input', { bubbles: true }));
    while (document.querySelector('.search-count')?.textContent === '')
      await new Promise((resolve) => {
        requestAnimationFrame(resolve);
      });
    return { took: performance.now() - began, text: document.querySelector('.search-count')?.textContent };
  });
  console.log(`search: ${search.text} after ${search.took.toFixed(0)} ms, pause after typing included`);
  await tab.keyboard.press('Escape');
  const searched = await tab.evaluate(framesInPage, { keys: ['w', 'd', 's', 'a'], count: 40 });
  console.log(`zooming with a search on: ${frameText(searched)}`);
} finally {
  await browser.close();
  await server.close();
}
if (failed.length > 0) {
  console.error(`bench:webview: over the limit: ${failed.join(', ')}`);
  process.exitCode = 1;
}
