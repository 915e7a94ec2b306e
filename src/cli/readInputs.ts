/** Reads the inputs of a command into a session, and says in words what fails. */
import type { WarningKind } from '../analysis/sources/openedSource.ts';
import type { AnalysisSession } from '../analysis/session.ts';
import { redactedInputs, TooLongToRedact } from '../analysis/sources/redactedInputs.ts';
import { TooMuchToKeep } from '../analysis/sources/begunSource.ts';
import { readSources } from '../analysis/sources/sources.ts';
import { pictureBeside } from '../report/picture/pictureBeside.ts';
import { joinPrintable, type Printable, printable, printing } from '../kubelet/printable.ts';
import type { ReadCommand } from './arguments.ts';
import { gatherInputs, nameOf } from './inputs.ts';
import { HeapFull, heapFullText, megabytes } from './memory.ts';
import { outputIsInput, standardOutputIsInput } from './outputClash.ts';
import { RenamedFiles } from './renamedFiles.ts';
import type { CommandLineHost, ExitCode } from './host.ts';

/** Why nothing came of it, in words. */
export interface Failure {
  readonly why: Printable;
  readonly code: ExitCode;
}

/** What became of reading. */
export interface ReadOutcome {
  readonly failure?: Failure;
  /** Files that were left out, in words. */
  readonly unread: readonly Printable[];
}

/** Reads the inputs of a command into a session. What fails stands in the outcome; rejects for an error that is ours. */
export async function readInto(
  session: AnalysisSession,
  command: ReadCommand,
  host: CommandLineHost,
): Promise<ReadOutcome> {
  const warned = new Set<string>();
  const renamed = new RenamedFiles(command);
  const warn = (text: string, kind?: WarningKind): void => {
    // An input can be opened more than once: to look at its head, and to read it.
    if (!warned.has(text))
      renamed.tell(text, (withNames) => {
        session.warn(withNames, kind);
      });
    warned.add(text);
  };
  let failing = command.files[0] ?? '';
  let totalBytes: number | undefined;
  let unread: readonly Printable[] = [];
  try {
    const gathered = await gatherInputs(command, host, {
      warn,
      at: (file) => {
        failing = file;
      },
      opened: (bytes) => {
        totalBytes = bytes;
      },
    });
    const { inputs } = gathered;
    if (inputs.length === 0)
      return { failure: { why: joinPrintable(gathered.unread, '\nkubelet-timeline: '), code: 1 }, unread };
    ({ unread } = gathered);
    for (const why of unread) warn(why);
    const clash = await clashOf(
      command,
      inputs.map(({ file }) => file),
      host,
    );
    if (clash !== undefined) return { failure: { why: printing`${clash}.`, code: 2 }, unread };
    const now = host.now?.();
    const notFull = (): boolean => {
      if (host.heapIsFull?.() === true) throw new HeapFull();
      return true;
    };
    const renamedInputs = command.redact === true ? await redactedInputs(inputs, notFull) : inputs;
    renamed.know(inputs, renamedInputs);
    const read = await readSources(session, renamedInputs, now === undefined ? command : { ...command, now }, {
      onChunk: (bytes) => {
        notFull();
        host.status?.show(() => readingText(session, bytes, inputs.length === 1 ? totalBytes : undefined));
        return true;
      },
    });
    if (!('why' in read)) return { unread };
    return { failure: { why: printing`${read.why}.\nTry kubelet-timeline --help`, code: 2 }, unread };
  } catch (error) {
    if (error instanceof HeapFull) return { failure: { why: heapFullText(session, false), code: 70 }, unread };
    if (error instanceof TooMuchToKeep || error instanceof TooLongToRedact)
      return { failure: { why: printable(error.message), code: 2 }, unread };
    const text = host.describeInputError(error, nameOf(failing));
    if (text === undefined) throw error;
    return { failure: { why: printing`${text.title} ${text.whatToDo}`, code: 1 }, unread };
  }
}

function readingText(session: AnalysisSession, bytes: number, totalBytes: number | undefined): Printable {
  const { lines } = session.progress('reading');
  const share =
    totalBytes === undefined || totalBytes === 0 ? '' : ` ${Math.min(99, Math.floor((100 * bytes) / totalBytes))} %,`;
  return printable(`kubelet-timeline: reading,${share} ${lines.toLocaleString('en')} lines (${megabytes(bytes)})`);
}

async function clashOf(
  { out }: ReadCommand,
  files: readonly string[],
  host: CommandLineHost,
): Promise<string | undefined> {
  if (out === undefined) return standardOutputIsInput(files, host);
  const picture = pictureBeside(out);
  return (
    (await outputIsInput('--out', out, files, host)) ??
    (picture === undefined ? undefined : outputIsInput('the picture of the report', picture, files, host))
  );
}
