/**
 * A server that answers `kubectl` as an API server does where a node's log is asked for: the node, the kubelet's log query behind it, and a pod for debugging whose one container runs a program here.
 * What is attached to it goes by a WebSocket with the channels of Kubernetes (`v5.channel.k8s.io`); what was printed before somebody attached is not said again, as with a real runtime.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout } from 'node:timers/promises';

export interface ApiServerOptions {
  readonly node: string;
  /** What the kubelet answers to the log query; `forbidden`: the user may not ask it; `off`: it shows the folder of its logs instead. */
  readonly query: Uint8Array | 'forbidden' | 'off';
  /** What the container of a debugging pod does instead of its command, which it is given. */
  readonly container?: (command: readonly string[]) => ChildProcess;
  /** How long it takes from the container's start until somebody is attached: milliseconds. */
  readonly attachAfterMs?: number;
}

export interface ApiServer {
  /** Of a kubeconfig with one context, `test`. */
  kubeconfig(file: string): void;
  /** Method and address of each request. */
  readonly asked: readonly string[];
  /** The pods that were made, as they were asked for. */
  readonly pods: readonly Pod[];
  close(): Promise<void>;
}

interface Pod {
  readonly apiVersion: 'v1';
  readonly kind: 'Pod';
  readonly metadata: { readonly name: string; readonly namespace: string; readonly resourceVersion: string };
  readonly spec: {
    readonly nodeName: string;
    readonly containers: readonly {
      readonly name: string;
      readonly image: string;
      readonly command: readonly string[];
      readonly stdin: boolean;
    }[];
  };
}

/** Starts it on a free port of 127.0.0.1. */
export async function startApiServer(options: ApiServerOptions): Promise<ApiServer> {
  const asked: string[] = [];
  const pods: Pod[] = [];
  let running: ChildProcess | undefined;
  const server = createServer((request, response) => void answer(request, response));
  const sockets = new Set<Duplex>();
  server.on('connection', (socket) => sockets.add(socket));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const address = new URL(request.url ?? '/', 'http://localhost');
    asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
    const json = (body: unknown, status = 200): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: options.node } };
    switch (address.pathname) {
      case '/api':
        return json({ kind: 'APIVersions', versions: ['v1'] });
      case '/apis':
        return json({ kind: 'APIGroupList', apiVersion: 'v1', groups: [] });
      case '/version':
        return json({ major: '1', minor: '32', gitVersion: 'v1.32.4' });
      case '/api/v1':
        return json(RESOURCES);
      case '/api/v1/nodes':
        return json({ apiVersion: 'v1', kind: 'NodeList', metadata: {}, items: [node] });
      case `/api/v1/nodes/${options.node}`:
        return json(node);
      case `/api/v1/nodes/${options.node}/proxy/logs/`:
        if (options.query === 'forbidden')
          return json(
            status(
              403,
              'Forbidden',
              `nodes "${options.node}" is forbidden: User "dev" cannot get resource "nodes/proxy" in API group "" at the cluster scope`,
            ),
            403,
          );
        if (options.query === 'off')
          return void response
            .writeHead(200, { 'content-type': 'text/html' })
            .end('<pre>\n<a href="pods/">pods/</a>\n</pre>\n');
        return void response.writeHead(200, { 'content-type': 'text/plain' }).end(options.query);
      case '/api/v1/namespaces/default/pods': {
        if (request.method === 'POST') {
          const parts: Buffer[] = [];
          for await (const chunk of request) parts.push(chunk as Buffer);
          const pod = podOf(Buffer.concat(parts));
          pods.push(pod);
          return json(pod, 201);
        }
        const pod = pods.at(-1);
        if (pod === undefined) return json(status(404, 'NotFound', 'no pods'), 404);
        if (address.searchParams.get('watch') === null)
          return json({
            apiVersion: 'v1',
            kind: 'PodList',
            metadata: { resourceVersion: '1' },
            items: [withStatus(pod, 'waiting')],
          });
        response.writeHead(200, { 'content-type': 'application/json' });
        running ??= start(pod);
        response.write(`${JSON.stringify({ type: 'MODIFIED', object: withStatus(pod, 'running') })}\n`);
        return;
      }
      default:
        return json(status(404, 'NotFound', `${address.pathname} is not known here`), 404);
    }
  }

  function start(pod: Pod): ChildProcess {
    const container = pod.spec.containers[0];
    const child = options.container?.(container?.command ?? []) ?? spawn('true');
    child.stdout?.resume(); // into the container's log, which nobody reads here
    child.stdin?.on('error', () => undefined); // it ended without having read
    return child;
  }

  server.on('upgrade', (request: IncomingMessage, socket: Duplex) => {
    asked.push(`ATTACH ${request.url ?? ''}`);
    socket.on('error', () => undefined);
    // Whoever is attached may go at any time, and so may this server.
    attach(request, socket).catch(() => socket.destroy());
  });

  async function attach(request: IncomingMessage, socket: Duplex): Promise<void> {
    await setTimeout(options.attachAfterMs ?? 0);
    const child = running;
    if (child === undefined) return void socket.end('HTTP/1.1 404 Not Found\r\n\r\n');
    const key = createHash('sha1').update(`${request.headers['sec-websocket-key'] ?? ''}${WEBSOCKET}`);
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${key.digest('base64')}\r\nSec-WebSocket-Protocol: v5.channel.k8s.io\r\n\r\n`,
    );
    const print = (chunk: Buffer): void => void socket.write(frame(CHANNELS.output, chunk));
    child.stdout?.on('data', print);
    const end = (): void => {
      const how = child.exitCode === 0 ? { metadata: {}, status: 'Success' } : status(500, 'NonZeroExitCode', 'failed');
      socket.write(frame(CHANNELS.error, Buffer.from(JSON.stringify(how))));
      socket.end(CLOSING);
    };
    if (child.exitCode === null) child.once('close', end);
    else end();
    for await (const [channel, data] of frames(socket)) {
      if (channel === CHANNELS.input) child.stdin?.write(data);
      // Whose standard input is not the container's only one hears nothing any more once it has ended his (containerd).
      else if (channel === CHANNELS.close) child.stdout?.off('data', print);
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    asked,
    pods,
    kubeconfig: (file) => writeFileSync(file, JSON.stringify(kubeconfig(port))),
    close: async () => {
      running?.kill();
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** RFC 6455: what a server adds to the key of a client, and a frame that says that it closes. */
const WEBSOCKET = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const CLOSING = Buffer.from([0x88, 2, 0x03, 0xe8]);
/** What goes by a channel is told by the first byte of a frame. */
const CHANNELS = { input: 0, output: 1, error: 3, close: 255 } as const;

/** A binary frame of a server: the channel, and what goes by it. */
function frame(channel: number, data: Uint8Array): Buffer {
  const length = data.length + 1;
  const head =
    length < 126
      ? [0x82, length]
      : length < 65_536
        ? [0x82, 126, length >> 8, length & 255]
        : [0x82, 127, 0, 0, 0, 0, length >>> 24, (length >> 16) & 255, (length >> 8) & 255, length & 255];
  return Buffer.concat([Buffer.from([...head, channel]), data]);
}

/** What a client sends, by channel: short frames, masked. */
async function* frames(socket: Duplex): AsyncGenerator<readonly [number, Buffer]> {
  let kept = Buffer.alloc(0);
  for await (const chunk of socket) {
    kept = Buffer.concat([kept, chunk as Buffer]);
    for (;;) {
      const [first, second] = kept;
      if (first === undefined || second === undefined) break;
      const short = second & 127;
      const at = short === 126 ? 4 : 2;
      if (kept.length < at + 4) break;
      const length = short === 126 ? kept.readUInt16BE(2) : short;
      if (kept.length < at + 4 + length) break;
      const mask = kept.subarray(at, at + 4);
      const data = Buffer.from(
        kept.subarray(at + 4, at + 4 + length).map((byte, index) => byte ^ (mask[index % 4] ?? 0)),
      );
      kept = kept.subarray(at + 4 + length);
      if ((first & 15) <= 2 && data.length > 0) yield [data[0] ?? 0, data.subarray(1)];
    }
  }
}

/** The pod that kubectl sends, of which it says only what is needed: Kubernetes' own envelope (four bytes, then `runtime.Unknown`) of Protocol Buffers; the numbers are those of `k8s.io/api/core/v1/generated.proto`. */
function podOf(body: Buffer): Pod {
  const pod = message(one(message(body.subarray(4)), 2));
  const spec = message(one(pod, 2));
  const text = (fields: Fields, number: number): string => one(fields, number).toString();
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: text(message(one(pod, 1)), 1), namespace: 'default', resourceVersion: '1' },
    spec: {
      nodeName: text(spec, 10),
      containers: (spec.get(2) ?? []).map(message).map((container) => ({
        name: text(container, 1),
        image: text(container, 2),
        command: (container.get(3) ?? []).map(String),
        stdin: container.has(16),
      })),
    },
  };
}

type Fields = ReadonlyMap<number, readonly Buffer[]>;
const one = (fields: Fields, number: number): Buffer => fields.get(number)?.[0] ?? Buffer.alloc(0);

/** The fields of a message of Protocol Buffers by their numbers; of those with a length their bytes, of the others that they are there. */
function message(bytes: Buffer): Fields {
  const fields = new Map<number, Buffer[]>();
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[at] ?? 0;
      at += 1;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  };
  while (at < bytes.length) {
    const key = varint();
    const kind = key & 7;
    const length = kind === 2 ? varint() : kind === 1 ? 8 : kind === 5 ? 4 : (varint(), 0);
    const number = Math.floor(key / 8);
    fields.set(number, [...(fields.get(number) ?? []), bytes.subarray(at, at + length)]);
    at += length;
  }
  return fields;
}

function status(code: number, reason: string, message: string): object {
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, reason, code };
}

function withStatus(pod: Pod, state: 'waiting' | 'running'): object {
  const name = pod.spec.containers[0]?.name ?? '';
  const now = new Date().toISOString();
  return {
    ...pod,
    status:
      state === 'waiting'
        ? { phase: 'Pending' }
        : { phase: 'Running', containerStatuses: [{ name, ready: true, state: { running: { startedAt: now } } }] },
  };
}

const RESOURCES = {
  kind: 'APIResourceList',
  groupVersion: 'v1',
  resources: [
    {
      name: 'nodes',
      singularName: 'node',
      namespaced: false,
      kind: 'Node',
      verbs: ['get', 'list'],
      shortNames: ['no'],
    },
    {
      name: 'pods',
      singularName: 'pod',
      namespaced: true,
      kind: 'Pod',
      verbs: ['get', 'list', 'watch', 'create'],
      shortNames: ['po'],
    },
    { name: 'pods/attach', singularName: '', namespaced: true, kind: 'PodAttachOptions', verbs: ['create', 'get'] },
  ],
};

function kubeconfig(port: number): object {
  return {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'test', cluster: { server: `http://127.0.0.1:${port}` } }],
    users: [{ name: 'dev', user: {} }],
    contexts: [{ name: 'test', context: { cluster: 'test', user: 'dev' } }],
    'current-context': 'test',
  };
}
