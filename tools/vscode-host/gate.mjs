// The only door to a started VS Code: whoever talks to it can read and run all that its user can, so it listens on a socket that only
// this user may open, and this gate lets in on 127.0.0.1 who has the token of the printed address and calls it by its own name.
// Node built-ins only.
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, request } from 'node:http';
import { connect } from 'node:net';

/** The parameter of an address that holds the token. */
export const TOKEN_PARAMETER = 'tkn';
const TOKEN_BYTES = 24;

/** @typedef {{ address: string, token: string, close: () => void }} Gate address: host:port */

/**
 * Opens a gate on a free port of 127.0.0.1.
 * @param {string} socketPath where what is behind it listens
 * @returns {Promise<Gate>}
 */
export function openGate(socketPath) {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  /** @type {Set<string | undefined>} */
  let names = new Set();
  let port = 0;
  // Cookies of one host are those of all its ports: each gate has its own.
  const cookieName = () => `kubelet-timeline-${port}`;

  /** @param {import('node:http').IncomingMessage} incoming @returns {'host' | 'token' | 'cookie' | undefined} why it may not in; what let it in otherwise */
  const judge = ({ headers, url }) => {
    // A page whose name was pointed here (DNS rebinding) sends its own name, and equal ones in both fields.
    if (!names.has(headers.host) || (headers.origin !== undefined && headers.origin !== `http://${headers.host}`))
      return 'host';
    if (isEqual(cookieOf(headers.cookie ?? '', cookieName()), token)) return 'cookie';
    return isEqual(urlOf(url).searchParams.get(TOKEN_PARAMETER) ?? '', token) ? 'token' : undefined;
  };

  const server = createServer((incoming, outgoing) => {
    const judged = judge(incoming);
    if (judged === 'token') {
      const url = urlOf(incoming.url);
      url.searchParams.delete(TOKEN_PARAMETER);
      outgoing
        .writeHead(302, {
          location: `${url.pathname.replace(/^\/+/, '/')}${url.search}`,
          'set-cookie': `${cookieName()}=${token}; Path=/; HttpOnly; SameSite=Lax`,
          'cache-control': 'no-store',
          'referrer-policy': 'no-referrer',
        })
        .end();
      return;
    }
    if (judged !== 'cookie') {
      outgoing.writeHead(403, { 'content-type': 'text/plain; charset=utf-8' }).end(`${refusal(judged)}\n`);
      return;
    }
    const { method, url, headers } = incoming;
    const passed = request({ socketPath, method, path: url, headers, setHost: false }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(outgoing);
    });
    passed.on('error', () => {
      if (!outgoing.headersSent) outgoing.writeHead(502);
      outgoing.end();
    });
    outgoing.on('close', () => passed.destroy());
    incoming.pipe(passed);
  });

  server.on('upgrade', (incoming, socket, head) => {
    socket.on('error', () => socket.destroy());
    const judged = judge(incoming);
    if (judged !== 'cookie') {
      socket.end(
        `HTTP/1.1 403 Forbidden\r\nconnection: close\r\ncontent-type: text/plain; charset=utf-8\r\n\r\n${refusal(judged)}\n`,
      );
      return;
    }
    const behind = connect(socketPath);
    behind.on('error', () => socket.destroy());
    behind.on('close', () => socket.destroy());
    socket.on('close', () => behind.destroy());
    // As it came: a header's name and value stand in turn.
    const lines = incoming.rawHeaders.flatMap((name, index, all) =>
      index % 2 === 0 ? [`${name}: ${all[index + 1] ?? ''}`] : [],
    );
    behind.write(`${incoming.method ?? 'GET'} ${incoming.url ?? '/'} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    behind.write(head);
    socket.pipe(behind).pipe(socket);
  });

  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const at = server.address();
      if (typeof at !== 'object' || at === null) return reject(new Error('no free port'));
      ({ port } = at);
      names = new Set([`127.0.0.1:${port}`, `localhost:${port}`]);
      resolve({
        address: `127.0.0.1:${port}`,
        token,
        close: () => {
          server.close();
          server.closeAllConnections();
        },
      });
    });
  });
}

/** @param {'host' | 'token' | undefined} judged */
function refusal(judged) {
  return judged === 'host'
    ? 'This editor answers only under its own address.'
    : 'Open the whole address that npm start printed: it holds the token of this editor.';
}

/** The address in a request's first line; what is no path is the root. @param {string | undefined} path */
function urlOf(path) {
  return new URL(`http://gate${path?.startsWith('/') === true ? path : '/'}`);
}

/** @param {string} given @param {string} token */
function isEqual(given, token) {
  const [one, other] = [Buffer.from(given), Buffer.from(token)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** @param {string} header @param {string} name */
function cookieOf(header, name) {
  const found = header
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`));
  return found?.slice(name.length + 1) ?? '';
}
