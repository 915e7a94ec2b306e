/** Errors that are kept as bytes: what is read of them, in whatever order they are asked for. */
import { describe, expect, it } from 'vitest';
import { encodeText } from '../../../src/journal/bytes/bytes.ts';
import { ErrorTexts, KeptError } from '../../../src/messages/texts/errorTexts.ts';
import type { RuntimeError } from '../../../src/messages/fact.ts';
import { parseRuntimeError } from '../../../src/messages/texts/runtimeError.ts';

const POD = { namespace: 'shop', name: 'cart-1', uid: '5a000003-1c2d-4e3f-8a9b-000000000003' };

function keep(texts: ErrorTexts, text: string, named = ''): RuntimeError | undefined {
  const bytes = encodeText(text);
  const at = named === '' ? -1 : text.indexOf(named);
  return texts.of(
    bytes,
    new DataView(bytes.buffer, bytes.byteOffset, bytes.length),
    0,
    bytes.length,
    false,
    at < 0 ? undefined : { start: at, end: at + named.length, pod: POD },
  );
}

describe('kept errors', () => {
  it('have the text and the code of their line, however many there are and whichever was read before', () => {
    const texts = new ErrorTexts();
    const codes = ['Unknown', 'Unavailable', 'DeadlineExceeded', undefined];
    const lines = Array.from({ length: 3000 }, (_, number) => {
      const code = codes[number % codes.length];
      return `${code === undefined ? 'dial failed' : `rpc error: code = ${code} desc = failed`} for the ${'x'.repeat(number % 37)} call number ${number}`;
    });
    const kept = lines.map((line) => keep(texts, line));
    expect(kept.every((error) => error instanceof KeptError)).toBe(true);
    const order = lines.map((_, index) => (index * 1021) % lines.length);
    for (const index of [...order, ...order.toReversed()]) {
      const { text, code } = parseRuntimeError(lines[index]) ?? { text: '', code: undefined };
      expect([kept[index]?.code, kept[index]?.text, kept[index]?.code]).toEqual([code, text, code]);
    }
  });

  it('that name the pod of their line have the code of the text around it', () => {
    const texts = new ErrorTexts();
    const named = `${POD.name}_${POD.namespace}(${POD.uid})`;
    const before = `failed to start: rpc error: code = Internal desc = no memory for pod "${named}"`;
    const without = `failed to start: a code that is none, for the pod "${named}"`;
    for (const line of [before, without, before]) {
      const error = keep(texts, line, named);
      expect([error?.text, error?.code]).toEqual([line, parseRuntimeError(line)?.code]);
    }
  });
});
