import { expect, it } from 'vitest';
import { BinarySniffer } from '../../../src/analysis/sources/binary.ts';

function sniff(...chunks: (string | number[])[]): BinarySniffer {
  const sniffer = new BinarySniffer();
  for (const chunk of chunks)
    sniffer.see(typeof chunk === 'string' ? new TextEncoder().encode(chunk) : Uint8Array.from(chunk));
  return sniffer;
}

it('takes nothing, blanks and empty lines for blank', () => {
  expect(sniff().isBlank).toBe(true);
  expect(sniff('\n\n  \r\n').isBlank).toBe(true);
  expect(sniff('\n', 'x').isBlank).toBe(false);
});

it('takes an ELF header for binary, and a log for text', () => {
  expect(sniff([127, 69, 76, 70, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 62, 0, 1, 0, 0, 0]).isBinary).toBe(true);
  expect(sniff('E1121 00:30:43.000000 1 kuberuntime.go:1] "x"\n').isBinary).toBe(false);
});

it('does not take UTF-16 for binary', () => {
  const utf16 = [...'E1121 00:30:43.000000   42 kubelet.go:1] "skip"\r\n'].flatMap((letter) => [
    letter.charCodeAt(0),
    0,
  ]);
  expect(sniff([255, 254], utf16).isBinary).toBe(false);
});

it('does not take terminal colours for binary', () => {
  expect(sniff('\u001b[31mred\u001b[0m\n'.repeat(50)).isBinary).toBe(false);
});

it('judges by the first 8 KB only', () => {
  expect(
    sniff(
      'text\n'.repeat(2000),
      Array.from({ length: 50_000 }, () => 1),
    ).isBinary,
  ).toBe(false);
});
