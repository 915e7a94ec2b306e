/** The form of the rows from which help, man page, completions and the reading of arguments are made. */

/** An option, under the name that is written behind `--`. */
export interface OptionRow {
  readonly name: string;
  /** Its one letter, behind `-`. */
  readonly short?: string;
  /** What the help calls its value; absent: a switch. */
  readonly value?: string;
  /** All values that it takes; others are refused. */
  readonly choices?: readonly string[];
  /** Values that a shell offers, where more are taken. */
  readonly offers?: readonly string[];
  /** Its value is the path of a file. */
  readonly file?: true;
  /** May stand several times; without this the last one counts. */
  readonly repeated?: true;
  /** What it is for: no sentence, so that several lines below each other read well. */
  readonly help: string;
}

/** A command, and what may stand behind it. */
export interface CommandRow {
  readonly name: string;
  /** As the help writes them; empty: none. */
  readonly operands: string;
  /** What a shell offers for an operand. */
  readonly operandsAre: 'files' | 'nothing' | readonly string[];
  /** Half a line for the list of commands. */
  readonly summary: string;
  /** Paragraphs of the help. */
  readonly about: readonly string[];
  readonly options: readonly OptionRow[];
  /** Whole lines, with what each does. */
  readonly examples: readonly { readonly line: string; readonly does: string }[];
}
