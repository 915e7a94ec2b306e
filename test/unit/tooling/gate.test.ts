/** The gate before a started VS Code, against a neighbour on the machine and a page of the network. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request, type IncomingHttpHeaders, type Server } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Gate, openGate } from '../../../tools/vscode-host/gate.mjs';

const folder = mkdtempSync(join(tmpdir(), 'gate-test-'));
const socketPath = join(folder, 'host.sock');
const seen: string[] = [];
let behind: Server;
let gate: Gate;

beforeAll(async () => {
  behind = createServer((incoming, outgoing) => {
    seen.push(incoming.url ?? '');
    outgoing.setHeader('set-cookie', ['a=1', 'b=2']).end(`file of ${incoming.headers.host}`);
  });
  behind.on('upgrade', (incoming, socket) => {
    seen.push(`upgrade ${incoming.url}`);
    socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\n\r\n');
    socket.on('data', (bytes: Buffer) => socket.write(`echo ${String(bytes)}`));
    socket.on('end', () => socket.end());
  });
  await new Promise<void>((resolve) => {
    behind.listen(socketPath, resolve);
  });
  gate = await openGate(socketPath);
});

afterAll(() => {
  gate.close();
  behind.closeAllConnections();
  behind.close();
  rmSync(folder, { recursive: true });
});

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

function ask(path: string, headers: Record<string, string> = {}): Promise<Answer> {
  const [host, port] = gate.address.split(':');
  return new Promise((resolve, reject) => {
    request({ host, port, path, headers: { host: gate.address, ...headers }, setHost: false }, (answer) => {
      let text = '';
      answer
        .setEncoding('utf8')
        .on('data', (part: string) => {
          text += part;
        })
        .on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
    })
      .on('error', reject)
      .end();
  });
}

/** What comes back for an upgrade, up to a time or its end. */
function upgrade(headers: Record<string, string>): Promise<string> {
  const port = Number(gate.address.split(':')[1]);
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    const end = (): void => {
      socket.destroy();
      resolve(text);
    };
    socket
      .setEncoding('utf8')
      .on('data', (part: string) => {
        text += part;
        if (text.includes('echo')) end();
        else if (text.startsWith('HTTP/1.1 101')) socket.write('hello');
      })
      .on('end', end)
      .on('error', end);
    socket.write(
      `GET /stable/socket HTTP/1.1\r\n${Object.entries({ connection: 'Upgrade', upgrade: 'websocket', ...headers })
        .map(([name, value]) => `${name}: ${value}`)
        .join('\r\n')}\r\n\r\n`,
    );
  });
}

const cookie = (): string => `kubelet-timeline-${gate.address.split(':')[1]}=${gate.token}`;
const SHADOW = '/vscode-remote-resource?path=%2Fetc%2Fshadow';

describe('a neighbour who knows the port', () => {
  it.each([[{}], [{ cookie: 'kubelet-timeline-1=x' }], [{ origin: 'own' }]])(
    'reads nothing without the token (%j)',
    async (headers) => {
      seen.length = 0;
      const own = 'origin' in headers ? { origin: `http://${gate.address}` } : headers;
      for (const path of [
        '/',
        SHADOW,
        '/?tkn=',
        `/?tkn=${gate.token.slice(1)}`,
        `//x/?tkn=${'a'.repeat(gate.token.length)}`,
        '//',
        '/\\',
        '/%',
      ])
        expect((await ask(path, own as Record<string, string>)).status, path).toBe(403);
      expect(await upgrade({ host: gate.address, ...(own as Record<string, string>) })).toMatch(/^HTTP\/1\.1 403 /);
      expect(seen).toEqual([]);
    },
  );

  it('is told in words, not by what is behind', async () => {
    expect((await ask(SHADOW)).text).toBe(
      'Open the whole address that npm start printed: it holds the token of this editor.\n',
    );
  });
});

describe('a page whose name was pointed to this machine', () => {
  it.each(['evil.example', 'evil.example:80', '127.0.0.1', '127.0.0.1:1', '0.0.0.0'])(
    'gets nothing under the name %s, with the same origin and even with the token',
    async (host) => {
      seen.length = 0;
      const headers = { host, origin: `http://${host}` };
      expect((await ask(`/?tkn=${gate.token}`, headers)).status).toBe(403);
      expect((await ask(SHADOW, { ...headers, cookie: cookie() })).status).toBe(403);
      expect(await upgrade({ ...headers, cookie: cookie() })).toMatch(/^HTTP\/1\.1 403 /);
      expect(seen).toEqual([]);
    },
  );

  it.each(['http://evil.example', 'null', 'https://127.0.0.1'])(
    'nor from the origin %s with the cookie',
    async (origin) => {
      expect((await ask('/', { origin, cookie: cookie() })).status).toBe(403);
      expect(await upgrade({ host: gate.address, origin, cookie: cookie() })).toMatch(/^HTTP\/1\.1 403 /);
    },
  );
});

describe('who has the printed address', () => {
  it('gets a cookie that scripts do not see, and an address without the token', async () => {
    const { status, headers } = await ask(`/?folder=%2Ftmp&tkn=${gate.token}`);
    expect(status).toBe(302);
    expect(headers.location).toBe('/?folder=%2Ftmp');
    expect(headers['set-cookie']).toEqual([`${cookie()}; Path=/; HttpOnly; SameSite=Lax`]);
    expect((await ask(`//evil.example/?tkn=${gate.token}`)).headers.location).toBe('/evil.example/');
  });

  it('reaches what is behind, pages and sockets, as it was asked', async () => {
    const { status, text, headers } = await ask(SHADOW, {
      cookie: `x=y; ${cookie()}`,
      origin: `http://${gate.address}`,
    });
    expect([status, text, headers['set-cookie']]).toEqual([200, `file of ${gate.address}`, ['a=1', 'b=2']]);
    expect(seen).toContain(SHADOW);
    expect(await upgrade({ host: gate.address, origin: `http://${gate.address}`, cookie: cookie() })).toMatch(
      /101 Switching[^]*echo hello$/,
    );
  });

  it('also as localhost', async () => {
    const host = gate.address.replace('127.0.0.1', 'localhost');
    expect((await ask('/', { host, cookie: cookie() })).status).toBe(200);
  });
});
