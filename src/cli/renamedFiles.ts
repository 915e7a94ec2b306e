/** Warnings name files, whose names often hold that of a host: with `--redact` they are told by what the inputs are called in the output. */
import type { LogInput } from '../analysis/sources/logInput.ts';
import type { ReadCommand } from './arguments.ts';

export class RenamedFiles {
  readonly #files: readonly string[];
  /** What stands for a name; `undefined`: not known yet. */
  #byName: ReadonlyMap<string, string> | undefined;
  #held: (() => void)[] = [];

  constructor({ files, redact }: ReadCommand) {
    this.#files = files;
    if (redact !== true) this.#byName = new Map();
  }

  /** Tells a warning, once it is known what files are called. */
  tell(text: string, tell: (text: string) => void): void {
    const byName = this.#byName;
    if (byName === undefined) {
      this.#held.push(() => {
        this.tell(text, tell);
      });
      return;
    }
    let renamed = text;
    for (const [name, other] of byName) renamed = renamed.replaceAll(name, other);
    tell(renamed);
  }

  /** From now on files are called as `shown` says; those that are no inputs are just files. */
  know(inputs: readonly LogInput[], renamedInputs: readonly LogInput[]): void {
    if (this.#byName !== undefined) return;
    const names = new Map(this.#files.filter((file) => file !== '-').map((file) => [file, 'a file']));
    inputs.forEach(({ name }, index) => names.set(name, renamedInputs[index]?.name ?? name));
    // A folder's name begins those of its logs.
    this.#byName = new Map([...names].sort(([a], [b]) => b.length - a.length));
    for (const tell of this.#held.splice(0)) tell();
  }
}
