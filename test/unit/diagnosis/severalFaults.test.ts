/** Simulated kubelets with one fault behind another, whole and cut: what belongs to the one is not said of the other, and what a piece does not show is not said at all. */
import { describe, expect, it } from 'vitest';
import { simulated } from '../simulator/scenarios.ts';
import { diagnoseText, plain } from './diagnoseLog.ts';

const REFUSED =
  'rpc error: code = Unavailable desc = connection error: desc = "transport: Error while dialing: dial unix /run/containerd/containerd.sock: connect: connection refused"';
const TOO_LARGE =
  'rpc error: code = ResourceExhausted desc = grpc: received message larger than max (17829057 vs. 16777216)';

/** The lines of a kubelet 1.28 with two pods. */
function linesOf(more: Readonly<Record<string, unknown>>): readonly string[] {
  return simulated({
    version: '1.28.9',
    seed: 7,
    verbosity: 2,
    envelope: 'short-iso-precise',
    duration: 420,
    node: 'worker-3',
    kubelet: { startup: 0.5, runtimeRequestTimeout: '2m' },
    pods: [{ name: 'web', count: 2, every: '150ms', added: 4.5, containers: [{ name: 'nginx' }] }],
    ...more,
  })
    .log.split('\n')
    .filter((line) => line !== '');
}

const answerOf = (lines: readonly string[]): string => plain(diagnoseText(`${lines.join('\n')}\n`).answer);
const after = (lines: readonly string[], time: string): readonly string[] =>
  lines.filter((line) => line.slice(11) >= time);
const until = (lines: readonly string[], time: string): readonly string[] =>
  lines.filter((line) => line.slice(11) < time);

describe('of two faults behind each other', () => {
  const refusedThenHung = linesOf({
    kubelet: { startup: 0.5, runtimeRequestTimeout: '15s' },
    faults: [
      { from: 30, to: 200, effect: 'error', error: REFUSED },
      { from: 250, to: 420, effect: 'hang', methods: ['Status'] },
    ],
  });

  it('the answers of Status before the first was over are none of the second', () => {
    const { findings, answer } = diagnoseText(`${refusedThenHung.join('\n')}\n`);
    const sure = findings.filter(({ confidence }) => confidence === 'high').map(({ id }) => id);
    expect(sure.slice(0, 2).toSorted()).toEqual(['runtime-status-failing', 'runtime-unreachable']);
    expect(plain(answer)).toMatch(/Likely cause of the (one described below|last) \(high confidence\)/);
    expect(plain(answer)).not.toMatch(/Status failed with an error/);
    expect(plain(answer)).toMatch(/Their causes differ/);
  });

  it('the first is not called the shorter one where nobody saw how it began', () => {
    const cut = after(refusedThenHung, '00:02:50');
    expect(answerOf(cut)).toMatch(/(^|\n)The last of them: /);
    expect(answerOf(cut)).not.toMatch(/longest/);
  });

  it('what the runtime said of itself before it hung is the cause', () => {
    const lines = linesOf({
      faults: [
        {
          from: 250,
          to: 420,
          effect: 'error',
          error: 'rpc error: code = Unknown desc = operation timeout: context deadline exceeded',
          after: 7,
        },
      ],
      conditions: [{ at: 180, runtimeReady: { ready: false, reason: 'Starting', message: 'the runtime starts' } }],
    });
    const { findings, answer } = diagnoseText(`${lines.join('\n')}\n`);
    expect(findings[0]?.id).toBe('runtime-status-failing');
    expect(answer.headline).toMatch(/^Runtime not ready /);
    expect(plain(answer)).toMatch(
      /the runtime answered, and said itself that it was not ready\. 30s after its last good answer the kubelet counted it as down as well\. Status was answered "not ready" \d+ times/,
    );
    expect(plain(answer)).not.toMatch(/last good answer had come 30s before/);
  });
});

describe('of a piece of a log', () => {
  it('that begins with relists that fail, only the latest time of NotReady is said', () => {
    const lines = linesOf({
      faults: [{ from: 60, to: 420, effect: 'error', methods: ['ListPodSandbox'], error: TOO_LARGE }],
    });
    const piece = until(lines, '00:03:20');
    // From the first line to the last, as it says.
    expect(answerOf(after(piece, '00:02:10'))).toMatch(
      /When the log ends at 00:03:19\.\d+, no line shows a relist that got through since the kubelet's lines begin at 00:02:1\d\.\d{3} \(1m[89][\d.]*s\): worker-3 will turn NotReady by 00:05:\d\d at the latest unless/,
    );
  });

  it('in which one relist between others that fail at once can have got through, nothing is foretold', () => {
    const fault = { effect: 'error', methods: ['ListPodSandbox'], error: TOO_LARGE };
    const text = (...faults: readonly Readonly<Record<string, unknown>>[]): string =>
      answerOf(after(until(linesOf({ faults }), '00:03:20'), '00:02:10'));
    expect(text({ ...fault, from: 60, to: 420 })).toMatch(/will turn NotReady/);
    expect(text({ ...fault, from: 60, to: 150.3 }, { ...fault, from: 151.4, to: 420 })).not.toMatch(
      /will turn NotReady/,
    );
  });

  it('that ends after calls that failed each second and then did not, nothing is foretold', () => {
    const lines = linesOf({ faults: [{ from: 60, to: 110, effect: 'error', error: REFUSED }] });
    const back = lines.findIndex((line) => line.includes('NodeReady'));
    const ready = lines.findIndex((line, at) => at > back && line.includes('NodeReady'));
    expect(ready).toBeGreaterThan(0);
    const text = answerOf(lines.slice(0, ready + 1));
    expect(text).toMatch(/It has recovered/);
    expect(text).not.toMatch(/will turn NotReady/);
  });

  it('that begins while Status fails, no time is said after which a container exited, nor when the last good answer came', () => {
    const lines = linesOf({
      version: '1.17.0',
      duration: 900,
      kubelet: { startup: 0.5, runtimeRequestTimeout: '15s' },
      faults: [{ from: 60, to: 800, effect: 'hang', methods: ['Status'] }],
      actions: [{ at: 200, do: 'exit', pod: 'default/web-1', container: 'nginx', code: 1 }],
    });
    const whole = answerOf(lines);
    expect(whole).toMatch(/whose last good answer had come 30s before/);
    const piece = answerOf(after(lines, '00:12:50'));
    expect(piece).toMatch(/which had had no good answer for 30s or more by then/);
    expect(piece).not.toMatch(/exited in the meantime/);
  });

  it('what was given up sooner than the default time-out is not said to have had it', () => {
    const lines = linesOf({
      duration: 600,
      faults: [
        {
          from: 60,
          to: 61.2,
          effect: 'error',
          error: 'rpc error: code = DeadlineExceeded desc = context deadline exceeded',
          after: 50,
          methods: ['ListPodSandbox', 'ListContainers'],
        },
        { from: 61.2, to: 500, effect: 'hang', methods: ['ListPodSandbox', 'ListContainers'] },
      ],
    });
    const text = answerOf(until(lines, '00:04:20'));
    expect(text).toMatch(/list call got no answer and was given up at 00:01:5/);
  });
});

describe('skips of which the first are missing', () => {
  const line = (time: string, what: string): string => `${what.charAt(0)}0311 ${time}    4711 ${what.slice(2)}`;
  const skip = (time: string, elapsed: string): string =>
    line(
      time,
      `E kubelet.go:1823] skipping pod synchronization - PLEG is not healthy: pleg was last seen active ${elapsed} ago; threshold is 3m0s`,
    );
  const work = (time: string): string => line(time, 'I kubelet.go:1921] SyncLoop (ADD, "api"): "web-1_default(7c1e)"');
  const around = (...skips: readonly string[]): string =>
    [work('10:00:00.000000'), work('10:00:40.500000'), ...skips, work('10:06:20.000000'), ''].join('\n');

  it('do not show that the loop was blocked before those that are left', () => {
    const last = ['35.000000', '40.000800', '45.001600'].map((second, at) =>
      skip(`10:05:${second}`, `4m${35 + 5 * at}s`),
    );
    const { findings, answer } = diagnoseText(around(...last));
    expect(findings.map(({ id }) => id)).not.toContain('list-calls-hang');
    expect(plain(answer)).not.toMatch(/The first of \d+ "Skipping/);
    const [first] = last;
    const begun = [first ?? '', skip('10:05:35.100400', '4m35.1004s'), skip('10:05:35.300900', '4m35.3009s')];
    expect(diagnoseText(around(...begun)).findings.map(({ id }) => id)).toContain('list-calls-hang');
  });

  it('are none of a kubelet up to 1.9, which sleeps for 5s from the first one on', () => {
    const version = line('09:59:59.000000', 'I server.go:182] Version: v1.8.4');
    const last = ['35.000000', '40.000800', '45.001600'].map((second, at) =>
      skip(`10:05:${second}`, `4m${35 + 5 * at}s`),
    );
    const works = ['00', '10', '20', '30', '40', '50'].map((second) => work(`10:00:${second}.500000`));
    const text = [version, ...works, ...last, work('10:05:50.200000'), ''].join('\n');
    expect(diagnoseText(text).findings.map(({ id }) => id)).toContain('list-calls-hang');
  });
});

describe('a skip of a start of which the log shows no start', () => {
  const old = (time: string, pid: number, what: string): string =>
    `I1121 ${time}.401000    ${pid} kubelet.go:1774] ${what}`;
  const SKIP =
    'skipping pod synchronization - [container runtime is down PLEG is not healthy: pleg was last seen active 2562047h47m16.854775807s ago; threshold is 3m0s]';
  const ADD = 'SyncLoop (ADD, "api"): "web-1_default(5e0f4958-5114-4246-aca8-3dbdcac3b822)"';

  it('is normal for a kubelet up to 1.13, too, which says that the runtime is down', () => {
    const { findings, answer } = diagnoseText(`${old('10:00:02', 817, SKIP)}\n${old('10:00:08', 817, ADD)}\n`);
    expect(findings.map(({ id }) => id)).toEqual(['startup-normal']);
    expect(plain(answer)).toMatch(/looks like the normal start of a kubelet/);
  });

  it('is none where a relist had run into its time-out by then', () => {
    const line = (time: string, what: string): string => `E1121 00:30:${time}   22610 ${what}`;
    const skip = line(
      '35.120902',
      'kubelet.go:2661] "Skipping pod synchronization" err="[container runtime status check may not have completed yet, PLEG is not healthy: pleg has yet to be successful]"',
    );
    const mirror = (time: string): string =>
      line(
        time,
        String.raw`kubelet.go:3531] "Unable to register mirror pod because node is not registered yet" err="node \"worker-7\" not found" node="worker-7"`,
      );
    const list = line(
      '33.785647',
      'generic.go:312] "GenericPLEG: Unable to retrieve pods" err="rpc error: code = DeadlineExceeded desc = context deadline exceeded"',
    );
    const around = (...lines: readonly string[]): string =>
      [mirror('32.283034'), ...lines, skip, mirror('36.182943'), ''].join('\n');
    expect(plain(diagnoseText(around()).answer)).toMatch(/looks like the normal start of a kubelet/);
    const { answer } = diagnoseText(around(list));
    expect(plain(answer)).toMatch(/PLEG was already unhealthy when this log begins/);
    expect(plain(answer)).not.toMatch(/normal start/);
  });

  it('is normal where lines are missing after it, and a later one shows that it was over', () => {
    const skip =
      'E1121 10:00:00.401062    817 kubelet.go:2137] "Skipping pod synchronization" err="[container runtime status check may not have completed yet, PLEG is not healthy: pleg has yet to be successful]"';
    const down = (second: string): string =>
      `E1121 10:12:${second}.404593    817 kubelet.go:2137] "Skipping pod synchronization" err="container runtime is down"`;
    const work = `I1121 10:04:05.422912    817 kubelet.go:2231] "SyncLoop (PLEG): event for pod" pod="default/web-3" event=&{ID:86635b40-6995-486a-ac0b-e786482a9ae4 Type:ContainerStarted Data:be1b0dd0024adc89e61eb843c4b6535bf5f0a91e192cd555a4967455732a47a7}`;
    const { answer } = diagnoseText(`${[skip, work, down('16'), down('21'), down('26')].join('\n')}\n`);
    expect(plain(answer)).toMatch(/looks like the normal start of a kubelet/);
    expect(answer.headline).not.toMatch(/twice/);
  });

  it('is normal where the kubelet writes on without another one, in a log of few lines', () => {
    const skip = (time: string, pid: number): string =>
      `E1121 ${time}.401062    ${pid} kubelet.go:2137] "Skipping pod synchronization" err="[container runtime status check may not have completed yet, PLEG is not healthy: pleg has yet to be successful]"`;
    const hung = (time: string): string =>
      `E1121 ${time}.774056     817 generic.go:203] "GenericPLEG: Unable to retrieve pods" err="rpc error: code = DeadlineExceeded desc = context deadline exceeded"`;
    const quiet = diagnoseText(`${[skip('10:00:00', 817), hung('10:11:46'), skip('10:12:30', 917)].join('\n')}\n`);
    expect(quiet.answer.headline).not.toMatch(/PLEG unhealthy/);
    expect(plain(quiet.answer)).toMatch(/but for 2 normal starts/);
    // A list call that hung from the start on, and so was given up two minutes later, tells of a trouble.
    const ill = diagnoseText(`${[skip('10:00:00', 817), hung('10:02:00'), hung('10:04:01')].join('\n')}\n`);
    expect(ill.answer.headline).toMatch(/PLEG unhealthy/);
  });
});
