/** One log in one worker: reads it, keeps the analysis, answers questions. The host gives files and a mail box, so tests need no thread. */
import { analysisAnswer, findingsAnswer, lineAnswer } from '../assistant/answers.ts';
import type { Analysis, AnalysisProgress, AnalysisResult } from '../analysis/analysis.ts';
import { inLanguage } from '../analysis/inLanguage.ts';
import { type FindBytes, FirstScan } from '../analysis/firstAnswer.ts';
import { identityAt, linesOfPod } from '../analysis/insight/identity.ts';
import { buildInsightIndex, type InsightIndex } from '../analysis/insight/insightIndex.ts';
import { lineInsight } from '../analysis/insight/lineInsight.ts';
import { sourceLink } from '../analysis/insight/sourceLink.ts';
import { valueInsight } from '../analysis/insight/valueInsight.ts';
import { noLogsProblem, problemText, type ProblemText } from '../analysis/outputs/problemText.ts';
import { type AnalysisSession, createAnalysisSession } from '../analysis/session.ts';
import { whyHopeless } from '../analysis/sources/hopeless.ts';
import { redactedInputs } from '../analysis/sources/redactedInputs.ts';
import { type LogInput, readingOf, readSources } from '../analysis/sources/sources.ts';
import type { ReaderOptions } from '../journal/record.ts';
import { printing } from '../kubelet/printable.ts';
import { type Instant, instant } from '../kubelet/time.ts';
import type {
  AnalysisState,
  AskRequest,
  HoverAnswer,
  OpenRequest,
  QuestionKind,
  Questions,
  SendRequest,
  WorkerEvent,
  WorkerProblem,
  WorkerRequest,
} from '../protocol/workerProtocol.ts';
import { reportParts } from '../report/htmlReport.ts';
import { chatReport, markdownReport } from '../report/picture/markdownReport.ts';
import type { StopCheck } from '../kubelet/stopCheck.ts';
import { whatIfAnswer } from '../whatIf/outputs/whatIfAnswer.ts';
import { createMoments, type Moments } from '../timeline/moment/buildMoment.ts';
import { outlineOf } from '../timeline/outline/outlineOf.ts';
import { documentInLanguage } from '../timeline/inLanguage.ts';
import { timelineOf } from '../timeline/timelineOf.ts';
import { type Language, languageOf } from '../language/language.ts';
import type { FollowSink } from '../adapters/follow/followFile.ts';
import { goneName, GrowingLog } from '../analysis/follow/growingLog.ts';
import { collectLines } from './collectLines.ts';
import { type FollowedFile, Following } from './following.ts';
import { beginsRecord, messageText, recordAt } from './explainLine.ts';
import { hoverInLanguage } from './hoverInLanguage.ts';
import { findLoneReturns } from './loneReturns.ts';

/** A file that was opened for reading; gzip is undone. */
export interface OpenedBytes {
  readonly totalBytes?: number;
  readonly modified?: Instant;
  readonly packed?: boolean;
  readonly once?: boolean;
  /** A binary journal: what it gives is text that is made of it. */
  readonly asText?: boolean;
  readonly packedBytes?: () => number | undefined;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** How bytes are opened: `from` is an offset in the unpacked ones. */
export interface OpenBytesOptions {
  readonly from?: number;
  readonly into?: () => Uint8Array | undefined;
  readonly onProgress?: (bytesRead: number) => void;
  readonly onWarning?: (text: string, kind?: 'damage') => void;
}

/** What was found in a folder or an archive. */
export interface FolderLogs {
  readonly logs: readonly FolderLog[];
  readonly lookedAt: number;
  readonly cutShort: boolean;
  readonly warnings?: readonly { readonly text: string; readonly kind?: 'damage' }[];
}

/** A log in a folder, or (`open`) one in an archive that is the file at `path`; `inside` is its name in there. */
export interface FolderLog {
  readonly path: string;
  readonly place: string;
  readonly inside?: string;
  readonly open?: (options: OpenBytesOptions) => OpenedBytes;
}

/** Asked now and then while an archive is read; throws to end that. */
export interface FindHooks {
  readonly onEntry: () => void;
}

/** What the service needs from outside. */
export interface ServiceHost {
  post(event: WorkerEvent): void;
  /** Opens a file. Rejects when it cannot be opened. */
  openFile(path: string, options: OpenBytesOptions): Promise<OpenedBytes>;
  /** The same for a file that came in pieces. */
  openPieces(pieces: readonly Uint8Array[], name: string, options: OpenBytesOptions): OpenedBytes;
  /** The kubelet logs in a folder or an archive; `undefined` for what is neither. Rejects when it cannot be read. */
  findLogs?(path: string, hooks: FindHooks): Promise<FolderLogs | undefined>;
  /** The same for an archive that came in pieces. */
  findLogsInPieces?(pieces: readonly Uint8Array[], name: string, hooks: FindHooks): Promise<FolderLogs | undefined>;
  /** Follows a file from an offset on; absent: files are read once. */
  follow?(path: string, sink: FollowSink, offset: number): FollowedFile;
  /** Comes true after so many milliseconds. */
  wait?(milliseconds: number): Promise<void>;
  /** The words for an error of `openFile` or of its chunks; `undefined` for an error that is ours. */
  describeError(error: unknown, name: string): ProblemText | undefined;
  /** The platform's search for bytes in a chunk; absent: there is no first look. */
  readonly findBytes?: FindBytes;
  /** Lets waiting messages in. */
  pause(): Promise<void>;
  /** Whether a cancel waits in the mail box: asked while work goes on that lets no message in. */
  isCancelled?(): boolean;
  /** Whether the mail box says that nobody waits for the answer to this question any more; asked in the same way. */
  isStopped?(question: number): boolean;
  /** Microseconds since the epoch, for the year of text that was never a file. */
  now(): Instant;
}

/** Smaller files are read as a whole within the second. */
const WORTH_A_FIRST_LOOK = 8 << 20;
/** Bytes read between two looks into the mail box. */
const SLICE_BYTES = 1 << 20;
/** Nobody sees progress that is told more often (microseconds); each message takes as long as a tenth of a slice. */
const PROGRESS_EVERY = 50_000;
const MOST_LINES = 20_000;
/** Lines around one that is explained: a record may have several. */
const LINES_BEFORE = 40;
const LINES_AFTER = 40;

/** The work is given up in the middle. */
class Cancelled extends Error {}
/** So is an answer. */
class Stopped extends Error {}

/** All that a warning may call a log. */
function namesOf({ path, place, inside }: FolderLog): readonly string[] {
  return [path, place, ...(inside === undefined ? [] : [inside]), path.slice(path.lastIndexOf('/') + 1)];
}

/** A warning of a redacted log: what files are called stays out. */
function withoutNames(text: string, names: readonly string[]): string {
  return names
    .filter((name) => name !== '')
    .sort((a, b) => b.length - a.length)
    .reduce((told, name) => told.replaceAll(name, 'the log'), text);
}

function resultOf(session: AnalysisSession): AnalysisResult {
  try {
    return session.result();
  } catch (error) {
    if (!(error instanceof Cancelled)) throw error;
    return session.result();
  }
}

type OpenBytes = (how: OpenBytesOptions) => Promise<OpenedBytes>;

export interface AnalysisService {
  take(request: WorkerRequest): void;
}

/** The reading was cancelled while an archive was searched. */
class ReadingCancelled extends Error {}

/** Makes a service for one log. */
export function createAnalysisService(host: ServiceHost): AnalysisService {
  const makeSession = (): AnalysisSession =>
    createAnalysisSession({
      stopCheck: () => {
        if (host.isCancelled?.() !== true) return;
        session.cancel();
        throw new Cancelled();
      },
    });
  /** A log that is followed has another one while little of it is there. */
  let session: AnalysisSession = makeSession();
  let following: Following | undefined;
  let opened: OpenRequest | undefined;
  /** In which what is said of the log is wanted; English where there is none. */
  let language: Language | undefined;
  let analysis: Analysis | undefined;
  let insights: InsightIndex | undefined;
  let moments: Moments | undefined;
  let state: AnalysisState = 'reading';
  let options: ReaderOptions = {};
  /** Names are replaced before anybody reads them. */
  let isRedacted = false;
  /** The sources, in their order; a folder or an archive has several. */
  let files: readonly FolderLog[] = [];
  let isFolder = false;
  /** What the reader is to know of the options. */
  let warned: readonly string[] = [];
  /** Paths of binary journals. */
  const madeTexts = new Set<string>();
  /** A file that only VS Code can read, as it came. */
  const pieces: Uint8Array[] = [];
  /** All of it is here. */
  let isWhole = false;
  const waiting: (() => void)[] = [];
  const encoder = new TextEncoder();

  const settle = (next: AnalysisState): void => {
    state = next;
    for (const proceed of waiting.splice(0)) proceed();
  };
  const fail = (problem: WorkerProblem, detail?: string): void => {
    host.post({ type: 'failed', problem, ...(detail === undefined ? {} : { detail }) });
    settle('failed');
  };
  const finish = (): void => {
    const name = opened?.name ?? 'The log';
    host.post({ type: 'progress', progress: session.progress('replaying') });
    const result = resultOf(session);
    if (!result.ok) {
      const kind = result.problem.kind === 'cancelled' ? 'cancelled' : 'not-kubelet';
      fail({ kind, ...problemText(result.problem, name) });
      return;
    }
    analysis = result.analysis;
    const { history } = analysis.reconstruction;
    host.post({
      type: 'done',
      summary: {
        headline: language?.say(analysis.answer.headline) ?? analysis.answer.headline,
        state: analysis.answer.state,
        lines: history.counts.lines,
        skips: history.counts.skips,
        episodes: history.episodes.filter((episode) => !episode.startup).length,
        ...(following === undefined ? {} : { follows: following.isOn ? ('on' as const) : ('stopped' as const) }),
        ...(isFolder || madeTexts.size > 0 || files.length > 1
          ? {
              files: files.map(({ path, inside }) => ({
                path,
                ...(inside === undefined ? {} : { inside }),
                ...(madeTexts.has(path) ? { asText: true } : {}),
              })),
            }
          : {}),
      },
    });
    settle('done');
  };
  const failBy = (error: unknown): void => {
    if (error instanceof ReadingCancelled) return settle('failed'); // whoever cancelled knows
    const name = opened?.name ?? 'The log';
    const text = host.describeError(error, name);
    if (text !== undefined) return fail({ kind: 'input', title: text.title, whatToDo: text.whatToDo });
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    fail(
      {
        kind: 'internal',
        title: printing`${name} could not be analysed.`,
        whatToDo: printing`This is a defect of Kubelet Timeline; its log channel (Output: Kubelet Timeline) says more.`,
      },
      detail,
    );
  };
  const guarded = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      failBy(error);
    }
  };

  let told = Number.NEGATIVE_INFINITY;
  /** Tells how far the reading has come, now and then. */
  const tellProgress = (progress: () => AnalysisProgress): void => {
    const now = host.now();
    if (now - told < PROGRESS_EVERY) return;
    told = now;
    host.post({ type: 'progress', progress: progress() });
  };
  /** One sentence from the skip lines alone, read ahead of everything else: at least ten times as fast. */
  const firstLook = async (openBytes: OpenBytes): Promise<string | undefined> => {
    if (host.findBytes === undefined) return undefined;
    const scan = new FirstScan(host.findBytes, options);
    const opened = await openBytes({ into: () => undefined });
    let bytes = 0;
    for await (const chunk of opened.chunks) {
      bytes += chunk.length;
      if (session.cancelled || whyHopeless({ ...readingOf(opened), name: '', bytes, isBinary: false }) !== undefined)
        return undefined;
      scan.push(chunk);
    }
    scan.end();
    const { headline: english } = scan.answer();
    const headline = english === undefined ? undefined : (language?.say(english) ?? english);
    if (headline !== undefined) host.post({ type: 'progress', progress: { ...session.progress('reading'), headline } });
    return headline;
  };
  const readBytes = async (openBytes: OpenBytes, name: string): Promise<void> => {
    let bytesRead = 0;
    const bytes = await openBytes({
      into: () => session.room,
      onProgress: (bytes) => {
        bytesRead = bytes;
      },
      onWarning: (text, kind) => session.warn(text, kind),
    });
    const { totalBytes, modified, chunks } = bytes;
    if (bytes.asText === true) for (const { path } of files) madeTexts.add(path);
    options = { ...options, ...(modified === undefined ? {} : { fallbackYearFrom: modified }) };
    const [file] = files;
    const log = file === undefined || !isFollowable(bytes) ? undefined : beginToFollow(file.path, name);
    if (log === undefined) session.open(name, options);
    const first = totalBytes !== undefined && totalBytes >= WORTH_A_FIRST_LOOK ? await firstLook(openBytes) : undefined;
    const headline = first === undefined ? {} : { headline: first };
    let since = 0;
    for await (const chunk of chunks) {
      if (session.cancelled) break;
      if (log === undefined) session.push(chunk);
      else log.add(chunk, bytesRead + chunk.length < (totalBytes ?? 0));
      since += chunk.length;
      if (since < SLICE_BYTES) continue;
      since = 0;
      if (!session.isWorthReading(0, readingOf(bytes))) break;
      tellProgress(() => ({ ...session.progress('reading', totalBytes), bytes: bytesRead, ...headline }));
      await host.pause();
    }
    if (log === undefined) session.end();
    else following?.begun(bytesRead, modified);
  };
  /** Of a file that lies on a disk as it is, what is appended can be read on. */
  const isFollowable = ({ packed, once }: OpenedBytes): boolean =>
    host.follow !== undefined && packed === false && once !== true;
  const beginToFollow = (path: string, name: string): GrowingLog => {
    const log = new GrowingLog({ makeSession, name, options });
    ({ session } = log);
    for (const text of warned) log.warn(text);
    following = new Following(host, log, path, {
      name,
      refresh: (places) => {
        ({ session } = log);
        insights = undefined;
        moments = undefined;
        if (places.length > 1)
          files = places.map((place, index) => ({ path: place ?? goneName(path, index), place: name }));
        guarded(finish);
      },
      state: () => state,
    });
    return log;
  };
  /** Lets messages in after each slice; says whether to go on. */
  const inSlices = (): ((bytes: number) => Promise<boolean>) => {
    let at = 0;
    return async (bytes) => {
      if (bytes - at < SLICE_BYTES) return !session.cancelled;
      at = bytes;
      tellProgress(() => session.progress('reading'));
      await host.pause();
      return !session.cancelled;
    };
  };
  /** Reads a folder's logs; `false` when there are none, and the problem was told. */
  const readFolder = async (name: string, folder: FolderLogs): Promise<boolean> => {
    isFolder = true;
    if (folder.logs.length === 0) {
      fail({ kind: 'not-kubelet', ...noLogsProblem(name, folder) });
      return false;
    }
    if (folder.cutShort)
      session.warn(
        `${isRedacted ? 'The folder' : name} is too large to be searched as a whole; logs in a part of it may have been missed.`,
      );
    const warned = new Set<string>();
    const onWarning = (text: string, kind?: 'damage'): void => {
      const told = isRedacted ? withoutNames(text, [name, ...folder.logs.flatMap(namesOf)]) : text;
      if (!warned.has(told)) session.warn(told, kind);
      warned.add(told);
    };
    for (const { text, kind } of folder.warnings ?? []) onWarning(text, kind);
    const inputs = folder.logs.map((log): LogInput & { readonly log: FolderLog } => ({
      name: log.place,
      place: log.place,
      log,
      open: async (from = 0) => {
        if (log.open !== undefined) return log.open({ from, onWarning });
        const opened = await host.openFile(log.path, { from, onWarning });
        if (opened.asText === true) madeTexts.add(log.path);
        return opened;
      },
    }));
    const shown = isRedacted ? await redactedInputs(inputs, inSlices()) : inputs;
    const order = await readSources(session, shown, options, { onChunk: inSlices() });
    files = 'why' in order ? [] : order.flatMap((input) => shown.find((one) => one === input)?.log ?? []);
    return true;
  };
  /** A lone log with pseudonyms: it is read twice, the first time for its names. */
  const readRedacted = async (openBytes: OpenBytes, name: string): Promise<void> => {
    const input: LogInput = {
      name,
      open: (from = 0) =>
        openBytes({
          from,
          onWarning: (text, kind) => session.warn(withoutNames(text, [name, ...files.flatMap(namesOf)]), kind),
        }),
    };
    const shown = await redactedInputs([input], inSlices());
    await readSources(session, shown, options, { onChunk: inSlices() });
  };
  const hooks: FindHooks = {
    onEntry: () => {
      if (session.cancelled) throw new ReadingCancelled();
    },
  };
  const readPath = async (path: string, name: string): Promise<boolean> => {
    const folder = await host.findLogs?.(path, hooks);
    if (folder !== undefined) return readFolder(name, folder);
    files = [{ path, place: name }];
    await (isRedacted ? readRedacted : readBytes)((how) => host.openFile(path, how), name);
    return true;
  };
  const open = (request: OpenRequest): void => {
    opened = request;
    const { warnings = [], redact, language: wanted, ...given } = request.options;
    language = wanted === undefined ? undefined : languageOf(wanted.tag, wanted);
    options = given;
    isRedacted = redact === true;
    warned = warnings;
    for (const text of warnings) session.warn(text);
    if (request.source.kind === 'file') {
      readPath(request.source.path, request.name).then((read) => {
        if (read && state === 'reading') guarded(finish);
      }, failBy);
      return;
    }
    const { modified } = request.source;
    options = {
      ...options,
      ...(modified === undefined
        ? { fallbackYearFrom: host.now(), fallbackIsNow: true }
        : { fallbackYearFrom: instant(modified * 1000) }),
    };
    if (request.source.kind === 'sent' && !isRedacted) session.open(request.name, options);
  };
  const openPieces: OpenBytes = (how) => Promise.resolve(host.openPieces(pieces, opened?.name ?? 'log', how));
  const readPieces = async (name: string): Promise<boolean> => {
    const archive = await host.findLogsInPieces?.(pieces, name, hooks);
    if (archive !== undefined) return readFolder(name, archive);
    await (isRedacted ? readRedacted : readBytes)(openPieces, name);
    return true;
  };
  const keep = ({ piece, last }: SendRequest): void => {
    if (piece.length > 0) pieces.push(typeof piece === 'string' ? encoder.encode(piece) : piece);
    if (!last || state !== 'reading') return;
    isWhole = true;
    readPieces(opened?.name ?? 'log').then((read) => {
      if (read && state === 'reading') guarded(finish);
    }, failBy);
  };
  const send = (request: SendRequest): void => {
    if (opened?.source.kind === 'bytes' || isRedacted) return keep(request); // names have to be known before the text is read
    const { piece, last } = request;
    guarded(() => {
      session.push(typeof piece === 'string' ? encoder.encode(piece) : piece);
      if (!last || state !== 'reading') return;
      session.end();
      finish();
    });
  };

  const insightIndex = (): InsightIndex | undefined => {
    if (insights === undefined && analysis !== undefined) insights = buildInsightIndex(analysis);
    return insights;
  };
  const hover = ({ source = 0, line, firstLine, lines, column }: Questions['hover']['question']): HoverAnswer => {
    const indexed = session.lineIndex(source)?.recordAt(line);
    const index = insightIndex();
    const first = indexed?.line ?? line;
    const text = lines.slice(Math.max(0, first - firstLine));
    const record = recordAt(text, line - first, options);
    const insight = index === undefined || indexed === undefined ? undefined : lineInsight(indexed, source, index);
    const history = analysis?.reconstruction.history;
    const zoneKnown = history?.sources[source]?.timeZone === 'known';
    const own = text[line - first];
    const value =
      record === undefined || column === undefined || own === undefined
        ? undefined
        : valueInsight(record, own, column, indexed?.time ?? record.time, zoneKnown);
    const link =
      history === undefined || record === undefined ? undefined : sourceLink(history, record, { source, line: first });
    return {
      state,
      ...(record === undefined ? {} : { message: messageText(record) }),
      ...(insight === undefined ? {} : { insight }),
      ...(value === undefined ? {} : { value }),
      ...(link === undefined ? {} : { source: link }),
    };
  };
  const settled = (): Promise<void> =>
    state === 'reading' ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve();
  /** Opens a source again; `undefined` for text, of which the editor has the lines. */
  const openAgain = (source: number, how: OpenBytesOptions): Promise<OpenedBytes> | undefined => {
    const file = files[source];
    if (file?.open !== undefined) return Promise.resolve(file.open(how));
    if (file !== undefined) return host.openFile(file.path, how);
    return isWhole && source === 0 ? openPieces(how) : undefined;
  };
  const readLines = async (source: number, from: number, to: number): Promise<readonly string[]> => {
    const checkpoint = session.lineIndex(source)?.checkpoint(from);
    const bytes = checkpoint === undefined ? undefined : await openAgain(source, { from: checkpoint.offset });
    if (bytes === undefined || checkpoint === undefined) return [];
    const { chunks } = bytes;
    return collectLines(chunks, checkpoint.line, from, Math.min(to, from + MOST_LINES - 1));
  };
  const answers: {
    readonly [Kind in QuestionKind]: (
      question: Questions[Kind]['question'],
      stopCheck: StopCheck,
      advanced: (share: number) => void,
    ) => Questions[Kind]['answer'] | Promise<Questions[Kind]['answer']>;
  } = {
    hover: (question) => hoverInLanguage(hover(question), language),
    timeline: async (_question, stopCheck) => {
      await settled();
      if (analysis === undefined) return undefined;
      const document = timelineOf(inLanguage(analysis, language), opened?.name ?? 'log', stopCheck);
      return documentInLanguage(document, language);
    },
    outline: async ({ source }) => {
      await settled();
      const lines = session.lineIndex(source);
      if (analysis === undefined || lines === undefined) return undefined;
      return outlineOf(inLanguage(analysis, language), source, lines, session.flagDumps(source));
    },
    grow: ({ text }) => {
      if (state !== 'done' || opened?.source.kind !== 'sent' || !beginsRecord(text, options)) return false;
      session.push(encoder.encode(text));
      session.end();
      insights = undefined;
      moments = undefined;
      finish();
      return true;
    },
    identity: ({ text, column }) => identityAt(text, column, analysis?.reconstruction.history),
    podLines: async ({ source, pod }) => {
      await settled();
      return analysis === undefined ? new Uint32Array() : linesOfPod(analysis.reconstruction.history, source, pod);
    },
    answerMarkdown: async () => {
      await settled();
      return analysis === undefined ? undefined : chatReport(inLanguage(analysis, language));
    },
    reportMarkdown: async ({ picture }) => {
      await settled();
      return analysis === undefined ? undefined : markdownReport(inLanguage(analysis, language), language, picture);
    },
    reportParts: async () => {
      await settled();
      return analysis === undefined ? undefined : reportParts(inLanguage(analysis, language), session.lineText);
    },
    assistant: async (asked) => {
      await settled();
      if (analysis === undefined) return undefined;
      const full = asked.full === true;
      if (asked.tool === 'analyze') return analysisAnswer(analysis, full);
      if (asked.tool === 'findings') return findingsAnswer(analysis, full);
      const { line, source = 0 } = asked;
      if (line > (analysis.reconstruction.history.sources[source]?.lines ?? 0)) return undefined;
      const firstLine = Math.max(1, line - LINES_BEFORE);
      const lines = await readLines(source, firstLine, line + LINES_AFTER);
      return lineAnswer(
        analysis,
        { source, line },
        lines[line - firstLine],
        hover({ source, line, firstLine, lines }),
        full,
      );
    },
    lineTime: async ({ source, line }) => {
      await settled();
      return session.lineIndex(source)?.timeAt(line);
    },
    moment: async ({ time, process }, stopCheck) => {
      await settled();
      if (analysis === undefined) return undefined;
      moments ??= createMoments(analysis.reconstruction);
      return moments.at(instant(time), process, stopCheck);
    },
    whatIf: async ({ changes }, stopCheck, advanced) => {
      await settled();
      return analysis === undefined
        ? undefined
        : whatIfAnswer(analysis.reconstruction, changes, { stopCheck, onProgress: advanced });
    },
    loneReturns: async ({ source }) => {
      const bytes = await openAgain(source, {});
      return bytes === undefined ? new Uint32Array() : findLoneReturns(bytes.chunks);
    },
    lines: ({ source = 0, from, to }) => readLines(source, from, to),
  };
  const ask = async <Kind extends QuestionKind>(request: AskRequest<Kind>): Promise<void> => {
    const stopCheck = (): void => {
      if (host.isStopped?.(request.id) === true) throw new Stopped();
    };
    try {
      const answer = await answers[request.kind](request.question, stopCheck, (share) =>
        host.post({ type: 'advanced', id: request.id, share }),
      );
      host.post({ type: 'answer', id: request.id, answer });
    } catch (error) {
      if (error instanceof Stopped) return;
      host.post({
        type: 'refused',
        id: request.id,
        why:
          host.describeError(error, opened?.name ?? 'log')?.title ??
          (error instanceof Error ? (error.stack ?? error.message) : String(error)),
      });
    }
  };

  return {
    take(request) {
      switch (request.type) {
        case 'open':
          return open(request);
        case 'send':
          return send(request);
        case 'cancel': {
          session.cancel();
          if (opened?.source.kind === 'sent' && state === 'reading') finish();
          else if (opened?.source.kind === 'bytes' && !isWhole) settle('failed');
          return;
        }
        case 'follow':
          following?.turn(request.on);
          return;
        case 'ask':
          void ask(request);
          return;
        case 'stop':
          return; // what it speaks of was answered before it came, or found it in the mail box
      }
    },
  };
}
