/** Runs a command of the command line. */
import { NEWLINE, BLANK } from '../journal/bytes/bytes.ts';
import { analysisJsonPieces } from '../analysis/outputs/formatJson.ts';
import type { TextPiece } from '../analysis/outputs/jsonBytes.ts';
import { tracePieces } from '../analysis/outputs/formatTrace.ts';
import { summaryLines } from '../analysis/outputs/summary/summarise.ts';
import { formatText, type Paint } from '../analysis/outputs/formatText.ts';
import { isOtherFile, problemText } from '../analysis/outputs/problemText.ts';
import { type AnalysisSession, createAnalysisSession } from '../analysis/session.ts';
import type { Analysis } from '../analysis/analysis.ts';
import { inLanguage } from '../analysis/inLanguage.ts';
import { htmlReport } from '../report/htmlReport.ts';
import { reportParts } from '../report/reportParts.ts';
import { markdownReport } from '../report/picture/markdownReport.ts';
import { pictureBeside } from '../report/picture/pictureBeside.ts';
import { asWritten, joinPrintable, printing } from '../kubelet/printable.ts';
import type { StopCheck } from '../kubelet/stopCheck.ts';
import { ENGLISH, type Language } from '../language/language.ts';
import { aboutText, helpText, withRecipes } from './about.ts';
import {
  type AboutCommand,
  type AnalyzeCommand,
  parseArguments,
  type ReadCommand,
  type StateCommand,
} from './arguments.ts';
import { isFailed } from './failOn.ts';
import { runFleet } from './fleet.ts';
import { runFollow } from './follow.ts';
import { nameOf } from './inputs.ts';
import { runNode } from './node.ts';
import { checked, HeapFull, heapCheck, heapFullText } from './memory.ts';
import { chosenLanguage } from './language.ts';
import { paintFor } from './paint.ts';
import { runSimulate } from './simulate.ts';
import { stateOutput } from './state.ts';
import { scenarioOutput, whatIfOutput } from './whatIf.ts';
import type { ScenarioCommand, WhatIfCommand } from './whatIfArguments.ts';
import type { WrongUsage } from './usage/readUsage.ts';
import type { CommandLineHost, ExitCode } from './host.ts';
import { readInto } from './readInputs.ts';

/** Runs the arguments after the program's name. */
export async function runCommandLine(args: readonly string[], host: CommandLineHost): Promise<ExitCode> {
  const command = parseArguments(args, { piped: host.isPiped?.() ?? false });
  switch (command.kind) {
    case 'help':
      await host.write(helpText(command.command));
      return 0;
    case 'version':
      await host.write(printing`${host.version()}\n`);
      return 0;
    case 'wrong-usage':
      return wrongUsage(command, host);
    case 'completion':
    case 'man':
    case 'getting-logs':
      return putAbout(command, host);
    case 'mcp':
      await host.serveMcp?.(command.redact === true);
      return 0;
    case 'simulate':
      return runSimulate(command, host);
    case 'fleet':
      return runFleet(command, {
        host,
        paint: colours(command, host),
        put: async (output) => put(output, command.out, host),
      });
    case 'analyze':
      if (command.follow === true)
        return runFollow(command, host, (session, stopCheck) =>
          putAnalysis(session, command, { unread: 0, stopCheck }, host),
        );
      return readAndWrite(command, host);
    case 'node':
      return runNode(command, host, (analyze, own) => readAndWrite(analyze, own));
    case 'state':
    case 'scenario':
    case 'what-if':
      return readAndWrite(command, host);
  }
}

function wrongUsage({ why, command }: WrongUsage, host: CommandLineHost): ExitCode {
  const name = command === undefined ? '' : `${command.name} `;
  host.writeError(printing`kubelet-timeline: ${why}\nTry kubelet-timeline ${name}--help\n`);
  return 2;
}

async function putAbout(command: AboutCommand, host: CommandLineHost): Promise<ExitCode> {
  return put([aboutText(command, host)], command.out, host);
}

/** Commands that read logs and tell of them. */
type ReadingCommand = AnalyzeCommand | StateCommand | ScenarioCommand | WhatIfCommand;

async function readAndWrite(command: ReadingCommand, host: CommandLineHost): Promise<ExitCode> {
  const stopCheck = heapCheck(host);
  const session = createAnalysisSession({ lineIndex: false, stopCheck });
  const { failure, unread } = await readInto(session, whatIsRead(command), host);
  for (const why of unread) host.writeError(printing`kubelet-timeline: ${why}\n`);
  if (failure !== undefined) {
    host.writeError(joinPrintable([asWritten('kubelet-timeline: '), failure.why, asWritten('\n')], ''));
    return failure.code;
  }
  host.status?.show(() => asWritten('kubelet-timeline: working out what happened'), true);
  session.close();
  host.readingEnded?.();
  try {
    return await putAnalysis(session, command, { unread: unread.length, stopCheck }, host);
  } catch (error) {
    if (!(error instanceof HeapFull)) throw error;
    host.writeError(joinPrintable([asWritten('kubelet-timeline: '), heapFullText(session, true), asWritten('\n')], ''));
    return 70;
  }
}

/** Writes what the log tells, once it is read. Rejects with `HeapFull`. */
async function putAnalysis(
  session: AnalysisSession,
  command: ReadingCommand,
  { unread, stopCheck }: { readonly unread: number; readonly stopCheck: StopCheck },
  host: CommandLineHost,
): Promise<ExitCode> {
  const result = session.result();
  if (!result.ok) {
    const { title, whatToDo } = problemText(result.problem, ...command.files.map(nameOf));
    const { say } = (await chosenLanguage(command.language, host.languages)) ?? ENGLISH;
    const advice = isOtherFile(result.problem) ? withRecipes(whatToDo) : whatToDo;
    host.writeError(printing`kubelet-timeline: ${say(`${title} ${advice}`)}\n`);
    return 1;
  }
  const output = await outputOf(result.analysis, command, session, { stopCheck, host });
  if ('cannot' in output) {
    host.writeError(printing`kubelet-timeline: ${output.cannot}.\n`);
    return 1;
  }
  if ('why' in output) {
    host.writeError(printing`kubelet-timeline: ${output.why}.\nTry kubelet-timeline ${command.kind} --help\n`);
    return 2;
  }
  const code = await put(checked(output, stopCheck), command.out, host);
  if (code !== 0) return code;
  if (unread > 0) return 1;
  return command.kind === 'analyze' && isFailed(result.analysis, command.failOn ?? []) ? 3 : 0;
}

async function outputOf(
  analysis: Analysis,
  command: ReadingCommand,
  session: AnalysisSession,
  { stopCheck, host }: { readonly stopCheck: StopCheck; readonly host: CommandLineHost },
): Promise<Iterable<TextPiece> | { readonly why: string } | { readonly cannot: string }> {
  switch (command.kind) {
    case 'state':
      return stateOutput(analysis, command);
    case 'scenario':
      return scenarioOutput(analysis, stopCheck);
    case 'what-if':
      return whatIfOutput(analysis, command, stopCheck);
    case 'analyze':
      return format(analysis, command, session, host);
  }
}

/** Writes to a file, or to standard output. */
async function put(output: Iterable<TextPiece>, out: string | undefined, host: CommandLineHost): Promise<0 | 1> {
  if (out === undefined) {
    for (const piece of output) await host.write(piece);
    return 0;
  }
  try {
    await host.writeFile(out, output);
    return 0;
  } catch (error) {
    if (error instanceof HeapFull) throw error;
    const why = error instanceof Error ? error.message : String(error);
    host.writeError(
      printing`kubelet-timeline: ${out} could not be written: ${why}. Make room, or give --out a file in a folder that you may write to.\n`,
    );
    return 1;
  }
}

/** A state follows from all of the log: lines before and after a moment prove what it was. */
function whatIsRead(command: ReadingCommand): ReadCommand {
  if (command.kind !== 'state') return command;
  const { since: _since, until: _until, ...rest } = command;
  return rest;
}

/** The output in pieces: a long log's is large. */
async function format(
  analysis: Analysis,
  command: AnalyzeCommand,
  session: AnalysisSession,
  host: CommandLineHost,
): Promise<Iterable<TextPiece> | { readonly cannot: string }> {
  switch (command.format) {
    case 'json':
      return analysisJsonPieces(analysis, session.lineText);
    case 'text': {
      const language = await chosenLanguage(command.language, host.languages);
      return [formatText(inLanguage(analysis, language), colours(command, host), language)];
    }
    case 'markdown': {
      const language = await chosenLanguage(command.language, host.languages);
      return putMarkdown(analysis, language, command.out, host);
    }
    case 'html': {
      const language = await chosenLanguage(command.language, host.languages);
      const parts = reportParts(inLanguage(analysis, language), session.lineText, language);
      return htmlReport((await host.reportTemplate?.()) ?? '', parts);
    }
    case 'trace':
      return tracePieces(analysis);
    case 'summary':
      return summaryLines(analysis, {
        program: host.version(),
        ...(command.labels === undefined ? {} : { labels: command.labels }),
        redacted: command.redact === true,
      });
    case 'ndjson':
      return endLine(analysisJsonPieces(analysis, session.lineText));
  }
}

/** The report; the picture that it shows is written beside it first. */
async function putMarkdown(
  analysis: Analysis,
  language: Language | undefined,
  out: string | undefined,
  host: CommandLineHost,
): Promise<Iterable<TextPiece> | { readonly cannot: string }> {
  const beside = out === undefined ? undefined : pictureBeside(out);
  const { text, picture } = markdownReport(inLanguage(analysis, language), language, beside);
  if (beside === undefined || picture === undefined) return [text];
  try {
    await host.writeFile(beside, [picture]);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { cannot: `the picture of the report, ${beside}, could not be written: ${why}` };
  }
  return [text];
}

/** The whole answer as the last of the lines that say what changed. An end of line within JSON is as good as a blank: there is one at its end. */
function* endLine(pieces: Iterable<TextPiece>): Generator<TextPiece> {
  yield asWritten('{"change":"end","analysis":');
  for (const piece of pieces) {
    if (typeof piece !== 'string' && piece.at(-1) === NEWLINE) piece[piece.length - 1] = BLANK;
    yield typeof piece === 'string' ? asWritten(piece.trimEnd()) : piece;
  }
  yield asWritten('}\n');
}

/** None go into a file. */
function colours(
  { color, out }: Pick<AnalyzeCommand, 'color' | 'out'>,
  { colours: surroundings }: CommandLineHost,
): Paint | undefined {
  const terminal = surroundings?.terminal === true && out === undefined;
  return paintFor(color, { terminal, noColor: surroundings?.noColor ?? false });
}
