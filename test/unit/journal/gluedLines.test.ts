import { describe, expect, it } from 'vitest';
import { gluedLinesOf } from '../../../src/journal/unwrap/gluedLines.ts';
import { contentOf, readLog } from './readLog.ts';

const HEADER = 'E0817 21:40:0';
const LINES = [
  `Aug 17 21:40:00 den-2 kubelet[733]: I0817 21:40:00.100000     733 server.go:484] "Kubelet version" kubeletVersion="v1.30.2"`,
  `Aug 17 21:40:01 den-2 kubelet[733]: ${HEADER}1.200000     733 controller.go:195] "Failed to update lease" err="Put \\"https://10.2.0.1:6443/x\\": dial tcp: i/o timeout"`,
  `Aug 17 21:40:02 den-2 kubelet[733]: ${HEADER}2.300000     733 kubelet.go:2327] "Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active 3m1.5s ago; threshold is 3m0s"`,
  `Aug 17 21:40:03 den-2 kubelet[733]: ${HEADER}3.300000     733 kubelet.go:2327] "Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active 3m2.5s ago; threshold is 3m0s"`,
];
const BARE = LINES.map((line) => line.slice(line.indexOf(']: ') + 3));
const ISO = LINES.map((line) => line.replace(/^Aug 17 (\S{8})/, '2026-08-17T$1+0200'));
const contents = (text: string): readonly unknown[] => readLog(text).records.map(contentOf);

describe('lines that ran together', () => {
  it.each([
    ['of a journal', LINES],
    ['of klog alone', BARE],
    ['of a journal with dates of ISO', ISO],
  ])('are read as if they had not: %s', (_, lines) => {
    const apart = contents(`${lines.join('\n')}\n`);
    expect(apart).toHaveLength(4);
    for (const glue of [' ', '', '   ']) {
      expect(contents(lines.join(glue))).toEqual(apart);
      expect(contents(`${lines.slice(0, 2).join(glue)}\n${lines.slice(2).join(glue)}\n`)).toEqual(apart);
    }
  });

  it('are so in whatever pieces they come', () => {
    const apart = contents(LINES.join('\n'));
    const bytes = new TextEncoder().encode(LINES.join(' '));
    // The first piece shows what the text is.
    for (let at = 0; at < bytes.length; at += 17)
      expect(readLog([bytes.subarray(0, at), bytes.subarray(at)]).records.map(contentOf)).toEqual(apart);
    const rewriter = gluedLinesOf(LINES.join(' '));
    const pieces = [...LINES.join(' ')].map((letter) => rewriter?.push(letter) ?? '');
    expect(pieces.join('') + (rewriter?.end() ?? '')).toBe(LINES.join('\n'));
  });

  it('are none where a line quotes the header of another, or two of many ran together', () => {
    const quoting = LINES.map((line, at) => (at === 1 ? `${line} output="${BARE[2] ?? ''}"` : line));
    expect(gluedLinesOf(quoting.join('\n'))).toBeUndefined();
    expect(gluedLinesOf(`${LINES[0] ?? ''} ${LINES[1] ?? ''}\n${LINES.slice(2).join('\n')}`)).toBeUndefined();
    expect(gluedLinesOf(LINES.join('\n'))).toBeUndefined();
    expect(gluedLinesOf('')).toBeUndefined();
  });

  it('are none of a text in strings, or with newlines that are written out', () => {
    for (const lines of [LINES, BARE, ISO]) expect(gluedLinesOf(`out: ${lines.join(String.raw`\n`)}`)).toBeUndefined();
    expect(gluedLinesOf(JSON.stringify(BARE))).toBeUndefined();
  });

  it('are given out where none begins for long', () => {
    const rewriter = gluedLinesOf(LINES.join(' '));
    const long = 'x'.repeat(1024 * 1024 + 1);
    expect(rewriter?.push(long)).toBe(long);
    expect(rewriter?.end()).toBe('');
  });
});
