/** A clock that is set in the middle of an unhealthy time: the stamps lie about its length, the elapsed of the skips does not. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { diagnose } from '../../../src/diagnosis/diagnose.ts';
import type { Answer } from '../../../src/diagnosis/finding.ts';
import type { Reconstruction } from '../../../src/replay/reconstruction.ts';
import { episodeChip, episodeContext } from '../../../src/timeline/episodes.ts';
import { projectRoot } from '../../support/shared.ts';
import { simulated } from '../simulator/scenarios.ts';
import { replayOf } from '../replay/readLog.ts';
import { analysisOf, sessionOf } from '../analysis/analyse.ts';
import { diagnoseText, incidentText, plain } from './diagnoseLog.ts';

const { log } = simulated({
  version: '1.31.2',
  start: '2026-03-14T09:00:00Z',
  duration: '1500s',
  node: 'worker-1',
  pods: [
    { name: 'web', count: 2, added: '5s', containers: [{ name: 'nginx' }] },
    { name: 'late', added: '1300s' },
  ],
  faults: [{ from: '200s', to: '900s', effect: 'hang', methods: ['ListPodSandbox', 'ListContainers'] }],
});

/** A log of a node whose clock is set at a time of day. */
function setAt(from: string, by: number, of: string): string {
  const moved = (clock: string): string =>
    new Date(Date.parse(`2026-03-14T${clock}Z`) + by * 1000).toISOString().slice(11, 19);
  return of
    .split('\n')
    .map((line) => {
      const clock = / [IWEF]\d{4} (\d\d:\d\d:\d\d)\./.exec(line)?.[1];
      return clock === undefined || clock < from
        ? line
        : line.replaceAll(/\b\d\d:\d\d:\d\d\b/g, (found) => (found >= from ? moved(found) : found));
    })
    .join('\n');
}

const setAt10 = (by: number): string => setAt('09:10:00', by, log);

const truth = /^PLEG unhealthy for (about 8m4\d?s?), recovered$/;

describe.each([
  [90, '1m30s forward'],
  [3600, '1h forward'],
  [-90, '1m30s back'],
] as const)('a clock that is set by %i s', (by, words) => {
  const { answer, findings } = diagnoseText(setAt10(by));

  it('leaves the length as it was', () => {
    const [, length = ''] = truth.exec(diagnoseText(log).answer.headline) ?? [];
    expect(length).not.toBe('');
    expect(answer.headline).toBe(`PLEG unhealthy for ${length}, recovered`);
    expect(plain(answer)).toContain(
      `Meanwhile the clock of the node jumped ${words}; the length is the time that really passed`,
    );
  });

  it('is told with its own length', () => {
    expect(findings.find(({ id }) => id === 'clock-step')?.title).toBe(`The clock of the node jumped ${words}`);
  });
});

it('does not say that an unhealthy time goes on after which the clock was set back by more than it lasted', () => {
  const { answer, findings } = diagnoseText(setAt10(-3600));
  expect(answer.state).toBe('unknown');
  expect(answer.headline).toBe('PLEG unhealthy twice at most, end unknown');
  expect(`${answer.headline} ${plain(answer)}`).not.toContain('not recovered');
  expect(plain(answer)).toContain('The times of the log go back in the middle of one of them');
  // The parts are told with what both have of the time before the step.
  expect(plain(answer)).toMatch(/ was unhealthy twice at most, the first from /);
  expect(findings.map(({ explanation }) => explanation).join(' ')).not.toContain('in total');
  // Both parts can be one: what explains one explains the other, and the log does not begin with the later part.
  expect(plain(answer)).toContain('Likely cause (');
  expect(plain(answer)).not.toMatch(/does not show why|already unhealthy when this log begins/);
  expect(findings.map(({ id }) => id)).toContain('clock-step');
});

it('does not say that no kubelet ran until the latest time, where that is of before the clock was set back', () => {
  const hang = readFileSync(join(projectRoot, 'test/fixtures/runs/v1.36.2-b-hang/kubelet.journal.short.log'), 'utf8');
  const lines = hang.split('\n');
  const step = lines.findIndex((line) => line.includes(' 00:33:'));
  // Twenty minutes, the line of systemd by which the kubelet ends too.
  const back = lines.map((line, at) =>
    at < step ? line : line.replaceAll(/ 00:(3\d):(?=\d\d)/g, (_, minute: string) => ` 00:${Number(minute) - 20}:`),
  );
  const { answer, findings } = diagnoseText(back.join('\n'));
  expect(plain(answer)).toContain('The kubelet was stopped by systemd at about 00:15:03');
  expect(findings.map(({ id }) => id)).not.toContain('kubelet-gone');
  // The log goes on in the time that the clock has now.
  const later = [...back.filter((line) => line !== ''), 'Nov 21 00:45:03 worker-2 cron[812]: (root) CMD (true)', ''];
  expect(diagnoseText(later.join('\n')).findings.find(({ id }) => id === 'kubelet-gone')?.title).toBe(
    'No kubelet ran in the last 29m59s of the log',
  );
});

it('takes no turn of before the clock was set back for one with a relist that is too old', () => {
  const hang = readFileSync(join(projectRoot, 'test/fixtures/runs/v1.36.2-b-hang/kubelet.journal.short.log'), 'utf8');
  expect(plain(diagnoseText(setAt('00:33:06', -90, hang)).answer)).not.toContain('Evented PLEG');
});

it('does not say how late exits were handled over which the clock was set', () => {
  const hang = readFileSync(join(projectRoot, 'test/fixtures/runs/v1.36.2-b-hang/kubelet.journal.short.log'), 'utf8');
  expect(plain(diagnoseText(hang).answer)).toMatch(/exited in the meantime \(after \S+\) and were handled up to 5m13/);
  const told = plain(diagnoseText(setAt('00:33:00', 3600, hang)).answer);
  expect(told).toContain('Meanwhile the clock of the node jumped 1h forward');
  expect(told).toContain('containers exited in the meantime');
  expect(told).not.toMatch(/ late\b/);
});

it('says nothing of a clock that was not set', () => {
  expect(plain(diagnoseText(log).answer)).not.toContain('clock of the node');
});

function diagnosed(text: string): { readonly answer: Answer; readonly reconstruction: Reconstruction } {
  const reconstruction = replayOf(text);
  return { answer: diagnose(reconstruction).answer, reconstruction };
}

describe('a clock that is set forward by days, as on a board without one of its own', () => {
  /** From a line on, which a skip is, everything is of so many seconds later. */
  const laterBy = (name: string, skip: number, seconds: number): string => {
    const lines = readFileSync(join(projectRoot, 'test/fixtures/replay', `${name}.log`), 'utf8').split('\n');
    const at = lines.flatMap((line, index) => (/kipping pod sync/.test(line) ? [index] : []))[skip] ?? Number.NaN;
    const moved = (clock: string): string => {
      const stamp = new Date(Date.parse(`2026-11-21T${clock}Z`) + seconds * 1000).toISOString();
      return `${stamp.slice(8, 10)} ${stamp.slice(11, 19)}`;
    };
    return lines
      .map((line, index) =>
        index < at
          ? line
          : line.replaceAll(
              /(\b[IWEF]11|^Nov )21 (\d\d:\d\d:\d\d)/g,
              (_, day: string, clock: string) => day + moved(clock),
            ),
      )
      .join('\n');
  };
  const fourDaysLater = (name: string, skip: number): string => laterBy(name, skip, 4 * 86_400);

  it('leaves a normal start what it is', () => {
    const { answer, reconstruction } = diagnosed(fourDaysLater('v1.36.2-b-hang', 1));
    expect(reconstruction.history.episodes.map(({ startup, skips }) => [startup, skips.observed])).toEqual([
      [true, 2],
      [false, 19],
    ]);
    expect(answer.headline).toMatch(/^PLEG unhealthy for about 2m\d+s, recovered$/);
  });

  it.each([45, 300])('or by %i s, as where it is set for the first time', (seconds) => {
    const { answer, reconstruction } = diagnosed(laterBy('v1.36.2-b-hang', 1, seconds));
    expect(
      reconstruction.history.episodes.map(({ startup, skips }) => [startup, skips.observed, skips.missing]),
    ).toEqual([
      [true, 2, 0],
      [false, 19, 0],
    ]);
    expect(plain(answer)).not.toContain('lines are missing');
  });

  it('is none where the sleeps behind it are those of skips that are missing', () => {
    const lines = laterBy('v1.36.2-b-hang', 1, 45).split('\n');
    const at = lines.flatMap((line, index) => (/kipping pod sync/.test(line) ? [index] : []));
    const first = lines[at[0] ?? 0] ?? '';
    const skipAt = (clock: string): string => first.replaceAll('00:27:36', clock);
    const slow = [
      ...lines.slice(0, (at[0] ?? 0) + 1),
      skipAt('00:28:21'),
      skipAt('00:28:26'),
      ...lines.slice((at[1] ?? 0) + 1).map((line) => line.replaceAll('00:28:21', '00:28:27')),
    ];
    const [start] = diagnosed(slow.join('\n')).reconstruction.history.episodes;
    expect([start?.startup, start?.skips.observed, start?.silent]).toEqual([false, 3, undefined]);
  });

  it('lengthens no unhealthy time of which no skip has an elapsed', () => {
    const { answer, reconstruction } = diagnosed(fourDaysLater('v1.36.2-f-killed-restarted', 8));
    expect(plain(answer)).toMatch(/ for 4m31\.4s–4d1h, from \S+ \S+ through 2 restarts of the kubelet/);
    expect(plain(answer)).toContain(
      '(4d), unlike anywhere else: the machine or the kubelet was paused, the clock was set',
    );
    const { episodes } = reconstruction.history;
    expect(episodes.map(({ skips }) => skips.missing)).toEqual(episodes.map(() => 0));
    const context = episodeContext(reconstruction.history);
    expect(episodes.map((episode) => episodeChip(context, reconstruction, episode).label)).toContainEqual(
      'PLEG unhealthy at least 1m51.8s',
    );
  });

  it('makes of a runtime that is down no four days of it', () => {
    const { answer, reconstruction } = diagnosed(fourDaysLater('v1.36.2-d-runtime-down', 8));
    expect(plain(answer)).toContain('at least 4m30.4s in total');
    expect(plain(answer)).not.toMatch(/about \d+d/);
    const context = episodeContext(reconstruction.history);
    expect(
      reconstruction.history.episodes.map((episode) => episodeChip(context, reconstruction, episode).label),
    ).toEqual(['Start-up about 1.7s', 'Runtime down at least 2s', 'Runtime down 4m28.5s–4d1h']);
  });

  it('is taken off the length of the chip, too', () => {
    const { answer, reconstruction } = diagnosed(fourDaysLater('v1.36.2-b-hang', 6));
    const context = episodeContext(reconstruction.history);
    const [, fault] = reconstruction.history.episodes.map((episode) => episodeChip(context, reconstruction, episode));
    const [, length = ''] = /^PLEG unhealthy for (about 2m\d+s), recovered$/.exec(answer.headline) ?? [];
    expect(length).not.toBe('');
    expect(fault?.label).toBe(`PLEG unhealthy ${length}`);
  });
});

describe('a clock that is set back', () => {
  const hang = readFileSync(join(projectRoot, 'test/fixtures/runs/v1.36.2-b-hang/kubelet.journal.short.log'), 'utf8');
  const start = hang.split('\n').slice(0, 380);

  it('makes no start longer', () => {
    const { reconstruction } = diagnosed(setAt('00:27:37', -1200, start.join('\n')));
    const context = episodeContext(reconstruction.history);
    expect(
      reconstruction.history.episodes.map((episode) => episodeChip(context, reconstruction, episode).label),
    ).toEqual(['Start-up at least 2.8s']);
  });

  it('is no end of the log, up to which a trouble goes on', () => {
    const refused = (second: number): string =>
      `Nov 21 00:28:${second} worker-2 kubelet[20595]: E1121 00:28:${second}.100000   20595 controller.go:145] "Failed to ensure lease exists, will retry" err="Get \\"https://10.1.0.4:6443/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/worker-2?timeout=10s\\": dial tcp 10.1.0.4:6443: connect: connection refused" interval="200ms"`;
    const after = hang.split('\n').filter((line) => / 00:(?:27:5|28:)/.test(line));
    const text = [...after.slice(0, 5), ...[10, 20, 30, 40].map(refused)].join('\n');
    const later = (clock: string): string =>
      `Nov 21 ${clock} worker-2 kubelet[20595]: I1121 ${clock}.500000   20595 kubelet.go:2537] "SyncLoop ADD" source="api" pods=["default/web-9"]`;
    expect(plain(diagnosed(text).answer)).toContain('to the end of the log');
    expect(plain(diagnosed(`${text}\n${later('00:08:41')}\n${later('00:09:20')}`).answer)).toMatch(
      / Seen from \S+ to \S+\d\./,
    );
  });
});

it.each([40, -40])('is the same jump of %d s in a log that runs backwards', (by) => {
  const forward = setAt('09:09:30', by, log).trimEnd();
  const backward = forward.split('\n').toReversed().join('\n');
  const [told, turned] = [forward, backward].map((text) => plain(analysisOf(sessionOf(`${text}\n`)).answer));
  expect(told).toContain(`the clock of the node jumped 40s ${by > 0 ? 'forward' : 'back'}`);
  expect(turned).toBe(told);
});

it('is no relist that came late, where the log begins after those that failed', () => {
  const tail = incidentText('clock-step-in-episode-1.24').split('\n').slice(14).join('\n');
  const { findings, answer } = diagnoseText(tail);
  expect(plain(answer)).toContain('the clock of the node jumped 40s forward');
  expect(findings.map(({ id }) => id)).not.toContain('list-calls-slow');
});
