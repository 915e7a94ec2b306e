/** The inputs of a command: what its files, folders and standard input are, without those that cannot be opened. */
import { noLogsProblem } from '../analysis/outputs/problemText.ts';
import { withRecipes } from './about.ts';
import type { LogInput } from '../analysis/sources/logInput.ts';
import { type Printable, printing } from '../kubelet/printable.ts';
import type { ReadCommand } from './arguments.ts';
import { sameFile } from './options.ts';
import type { FoundLog, WarningKind } from '../analysis/sources/openedSource.ts';
import type { CommandLineHost } from './host.ts';

interface NamedInput extends LogInput {
  readonly file: string;
}

export interface GatheredInputs {
  readonly inputs: readonly NamedInput[];
  /** Of several files those that cannot be read, in words: the others are read without them. */
  readonly unread: readonly Printable[];
}

export interface InputHooks {
  warn(text: string, kind?: WarningKind): void;
  /** From now on what fails is this file. */
  at(file: string): void;
  /** An input was opened that has this many bytes. */
  opened?(totalBytes: number | undefined): void;
}

/** How a file is called in messages. */
export function nameOf(file: string): string {
  return file === '-' ? 'standard input' : file;
}

/** Finds the inputs of a command. Where there is only one file and it cannot be read, or none of several can, `inputs` is empty. Rejects when a folder cannot be read. */
export async function gatherInputs(
  command: ReadCommand,
  host: CommandLineHost,
  hooks: InputHooks,
): Promise<GatheredInputs> {
  const inputs: NamedInput[] = [];
  const unread: Printable[] = [];
  for (const file of command.files) {
    hooks.at(file);
    const problem = command.files.length > 1 ? await unreadable(file, host) : undefined;
    if (problem !== undefined) {
      unread.push(problem);
      continue;
    }
    const node = command.nodes?.find((one) => sameFile(one.file, file))?.node;
    const folder = await host.findLogs?.(file);
    if (folder === undefined) inputs.push(inputOf(file, node, undefined, host, hooks));
    else if (folder.logs.length === 0) {
      const { title, whatToDo } = noLogsProblem(nameOf(file), folder);
      unread.push(printing`${title} ${withRecipes(whatToDo)}`);
    } else {
      if (folder.cutShort)
        hooks.warn(`${file} is too large to be searched as a whole; logs in a part of it may have been missed.`);
      for (const { text, kind } of folder.warnings ?? []) hooks.warn(text, kind);
      for (const log of folder.logs) inputs.push(inputOf(log.path, node, log, host, hooks));
    }
  }
  return { inputs, unread };
}

async function unreadable(file: string, host: CommandLineHost): Promise<Printable | undefined> {
  const error = file === '-' ? undefined : await host.whyUnreadable?.(file);
  if (error === undefined) return undefined;
  const text = host.describeInputError(error, nameOf(file));
  return text === undefined ? undefined : printing`${text.title} ${text.whatToDo}`;
}

function inputOf(
  file: string,
  node: string | undefined,
  log: FoundLog | undefined,
  host: CommandLineHost,
  { warn, at, opened: onOpened }: InputHooks,
): NamedInput {
  const name = log?.name ?? file;
  return {
    file,
    name: log?.name ?? nameOf(file),
    ...(node === undefined ? {} : { node }),
    ...(log === undefined ? {} : { place: log.place }),
    open: async (from, into) => {
      at(name);
      const opened =
        log?.open?.({ onWarning: warn, ...(from === undefined ? {} : { from }) }) ??
        (await host.openInput(file, warn, from, into));
      onOpened?.(opened.packed === true ? undefined : opened.totalBytes);
      return { ...opened, chunks: watched(opened.chunks, () => at(name)) };
    },
  };
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
