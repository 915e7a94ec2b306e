/** Starts a program because somebody asked for what it prints: without a shell, with its arguments as a list. */
import { spawn } from 'node:child_process';
import { PassThrough, pipeline } from 'node:stream';
import { beforeSignalEnds } from '../stopWish.ts';

/** More of what it says on standard error is not kept. */
const MOST_SAID = 16_384;

export interface RunningProgram {
  /** What it prints, which may be iterated once. Whoever stops iterating ends the program. */
  readonly output: AsyncIterable<Uint8Array>;
  /** How it ended, once all of its output was read. */
  readonly ended: Promise<ProgramEnd>;
  /** Ends it. */
  stop(): void;
}

interface ProgramEnd {
  /** `undefined`: it was ended by a signal, or could not be started (`notFound`: there is none of this name). */
  readonly code: number | undefined;
  readonly notFound?: true;
  /** What it said on standard error, or why it could not be started; its end where it is long. */
  readonly said: string;
}

/**
 * Starts a program, found on the path. Never throws: what goes wrong is in `ended`.
 * @param input written to its standard input, which stays open as long as it runs; absent: it has none
 */
export function runProgram(
  program: string,
  args: readonly string[],
  signal?: AbortSignal,
  input?: string,
): RunningProgram {
  const child = spawn(program, [...args], { shell: false, stdio: 'pipe', windowsHide: true });
  child.stdin.on('error', () => undefined); // it ended without having read
  if (input === undefined) child.stdin.end();
  else child.stdin.write(input);
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-MOST_SAID);
  });
  const stop = (): void => {
    child.kill();
  };
  signal?.addEventListener('abort', stop, { once: true });
  if (signal?.aborted === true) stop();
  const ended = new Promise<ProgramEnd>((resolve) => {
    child.on('error', (error: NodeJS.ErrnoException) =>
      resolve({
        code: undefined,
        said: error.message,
        ...(error.code === 'ENOENT' ? { notFound: true as const } : {}),
      }),
    );
    child.on('close', (code) => resolve({ code: code ?? undefined, said: said.trim() }));
  });
  const release = beforeSignalEnds(stop);
  void ended.then(() => {
    signal?.removeEventListener('abort', stop);
    release();
  });
  // Node throws away what a program printed that ends before somebody reads it (`flushStdio` in lib/internal/child_process.js): this one reads at once, and keeps it.
  const printed = pipeline(child.stdout, new PassThrough(), () => undefined); // an error comes out of the iteration
  const output = async function* (): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of printed) yield chunk as Uint8Array;
    } finally {
      stop();
    }
  };
  return { output: output(), ended, stop };
}
