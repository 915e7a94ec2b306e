/**
 * The packaged extension in VS Code's extension host for the web: a worker of the browser, without Node. VS Code loads an extension there from an address; the files of the package are served
 * on one, and the window is told of it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { fromBuffer } from 'yauzl';

/** Where the files of the package are. */
export interface ServedExtension {
  readonly url: string;
  close(): void;
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.cjs': 'text/javascript',
  '.json': 'application/json',
  '.css': 'text/css',
  '.html': 'text/html',
};

/** Serves what a package holds, on a free port of this machine. */
export async function serveExtension(vsix: string): Promise<ServedExtension> {
  return serve(await filesOf(vsix));
}

/** The same for an extension of the tests that is not packed: the files of its folder. */
export async function serveFolder(folder: string): Promise<ServedExtension> {
  return serve(new Map(readdirSync(folder).map((name) => [`extension/${name}`, readFileSync(join(folder, name))])));
}

async function serve(files: ReadonlyMap<string, Buffer>): Promise<ServedExtension> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://host').pathname).replace(/^\/+/, '');
    const file = files.get(`extension/${path}`);
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Content-Type', TYPES[extname(path)] ?? 'application/octet-stream');
    response.statusCode = file === undefined ? 404 : 200;
    response.end(file);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, 'localhost', resolve); // by this name, and no other of this machine, VS Code lets scripts of extensions come over plain http
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return { url: `http://localhost:${address.port}`, close: () => server.close() };
}

/** Has a window load extensions into its host for the web. To be called before the window's address is opened. */
export async function loadForTheWeb(
  page: Page,
  windowAddress: string,
  ...extensions: readonly ServedExtension[]
): Promise<void> {
  const { origin } = new URL(windowAddress);
  await page.route(
    (url) => url.origin === origin && url.pathname === '/',
    async (route) => {
      const response = await route.fetch();
      const headers = response.headers();
      const policy = headers['content-security-policy'];
      if (policy !== undefined)
        headers['content-security-policy'] = policy.replace(
          'connect-src ',
          `connect-src ${extensions.map(({ url }) => url).join(' ')} `,
        );
      // Development extensions of the web stand in the window's configuration, not in its address.
      const body = (await response.text()).replace(
        /(id="vscode-workbench-web-configuration" data-settings=")([^"]*)"/,
        (_, begin: string, escaped: string) => {
          const settings: unknown = JSON.parse(escaped.replaceAll('&quot;', '"').replaceAll('&amp;', '&'));
          const configuration = {
            ...(settings as Record<string, unknown>),
            developmentOptions: {
              extensions: extensions.map(({ url }) => ({ scheme: 'http', authority: new URL(url).host, path: '/' })),
            },
          };
          return `${begin}${JSON.stringify(configuration).replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`;
        },
      );
      await route.fulfill({ status: response.status(), headers, body });
    },
  );
}

async function filesOf(vsix: string): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  await new Promise<void>((resolve, reject) => {
    fromBuffer(readFileSync(vsix), { lazyEntries: true }, (error, zip) => {
      if (error !== null) return reject(error);
      zip.on('entry', (entry: { readonly fileName: string }) => {
        zip.openReadStream(entry as never, (failure, stream) => {
          if (failure !== null) return reject(failure);
          const parts: Buffer[] = [];
          stream.on('data', (part: Buffer) => parts.push(part));
          stream.on('error', reject);
          stream.on('end', () => {
            files.set(entry.fileName, Buffer.concat(parts));
            zip.readEntry();
          });
        });
      });
      zip.on('end', () => resolve());
      zip.readEntry();
    });
  });
  return files;
}
