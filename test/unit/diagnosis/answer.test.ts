import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createAnalysisSession } from '../../../src/analysis/session.ts';
import { diagnose } from '../../../src/diagnosis/diagnose.ts';
import { projectRoot } from '../../support/shared.ts';
import { historyOf, replayOf } from '../replay/readLog.ts';
import { replay } from '../../../src/replay/replay.ts';
import { diagnoseText, incidentText, plain, runText } from './diagnoseLog.ts';

const HANG = readFileSync(join(projectRoot, 'test/fixtures/runs/v1.36.2-b-hang/kubelet.journal.short.log'), 'utf8');

describe('the written answer', () => {
  it('tells a hang from begin to recovery, with the line behind each time', () => {
    const { answer } = diagnoseText(HANG);
    const text = plain(answer);
    expect(answer.state).toBe('recovered');
    expect(answer.headline).toBe('PLEG unhealthy for about 2m10s, recovered');
    expect(text).toMatch(
      /^worker-2: PLEG was unhealthy for about 2m10s \(2m8\.6s–2m\d+\.\ds\), from 00:31:42\.387 until 00:33:50\.968–/,
    );
    expect(text.split('\n')[0]).toMatch(
      /Likely cause \(high confidence\): .* Next: .*`journalctl -u containerd --since "2026-11-21 00:28:30" --until "2026-11-21 00:34:10"`\.$/,
    );
    expect(text).toContain('It has recovered.');
    expect(text).toContain('every second) began at 00:28:42.387');
    expect(text).toContain('reported NotReady at 00:31:52.501 and Ready at 00:33:55.120');
    expect(text).toContain(
      'The first of 19 "Skipping pod synchronization" lines came only at 00:32:44.553, because the sync loop was itself blocked for 2m by housekeeping',
    );
    expect(text).toContain("Likely cause (high confidence): the container runtime's list calls hung.");
    expect(text).toContain('are the normal start of a kubelet.');
    expect(text).toContain('Replay: 21 of 21 skips explained.');
    const lines = HANG.split('\n');
    const part = answer.paragraphs.flat().find((candidate) => candidate.text === '00:32:44.553');
    expect(lines[(part?.at?.line ?? 0) - 1]).toContain('Skipping pod synchronization');
    const condition = answer.paragraphs.flat().find((candidate) => candidate.text === '00:31:52.501');
    expect(lines[(condition?.at?.line ?? 0) - 1]).toContain('Node became not ready');
  });

  it('sums up repeated times with their rhythm', () => {
    const { answer } = diagnoseText(runText('v1.20.0-k-one-pod-inspect-hang'));
    expect(answer.paragraphs.length).toBe(4);
    expect(plain(answer)).toContain('PLEG was unhealthy 3 times');
    expect(plain(answer)).toContain('They repeat: every 4m1s');
  });

  it('orders the unhealthy times of pasted pieces, and takes their rhythm, by the relists that skips name', () => {
    const line = (time: string, text: string): string =>
      `Jul 03 ${time.slice(0, 8)} worker-4 kubelet[1946]: E0703 ${time}    1946 ${text}`;
    const skips = (minute: string, elapsed: readonly (readonly [string, string])[]): readonly string[] =>
      elapsed.map(([second, text]) =>
        line(
          `${minute}:${second}`,
          `kubelet.go:1879] skipping pod synchronization - PLEG is not healthy: pleg was last seen active 3m${text}s ago; threshold is 3m0s`,
        ),
      );
    const failed = (time: string): string =>
      [
        'remote_runtime.go:295] ContainerStatus "bdf4dc0af526a317e248c994719eabb233a9db337d535351a277b1b324cf5fec" from runtime service failed',
        'kuberuntime_manager.go:969] getPodContainerStatuses for pod "dss-1_dss(65f4d584-88df-4fb7-bf04-d2a20a4273e3)" failed',
      ]
        .map((what) => line(time, `${what}: rpc error: code = DeadlineExceeded desc = context deadline exceeded`))
        .join('\n');
    const first = skips('19:59', [
      ['11.294548', '46.464602826'],
      ['16.294861', '51.464916622'],
    ]);
    const second = skips('20:02', [
      ['25.989898', '0.135142317'],
      ['26.090013', '0.235263643'],
      ['26.290144', '0.435377809'],
      ['26.690286', '0.835524997'],
      ['27.490434', '1.63566563'],
    ]);
    const third = skips('20:06', [
      ['26.989827', '0.108053792'],
      ['27.089940', '0.208169468'],
      ['27.290060', '0.408291772'],
      ['27.690186', '0.808415818'],
      ['28.490307', '1.608530704'],
      ['30.090657', '3.208885327'],
    ]);
    const add = (time: string): string =>
      line(
        time,
        'kubelet.go:1948] SyncLoop (UPDATE, "api"): "keeper-1_dx(895aded8-7556-4c00-aca5-6c6e7aacf7a2)"',
      ).replace('E0703', 'I0703');
    const text = plain(
      diagnoseText(
        [
          ...first,
          failed('19:59:24.854445'),
          add('20:02:24.508392'),
          ...second,
          failed('20:03:25.881543'),
          add('20:06:26.220050'),
          ...third,
        ].join('\n'),
      ).answer,
    );
    expect(text).toMatch(/the first from 19:58:24\.829 or earlier, the last from \S+20:06:26\.881\./);
    expect(text).toContain('They repeat: every 4m1s, unhealthy for about 1m1s each time.');
    const picked = plain(
      diagnoseText([...first, ...second.slice(-1), ...third.slice(0, 1), ...third.slice(-1)].join('\n')).answer,
    );
    expect(picked).toContain('the first from 19:58:24.829 or earlier, the last from 20:06:26.881 or earlier.');
  });

  it('says first what is worth a look where PLEG was never unhealthy, with the next step', () => {
    const pull = (minute: number): string =>
      `E0311 09:${minute}:02.221940    3120 pod_workers.go:1301] "Error syncing pod, skipping" err="failed to \\"StartContainer\\" for \\"app\\" with ImagePullBackOff: \\"Back-off pulling image\\"" pod="shop/web-1" podUID="1d2f0a53-0c6e-4a0e-8f0e-6d1f1b1c2a01"`;
    const { answer } = diagnoseText(`${[14, 15, 16, 18].map(pull).join('\n')}\n`);
    expect(answer.state).toBe('healthy');
    expect(plain(answer).split('\n')[0]).toMatch(
      /^No unhealthy time in this log\. Worth a look: images could not be pulled \((?:high|medium) confidence\)\. Seen from \S+ to the end of the log\. Next: try it on the node: `crictl pull /,
    );
  });

  it('calls a short log that says nothing of PLEG neither healthy nor unhealthy', () => {
    const flags = HANG.split('\n').slice(1, 150).join('\n');
    const { answer } = diagnoseText(flags);
    expect([answer.headline, answer.state]).toEqual(['Too little to tell', 'unknown']);
    expect(plain(answer)).toContain(
      'It covers less than a second with 149 records, and none of them tells how PLEG or the node was doing.',
    );
    // The same lines with one four minutes later: a skip would have been written meanwhile.
    const later = flags.replace('00:27:33.829452', '00:23:33.829452').replace('Nov 21 00:27:33', 'Nov 21 00:23:33');
    expect(diagnoseText(later).answer.state).toBe('healthy');
  });

  it('says what is left out when the log ends before the recovery', () => {
    const text = runText('v1.36.2-b-hang').split('\n').slice(0, 20).join('\n');
    const { answer } = diagnoseText(text);
    expect(answer.state).toBe('unhealthy-at-end');
    expect(plain(answer)).toContain('It had not recovered when the log ends at 00:33:00.');
    expect(plain(answer)).not.toContain('It has recovered');
  });

  it('does not call a node unhealthy that was reported Ready just before the log ends', () => {
    const { answer } = diagnoseText(runText('v1.36.2-b-hang'));
    expect(answer.state).toBe('recovered');
    expect(answer.headline).toMatch(/^PLEG unhealthy for about 2m\d+s, recovered$/);
    expect(plain(answer)).toMatch(/until 00:33:5\d\.\d+–00:33:5\d\.\d+\. It has recovered\./);
  });

  it('says since when it was unhealthy in a log that begins inside', () => {
    const { answer } = diagnoseText(incidentText('paste-from-the-middle-1.26'));
    expect(plain(answer)).toContain('PLEG was already unhealthy when this log begins, since 08:56:19.800');
    expect(answer.state).toBe('unhealthy-at-end');
  });

  it('joins what a restart has cut', () => {
    const { answer } = diagnoseText(incidentText('restart-in-the-middle-1.23'));
    expect(plain(answer)).toContain('through 1 restart of the kubelet');
    expect(plain(answer)).toContain('One trouble, cut into 2 unhealthy times');
    expect(answer.state).toBe('recovered');
  });

  it('finds nothing in a healthy log and says the start is normal', () => {
    const { answer } = diagnoseText(incidentText('healthy-with-everyday-noise-1.27'));
    expect([answer.headline, answer.state]).toEqual(['No unhealthy time', 'healthy']);
    expect(plain(answer)).toContain(
      'The 2 skip lines from 09:00:00.500 to 09:00:00.601 are the normal start of a kubelet.',
    );
  });

  it('says of a start that the log breaks off how long its skips go on', () => {
    const start = (minute: number, ...times: readonly string[]): readonly string[] => [
      `I0118 10:${minute}:00.000000     1${minute} server.go:417] "Kubelet version" kubeletVersion="v1.24.4"`,
      ...times.map(
        (time) =>
          `E0118 10:${minute}:${time}00000     1${minute} kubelet.go:1877] "Skipping pod synchronization" err="[container runtime status check may not have completed yet, PLEG is not healthy: pleg has yet to be successful]"`,
      ),
    ];
    const open = start(19, '00.5', '00.6', '00.8', '01.2', '02.0', '03.6');
    expect(plain(diagnoseText([...open, ''].join('\n')).answer)).toContain(
      'The 6 skip lines from 10:19:00.500 to 10:19:03.600 are of the start of a kubelet. The log shows no end of it: the kubelet still skips at 10:19:03.600.',
    );
    const { answer, findings } = diagnoseText(
      [...open.slice(0, 1).map((line) => line.replace('10:19:00', '10:18:31')), ...open.slice(1), ''].join('\n'),
    );
    expect(plain(answer)).toContain('but for a start that is not over.');
    expect(findings.map(({ id, confidence, title }) => [id, confidence, title])).toEqual([
      ['startup-normal', 'medium', 'The kubelet was still starting when the log ended'],
    ]);
    expect(plain(diagnoseText([...start(17, '00.5', '00.6'), ...open, ''].join('\n')).answer)).toContain(
      'The 8 skip lines from 10:17:00.500 on belong to 2 starts of the kubelet. Of the last of these starts the log shows no end: the kubelet still skips at 10:19:03.600.',
    );
  });

  it('does not call a kubelet healthy that one pod holds up', () => {
    const { answer } = diagnoseText(incidentText('one-pod-cannot-be-inspected-1.34'));
    expect(answer.state).toBe('impaired');
    expect(plain(answer)).toContain('It did not last long enough to make PLEG unhealthy');
  });

  it('says when there is no kubelet', () => {
    const { answer, findings } = diagnoseText('Mar 14 09:00:00 node-a sshd[77]: Accepted publickey for root\n');
    expect([answer.headline, answer.state, findings.length]).toEqual(['No kubelet activity', 'unknown', 0]);
  });

  it('writes times as the edge asks', () => {
    const { answer } = diagnose(replayOf(HANG), { formatTime: (time) => `<${time}>` });
    expect(plain(answer)).toMatch(/from <\d+(?:\.\d+)?> until <\d+/);
    // Commands need the form that journalctl reads.
    expect(plain(answer).replaceAll(/`[^`]*`/g, '')).not.toMatch(/\d\d:\d\d:\d\d/);
  });

  it('names the node when there are several', () => {
    const text = plain(diagnoseText(incidentText('three-nodes-after-kernel-change-1.21')).answer);
    expect(text).toContain('The longest of them: PLEG was unhealthy on ip-10-0-1-11');
    expect(text).toMatch(/ \d times on 3 nodes, the first from /);
    expect(text).not.toContain('in total');
  });

  it('counts what the replay misses', () => {
    const lines = runText('v1.36.2-b-hang').split('\n');
    const skips = lines.flatMap((line, at) =>
      line.includes('last seen active') && line.includes('Skipping') ? [at] : [],
    );
    const cut = lines.filter((_line, at) => at !== skips[10] && at !== skips[13]).join('\n');
    const history = historyOf(cut);
    expect(plain(diagnose(replay(history)).answer)).toContain(
      'Replay: 19 of 19 skips explained, 2 more were to be expected and are not in the log.',
    );
  });

  it('writes the date of times on another day than the log', () => {
    const { answer } = diagnoseText(
      'I1105 09:50:27.583138   22160 kubelet.go:1770] skipping pod synchronization - [PLEG is not healthy: pleg was last seen active 58h29m3.043779859s ago; threshold is 3m0s]\n',
    );
    expect(plain(answer)).toMatch(
      /already unhealthy when this log begins, since \d{4}-11-02 23:24:24\.539 or earlier\. It had not recovered when the log ends at 09:50:27\.583\./,
    );
  });

  it('says that it may have begun earlier where no line bounds that, and gives no longest time then', () => {
    const line = (clock: string, text: string): string => `E1121 ${clock}    2168 ${text}`;
    const skip = (clock: string, ago: string): string =>
      line(
        clock,
        `kubelet.go:2345] "Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active ${ago} ago; threshold is 3m0s"`,
      );
    const log = [
      line('10:00:00.000000', 'summary.go:102] "Failed to get cgroup stats" err="x"'),
      skip('10:05:00.100000', '4m2.1s'),
      skip('10:05:00.200000', '4m2.2s'),
      skip('10:05:00.400000', '4m2.4s'),
      ...[2, 3, 4, 5, 6].map((second) =>
        line(`10:05:0${second}.000000`, 'summary.go:102] "Failed to get cgroup stats" err="x"'),
      ),
    ].join('\n');
    expect(plain(diagnoseText(log).answer)).toMatch(
      /^PLEG was unhealthy for at least 1m2\.4s, from 10:03:58 or earlier until 10:05:00\.4/,
    );
  });

  it('says of lines without times what they say themselves, and no time of day', () => {
    const { answer } = diagnoseText(
      '      skipping pod synchronization - PLEG is not healthy: pleg was last seen active 3m17.028393648s ago; threshold is 3m0s.\n',
    );
    expect(plain(answer)).toContain(
      'PLEG was unhealthy when these lines were written. They carry no times, so it cannot be said when it began, or whether it is over.',
    );
    expect(plain(answer)).toContain('had begun 3m17s before, and 3m are allowed.');
    expect(answer.headline).toBe('PLEG unhealthy when these lines were written');
    expect(plain(answer)).not.toMatch(/\d\d:\d\d:\d\d/);
  });

  it('says the same of them beside lines of other programs that carry times', () => {
    const { answer } = diagnoseText(
      [
        'Mar 27 05:33:45 node-7 containerd[678]: time="2021-03-27T05:33:45.905607810Z" level=error msg="get state for 6da3eb52fc98" error="context deadline exceeded: unknown"',
        'skipping pod synchronization - PLEG is not healthy: pleg was last seen active 7m51.835147826s ago; threshold is 3m0s',
      ].join('\n'),
    );
    expect(plain(answer)).toContain('PLEG was unhealthy when these lines were written. They carry no times');
    expect(answer.headline).toBe('PLEG unhealthy when these lines were written');
    expect(plain(answer)).not.toMatch(/\d\d:\d\d:\d\d/);
  });

  it.each([
    ['kubelet.go:1842] ', 'skipping pod synchronization - '],
    ['.go:1842] ', 'skipping pod synchronization - '],
    ['1842] ', 'skipping pod synchronization - '],
    [':12.345678    1234 kubelet.go:1842] ', 'skipping pod synchronization - '],
    ['2.345678    1234 kubelet.go:1842] ', 'skipping pod synchronization - '],
    ['go:2412] ', '"Skipping pod synchronization" err="'],
  ])('says the same of lines whose left part is lost, before %j', (left, text) => {
    const log = [12, 17, 22]
      .map(
        (second) =>
          `${left}${text}PLEG is not healthy: pleg was last seen active 3m${second}.3s ago; threshold is 3m0s`,
      )
      .join('\n');
    const diagnosis = diagnoseText(log);
    expect(plain(diagnosis.answer)).toContain('PLEG was unhealthy when these lines were written. They carry no times');
    expect(plain(diagnosis.answer)).toContain('had begun 3m22.3s before, and 3m are allowed.');
    // What has no time is neither explained nor missing.
    expect(plain(diagnosis.answer)).not.toContain('Replay');
  });

  it('speaks of PLEG and the runtime when each was unhealthy once', () => {
    const lines = [
      ...Array.from(
        { length: 3 },
        (_, i) =>
          `E1121 10:00:${10 + 5 * i}.000000    100 kubelet.go:2661] "Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active 3m${15 + 5 * i}.1s ago; threshold is 3m0s"`,
      ),
      'I1121 10:00:40.000000    100 kubelet.go:2724] "SyncLoop ADD" source="api" pods=["default/web-1"]',
      ...Array.from(
        { length: 3 },
        (_, i) =>
          `E1121 10:05:${10 + 5 * i}.000000    100 kubelet.go:2661] "Skipping pod synchronization" err="container runtime is down"`,
      ),
      'I1121 10:05:40.000000    100 kubelet.go:2724] "SyncLoop ADD" source="api" pods=["default/web-2"]',
    ];
    const { answer } = diagnoseText(`${lines.join('\n')}\n`);
    expect(answer.headline).toMatch(
      /^PLEG or runtime unhealthy (?:twice|\d times), (?:longest|one of them) .*, recovered$/,
    );
    expect(plain(answer)).toMatch(/^PLEG or the container runtime was unhealthy (?:twice|\d times), /);
  });

  it('describes the one that goes on of several, and does not call it the longest', () => {
    const skips = (minute: number, count: number): string[] =>
      Array.from({ length: count }, (_, i) => {
        const at = minute * 60 + 10 + 5 * i;
        const clock = `10:${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`;
        const elapsed = 200 + 5 * i;
        return `E1121 ${clock}.000000    100 kubelet.go:2661] "Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active ${Math.floor(elapsed / 60)}m${elapsed % 60}.1s ago; threshold is 3m0s"`;
      });
    const works = (clock: string): string =>
      `I1121 ${clock}.000000    100 kubelet.go:2724] "SyncLoop ADD" source="api" pods=["default/web-1"]`;
    const longer = [...skips(0, 36), works('10:03:20')];
    const all = (lines: readonly string[]) => {
      const view = historyOf(`${lines.join('\n')}\n`);
      return { episodes: view.episodes, answer: diagnose(replay(view)).answer };
    };
    const open = all([...longer, ...skips(10, 12)]);
    expect(open.answer.headline).toMatch(
      /^PLEG unhealthy twice, last at least .*, not recovered at the end of the log$/,
    );
    expect(plain(open.answer)).toContain('The last of them: PLEG was unhealthy for at least');
    expect(open.answer.episode).toBe(open.episodes.at(-1)?.id);
    expect(all([...skips(0, 12), works('10:01:20'), ...skips(10, 36)]).answer.headline).toMatch(
      /^PLEG unhealthy twice, longest at least 3m15/,
    );
    const over = all([...longer, works('10:09:30'), ...skips(10, 12), works('10:11:20')]);
    expect(over.answer.headline).toMatch(/^PLEG unhealthy twice, longest .*, recovered$/);
    expect(over.answer.episode).toBe(over.episodes[0]?.id);
    expect(all([works('10:03:20')]).answer.episode).toBeUndefined();
  });

  it('names the first of the skips at the starts of several nodes', () => {
    const start = (node: string, clock: number, tenth: string): string =>
      [
        `Nov 21 10:00:0${clock} ${node} kubelet[100]: I1121 10:00:0${clock}.100000     100 server.go:545] "Kubelet version" kubeletVersion="v1.29.2"`,
        `Nov 21 10:00:0${clock + 1} ${node} kubelet[100]: E1121 10:00:0${clock + 1}.${tenth}00000     100 kubelet.go:2342] "Skipping pod synchronization" err="[container runtime status check may not have completed yet, PLEG is not healthy: pleg has yet to be successful]"`,
        '',
      ].join('\n');
    const later = `Nov 21 10:00:09 a kubelet[100]: I1121 10:00:09.000000     100 kubelet.go:2724] "SyncLoop ADD" source="api" pods=["default/web-1"]\nNov 21 10:00:09 b kubelet[100]: I1121 10:00:09.000000     100 kubelet.go:2724] "SyncLoop ADD" source="api" pods=["default/web-2"]\n`;
    // When the second began is known less well: up to a minute before its first line.
    const unit = 'Nov 21 10:00:01 a systemd[1]: Started kubelet.service - kubelet: The Kubernetes Node Agent.\n';
    const { answer } = diagnoseText(unit + start('a', 1, '3') + start('b', 2, '2') + later);
    expect(plain(answer)).toContain(
      'The 2 skip lines from 10:00:02.300 on belong to 2 starts of the kubelet and are normal.',
    );
  });

  it('counts of several nodes the containers of the one that it speaks of', () => {
    // The same twice, the second time with other ids of pods (those of static pods have no dashes) and containers, and with twice as many pods.
    const other = (text: string, digit: string): string =>
      text.replaceAll(
        /\b[\da-f]{8}(?=-[\da-f]{4}-|[\da-f]{24}\b|[\da-f]{56}\b)/g,
        (id) => digit.repeat(2) + id.slice(2),
      );
    const events = HANG.split('\n')
      .filter((line) => line.includes('ContainerStarted'))
      .map((line) => other(line, 'f').replace(/pod="([^"]+)"/, 'pod="$1-too"'));
    const lines = HANG.split('\n');
    const first = lines.findIndex((line) => line.includes('ContainerStarted'));
    const second = other([...lines.slice(0, first), ...events, ...lines.slice(first)].join('\n'), 'e').replaceAll(
      /\bworker-2\b/g,
      'worker-b',
    );
    const session = createAnalysisSession();
    for (const [at, text] of [HANG, second].entries()) {
      session.open(`${at}.log`, { year: 2026 });
      session.push(new TextEncoder().encode(text));
      session.end();
    }
    const result = session.result();
    const counted = /(Of the \d+ containers)( seen running before, \d+ kept running and \d+ exited)\./;
    const [, alone, outcome] = counted.exec(plain(diagnoseText(HANG).answer)) ?? [];
    const both = result.ok ? plain(result.analysis.answer) : '';
    expect(alone).toBeDefined();
    expect(both).toContain(`${alone} of this node${outcome}`);
  });

  it('quotes a reason that is neither of PLEG nor of the runtime check', () => {
    const { answer } = diagnoseText(
      'Sep 04 18:29:11 n kubelet[1494]: I0904 18:29:11.708799    1494 kubelet.go:1735] Skipping pod synchronization, container runtime is not up.\nSep 04 18:29:16 n kubelet[1494]: I0904 18:29:16.710039    1494 kubelet.go:1735] Skipping pod synchronization, container runtime is not up.\n',
    );
    expect(plain(answer)).toContain('The kubelet gives this reason: "container runtime is not up');
    expect(plain(answer)).not.toContain('30 s older');
  });

  it('counts containers, not sandboxes, and names those that exited with when it was noticed and handled', () => {
    const text = plain(diagnoseText(HANG).answer);
    expect(text).toContain('Of the 10 containers seen running before, 8 kept running and 2 exited.');
    expect(text).toMatch(
      /2 containers exited in the meantime \(after 00:28:42\.38\d\) and were handled up to 5m13\.6s late: default\/crasher-1 \(container \w{13}, exit code 1\), noticed 00:33:52\.853, handled 00:33:55\.9\d\d; default\/web-1 /,
    );
  });

  it('does not leave the reader to think that the containers ended of which no later line tells', () => {
    const answerTo = (name: string): string =>
      plain(diagnoseText(readFileSync(join(projectRoot, 'test/fixtures/inference', `${name}.log`), 'utf8')).answer);
    expect(answerTo('v1.20.0-k-one-pod-inspect-hang')).toContain(
      'Of the 6 containers seen running before, 4 kept running; the log does not show what became of the other 2.',
    );
    expect(answerTo('v1.36.2-c2-slow-inspect')).toContain(
      'Of the 12 containers seen running before, 3 kept running and 3 exited; the log does not show what became of the other 6.',
    );
  });

  it('does not claim answers of Status that no line shows', () => {
    const starting =
      '[container runtime status check may not have completed yet, PLEG is not healthy: pleg has yet to be successful]';
    const { findings } = diagnoseText(
      [
        'I1121 10:00:00.000000    100 server.go:545] "Kubelet version" kubeletVersion="v1.36.2"',
        ...Array.from(
          { length: 24 },
          (_, i) =>
            `E1121 10:0${Math.floor((10 + 5 * i) / 60)}:${String((10 + 5 * i) % 60).padStart(2, '0')}.000000    100 kubelet.go:2661] "Skipping pod synchronization" err="${starting}"`,
        ),
        'E1121 10:02:08.000000    100 remote_runtime.go:347] "ListPodSandbox with filter from runtime service failed" err="rpc error: code = DeadlineExceeded desc = context deadline exceeded" filter=""',
        'E1121 10:02:08.000100    100 generic.go:312] "GenericPLEG: Unable to retrieve pods" err="rpc error: code = DeadlineExceeded desc = context deadline exceeded"',
        '',
      ].join('\n'),
    );
    const hang = findings.find((finding) => finding.id === 'list-calls-hang');
    expect(hang?.explanation).toContain('while no line says that the Status call failed');
    expect(hang?.explanation).not.toContain('kept answering');
  });

  it('says how to ask the runtime itself where the log does not show why it goes on', () => {
    const skip = (time: string, why: string): string =>
      `E0703 ${time}    100 kubelet.go:1873] "Skipping pod synchronization" err="${why}"`;
    const stale = 'PLEG is not healthy: pleg was last seen active 3m36.463s ago; threshold is 3m0s';
    const textOf = (...lines: readonly string[]): string => plain(diagnoseText(`${lines.join('\n')}\n`).answer);
    expect(textOf(skip('19:59:01.292000', stale))).toContain(
      'explains it. Next: try the same calls by hand, with a limit: `time crictl --timeout 20s pods` and',
    );
    const early = 'I0703 19:58:21.292000    100 kubelet.go:2446] "SyncLoop DELETE" source="api" pods=["a/b"]';
    const unknown = 'container runtime status check may not have completed yet';
    expect(textOf(early, ...['01', '06'].map((second) => skip(`19:59:${second}.292000`, unknown)))).toContain(
      'explains it. Next: ask the runtime for its state: `crictl --timeout 20s info`.',
    );
    const notStarted = textOf(skip('19:59:01.292000', 'failed to start eviction manager unable to find data for /'));
    expect(notStarted).toContain('gives this reason: "failed to start eviction manager unable to find data for /".');
    expect(notStarted).toContain('`systemctl restart kubelet`');
    expect(notStarted).not.toMatch(/does not show why|this reason.*this reason/s);
    const withoutCsi = textOf(skip('19:59:01.292000', 'CSINode is not yet initialized'));
    expect(withoutCsi).toContain('gives this reason: "CSINode is not yet initialized".');
    expect(withoutCsi).not.toContain('restart kubelet');
    expect(textOf(skip('19:59:01.292000', 'EventedPLEG is not healthy: stream failed'))).not.toContain('this reason');
    const back =
      'I0703 19:59:11.292000    100 kubelet_node_status.go:696] "Recording event message for node" node="n" event="NodeReady"';
    const over = textOf(skip('19:59:01.292000', stale), back);
    expect(over).toContain('The log does not show why');
    expect(over).not.toContain('Next:');
  });

  it('does not call a restart the cause of what was unhealthy before it', () => {
    const { answer, findings } = diagnoseText(
      [
        'E0703 19:59:01.292000    100 kubelet.go:1873] "Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active 3m36.463s ago; threshold is 3m0s"',
        'E0703 19:59:06.293000    100 kubelet.go:1873] "Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active 3m41.464s ago; threshold is 3m0s"',
        'I0703 20:10:48.000000    200 server.go:440] "Kubelet version" kubeletVersion="v1.22.2"',
        'I0703 20:10:48.200000    200 kubelet.go:1850] "Starting kubelet main sync loop"',
        '',
      ].join('\n'),
    );
    expect(findings.map((finding) => finding.id)).toContain('kubelet-restart');
    expect(plain(answer)).toContain('The log does not show why');
    expect(plain(answer)).not.toContain('Likely cause');
  });
});
