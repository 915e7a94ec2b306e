/** The command line's entry on Node: streams, files and the exit code. */
import { fstatSync, statSync } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { setFlagsFromString } from 'node:v8';
import { engineFlagsAfterReading } from './adapters/engineFlags.ts';
import { heapIsFull } from './adapters/heap.ts';
import { describeInputError } from './adapters/inputError.ts';
import { readReportTemplate } from './adapters/reportTemplate.ts';
import { FileFollower } from './adapters/follow/followFile.ts';
import { readNode } from './adapters/nodeLog/readNode.ts';
import { findLogsIn, findLogsInStream } from './adapters/findLogsIn.ts';
import type { WarningKind, FolderSearch } from './analysis/sources/openedSource.ts';
import { findSummaries } from './adapters/findSummaries.ts';
import { identityOf } from './adapters/fileIdentity.ts';
import { openBytes, type OpenedInput, openStream } from './adapters/openBytes.ts';
import { withSilenceNotice, chunksWithSilenceNotice } from './adapters/silence.ts';
import { writePieces } from './adapters/writePieces.ts';
import { runCommandLine } from './cli/run.ts';
import { StopWish } from './adapters/stopWish.ts';
import { LateWarnings } from './adapters/lateWarnings.ts';
import { createStatusLine, type StatusLine } from './cli/statusLine.ts';
import { printing } from './kubelet/printable.ts';
import { instant } from './kubelet/time.ts';

/** The version in the manifest; the build puts it in. */
declare const PROGRAM_VERSION: string | undefined;
/** The text of `docs/getting-logs.md`, by the build as well. */
declare const GETTING_LOGS: string | undefined;

/** A reader that has seen enough (`| head`) closes the pipe: that is no error. Others are told by whoever writes. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
});
process.stderr.on('error', () => undefined); // there is nobody left to tell

/** What can be read once, and was looked at to see whether it is an archive. */
const begun = new Map<string, { readonly input: OpenedInput; readonly warnings: LateWarnings }>();

const status = statusLine();
const stop = new StopWish();

runCommandLine(process.argv.slice(2), {
  version: programVersion,
  now: () => instant(Date.now() * 1000),
  openInput,
  identityOf: (file) => identityOf(file === '-' ? 0 : file),
  outputIdentity: () => identityOf(1),
  findLogs,
  findSummaries,
  heapIsFull,
  serveMcp: async (redact) => {
    const { serveMcp } = await import('./mcp/server.ts');
    return serveMcp(programVersion(), redact);
  },
  gettingLogs: () => (typeof GETTING_LOGS === 'undefined' ? '' : GETTING_LOGS),
  reportTemplate: () => readReportTemplate(__dirname),
  whyUnreadable,
  isPiped,
  languages: {
    locale: process.env['LC_ALL'] || process.env['LC_MESSAGES'] || process.env['LANG'] || '',
    read: async () => (await import('../l10n/zh-cn.json')).default,
  },
  colours: {
    terminal: process.stdout.isTTY && process.env['TERM'] !== 'dumb',
    noColor: (process.env['NO_COLOR'] ?? '') !== '',
  },
  ...(status === undefined ? {} : { status }),
  readingEnded: () => {
    for (const flag of engineFlagsAfterReading(process.versions.v8)) setFlagsFromString(flag);
  },
  describeInputError,
  fetchNode: (...asked) => {
    // Windows looks for a program in the current folder first, and that may be a bundle of somebody: only the path counts.
    if (process.platform === 'win32') process.env['NoDefaultCurrentDirectoryInExePath'] = '1';
    return readNode(...asked);
  },
  following: {
    followFile: (file, sink) => new FileFollower(file, sink),
    wait: (milliseconds) => stop.wait(milliseconds),
    wake: () => stop.wake(),
    isStopped: () => stop.isAsked,
  },
  write: (text) =>
    new Promise((resolve, reject) => {
      status?.clear();
      process.stdout.write(text, (error) => {
        if (error === null || error === undefined) resolve();
        else reject(new OutputError(error));
      });
    }),
  writeError: (text) => {
    status?.clear();
    process.stderr.write(text);
  },
  writeFile: writePieces,
}).then(
  (code) => {
    status?.clear();
    process.exitCode = code;
  },
  (error: unknown) => {
    status?.clear();
    process.exitCode = 1;
    if (error instanceof OutputError) {
      process.stderr.write(
        printing`kubelet-timeline: standard output could not be written: ${error.message}. Make room, or write elsewhere with --out.\n`,
      );
      return;
    }
    process.stderr.write(
      printing`kubelet-timeline: this is a defect of the program: ${error instanceof Error ? error.message : String(error)}\n`,
    );
  },
);

function programVersion(): string {
  return typeof PROGRAM_VERSION === 'undefined' ? 'unreleased' : PROGRAM_VERSION;
}

/** An expected failure while standard output is written. */
class OutputError extends Error {
  constructor(cause: Error) {
    super(cause.message);
    this.name = 'OutputError';
  }
}

/** Only somebody who looks at a terminal is told how far the work is. */
function statusLine(): StatusLine | undefined {
  const { stderr } = process;
  if (!stderr.isTTY || process.env['TERM'] === 'dumb') return undefined;
  return createStatusLine(
    (text) => stderr.write(text),
    () => performance.now(),
    () => stderr.columns,
  );
}

/** The error with which a file would not open, without opening it: a pipe can be opened only once. */
async function whyUnreadable(file: string): Promise<unknown> {
  try {
    await access(file, constants.R_OK);
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Whether standard input is a pipe, a socket or a file: not a terminal, and not `/dev/null`, which who starts a program gives it for nothing. */
function isPiped(): boolean {
  try {
    const input = fstatSync(0);
    return input.isFIFO() || input.isSocket() || input.isFile();
  } catch {
    return false; // it was closed
  }
}

/** The logs in a folder or an archive. A pipe, too, may bring an archive; if it does not, what was read of it is kept. */
async function findLogs(path: string): Promise<FolderSearch | undefined> {
  const isPipe = path === '-' || isReadOnce(path);
  if (!isPipe) return findLogsIn(path);
  const warnings = new LateWarnings();
  const found = await findLogsInStream(await openAnew(path, warnings.take));
  if ('logs' in found) return found;
  begun.set(path, { input: found, warnings });
  return undefined;
}

function isReadOnce(path: string): boolean {
  try {
    const stats = statSync(path);
    return !stats.isFile() && !stats.isDirectory();
  } catch {
    return false; // whoever opens it says what is wrong
  }
}

async function openInput(
  file: string,
  onWarning: (text: string, kind?: WarningKind) => void,
  from = 0,
  into?: () => Uint8Array | undefined,
): Promise<OpenedInput> {
  const known = begun.get(file);
  if (known === undefined) return openAnew(file, onWarning, from, into);
  begun.delete(file);
  known.warnings.tell(onWarning);
  return known.input;
}

/** Opens a file, or standard input. Who waits for a terminal, or for a pipe that nobody writes to, is told what for. */
async function openAnew(
  file: string,
  onWarning: (text: string, kind?: WarningKind) => void,
  from = 0,
  into?: () => Uint8Array | undefined,
): Promise<OpenedInput> {
  const name = file === '-' ? 'standard input' : file;
  const tell = (): void => {
    process.stderr.write(
      printing`kubelet-timeline: still waiting for ${name}: nothing has come from it. Ctrl-C ends the program.\n`,
    );
  };
  if (file === '-') {
    if (process.stdin.isTTY)
      process.stderr.write(printing`kubelet-timeline: reading ${name} from the terminal; Ctrl-D ends it.\n`);
    return listened(openStream(process.stdin, name, { onWarning, from }), tell);
  }
  return listened(
    await withSilenceNotice(openBytes(file, { onWarning, from, ...(into === undefined ? {} : { into }) }), tell),
    tell,
  );
}

function listened(input: OpenedInput, tell: () => void): OpenedInput {
  return input.once === true ? { ...input, chunks: chunksWithSilenceNotice(input.chunks, tell) } : input;
}
