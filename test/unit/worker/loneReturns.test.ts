import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editorLineOf, logLineOf } from '../../../src/editor/editorLines.ts';
import { findLoneReturns } from '../../../src/worker/loneReturns.ts';

async function find(text: string | Uint8Array, size = 1 << 20): Promise<Uint32Array> {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  async function* chunks(): AsyncIterable<Uint8Array> {
    for (let at = 0; at < bytes.length; at += size) {
      await Promise.resolve();
      yield bytes.subarray(at, at + size);
    }
  }
  return findLoneReturns(chunks());
}

describe('lone carriage returns', () => {
  it('are none where lines end as they should', async () => {
    for (const text of ['', 'a\nb\n', 'a\r\nb\r\n', 'a']) expect(await find(text)).toEqual(new Uint32Array());
    expect(await find(new Uint8Array(Buffer.from('\ufeffa\r\nb\r\n', 'utf16le')))).toEqual(new Uint32Array());
  });

  it('are told with their line, however the bytes are cut', async () => {
    for (const size of [1, 2, 3, 100]) expect([...(await find('a\r\r\nb\rc\rd\ne\r\r\n', size))]).toEqual([1, 2, 2, 3]);
  });

  it('lead from each line of the log to the line of an editor that breaks there, and back', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('a', 'bc', '\r', '\n', '\r\n', '\r\r\n'), { maxLength: 40 }),
        fc.integer({ min: 1, max: 5 }),
        async (parts, size) => {
          const text = `${parts.join('')}\n.`; // where no newline is at all, returns end the log's lines too; the very last line break begins a line of its own in the one and not in the other
          const returns = await find(text, size);
          const starts = [...text.matchAll(/\r\n|\r|\n/g)].map((end) => end.index + end[0].length);
          const editorLineAt = (offset: number): number => 1 + starts.filter((start) => start <= offset).length;
          let offset = 0;
          text.split('\n').forEach((line, index) => {
            expect(editorLineOf(index + 1, returns)).toBe(editorLineAt(offset));
            for (let at = offset; at < offset + line.length; at += 1)
              expect(logLineOf(editorLineAt(at), returns)).toBe(index + 1);
            offset += line.length + 1;
          });
        },
      ),
    );
  });
});
