/** What the extension needs of the machine that it runs on: Node (`nodePlatform.ts`) or a browser (`web/extension.ts`). */
import type { JournalWish } from '../adapters/nodeLog/journalProgram.ts';
import type { NodeWish } from '../adapters/nodeLog/nodeWays.ts';
import type { NodeHooks, NodeLog } from '../adapters/nodeLog/readNode.ts';
import type { RunningProgram } from '../adapters/nodeLog/runProgram.ts';
import type { ReaderLanguage } from './said.ts';
import type { WorkerPort } from '../adapters/workerThread.ts';
import type { WorkerEvent, WorkerRequest } from '../protocol/workerProtocol.ts';

export interface Platform {
  /** Starts the worker of one log. */
  startWorker(): WorkerPort<WorkerRequest, WorkerEvent>;
  /** Unpacks a small file of ours as a whole. Rejects when it is damaged. */
  ungzip(packed: Uint8Array): Promise<Uint8Array>;
  /** Whether folders are read: their logs are found by the worker itself, on a disk. */
  readonly readsFolders: boolean;
  /** Programs that fetch the log of a node, started when somebody asks for that; absent: none can be started. */
  readonly nodePrograms?: NodePrograms;
  /** The language of the user where it is not English. */
  readonly language?: ReaderLanguage | undefined;
  /** The absolute path of a log to open at the start (`openAtStart.ts`). */
  readonly fileToOpen?: string | undefined;
}

export interface NodePrograms {
  /** Prints the journal of this machine. */
  journal(wish: JournalWish, signal: AbortSignal): RunningProgram;
  /** What `kubectl`, or else `oc`, lists, a name a line; none, and what the program said, where that failed. */
  list(args: readonly string[]): Promise<{ readonly names: readonly string[]; readonly said: string }>;
  fetchNode(wish: NodeWish, hooks: NodeHooks, onEnd: (text: string) => void): Promise<NodeLog | undefined>;
  isNodeName(text: string): boolean;
  /** Writes a file, whole or not at all; gives the number of bytes. */
  save(path: string, chunks: AsyncIterable<Uint8Array>): Promise<number>;
}
