import { analysisAnswer, findingsAnswer, lineAnswer } from '../assistant/answers.ts';
import type { Analysis } from '../analysis/analysis.ts';
import { inLanguage } from '../analysis/inLanguage.ts';
import { identityAt, linesOfPod } from '../analysis/insight/identity.ts';
import { countedLine, insightOfCopy } from '../analysis/insight/copiedLine.ts';
import { lineInsight } from '../analysis/insight/lineInsight.ts';
import { sourceLink } from '../analysis/insight/sourceLink.ts';
import { valueInsight } from '../analysis/insight/valueInsight.ts';
import { looksLikeKubeletLog } from '../journal/detect.ts';
import { instant } from '../kubelet/time.ts';
import type { HoverAnswer, QuestionKind, Questions } from '../protocol/workerProtocol.ts';
import { reportParts } from '../report/reportParts.ts';
import { chatReport, markdownReport } from '../report/picture/markdownReport.ts';
import type { StopCheck } from '../kubelet/stopCheck.ts';
import { whatIfAnswer } from '../whatIf/outputs/whatIfAnswer.ts';
import { whatIfInLanguage } from './whatIfInLanguage.ts';
import { momentInLanguage } from '../timeline/moment/momentInLanguage.ts';
import { createMoments } from '../timeline/moment/buildMoment.ts';
import { outlineOf } from '../timeline/outline/outlineOf.ts';
import { documentInLanguage } from '../timeline/inLanguage.ts';
import { timelineOf } from '../timeline/timelineOf.ts';
import { collectLines } from './collectLines.ts';
import { beginsRecord, messageText, recordAt } from './explainLine.ts';
import { hoverInLanguage } from './hoverInLanguage.ts';
import { findLoneReturns } from './loneReturns.ts';
import type { OpenedSource, OpenSourceOptions } from '../analysis/sources/openedSource.ts';

import type { ServedLog } from './servedLog.ts';

const MOST_LINES = 20_000;
/** Lines around one that is explained: a record may have several. */
const LINES_BEFORE = 40;
const LINES_AFTER = 40;
const ENCODER = new TextEncoder();

/** The answer to each kind of question. `stopCheck` throws where nobody waits any more. */
export type Answers = {
  readonly [Kind in QuestionKind]: (
    question: Questions[Kind]['question'],
    stopCheck: StopCheck,
    advanced: (share: number) => void,
  ) => Questions[Kind]['answer'] | Promise<Questions[Kind]['answer']>;
};

/** What can be asked of a log. Most answers wait until it is read. */
export function answersOf(log: ServedLog): Answers {
  /** What is made of the analysis once the log is read; `undefined` where there is none. */
  const analysed = async <Answer>(answer: (analysis: Analysis) => Answer): Promise<Awaited<Answer> | undefined> => {
    await log.settled();
    return log.analysis === undefined ? undefined : await answer(log.analysis);
  };
  /** The same, of the analysis in the reader's language. */
  const said = <Answer>(answer: (analysis: Analysis) => Answer): Promise<Awaited<Answer> | undefined> =>
    analysed((analysis) => answer(inLanguage(analysis, log.language)));
  return {
    hover: (question) => hoverInLanguage(hoverAt(log, question), log.language),
    timeline: (_question, stopCheck) =>
      said((analysis) => documentInLanguage(timelineOf(analysis, log.opened?.name ?? 'log', stopCheck), log.language)),
    outline: ({ source }) =>
      said((analysis) => {
        const lines = log.session.lineIndex(source);
        return lines === undefined ? undefined : outlineOf(analysis, source, lines, log.session.flagDumps(source));
      }),
    grow: ({ text }) => {
      if (log.state !== 'done' || log.opened?.source.kind !== 'sent' || !beginsRecord(text, log.options)) return false;
      log.session.push(ENCODER.encode(text));
      log.session.end();
      log.forget();
      log.finish();
      return true;
    },
    identity: ({ text, column }) => identityAt(text, column, log.analysis?.reconstruction.history),
    podLines: async ({ source, pod }) =>
      (await analysed(({ reconstruction }) => linesOfPod(reconstruction.history, source, pod))) ?? new Uint32Array(),
    answerMarkdown: () => said((analysis) => chatReport(analysis, log.language)),
    reportMarkdown: ({ picture }) => said((analysis) => markdownReport(analysis, log.language, picture)),
    reportParts: () => said((analysis) => reportParts(analysis, log.session.lineText, log.language)),
    assistant: (asked) => analysed((analysis) => assistantAnswer(log, analysis, asked)),
    lineTime: async ({ source, line }) => {
      await log.settled();
      return log.session.lineIndex(source)?.timeAt(line);
    },
    moment: ({ time, process }, stopCheck) =>
      analysed(({ reconstruction }) => {
        log.moments ??= createMoments(reconstruction);
        const moment = log.moments.at(instant(time), process, stopCheck);
        return moment === undefined ? undefined : momentInLanguage(moment, log.language);
      }),
    whatIf: ({ changes }, stopCheck, onProgress) =>
      analysed(({ reconstruction }) =>
        whatIfInLanguage(whatIfAnswer(reconstruction, changes, { stopCheck, onProgress }), log.language),
      ),
    loneReturns: async ({ source }) => {
      const bytes = await openAgain(log, source, {});
      return bytes === undefined ? new Uint32Array() : findLoneReturns(bytes.chunks);
    },
    isKubeletLog: ({ head }) => looksLikeKubeletLog(head),
    lines: ({ source = 0, from, to }) => readLines(log, source, from, to),
  };
}

/** What an assistant asks; `undefined` for a line that the log does not have. */
async function assistantAnswer(
  log: ServedLog,
  analysis: Analysis,
  asked: Questions['assistant']['question'],
): Promise<Questions['assistant']['answer']> {
  const full = asked.full === true;
  if (asked.tool === 'analyze') return analysisAnswer(analysis, full);
  if (asked.tool === 'findings') return findingsAnswer(analysis, full);
  const { line, source = 0 } = asked;
  if (line > (analysis.reconstruction.history.sources[source]?.lines ?? 0)) return undefined;
  const firstLine = Math.max(1, line - LINES_BEFORE);
  const lines = await readLines(log, source, firstLine, line + LINES_AFTER);
  const hover = hoverAt(log, { source, line, firstLine, lines });
  return lineAnswer(analysis, { source, line }, lines[line - firstLine], hover, full);
}

/** What a hover says of a line. */
function hoverAt(
  log: ServedLog,
  { source = 0, line, firstLine, lines, column }: Questions['hover']['question'],
): HoverAnswer {
  const history = log.analysis?.reconstruction.history;
  const counted = countedLine(history?.sources[source], line);
  const indexed = log.session.lineIndex(source)?.recordAt(counted);
  const index = log.insights;
  const at = indexed?.line ?? counted;
  const first = at + line - counted;
  const from = Math.max(first, firstLine);
  const text = lines.slice(from - firstLine);
  const own = text[line - from];
  // Of two lines that count once the reader takes one: the other is read by itself.
  const record =
    recordAt(text, line - from, log.options) ?? (own === undefined ? undefined : recordAt([own], 0, log.options));
  const found = index === undefined || indexed === undefined ? undefined : lineInsight(indexed, source, index);
  const insight = found === undefined || counted === line ? found : insightOfCopy(found, counted);
  const zoneKnown = history?.sources[source]?.timeZone === 'known';
  const value =
    record === undefined || column === undefined || own === undefined
      ? undefined
      : valueInsight(record, own, column, indexed?.time ?? record.time, zoneKnown);
  const link =
    history === undefined || record === undefined ? undefined : sourceLink(history, record, { source, line: at });
  return {
    state: log.state,
    ...(record === undefined ? {} : { message: messageText(record, history?.processes) }),
    ...(insight === undefined ? {} : { insight }),
    ...(value === undefined ? {} : { value }),
    ...(link === undefined ? {} : { source: link }),
  };
}

/** Opens a source again; `undefined` for text, of which the editor has the lines. */
function openAgain(log: ServedLog, source: number, how: OpenSourceOptions): Promise<OpenedSource> | undefined {
  const file = log.files[source];
  if (file?.open !== undefined) return Promise.resolve(file.open(how));
  if (file !== undefined) return log.host.openFile(file.path, how);
  return log.isWhole && source === 0 ? log.openPieces(how) : undefined;
}

async function readLines(log: ServedLog, source: number, from: number, to: number): Promise<readonly string[]> {
  const checkpoint = log.session.lineIndex(source)?.checkpoint(from);
  const bytes = checkpoint === undefined ? undefined : await openAgain(log, source, { from: checkpoint.offset });
  if (bytes === undefined || checkpoint === undefined) return [];
  const { chunks } = bytes;
  return collectLines(chunks, checkpoint.line, from, Math.min(to, from + MOST_LINES - 1));
}
