/** Runs a command of the command line. Streams and files come in, so that tests need no process. */
import { analysisJson } from '../analysis/formatJson.ts';
import { formatMarkdown } from '../analysis/formatMarkdown.ts';
import { formatText } from '../analysis/formatText.ts';
import { problemText, type ProblemText } from '../analysis/problemText.ts';
import { type AnalysisSession, createAnalysisSession } from '../analysis/session.ts';
import type { Analysis } from '../analysis/analysis.ts';
import type { Instant } from '../kubelet/time.ts';
import { runSimulate } from './simulate.ts';
import { type AnalyzeCommand, type Format, HELP, parseArguments } from './arguments.ts';

/** Done; the input could not be read, holds no kubelet records, or the output could not be written; wrong usage. */
export type ExitCode = 0 | 1 | 2;

/** An input that was opened. `chunks` may still fail while they are read. */
export interface OpenedInput {
  /** As it is called in messages and in the output. */
  readonly name: string;
  readonly modified?: Instant;
  readonly chunks: AsyncIterable<Uint8Array>;
}

export interface CommandLineHost {
  version(): string;
  /** Opens a file, or standard input for `-`; gzip is undone, and told about when it is damaged. Rejects when it cannot be opened. */
  openInput(file: string, onWarning: (text: string) => void): Promise<OpenedInput>;
  /** The words for an error of `openInput` or of its chunks; `undefined` for an error that is ours. */
  describeInputError(error: unknown, name: string): ProblemText | undefined;
  /** Writes to standard output. */
  write(text: string): Promise<void>;
  writeError(text: string): void;
  /** Writes a file. Rejects when it cannot. */
  writeFile(file: string, text: string): Promise<void>;
}

/** Runs the arguments after the program's name. */
export async function runCommandLine(args: readonly string[], host: CommandLineHost): Promise<ExitCode> {
  if (args[0] === 'simulate') return runSimulate(args.slice(1), host);
  const command = parseArguments(args);
  switch (command.kind) {
    case 'help':
      await host.write(HELP);
      return 0;
    case 'version':
      await host.write(`${host.version()}\n`);
      return 0;
    case 'wrong-usage':
      host.writeError(`kubelet-timeline: ${command.why}\nTry kubelet-timeline --help\n`);
      return 2;
    case 'analyze':
      return analyze(command, host);
  }
}

async function analyze(command: AnalyzeCommand, host: CommandLineHost): Promise<ExitCode> {
  const session = createAnalysisSession();
  for (const file of command.files) {
    const problem = await readInto(session, file, command, host);
    if (problem === undefined) continue;
    host.writeError(`kubelet-timeline: ${problem}\n`);
    return 1;
  }
  const result = session.result();
  if (!result.ok) {
    const { title, whatToDo } = problemText(result.problem, command.files.map((file) => (file === '-' ? 'standard input' : file)).join(', '));
    host.writeError(`kubelet-timeline: ${title} ${whatToDo}\n`);
    return 1;
  }
  const output = format(result.analysis, command.format, session);
  if (command.out === undefined) {
    await host.write(output);
    return 0;
  }
  try {
    await host.writeFile(command.out, output);
    return 0;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    host.writeError(`kubelet-timeline: ${command.out} could not be written: ${why}. Give --out a file in a folder that you may write to.\n`);
    return 1;
  }
}

async function readInto(session: AnalysisSession, file: string, { year, timeZone }: AnalyzeCommand, host: CommandLineHost): Promise<string | undefined> {
  try {
    const input = await host.openInput(file, (text) => session.warn(text));
    session.open(input.name, {
      ...(year === undefined ? {} : { year }),
      ...(timeZone === undefined ? {} : { timeZone }),
      ...(input.modified === undefined ? {} : { fallbackYearFrom: input.modified }),
    });
    for await (const chunk of input.chunks) session.push(chunk);
    session.end();
    return undefined;
  } catch (error) {
    const text = host.describeInputError(error, file === '-' ? 'standard input' : file);
    if (text === undefined) throw error;
    return `${text.title} ${text.whatToDo}`;
  }
}

function format(analysis: Analysis, form: Format, session: AnalysisSession): string {
  switch (form) {
    case 'json': return `${JSON.stringify(analysisJson(analysis, session.lineText))}\n`;
    case 'text': return formatText(analysis);
    case 'markdown': return formatMarkdown(analysis);
  }
}

