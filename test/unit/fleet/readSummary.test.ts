import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kindOf } from '../../../src/fleet/fleetNode.ts';
import { readSummary } from '../../../src/fleet/readSummary.ts';
import { at, nodeOf, summaryOf } from '../../support/summaries.ts';
import { schemaProblems } from '../../support/summarySchema.ts';

const place = { file: 'dir/a.json', line: 1 };
const read = (value: unknown): ReturnType<typeof readSummary> => readSummary(JSON.stringify(value), place);

it('the made summaries are such as the program writes', () => {
  expect(schemaProblems(summaryOf({ name: 'a', sick: 10, kernel: '6.1.0', labels: { pool: 'blue' } }))).toEqual([]);
});

describe('a summary', () => {
  it('gives what nodes are compared by, and when trouble began', () => {
    expect(nodeOf({ name: 'a', sick: 100, kernel: '6.1.0', labels: { pool: 'blue' } })).toMatchObject({
      name: 'a',
      key: '["a",null]',
      kubelet: 'v1.31.4',
      runtime: { name: 'containerd', version: '1.7.27' },
      kernel: '6.1.0',
      labels: [{ name: 'pool', value: 'blue' }],
      trouble: { max: (Date.parse(`${at(100).slice(0, 19)}Z`) + 1) * 1000, isOpen: false },
      cause: { id: 'list-calls-hang', confidence: 'high' },
      slowestRelist: 120,
    });
  });

  it('gives the versions that ran when trouble began', () => {
    const versions = [
      { from: at(0), version: 'v1.30.1' },
      { from: at(300), version: 'v1.31.4' },
    ];
    const more = { kubelet: { versions, processes: 2 } };
    expect(nodeOf({ name: 'a', sick: 100, more }).kubelet).toBe('v1.30.1');
    expect(nodeOf({ name: 'a', sick: 400, more }).kubelet).toBe('v1.31.4');
    expect(nodeOf({ name: 'a', more }).kubelet).toBe('v1.31.4');
  });

  it('takes the kernel from a label where the log has none', () => {
    expect(nodeOf({ name: 'a', labels: { kernel: '5.15.0', pool: 'blue' } })).toMatchObject({
      kernel: '5.15.0',
      labels: [{ name: 'pool' }],
    });
    expect(nodeOf({ name: 'a', kernel: '6.1.0', labels: { kernel: '5.15.0' } }).kernel).toBe('6.1.0');
  });

  it('takes the skips of a start for no trouble', () => {
    const whole = summaryOf({ name: 'a', sick: 10 });
    const node = read({
      ...whole,
      state: 'healthy',
      episodes: whole.episodes.map((one) => ({ ...one, startup: true })),
    });
    expect(typeof node === 'string' ? node : kindOf(node)).toBe('healthy');
  });

  it('without an unhealthy time is in trouble where its verdict says so', () => {
    const whole = summaryOf({ name: 'a', sick: 50, cause: 'certificate-expired' });
    const node = read({ ...whole, state: 'impaired', episodes: [] });
    if (typeof node === 'string') throw new Error(node);
    expect(kindOf(node)).toBe('affected');
    expect(node.cause?.id).toBe('certificate-expired');
    expect(node.trouble?.isOpen).toBe(false);
  });

  it('names no API server for an unhealthy time that a runtime alone can make', () => {
    const whole = summaryOf({ name: 'a', sick: 50, cause: 'api-unreachable' });
    const findings = whole.findings.map((finding) => ({ ...finding, episode: undefined }));
    const node = read({ ...whole, findings });
    expect(typeof node === 'string' ? node : node.cause?.id).not.toBe('api-unreachable');
    const alone = read({ ...whole, findings, state: 'impaired', episodes: [] });
    expect(typeof alone === 'string' ? alone : alone.cause?.id).toBe('api-unreachable');
  });

  it('of a node of which too little is known counts on neither side', () => {
    expect(kindOf(nodeOf({ name: 'a', more: { state: 'unknown' } }))).toBe('undecided');
  });

  it('without a name, or with a pseudonym, is called by its file and never taken for another', () => {
    expect(nodeOf({}, 'dir/x.json').name).toBe('x.json');
    expect(nodeOf({}, 'dir/x.json')).not.toHaveProperty('key');
    const redacted = nodeOf({ more: { node: { names: ['node-1'], redacted: true } } }, 'dir/all', 7);
    expect(redacted.name).toBe('node-1 (all:7)');
    expect(redacted).not.toHaveProperty('key');
  });
});

describe('a stranger’s file', () => {
  it.each([
    ['{', 'no-json'],
    ['[]', 'other-schema'],
    ['null', 'other-schema'],
    ['{"schema":"kubelet-timeline/analysis@1"}', 'other-schema'],
    ['{"schema":"kubelet-timeline/summary@2"}', 'newer-schema'],
    ['{"schema":"kubelet-timeline/summary@1"}', 'malformed'],
    [
      '{"schema":"kubelet-timeline/summary@1","state":"healthy","node":{"names":"a"},"episodes":[],"findings":[]}',
      'malformed',
    ],
    [
      '{"schema":"kubelet-timeline/summary@1","state":"constructor","node":{"names":[]},"episodes":[],"findings":[]}',
      'malformed',
    ],
  ])('%s is refused', (text, why) => {
    expect(readSummary(text, place)).toBe(why);
  });

  it('with names of a prototype has no such fields, and changes no object', () => {
    const text =
      '{"schema":"kubelet-timeline/summary@1","state":"healthy","node":{"names":["__proto__"]},"episodes":[],"findings":[],' +
      '"labels":[{"name":"__proto__","value":"constructor"}],"__proto__":{"span":{"from":"x"}},"constructor":{"prototype":{"polluted":1}}}';
    expect(readSummary(text, place)).toMatchObject({
      name: '__proto__',
      labels: [{ name: '__proto__', value: 'constructor' }],
    });
    expect({}).not.toHaveProperty('polluted');
  });

  it('of any shape gives a node or a reason, and never throws', () => {
    const base = summaryOf({ name: 'a', sick: 10 });
    const keys = Object.keys(base);
    fc.assert(
      fc.property(fc.constantFrom(...keys), fc.jsonValue(), (key, value) => {
        const node = read({ ...base, [key]: value });
        expect(typeof node === 'string' || node.name !== '').toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('has times that are none left out, and bounds the wrong way round', () => {
    const whole = summaryOf({ name: 'a', sick: 10 });
    const [episode] = whole.episodes;
    for (const begin of [{ min: 'soon', max: 'later' }, { min: at(20), max: at(10) }, { min: 5, max: 6 }, null])
      expect(read({ ...whole, episodes: [{ ...episode, begin }] })).toMatchObject({ unhealthyTimes: 0 });
  });
});
