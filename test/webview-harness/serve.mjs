// Serves the harness on 127.0.0.1: `node test/webview-harness/serve.mjs [port]`. Builds page and fake host itself, into memory.
import { build } from 'esbuild';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PAGE_OPTIONS } from '../../scripts/lib/page.mjs';

const here = new URL('.', import.meta.url);
const root = new URL('../../', here);

/** @type {import('esbuild').BuildOptions} */
const common = {
  bundle: true,
  write: false,
  minify: true,
  platform: 'browser',
  target: 'es2022',
  logLevel: 'error',
  legalComments: 'none',
  outdir: 'harness',
  loader: { '.log': 'text' },
};

const PAGE = readFileSync(new URL('page.html', here), 'utf8');

/** The page for a reader of Chinese: with its words in it, as panelHtml.ts puts them there. */
function chinese() {
  const { words } = JSON.parse(readFileSync(new URL('l10n/zh-cn.json', root), 'utf8'));
  const said = JSON.stringify(words).replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return PAGE.replace('lang="en"', 'lang="zh-CN"').replace(
    '<meta charset="utf-8">',
    `$&\n<meta name="kubelet-timeline-words" content="${said.replaceAll('$', '$$$$')}">`,
  );
}

/** The page as it is built for the extension: files by name. */
async function bundlePage() {
  const { outputFiles } = await build({ ...common, ...PAGE_OPTIONS, absWorkingDir: fileURLToPath(root) });
  return outputFiles.map(
    ({ path, text }) => /** @type {const} */ ([`/${basename(path)}`, { type: 'text/javascript', text }]),
  );
}

async function bundleHost() {
  const { outputFiles } = await build({
    ...common,
    entryPoints: [fileURLToPath(new URL('test/webview-harness/host.ts', root))],
    format: 'iife',
  });
  return outputFiles[0]?.text ?? '';
}

/**
 * Starts the server. `extra` are further files by path, e.g. a document as JSON.
 * @param {{ port?: number, extra?: Iterable<[string, { type: string, text: string | Uint8Array }]> }} [options]
 */
export async function serveHarness(options = {}) {
  const files = new Map([
    ['/', { type: 'text/html', text: PAGE }],
    ['/zh-cn', { type: 'text/html', text: chinese() }],
    ['/webview.css', { type: 'text/css', text: readFileSync(new URL('webview/webview.css', root), 'utf8') }],
    ['/theme.css', { type: 'text/css', text: '' }],
    ...(await bundlePage()),
    ['/host.js', { type: 'text/javascript', text: await bundleHost() }],
    ...(options.extra ?? []),
  ]);
  const server = createServer((request, response) => {
    const file = files.get(new URL(request.url ?? '/', 'http://127.0.0.1').pathname);
    if (file === undefined) {
      response.writeHead(404).end();
      return;
    }
    response
      .writeHead(200, { 'content-type': `${file.type}; charset=utf-8`, 'cache-control': 'no-store' })
      .end(file.text);
  });
  await new Promise((resolve) => server.listen(options.port ?? 0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () => new Promise((resolve) => server.close(() => resolve(undefined))),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { url } = await serveHarness({ port: Number(process.argv[2] ?? 0) });
  console.log(url);
}
