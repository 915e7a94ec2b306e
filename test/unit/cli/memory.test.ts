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

  it('ends it in the same way behind the reading, wherever that is', async () => {
    const codes: number[] = [];
    for (let after = 0; codes.at(-1) !== 0; after += 1) {
      let errors = '';
      let isRead = false;
      let asked = 0;
      let written = 0;
      const code = await runCommandLine(['analyze', 'k.log', '--format', 'json', '--out', 'x.json'], {
        version: () => '1',
        openInput: (file) => Promise.resolve({ name: file, chunks: oneLog() }),
        describeInputError: () => undefined,
        identityOf: () => Promise.resolve(undefined),
        outputIdentity: () => Promise.resolve(undefined),
        readingEnded: () => {
          isRead = true;
        },
        heapIsFull: () => isRead && (asked += 1) > after,
        write: () => Promise.resolve(),
        writeError: (text) => {
          errors += text;
        },
        writeFile: async (_file, pieces) => {
          for (const piece of pieces) written += piece.length;
          await Promise.resolve();
        },
      });
      codes.push(code);
      expect(errors === '').toBe(code === 0);
      if (code === 0) expect(written).toBeGreaterThan(1000);
      else
        expect(errors).toMatch(
          /^kubelet-timeline: there is not enough memory for this log: all of it was read, 4 lines \(0 MB\), but .*\n$/,
        );
    }
    expect(new Set(codes.slice(0, -1))).toEqual(new Set([70]));
    // The history, the replay, each cause and the pieces of the output are steps of their own.
    expect(codes.length).toBeGreaterThan(30);
  });
});

async function* oneLog(): AsyncGenerator<Uint8Array> {
  const head = (clock: string, severity: string): string =>
    `Apr 26 ${clock} worker-7 kubelet[7]: ${severity}0426 ${clock}.000000       7`;
  yield new TextEncoder().encode(
    [
      `${head('10:00:00', 'I')} kubelet.go:2311] "Starting kubelet main sync loop"`,
      `${head('10:00:01', 'I')} kubelet.go:2453] "SyncLoop (PLEG): event for pod" pod="team/app" event={"ID":"0a0a0a0a-0000-4000-a000-000000000001","Type":"ContainerStarted","Data":"${'0'.repeat(64)}"}`,
      `${head('10:10:00', 'E')} kubelet.go:2337] "Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active 3m10.000s ago; threshold is 3m0s"`,
      `${head('10:10:05', 'E')} kubelet.go:2337] "Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active 3m15.000s ago; threshold is 3m0s"`,
      '',
    ].join('\n'),
  );
}
