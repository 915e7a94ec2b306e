import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isHostToPage, isPageToHost } from '../../../src/protocol/protocol.ts';
import { buildTimeline } from '../../../src/timeline/buildTimeline.ts';
import type { TimelineDocument } from '../../../src/timeline/timelineDocument.ts';
import { hangAnalysis } from '../timeline/hangAnalysis.ts';

const document = buildTimeline(hangAnalysis(), 'kubelet.log');
const accepts = (changed: unknown): boolean => isHostToPage({ type: 'document', document: changed });

describe('isPageToHost', () => {
  it.each([
    { type: 'ready' },
    { type: 'cancel' },
    { type: 'retry' },
    { type: 'copyAnswer' },
    { type: 'saveReport' },
    { type: 'gettingLogs' },
    { type: 'openSample' },
    { type: 'saveTable', csv: 'Time,What\r\n' },
    { type: 'guide', finding: 'list-calls-hang' },
    { type: 'copyCommand', command: 'journalctl -k --since "2026-11-21 00:28:30"' },
    { type: 'openLine', source: 0, line: 1, beside: false },
    { type: 'picture' },
    { type: 'picture', png: Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1) },
    { type: 'pageError', text: 'x' },
  ])('lets $type through', (message) => {
    expect(isPageToHost(message)).toBe(true);
  });

  it.each([
    ['a line that no file has', { type: 'openLine', source: 0, line: 0, beside: false }],
    ['a negative line', { type: 'openLine', source: 0, line: -1, beside: false }],
    ['a broken line', { type: 'openLine', source: 0, line: 1.5, beside: false }],
    ['a line beyond counting', { type: 'openLine', source: 0, line: 2 ** 60, beside: false }],
    ['a path for a source', { type: 'openLine', source: '../../etc/passwd', line: 1, beside: false }],
    ['a text for a boolean', { type: 'openLine', source: 0, line: 1, beside: 'yes' }],
    ['an error as long as a book', { type: 'pageError', text: 'x'.repeat(100_001) }],
    ['a command of two lines', { type: 'copyCommand', command: 'uptime\nreboot' }],
    ['a command that hides a part', { type: 'copyCommand', command: 'uptime \u202Etoober' }],
    ['a command as long as a book', { type: 'copyCommand', command: 'x'.repeat(2001) }],
    ['a table that is no text', { type: 'saveTable', csv: ['a'] }],
    ['a picture that is another file', { type: 'picture', png: new TextEncoder().encode('<svg onload="x"/>') }],
    ['a picture that is a list', { type: 'picture', png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] }],
    ['what is no id of a finding', { type: 'guide', finding: 7 }],
    ['no command', { type: 'copyCommand', command: '' }],
    ['an unknown type', { type: 'eval', code: '1' }],
    ['a type of the other direction', { type: 'cursor', source: 0, line: 1, time: 0 }],
    ['no object', 'ready'],
    ['null', null],
    ['a list', [{ type: 'ready' }]],
    ['nothing', undefined],
  ])('rejects %s', (_name, message) => {
    expect(isPageToHost(message)).toBe(false);
  });
});

describe('isHostToPage', () => {
  it('lets a built document through, also after a structured clone', () => {
    expect(accepts(document)).toBe(true);
    expect(accepts(structuredClone(document))).toBe(true);
  });

  it.each([
    { type: 'progress', title: 'a.log', bytes: 1, lines: 1, phase: 'reading' },
    { type: 'progress', title: 'a.log', bytes: 1, totalBytes: 2, lines: 1, phase: 'replaying' },
    { type: 'problem', title: 't', whatToDo: 'w', canRetry: false },
    { type: 'openWhatIf' },
    { type: 'pictureRequest' },
    { type: 'cursor', source: 0, line: 3, time: 1.5 },
  ])('lets $type through', (message) => {
    expect(isHostToPage(message)).toBe(true);
  });

  const lane = document.lanes[0];
  const broken: [string, unknown][] = [
    ['no document', undefined],
    ['lists where arrays belong', { ...document, marks: { ...document.marks, time: [...document.marks.time] } }],
    ['columns of unequal length', { ...document, marks: { ...document.marks, line: new Uint32Array(3) } }],
    ['a count that is not the length', { ...document, marks: { ...document.marks, count: 5 } }],
    [
      'an array of another kind',
      { ...document, marks: { ...document.marks, line: Float64Array.from(document.marks.line) } },
    ],
    [
      'texts beyond the table',
      {
        ...document,
        marks: { ...document.marks, what: new Uint32Array(document.marks.count).fill(document.strings.length) },
      },
    ],
    [
      'a lane beyond the table',
      { ...document, marks: { ...document.marks, lane: new Uint32Array(document.marks.count).fill(999) } },
    ],
    [
      'a level that is none',
      { ...document, marks: { ...document.marks, level: new Uint8Array(document.marks.count).fill(3) } },
    ],
    ['marks out of order', { ...document, marks: { ...document.marks, time: document.marks.time.toReversed() } }],
    ['a first text that is not empty', { ...document, strings: ['x', ...document.strings.slice(1)] }],
    [
      'an object among the texts',
      { ...document, strings: [...document.strings.slice(0, -1), { toString: () => 'x' }] },
    ],
    ['a lane of an unknown kind', { ...document, lanes: [{ ...lane, kind: 'script' }, ...document.lanes.slice(1)] }],
    [
      'a style beyond the table',
      {
        ...document,
        lanes: [{ ...lane, style: new Uint8Array(lane?.style.length ?? 0).fill(200) }, ...document.lanes.slice(1)],
      },
    ],
    [
      'a bar that ends before it begins',
      {
        ...document,
        lanes: [{ ...lane, end: new Float64Array(lane?.end.length ?? 0).fill(-1) }, ...document.lanes.slice(1)],
      },
    ],
    [
      'a bar of no finite length',
      {
        ...document,
        lanes: [
          { ...lane, end: new Float64Array(lane?.end.length ?? 0).fill(Number.POSITIVE_INFINITY) },
          ...document.lanes.slice(1),
        ],
      },
    ],
    [
      'a mark beyond the table',
      {
        ...document,
        lanes: [
          { ...lane, mark: new Int32Array(lane?.mark.length ?? 0).fill(document.marks.count) },
          ...document.lanes.slice(1),
        ],
      },
    ],
    ['a rate without width', { ...document, rate: { ...document.rate, bucket: 0 } }],
    ['an endless log', { ...document, length: Number.POSITIVE_INFINITY }],
    ['an unknown state', { ...document, state: 'fine' }],
    ['a finding without confidence', { ...document, findings: [{ ...document.findings[0], confidence: 'sure' }] }],
    ['a word for a boolean', { ...document, answer: [[{ text: 'x', commands: 'yes' }]] }],
    ['an answer that is markup', { ...document, answer: '<b>' }],
    ['an answer about no name', { ...document, answered: 2 }],
    ['an episode without its times', { ...document, episodes: [{ ...document.episodes[0], begin: null }] }],
    [
      'staleness of unequal length',
      { ...document, staleness: [{ ...document.staleness[0], seconds: new Float64Array(1) }] },
    ],
  ];
  it.each(broken)('rejects %s', (_name, changed) => {
    expect(accepts(changed)).toBe(false);
  });

  it('rejects a document that lacks any one of its fields', () => {
    const optional = new Set(['rate', 'zoneOffset', 'answered']);
    for (const name of Object.keys(document) as (keyof TimelineDocument)[]) {
      const { [name]: _left, ...rest } = document;
      expect([name, accepts(rest)]).toEqual([name, optional.has(name)]);
    }
  });

  it('answers anything at all without throwing', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(typeof isHostToPage(value)).toBe('boolean');
        expect(typeof isPageToHost(value)).toBe('boolean');
        expect(isHostToPage({ type: 'document', document: value })).toBe(false);
      }),
    );
  });
});
