/** What the extension needs of the machine that it runs on: Node (`extensionProgram.ts`) or a browser (`web/extension.ts`). */
import type { WorkerPort } from '../adapters/workerThread.ts';
import type { WorkerEvent, WorkerRequest } from '../protocol/workerProtocol.ts';

export interface Platform {
  /** Starts the worker of one log. */
  startWorker(): WorkerPort<WorkerRequest, WorkerEvent>;
  /** Unpacks a small file of ours as a whole. Rejects when it is damaged. */
  ungzip(packed: Uint8Array): Promise<Uint8Array>;
  /** Whether folders are read: their logs are found by the worker itself, on a disk. */
  readonly readsFolders: boolean;
  /** The absolute path of a log to open at the start (`openAtStart.ts`). */
  readonly fileToOpen?: string | undefined;
}
