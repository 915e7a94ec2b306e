/** What the command line does when no memory is left: it ends with one line, before the engine ends it with a dump. */
import type { AnalysisSession } from '../analysis/session.ts';
import { type Printable, printable } from '../kubelet/printable.ts';
import type { StopCheck } from '../kubelet/stopCheck.ts';

/** The heap is full. */
export class HeapFull extends Error {}

/** Throws `HeapFull` when the heap is full. */
export function heapCheck({ heapIsFull }: { heapIsFull?(): boolean }): StopCheck {
  return () => {
    if (heapIsFull?.() === true) throw new HeapFull();
  };
}

/** Asks before each piece. */
export function* checked<Piece>(pieces: Iterable<Piece>, stopCheck: StopCheck): Generator<Piece, void, undefined> {
  stopCheck();
  for (const piece of pieces) {
    yield piece;
    stopCheck();
  }
}

/** How far it came, and what to do. `isRead`: all of the log was read, and what it tells needs more memory. */
export function heapFullText(session: AnalysisSession, isRead: boolean): Printable {
  const { bytes, lines } = session.progress('reading');
  const whole = isRead ? 'all of it was read' : 'of it were read';
  const read = `${lines.toLocaleString('en')} lines (${megabytes(bytes)})`;
  return printable(
    `there is not enough memory for this log: ${isRead ? `${whole}, ${read}, but what it tells does not fit` : `${read} ${whole}`}. Give a part of it, by --since and --until, or more memory: NODE_OPTIONS=--max-old-space-size=8192.`,
  );
}

export function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6).toLocaleString('en')} MB`;
}
