import type { Analysis, AnalysisProgress, AnalysisResult } from '../analysis/analysis.ts';
import { buildInsightIndex, type InsightIndex } from '../analysis/insight/insightIndex.ts';
import { problemText } from '../analysis/outputs/problemText.ts';
import { type AnalysisSession, createAnalysisSession } from '../analysis/session.ts';
import type { ReaderOptions } from '../journal/record.ts';
import { printing } from '../kubelet/printable.ts';
import type { AnalysisState, OpenRequest, WorkerProblem } from '../protocol/workerProtocol.ts';
import type { Moments } from '../timeline/moment/buildMoment.ts';
import { ENGLISH, type Language } from '../language/language.ts';
import type { Following } from './following.ts';
import type { FoundLog, OpenedSource, OpenSourceOptions } from '../analysis/sources/openedSource.ts';
import type { ServiceHost } from './serviceHost.ts';

/** Nobody sees progress that is reported more often (microseconds); each message takes as long as a tenth of a slice. */
const PROGRESS_EVERY = 50_000;

/** The work is given up in the middle. */
class Cancelled extends Error {}

/** The reading was cancelled while an archive was searched. */
export class ReadingCancelled extends Error {}

function resultOf(session: AnalysisSession): AnalysisResult {
  try {
    return session.result();
  } catch (error) {
    if (!(error instanceof Cancelled)) throw error;
    return session.result();
  }
}

/** A log in the worker: what is known of it so far, and what those who wait for it hear. */
export class ServedLog {
  readonly host: ServiceHost;
  /** A log that is followed has another one while little of it is there. */
  session: AnalysisSession;
  following: Following | undefined;
  opened: OpenRequest | undefined;
  /** In which what is said of the log is wanted; English where there is none. */
  language: Language | undefined;
  analysis: Analysis | undefined;
  moments: Moments | undefined;
  state: AnalysisState = 'reading';
  options: ReaderOptions = {};
  /** Names are replaced before anybody reads them. */
  isRedacted = false;
  /** The sources, in their order; a folder or an archive has several. */
  files: readonly FoundLog[] = [];
  isFolder = false;
  /** What the reader is to know of the options. */
  warned: readonly string[] = [];
  /** Paths of binary journals. */
  readonly madeTexts = new Set<string>();
  /** A file that only VS Code can read, as it came. */
  readonly pieces: Uint8Array[] = [];
  /** All of it is here. */
  isWhole = false;
  #insights: InsightIndex | undefined;
  #reportedAt = Number.NEGATIVE_INFINITY;
  readonly #waiting: (() => void)[] = [];

  constructor(host: ServiceHost) {
    this.host = host;
    this.session = this.makeSession();
  }

  makeSession(): AnalysisSession {
    return createAnalysisSession({
      stopCheck: () => {
        if (this.host.isCancelled?.() !== true) return;
        this.session.cancel();
        throw new Cancelled();
      },
    });
  }

  /** What hovers are answered from, made when the first is asked. */
  get insights(): InsightIndex | undefined {
    if (this.#insights === undefined && this.analysis !== undefined) this.#insights = buildInsightIndex(this.analysis);
    return this.#insights;
  }

  /** The log has grown: what was made of it is made anew. */
  forget(): void {
    this.#insights = undefined;
    this.moments = undefined;
  }

  /** Opens what came in pieces. */
  openPieces(how: OpenSourceOptions): Promise<OpenedSource> {
    return Promise.resolve(this.host.openPieces(this.pieces, this.opened?.name ?? 'log', how));
  }

  /** Until it is read, or is not. */
  settled(): Promise<void> {
    return this.state === 'reading' ? new Promise((resolve) => this.#waiting.push(resolve)) : Promise.resolve();
  }

  /** Ends the waiting of those who ask. */
  settle(next: AnalysisState): void {
    this.state = next;
    for (const proceed of this.#waiting.splice(0)) proceed();
  }

  /** Tells that there is no analysis, and why. */
  fail(english: WorkerProblem, detail?: string): void {
    const { say } = this.language ?? ENGLISH;
    const problem = { ...english, title: say(english.title), whatToDo: say(english.whatToDo) };
    this.host.post({ type: 'failed', problem, ...(detail === undefined ? {} : { detail }) });
    this.settle('failed');
  }

  /** Makes the analysis of what was read, and tells of it. */
  finish(): void {
    const name = this.opened?.name ?? 'The log';
    this.host.post({ type: 'progress', progress: this.session.progress('replaying') });
    const result = resultOf(this.session);
    if (!result.ok) {
      const kind = result.problem.kind === 'cancelled' ? 'cancelled' : 'not-kubelet';
      this.fail({ kind, ...problemText(result.problem, name) });
      return;
    }
    this.analysis = result.analysis;
    const { history } = this.analysis.reconstruction;
    this.host.post({
      type: 'done',
      summary: {
        headline: this.language?.say(this.analysis.answer.headline) ?? this.analysis.answer.headline,
        state: this.analysis.answer.state,
        lines: history.counts.lines,
        skips: history.counts.skips,
        episodes: history.episodes.filter((episode) => !episode.startup).length,
        ...(this.following === undefined
          ? {}
          : { follows: this.following.isOn ? ('on' as const) : ('stopped' as const) }),
        ...(this.isFolder || this.madeTexts.size > 0 || this.files.length > 1
          ? {
              files: this.files.map(({ path, inside }) => ({
                path,
                ...(inside === undefined ? {} : { inside }),
                ...(this.madeTexts.has(path) ? { asText: true } : {}),
              })),
            }
          : {}),
      },
    });
    this.settle('done');
  }

  /** The same for an error: one that the host can describe is the reader's, another one ours. */
  failBy(error: unknown): void {
    if (error instanceof ReadingCancelled) return this.settle('failed'); // whoever cancelled knows
    const name = this.opened?.name ?? 'The log';
    const text = this.host.describeError(error, name);
    if (text !== undefined) return this.fail({ kind: 'input', title: text.title, whatToDo: text.whatToDo });
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.fail(
      {
        kind: 'internal',
        title: printing`${name} could not be analysed.`,
        whatToDo: printing`This is a defect of Kubelet Timeline; its log channel (Output: Kubelet Timeline) says more.`,
      },
      detail,
    );
  }

  /** Does something whose errors are reported. */
  guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.failBy(error);
    }
  }

  /** Tells how far the reading has come, now and then. */
  tellProgress(progress: () => AnalysisProgress): void {
    const now = this.host.now();
    if (now - this.#reportedAt < PROGRESS_EVERY) return;
    this.#reportedAt = now;
    this.host.post({ type: 'progress', progress: progress() });
  }
}
