/** A fleet for real: 300 simulated nodes, analysed by GNU parallel over SSH with 40 logins; and as many summaries as a fleet may have, within its time and memory. */
import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { SUMMARY_BYTES, type NodeSummary } from '../../src/analysis/outputs/summary/summaryJson.ts';
import type { FleetJson } from '../../src/fleet/outputs/fleetJson.ts';
import { readScenario } from '../../src/simulator/scenario/readScenario.ts';
import { simulate } from '../../src/simulator/simulate.ts';
import { builtProgram } from '../support/builtProgram.ts';
import { missingForSsh, startSshd } from '../support/loopbackSshd.ts';
import { nodeName, summaryOf } from '../support/summaries.ts';
import { schemaProblems } from '../support/summarySchema.ts';

const folder = mkdtempSync(join(tmpdir(), 'kubelet-timeline-fleet-'));
afterAll(() => rmSync(folder, { recursive: true }));

const NODES = 300;
const LOGINS = 40;
const FIRST = 35;
const names = Array.from({ length: NODES }, (_, at) => nodeName(at + 1));
const isSick = (number: number): boolean => number % 5 === 0;

/** The log of a node: of each fifth one the runtime's list calls hang, on the 35th some seconds before the others. */
function logOf(number: number): string {
  const began = number === FIRST ? 180 : 190 + (number % 37);
  const checked = readScenario(
    JSON.stringify({
      version: number % 2 === 0 ? '1.31.4' : '1.32.1',
      node: nodeName(number),
      seed: number,
      duration: '11m',
      envelope: 'short-iso-precise',
      kubelet: { pid: 1000 + number, registered: true },
      // Something happens all along, so that the log says how it was.
      pods: [8, 100, 150, 300, 640].map((second) => ({
        name: `web-${second}`,
        added: `${second}s`,
        containers: [{ name: 'nginx' }],
      })),
      faults: isSick(number)
        ? [{ methods: ['ListPodSandbox', 'ListContainers'], from: `${began}s`, to: `${began + 310}s`, effect: 'hang' }]
        : [],
    }),
  );
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
  const pieces: string[] = [];
  simulate(checked.scenario, { log: (piece) => pieces.push(piece) });
  // The simulator knows one runtime only.
  return pieces.join('').replaceAll('version="1.7.27"', `version="${isSick(number) ? '1.7.28' : '1.7.27'}"`);
}

const missing = missingForSsh();

describe.skipIf(missing !== undefined)(
  `GNU parallel over SSH${missing === undefined ? '' : ` (skipped: ${missing})`}`,
  () => {
    it('finds what 60 of 300 nodes share, and which was the first', async () => {
      const program = await builtProgram();
      const [logs, home] = [join(folder, 'logs'), join(folder, 'home')];
      for (const path of [logs, home]) mkdirSync(path);
      for (const [at, name] of names.entries()) writeFileSync(join(logs, `${name}.log`), logOf(at + 1));
      // What runs on a node: its kernel is what uname says there.
      const script = join(folder, 'summary.sh');
      writeFileSync(
        script,
        [
          '#!/bin/sh',
          'number=$(echo "$1" | sed "s/^n-0*//")',
          'if [ $((number % 3)) -eq 0 ]; then kernel=5.15.0-91; else kernel=6.1.0-18; fi',
          `exec ${process.execPath} ${program} analyze ${logs}/"$1".log --format summary --label kernel="$kernel"`,
          '',
        ].join('\n'),
        { mode: 0o755 },
      );
      const server = await startSshd(folder, LOGINS);
      try {
        const logins = join(folder, 'logins');
        writeFileSync(logins, server.logins.map((login) => `1/${login}\n`).join(''));
        // Not spawnSync: the server's words are to be read meanwhile.
        // What the shell of a login says on its own stands on the other stream; a job that fails rejects.
        const { stdout } = await promisify(execFile)(
          'parallel',
          ['--will-cite', '--sshloginfile', logins, '--ssh', server.ssh, script, '{}', ':::', ...names],
          { encoding: 'utf8', maxBuffer: 1 << 28, env: { ...process.env, PARALLEL_HOME: home, HOME: home } },
        );
        const lines = stdout.trimEnd().split('\n');
        expect(lines).toHaveLength(NODES);
        for (const line of lines) {
          expect(Buffer.byteLength(line)).toBeLessThan(SUMMARY_BYTES);
          expect(schemaProblems(JSON.parse(line))).toEqual([]);
        }
        const all = join(folder, 'all.ndjson');
        writeFileSync(all, stdout);
        const json = JSON.parse(fleet(program, all, '--format', 'json')) as FleetJson;
        expect(json.counts).toEqual({ nodes: NODES, affected: 60, healthy: 240, undecided: 0 });
        const [group, ...others] = json.groups;
        expect(others).toEqual([]);
        expect(group?.cause).toBe('list-calls-hang');
        expect(group?.first?.nodes.map((at) => json.nodes[at]?.name)).toEqual([nodeName(FIRST)]);
        expect(group?.inCommon).toMatchObject([
          {
            kind: 'runtime',
            value: 'containerd 1.7.28',
            affected: { with: 60, known: 60 },
            healthy: { with: 0, known: 240 },
            strength: 'nearly-all',
          },
        ]);
        expect(group?.noClaims.map(({ kind, why }) => [kind, why])).toEqual([
          ['kubelet', 'no-difference'],
          ['kernel', 'no-difference'],
        ]);
        expect(group?.together).toMatchObject({ nodes: 60, of: 60 });
        const [headline] = fleet(program, all).split('\n');
        console.log(headline);
        expect(headline).toMatch(
          /^60 of 300 nodes in trouble: the container runtime's list calls hung; first n-035, .*in common: container runtime containerd 1\.7\.28$/,
        );
      } finally {
        server.stop();
      }
    }, 1_200_000);
  },
);

function fleet(program: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'fleet', ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  expect([status, stderr]).toEqual([0, '']);
  return stdout;
}

/** A summary of about so many bytes: as many episodes, minutes and reports as have room, then padding. */
function summaryOfSize(number: number, bytes: number): string {
  const made = summaryOf({
    name: nodeName(number),
    kernel: `6.1.${number % 7}`,
    ...(isSick(number) ? { sick: 100 + (number % 50), runtime: '1.7.28' } : {}),
  });
  const many = <Item>(most: number, items: readonly Item[]): Item[] =>
    bytes < 60_000
      ? [...items]
      : Array.from({ length: most }, () => items)
          .flat()
          .slice(0, most);
  const fat: NodeSummary = {
    ...made,
    episodes: many(100, made.episodes),
    ready: many(60, [{ time: '2026-11-21T00:00:00.000000Z', ready: true, reason: 'KubeletReady' }]),
    relists: { ...made.relists, buckets: many(240, made.relists.buckets) },
  };
  return JSON.stringify({ ...fat, padding: 'p'.repeat(Math.max(0, bytes - JSON.stringify(fat).length - 20)) });
}

describe.each([
  ['of the usual size, in a file each', 6000, 'files'],
  ['as large as they may be, in one file', SUMMARY_BYTES - 10, 'one'],
] as const)('5,000 summaries %s', (_, bytes, form) => {
  it('merge within 10 s and 500 MB', async () => {
    const program = await builtProgram();
    const place = join(folder, `five-thousand-${form}`);
    mkdirSync(place);
    const lines = (from: number, to: number): string =>
      Array.from({ length: to - from }, (__, at) => `${summaryOfSize(from + at + 1, bytes)}\n`).join('');
    if (form === 'one')
      for (let from = 0; from < 5000; from += 100)
        writeFileSync(join(place, 'all.ndjson'), lines(from, from + 100), { flag: 'a' });
    else for (let at = 0; at < 5000; at += 1) writeFileSync(join(place, `${nodeName(at + 1)}.json`), lines(at, at + 1));
    const tell = join(folder, 'tell.cjs');
    writeFileSync(
      tell,
      `process.on('exit', () => { const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage(); require('node:fs').writeFileSync(${JSON.stringify(join(folder, 'used.json'))}, JSON.stringify({ seconds: (userCPUTime + systemCPUTime) / 1e6, megabytes: maxRSS * 1024 / 1e6 })); });`,
    );
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--require', tell, program, 'fleet', place, '--format', 'json'],
      {
        encoding: 'utf8',
        maxBuffer: 1 << 28,
      },
    );
    rmSync(place, { recursive: true });
    expect([status, stderr]).toEqual([0, '']);
    expect((JSON.parse(stdout) as FleetJson).counts).toMatchObject({ nodes: 5000, affected: 1000 });
    const used = JSON.parse(readFileSync(join(folder, 'used.json'), 'utf8')) as { seconds: number; megabytes: number };
    console.log(
      `5,000 summaries of ${bytes} bytes: ${used.seconds.toFixed(1)} s of the processor, ${used.megabytes.toFixed(0)} MB`,
    );
    expect(used.seconds).toBeLessThanOrEqual(10);
    expect(used.megabytes).toBeLessThanOrEqual(500);
  }, 600_000);
});
