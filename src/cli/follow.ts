/** `analyze --follow`: reads on what is written to a log, tells each change of the verdict as it happens, and the whole answer when it is ended. */
import type { FollowSink, FollowState } from '../adapters/follow/followFile.ts';
import { goneName, GrowingLog } from '../analysis/follow/growingLog.ts';
import { VerdictWatch } from '../analysis/follow/verdictChanges.ts';
import { createAnalysisSession, type AnalysisSession } from '../analysis/session.ts';
import { resolveWindow } from '../analysis/sources/timeWindow.ts';
import { zoneRule } from '../journal/time/zones.ts';
import { printing } from '../kubelet/printable.ts';
import type { StopCheck } from '../kubelet/stopCheck.ts';
import { type Instant, instant } from '../kubelet/time.ts';
import type { AnalyzeCommand } from './arguments.ts';
import { changeText } from './changeText.ts';
import { nameOf } from './inputs.ts';
import { HeapFull, heapCheck, heapFullText } from './memory.ts';
import type { CommandLineHost, ExitCode } from './host.ts';

/** A file that is followed (`FileFollower`). */
interface FollowedFile {
  poll(): Promise<FollowState>;
  places(): Promise<readonly (string | undefined)[]>;
  close(): void;
}

/** What following needs beside that. */
export interface FollowHost {
  followFile(file: string, sink: FollowSink): FollowedFile;
  /** Comes true after so many milliseconds, when the user wants the end, or with `wake`. */
  wait(milliseconds: number): Promise<void>;
  wake(): void;
  readonly isStopped: () => boolean;
}

/** How often a file is looked at, and how long a stream must be silent for its last record to be taken (milliseconds). */
const LOOK_MS = 200;
/** Between two answers there is at least so many times the time that one takes. */
const REST_OF_ANSWERS = 2;

/** Follows the one file, or standard input. `finish` writes the whole answer. */
export async function runFollow(
  command: AnalyzeCommand,
  host: CommandLineHost,
  finish: (session: AnalysisSession, stopCheck: StopCheck) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { following } = host;
  const [file] = command.files;
  if (following === undefined || file === undefined) throw new Error('this host follows no files');
  const stopCheck = heapCheck(host);
  const reading = new Reading(command, host, stopCheck);
  try {
    const problem = reading.begin();
    if (problem !== undefined) {
      host.writeError(printing`kubelet-timeline: ${problem}.\nTry kubelet-timeline analyze --help\n`);
      return 2;
    }
    await (file === '-' ? followStream(reading, host, following) : followPath(reading, file, host, following));
    reading.log.settle('over');
    await reading.tell();
    return await finish(reading.log.session, stopCheck);
  } catch (error) {
    if (error instanceof HeapFull) {
      host.writeError(printing`kubelet-timeline: ${heapFullText(reading.log.session, false)}\n`);
      return 70;
    }
    const text = host.describeInputError(error, nameOf(file));
    if (text === undefined) throw error;
    host.writeError(printing`kubelet-timeline: ${text.title} ${text.whatToDo}\n`);
    return 1;
  }
}

/** The log as it was read so far, and what was told of it. */
class Reading {
  readonly #command: AnalyzeCommand;
  readonly #host: CommandLineHost;
  readonly #stopCheck: StopCheck;
  readonly #watch = new VerdictWatch();
  #log: GrowingLog | undefined;
  #notBefore = Number.NEGATIVE_INFINITY;

  constructor(command: AnalyzeCommand, host: CommandLineHost, stopCheck: StopCheck) {
    this.#command = command;
    this.#host = host;
    this.#stopCheck = stopCheck;
  }

  get log(): GrowingLog {
    if (this.#log === undefined) throw new Error('nothing was begun');
    return this.#log;
  }

  /** Begins, or begins anew. @returns what is wrong with the options */
  begin(): string | undefined {
    const { year, timeZone, since, until, files } = this.#command;
    const window = resolveWindow(
      { ...(since === undefined ? {} : { since }), ...(until === undefined ? {} : { until }) },
      undefined,
      timeZone === undefined ? undefined : zoneRule(timeZone),
    );
    if ('why' in window) return window.why;
    this.#log = new GrowingLog({
      makeSession: () => {
        const session = createAnalysisSession({ lineIndex: false, stopCheck: this.#stopCheck });
        session.only(window);
        return session;
      },
      name: nameOf(files[0] ?? '-'),
      options: {
        ...(year === undefined ? {} : { year }),
        ...(timeZone === undefined ? {} : { timeZone }),
        fallbackYearFrom: this.now,
        fallbackIs: 'now',
      },
    });
    return undefined;
  }

  get now(): Instant {
    return this.#host.now?.() ?? instant(0);
  }

  /** Whether it is time for another answer. */
  get mayTell(): boolean {
    return this.now >= this.#notBefore;
  }

  /** Tells what is new, unless the last answer was just made. @returns whether it did */
  async tellInTime(): Promise<boolean> {
    if (!this.mayTell) return false;
    const before = this.now;
    await this.tell();
    this.#notBefore = this.now + REST_OF_ANSWERS * (this.now - before);
    return true;
  }

  /** Tells what is new. */
  async tell(): Promise<void> {
    const result = this.log.session.result();
    if (!result.ok) return; // no line of a kubelet yet
    for (const change of this.#watch.next(result.analysis))
      await this.#host.write(changeText(change, this.#command.format === 'ndjson'));
  }
}

async function followPath(reading: Reading, file: string, host: CommandLineHost, following: FollowHost): Promise<void> {
  const sink: FollowSink = {
    bytes: (chunk, more) => {
      if (host.heapIsFull?.() === true) throw new HeapFull();
      reading.log.add(chunk, more);
    },
    isLater: (head) => reading.log.isLater(head),
    nextFile: (head) => {
      if (reading.log.isLater(head) === false) return false;
      reading.log.nextFile(file, head, reading.now);
      return true;
    },
    gap: (text) => {
      reading.log.warn(text);
      host.writeError(printing`kubelet-timeline: ${text}\n`);
    },
  };
  const note = (text: string): void => host.writeError(printing`kubelet-timeline: ${text}\n`);
  let followed = following.followFile(file, sink);
  let isNew = false;
  let isGone = false;
  let failed: string | undefined;
  try {
    for (;;) {
      const isLast = following.isStopped();
      const { state, why } = await lookAt(followed, file, host);
      if (why !== undefined && why !== failed) note(why);
      failed = why;
      if (state === 'gone' && !isGone) note(`there is no file ${file} now; it is waited for. Ctrl-C ends the program.`);
      isGone = state === 'gone';
      if (reading.log.settle(state === 'grown' && !isLast ? 'flowing' : 'quiet')) isNew = true;
      if (state === 'replaced' || reading.log.isTorn) {
        if (state === 'replaced') note(`${file} holds another log now; it is read from its begin.`);
        followed.close();
        reading.begin();
        followed = following.followFile(file, sink);
        if (!isLast) continue;
      }
      if (isLast) {
        // The files are called as they are now.
        (await followed.places()).forEach((place, index) => {
          reading.log.session.rename(index, place ?? goneName(file, index));
        });
        return;
      }
      if (isNew && (await reading.tellInTime())) isNew = false;
      await following.wait(LOOK_MS);
    }
  } finally {
    followed.close();
  }
}

/** A file that cannot be read now may be again: that is said, and it is tried again. */
async function lookAt(
  followed: FollowedFile,
  file: string,
  host: CommandLineHost,
): Promise<{ readonly state: FollowState; readonly why?: string }> {
  try {
    return { state: await followed.poll() };
  } catch (error) {
    const text = host.describeInputError(error, file);
    if (text === undefined) throw error;
    return { state: 'quiet', why: `${text.title} ${text.whatToDo}` };
  }
}

async function followStream(reading: Reading, host: CommandLineHost, following: FollowHost): Promise<void> {
  const { chunks } = await host.openInput('-', (text, kind) => reading.log.warn(text, kind));
  const iterator = chunks[Symbol.asyncIterator]();
  const asked = (): StreamPiece => {
    const piece: StreamPiece = {};
    iterator.next().then(
      (result) => {
        piece.result = result;
        following.wake();
      },
      (error: unknown) => {
        piece.error = error;
        following.wake();
      },
    );
    return piece;
  };
  let isNew = false;
  for (let next = asked(); !following.isStopped();) {
    await following.wait(LOOK_MS);
    if ('error' in next) throw next.error;
    const { result } = next;
    if (result?.done === true) return;
    if (result !== undefined) {
      if (host.heapIsFull?.() === true) throw new HeapFull();
      reading.log.add(result.value, false);
      next = asked();
    }
    if (!reading.mayTell) continue;
    if (reading.log.settle(result === undefined ? 'quiet' : 'flowing')) isNew = true;
    if (isNew && (await reading.tellInTime())) isNew = false;
  }
  // What was asked for last may never come; nobody waits for it.
}

/** What was asked of a stream, once it has come. */
interface StreamPiece {
  result?: IteratorResult<Uint8Array>;
  error?: unknown;
}
