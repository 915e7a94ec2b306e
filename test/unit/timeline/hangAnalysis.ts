/** An analysis by hand: list calls hang for five minutes, then recovery. Shaped like a real log, small enough to know by heart. */
import type { Analysis } from '../../../src/analysis/analysis.ts';
import type { Finding } from '../../../src/diagnosis/finding.ts';
import { printableFinding } from '../../../src/diagnosis/printableFinding.ts';
import type {
  AttributedFact,
  ContainerHistory,
  PlegEvent,
  PodHistory,
  Relist,
  Skip,
} from '../../../src/inference/history.ts';
import { printing } from '../../../src/kubelet/printable.ts';
import { duration, exactly, type Instant, instant, seconds, type TimeBounds } from '../../../src/kubelet/time.ts';
import type { Fact } from '../../../src/messages/fact.ts';
import type { LikelyRelist, LoopSpan, StalenessPoint } from '../../../src/replay/reconstruction.ts';

const START = Date.UTC(2026, 10, 21, 0, 27, 36) * 1000;

/** Seconds after 00:27:36. */
export function at(second: number): Instant {
  return instant(START + Math.round(second * 1e6));
}

function bounds(min: number, max: number): TimeBounds {
  return { min: at(min), max: at(max) };
}

const L = 66.387; // 00:28:42.387, the last relist that was listed
const END = { min: 375.0, max: 376.9 };
const LINE = (line: number): { source: number; line: number } => ({ source: 0, line });

function skip(line: number, second: number, text: string, elapsed?: number): Skip {
  return {
    ...LINE(line),
    time: at(second),
    process: 'process-1',
    episode: elapsed === undefined ? 'episode-1' : 'episode-2',
    reasons: [
      elapsed === undefined
        ? { kind: 'pleg-never', text }
        : { kind: 'pleg-stale', text, elapsed: seconds(elapsed), threshold: seconds(180) },
    ],
    ...(elapsed === undefined ? {} : { lastRelist: at(second - elapsed) }),
  };
}

function skips(): Skip[] {
  const out = [
    skip(217, 0.538, 'PLEG is not healthy: pleg has yet to be successful'),
    skip(236, 0.645, 'container runtime status check may not have completed yet'),
  ];
  let time = 308.553;
  let step = 0.1;
  for (let index = 0; index < 19; index += 1) {
    out.push(
      skip(
        407 + index,
        time,
        `PLEG is not healthy: pleg was last seen active ${(time - L).toFixed(3)}s ago; threshold is 3m0s`,
        time - L,
      ),
    );
    time += step;
    step = Math.min(5, step * 2);
  }
  return out;
}

function fact(partial: Record<string, unknown> & { kind: Fact['kind']; line: number; second: number }): AttributedFact {
  const { line, second, ...rest } = partial;
  return {
    process: 'process-1',
    fact: { source: 0, line, lines: 1, time: at(second), message: 'test', ...rest } as unknown as Fact,
  };
}

function facts(): AttributedFact[] {
  const deadline = {
    text: 'rpc error: code = DeadlineExceeded desc = context deadline exceeded',
    code: 'DeadlineExceeded',
  };
  return [
    fact({
      kind: 'runtime-call-failed',
      line: 383,
      second: 187.391,
      method: 'ListPodSandbox',
      error: deadline,
      pod: {},
    }),
    fact({ kind: 'relist-failed', line: 384, second: 187.392, scope: 'all', pod: {}, error: deadline }),
    fact({
      kind: 'runtime-call-failed',
      line: 385,
      second: 188.54,
      method: 'ListPodSandbox',
      error: deadline,
      pod: {},
    }),
    fact({ kind: 'housekeeping-slow', line: 388, second: 188.5405, took: seconds(120.001) }),
    fact({
      kind: 'runtime-call-failed',
      line: 401,
      second: 308.401,
      method: 'ListPodSandbox',
      error: deadline,
      pod: {},
    }),
    fact({ kind: 'relist-failed', line: 402, second: 308.402, scope: 'all', pod: {}, error: deadline }),
    fact({
      kind: 'runtime-call-failed',
      line: 403,
      second: 308.553,
      method: 'ContainerStatus',
      error: deadline,
      pod: { uid: 'uid-web-1', namespace: 'default', name: 'web-1' },
      containerId: 'ef99'.repeat(16),
    }),
    fact({ kind: 'housekeeping-slow', line: 406, second: 308.5535, took: seconds(120.006) }),
    fact({
      kind: 'container-finished',
      line: 431,
      second: 376.866,
      pod: { uid: 'uid-web-1' },
      containerId: 'ef99'.repeat(16),
      exitCode: 1,
    }),
    fact({
      kind: 'pod-sync-error',
      line: 435,
      second: 378,
      pod: { uid: 'uid-web-1' },
      error: { text: 'failed to "StartContainer" for "nginx"' },
    }),
    {
      fact: {
        source: 0,
        line: 380,
        time: at(64),
        message: 'kernel',
        kind: 'neighbour',
        what: 'kernel-hung-task',
        unit: 'kernel',
        text: 'task containerd:812 blocked for more than 120 seconds.',
      },
    },
    {
      fact: {
        source: 0,
        line: 470,
        time: at(450),
        message: 'systemd',
        kind: 'neighbour',
        what: 'runtime-started',
        unit: 'containerd.service',
        text: 'Started containerd.service',
      },
    },
    fact({ kind: 'node-event', line: 398, second: 256.5016, event: 'NodeNotReady', node: 'worker-2' }),
    fact({ kind: 'eviction', line: 460, second: 430, text: 'attempting to reclaim ephemeral-storage' }),
  ];
}

function containers(index: number): ContainerHistory[] {
  const up = { state: 'running' as const, evidence: [LINE(325 + index)] };
  if (index === 0) {
    return [
      {
        id: 'ef99'.repeat(16),
        name: 'nginx',
        kind: 'container',
        states: [
          { ...up, from: bounds(4.1, 5.2), to: bounds(66.4, 376.866) },
          { state: 'exited', from: bounds(66.4, 376.866), to: exactly(at(440)), exitCode: 1, evidence: [LINE(431)] },
        ],
      },
      {
        id: '3900'.repeat(16),
        name: 'nginx',
        kind: 'container',
        states: [{ state: 'running', from: exactly(at(379.99)), evidence: [LINE(443)] }],
      },
      { id: 'bc6e'.repeat(16), name: 'sidecar', kind: 'container', states: [{ ...up, from: bounds(4.1, 5.2) }] },
      { id: '400d'.repeat(16), kind: 'sandbox', states: [{ ...up, from: bounds(4.1, 5.2) }] },
    ];
  }
  return [
    {
      id: String(index).padStart(4, 'a').repeat(16),
      ...(index % 3 === 2 ? {} : { name: 'nginx' }),
      kind: 'container',
      states: [{ ...up, from: bounds(4 + index / 10, 5.2 + index / 10) }],
    },
  ];
}

const PODS = ['default/web-1', 'default/web-2', 'default/crasher-1', 'kube-system/kube-proxy-worker-2', 'prod/db-0'];

function pods(): PodHistory[] {
  return PODS.map((name, index) => {
    const [namespace = '', short = ''] = name.split('/');
    return { uid: `uid-${short}`, namespace, name: short, containers: containers(index), first: LINE(300 + index) };
  });
}

function plegEvents(): PlegEvent[] {
  const out: PlegEvent[] = PODS.map((name, index) => ({
    ...LINE(325 + index),
    time: at(5.2 + index / 10),
    process: 'process-1',
    type: 'ContainerStarted',
    pod: { uid: `uid-${name.split('/')[1] ?? ''}` },
    containerId: `c${index}`,
  }));
  out.push({
    ...LINE(441),
    time: at(379.9897),
    process: 'process-1',
    type: 'ContainerDied',
    pod: { uid: 'uid-web-1' },
    containerId: 'ef99'.repeat(16),
  });
  out.push({
    ...LINE(443),
    time: at(379.99),
    process: 'process-1',
    type: 'ContainerStarted',
    pod: { uid: 'uid-web-1' },
    containerId: '3900'.repeat(16),
  });
  return out;
}

function relists(): Relist[] {
  return [
    {
      process: 'process-1',
      scope: 'all',
      start: exactly(at(L)),
      listed: bounds(L, L + 0.01),
      end: bounds(L, L + 0.4),
      outcome: 'ok',
      evidence: [LINE(407)],
    },
    {
      process: 'process-1',
      scope: 'all',
      start: bounds(67.387, 67.4),
      end: exactly(at(187.392)),
      phase: 'listing',
      call: 'ListPodSandbox',
      outcome: 'list-failed',
      evidence: [LINE(384)],
    },
    {
      process: 'process-1',
      scope: 'all',
      start: bounds(188.392, 188.41),
      end: exactly(at(308.402)),
      phase: 'listing',
      call: 'ListPodSandbox',
      outcome: 'list-failed',
      evidence: [LINE(402)],
    },
    {
      process: 'process-1',
      scope: 'all',
      start: bounds(309.402, 309.41),
      listed: bounds(END.min, END.max),
      end: bounds(END.min, END.max),
      phase: 'listing',
      outcome: 'ok',
      evidence: [LINE(430)],
    },
    {
      process: 'process-1',
      scope: 'pod',
      podUid: 'uid-web-1',
      start: bounds(379, 379.1),
      end: exactly(at(379.3)),
      outcome: 'ok',
      evidence: [LINE(443)],
    },
  ];
}

function likelyRelists(): LikelyRelist[] {
  const out: LikelyRelist[] = [];
  for (let time = 0.53; time < L - 0.5; time += 1.0076)
    out.push({
      process: 'process-1',
      start: at(time),
      listed: at(time + 0.004),
      end: at(time + 0.0076),
      failed: false,
    });
  for (let time = 377.9; time < 459; time += 1.0076)
    out.push({
      process: 'process-1',
      start: at(time),
      listed: at(time + 0.004),
      end: at(time + 0.0076),
      failed: false,
    });
  return out;
}

function staleness(): StalenessPoint[] {
  const out: StalenessPoint[] = [];
  const level = (from: number, to: number): void => {
    for (const time of [from, to])
      out.push({ time: at(time), staleness: seconds(0.5), min: seconds(0), max: seconds(2), proven: false });
  };
  level(0.645, L);
  out.push({ time: at(L), staleness: seconds(0), proven: true });
  for (let time = 308.553; time < END.min; time += 5)
    out.push({ time: at(time), staleness: seconds(time - L), proven: true });
  out.push({ time: at(END.min), staleness: seconds(END.min - L), proven: false });
  out.push({ time: at(END.max), staleness: seconds(0.5), min: seconds(0), max: seconds(END.max - L), proven: false });
  level(END.max, 460);
  return out;
}

function loop(): LoopSpan[] {
  const span = (from: number, to: number, state: LoopSpan['state'], proven: boolean): LoopSpan => ({
    process: 'process-1',
    from: at(from),
    to: at(to),
    state,
    proven,
  });
  return [
    span(0.538, 0.75, 'skipping', true),
    span(0.75, 68.54, 'working', true),
    span(68.54, 188.54, 'blocked', true),
    span(188.54, 188.55, 'working', false),
    span(188.55, 308.553, 'blocked', true),
    span(308.553, 379.989, 'skipping', true),
    span(379.989, 460, 'working', true),
  ];
}

/** The whole analysis; every field is filled as the pipeline fills it. */
export function hangAnalysis(): Analysis {
  const all = skips();
  const notReady = `PLEG is not healthy: pleg was last seen active 3m10.114s ago; threshold is 3m0s`;
  return {
    folded: [],
    reconstruction: {
      history: {
        sources: [
          {
            name: 'kubelet.log',
            bytes: 69834,
            lines: 473,
            records: 470,
            unparsedLines: 0,
            journal: 'none',
            klog: 'structured',
            timeZone: 'unknown',
            year: 2026,
            yearFrom: 'log',
          },
        ],
        span: { from: at(0), to: at(460) },
        nodes: [{ id: 'node-1', names: ['worker-2'], evidence: [LINE(1)] }],
        processes: [
          {
            id: 'process-1',
            node: 'node-1',
            pid: 20595,
            from: at(0),
            to: at(460),
            first: LINE(1),
            last: LINE(473),
            records: 470,
            version: { major: 1, minor: 36, patch: 2 },
            versionKnown: 'line',
            settings: new Map(),
            startedInLog: true,
            endedBy: 'end-of-log',
          },
        ],
        counts: {
          lines: 473,
          records: 470,
          unparsedLines: 0,
          skips: 21,
          plegEvents: 7,
          relistErrors: 2,
          statusErrors: 0,
          runtimeCallErrors: 4,
        },
        skips: all,
        plegEvents: plegEvents(),
        relists: relists(),
        episodes: [
          {
            id: 'episode-1',
            process: 'process-1',
            startup: true,
            reasons: ['pleg-never', 'runtime-status-unknown'],
            begin: exactly(at(0.1)),
            end: bounds(0.645, 0.75),
            endedBy: 'recovered',
            beginsBeforeLog: false,
            firstSkip: LINE(217),
            lastSkip: LINE(236),
            skips: { observed: 2, missing: 0 },
            evidence: [LINE(217)],
          },
          {
            id: 'episode-2',
            process: 'process-1',
            startup: false,
            reasons: ['pleg-stale'],
            begin: exactly(at(L + 180)),
            end: bounds(END.min, END.max),
            resumed: exactly(at(379.989)),
            endedBy: 'recovered',
            beginsBeforeLog: false,
            firstSkip: LINE(407),
            lastSkip: LINE(425),
            skips: { observed: 19, missing: 0 },
            lastRelist: exactly(at(L)),
            longestElapsed: duration(308.58e6),
            evidence: [LINE(407), LINE(425)],
          },
        ],
        pods: pods(),
        nodeReady: [
          { ...LINE(312), time: at(1.4855), node: 'node-1', process: 'process-1', ready: true, reason: 'KubeletReady' },
          {
            ...LINE(399),
            time: at(256.5017),
            node: 'node-1',
            process: 'process-1',
            ready: false,
            reason: 'KubeletNotReady',
            text: notReady,
          },
          {
            ...LINE(433),
            time: at(379.1206),
            node: 'node-1',
            process: 'process-1',
            ready: true,
            reason: 'KubeletReady',
          },
        ],
        stalls: [
          {
            process: 'process-1',
            from: exactly(at(68.54)),
            to: exactly(at(188.54)),
            by: 'housekeeping',
            evidence: [LINE(388)],
          },
          {
            process: 'process-1',
            from: exactly(at(188.55)),
            to: exactly(at(308.553)),
            by: 'housekeeping',
            evidence: [LINE(406)],
          },
        ],
        gaps: [{ from: at(400), to: at(405), why: 'suppressed', evidence: [LINE(455)] }],
        rate: {
          from: at(0),
          bucket: seconds(4.6),
          info: Array.from({ length: 100 }, (_, index) =>
            index === 0
              ? 220
              : index === 1
                ? 90
                : index > 14 && index < 67
                  ? index % 9 === 0
                    ? 2
                    : 0
                  : 3 + (index % 4),
          ),
          warning: Array.from({ length: 100 }, (_, index) => (index === 0 ? 12 : index % 17 === 0 ? 1 : 0)),
          error: Array.from({ length: 100 }, (_, index) =>
            index === 0 ? 4 : index === 40 ? 3 : index === 67 ? 12 : index > 67 && index < 82 ? 1 : 0,
          ),
        },
        facts: facts(),
        constraints: [],
        warnings: [{ text: 'The log names no time zone; times are shown as they are written.', at: LINE(1) }],
      },
      check: {
        explainedSkips: 21,
        unexplainedSkips: [],
        missingSkips: [],
        episodes: [],
        fitted: [LINE(407)],
        clockSteps: [],
      },
      staleness: new Map([['process-1', staleness()]]),
      loop: loop(),
      likelyRelists: likelyRelists(),
    },
    findings: (
      [
        {
          id: 'list-calls-hang',
          episode: 'episode-2',
          confidence: 'high',
          title: 'The list calls of the container runtime hung',
          explanation:
            'ListPodSandbox did not answer within its two minutes, twice in a row, while Status still answered. Without a list no relist succeeds, so PLEG grew stale.',
          nextSteps: [
            'Look at the runtime: `journalctl -u containerd --since "00:28" --until "00:35"`.',
            'Ask it yourself: `time crictl pods`; if that hangs, take a stack dump with `kill -USR1 $(pidof containerd)`.',
            'Restarting the kubelet alone does not help; restarting the runtime usually does.',
          ],
          evidence: [
            {
              ...LINE(383),
              text: '"ListPodSandbox with filter from runtime service failed" err="rpc error: code = DeadlineExceeded desc = context deadline exceeded"',
            },
            {
              ...LINE(401),
              text: '"ListPodSandbox with filter from runtime service failed" err="rpc error: code = DeadlineExceeded"',
            },
          ],
        },
        {
          id: 'loop-blocked',
          episode: 'episode-2',
          confidence: 'high',
          title: 'The sync loop was itself blocked by housekeeping',
          explanation:
            'Housekeeping runs inside the loop and makes the same list call, so the first skip line came only when it ended.',
          nextSteps: [],
          evidence: [
            { ...LINE(388), text: '"Housekeeping took longer than expected" expected="1s" actual="2m0.001s"' },
          ],
        },
        {
          id: 'startup-normal',
          episode: 'episode-1',
          confidence: 'high',
          title: 'The two skips at 00:27:36 are the normal start of a kubelet',
          explanation: 'Until the first relist is listed and the runtime has answered once, the loop skips.',
          nextSteps: [],
          evidence: [
            {
              ...LINE(217),
              text: '"Skipping pod synchronization" err="[container runtime status check may not have completed yet, PLEG is not healthy: pleg has yet to be successful]"',
            },
          ],
        },
      ] satisfies Finding[]
    ).map((finding) => printableFinding(finding, new Set())),
    answer: {
      headline: printing`PLEG unhealthy for 2m8.6s–2m10.5s, recovered`,
      state: 'recovered',
      episode: 'episode-2',
      paragraphs: [
        [
          {
            kind: 'last-relist',
            text: printing`PLEG was unhealthy for 2m8.6s–2m10.5s, from 00:31:42.387 until 00:33:51.0–00:33:52.9. It has recovered.`,
            strong: true,
          },
          { kind: 'last-relist', text: printing` The last relist that could list the containers began at ` },
          { kind: 'last-relist', text: printing`00:28:42.387`, at: LINE(407) },
          {
            kind: 'last-relist',
            text: printing`; the next one hung in ListPodSandbox, which timed out after two minutes at `,
          },
          { kind: 'last-relist', text: printing`00:30:43`, at: LINE(383) },
          { kind: 'last-relist', text: printing` and again at ` },
          { kind: 'last-relist', text: printing`00:32:44`, at: LINE(401) },
          {
            kind: 'last-relist',
            text: printing`, so the three-minute threshold passed at 00:31:42. The node was reported NotReady at `,
          },
          { kind: 'last-relist', text: printing`00:31:52`, at: LINE(399) },
          { kind: 'last-relist', text: printing` and Ready at ` },
          { kind: 'last-relist', text: printing`00:33:55`, at: LINE(433) },
          { kind: 'last-relist', text: printing`. The first of 19 “Skipping pod synchronization” lines came only at ` },
          { kind: 'last-relist', text: printing`00:32:44`, at: LINE(407) },
          {
            kind: 'last-relist',
            text: printing`, because the sync loop was itself blocked for two minutes by housekeeping, which makes the same call. Likely cause (high confidence): `,
          },
          { kind: 'last-relist', text: printing`the container runtime’s list calls hung`, strong: true },
          {
            kind: 'last-relist',
            text: printing`, while its Status call still answered. Pods kept running. Replay: 21 of 21 skips explained.`,
          },
        ],
      ],
    },
  };
}
