import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ApiServer, type ApiServerOptions, startApiServer } from '../../support/apiServer.ts';
import { bash, type Ran } from '../../support/builtProgram.ts';
import { projectRoot } from '../../support/shared.ts';

const LOG = join(projectRoot, 'test/fixtures/runs/v1.36.2-b-hang/kubelet.journal.short.log');
const sample = readFileSync(LOG);
// Under an emulator or without kubectl there is nothing to try; what it is asked is tested with stand-ins (readNode.test.ts).
const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;

let folder: string;
let server: ApiServer | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kubectl-'));
});
afterEach(async () => {
  await server?.close();
  server = undefined;
  rmSync(folder, { recursive: true });
});

/** The node's journal as a container of a debugging pod prints it: in a shell that knows times for `read`, as that of busybox does, with a `chroot` and a `journalctl` of ours, which notes its arguments. */
function container(command: readonly string[]): ReturnType<typeof spawn> {
  const program = (name: string, text: string): void => {
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(folder, name), 0o755);
  };
  program('chroot', 'test "$1" = /host || exit 9; shift; exec "$@"');
  program('journalctl', `printf '%s\\n' "$@" > ${join(folder, 'args')}; cat ${LOG}`);
  const [shell = '', ...args] = command;
  return spawn(shell === 'sh' ? 'bash' : shell, shell === 'sh' ? ['--norc', ...args] : args, {
    env: { PATH: [folder, '/usr/bin', '/bin'].join(delimiter) },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}

async function node(args: string, options: Partial<ApiServerOptions> = {}): Promise<Ran> {
  server = await startApiServer({ node: 'worker-2', query: sample, container, ...options });
  server.kubeconfig(join(folder, 'config'));
  return bash(`KUBECONFIG=${join(folder, 'config')} $CLI node ${args}`, folder, 60);
}

describe.skipIf(!hasKubectl)('the log of a node by the real kubectl', () => {
  it('comes by the log query of the kubelet', async () => {
    const { code, out, errors } = await node('worker-2 --context test --since -2h --format json');
    expect([code, JSON.parse(out)]).toMatchObject([0, { state: 'recovered', sources: [{ name: 'worker-2' }] }]);
    expect(errors).toContain("kubectl get --raw asks the node's kubelet for its journal");
    expect(decodeURIComponent(server?.asked.at(-1) ?? '')).toMatch(
      /^GET \/api\/v1\/nodes\/worker-2\/proxy\/logs\/\?query=kubelet&sinceTime=20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
    );
  });

  it.each(['off', 'forbidden'] as const)(
    'comes by a pod where that query is %s, whole, however late kubectl is attached to it',
    async (query) => {
      const { code, out, errors } = await node('worker-2 --since -2h --format json', { query, attachAfterMs: 1500 });
      expect([code, JSON.parse(out)]).toMatchObject([0, { state: 'recovered' }]);
      const alone = await bash(`$CLI analyze --format json ${LOG}`, folder);
      const counts = (text: string): unknown => (JSON.parse(text) as { counts: unknown }).counts;
      expect(counts(out)).toEqual(counts(alone.out));
      expect(readFileSync(join(folder, 'args'), 'utf8')).toBe(
        '--unit=kubelet\n--output=short-iso-precise\n--no-pager\n--since=-7200s\n',
      );
      const [pod] = server?.pods ?? [];
      expect(pod?.spec).toMatchObject({ nodeName: 'worker-2', containers: [{ image: 'busybox', stdin: true }] });
      expect(errors).toContain(`kubectl delete pod ${pod?.metadata.name ?? ''}`);
      expect(errors).toContain(
        query === 'off' ? 'answers no log queries' : 'Error from server (Forbidden): nodes "worker-2" is forbidden',
      );
    },
  );

  it('fails with what kubectl said where there is no such node or context, or nothing in the journal', async () => {
    const unknown = await node('worker-3');
    expect([unknown.code, unknown.out]).toEqual([1, '']);
    expect(unknown.errors).toContain('Error from server (NotFound)');
    await server?.close();
    const context = await node('worker-2 --context prod');
    expect([context.code, context.out]).toEqual([1, '']);
    expect(context.errors).toContain('context "prod" does not exist');
    await server?.close();
    const empty = await node('worker-2', { query: 'off', container: () => spawn('true') });
    expect([empty.code, empty.out]).toEqual([1, '']);
    expect(empty.errors).toContain('kubectl gave no log');
  });
});
