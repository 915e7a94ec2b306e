import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createAnalysisSession } from '../../../src/analysis/session.ts';
import type { Instant } from '../../../src/kubelet/time.ts';
import { isMomentDocument } from '../../../src/protocol/momentGuard.ts';
import type { Reconstruction } from '../../../src/replay/reconstruction.ts';
import { createMoments, type Moments } from '../../../src/timeline/moment/buildMoment.ts';
import type { MomentDocument, MomentFieldId } from '../../../src/timeline/moment/moment.ts';
import { projectRoot, sharedFolder } from '../../support/shared.ts';
import { simulated } from '../simulator/scenarios.ts';
import { judge, noVerdicts, readTruth } from './momentTruth.ts';

const hang = readFileSync(join(projectRoot, 'test/fixtures/runs/v1.36.2-b-hang/kubelet.journal.short.log'), 'utf8');

function analysed(text: string | Uint8Array): Reconstruction {
  const session = createAnalysisSession();
  session.open('test.log', { year: 2026 });
  session.push(typeof text === 'string' ? new TextEncoder().encode(text) : text);
  session.end();
  const result = session.result();
  if (!result.ok) throw new Error(result.problem.kind);
  return result.analysis.reconstruction;
}

function instantOf(clock: string): Instant {
  return (Date.parse(`2026-11-21T${clock.slice(0, 8)}Z`) * 1000 +
    Math.round(Number(`0${clock.slice(8)}`) * 1e6)) as Instant;
}

function momentAt(moments: Moments, clock: string): MomentDocument {
  const document = moments.at(instantOf(clock));
  if (document === undefined) throw new Error('no moment');
  return document;
}

function field(
  moment: MomentDocument,
  id: MomentFieldId,
): { readonly value: string; readonly known: string; readonly line?: number } | undefined {
  return moment.fields.find((one) => one.id === id);
}

describe('a moment in which list calls hang', () => {
  const moments = createMoments(analysed(hang));
  const moment = momentAt(moments, '00:31:00');

  it('passes the guard of the page', () => {
    expect(isMomentDocument(moment)).toBe(true);
    expect(isMomentDocument(structuredClone(moment))).toBe(true);
  });

  it('has the staleness proven by the lines that name the relist', () => {
    expect(moment.staleness).toMatchObject({ known: 'proven', threshold: 180 });
    expect(moment.staleness.seconds).toBeCloseTo(137.613, 2);
    expect(moment.staleness.lastListed).toBeCloseTo(instantOf('00:28:42.387'), -4);
    expect(hang.split('\n')[(moment.staleness.line ?? 0) - 1]).toContain('pleg was last seen active');
    expect(field(moment, 'staleness')).toMatchObject({ value: '2m17.6s', known: 'proven' });
  });

  it('has the loop blocked by housekeeping, with the line that says so', () => {
    expect(moment.loop).toMatchObject({ state: 'blocked', known: 'proven', by: 'housekeeping' });
    expect(moment.loop.since).toBeCloseTo(instantOf('00:30:44.547'), -4);
    expect(hang.split('\n')[(moment.loop.line ?? 0) - 1]).toContain('Housekeeping took longer');
  });

  it('shows the call path: hung in the list of sandboxes, the rest is to come', () => {
    const path = moment.callPath;
    expect(path).toMatchObject({ running: true, scope: 'all', known: 'proven' });
    const steps = new Map(path?.steps.map((step) => [step.call, step]));
    expect(steps.get('ListPodSandbox')).toMatchObject({ state: 'hung', known: 'proven' });
    expect(steps.get('ListPodSandbox')?.took).toBeCloseTo(15.6, 1);
    expect(steps.get('ListPodSandbox')?.began).toBeCloseTo(instantOf('00:30:44.4'), -5);
    expect(steps.get('ListPodSandbox')?.ends).toBeCloseTo(instantOf('00:32:44.4'), -5);
    expect(steps.get('ListContainers')?.state).toBe('pending');
    expect(steps.get('inspect')?.state).toBe('pending');
  });

  it('begins nothing more once the list of sandboxes has failed', () => {
    const steps = new Map(momentAt(moments, '00:30:43.392').callPath?.steps.map((step) => [step.call, step.state]));
    expect([...steps]).toEqual([
      ['relist', 'failed'],
      ['GetPods', 'failed'],
      ['ListPodSandbox', 'failed'],
      ['ListContainers', 'pending'],
      ['inspect', 'pending'],
      ['update-cache-time', 'pending'],
    ]);
  });

  it('has nothing in the channel, likely, and no reason to skip yet', () => {
    expect(moment.channel).toMatchObject({ count: 0, capacity: 1000, known: 'likely' });
    expect(moment.reasons).toEqual([]);
  });

  it('becomes unhealthy with the threshold, before any skip', () => {
    expect(momentAt(moments, '00:31:42.300').reasons).toEqual([]);
    const after = momentAt(moments, '00:31:42.500');
    expect(after.reasons).toMatchObject([{ kind: 'pleg-stale', known: 'proven' }]);
    expect(after.loop.state).toBe('blocked');
  });

  it('holds events back while the loop sleeps its last step', () => {
    const before = momentAt(moments, '00:33:52.5');
    expect(before.channel.count).toBe(0);
    const waiting = momentAt(moments, '00:33:54.5');
    expect(waiting.loop).toMatchObject({ state: 'skipping', known: 'proven', sleep: 5, backoffStep: 19 });
    expect(waiting.channel.count).toBe(5);
    const died = waiting.channel.waiting.find(
      (event) => event.type === 'ContainerDied' && event.pod === 'default/web-1',
    );
    expect(died).toMatchObject({ known: 'proven' });
    expect(died?.sent).toBeCloseTo(instantOf('00:33:52.866'), -4);
    expect(died?.handled).toBeCloseTo(instantOf('00:33:55.990'), -4);
    expect(waiting.reasons).toEqual([]);
    expect(momentAt(moments, '00:33:56.1').channel.count).toBe(0);
  });

  it('knows the container that died, between old and new, in the records', () => {
    const states = (clock: string): string | undefined =>
      momentAt(moments, clock)
        .podRecords.find((record) => record.pod === 'default/web-1')
        ?.containers.find((one) => one.id.startsWith('ef99'))?.old;
    expect(states('00:31:00')).toBe('running');
    expect(states('00:33:54.5')).toBe('exited');
  });

  it('is stepped through change by change, forwards and back', () => {
    const forwards: number[] = [];
    let now = momentAt(moments, '00:32:44');
    for (let step = 0; step < 12 && now.nextChange !== undefined; step += 1) {
      expect(now.nextChange.time).toBeGreaterThan(now.time);
      forwards.push(now.nextChange.time);
      now = moments.at(now.nextChange.time as Instant) ?? now;
    }
    expect(forwards).toHaveLength(12);
    const backwards: number[] = [];
    for (let step = 0; step < 11 && now.previousChange !== undefined; step += 1) {
      expect(now.previousChange.time).toBeLessThan(now.time);
      backwards.push(now.previousChange.time);
      now = moments.at(now.previousChange.time as Instant) ?? now;
    }
    expect(backwards).toEqual(forwards.slice(0, -1).reverse());
  });

  it('outside the log shows the nearest moment and says so', () => {
    const early = momentAt(moments, '00:00:00');
    expect(isMomentDocument(early)).toBe(true);
    for (const moment of [early, momentAt(moments, '00:27:35')]) {
      expect(moment.time).toBeCloseTo(instantOf('00:27:36.538421'), -2);
      expect(moment.caveats).toEqual([
        'The sync loop starts at 00:27:36.538 and has no inner state before that, so the nearest moment is shown.',
      ]);
      expect(moment.headline).toMatch(/^The sync loop starts at 00:27:36\.538; /);
    }
    const late = momentAt(moments, '23:00:00');
    expect(late.caveats).toEqual([
      "The kubelet's process is in the log from 00:27:33.829 to 00:35:02.818; its nearest moment is shown.",
    ]);
    expect(isMomentDocument(late)).toBe(true);
  });

  it('is the same however it is come to', () => {
    const fresh = createMoments(analysed(hang));
    const wanted = momentAt(fresh, '00:33:10');
    momentAt(moments, '00:34:30');
    momentAt(moments, '00:28:00');
    expect(momentAt(moments, '00:33:10')).toEqual(wanted);
  });
});

describe('a log that the embedded kubelet cannot reproduce', () => {
  it('leaves the parts of the model unknown there, and only there', () => {
    const lines = hang.split('\n');
    const at = lines.findIndex(
      (line) => line.includes('00:33:30.957') && line.includes('Skipping pod synchronization'),
    );
    const copy = (lines[at] ?? '')
      .replaceAll('00:33:30', '00:33:29')
      .replace(
        /(\d+)m(\d+)\.(\d+)s ago/,
        (_, minutes: string, seconds: string, rest: string) => `${minutes}m${Number(seconds) - 1}.${rest}s ago`,
      );
    lines.splice(at, 0, copy);
    const moments = createMoments(analysed(lines.join('\n')));
    const wrong = momentAt(moments, '00:33:30');
    expect(wrong.caveats.join()).toContain('cannot reproduce');
    expect(wrong.channel.known).toBe('unknown');
    expect(wrong.podRecords).toEqual([]);
    expect(wrong.headline).not.toContain('the relist');
    expect(field(wrong, 'relist')).toMatchObject({ value: '', known: 'unknown' });
    for (const step of wrong.callPath?.steps ?? []) expect(step).not.toHaveProperty('took');
    expect(wrong.staleness.known).toBe('proven');
    expect(momentAt(moments, '00:29:30').channel.known).toBe('likely');
  });
});

describe('a log that begins inside a run of skips', () => {
  const lines = hang.split('\n');
  const skips = lines.flatMap((line, index) =>
    line.includes('pleg was last seen active') && line.includes('Skipping') ? [index] : [],
  );
  const timeOf = (line: string): number =>
    instantOf(/(\d\d:\d\d:\d\d\.\d+) /.exec(line.slice(line.indexOf(']: ')))?.[1] ?? '');
  const cutAt = (number: number, before = 0): { readonly moments: Moments; readonly first: number } => {
    const index = skips[number] ?? 0;
    return {
      moments: createMoments(analysed(lines.slice(index - before).join('\n'))),
      first: timeOf(lines[index] ?? ''),
    };
  };

  it.each([0, 1, 5, 9, 15])('goes in step with it from its skip number %i on', (number) => {
    const { moments, first } = cutAt(number);
    for (const after of [0.05e6, 2.3e6, 6e6]) {
      const moment = moments.at((first + after) as Instant);
      expect(moment?.caveats).toEqual([]);
      expect(moment?.channel.known).toBe('likely');
      expect(moment?.loop).toMatchObject({ state: 'skipping', known: 'proven' });
      expect(moment?.staleness.known).toBe('proven');
    }
  });

  it('does not make up when the relist began that was under way, and what PLEG held', () => {
    const { moments, first } = cutAt(5);
    const early = moments.at((first + 1e6) as Instant);
    expect([early?.callPath?.known, early?.podRecordsKnown, early?.reinspectKnown, early?.cache.known]).toEqual([
      'unknown',
      'unknown',
      'unknown',
      'unknown',
    ]);
    expect(early?.headline).not.toContain('the relist');
    const later = momentAt(moments, '00:34:10');
    expect([later.callPath?.known, later.podRecordsKnown, later.cache.known]).toEqual(['likely', 'likely', 'likely']);
  });

  it('takes the begin of the relist after that one from the line of its end', () => {
    const run = simulated({
      version: '1.28.4',
      start: '2026-11-21T00:00:00Z',
      duration: '12m',
      node: 'worker-1',
      verbosity: 2,
      envelope: 'none',
      pods: [{ name: 'web', added: '5s', containers: [{ name: 'nginx' }] }],
      faults: [{ from: '60s', to: '600s', effect: 'hang', methods: ['ListPodSandbox', 'ListContainers'] }],
    }).log.split('\n');
    const cut = run.findIndex((line) => line.includes('Skipping') && line.includes('last seen active'));
    const [first, next] = run
      .slice(cut)
      .filter((line) => line.includes('Unable to retrieve pods'))
      .map((line) => timeOf(`]: ${line}`));
    const pathAt = (time: number) => createMoments(analysed(run.slice(cut).join('\n'))).at(time as Instant)?.callPath;
    const path = pathAt((first ?? 0) + 2e6);
    expect(path?.steps[0]).toMatchObject({ call: 'relist', known: 'proven' });
    expect(((next ?? 0) - (path?.steps[0]?.began ?? 0)) / 1e6).toBeCloseTo(120, 0);
    // Nothing shows how long the first had hung: the runtime may have given up itself.
    expect(pathAt((first ?? 0) - 1e6)?.known).not.toBe('proven');
  });

  it('knows the sleep by the spacing, but not how many skips there were', () => {
    const loop = cutAt(9).moments.at((cutAt(9).first + 1e6) as Instant)?.loop;
    expect(loop?.sleep).toBe(5);
    expect(loop).not.toHaveProperty('backoffStep');
    expect(momentAt(createMoments(analysed(hang)), '00:33:30').loop.backoffStep).toBeGreaterThan(10);
  });

  it('counts the skips that are missing', () => {
    const at = timeOf(lines[skips[9] ?? 0] ?? '') + 50_000;
    const of = (text: readonly string[]) => createMoments(analysed(text.join('\n'))).at(at as Instant)?.loop;
    expect(of(lines)).toMatchObject({ backoffStep: 10, sleep: 5 });
    expect(of(lines.filter((_, index) => index !== skips[6] && index !== skips[7]))).toMatchObject({
      backoffStep: 10,
      sleep: 5,
    });
    expect(of(lines.slice(skips[0]).filter((line) => line !== lines[skips[7] ?? 0]))).toMatchObject({
      backoffStep: 10,
      sleep: 5,
    });
  });

  it('takes from that skip that the runtime is down already', () => {
    const run = simulated({
      version: '1.28.4',
      start: '2026-11-21T00:00:00Z',
      duration: '6m',
      node: 'worker-1',
      verbosity: 2,
      envelope: 'none',
      pods: [{ name: 'web', added: '5s', containers: [{ name: 'nginx' }] }],
      faults: [
        {
          from: '60s',
          to: '240s',
          effect: 'error',
          methods: ['Status'],
          error: 'rpc error: code = Unavailable desc = connection error',
        },
      ],
    }).log.split('\n');
    const down = run.flatMap((line, index) =>
      line.includes('Skipping') && line.includes('container runtime is down') ? [index] : [],
    );
    const cut = down[3] ?? 0;
    expect(cut).toBeGreaterThan(0);
    const moment = createMoments(analysed(run.slice(cut).join('\n'))).at(
      (timeOf(`]: ${run[cut] ?? ''}`) + 0.3e6) as Instant,
    );
    expect(moment?.loop).toMatchObject({ state: 'skipping', known: 'proven' });
    expect(moment?.caveats).toEqual([]);
    expect(moment?.channel.known).toBe('likely');
  });

  it('knows no sleep of a skip that stands alone', () => {
    const { first } = cutAt(9);
    const moments = createMoments(analysed([lines[skips[9] ?? 0], ...lines.slice((skips.at(-1) ?? 0) + 1)].join('\n')));
    expect(moments.at((first + 0.05e6) as Instant)?.loop).toMatchObject({ state: 'skipping', known: 'proven' });
    expect(moments.at((first + 0.05e6) as Instant)?.loop).not.toHaveProperty('sleep');
    expect(moments.at((first + 1e6) as Instant)?.loop.known).not.toBe('proven');
  });

  it('says nothing of the time before that skip', () => {
    const other = (lines[skips[9] ?? 0] ?? '').replace(/kubelet\.go:\d+\].*/, 'reflector.go:1] "Something else"');
    const at = timeOf(other);
    const early = other.replaceAll(/00:33:\d\d/g, '00:33:01');
    const moments = createMoments(analysed([early, ...lines.slice(skips[9] ?? 0)].join('\n')));
    const moment = moments.at((timeOf(early) + 100_000) as Instant);
    expect(timeOf(early)).toBeLessThan(at);
    expect([moment?.channel.known, moment?.loop.state, moment?.podRecords]).toEqual(['unknown', 'unknown', []]);
    expect(moment?.caveats).toEqual([
      'The log begins in an unhealthy period: nothing is known about the kubelet before the first skip.',
    ]);
  });
});

describe('before anybody asks', () => {
  it('nothing is looked at', () => {
    const reconstruction = analysed(hang);
    let looks = 0;
    const history = new Proxy(reconstruction.history, {
      get: (target, name, receiver) => {
        looks += 1;
        return Reflect.get(target, name, receiver) as unknown;
      },
    });
    const moments = createMoments({ ...reconstruction, history });
    expect(looks).toBe(0);
    moments.at(instantOf('00:31:00'));
    expect(looks).toBeGreaterThan(0);
  });
});

const shared = sharedFolder();

describe.skipIf(shared === undefined)('against what really happened in recorded runs', () => {
  const folder = join(shared ?? '', 'runs');
  const read = (path: string): Uint8Array =>
    existsSync(path) ? readFileSync(path) : gunzipSync(readFileSync(`${path}.gz`));

  it('nothing proven is wrong, and what is likely is right 95 times in 100', { timeout: 60_000 }, () => {
    const verdicts = noVerdicts();
    for (const version of ['v1.15.5', 'v1.20.0', 'v1.36.2']) {
      for (const run of readdirSync(join(folder, version))) {
        if (run === 'h-many-pods') continue; // 555,000 lines take too long to read here
        const reconstruction = analysed(read(join(folder, version, run, 'kubelet.raw.log')));
        const truth = readTruth(new TextDecoder().decode(read(join(folder, version, run, 'truth.jsonl'))));
        const moments = createMoments(reconstruction);
        for (const process of reconstruction.history.processes) {
          const of = truth.get(process.pid ?? [...truth.keys()][0] ?? 0);
          if (of === undefined || process.loopStarted === undefined) continue;
          for (let at = process.loopStarted + 1e6; at < process.to; at += 4_537_123) {
            const moment = moments.at(at as Instant, process.id);
            if (moment !== undefined) judge(moment, of, verdicts);
          }
        }
      }
    }
    expect(verdicts.contradictions).toEqual([]);
    for (const part of ['staleness', 'channel', 'loop', 'reason of PLEG', 'reason of Status']) {
      const proven = verdicts.proven[part] ?? 0;
      const right = (verdicts.right[part] ?? 0) - proven;
      const wrong = verdicts.wrong[part] ?? 0;
      expect({ part, share: right / (right + wrong) >= 0.95, sampled: right + wrong > 500 }).toEqual({
        part,
        share: true,
        sampled: true,
      });
    }
    expect(
      (verdicts.right['channel, exactly'] ?? 0) /
        ((verdicts.right['channel, exactly'] ?? 0) + (verdicts.wrong['channel, exactly'] ?? 0)),
    ).toBeGreaterThan(0.9);
    expect(verdicts.proven['relist'] ?? 0).toBeGreaterThan(500);
  });

  it(
    'nothing proven is wrong in logs that begin inside a run of skips, and the model is seldom left out',
    { timeout: 60_000 },
    () => {
      const verdicts = noVerdicts();
      for (const run of [
        'v1.15.5/b-hang',
        'v1.20.0/c2-slow-inspect',
        'v1.36.2/b2-hang-all',
        'v1.36.2/c-slow-list',
        'v1.36.2/d-runtime-down',
        'v1.36.2/l-flapping',
        'v1.36.2/n-list-too-large',
      ]) {
        const lines = new TextDecoder().decode(read(join(folder, run, 'kubelet.raw.log'))).split('\n');
        const truth = readTruth(new TextDecoder().decode(read(join(folder, run, 'truth.jsonl'))));
        const skips = lines.flatMap((line, index) =>
          /kipping pod synchronization.*last seen active/.test(line) ? [index] : [],
        );
        for (const cut of [skips[0], skips[1], skips[4], skips[skips.length >> 1], skips.at(-3)]) {
          const { history, ...rest } = analysed(lines.slice(cut).join('\n'));
          const [process] = history.processes;
          const of = truth.get(process?.pid ?? 0);
          if (process === undefined || of === undefined) throw new Error(`no process in ${run}`);
          const moments = createMoments({ history, ...rest });
          for (let at = process.from + 1000; at < Math.min(process.to, process.from + 60e6); at += 633_123) {
            const moment = moments.at(at as Instant, process.id);
            if (moment !== undefined) judge(moment, of, verdicts);
          }
        }
      }
      expect(verdicts.contradictions).toEqual([]);
      const count = (of: Readonly<Record<string, number>>): number => of['channel'] ?? 0;
      const known = count(verdicts.right) + count(verdicts.wrong);
      expect(known / (known + count(verdicts.unknown))).toBeGreaterThan(0.9);
      expect(count(verdicts.right) / known).toBeGreaterThan(0.95);
    },
  );

  it('shows the pod whose inspection hangs', () => {
    const moments = createMoments(analysed(read(join(folder, 'v1.36.2', 'k-one-pod-inspect-hang', 'kubelet.raw.log'))));
    const moment = momentAt(moments, '01:35:40');
    const hung = moment.callPath?.steps.filter((step) => step.state === 'hung' && step.pod !== undefined);
    expect(hung?.map((step) => [step.call, step.pod, step.known])).toEqual([
      ['inspect', 'default/web-1', 'proven'],
      ['PodSandboxStatus', 'default/web-1', 'proven'],
    ]);
    expect(moment.reinspect).toEqual([]);
    expect(moment.podRecords.find((record) => record.pending)?.pod).toBe('default/web-1');
    expect(moment.cache.entries[0]).toMatchObject({
      pod: 'default/web-1',
      error: expect.stringContaining('DeadlineExceeded') as unknown,
    });
  });

  it('fills the channel while the loop skips', () => {
    const moments = createMoments(analysed(read(join(folder, 'v1.36.2', 'o-channel-full', 'kubelet.raw.log'))));
    const moment = momentAt(moments, '01:38:04');
    expect(moment.loop.state).toBe('skipping');
    expect(moment.channel.max).toBe(1000);
    expect(moment.channel.count).toBeGreaterThan(900);
  });
});

describe('a kubelet that ended before its sync loop started', () => {
  it('has no inner state, and says so', () => {
    const moments = createMoments(
      analysed(readFileSync(join(projectRoot, 'test/fixtures/incidents/bad-setting-crash-loop-1.30.log'))),
    );
    const moment = moments.at(0 as Instant);
    expect(moment?.loop.state).toBe('not-started');
    expect(moment?.caveats.join()).toContain('before its sync loop started');
    expect(moment?.channel.known).toBe('unknown');
  });
});
