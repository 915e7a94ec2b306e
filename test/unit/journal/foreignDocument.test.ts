import { describe, expect, it } from 'vitest';
import { ForeignDocuments } from '../../../src/journal/entries/foreignDocument.ts';
import { analysisOf, sessionOf } from '../analysis/analyse.ts';
import { readLog } from './readLog.ts';

const START = '2024-03-04T08:16:00Z';
const SKIP =
  'E0304 08:20:09.000000    4242 kubelet.go:2447] "Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active 3m4.5s ago; threshold is 3m0s"';
const LATER = SKIP.replace('08:20:09', '08:20:14').replace('3m4.5s', '3m9.5s');
const SYSTEMD = 'systemd[1]: Stopped kubelet.service - kubelet: The Kubernetes Node Agent.';

const told = (text: string): unknown => {
  const { nodes, skips } = analysisOf(sessionOf(text)).reconstruction.history;
  return [nodes.map(({ names }) => names), skips.map(({ line }) => line)];
};

const openTelemetry = (lines: readonly string[]): object => ({
  resourceLogs: [
    {
      resource: { attributes: [{ key: 'host.name', value: { stringValue: 'n1' } }] },
      scopeLogs: [
        {
          scope: { name: 'filelog' },
          logRecords: lines.map((line, second) => ({
            timeUnixNano: String(1_709_540_409_000_000_000n + BigInt(second * 5) * 1_000_000_000n),
            severityText: 'ERROR',
            body: { stringValue: line },
            attributes: [{ key: 'log.file.name', value: { stringValue: 'kubelet.log' } }],
          })),
        },
      ],
    },
  ],
});

describe('a document of which nobody told us the names', () => {
  it('gives the line of klog in it, however deep, with its node', () => {
    const text = [SKIP, LATER]
      .map((line) => JSON.stringify({ zeit: START, inhalt: { teile: [{ text: line }] }, kubernetes: { host: 'n1' } }))
      .join('\n');
    expect(told(text)).toEqual([[['n1']], [1, 2]]);
  });

  it('gives a line of another program that stands under the same names', () => {
    const lines = [`Mar 04 08:20:09 n1 kubelet[4242]: ${SKIP}`, `Mar 04 08:20:15 n1 ${SYSTEMD}`];
    const text = lines.map((line) => JSON.stringify({ inhalt: { text: line } })).join('\n');
    expect(readLog(text).records.map(({ journal, message }) => [journal?.identifier, message.slice(0, 15)])).toEqual([
      ['kubelet', 'Skipping pod sy'],
      ['systemd', 'Stopped kubelet'],
    ]);
  });

  it('gives each line of one that holds many', () => {
    const text = JSON.stringify({ paket: [{ inhalt: { zeile: SKIP } }, { inhalt: { zeile: LATER } }] });
    expect(told(text)).toEqual([[[]], [1, 2]]);
  });

  it('is none where no line of klog begins a string', () => {
    const text = JSON.stringify({ a: { b: `he wrote that ${SKIP}` } });
    expect(readLog(text).records.map(({ journal }) => journal?.host)).toEqual([undefined]);
    expect(new ForeignDocuments().flat(text)).toBeUndefined();
  });
});

describe("what OpenTelemetry's collector exports", () => {
  it.each([
    ['in one line', JSON.stringify(openTelemetry([SKIP, LATER]))],
    ['in a line for each batch', [SKIP, LATER].map((line) => JSON.stringify(openTelemetry([line]))).join('\n')],
    ['indented', JSON.stringify(openTelemetry([SKIP, LATER]), undefined, 2)],
  ])('is read %s', (_, text) => {
    const { nodes, skips } = analysisOf(sessionOf(text)).reconstruction.history;
    expect([nodes.map(({ names }) => names), skips.map(({ time }) => time)]).toEqual([
      [['n1']],
      [1_709_540_409_000_000, 1_709_540_414_000_000],
    ]);
  });
});

describe('a line of klog in a quoted text', () => {
  it.each([
    ['a member of an indented document', (line: string) => `  "zeile": ${JSON.stringify(line)},`],
    [
      'a pair of a line in logfmt',
      (line: string) => `ts=2024-03-04T08:20:09Z unit=kubelet out=${JSON.stringify(line)} n=1`,
    ],
  ])('is read with its pairs: %s', (_, wrap) => {
    expect(told([SKIP, LATER].map(wrap).join('\n'))).toEqual([[[]], [1, 2]]);
  });
});
