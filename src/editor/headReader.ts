import { AnalysisClient } from './analysisClient.ts';
import type { Platform } from './platform.ts';

/** A worker that nobody asked for so long ends: mostly a text is looked at once, and its log gets a worker of its own. */
const IDLE_MS = 10_000;

/** Asks a worker whether texts begin as kubelet logs: what reads all their forms is no part of the extension's own program. */
export class HeadReader {
  readonly #start: () => AnalysisClient;
  #client: AnalysisClient | undefined;
  #idle: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;

  constructor({ startWorker }: Pick<Platform, 'startWorker'>) {
    this.#start = () => new AnalysisClient(startWorker());
  }

  /** Whether a text of 4 KB is the begin of a kubelet log. Rejects where the worker cannot be started, or ends. */
  async looksLikeKubeletLog(head: string): Promise<boolean> {
    clearTimeout(this.#idle);
    const client = (this.#client ??= this.#start());
    this.#asked += 1;
    try {
      return await client.ask('isKubeletLog', { head });
    } catch (error) {
      if (this.#client === client) this.dispose();
      throw error;
    } finally {
      this.#asked -= 1;
      if (this.#asked === 0 && this.#client !== undefined) this.#idle = setTimeout(() => this.dispose(), IDLE_MS);
    }
  }

  dispose(): void {
    clearTimeout(this.#idle);
    this.#client?.dispose();
    this.#client = undefined;
  }
}
