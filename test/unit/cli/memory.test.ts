import { describe, expect, it } from 'vitest';
import { runCommandLine } from '../../../src/cli/run.ts';

async function* chunks(): AsyncGenerator<Uint8Array> {
  for (let piece = 0; piece < 5; piece += 1) yield new TextEncoder().encode('a line\n'.repeat(1000));
}

describe('a heap that is full', () => {
  it('ends the program with one line that says how far it came', async () => {
    let errors = '';
    let asked = 0;
    const code = await runCommandLine(['analyze', 'k.log'], {
      version: () => '1',
      openInput: (file) => Promise.resolve({ name: file, chunks: chunks() }),
      describeInputError: () => undefined,
      heapIsFull: () => {
        asked += 1;
        return asked > 2;
      },
      write: () => Promise.resolve(),
      writeError: (text) => {
        errors += text;
      },
      writeFile: () => Promise.resolve(),
    });
    expect(code).toBe(70);
    expect(errors).toMatch(
      /^kubelet-timeline: there is not enough memory for this log: [\d,]+ lines \(0 MB\) of it were read\. .*\n$/,
    );
  });
});
