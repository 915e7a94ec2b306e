import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EXITED, NO_STATE, RUNNING } from '../../../src/inference/store/changeTable.ts';
import { ColumnSpace } from '../../../src/inference/store/columns.ts';
import { ContainerLines, STATE } from '../../../src/inference/containers/containerLines.ts';
import { EventTable, stateAfter } from '../../../src/inference/store/eventTable.ts';
import type { Repeats } from '../../../src/inference/store/repeats.ts';
import type { ProvenHistory } from '../../../src/inference/history.ts';
import { keptRunningByLines } from '../../../src/inference/containers/keptRunning.ts';
import type { CollectedPods } from '../../../src/inference/containers/collectedPods.ts';
import { PodCollector } from '../../../src/inference/containers/pods.ts';
import { type KeptRunning, queriesOf } from '../../../src/inference/queries.ts';
import { WORDS, writeText } from '../../../src/inference/store/idWords.ts';
import { PlainLine } from '../../../src/journal/batch/plainLine.ts';
import { NO_CALLER } from '../../../src/journal/klog/caller.ts';
import type { Instant } from '../../../src/kubelet/time.ts';
import type { PlegEventFact, PlegEventType, PodReference } from '../../../src/messages/fact.ts';
import { unlessEnded } from '../../support/effort.ts';

/** As if PLEG listed and told at once. */
const ALL = { from: 0 as Instant, beginsInRun: false, since: (told: Instant): Instant => told, reportedTwice: false };

const PODS: readonly PodReference[] = Array.from({ length: 3 }, (_, pod) => ({
  uid: `uid-${pod}`,
  namespace: 'shop',
  name: `web-${pod}`,
}));
const TYPES: readonly PlegEventType[] = ['ContainerStarted', 'ContainerDied', 'ContainerRemoved', 'ContainerChanged'];
/** Ids that fall together in tables, others, and some that cannot stand as words. */
const id = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.integer({ min: 0, max: 60 }).map((number) => `aaaaaaaa${String(number).padStart(52, '0')}bbbb`),
  },
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 30 }).map((number) => `${number * 7919}`.padEnd(64, 'e')) },
  fc.constantFrom('c1', 'A'.repeat(64)),
);
const step = fc.record({
  pod: fc.integer({ min: 0, max: 2 }),
  id,
  type: fc.constantFrom(...TYPES),
  after: fc.integer({ min: 0, max: 3 }),
  back: fc.boolean(),
  how: fc.oneof(
    { weight: 8, arbitrary: fc.constant('event' as const) },
    fc.constantFrom('finished' as const, 'ignored' as const, 'sandbox' as const),
  ),
});
type Step = typeof step extends fc.Arbitrary<infer Of> ? Of : never;

/** Lines of events, as the kernel gives those that are like an earlier one but for the container. */
class EventLines {
  readonly #repeats = new Map<string, Repeats>();

  /** Whether the event was taken as the repeat of an earlier one. */
  take(pods: PodCollector, fact: PlegEventFact, process: string): boolean {
    const key = `${fact.type} ${fact.pod.uid}`;
    const repeats = this.#repeats.get(key);
    const line = new PlainLine(fact.source, NO_CALLER);
    line.digits = new Int32Array(WORDS + 3);
    line.digitsAt = 3;
    if (repeats !== undefined && writeText(line.digits, line.digitsAt, fact.containerId ?? '')) {
      line.line = fact.line;
      line.time = fact.time;
      repeats.add(line, process);
      return true;
    }
    pods.event(fact, process);
    const own = pods.repeatsOf(fact);
    if (own !== undefined) this.#repeats.set(key, own);
    return false;
  }
}

/** Gives the steps to a collector; `inRuns`: events come in runs where that is possible. */
function collect(
  steps: readonly Step[],
  inOrder: boolean,
  inRuns: boolean,
): { readonly pods: PodCollector; readonly taken: number } {
  const pods = new PodCollector();
  const runs = new EventLines();
  let now = 0;
  let taken = 0;
  steps.forEach(({ pod: index, id: containerId, type, after, back, how }, line) => {
    now += after;
    const time = (inOrder || !back ? now : Math.max(0, now - 4)) as Instant;
    const pod = PODS[index] ?? {};
    const base = { source: 0, line, time, message: 'x' };
    if (how === 'finished') pods.add({ ...base, kind: 'container-finished', pod, containerId, exitCode: 1 });
    else if (how === 'ignored') pods.add({ ...base, kind: 'pleg-event-ignored', type, pod, containerId });
    else if (how === 'sandbox')
      pods.add({ ...base, kind: 'inspect-failed', pod, sandboxId: containerId, error: { text: 'x' } });
    else {
      const fact = { ...base, kind: 'pleg-event', type, pod, containerId } as const;
      if (!inRuns) pods.event(fact, 'process-1');
      else if (runs.take(pods, fact, 'process-1')) taken += 1;
    }
  });
  return { pods, taken };
}

describe('a collector of pods', () => {
  it('finds the same in events of runs as in their facts', () => {
    let taken = 0;
    fc.assert(
      fc.property(fc.array(step, { maxLength: 1500, size: 'max' }), fc.boolean(), (steps, inOrder) => {
        const byLine = collect(steps, inOrder, true);
        const byFact = collect(steps, inOrder, false);
        taken += byLine.taken;
        const [one, other] = [byLine.pods.collected(ALL), byFact.pods.collected(ALL)];
        expect(one.events()).toEqual(other.events());
        expect(one.pods().map((pod) => pod.containers)).toEqual(other.pods().map((pod) => pod.containers));
      }),
      { numRuns: 12, seed: 3, endOnFailure: true },
    );
    expect(taken).toBeGreaterThan(unlessEnded(2000));
  });

  it('learns nothing when it is told the same again, whatever came in between', () => {
    const name = fc.constantFrom('web-1', 'web-2');
    const reference = fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({
          uid: fc.constantFrom('uid-1', 'uid-2', 'uid-3'),
          namespace: fc.constantFrom('shop', 'store'),
          name,
        }),
      },
      fc.record({ namespace: fc.constant('shop'), name }),
      fc.record({ uid: fc.constantFrom('uid-1', 'uid-2'), name }),
      fc.record({ name }),
      fc.record({ uid: fc.constantFrom('uid-1', 'uid-2') }),
      fc.constant({}),
    ) as fc.Arbitrary<PodReference>;
    let whole = 0;
    fc.assert(
      fc.property(
        fc.array(reference, { minLength: 1, maxLength: 12 }),
        fc.array(fc.nat(11), { maxLength: 60, size: 'max' }),
        fc.func(fc.boolean()),
        (references, order, isLeft) => {
          const [byLine, byFact] = [new PodCollector(), new PodCollector()];
          const told = new Set<PodReference>();
          order.forEach((index, line) => {
            const pod = references[index % references.length];
            if (pod === undefined) return;
            const fact = {
              source: 0,
              line,
              time: line as Instant,
              message: 'x',
              kind: 'pod-sync-error',
              pod,
              error: { text: 'x' },
            } as const;
            byFact.add(fact, 'process-1');
            if (told.has(pod) && isLeft(index, line)) whole += 1;
            else byLine.add(fact, 'process-1');
            told.add(pod);
          });
          expect(byLine.collected(ALL).pods()).toEqual(byFact.collected(ALL).pods());
        },
      ),
      { numRuns: 1000, seed: 21 },
    );
    expect(whole).toBeGreaterThan(unlessEnded(2000));
  });

  it('counts the containers that kept running as one would by hand, whatever comes later', () => {
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 300, size: 'max' }),
        fc.boolean(),
        fc.boolean(),
        fc.integer({ min: 0, max: 500 }),
        fc.integer({ min: 0, max: 200 }),
        (steps, inOrder, asksFirst, since, length) => {
          const { pods } = collect(steps, inOrder, true);
          const collected = pods.collected(ALL);
          const asked = asksFirst
            ? collected.queries.keptRunning(since as Instant, (since + length) as Instant)
            : undefined;
          const expected = keptBySteps(steps, inOrder, since, length);
          expect(asked ?? expected).toEqual(expected);
          expect(collected.queries.keptRunning(since as Instant, (since + length) as Instant)).toEqual(expected);
          for (const pod of PODS)
            pods.event(
              {
                source: 0,
                line: 9999,
                time: 9999 as Instant,
                message: 'x',
                kind: 'pleg-event',
                type: 'ContainerDied',
                pod,
                containerId: 'c1',
              },
              'process-1',
            );
          expect(collected.queries.keptRunning(since as Instant, (since + length) as Instant)).toEqual(expected);
        },
      ),
      { numRuns: 150, seed: 7, endOnFailure: true },
    );
  });

  it('does so without looking containers up where lines are in order and of the usual form', () => {
    const usual = step.filter(({ how, id: text }) => how !== 'sandbox' && /^[\da-f]{64}$/u.test(text));
    fc.assert(
      fc.property(
        fc.array(usual, { maxLength: 300, size: 'max' }),
        fc.integer({ min: 0, max: 500 }),
        fc.integer({ min: 0, max: 200 }),
        (steps, since, length) => {
          const space = new ColumnSpace();
          const events = new EventTable(space);
          const lines = new ContainerLines(space);
          let now = 0;
          steps.forEach(({ pod, id: containerId, type, after, how }, line) => {
            now += after;
            if (how === 'event') events.add(now as Instant, line, type, 'process-1', pod, {}, containerId);
            else
              lines.add(
                STATE,
                events.length,
                pod,
                containerId,
                how === 'finished' ? EXITED : stateAfter(type),
                now as Instant,
                line,
                how === 'ignored',
              );
          });
          const mark = { events: events.length, lines: lines.length };
          const expected = keptBySteps(steps, true, since, length);
          expect(
            keptRunningByLines(
              events,
              lines,
              mark,
              PODS.length,
              since as Instant,
              (since + length) as Instant,
              new Set(),
            ),
          ).toEqual(expected);
        },
      ),
      { numRuns: 150, seed: 9, endOnFailure: true },
    );
  });

  it('looks containers up where one pod runs very many', () => {
    const { pods } = collect(
      Array.from({ length: 100 }, (_, number) => ({
        pod: 0,
        id: String(number).padEnd(64, 'e'),
        type: 'ContainerStarted',
        after: 1,
        back: false,
        how: 'event',
      })),
      true,
      false,
    );
    expect(pods.collected(ALL).queries.keptRunning(90 as Instant, 95 as Instant)).toEqual({ before: 90, kept: 90 });
  });

  it('counts only pods that a wanted process named first', () => {
    const pods = new PodCollector();
    const started = (at: number, uid: string, process: string): void =>
      pods.event(
        {
          source: 0,
          line: at,
          time: at as Instant,
          message: 'x',
          kind: 'pleg-event',
          type: 'ContainerStarted',
          pod: { uid },
          containerId: String(at).padEnd(64, 'c'),
        },
        process,
      );
    started(1, 'pod-a', 'process-1');
    started(2, 'pod-b', 'process-2');
    started(3, 'pod-c', 'process-2');
    started(4, 'pod-a', 'process-3');
    pods.add(
      {
        source: 0,
        line: 5,
        time: 5 as Instant,
        message: 'x',
        kind: 'container-finished',
        pod: { uid: 'pod-c' },
        containerId: '3'.padEnd(64, 'c'),
      },
      'process-2',
    );
    const collected = pods.collected(ALL);
    const plainData = queriesOf({ pods: collected.pods(), plegEvents: collected.events() } as unknown as ProvenHistory);
    for (const queries of [collected.queries, plainData]) {
      const kept = (...processes: readonly string[]) =>
        queries.keptRunning(4 as Instant, 9 as Instant, (process) => processes.includes(process));
      expect(kept('process-1', 'process-3')).toEqual({ before: 2, kept: 2 });
      expect(kept('process-2')).toEqual({ before: 2, kept: 1 });
      expect(queries.keptRunning(4 as Instant, 9 as Instant)).toEqual({ before: 4, kept: 3 });
    }
  });

  it('shows each moment what was known then, asked in whatever order', () => {
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 200, size: 'max' }),
        fc.array(step, { maxLength: 200, size: 'max' }),
        fc.boolean(),
        (first, then, laterFirst) => {
          // A state that is told again gets further evidence, whenever somebody looks.
          const statesOf = (of: CollectedPods): unknown =>
            of.pods().map((pod) =>
              pod.containers.map(({ id: containerId, states }) => ({
                containerId,
                states: states.map(({ state, from, to }) => ({ state, from, to })),
              })),
            );
          const alone = statesOf(collect(first, true, true).pods.collected(ALL));
          const { pods } = collect(first, true, true);
          const before = pods.collected(ALL);
          then.forEach(({ pod: index, id: containerId, type }, at) =>
            pods.event(
              {
                source: 0,
                line: 1000 + at,
                time: (10_000 + at) as Instant,
                message: 'x',
                kind: 'pleg-event',
                type,
                pod: PODS[index] ?? {},
                containerId,
              },
              'process-1',
            ),
          );
          const after = pods.collected(ALL);
          if (laterFirst) statesOf(after);
          expect(statesOf(before)).toEqual(alone);
          expect(after.events()).toHaveLength(before.events().length + then.length);
        },
      ),
      { numRuns: 60, seed: 4, endOnFailure: true },
    );
  });
});

/** What the steps tell of all containers in turn, by the book. */
function keptBySteps(steps: readonly Step[], inOrder: boolean, since: number, length: number): KeptRunning {
  const containers: {
    readonly pod: number;
    readonly id: string;
    isSandbox: boolean;
    readonly changes: { readonly state: number; known: number }[];
  }[] = [];
  let now = 0;
  for (const { pod, id: containerId, type, after, back, how } of steps) {
    now += after;
    const time = inOrder || !back ? now : Math.max(0, now - 4);
    const newest = how === 'sandbox' ? containers.findLast((one) => one.id === containerId) : undefined;
    let container = newest ?? containers.find((one) => one.id === containerId && one.pod === pod);
    if (container === undefined) containers.push((container = { pod, id: containerId, isSandbox: false, changes: [] }));
    if (how === 'sandbox') container.isSandbox = true;
    else if (how === 'finished') container.isSandbox = false;
    const state = how === 'sandbox' ? NO_STATE : how === 'finished' ? EXITED : stateAfter(type);
    const last = container.changes.at(-1);
    if (state === last?.state) last.known = Math.min(last.known, time);
    else if (state !== NO_STATE) container.changes.push({ state, known: time });
  }
  const running = containers.flatMap(({ isSandbox, changes }) => {
    const place = changes.findLastIndex(({ state, known }) => state === RUNNING && known <= since);
    const next = changes[place + 1];
    return isSandbox || place < 0 || (next !== undefined && next.known <= since)
      ? []
      : [{ known: changes[place]?.known ?? 0, isLast: next === undefined }];
  });
  return {
    before: running.length,
    kept: running.filter(({ known, isLast }) => isLast || known >= since + length).length,
  };
}
