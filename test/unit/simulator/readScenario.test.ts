import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { METHODS } from '../../../src/simulator/scenario/readFaults.ts';
import { problemLines, readScenario } from '../../../src/simulator/scenario/readScenario.ts';
import { projectRoot } from '../../support/shared.ts';
import { listFiles } from '../../../scripts/lib/files.mjs';

function problems(scenario: unknown): string[] {
  const result = readScenario(typeof scenario === 'string' ? scenario : JSON.stringify(scenario));
  return result.ok ? [] : problemLines(result.problems);
}

describe('a wrong scenario', () => {
  it.each<[string, unknown, string]>([
    [
      'a container without a name',
      { pods: [{ name: 'a' }, { name: 'b' }, { name: 'c', containers: [{}] }] },
      'pods[2].containers[0].name: is missing',
    ],
    [
      'a name with capitals',
      { pods: [{ name: 'Web' }] },
      'pods[0].name: must be a name of lower case letters, digits, dots and hyphens, not "Web"',
    ],
    [
      'two pods of one name',
      { pods: [{ name: 'web' }, { name: 'web' }] },
      'pods[1].name: there is a pod default/web already, at pods[0].name',
    ],
    [
      'a pod deleted before it came',
      { pods: [{ name: 'web', added: '20s', deleted: '10s' }] },
      'pods[0].deleted: must be later than added',
    ],
    [
      'an unknown member',
      { pdos: [] },
      'pdos: is not known here; known are description, version, start, duration, node, verbosity, format, envelope, seed, kubelet, latency, faults, busy, conditions, pods, actions, chance, known',
    ],
    ['a version from tomorrow', { version: '1.99.0' }, 'version: 1.99.0 is not known; choose one from 1.8 to 1.36'],
    ['a version that is none', { version: 'new' }, 'version: "new" is no version; write it like 1.36.2'],
    [
      'a time that is none',
      { start: 'yesterday' },
      'start: "yesterday" is no UTC time; write it like 2026-11-21T00:27:32Z',
    ],
    [
      'a duration that is none',
      { duration: 'long' },
      'duration: must be a duration such as "1m10s" (or a number of seconds), not "long"',
    ],
    [
      'a window that ends before it begins',
      { faults: [{ from: '20s', to: '10s', effect: 'hang' }] },
      'faults[0].to: must not be earlier than from',
    ],
    [
      'a call that is none',
      { faults: [{ from: 0, effect: 'hang', methods: ['List'] }] },
      `faults[0].methods[0]: "List" is not known; choose from ${METHODS.join(', ')}`,
    ],
    [
      'an effect without its value',
      { faults: [{ from: 0, effect: 'slow' }] },
      'faults[0].by: is missing: how much slower?',
    ],
    [
      'a value of another effect',
      { faults: [{ from: 0, effect: 'hang', by: '2s' }] },
      'faults[0].by: belongs to the effect slow, not to hang',
    ],
    [
      'an action on nobody',
      { actions: [{ at: 1, do: 'exit', pod: 'nobody' }] },
      'actions[0].pod: no pod of this scenario is called default/nobody',
    ],
    [
      'an action on no container',
      { pods: [{ name: 'web' }], actions: [{ at: 1, do: 'exit', pod: 'web', container: 'x' }] },
      'actions[0].container: no container of default/web is called x',
    ],
    [
      'chance for nobody',
      { chance: { retries: [{ from: 0, pod: 'nobody' }] } },
      'chance.retries[0].pod: no pod of this scenario is called default/nobody',
    ],
    [
      'more jitter than there is',
      { pods: [{ name: 'web' }], chance: { retries: [{ from: 0, pod: 'web', jitter: 0.6 }] } },
      'chance.retries[0].jitter: must be a number from 0 to 0.5, not 0.6',
    ],
    [
      'a channel that is none',
      { chance: { loop: [{ from: 0, prefers: ['coffee'] }] } },
      'chance.loop[0].prefers[0]: "coffee" is not known; choose from config, pleg, sync, housekeeping, probe',
    ],
    ['JSON before klog had it', { version: '1.15.0', format: 'json' }, 'format: the kubelet writes JSON from 1.19 on'],
    [
      'Evented PLEG before it was there',
      { version: '1.20.0', kubelet: { eventedPLEG: true } },
      'kubelet.eventedPLEG: Evented PLEG exists from 1.26 on',
    ],
    ['a list in place of the scenario', [], 'must be an object, not []'],
  ])('%s is named with its path', (_, scenario, expected) => {
    expect(problems(scenario)).toEqual([expected]);
  });

  it('that is no JSON says so in one line', () => {
    const [line, more] = problems('{ "version": ');
    expect(line).toMatch(/^this is not JSON: /);
    expect(more).toBeUndefined();
  });

  it('tells every problem at once', () => {
    expect(problems({ version: '2', verbosity: 11, pods: [{}] })).toHaveLength(3);
  });
});

interface SchemaNode {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly items?: SchemaNode;
  readonly enum?: readonly string[];
  readonly definitions?: Readonly<Record<string, SchemaNode>>;
  readonly $ref?: string;
}

const schema = JSON.parse(readFileSync(join(projectRoot, 'schemas/scenario.schema.json'), 'utf8')) as SchemaNode;

/** Every property below a node, with its path. */
function propertiesOf(node: SchemaNode, path = ''): { readonly path: string; readonly node: SchemaNode }[] {
  return Object.entries(node.properties ?? {}).flatMap(([name, below]) => [
    { path: `${path}${name}`, node: below },
    ...propertiesOf(below, `${path}${name}.`),
    ...propertiesOf(below.items ?? {}, `${path}${name}[].`),
  ]);
}

describe('the schema', () => {
  it('describes every property, for completion in the editor', () => {
    const all = propertiesOf(schema);
    expect(all.length).toBeGreaterThan(50);
    expect(all.filter(({ node }) => node.description === undefined).map(({ path }) => path)).toEqual([]);
  });

  it('knows the properties that the reader knows', () => {
    const known = /known are (.*)$/.exec(problems({ nonsense: 1 })[0] ?? '')?.[1]?.split(', ');
    expect(Object.keys(schema.properties ?? {}).filter((name) => name !== '$schema')).toEqual([
      'description',
      ...(known ?? []).filter((name) => name !== 'description'),
    ]);
    for (const [list, given] of [
      ['pods', { pods: [{ name: 'a', nonsense: 1 }] }],
      ['faults', { faults: [{ from: 0, effect: 'hang', nonsense: 1 }] }],
      ['actions', { actions: [{ at: 0, do: 'restart-kubelet', nonsense: 1 }] }],
    ] as const) {
      const words = /known are (.*)$/
        .exec(problems(given)[0] ?? '')?.[1]
        ?.split(', ')
        .sort();
      expect(words).toEqual(Object.keys(schema.properties?.[list]?.items?.properties ?? {}).sort());
    }
    expect(schema.definitions?.['method']?.enum).toEqual(METHODS);
  });
});

describe('the samples', () => {
  it.each([...listFiles('media/scenarios', /\.json$/), ...listFiles('test/fixtures/scenarios', /\.json$/)])(
    '%s can be read',
    (file) => {
      expect(problems(readFileSync(join(projectRoot, file), 'utf8'))).toEqual([]);
    },
  );
});
