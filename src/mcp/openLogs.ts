/** The logs that an assistant asks about: read once, read again when the file has changed, the least recently asked forgotten. */
import { stat } from 'node:fs/promises';
import { describeInputError } from '../adapters/inputError.ts';
import { findLogsIn } from '../adapters/findLogsIn.ts';
import { openBytes, openPieces } from '../adapters/openBytes.ts';
import { type Printable, printing } from '../kubelet/printable.ts';
import { instant } from '../kubelet/time.ts';
import type { AssistantQuestion, WorkerEvent } from '../protocol/workerProtocol.ts';
import { type AnalysisService, createAnalysisService } from '../worker/service.ts';

/** Logs that are kept in memory. */
const MOST_LOGS = 4;

interface OpenLog {
  readonly stamp: string;
  readonly service: AnalysisService;
  /** What is wrong with it; `undefined`: nothing. */
  readonly problem: Promise<Printable | undefined>;
  readonly waiting: Map<number, (answer: Printable | undefined) => void>;
}

/** Rejects with words for whoever asked. */
export class OpenLogs {
  readonly #logs = new Map<string, OpenLog>();
  readonly #redact: boolean;
  #asked = 0;

  constructor(redact: boolean) {
    this.#redact = redact;
  }

  /** The answer as JSON. */
  async ask(file: string, question: AssistantQuestion): Promise<Printable> {
    const log = await this.#open(file);
    const problem = await log.problem;
    if (problem !== undefined) {
      this.#logs.delete(file);
      throw new Error(problem);
    }
    this.#asked += 1;
    const id = this.#asked;
    const answer = await new Promise<Printable | undefined>((resolve) => {
      log.waiting.set(id, resolve);
      log.service.take({ type: 'ask', id, kind: 'assistant', question });
    });
    if (answer === undefined) throw new Error(printing`There is no such line in ${file}.`);
    return answer;
  }

  async #open(file: string): Promise<OpenLog> {
    const stamp = await stampOf(file);
    const known = this.#logs.get(file);
    this.#logs.delete(file);
    const log = known?.stamp === stamp ? known : this.#read(file, stamp);
    this.#logs.set(file, log); // at the end: the order says who was asked last
    for (const [oldest] of this.#logs) if (this.#logs.size > MOST_LOGS) this.#logs.delete(oldest);
    return log;
  }

  #read(file: string, stamp: string): OpenLog {
    const waiting: OpenLog['waiting'] = new Map();
    let settle = (_problem: Printable | undefined): void => {};
    const problem = new Promise<Printable | undefined>((resolve) => {
      settle = resolve;
    });
    const service = createAnalysisService({
      post: (event: WorkerEvent) => {
        if (event.type === 'done') settle(undefined);
        if (event.type === 'failed') settle(printing`${event.problem.title} ${event.problem.whatToDo}`);
        if (event.type === 'answer') waiting.get(event.id)?.(event.answer as Printable | undefined);
        if (event.type === 'refused') waiting.get(event.id)?.(undefined);
        if (event.type === 'answer' || event.type === 'refused') waiting.delete(event.id);
      },
      openFile: openBytes,
      openPieces,
      findLogs: findLogsIn,
      describeError: describeInputError,
      pause: () =>
        new Promise((resolve) => {
          setImmediate(resolve);
        }),
      now: () => instant(Date.now() * 1000),
    });
    const options = this.#redact ? ({ redact: true } as const) : {};
    service.take({ type: 'open', name: file, source: { kind: 'file', path: file }, options });
    return { stamp, service, problem, waiting };
  }
}

/** Another text means another content. A folder stays as it is when a file in it grows, so those that hold a log count for it. */
async function stampOf(file: string): Promise<string> {
  try {
    const stats = await stat(file);
    const logs = stats.isDirectory() ? ((await findLogsIn(file))?.logs ?? []) : [];
    return [`${stats.size} ${stats.mtimeMs}`, ...(await Promise.all(logs.map(({ path }) => stampOf(path))))].join('\n');
  } catch {
    return ''; // whoever reads it says what is wrong
  }
}
