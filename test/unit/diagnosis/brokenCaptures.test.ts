/** Whole journals of which lines are missing, whose clock was set back, or whose parts stand in another order: what is said of times still holds. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../support/shared.ts';
import { diagnoseText, plain } from './diagnoseLog.ts';

const linesOf = (name: string): readonly string[] =>
  readFileSync(join(projectRoot, 'test/fixtures/replay', `${name}.log`), 'utf8')
    .trimEnd()
    .split('\n');
const timeOf = (line: string): string => line.slice(6, 14);
/** As a journal prints it. */
const journalled = (line: string): string => `Nov 21 ${timeOf(line)} node-7 kubelet[4321]: ${line}`;
const saidOf = (lines: readonly string[]): string => plain(diagnoseText(lines.join('\n')).answer);

const hang = linesOf('v1.36.2-b-hang');
const suppressed = (time: string): string =>
  `Nov 21 ${time} node-7 systemd-journald[311]: Suppressed 812 messages from kubelet.service`;

describe('a journal that left lines out while PLEG was unhealthy', () => {
  const without = (from: string, to: string): string => {
    const kept = (wanted: (time: string) => boolean): readonly string[] =>
      hang.filter((line) => wanted(timeOf(line))).map(journalled);
    return saidOf([...kept((time) => time < from), suppressed(to), ...kept((time) => time >= to)]);
  };

  it('does not tell why the first skip that is there came late', () => {
    expect(saidOf(hang.map(journalled))).toContain('came only at 00:32:44');
    expect(without('00:32:30', '00:33:03')).not.toContain('came only at');
    // One that stands alone does not show by the next one that others are missing.
    expect(without('00:32:30', '00:33:49')).not.toContain('came only at');
  });

  it('tells when it was over at the latest', () => {
    expect(without('00:32:50', '00:33:54')).toContain(
      'lines are missing after it, so its end is not known. It had recovered by 00:33:55.',
    );
  });
});

it('the first failed call after lines that are missing is the first of this log only', () => {
  const down = linesOf('v1.36.2-d-runtime-down');
  expect(saidOf(down.map(journalled))).toContain('connection to the runtime failed, first at 00:28:40.941');
  const before = down.filter((line) => timeOf(line) < '00:28:40').map(journalled);
  const after = down.filter((line) => timeOf(line) >= '00:28:50').map(journalled);
  for (const lines of [[...before, suppressed('00:28:50'), ...after], after])
    expect(saidOf(lines)).toMatch(/connection to the runtime failed, in this log first at 00:2[89]:/);
});

it('lines that rsyslog dropped may still be in the journal, whose limit is not the cause', () => {
  const dropped = 'Nov 21 00:33:03 node-7 rsyslogd: imjournal: 231 messages lost due to rate-limiting (20000 allowed)';
  const lines = [...hang.filter((line) => timeOf(line) < '00:32:30').map(journalled), dropped];
  const loss = diagnoseText(lines.join('\n')).findings.find(({ id }) => id === 'journal-loss');
  expect(loss?.explanation).toContain('rsyslog dropped 231 messages');
  expect(loss?.nextSteps.join()).not.toContain('RateLimit');
});

it('lines of the kernel that journald missed are no limit of it, and no hole of the kubelet', () => {
  const missed = 'Nov 21 00:33:03 node-7 systemd-journald[311]: Missed 118 kernel messages';
  const lines = [...hang.filter((line) => timeOf(line) < '00:32:30').map(journalled), missed];
  const loss = diagnoseText(lines.join('\n')).findings.find(({ id }) => id === 'journal-loss');
  expect(loss?.explanation).toBe(
    'journald missed lines of the kernel, which came too fast for it. Absent lines prove nothing there.',
  );
  expect(loss?.nextSteps.join()).not.toContain('RateLimit');
});

it('an average length goes over no step of the clock and no silence', () => {
  const probe = (minute: number): string =>
    `I1121 ${String(8 + Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}:00.000000    100 prober.go:107] "Probe failed" probeType="Readiness" pod="shop/web-0" podUID="0b0d9f0e" containerName="web" probeResult="failure" output="HTTP probe failed with statuscode: 503"`;
  const said = (minutes: readonly number[]): string => saidOf(minutes.map(probe));
  const even = Array.from({ length: 120 }, (_, at) => at);
  expect(said(even)).toContain('(on average every 1m)');
  expect(said(even.map((minute) => (minute < 60 ? minute : minute + 300)))).not.toContain('on average');
  expect(said(even.map((minute) => (minute < 90 ? minute : minute - 45)))).not.toContain('on average');
});

describe('a clock that was set back', () => {
  const later = hang.map((line) => line.replace(/^(\w\d{4}) 00:/, '$1 03:'));
  const setBackAt = (time: string): string => {
    const at = hang.findIndex((line) => timeOf(line) >= time);
    return saidOf([...later.slice(0, at), ...hang.slice(at)]);
  };

  it('before PLEG became unhealthy hides no recovery', () => {
    const said = setBackAt('00:28:30');
    expect(said).toContain('from 00:31:42.387; the times of the log go back before it, so its end is not known.');
    expect(said).toContain('It had recovered by 00:33:5');
  });

  it('leaves the kubelet stopped when systemd says so, and not started by what came before', () => {
    const systemd = (time: string, text: string): string => `Nov 21 ${time} node-7 systemd[1]: ${text}`;
    const unit = 'kubelet.service - kubelet: The Kubernetes Node Agent';
    const at = hang.findIndex((line) => timeOf(line) >= '00:28:30');
    const said = saidOf([
      systemd('03:27:32', `Started ${unit}.`),
      ...[...later.slice(0, at), ...hang.slice(at)].map(journalled),
      systemd('00:45:10', `Stopping ${unit}...`),
      systemd('00:45:10', `Stopped ${unit}.`),
    ]);
    expect(said).toMatch(/was stopped by systemd at about 00:45:1/);
    expect(said).not.toContain('started it again');
  });

  it('after that lets nothing begin before a kubelet that starts in the log', () => {
    expect(setBackAt('00:32:00')).not.toContain('when this log begins');
  });
});

it('nodes whose begins nobody saw did not become unhealthy together', () => {
  const down = (node: string, date: string, klog: string, pid: number): readonly string[] =>
    ['0', '1', '3', '7'].map(
      (tenths) =>
        `Nov ${date} ${node} kubelet[${pid}]: E${klog}.${tenths}00000    ${pid} kubelet.go:2640] "Skipping pod synchronization" err="container runtime is down"`,
    );
  const first = down('node-7', '21 00:10:07', '1121 00:10:07', 4321);
  for (const second of [
    down('node-8', '23 11:40:55', '1123 11:40:55', 888),
    // A capture of both that begins then.
    down('node-8', '21 00:10:07', '1121 00:10:07', 888),
  ])
    expect(diagnoseText([...first, ...second].join('\n')).findings.map(({ id }) => id)).not.toContain(
      'many-nodes-at-once',
    );
});

it('parts of a rotated log in another order lack no lines', () => {
  const lines = linesOf('v1.36.2-f-killed-restarted');
  const middle = lines.length >> 1;
  const [whole, turned] = [lines, [...lines.slice(middle), ...lines.slice(0, middle)]].map(saidOf);
  expect(whole).toContain('through 2 restarts of the kubelet');
  expect(turned).toContain('through 2 restarts of the kubelet');
  expect(turned).not.toContain('lines are missing');
  for (const [log, part] of [
    [lines, 6 / 9],
    [hang, 3 / 9],
  ] as const) {
    const cut = Math.floor(log.length * part);
    const said = saidOf([...log.slice(cut), ...log.slice(0, cut)]);
    expect(said).toContain('It has recovered.');
    expect(said).not.toContain('lines are missing');
  }
  const at = hang.findIndex((line) => line.includes('last seen active'));
  expect(saidOf([...hang.slice(at), ...hang.slice(0, at)])).toMatch(/Replay: (\d+) of \1 skips explained/);
});

describe('groups of lines that grep -C found', () => {
  const around = (lines: readonly string[], word: RegExp, more: number): readonly string[] =>
    lines.flatMap((line, at) => {
      const isNear = (index: number): boolean =>
        lines.slice(Math.max(0, index - more), index + more + 1).some((near) => word.test(near));
      return isNear(at) ? [line] : at > 0 && isNear(at - 1) ? ['--'] : [];
    });

  it.each(['v1.36.2-d-runtime-down', '../inference/v1.36.2-c2-slow-inspect', 'v1.36.2-m-status-only'])(
    'show no recovery and no loop that stood still between them: %s',
    (name) => {
      const found = around(linesOf(name), /fail/i, 1);
      expect(found).toContain('--');
      const { findings, answer } = diagnoseText(found.join('\n'));
      expect(plain(answer)).not.toMatch(/It has recovered|resumed/);
      expect(findings.map(({ id }) => id)).not.toContain('loop-blocked');
    },
  );

  it('are told in the same way with the numbers of the lines', () => {
    const lines = linesOf('v1.36.2-d-runtime-down');
    const numbered = around(
      lines.map((line, at) => `${at + 1}${/fail/i.test(line) ? ':' : '-'}${line}`),
      /fail/i,
      1,
    );
    expect(saidOf(numbered)).toBe(saidOf(around(lines, /fail/i, 1)));
  });
});
