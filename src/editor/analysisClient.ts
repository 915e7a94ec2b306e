/** The extension's side of one worker: opens a log in it and asks. Knows no `vscode`, so tests give it a port of their own. */
import type { WorkerPort } from '../adapters/workerThread.ts';
import type {
  AnalysisSummary,
  ProgressEvent,
  QuestionKind,
  Questions,
  WorkerEvent,
  WorkerOptions,
  WorkerProblem,
  WorkerRequest,
  WorkerSource,
} from '../protocol/workerProtocol.ts';
import { notice } from './notice.ts';

/** How far an analysis has come. */
export type AnalysisStatus =
  | { readonly kind: 'reading'; readonly progress?: ProgressEvent['progress'] }
  | { readonly kind: 'done'; readonly summary: AnalysisSummary }
  | { readonly kind: 'failed'; readonly problem: WorkerProblem; readonly detail?: string };

/** The text of a `sent` source travels in pieces of this many characters, so that no message is huge. */
const PIECE_LENGTH = 1 << 20;

export class AnalysisClient {
  #status: AnalysisStatus = { kind: 'reading' };
  readonly #port: WorkerPort<WorkerRequest, WorkerEvent>;
  readonly #listeners = new Set<(status: AnalysisStatus) => void>();
  readonly #questions = new Map<
    number,
    {
      resolve(answer: unknown): void;
      reject(error: Error): void;
      readonly advanced: ((share: number) => void) | undefined;
    }
  >();
  #asked = 0;
  #sent: { readonly length: number; readonly endsLine: boolean } | undefined;
  #length = 0;
  #endsLine = false;
  #disposed = false;
  #death: string | undefined;
  #tellOutdated: (() => void) | undefined;

  constructor(port: WorkerPort<WorkerRequest, WorkerEvent>) {
    this.#port = port;
    port.onMessage((event) => this.#take(event));
    port.onDeath((why) => {
      this.#death = why;
      this.#set({
        kind: 'failed',
        problem: {
          kind: 'internal',
          title: notice('The analysis stopped.'),
          whatToDo: notice('Try again. If it stops again, the log may be too large for the memory at hand.'),
        },
        detail: why,
      });
      this.#refuseAll(why);
    });
  }

  get status(): AnalysisStatus {
    return this.#status;
  }

  /** Opens the log. To be called once. The content of a `bytes` source is given; the text of a `sent` one comes by `send` and `endText`. */
  open(name: string, source: WorkerSource, options: WorkerOptions, content?: Uint8Array): void {
    this.#port.post({ type: 'open', name, source, options });
    if (source.kind !== 'bytes' || content === undefined) return;
    this.#post(content);
    this.#port.post({ type: 'send', piece: '', last: true });
  }

  /** The next part of the text of a `sent` source. */
  send(text: string): void {
    this.#length += text.length;
    if (text !== '') this.#endsLine = text.endsWith('\n');
    this.#post(text);
  }

  /** All of its text was sent. */
  endText(): void {
    this.#sent = { length: this.#length, endsLine: this.#endsLine };
    this.#port.post({ type: 'send', piece: '', last: true });
  }

  /** How much text was sent, and whether it ends with a line; `undefined` where the source is no text, or not all of it was sent. */
  get sent(): { readonly length: number; readonly endsLine: boolean } | undefined {
    return this.#sent;
  }

  /**
   * Reads on what was added at the end of the sent text; a new `done` comes with it.
   * @returns whether that was sound; else nothing has changed
   */
  async grow(text: string): Promise<boolean> {
    const before = this.#sent;
    if (before?.endsLine !== true || this.#status.kind !== 'done' || text.length > PIECE_LENGTH) return false;
    const grown = await this.ask('grow', { text });
    if (grown) this.#sent = { length: before.length + text.length, endsLine: text.endsWith('\n') };
    return grown;
  }

  /** Whether the worker itself reads what is written to the file: then nobody else needs to look. */
  get follows(): 'on' | 'stopped' | undefined {
    return this.#status.kind === 'done' ? this.#status.summary.follows : undefined;
  }

  /** The source that the file itself is: of a log that was rotated while it was followed the last one. */
  get ownSource(): number {
    const files = this.#status.kind === 'done' ? this.#status.summary.files : undefined;
    return this.follows === undefined || files === undefined ? 0 : files.length - 1;
  }

  /** Stops reading what is written to the file, or goes on with it; a new `done` says so. */
  follow(on: boolean): void {
    if (this.follows !== undefined) this.#port.post({ type: 'follow', on });
  }

  /** Called when all has to be read anew: another log has the name of the file. */
  onOutdated(listener: () => void): void {
    this.#tellOutdated = listener;
  }

  /** Hears of every change of the status until the returned function is called. */
  onStatus(listener: (status: AnalysisStatus) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The status once it is no longer `reading`. */
  async settled(): Promise<AnalysisStatus> {
    if (this.#status.kind !== 'reading') return this.#status;
    return new Promise((resolve) => {
      const stop = this.onStatus((status) => {
        if (status.kind === 'reading') return;
        stop();
        resolve(status);
      });
    });
  }

  /**
   * Asks the worker. Rejects when the worker refuses, dies or is disposed of, and when `signal` says that nobody waits for the answer any more: then the worker gives up
   * the work for a timeline, a moment or a what-if. `advanced` is told how much of a what-if is done, from 0 to 1.
   */
  async ask<Kind extends QuestionKind>(
    kind: Kind,
    question: Questions[Kind]['question'],
    signal?: AbortSignal,
    advanced?: (share: number) => void,
  ): Promise<Questions[Kind]['answer']> {
    if (this.#disposed) throw new Error('the analysis is closed');
    if (this.#death !== undefined) throw new Error(this.#death); // nobody would answer
    this.#asked += 1;
    const id = this.#asked;
    return new Promise((resolve, reject) => {
      this.#questions.set(id, { resolve: (answer) => resolve(answer as Questions[Kind]['answer']), reject, advanced });
      this.#port.post({ type: 'ask', id, kind, question } as WorkerRequest);
      signal?.addEventListener('abort', () => {
        if (!this.#questions.delete(id)) return;
        this.#port.post({ type: 'stop', id });
        reject(new Error('the question was taken back'));
      });
    });
  }

  /** Asks the worker to give up; the status becomes `failed` with a problem of kind `cancelled`. */
  cancel(): void {
    if (this.#status.kind !== 'reading') return;
    this.#port.post({ type: 'cancel' });
    this.fail({
      kind: 'cancelled',
      title: notice('Reading was cancelled.'),
      whatToDo: notice('Read the log again when you want its timeline.'),
    });
  }

  /** Ends the reading with a problem that the worker cannot know of. */
  fail(problem: WorkerProblem): void {
    if (this.#status.kind === 'reading') this.#set({ kind: 'failed', problem });
  }

  dispose(): void {
    this.#disposed = true;
    this.fail({
      kind: 'cancelled',
      title: notice('The analysis was closed.'),
      whatToDo: notice('Read the log again.'),
    });
    this.#listeners.clear();
    this.#refuseAll('the analysis is closed');
    this.#port.dispose();
  }

  #post(content: string | Uint8Array): void {
    for (let at = 0, end = 0; at < content.length; at = end) {
      end = Math.min(content.length, at + PIECE_LENGTH);
      if (typeof content === 'string' && end < content.length && isHighSurrogate(content.charCodeAt(end - 1))) end += 1; // a character is never cut in two
      this.#port.post({ type: 'send', piece: content.slice(at, end), last: false });
    }
  }

  #take(event: WorkerEvent): void {
    switch (event.type) {
      case 'progress':
        if (this.#status.kind === 'reading') this.#set({ kind: 'reading', progress: event.progress });
        return;
      case 'done':
        if (this.#status.kind !== 'failed') this.#set({ kind: 'done', summary: event.summary }); // again, when its text has grown
        return;
      case 'failed':
        if (this.#status.kind === 'reading')
          this.#set({
            kind: 'failed',
            problem: event.problem,
            ...(event.detail === undefined ? {} : { detail: event.detail }),
          });
        return;
      case 'outdated':
        this.#tellOutdated?.();
        return;
      case 'answer':
        this.#questions.get(event.id)?.resolve(event.answer);
        this.#questions.delete(event.id);
        return;
      case 'advanced':
        this.#questions.get(event.id)?.advanced?.(event.share);
        return;
      case 'refused':
        this.#questions.get(event.id)?.reject(new Error(event.why));
        this.#questions.delete(event.id);
    }
  }

  #set(status: AnalysisStatus): void {
    this.#status = status;
    for (const listener of [...this.#listeners]) listener(status);
  }

  #refuseAll(why: string): void {
    for (const { reject } of this.#questions.values()) reject(new Error(why));
    this.#questions.clear();
  }
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
