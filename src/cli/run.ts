/** Runs a command of the command line. Streams and files come in, so that tests need no process. */
import { analysisJsonPieces } from '../analysis/outputs/formatJson.ts';
import type { TextPiece } from '../analysis/outputs/jsonBytes.ts';
import { formatMarkdown } from '../analysis/outputs/formatMarkdown.ts';
import { formatText } from '../analysis/outputs/formatText.ts';
import { noLogsProblem, problemText, type ProblemText } from '../analysis/outputs/problemText.ts';
import { type AnalysisSession, createAnalysisSession } from '../analysis/session.ts';
import { type LogInput, readSources, TooMuchToKeep } from '../analysis/sources/sources.ts';
import type { Analysis } from '../analysis/analysis.ts';
import { asWritten, joinPrintable, type Printable, printable, printing } from '../kubelet/printable.ts';
import type { Instant } from '../kubelet/time.ts';
import { runSimulate } from './simulate.ts';
import {
  type AnalyzeCommand,
  type Format,
  HELP,
  parseArguments,
  type ReadCommand,
  type StateCommand,
} from './arguments.ts';
import { stateOutput } from './state.ts';
import { sameFile } from './options.ts';
import { type FileIdentities, outputIsInput, standardOutputIsInput } from './outputClash.ts';

/** Done; the input could not be read, holds no kubelet records, or the output could not be written; wrong usage; no memory was left (`EX_SOFTWARE` of sysexits.h). */
export type ExitCode = 0 | 1 | 2 | 70;

/** An input that was opened. `chunks` may still fail while they are read. */
export interface OpenedInput {
  /** As it is called in messages and in the output. */
  readonly name: string;
  readonly totalBytes?: number;
  readonly modified?: Instant;
  readonly packed?: boolean;
  readonly once?: boolean;
  readonly packedBytes?: () => number | undefined;
  readonly chunks: AsyncIterable<Uint8Array>;
}

export interface CommandLineHost extends FileIdentities {
  version(): string;
  /** The present, for the year of what has no file's date. */
  now?(): Instant;
  /**
   * Opens a file, or standard input for `-`, from an offset in the unpacked bytes; packing is undone, and told about when it is damaged. `into`: see `LogInput`.
   * Rejects when it cannot be opened.
   */
  openInput(
    file: string,
    onWarning: (text: string, kind?: 'damage') => void,
    from?: number,
    into?: () => Uint8Array | undefined,
  ): Promise<OpenedInput>;
  /** The kubelet logs in a folder; `undefined` for what is no folder. Rejects when the folder cannot be read. */
  findLogs?(folder: string): Promise<FolderLogs | undefined>;
  /** No memory is left for more of the log. */
  heapIsFull?(): boolean;
  /** All of the log was read: what is left is short. */
  readingEnded?(): void;
  /** The words for an error of `openInput` or of its chunks; `undefined` for an error that is ours. */
  describeInputError(error: unknown, name: string): ProblemText | undefined;
  /** Writes to standard output. Bytes need not stand longer than that takes. */
  write(text: TextPiece): Promise<void>;
  writeError(text: Printable): void;
  /** Writes a file of these pieces. Rejects when it cannot. */
  writeFile(file: string, pieces: Iterable<TextPiece>): Promise<void>;
}

/** What was found in a folder. */
export interface FolderLogs {
  readonly logs: readonly { readonly path: string; readonly place: string }[];
  readonly lookedAt: number;
  readonly cutShort: boolean;
}

/** Runs the arguments after the program's name. */
export async function runCommandLine(args: readonly string[], host: CommandLineHost): Promise<ExitCode> {
  if (args[0] === 'simulate') return runSimulate(args.slice(1), host);
  const command = parseArguments(args);
  switch (command.kind) {
    case 'help':
      await host.write(asWritten(HELP));
      return 0;
    case 'version':
      await host.write(printing`${host.version()}\n`);
      return 0;
    case 'wrong-usage':
      host.writeError(printing`kubelet-timeline: ${command.why}\nTry kubelet-timeline --help\n`);
      return 2;
    case 'analyze':
    case 'state':
      return readAndWrite(command, host);
  }
}

async function readAndWrite(command: AnalyzeCommand | StateCommand, host: CommandLineHost): Promise<ExitCode> {
  const session = createAnalysisSession({ lineIndex: false });
  const problem = await readInto(session, whatIsRead(command), host);
  if (problem !== undefined) {
    host.writeError(joinPrintable([asWritten('kubelet-timeline: '), problem.why, asWritten('\n')], ''));
    return problem.code;
  }
  host.readingEnded?.();
  const result = session.result();
  if (!result.ok) {
    const { title, whatToDo } = problemText(result.problem, command.files.map(nameOf).join(', '));
    host.writeError(printing`kubelet-timeline: ${title} ${whatToDo}\n`);
    return 1;
  }
  const output =
    command.kind === 'state' ? stateOutput(result.analysis, command) : format(result.analysis, command.format, session);
  if ('why' in output) {
    host.writeError(printing`kubelet-timeline: ${output.why}.\nTry kubelet-timeline --help\n`);
    return 2;
  }
  if (command.out === undefined) {
    for (const piece of output) await host.write(piece);
    return 0;
  }
  try {
    await host.writeFile(command.out, output);
    return 0;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    host.writeError(
      printing`kubelet-timeline: ${command.out} could not be written: ${why}. Make room, or give --out a file in a folder that you may write to.\n`,
    );
    return 1;
  }
}

interface Failure {
  readonly why: Printable;
  readonly code: ExitCode;
}

/** A state is told from all of the log: lines before and after a moment prove what it was. */
function whatIsRead(command: AnalyzeCommand | StateCommand): ReadCommand {
  if (command.kind === 'analyze') return command;
  const { since: _since, until: _until, ...rest } = command;
  return rest;
}

async function readInto(
  session: AnalysisSession,
  command: ReadCommand,
  host: CommandLineHost,
): Promise<Failure | undefined> {
  const warned = new Set<string>();
  const warn = (text: string, kind?: 'damage'): void => {
    // An input can be opened more than once: to look at its head, and to read it.
    if (!warned.has(text)) session.warn(text, kind);
    warned.add(text);
  };
  let failing = command.files[0] ?? '';
  const inputOf = (
    file: string,
    node: string | undefined,
    place: string | undefined,
  ): LogInput & { readonly file: string } => ({
    file,
    name: nameOf(file),
    ...(node === undefined ? {} : { node }),
    ...(place === undefined ? {} : { place }),
    open: async (from, into) => {
      failing = file;
      const opened = await host.openInput(file, warn, from, into);
      return {
        ...opened,
        chunks: watched(opened.chunks, () => {
          failing = file;
        }),
      };
    },
  });
  try {
    const inputs: (LogInput & { readonly file: string })[] = [];
    for (const file of command.files) {
      failing = file;
      const node = command.nodes?.find((one) => sameFile(one.file, file))?.node;
      const folder = file === '-' ? undefined : await host.findLogs?.(file);
      if (folder === undefined) inputs.push(inputOf(file, node, undefined));
      else if (folder.logs.length === 0) {
        const { title, whatToDo } = noLogsProblem(file, folder);
        return { why: printing`${title} ${whatToDo}`, code: 1 };
      } else {
        if (folder.cutShort)
          warn(`${file} is too large to be searched as a whole; logs in a part of it may have been missed.`);
        for (const { path, place } of folder.logs) inputs.push(inputOf(path, node, place));
      }
    }
    const clash = await clashOf(
      command,
      inputs.map(({ file }) => file),
      host,
    );
    if (clash !== undefined) return { why: printing`${clash}.`, code: 2 };
    const now = host.now?.();
    const read = await readSources(session, inputs, now === undefined ? command : { ...command, now }, {
      onChunk: () => {
        if (host.heapIsFull?.() === true) throw new HeapFull();
        return true;
      },
    });
    return 'why' in read ? { why: printing`${read.why}.\nTry kubelet-timeline --help`, code: 2 } : undefined;
  } catch (error) {
    if (error instanceof HeapFull) {
      const { bytes, lines } = session.progress('reading');
      return {
        why: printable(
          `there is not enough memory for this log: ${lines.toLocaleString('en')} lines (${Math.round(bytes / 1e6).toLocaleString('en')} MB) of it were read. Give a part of it, by --since and --until, or more memory: NODE_OPTIONS=--max-old-space-size=8192.`,
        ),
        code: 70,
      };
    }
    if (error instanceof TooMuchToKeep) return { why: printable(error.message), code: 2 };
    const text = host.describeInputError(error, nameOf(failing));
    if (text === undefined) throw error;
    return { why: printing`${text.title} ${text.whatToDo}`, code: 1 };
  }
}

/** The heap is full while the log is read. */
class HeapFull extends Error {}

function clashOf({ out }: ReadCommand, files: readonly string[], host: CommandLineHost): Promise<string | undefined> {
  return out === undefined ? standardOutputIsInput(files, host) : outputIsInput('--out', out, files, host);
}

function nameOf(file: string): string {
  return file === '-' ? 'standard input' : file;
}

/** Tells when reading fails. */
async function* watched(chunks: AsyncIterable<Uint8Array>, onError: () => void): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch (error) {
    onError();
    throw error;
  }
}

/** The output in pieces: a long log's is large. */
function format(analysis: Analysis, form: Format, session: AnalysisSession): Iterable<TextPiece> {
  switch (form) {
    case 'json':
      return analysisJsonPieces(analysis, session.lineText);
    case 'text':
      return [formatText(analysis)];
    case 'markdown':
      return [formatMarkdown(analysis)];
  }
}
