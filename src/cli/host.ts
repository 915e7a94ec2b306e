/** What the command line needs from outside, and what it ends with. Streams and files come in, so that tests need no process. */
import type { TextPiece } from '../analysis/outputs/jsonBytes.ts';
import type { ProblemText } from '../analysis/outputs/problemText.ts';
import type { FolderSearch, OpenedSource, WarningKind } from '../analysis/sources/openedSource.ts';
import type { Printable } from '../kubelet/printable.ts';
import type { Instant } from '../kubelet/time.ts';
import type { NodeWish } from '../adapters/nodeLog/nodeWays.ts';
import type { NodeHooks, NodeLog } from '../adapters/nodeLog/readNode.ts';
import type { FollowHost } from './follow.ts';
import type { FileIdentities } from './outputClash.ts';
import type { LanguageSurroundings } from './language.ts';
import type { ColourSurroundings } from './paint.ts';
import type { StatusLine } from './statusLine.ts';

/**
 * Done; an input could not be read or holds no kubelet records, or the output could not be written; wrong usage; what `--fail-on` names was found; no memory was left (`EX_SOFTWARE` of
 * sysexits.h). The table of the command line has them in words.
 */
export type ExitCode = 0 | 1 | 2 | 3 | 70;

/** Streams, files and surroundings of a run. */
export interface CommandLineHost extends FileIdentities {
  version(): string;
  /** The present, for the year of what has no file's date. */
  now?(): Instant;
  /**
   * Opens a file, or standard input for `-`, from an offset in the unpacked bytes; packing is undone, with a warning when it is damaged. `into`: see `LogInput`.
   * Rejects when it cannot be opened.
   */
  openInput(
    file: string,
    onWarning: (text: string, kind?: WarningKind) => void,
    from?: number,
    into?: () => Uint8Array | undefined,
  ): Promise<OpenedSource>;
  /** The kubelet logs in a folder or an archive (`-`: on standard input); `undefined` for what is neither. Rejects when it cannot be read. */
  findLogs?(path: string): Promise<FolderSearch | undefined>;
  /** The files of a folder in which there may be summaries of nodes; `undefined` for what is no folder. Rejects when it cannot be read. */
  findSummaries?(path: string): Promise<{ readonly files: readonly string[]; readonly cutShort: boolean } | undefined>;
  /** The error with which opening a file would fail, without opening it; `undefined`: none is known. */
  whyUnreadable?(file: string): Promise<unknown>;
  /** Something is piped into the program, or a file redirected. */
  isPiped?(): boolean;
  readonly colours?: ColourSurroundings;
  readonly languages?: LanguageSurroundings;
  /** For `node`: fetches the log of a node by programs that are started for it; `undefined`: no way works, and the user knows why. */
  fetchNode?(
    wish: NodeWish,
    hooks: Pick<NodeHooks, 'tell'>,
    onEnd: (text: string) => void,
  ): Promise<NodeLog | undefined>;
  /** For `--follow`. */
  readonly following?: FollowHost;
  /** Only where somebody looks at a terminal. */
  readonly status?: StatusLine;
  /** No memory is left for more of the log. */
  heapIsFull?(): boolean;
  /** Answers assistants until standard input ends. */
  serveMcp?(redact: boolean): Promise<void>;
  /** The page with a recipe for each kind of node, Markdown; empty where the program was not built. */
  gettingLogs?(): string;
  /** The template of the HTML report, which comes with the program. Rejects where it is gone. */
  reportTemplate?(): Promise<string>;
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
