/** A stream of Node's that takes pieces. */
interface Sink {
  readonly destroyed: boolean;
  once(event: 'drain' | 'close', listener: () => void): unknown;
  off(event: 'drain' | 'close', listener: () => void): unknown;
}

/** Waits until a stream takes more, or takes nothing any more. */
export function drained(sink: Sink): Promise<void> {
  return new Promise((resolve) => {
    if (sink.destroyed) return resolve();
    const done = (): void => {
      sink.off('drain', done);
      sink.off('close', done);
      resolve();
    };
    sink.once('drain', done);
    sink.once('close', done);
  });
}
