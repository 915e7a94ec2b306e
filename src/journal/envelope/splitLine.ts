import type { StampKind } from '../time/clock.ts';
import type { BodyReader } from './bodyReader.ts';

const LONGEST = 1024 * 1024;

/** What the first piece of a split line says of all of it. */
interface Begun {
  readonly bytes: Uint8Array;
  readonly line: number;
  readonly lastLine: number;
  readonly kind: StampKind;
  readonly time: number;
}

/** A line that the container runtime split: its `P` pieces in a CRI log file up to that with an `F`. */
export class SplitLine {
  readonly #body: BodyReader;
  #begun: Begun | undefined;

  constructor(body: BodyReader) {
    this.#body = body;
  }

  /** Whether its last piece has not come. */
  get isOpen(): boolean {
    return this.#begun !== undefined;
  }

  /** Joins the next piece, which stands in line `line` from `bodyStart` to `end`; `isLast`: the line is whole then. */
  take(
    line: number,
    kind: StampKind,
    time: number,
    bytes: Uint8Array,
    bodyStart: number,
    end: number,
    isLast: boolean,
  ): void {
    const before = this.#begun;
    const length = before?.bytes.length ?? 0;
    const taken = Math.max(0, Math.min(end - bodyStart, LONGEST - length));
    const joined = new Uint8Array(length + taken);
    if (before !== undefined) joined.set(before.bytes);
    joined.set(bytes.subarray(bodyStart, bodyStart + taken), length);
    this.#begun = { bytes: joined, line: before?.line ?? line, lastLine: line, kind, time };
    if (isLast) this.end();
  }

  /** Reads what came of the line: all of it, or the source or another form cut it off. */
  end(): void {
    if (this.#begun === undefined) return;
    const { bytes, line, lastLine, kind, time } = this.#begun;
    this.#begun = undefined;
    this.#body.ofLines(line, lastLine - line + 1, (body) =>
      body.read({ origin: undefined, kind, time }, bytes, 0, 0, bytes.length),
    );
  }
}
