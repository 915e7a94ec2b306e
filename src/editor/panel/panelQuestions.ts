/** What the page or its host asks the worker about the log, one question of a kind at a time; the answers go to the page. */
import { packArrays } from '../../protocol/packArrays.ts';
import type { HostToPage, WhatIfRequestMessage } from '../../protocol/protocol.ts';
import type { AnalysisClient } from '../analysisClient.ts';
import { logLineOf, loneReturns } from '../editorLines.ts';
import { RunningQuestion } from './runningQuestion.ts';

interface PanelQuestionsOptions {
  /** The log's analysis, if there is one. */
  readonly client: () => AnalysisClient | undefined;
  readonly post: (message: HostToPage) => void;
  readonly debug: (text: string) => void;
}

interface AskedMoment {
  readonly time: number;
  readonly process: string | undefined;
}

export class PanelQuestions {
  readonly #options: PanelQuestionsOptions;
  /** The moment that is asked for next. */
  #moment: AskedMoment | undefined;
  #momentRuns: RunningQuestion | undefined;
  #whatIfRuns: AbortController | undefined;
  #timelineRuns: AbortController | undefined;

  constructor(options: PanelQuestionsOptions) {
    this.#options = options;
  }

  /** Whether there is a finished analysis to ask. */
  get canAsk(): boolean {
    return this.#done() !== undefined;
  }

  /** The time of a line as the editor numbers it, in the log or in an excerpt. */
  async editorLine(source: number, editorLine: number, isExcerpt: boolean): Promise<void> {
    const client = this.#done();
    if (client === undefined) return;
    const line = isExcerpt ? editorLine : logLineOf(editorLine, await loneReturns(client, source));
    await this.#cursor(client, source, line);
  }

  /** The time of a line of a source, 1-based. */
  async line(source: number, line: number): Promise<void> {
    const client = this.#done();
    if (client !== undefined) await this.#cursor(client, source, line);
  }

  async #cursor(client: AnalysisClient, source: number, line: number): Promise<void> {
    const time = await this.#ask(() => client.ask('lineTime', { source, line }));
    if (time !== undefined) this.#options.post({ type: 'cursor', source, line, time });
  }

  /** Sends the document of a finished analysis; `false`: it was replaced meanwhile. */
  async timeline(client: AnalysisClient): Promise<boolean> {
    const { signal } = (this.#timelineRuns = new AbortController());
    const document = await this.#ask(() => client.ask('timeline', undefined, signal));
    if (document === undefined) return false;
    this.#options.post({ type: 'document', document: packArrays(document) });
    return true;
  }

  /** Nobody waits for the document any more. */
  dropTimeline(): void {
    this.#timelineRuns?.abort();
  }

  /** Answers the newest request; while one is under way only the last of those that come meanwhile is kept, and one that takes long is given up for it. */
  async moment(time: number, process: string | undefined): Promise<void> {
    this.#moment = { time, process };
    this.#momentRuns?.giveUpSoon();
    if (this.#momentRuns !== undefined) return;
    try {
      while (this.#moment !== undefined) {
        const next = this.#moment;
        this.#moment = undefined;
        await this.#answerMoment(next);
      }
    } finally {
      this.#momentRuns = undefined;
    }
  }

  async #answerMoment({ time, process }: AskedMoment): Promise<void> {
    const client = this.#done();
    if (client === undefined) return;
    const running = (this.#momentRuns = new RunningQuestion());
    const document = await this.#ask(() =>
      client.ask('moment', { time, ...(process === undefined ? {} : { process }) }, running.signal),
    );
    running.end();
    if (document !== undefined) this.#options.post({ type: 'moment', document });
  }

  /** Answers the newest request; one that runs is given up for it. */
  async whatIf(changes: WhatIfRequestMessage['changes']): Promise<void> {
    this.dropWhatIf();
    const { signal } = (this.#whatIfRuns = new AbortController());
    const client = this.#done();
    if (client === undefined) return;
    const { post } = this.#options;
    const answer = await this.#ask(() =>
      client.ask('whatIf', { changes }, signal, (share) => post({ type: 'whatIfProgress', share })),
    );
    if (answer !== undefined && !signal.aborted) post({ type: 'whatIf', answer: packArrays(answer) });
  }

  dropWhatIf(): void {
    this.#whatIfRuns?.abort();
  }

  #done(): AnalysisClient | undefined {
    const client = this.#options.client();
    return client?.status.kind === 'done' ? client : undefined;
  }

  /** An answer, or nothing when the analysis was replaced while it was asked: its successor reports by itself. */
  async #ask<Answer>(question: () => Promise<Answer>): Promise<Answer | undefined> {
    try {
      return await question();
    } catch (error) {
      this.#options.debug(textOf(error));
      return undefined;
    }
  }
}

/** An error as the log of the extension has it. */
export function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
