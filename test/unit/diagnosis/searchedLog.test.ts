/** Logs as strangers save them: only the lines with a word, one line, the first seconds. What is not there proves nothing. */
import { describe, expect, it } from 'vitest';
import { simulated } from '../simulator/scenarios.ts';
import { diagnoseText, plain } from './diagnoseLog.ts';

const PODS = [
  { name: 'kube-proxy', namespace: 'kube-system', source: 'file' },
  { name: 'web', count: 4, added: '5s', every: '200ms', containers: [{ name: 'nginx' }, { name: 'sidecar' }] },
];
const lines = (rest: object): readonly string[] =>
  simulated({
    version: '1.31.2',
    start: '2026-03-14T09:00:00Z',
    duration: '1100s',
    node: 'worker-1',
    pods: PODS,
    ...rest,
  }).log.split('\n');
const REFUSED = lines({ faults: [{ from: '100s', to: '600s', effect: 'refuse' }] });
const ONE_POD = lines({
  faults: [{ from: '100s', to: '900s', effect: 'hang', methods: ['PodSandboxStatus'], pods: 'default/web-1' }],
  actions: [{ at: '105s', do: 'exit', pod: 'default/web-1', container: 'nginx', code: 1 }],
});
const HANG = lines({
  faults: [{ from: '100s', to: '600s', effect: 'hang', methods: ['ListPodSandbox', 'ListContainers'] }],
});
const searched = (all: readonly string[], word: RegExp) =>
  diagnoseText(`${all.filter((line) => word.test(line)).join('\n')}\n`);
/** As a raw file of klog has it. */
const withoutEnvelope = (line: string): string => line.replace(/^.*? kubelet\[\d+\]: /, '');
const wellLine = (line: string): string => line.replace(/\] .*$/, '] "All is well"');
const SAYS =
  /Every line here has the word "(?:skipping|PLEG|kubelet)", as if the journal had been searched; .* Save the whole journal: `journalctl -u kubelet/;

describe('a log that was searched for a word', () => {
  it('does not call a refused connection a hang, because the lines of the refusal are gone', () => {
    expect(diagnoseText(REFUSED.join('\n')).findings[0]?.id).toBe('runtime-unreachable');
    const { findings, answer } = searched(REFUSED, /skipping/i);
    expect(findings.filter(({ id }) => id !== 'startup-normal')).toEqual([]);
    expect(plain(answer)).toContain('The log does not show why');
    expect(plain(answer)).toMatch(SAYS);
  });

  it('does not say that no call failed where failed calls would not be shown', () => {
    expect(diagnoseText(ONE_POD.join('\n')).findings[0]?.id).toBe('inspect-calls-hang');
    const { findings, answer } = searched(ONE_POD, /skipping pod/i);
    expect(findings.map(({ id }) => id)).not.toContain('inspect-calls-slow');
    expect(plain(answer)).not.toMatch(/took long over the changed pods|Likely cause/);
    expect(plain(answer)).toMatch(SAYS);
  });

  it.each([
    ['only its lines of severity I', / I\d{4} /, 'failed', true],
    ['those of severity W, too', / [IW]\d{4} /, 'failed', true],
    ['all of them', /./, 'could not be reached', false],
  ])('does not say that Status got no answer where it has %s', (_, kept, said, isThin) => {
    const { findings, answer } = searched(REFUSED, kept);
    expect(findings[0]?.title).not.toContain('not answered in time');
    expect(findings[0]?.title).toContain(isThin ? said : 'not reachable');
    const leftOut = 'No line here is of severity E, as if the journal had been searched; which call failed may stand';
    expect(plain(answer).includes(leftOut)).toBe(isThin);
  });

  it('still reads the blocked loop from the skips themselves', () => {
    const { findings } = searched(HANG, /skipping/i);
    expect(findings[0]).toMatchObject({ id: 'list-calls-hang', confidence: 'medium' });
  });

  it('is not one because klog JSON has the folder of each place in the source', () => {
    const places = [
      ['kubelet.go:2460', 'Skipping pod synchronization'],
      ['kubelet_node_status.go:553', 'Error updating node status, will retry'],
      ['pod_workers.go:1301', 'Error syncing pod, skipping'],
    ] as const;
    const records = Array.from({ length: 18 }, (_, index) => {
      const [place, msg] = places[index % 3] ?? places[0];
      const since = 5 * Math.floor(index / 3);
      return JSON.stringify({
        ts: 1773479340000 + 1000 * (since + (index % 3)),
        caller: `kubelet/${place}`,
        msg,
        err:
          index % 3 === 0
            ? `PLEG is not healthy: pleg was last seen active 3m${5 + since}s ago; threshold is 3m0s`
            : 'context deadline exceeded',
      });
    });
    const { answer } = diagnoseText(`${records.join('\n')}\n`);
    expect(plain(answer)).toContain('PLEG was already unhealthy');
    expect(plain(answer)).not.toContain('has the word');
  });

  it('does not call a node well of which only the lines about a pod, or with errors, are left', () => {
    const files = ['pod_workers.go:1301] "Error syncing pod" pod', 'kubelet.go:2454] "SyncLoop (probe)" probe'];
    const picked = Array.from(
      { length: 12 },
      (_, index) =>
        `Mar 14 09:0${Math.floor(index / 2)}:00 worker-1 kubelet[1201]: E0314 09:0${Math.floor(index / 2)}:00.00000${index % 2}    1201 ${files[index % 3] ?? 'prober.go:107] "Probe failed" pod'}="default/web-1" err="an error"`,
    );
    const none = 'no unhealthy time in this log';
    const ofPod = plain(diagnoseText(picked.join('\n')).answer);
    expect(ofPod).toContain(`${none}, of which every line has "web-1".`);
    expect(ofPod).toContain('Every line here has "web-1", as if the log had been searched for it');
    const withErrors = picked.map((line, index) => (index % 4 === 3 ? line.replace('web-1', 'late') : line));
    expect(plain(diagnoseText(withErrors.join('\n')).answer)).toContain(`${none}, of which every line has "error".`);
    const whole = plain(diagnoseText([...picked, ...picked.slice(0, 1).map(wellLine)].join('\n')).answer);
    expect(whole).toContain(`${none}.`);
    expect(whole).not.toContain('Every line here');
  });

  it('takes nothing from the silence of files whose names have not the word', () => {
    const { findings, answer } = searched(ONE_POD.map(withoutEnvelope), /kubelet/);
    expect(findings.map(({ id }) => id)).not.toContain('inspect-calls-slow');
    expect(plain(answer)).toContain('the word "kubelet"');
  });

  it('says so of PLEG too, and of a whole log not', () => {
    expect(plain(searched(HANG, /pleg/i).answer)).toMatch(SAYS);
    expect(plain(searched(HANG, /pleg/i).answer)).toContain('the word "PLEG"');
    expect(plain(diagnoseText(HANG.join('\n')).answer)).not.toMatch(SAYS);
    expect(plain(diagnoseText(HANG.slice(60).join('\n')).answer)).not.toMatch(SAYS);
  });

  it.each([/skipping/i, /pleg/i])('takes the one skip of a start for what it is (%s)', (word) => {
    for (const log of [HANG, REFUSED, ONE_POD]) {
      const { findings, answer } = searched(log, word);
      expect(findings.map(({ id }) => id)).toContain('startup-normal');
      expect(plain(answer)).toMatch(/The skip line at 09:00:0\d\.\d+ (?:is|looks like) the normal start of a kubelet/);
      expect(plain(answer)).not.toContain('the first from 09:00:0');
    }
  });
});

it('knows the one skip of a start by the work soon after it, without any line of the start', () => {
  const { answer } = searched(HANG, /pleg/i);
  expect(plain(answer)).toContain('is the normal start of a kubelet');
});

describe('a few seconds of a log', () => {
  it('are called too little, whatever they hold', () => {
    const start = HANG.slice(0, HANG.findIndex((line) => line.includes('Skipping pod')) + 1);
    const { answer } = diagnoseText(start.join('\n'));
    expect([answer.headline, answer.state]).toEqual(['Too little to tell', 'unknown']);
    expect(plain(answer)).toMatch(
      /none of them shows PLEG or the runtime unhealthy beyond a start\. .* save more of the journal: .*\n.* is the normal start of a kubelet\./,
    );
    const alone = diagnoseText(`${start.at(-1) ?? ''}\n`).answer;
    expect([alone.headline, alone.state]).toEqual(['Too little to tell', 'unknown']);
    expect(plain(alone)).toContain('looks like the normal start of a kubelet; what was before it is not in the log.');
  });
});

describe('one skip for a runtime that has not said how it is', () => {
  const SKIP =
    'Mar 12 07:14:01 n3 kubelet[2201]: E0312 07:14:01.104218    2201 kubelet.go:2460] "Skipping pod synchronization" err="container runtime status check may not have completed yet"\n';

  it('looks like a start, and may be another thing', () => {
    const { answer, findings } = diagnoseText(SKIP);
    expect(plain(answer)).toContain('looks like the normal start of a kubelet; what was before it is not in the log.');
    expect(findings.map(({ id, confidence }) => [id, confidence])).toEqual([['startup-normal', 'medium']]);
  });
});

describe('a few lines picked out of a journal', () => {
  const PICKED = [
    'I0812 18:02:53.597721    2168 kubelet.go:1862] SyncLoop (PLEG): "web_default(6c3dabe9-d0b7-4c76-ae6b-17ef35bdb2aa)", event: &pleg.PodLifecycleEvent{ID:"6c3dabe9-d0b7-4c76-ae6b-17ef35bdb2aa", Type:"ContainerDied", Data:"f7f0fc944d4759bdaa68a0ebd78e54624a2498d5eda16c6cd7cff104fdd9e841"}',
    'E0812 18:08:07.745562    2168 kubelet.go:1762] skipping pod synchronization - PLEG is not healthy: pleg was last seen active 3m0.273647s ago; threshold is 3m0s',
    'E0812 18:13:21.673883    2168 remote_runtime.go:548] ListContainerStats with filter &ContainerStatsFilter{Id:,PodSandboxId:,LabelSelector:map[string]string{},} from runtime service failed: rpc error: code = Unknown desc = operation timeout: context deadline exceeded',
  ];

  it('shows neither that it recovered nor that no call failed', () => {
    const { findings, answer } = diagnoseText(PICKED.join('\n'));
    expect(answer.state).toBe('unknown');
    expect(findings.map(({ id }) => id)).toEqual([]);
    expect(plain(answer)).toMatch(
      /PLEG was unhealthy for an unknown time, from 18:02:52\.497–18:08:07\.471; lines are missing after it, so its end is not known\./,
    );
    expect(plain(answer)).toContain(
      'Only 3 records stand here for 10m28s, as if picked out; what the others tell is unknown.',
    );
    expect(plain(answer)).not.toMatch(/recovered|took long\b/);
  });

  it('is as long as its skips show where lines are missing after the last one', () => {
    const skip = (second: number): string =>
      `E0812 18:08:${second}.000000    2168 kubelet.go:1762] skipping pod synchronization - PLEG is not healthy: pleg was last seen active 3m${second}s ago; threshold is 3m0s`;
    expect(diagnoseText([PICKED[0], skip(20), skip(25), skip(30), PICKED[2]].join('\n')).answer.headline).toBe(
      'PLEG unhealthy for at least 30s, end unknown',
    );
  });

  it('is no few lines that stand together, nor a whole log', () => {
    const skip = (second: number): string =>
      PICKED[1]
        ?.replace('18:08:07.745562', `18:08:${10 + second}.000000`)
        .replace('3m0.273647s', `3m${2 + second}.528s`) ?? '';
    const short = diagnoseText(
      [skip(0), skip(5), skip(10), PICKED[0]?.replace('18:02:53', '18:08:40')].join('\n'),
    ).answer;
    expect(short.state).toBe('recovered');
    for (const text of [plain(short), plain(diagnoseText(HANG.join('\n')).answer)])
      expect(text).not.toContain('picked out');
  });

  it('is told by kubelet lines, not by what stands between them, and shows no deadlock', () => {
    const skip = (time: string, pid: number, elapsed: string): string =>
      `I${time}   ${pid} kubelet.go:1828] skipping pod synchronization - PLEG is not healthy: pleg was last seen active ${elapsed} ago; threshold is 3m0s.`;
    const { findings, answer } = diagnoseText(
      `${skip('0523 11:25:06.087934', 20904, '3m41.395442131s')}\n......\n${skip('0524 10:01:42.180287', 28586, '1h17m57.165844739s')}`,
    );
    expect(plain(answer)).toContain('Every line here has the word "skipping"');
    expect(plain(answer)).not.toContain('Likely cause');
    expect(findings).toEqual([]);
  });

  it('is no word where one line is all', () => {
    const line =
      'E0314 09:02:40.200000    2211 kubelet.go:2337] "Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active 3m2.1s ago; threshold is 3m0s"';
    const text = plain(diagnoseText(line).answer);
    expect(text).toContain('Only one record stands here; what stood around it is unknown. Save the');
    expect(text).not.toContain('Every line here');
  });

  it('does not call an unhealthy time over after a skip of which the later lines stand before it', () => {
    const failed = (time: string): string =>
      `E0729 ${time}    9575 remote_runtime.go:321] ContainerStatus "052b011f5fcc" from runtime service failed: rpc error: code = DeadlineExceeded desc = context deadline exceeded`;
    const skip =
      'I0729 11:20:59.245243    9575 kubelet.go:1823] skipping pod synchronization - PLEG is not healthy: pleg was last seen active 3m57.138893s ago; threshold is 3m0s';
    const stateOf = (lines: readonly string[]): string => diagnoseText(lines.join('\n')).answer.state;
    const [early, late] = [failed('11:20:50.178079'), failed('11:21:50.993186')];
    expect(stateOf([early, skip, late])).toBe('recovered');
    expect(stateOf([early, late, skip])).not.toBe('recovered');
  });
});
