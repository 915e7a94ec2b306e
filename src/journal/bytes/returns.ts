import { CARRIAGE_RETURN, NEWLINE } from './bytes.ts';

/** So many bytes tell how lines end: where no newline is among them, but a carriage return, those end the lines. */
export const LINE_ENDS_BYTES = 64 * 1024;

/**
 * Turns the carriage returns of a text without newlines into newlines, as some exports and old editors end lines; any other text passes as it is. One byte stays one,
 * so places in the source are what they were.
 */
export class ReturnReader {
  readonly #push: (chunk: Uint8Array) => void;
  #ends: 'unknown' | 'newlines' | 'returns' = 'unknown';
  #held: Uint8Array[] = [];
  #heldBytes = 0;

  constructor(push: (chunk: Uint8Array) => void) {
    this.#push = push;
  }

  push(chunk: Uint8Array): void {
    if (this.#ends === 'newlines') this.#push(chunk);
    else if (this.#ends === 'returns') this.#push(withNewlines(chunk));
    else this.#look(chunk);
  }

  /** Passes on what was held; the source may still grow. */
  end(): void {
    if (this.#ends !== 'unknown' || this.#heldBytes === 0) return;
    // A return at the very end may be half of a line end.
    this.#decide(
      this.#held.some((part, index) => returnWithin(part, index === this.#held.length - 1)) ? 'returns' : 'newlines',
    );
  }

  #look(chunk: Uint8Array): void {
    const room = LINE_ENDS_BYTES - this.#heldBytes;
    const newline = chunk.indexOf(NEWLINE);
    if (newline >= 0 && newline < room) {
      if (this.#heldBytes > 0) this.#decide('newlines');
      this.#ends = 'newlines';
      this.#push(chunk);
      return;
    }
    // The chunk may be overwritten.
    const head = chunk.slice(0, room);
    this.#held.push(head);
    this.#heldBytes += head.length;
    if (this.#heldBytes < LINE_ENDS_BYTES) return;
    this.#decide(this.#held.some((part) => returnWithin(part, false)) ? 'returns' : 'newlines');
    if (head.length < chunk.length) this.push(chunk.subarray(head.length));
  }

  #decide(ends: 'newlines' | 'returns'): void {
    this.#ends = ends;
    const held = this.#held;
    this.#held = [];
    this.#heldBytes = 0;
    for (const part of held) this.#push(ends === 'returns' ? withNewlines(part) : part);
  }
}

function returnWithin(part: Uint8Array, isLast: boolean): boolean {
  const at = part.indexOf(CARRIAGE_RETURN);
  return at >= 0 && !(isLast && at === part.length - 1);
}

function withNewlines(chunk: Uint8Array): Uint8Array {
  const turned = Uint8Array.from(chunk);
  for (let at = turned.indexOf(CARRIAGE_RETURN); at >= 0; at = turned.indexOf(CARRIAGE_RETURN, at + 1))
    turned[at] = NEWLINE;
  return turned;
}
