import type { PlegEventValue } from '../../kubelet/plegEvent.ts';
import type { MessageRow } from '../contract.ts';
import type { Fact, FactBase, LoopPosition, PodReference, RuntimeError } from '../fact.ts';

/** A recognised line in the hand of a fact builder. The functions may be taken out of it: builders destructure it. */
export interface Recognised {
  readonly row: MessageRow;
  /** Structured: the message; else the whole text. */
  readonly message: string;
  /** Who wrote the line, as the envelope says: `kubelet`, `systemd`, … */
  readonly identifier: string | undefined;
  /** What every fact of this line carries. */
  readonly base: FactBase;
  /** Value of a field of the row (or of any key of a structured line), quotes undone. */
  readonly field: (name: string) => string | undefined;
  /** The pod that a field names, with a uid that stands elsewhere; an empty reference where there is neither. */
  readonly pod: (name: string, uid?: string) => PodReference;
  /** The error that a field tells; `undefined` where it tells none. */
  readonly error: (name: string) => RuntimeError | undefined;
  /** The event of PLEG in a field. */
  readonly event: (name: string) => PlegEventValue | undefined;
  /** What counts of the row's brief value; missing where it has to be read from the field. */
  readonly words?: string | undefined;
}

/** Makes the facts that a row's records state; `undefined` when this record states none. */
export type FactBuilder = (found: Recognised) => Fact | readonly Fact[] | undefined;

/** Worth a colour of its own in the grammar: a fault of the runtime state, the loop's work, PLEG's work. */
type Highlight = 'trouble' | 'loop' | 'pleg';

/** A value of which only a few words count, whatever else stands in it. */
export interface BriefValue {
  readonly field: string;
  /** Those words of the value `bytes[start, end)`, which stands in quotes if it is `escaped`; `undefined`: it has to be read as text. Facts of lines whose other values are the same, and these words, are the same. */
  readonly wordsOf: (bytes: Uint8Array, start: number, end: number, escaped: boolean) => string | undefined;
  /** The same of its text. */
  readonly wordsOfText: (text: string) => string;
}

/** A row with its fact builder: what the line proves sits with the line's text. */
export interface CatalogueRow extends MessageRow {
  readonly facts?: FactBuilder;
  readonly brief?: BriefValue;
  readonly highlight?: Highlight;
  /** Versions with structured lines put this printf text in quotes, and pairs behind it. */
  readonly isQuotedToo?: boolean;
  /** The text is so plain that others write it too: only lines of the row's file are meant. */
  readonly isOfItsFile?: boolean;
}

/** What the rows of one message have in common. */
export interface Family {
  readonly component: string;
  readonly file?: string;
  readonly meaning: string;
  readonly whatToDo?: string;
  readonly loop?: LoopPosition;
  readonly facts?: FactBuilder;
  readonly brief?: BriefValue;
  readonly highlight?: Highlight;
}

type Details = Partial<
  Pick<
    CatalogueRow,
    | 'severity'
    | 'verbosity'
    | 'since'
    | 'until'
    | 'file'
    | 'meaning'
    | 'whatToDo'
    | 'loop'
    | 'facts'
    | 'brief'
    | 'highlight'
  >
>;
type OwnPart = Details & Pick<MessageRow, 'id' | 'form' | 'template' | 'keys'>;

/** A printf message: literal text with `{name}` fields; `"{name}"` is a Go-quoted field. */
export function text(id: string, template: string, details: Details): OwnPart {
  return { id, form: 'unstructured', template, keys: [], ...details };
}

/** A structured message with its keys in the order of the text form (`err` first, as klog prints it). */
export function keyed(id: string, message: string, keys: readonly string[], details: Details = {}): OwnPart {
  return { id, form: 'structured', template: message, keys, ...details };
}

/** A piece of an `err` value. */
export function errorText(id: string, template: string, details: Details): OwnPart {
  return { id, form: 'error-text', template, keys: [], ...details };
}

/** A line of a neighbour of the kubelet; its template may stand anywhere in the line. */
export function neighbour(id: string, template: string, details: Details = {}): OwnPart {
  return { id, form: 'neighbour', template, keys: [], ...details };
}

/** The rows of one message: what they share, then one row for each way in which versions wrote it. */
export function family(common: Family, ...rows: readonly OwnPart[]): CatalogueRow[] {
  return rows.map((row) => ({ ...common, ...row }));
}
