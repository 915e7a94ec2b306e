/** What the answer, the lane of the node and a moment say of a time in which no kubelet ran. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../support/shared.ts';
import { buildTimeline } from '../../../src/timeline/buildTimeline.ts';
import { createMoments } from '../../../src/timeline/moment/buildMoment.ts';
import type { Instant } from '../../../src/kubelet/time.ts';
import { MARK_STYLES } from '../../../src/timeline/timelineDocument.ts';
import { analysisOf, sessionOf } from '../analysis/analyse.ts';
import { simulated } from '../simulator/scenarios.ts';
import { diagnoseText, plain } from './diagnoseLog.ts';

const PODS = [{ name: 'web', count: 4, added: '5s', every: '200ms', containers: [{ name: 'nginx' }] }];
const scenario = { version: '1.32.0', start: '2026-03-14T09:00:00Z', duration: '900s', node: 'worker-1', pods: PODS };
const restart = (after: string): object => ({ at: '300s', do: 'restart-kubelet', signal: 'term', after });

describe('a kubelet that was stopped for ten minutes', () => {
  const { log } = simulated({ ...scenario, actions: [restart('400s')] });

  it('is what the first line tells, with begin and end', () => {
    const { answer, findings } = diagnoseText(log);
    expect(plain(answer)).toMatch(
      /^worker-1: no kubelet ran for about 6m\d\ds, from about 09:05:0\d, when the one before was stopped by systemd, until 09:11:4\d\.\d+\. Next: /,
    );
    expect(answer.state).toBe('recovered');
    expect(answer.headline).toMatch(/^No kubelet ran for about 6m/);
    expect(findings[0]).toMatchObject({ id: 'kubelet-restart', confidence: 'high' });
    expect(findings[0]?.explanation).toContain('marked Unknown by the control plane');
  });

  const analysis = analysisOf(sessionOf(log));
  const [ended, next] = analysis.reconstruction.history.processes;

  it('is no time in which the lane calls the node Ready', () => {
    const document = buildTimeline(analysis, 'kubelet.log');
    const lane = document.lanes.find(({ kind }) => kind === 'node-ready');
    const origin = analysis.reconstruction.history.span?.from ?? 0;
    const end = (ended?.ending?.at.max ?? 0) - origin;
    const back = (next?.from ?? 0) - origin;
    const spans = [...(lane?.start ?? [])].map((start, index) => ({
      style: MARK_STYLES[lane?.style[index] ?? 0],
      start,
      end: lane?.end[index] ?? 0,
    }));
    expect(spans.filter(({ style, ...span }) => style === 'ready' && span.end > end && span.start < back)).toEqual([]);
    const [counted] = spans.filter(({ style }) => style === 'not-ready');
    expect(counted?.end).toBe(back);
    expect(counted?.start).toBeGreaterThan(end + 38e6);
  });

  it('is said of a moment within it', () => {
    const asked = ((next?.from ?? 0) - 60e6) as Instant;
    const moments = createMoments(analysis.reconstruction);
    expect(moments.at(asked)?.headline).toMatch(
      /^No kubelet ran at 09:10:4\d\.\d{3}; the nearest moment of one is shown\.$/,
    );
  });
});

it('is no story where a new one ran before a lease was missed', () => {
  const { findings, answer } = diagnoseText(simulated({ ...scenario, actions: [restart('20s')] }).log);
  expect(findings.find(({ id }) => id === 'kubelet-restart')?.title).toBe('The kubelet was restarted');
  expect(plain(answer)).not.toContain('o kubelet ran');
});

it.each([
  ['```', '', '```'],
  ['[core@worker-1 ~]$ journalctl -u kubelet | tail'],
  ['root@worker-1:~# journalctl -eu kubelet'],
])('is not told of the time between two outputs that stand in one paste: %s', (...between) => {
  const lines = simulated({ ...scenario, actions: [restart('400s')] }).log.split('\n');
  const second = lines.findLastIndex((line) => /systemd\[1\]: Started/.test(line));
  expect(second).toBeGreaterThan(0);
  const pasted = [...lines.slice(0, second), ...between, ...lines.slice(second)].join('\n');
  expect(plain(diagnoseText(pasted).answer)).not.toMatch(/[Nn]o kubelet ran/);
});

it('is not told where no line says that the one before ended: a quiet one may have run on', () => {
  const { log } = simulated({ ...scenario, actions: [restart('400s')] });
  const lines = log.split('\n').filter((line) => !/systemd\[1\]|Received|Shutting|shutting/.test(line));
  expect(plain(diagnoseText(lines.join('\n')).answer)).not.toContain('o kubelet ran');
});

it('calls PLEG healthy only between the first and the last line of a kubelet', () => {
  const { log } = simulated({ ...scenario, duration: '300s' });
  const others = 'Mar 14 08:00:00 worker-1 sshd[77]: Server listening on 0.0.0.0 port 22.\n';
  const late = 'Mar 14 11:00:00 worker-1 sshd[77]: Received signal 15; terminating.\n';
  const text = plain(diagnoseText(`${others}${log}${late}`).answer);
  expect(text).toMatch(/ever failed its health check between 09:00:\d\d\.\d+ and 09:00:\d\d\.\d+,/);
});

describe('pieces of a log that were put together in another order', () => {
  it('end with no kubelet that is gone while a later one wrote on', () => {
    const log = readFileSync(join(projectRoot, 'test/fixtures/incidents/restart-in-the-middle-1.23.log'), 'utf8');
    const lines = log.trimEnd().split('\n');
    const half = Math.floor(lines.length / 2);
    const { findings } = diagnoseText([...lines.slice(half), ...lines.slice(0, half)].join('\n'));
    expect(findings.map(({ id }) => id)).toContain('kubelet-restart');
    expect(findings.map(({ id }) => id)).not.toContain('kubelet-gone');
  });
});

describe('a log that goes on without lines of a kubelet', () => {
  const { log } = simulated({ ...scenario, duration: '300s' });
  const others = 'Mar 14 09:30:00 worker-1 sshd[77]: Received signal 15; terminating.\n';

  it('says that it does not tell what became of it', () => {
    expect(plain(diagnoseText(`${log}${others}`).answer)).toContain(
      "After that no line is a kubelet's, though other programs wrote until 09:30:00",
    );
    expect(plain(diagnoseText(log).answer)).not.toContain('After that no line');
  });

  it('says nothing of it where captures stand one after another under headings, each with times of its own', () => {
    const capture = `==> kubelet <==\n${log}\n==> sshd <==\n${others}`;
    expect(plain(diagnoseText(capture).answer)).not.toContain('After that no line');
  });

  it('names the one silence in its midst that is unlike all others', () => {
    const lines = Array.from({ length: 150 }, (_, index) => {
      const at = 9 * 3600 + index * 5 + (index < 100 ? 0 : 1200);
      const clock = [at / 3600, (at / 60) % 60, at % 60]
        .map((part) => String(Math.floor(part)).padStart(2, '0'))
        .join(':');
      return `Mar 14 ${clock} worker-1 kubelet[900]: I0314 ${clock}.000000     900 scope.go:117] "RemoveContainer" containerID="c${index}"`;
    });
    const text = (chosen: readonly string[]): string => plain(diagnoseText(`${chosen.join('\n')}\n`).answer);
    expect(text(lines)).toContain('from between 09:08:15 and 09:28:20 (20m5s), unlike anywhere else');
    expect(text(lines.slice(0, 100))).not.toContain('unlike anywhere else');
  });
});

it('names the node where the log has several', () => {
  const { log } = simulated({ ...scenario, actions: [restart('400s')] });
  const other = simulated({ ...scenario, duration: '300s' }).log.replaceAll('worker-1', 'worker-2');
  expect(plain(diagnoseText(`${log}${other}`).answer)).toMatch(
    /^No kubelet ran on worker-1 for about 6m\d\ds, from about 09:05:0\d, when the one before was stopped by systemd, until /,
  );
});

it('begins with how the last kubelet ended, where none came after it and others go on', () => {
  const text = readFileSync(join(projectRoot, 'test/fixtures/findings/kubelet-gone/found-killed.log'), 'utf8');
  const { answer } = diagnoseText(text);
  expect(plain(answer)).toMatch(
    /^n1: no kubelet ran in the last 35m\d+s of the log: the last one was killed by SIGKILL at about 09:59:5\d, and the control plane counts the node as NotReady\. Next: /,
  );
  expect(answer.state).toBe('unhealthy-at-end');
});

it('says of a kubelet that the kernel killed and that did not come back first how long none ran', () => {
  const text = readFileSync(join(projectRoot, 'test/fixtures/findings/kubelet-gone/found-out-of-memory.log'), 'utf8');
  const { answer, findings } = diagnoseText(text);
  expect(plain(answer)).toMatch(
    /no kubelet ran in the last \d+m\S* of the log: the last one ended for lack of memory at about \S+, and the control plane counts the node as NotReady\. Next: /,
  );
  expect(answer.state).toBe('unhealthy-at-end');
  expect(findings.map(({ id }) => id)).toContain('out-of-memory');
});

it('is not asked after where the last words of a kubelet, without a time of their own, are those of its end', () => {
  const { answer } = diagnoseText(
    'I0505 16:02:47.752861   30805 manager.go:106] cAdvisor running in container: "/"\nruntime/cgo: pthread_create failed: Resource temporarily unavailable\nSIGABRT: abort\n',
  );
  expect(plain(answer)).toMatch(/^The kubelet ended/);
  expect(plain(answer)).not.toContain('though other programs wrote');
});
