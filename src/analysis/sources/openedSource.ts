/** How whoever has files hands them in: a source that was opened, and the logs that were found in a folder or an archive. */
import type { Instant } from '../../kubelet/time.ts';

/** What a warning says of a source: packed data is cut or broken (`damage`), or whole as it may be it is not unpacked here (`unread`). */
export type WarningKind = 'damage' | 'unread';

/** A source that was opened. `chunks` may be iterated once and rejects when reading fails. */
export interface OpenedSource {
  /** Size of the file on disk; absent for standard input and pipes. */
  readonly totalBytes?: number;
  readonly modified?: Instant;
  /** The bytes on disk are packed: an offset from the end is not to be had. Absent where that is not known yet (pipes). */
  readonly packed?: boolean;
  /** What it gives is gone once it was read: a pipe, a device, standard input. To open it again would give something else, or wait for ever. */
  readonly once?: boolean;
  /** A binary journal: what it gives is text that is made of it. */
  readonly asText?: boolean;
  /** Packed bytes taken so far; `undefined` where nothing is packed, or nothing was read yet. */
  readonly packedBytes?: () => number | undefined;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** How a source is opened. */
export interface OpenSourceOptions {
  /** Offset in the unpacked bytes at which to begin. */
  readonly from?: number;
  /**
   * A chunk is done with when the next is asked for, and may be overwritten. Tells before each where its bytes are best put: in memory of the one who reads
   * them; `undefined`: anywhere.
   */
  readonly into?: () => Uint8Array | undefined;
  /** Bytes of the file read so far (packed ones, if it is packed), after every chunk. */
  readonly onProgress?: (bytesRead: number) => void;
  /** Something that does not stop the reading: a file that became shorter, or (`damage`) packed data that is cut or broken. */
  readonly onWarning?: (text: string, kind?: WarningKind) => void;
}

/** A kubelet log in a folder or an archive. */
export interface FoundLog {
  /** Absolute, or as relative as the folder was given; in an archive, the archive's. */
  readonly path: string;
  /** Below the folder. */
  readonly place: string;
  /** As it is shown, where that is not the path: in an archive, of which `path` is the file. */
  readonly name?: string;
  /** Its path in the archive: a name that opens nothing. */
  readonly inside?: string;
  /** Opens it, where that is not to open the file at `path`. */
  readonly open?: (options: OpenSourceOptions) => OpenedSource;
}

/** What was found in a folder or an archive. */
export interface FolderSearch {
  readonly logs: readonly FoundLog[];
  /** Files whose beginning was looked at. */
  readonly lookedAt: number;
  /** The folder has more entries, or goes deeper, than was looked at. */
  readonly cutShort: boolean;
  /** What is to be known of archives. */
  readonly warnings?: readonly { readonly text: string; readonly kind?: WarningKind }[];
}
