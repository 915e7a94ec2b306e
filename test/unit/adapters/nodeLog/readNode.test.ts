import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isNodeName, nodeWays, type NodeWish } from '../../../../src/adapters/nodeLog/nodeWays.ts';
import { readNode } from '../../../../src/adapters/nodeLog/readNode.ts';
import { runProgram } from '../../../../src/adapters/nodeLog/runProgram.ts';
import { instant } from '../../../../src/kubelet/time.ts';

const now = instant(Date.UTC(2026, 10, 21, 12) * 1000);
const wish: NodeWish = { node: 'worker-2', now };
const LINE = 'Nov 21 00:27:33 worker-2 kubelet[20595]: I1121 00:27:33.900000   20595 a.go:1] "A line of the log"';

let folder: string;
let told: string[];
let ended: string[];
const path = process.env['PATH'];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'node-log-'));
  told = [];
  ended = [];
  // Only the stand-ins and the tools that they are made of.
  process.env['PATH'] = [folder, '/usr/bin', '/bin'].join(delimiter);
});
afterEach(() => {
  process.env['PATH'] = path;
  rmSync(folder, { recursive: true });
});

/** A program that notes its arguments, each on a line, and then answers as recorded. */
function standIn(name: string, answer: string): void {
  const file = join(folder, name);
  writeFileSync(file, `#!/bin/sh\nprintf '%s\\n' "$@" >> ${file}.args\necho ==== >> ${file}.args\n${answer}\n`);
  chmodSync(file, 0o755);
}
const argsOf = (name: string): readonly (readonly string[])[] =>
  readFileSync(join(folder, `${name}.args`), 'utf8')
    .split('====\n')
    .slice(0, -1)
    .map((call) => call.trimEnd().split('\n'));

async function read(given: NodeWish = wish, mayMakePod?: () => Promise<boolean>): Promise<string | undefined> {
  const log = await readNode(
    given,
    { tell: (text) => told.push(text), ...(mayMakePod === undefined ? {} : { mayMakePod }) },
    (text) => ended.push(text),
  );
  if (log === undefined) return undefined;
  let text = '';
  for await (const chunk of log.chunks) text += new TextDecoder().decode(chunk);
  return text;
}

const FORBIDDEN =
  'echo \'Error from server (Forbidden): nodes "worker-2" is forbidden: User "dev" cannot get resource "nodes/proxy" in API group "" at the cluster scope\' >&2; exit 1';

describe('the log of a node', () => {
  it('comes from oc where that works, with its arguments as a list', async () => {
    standIn('oc', `echo '${LINE}'`);
    standIn('kubectl', 'exit 9');
    expect(await read({ ...wish, context: 'prod $(id)', since: instant(now - 7_200_000_000) })).toBe(`${LINE}\n`);
    expect(argsOf('oc')).toEqual([
      ['--context=prod $(id)', 'adm', 'node-logs', 'worker-2', '--unit=kubelet', '--since=-7200s'],
    ]);
    expect(existsSync(join(folder, 'kubectl.args'))).toBe(false);
    expect(ended).toEqual([]);
  });

  it('comes from the log query, else', async () => {
    standIn('oc', 'echo "error: unknown command" >&2; exit 1');
    standIn('kubectl', `echo '${LINE}'`);
    expect(await read({ ...wish, since: instant(now - 7_200_000_000) })).toBe(`${LINE}\n`);
    expect(argsOf('kubectl')).toEqual([
      ['get', '--raw', '/api/v1/nodes/worker-2/proxy/logs/?query=kubelet&sinceTime=2026-11-21T10:00:00Z'],
    ]);
    expect(told).toContain('oc gave no log (exit status 1): error: unknown command');
  });

  it('comes from a pod where the kubelet answers no queries, and that pod is told of', async () => {
    standIn('oc', 'exit 1');
    standIn(
      'kubectl',
      `case "$*" in *--raw*) echo '<pre><a href="pods/">pods/</a></pre>';; *) read line && echo 'Creating debugging pod node-debugger-worker-2-x7k2p with container debugger on node worker-2.'; echo '${LINE}';; esac`,
    );
    expect(await read({ ...wish, since: instant(now - 7_200_000_000) })).toBe(`${LINE}\n`);
    expect(argsOf('kubectl').at(-1)).toEqual([
      'debug',
      'node/worker-2',
      '--image=busybox',
      '--profile=sysadmin',
      '--stdin',
      '--',
      ...['sh', '-c', 'read -t 60 line; exec chroot /host journalctl "$@"', 'journalctl'],
      ...['--unit=kubelet', '--output=short-iso-precise', '--no-pager', '--since=-7200s'],
    ]);
    expect(told).toContain('The kubelet of this node answers no log queries (NodeLogQuery, enableSystemLogQuery).');
    expect(told.at(-1)).toContain('kubectl delete pod node-debugger-worker-2-x7k2p');
  });

  it('is none where the pod prints nothing', async () => {
    standIn(
      'kubectl',
      `case "$*" in *--raw*) exit 1;; *) echo 'Creating debugging pod node-debugger-worker-2-x7k2p with container debugger on node worker-2.';; esac`,
    );
    expect(await read()).toBeUndefined();
    expect(told.at(-1)).toBe('kubectl gave no log: it printed nothing');
    expect(told.at(-2)).toContain('kubectl delete pod node-debugger-worker-2-x7k2p');
  });

  it('makes no pod without leave, and shows errors as they are', async () => {
    standIn('oc', 'exit 1');
    standIn('kubectl', FORBIDDEN);
    expect(await read(wish, async () => false)).toBeUndefined();
    expect(argsOf('kubectl')).toHaveLength(1);
    expect(told.at(-1)).toMatch(
      /^kubectl gave no log \(exit status 1\): Error from server \(Forbidden\): nodes "worker-2"/,
    );
  });

  it('cannot be had without a program', async () => {
    process.env['PATH'] = folder;
    expect(await read()).toBeUndefined();
    expect(told).toContain('oc is not installed here.');
    expect(told.filter((text) => text === 'kubectl is not installed here.')).toHaveLength(1);
  });

  it('is kept as far as it came when the program fails in the middle', async () => {
    standIn('oc', `echo '${LINE}'; echo 'unexpected EOF' >&2; exit 3`);
    expect(await read()).toBe(`${LINE}\n`);
    expect(ended).toEqual([
      'oc ended in the middle (exit status 3); what it had given until then was read. unexpected EOF',
    ]);
  });
});

describe('a program', () => {
  it('is ended when nobody reads on, and when that is wished', async () => {
    standIn('forever', 'while :; do echo line; done');
    const running = runProgram('forever', []);
    for await (const chunk of running.output) if (chunk.length > 0) break;
    expect((await running.ended).code).toBeUndefined();
    const stop = new AbortController();
    const other = runProgram('forever', [], stop.signal);
    stop.abort();
    expect((await other.ended).code).toBeUndefined();
  });
});

describe('names of nodes', () => {
  it('are plain: neither options nor paths', () => {
    expect(['worker-2', 'ip-10-0-0-1.eu-west-1.compute.internal', 'a'].map(isNodeName)).toEqual([true, true, true]);
    for (const name of ['', '-h', '--context=x', 'a/../b', 'a b', 'a?x=1', 'A', 'a$(id)', 'a'.repeat(254)])
      expect(isNodeName(name)).toBe(false);
  });

  it('stand in each way', () => {
    for (const { args } of nodeWays(wish)) expect(args.join(' ')).toContain('worker-2');
  });
});
