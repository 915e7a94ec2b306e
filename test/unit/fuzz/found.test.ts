/** What fuzzing has found: each as the least log that showed it. */
import { describe, expect, it } from 'vitest';
import { goDurationToMicroseconds } from '../../../src/kubelet/goDuration.ts';
import { analyseAll, readAll } from '../../fuzz/stages.ts';
import { readLog } from '../journal/readLog.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('a number that is no time', () => {
  it.each([
    ['klog JSON of the year 10^297', '{"ts":1e308,"msg":"x"}'],
    ['klog JSON before 1970', '{"ts":-1e15,"msg":"x"}'],
    [
      'a journal stamp of 40 digits',
      '{"__REALTIME_TIMESTAMP":"1795221303007924795221303007924795221303","MESSAGE":"Stopped kubelet.service","_PID":"1"}\n{"__REALTIME_TIMESTAMP":"1795220856574676","MESSAGE":"E1121 00:27:36.538432   20595 kubelet.go:2661] \\"x\\"","_PID":"20595"}',
    ],
  ])('gives no time: %s', (_name, text) => {
    expect(readAll(bytes(text))).toBeGreaterThan(0);
  });

  it('is no elapsed either', () => {
    expect(goDurationToMicroseconds('1509184390149343110069385838449927192095m30.5s')).toBeUndefined();
    expect(goDurationToMicroseconds('2562047h47m16.854775807s')).toBeGreaterThan(9e15);
    const line =
      'E0304 08:12:00.500000    4242 kubelet.go:1846] skipping pod synchronization - PLEG is not healthy: pleg was last seen active 1509184390149343110069385838449927192095m30.5s ago; threshold is 3m0s';
    expect(analyseAll(bytes(line))?.reconstruction.history.counts.skips).toBe(1);
  });
});

describe('an entry of many lines that a line of another form ends', () => {
  it.each([
    ['verbose', 'Sat 2026-11-21 00:27:33.835574 UTC [s=3a28;i=2;b=267d;m=1]\n    MESSAGE=first'],
    ['export', '__CURSOR=s=1;i=0\nMESSAGE=first'],
  ])('leaves that line its own number: %s', (_mode, entry) => {
    const { records } = readLog(
      `${entry}\nNov 21 00:33:08 worker-5 kubelet[20928]: E1121 00:33:08.917385   20928 kubelet.go:2661] "second"\n`,
    );
    expect(records.map(({ message, line, lines }) => ({ message, line, lines }))).toEqual([
      { message: 'first', line: 1, lines: 2 },
      { message: 'second', line: 3, lines: 1 },
    ]);
  });
});

describe('a long line', () => {
  const event =
    'I0314 09:03:20.000000    2211 kubelet.go:2118] "SyncLoop (PLEG): event for pod" pod="default/web-1" event=';

  it.each([
    [
      'blanks behind an event that was cut',
      `${event}&{ID:5a000001-1c2d-4e3f-8a9b-000000000001 Type:ContainerDied Data:abc`,
      ' ',
    ],
    ['brackets that never close', event, ' a={'],
    ['lists that never close', event, ' a=["x" '],
    ['brackets that close between words without a key', event, '{} '],
    ['quoted words', event, '"" '],
    [
      'newlines in an entry of the journal',
      '{"__REALTIME_TIMESTAMP":"1795221112502686","MESSAGE":"I1121 00:31:52.501724   20595 setters.go:547] \\"Node became not ready\\" node=\\"worker-2',
      '\\nx',
    ],
  ])('takes no more than its share of time: %s', (_name, head, piece) => {
    const time = (count: number): number => {
      const log = bytes(head + piece.repeat(count) + (head.startsWith('{') ? '"}' : ''));
      const took = [1, 2, 3].map(() => {
        const before = process.cpuUsage();
        readAll(log);
        return process.cpuUsage(before).user / 1000;
      });
      return Math.min(...took);
    };
    // Quadratic work took seconds here.
    expect(time(60_000)).toBeLessThan(500);
  });
});
