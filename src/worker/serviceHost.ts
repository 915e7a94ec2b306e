/** What the worker's service needs from outside: files and a mail box. */
import type { FindBytes } from '../analysis/firstAnswer.ts';
import type { FolderSearch, OpenedSource, OpenSourceOptions } from '../analysis/sources/openedSource.ts';
import type { ProblemText } from '../analysis/outputs/problemText.ts';
import type { Instant } from '../kubelet/time.ts';
import type { WorkerEvent } from '../protocol/workerProtocol.ts';
import type { FollowSink } from '../adapters/follow/followFile.ts';
import type { FollowedFile } from './following.ts';

/** Opens the bytes of one log. */
export type OpenBytes = (how: OpenSourceOptions) => Promise<OpenedSource>;

/** Asked now and then while an archive is read; throws to end that. */
export interface FindHooks {
  readonly onEntry: () => void;
}

/** What the service needs from outside. */
export interface ServiceHost {
  post(event: WorkerEvent): void;
  /** Opens a file. Rejects when it cannot be opened. */
  openFile(path: string, options: OpenSourceOptions): Promise<OpenedSource>;
  /** The same for a file that came in pieces. */
  openPieces(pieces: readonly Uint8Array[], name: string, options: OpenSourceOptions): OpenedSource;
  /** The kubelet logs in a folder or an archive; `undefined` for what is neither. Rejects when it cannot be read. */
  findLogs?(path: string, hooks: FindHooks): Promise<FolderSearch | undefined>;
  /** The same for an archive that came in pieces. */
  findLogsInPieces?(pieces: readonly Uint8Array[], name: string, hooks: FindHooks): Promise<FolderSearch | undefined>;
  /** Follows a file, from where it was read to; absent: files are read once. */
  follow?(path: string, sink: FollowSink): FollowedFile;
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
