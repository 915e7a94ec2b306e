/** Follows the file of one log in its worker: what is appended goes into the session, and the answer is made anew when it may have changed. */
import type { FollowSink, FollowState } from '../adapters/follow/followFile.ts';
import { goneName, type GrowingLog } from '../analysis/follow/growingLog.ts';
import { baseName } from '../kubelet/baseName.ts';
import type { Instant } from '../kubelet/time.ts';
import type { AnalysisState } from '../protocol/workerProtocol.ts';
import type { ServiceHost } from './service.ts';

/** A file that is followed (`FileFollower`). */
export interface FollowedFile {
  open(): void;
  goOnAt(offset: number): void;
  poll(): Promise<FollowState>;
  places(): Promise<readonly (string | undefined)[]>;
  readonly written: number | undefined;
  close(): void;
}

export interface FollowingParts {
  readonly name: string;
  /** The answer is to be made anew; `places` are the files of the log, if there are several. */
  readonly refresh: (places: readonly (string | undefined)[]) => void;
  readonly state: () => AnalysisState;
}

/** How often the file is looked at (milliseconds). */
const LOOK_MS = 100;
/** A line without an end in a file that rests so long is all of it. */
const REST_MS = 10_000;
/** What is written is to be seen so soon (milliseconds). */
const SOON_MS = 1000;
/** Between two answers there is so many times the time that one takes, or once that time where it would be too late. */
const REST_OF_ANSWERS = 2;

export class Following {
  readonly #host: ServiceHost;
  readonly #log: GrowingLog;
  readonly #path: string;
  readonly #parts: FollowingParts;
  readonly #file: FollowedFile | undefined;
  #isOn = true;
  #runs = false;
  #isNew = false;
  #isRotated = false;
  #notBefore = Number.NEGATIVE_INFINITY;

  constructor(host: ServiceHost, log: GrowingLog, path: string, parts: FollowingParts) {
    this.#host = host;
    this.#log = log;
    this.#path = path;
    this.#parts = parts;
    // It may be renamed while it is read.
    this.#file = host.follow?.(path, this.#sink);
    this.#file?.open();
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  /** All that was there has been read: so many bytes of a file that was written then. The answer is made by whoever read it. */
  begun(bytes: number, modified: Instant | undefined): void {
    const rests = modified === undefined ? REST_MS : (this.#host.now() - modified) / 1000;
    // Of a short log all is taken: what waits could be the one line that tells what it is.
    this.#log.settle(rests >= REST_MS || this.#log.isEarly ? 'over' : rests > LOOK_MS * 2 ? 'quiet' : 'flowing');
    this.#file?.goOnAt(bytes);
    if (this.#isOn) this.#run();
  }

  /** Stops, or goes on. */
  turn(on: boolean): void {
    if (on === this.#isOn) return;
    this.#isOn = on;
    if (on && this.#file !== undefined) this.#run();
    if (this.#parts.state() === 'done') this.#parts.refresh([]);
  }

  readonly #sink: FollowSink = {
    bytes: (chunk, more) => this.#log.add(chunk, more),
    isLater: (head) => this.#log.isLater(head),
    nextFile: (head) => {
      if (this.#log.isLater(head) === false) return false;
      this.#isRotated = true;
      this.#log.nextFile(this.#parts.name, head, this.#host.now());
      return true;
    },
    gap: (text) => {
      this.#isNew = true;
      this.#log.warn(text);
    },
  };

  #run(): void {
    if (this.#runs) return;
    this.#runs = true;
    this.#follow()
      .catch((error: unknown) => {
        const text = this.#host.describeError(error, this.#parts.name);
        this.#isOn = false;
        this.#log.warn(`${text?.title ?? String(error)} What is written to it is not read any more.`);
        this.#parts.refresh([]);
      })
      .finally(() => {
        this.#runs = false;
      });
  }

  async #follow(): Promise<void> {
    const file = this.#file;
    while (this.#isOn && file !== undefined) {
      await this.#host.wait?.(LOOK_MS);
      if (!this.#isOn || this.#parts.state() === 'failed') return;
      if (this.#parts.state() === 'reading') continue;
      const state = await file.poll();
      if (state !== 'replaced') this.#settle(state === 'grown' ? 'flowing' : 'quiet', file);
      if (state === 'replaced' || this.#log.isTorn) {
        file.close();
        this.#host.post({ type: 'outdated' });
        return;
      }
      await this.#answer(file);
    }
  }

  #settle(patience: 'flowing' | 'quiet', file: FollowedFile): void {
    const rests = patience === 'quiet' && (file.written ?? 0) < this.#host.now() / 1000 - REST_MS;
    if (this.#log.settle(rests ? 'over' : patience)) this.#isNew = true;
  }

  async #answer(file: FollowedFile): Promise<void> {
    const before = this.#host.now();
    if (!this.#isNew || before < this.#notBefore) return;
    this.#isNew = false;
    const places = this.#isRotated ? await file.places() : [];
    places.forEach((place, index) => {
      if (index < places.length - 1) this.#log.session.rename(index, baseName(place ?? goneName(this.#path, index)));
    });
    this.#parts.refresh(places);
    const after = this.#host.now();
    this.#notBefore = after + restAfter(after - before);
  }
}

/**
 * How long there is no further answer after one that took so long, both microseconds. What is written waits for a look at the file, for a second one that shows that its record is whole, for
 * the rest, for the look behind that and for the answer.
 */
function restAfter(took: number): number {
  const room = (SOON_MS - 3 * LOOK_MS) * 1000 - took;
  return Math.min(REST_OF_ANSWERS * took, Math.max(took, room));
}
