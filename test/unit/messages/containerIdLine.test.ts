import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KeptFacts } from '../../../src/inference/store/keptFacts.ts';
import { PodCollector } from '../../../src/inference/containers/pods.ts';
import { NO_CALLER } from '../../../src/journal/klog/caller.ts';
import { writeQuoted } from '../../../src/journal/klog/goQuote.ts';
import { PlainLine } from '../../../src/journal/batch/plainLine.ts';
import type { Instant } from '../../../src/kubelet/time.ts';
import { rowById } from '../../../src/messages/catalogue/index.ts';
import type { ContainerNamedFact, Fact } from '../../../src/messages/fact.ts';
import { LinePlan } from '../../../src/messages/plans/linePlan.ts';
import { PlannedLine } from '../../../src/messages/plans/plannedLine.ts';
import type { CatalogueRow, FactBuilder } from '../../../src/messages/recognise/row.ts';

/** As if PLEG listed and told at once. */
const ALL = { from: 0 as Instant, beginsInLife: false, since: (told: Instant): Instant => told, toldTwice: false };

const row = rowById('kuberuntime.remove-container.s') as CatalogueRow;
const encoder = new TextEncoder();
const sample = encoder.encode('"RemoveContainer" containerID="x"');
const plan = LinePlan.of(0, row, 'I', 'RemoveContainer', ['containerID'], sample, 0, sample.length) as LinePlan;
const PODS = [
  { uid: 'uid-1', namespace: 'shop', name: 'web-1' },
  { uid: 'uid-2', namespace: 'shop', name: 'web-2' },
];

function lineOf(id: string, number: number): PlainLine {
  const line = new PlainLine(0, NO_CALLER);
  line.line = number;
  line.time = (number * 10) as Instant;
  line.bytes = encoder.encode(`"RemoveContainer" containerID=${writeQuoted(id)}`);
  line.view = new DataView(line.bytes.buffer);
  line.bodyEnd = line.bytes.length;
  return line;
}

function factOf(inHand: PlannedLine, line: PlainLine): ContainerNamedFact | undefined {
  inHand.hold(plan, line);
  return (row.facts as FactBuilder)(inHand) as ContainerNamedFact | undefined;
}

describe('the id of a container that is left in its line', () => {
  const hex = fc
    .integer({ min: 0, max: 30 })
    .map((number) => (number * 7919).toString(16).padEnd(64, '0123456789abcdef'));
  const id = fc.oneof(
    { weight: 5, arbitrary: hex },
    hex.map((text) => `${text.slice(1)}A`),
    hex.map((text) => `${text}a`),
    hex.map((text) => `containerd://${text}`),
    hex.map((text) => `a://${text.slice(4)}`),
    hex.map((text) => `${text.slice(2)}\\"`),
    fc.string({ maxLength: 66 }),
    fc.string({ minLength: 60, maxLength: 66, unit: fc.constantFrom('a', 'g', 'é', '`', '/', ':') }),
  );
  const step = fc.record({
    id,
    how: fc.oneof(
      { weight: 3, arbitrary: fc.constant('removed' as const) },
      fc.constantFrom('started' as const, 'died' as const),
    ),
    pod: fc.constantFrom(...PODS),
  });

  it('says the same to all who take it as its fact', () => {
    let left = 0;
    let made = 0;
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 80, size: 'max' }), (steps) => {
        const inHand = new PlannedLine();
        const [lines, facts] = [
          { pods: new PodCollector(), kept: new KeptFacts() },
          { pods: new PodCollector(), kept: new KeptFacts() },
        ];
        steps.forEach(({ id: containerId, how, pod }, number) => {
          const line = lineOf(containerId, number);
          if (how !== 'removed') {
            for (const { pods } of [lines, facts])
              pods.event(
                {
                  source: 0,
                  line: number,
                  time: line.time,
                  message: 'x',
                  kind: 'pleg-event',
                  type: how === 'died' ? 'ContainerDied' : 'ContainerStarted',
                  pod,
                  containerId,
                },
                'process-1',
              );
            return;
          }
          if (!plan.match(line.bytes, line.view, 0, line.bodyEnd, inHand.spans))
            throw new Error(`no plan for ${containerId}`);
          const fact = factOf(inHand, line);
          const container = inHand.containerIdLine(plan, 'removing');
          const isLeft = container !== undefined && lines.kept.addContainerId(container, line, 'process-1');
          if (isLeft) left += 1;
          if (fact === undefined) {
            expect(isLeft).toBe(false);
            return;
          }
          for (const { pods, kept } of isLeft ? [facts] : [lines, facts]) {
            pods.add(fact, 'process-1');
            kept.add(fact, 'process-1');
          }
          if (!isLeft) made += 1;
        });
        const told = ({ pods, kept }: typeof lines): readonly unknown[] => {
          const collected = pods.collected(ALL);
          const ids = new Set(steps.map(({ id: containerId }) => containerId));
          return [
            collected.events(),
            collected.pods().map((pod) => pod.containers),
            [...ids].map((own) => collected.queries.containerOf(own)),
            collected.queries.keptRunning(0 as Instant, 400 as Instant),
            plain(kept),
          ];
        };
        expect(told(lines)).toEqual(told(facts));
      }),
      { numRuns: 150, seed: 23 },
    );
    expect(left).toBeGreaterThan(1000);
    expect(made).toBeGreaterThan(300);
  });
});

function plain(kept: KeptFacts): readonly { readonly fact: Fact; readonly process?: string }[] {
  return [...kept.passing()].map((attributed) => ({ ...attributed, fact: { ...attributed.fact } }));
}
