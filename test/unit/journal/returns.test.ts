import { describe, expect, it } from 'vitest';
import { findLoneReturns } from '../../../src/worker/loneReturns.ts';
import { ReturnReader } from '../../../src/journal/bytes/returns.ts';

function read(text: string, chunk: number): string {
  let read = '';
  const decoder = new TextDecoder();
  const reader = new ReturnReader((bytes) => {
    read += decoder.decode(bytes);
  });
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += chunk) reader.push(bytes.slice(at, at + chunk));
  reader.end();
  return read;
}

async function* chunks(text: string): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < text.length; at += 1000) yield new TextEncoder().encode(text.slice(at, at + 1000));
}

const LONG = 'x'.repeat(70_000);

describe('carriage returns', () => {
  it.each([
    ['of a text without newlines end lines', 'a\rb\rc\r', 'a\nb\nc\n', 0],
    ['of a long one too', `${'line\r'.repeat(20_000)}end`, `${'line\n'.repeat(20_000)}end`, 0],
    ['before newlines stay', 'a\r\nb\r\nc', 'a\r\nb\r\nc', 0],
    ['within lines stay', 'a\rb\nc\rd\n', 'a\rb\nc\rd\n', 2],
    ['behind a line that is longer than is looked at stay', `${LONG}\ra\nb`, `${LONG}\ra\nb`, 1],
    ['at the very end may be half of a line end', 'a\r', 'a\r', 0],
    ['none', 'a', 'a', 0],
    ['nothing', '', '', 0],
  ])('%s', async (_name, text, expected, lone) => {
    for (const chunk of [1, 7, 1000, 65_535, 65_536, 65_537, 1 << 20])
      expect(read(text, chunk) === expected).toBe(true);
    expect(await findLoneReturns(chunks(text))).toHaveLength(lone);
  });
});
