/** A story that is over does not hide the trouble with which the log ends: what an answer says of some troubled nodes. */
import { describe, expect, it } from 'vitest';
import { incidentOf } from './incident.ts';
import { untrueOfTroubles } from './troubleRules.ts';
import { type Plan, type PlannedTrouble, troubledJournal, type TroubleKind } from './troubles.ts';

const trouble = (kind: TroubleKind, length: number, after = 30): PlannedTrouble => ({
  kind,
  after,
  overlaps: false,
  isAtStart: false,
  length,
  way: 'refused',
  answer: 'unauthorized',
  how: 'stopped',
  victims: 2,
});

const plan = (first: Plan['first'], more: Partial<Plan> = {}): Plan => ({
  version: '1.28.14',
  seed: 7,
  verbosity: 2,
  mode: 'short-iso-precise',
  noises: [],
  first,
  piece: [0, 1],
  ...more,
});

/** A runtime that crashes in a loop, so that it is there for a second now and then, and a trouble that goes on behind it. */
const LOOP = plan(
  { troubles: [{ ...trouble('runtime', 60, 91), how: 'crashing' }, trouble('api', 60, 5)], tail: 0 },
  { version: '1.12.3', seed: 1, mode: 'short' },
);

function answerOf(of: Plan): { readonly headline: string; readonly state: string; readonly first: string } {
  const troubled = troubledJournal(of);
  expect(untrueOfTroubles(troubled)).toEqual([]);
  const { answer } = incidentOf(troubled.log, troubled.truth);
  const first = (answer.paragraphs[0] ?? []).map(({ text }) => text).join('');
  return { headline: answer.headline, state: answer.state, first: first.replaceAll(/<\d+>/g, 'T') };
}

const RUNTIME_THEN_FLAG = plan(
  { troubles: [trouble('runtime', 90)], tail: 100 },
  { end: { how: 'killed', fault: 'flag', times: 4 } },
);

describe('a log that ends with another trouble than its story', () => {
  it('tells of a kubelet that does not start, after a runtime that is back', () => {
    const { headline, state, first } = answerOf(RUNTIME_THEN_FLAG);
    expect(headline).toMatch(/^Runtime down for .*, then the kubelet ended and none followed$/);
    expect(state).toBe('unhealthy-at-end');
    expect(first).toContain('Worth a look: the kubelet does not know its flag --network-plugin');
    expect(first).toMatch(/Seen from T to the end of the log\. Next: take --network-plugin out/);
  });

  it('says of a runtime that crashes in a loop that its list calls fail again, where they do as the log ends', () => {
    const cut = answerOf({ ...LOOP, piece: [0, 0.7] });
    expect(cut.state).toBe('recovered');
    expect(cut.first).toContain('It has recovered. The log ends with list calls that fail again. Likely cause');
    expect(answerOf(LOOP).first).not.toContain('fail again');
  });

  it('calls it recovered where a kubelet got over that', () => {
    const { headline, state, first } = answerOf({
      ...RUNTIME_THEN_FLAG,
      end: { how: 'killed', fault: 'flag', times: 2, next: { troubles: [], tail: 0 } },
    });
    expect(headline).toMatch(/, recovered$/);
    expect(state).toBe('recovered');
    expect(first).not.toContain('Worth a look');
  });

  it('tells of an API server out of reach, after a kubelet that panicked', () => {
    const { headline, state, first } = answerOf(
      plan(
        { troubles: [], tail: 150 },
        { end: { how: 'panic', times: 0, next: { troubles: [trouble('api', 200, 60)], tail: -20 } } },
      ),
    );
    expect(headline).toBe('The kubelet ended with a panic or fatal error of Go');
    expect(state).toBe('impaired');
    expect(first).toContain('Worth a look: the API server 10.20.0.5:6443 could not be reached');
  });

  it('tells of a shortage, after certificates that were renewed', () => {
    const { state, first } = answerOf(
      plan({ troubles: [trouble('certificate', 80), trouble('disk', 200, 90)], tail: -5 }),
    );
    expect(state).toBe('impaired');
    expect(first).toContain('Worth a look: the node was short of disk');
  });

  it('calls the network ready again where below -v=2 no line says that the node is', () => {
    const { state, first } = answerOf(
      plan({ troubles: [trouble('network', 100)], tail: 200 }, { verbosity: 0, noises: ['pull'] }),
    );
    expect(state).toBe('recovered');
    expect(first).toContain('and not after that');
  });
});

describe('a kubelet whose loop runs at the end, if only for seconds', () => {
  it('got over what ended those before it at their start', () => {
    const { state, first } = answerOf(
      plan(
        { troubles: [], tail: 40 },
        { end: { how: 'stopped', fault: 'flag', times: 3, next: { troubles: [], tail: 0 } } },
      ),
    );
    expect(state).toBe('recovered');
    expect(first).toContain('was still at work when the log ends');
  });
});

describe('kubelets that do not start at the end', () => {
  it.each(['cgroup-driver', 'runtime', 'unknown', 'swap'] as const)(
    'are told of behind a runtime that was back: %s',
    (fault) => {
      const { headline, state } = answerOf({
        ...RUNTIME_THEN_FLAG,
        version: '1.22.0',
        end: { how: 'killed', fault, times: 4 },
      });
      expect(headline).toMatch(/, then the kubelet ended and none followed$/);
      expect(state).toBe('unhealthy-at-end');
    },
  );
});

describe('a piece that begins behind the line that says what was short', () => {
  it('counts no pod that was ended before among those of the next shortage', () => {
    const whole = troubledJournal(plan({ troubles: [trouble('pids', 60), trouble('disk', 90, 500)], tail: 60 }));
    const from = whole.log.indexOf('pod is evicted successfully" pod="default/batch-pids-2');
    const log = whole.log.slice(whole.log.lastIndexOf('\n', from) + 1);
    const { findings } = incidentOf(log, whole.truth);
    expect(findings.find(({ id }) => id === 'evicting')?.title).toBe(
      'The kubelet evicted 2 pods for lack of disk (ephemeral-storage)',
    );
  });
});

describe('a kubelet that the kernel killed for lack of memory', () => {
  it('is not why the runtime of the next one was stopped', () => {
    const { first } = answerOf(
      plan(
        { troubles: [], tail: 60 },
        { end: { how: 'out-of-memory', times: 0, next: { troubles: [trouble('runtime', 200, 60)], tail: -20 } } },
      ),
    );
    expect(first).toContain('Likely cause (high confidence): the container runtime was stopped');
  });
});
