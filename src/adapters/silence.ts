/** An input that may give nothing for a long time: a terminal, a pipe that nobody writes to. Whoever waits for it is told so. */
const SILENT_AFTER_MS = 3000;

/** Waits for `work`; `tell` is called once if that takes long. */
export async function withSilenceNotice<T>(
  work: Promise<T>,
  tell: () => void,
  afterMs: number = SILENT_AFTER_MS,
): Promise<T> {
  const timer = setTimeout(tell, afterMs);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}

/** The same chunks; `tell` is called the first time that one is long in coming. */
export async function* chunksWithSilenceNotice(
  chunks: AsyncIterable<Uint8Array>,
  tell: () => void,
  afterMs: number = SILENT_AFTER_MS,
): AsyncGenerator<Uint8Array> {
  let hasToldOf = false;
  const tellOnce = (): void => {
    if (!hasToldOf) tell();
    hasToldOf = true;
  };
  const iterator = chunks[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = hasToldOf ? await iterator.next() : await withSilenceNotice(iterator.next(), tellOnce, afterMs);
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    await iterator.return?.(undefined);
  }
}
