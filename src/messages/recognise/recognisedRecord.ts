import { parsePlegEventValue, type PlegEventValue } from '../../kubelet/plegEvent.ts';
import type { LogRecord } from '../../journal/record.ts';
import type { FactBase, PodReference, RuntimeError } from '../fact.ts';
import { parsePod, podWithUid } from '../texts/pod.ts';
import { fieldOf, type Found } from './recognise.ts';
import type { CatalogueRow, Recognised } from './row.ts';
import { parseRuntimeError } from '../texts/runtimeError.ts';

/** A record with its row, as the fact builders see it. */
export class RecognisedRecord implements Recognised {
  readonly row: CatalogueRow;
  readonly base: FactBase;
  readonly #found: Found;
  readonly #record: LogRecord;

  constructor(found: Found, record: LogRecord, base: FactBase) {
    this.row = found.row;
    this.base = base;
    this.#found = found;
    this.#record = record;
  }

  get message(): string {
    return this.#found.text ?? this.#record.message;
  }

  get identifier(): string | undefined {
    return this.#record.journal?.identifier;
  }

  readonly field = (name: string): string | undefined => fieldOf(this.#found, this.#record, name);
  readonly pod = (name: string, uid?: string): PodReference => podWithUid(parsePod(this.field(name)), uid);
  readonly error = (name: string): RuntimeError | undefined => parseRuntimeError(this.field(name));
  readonly event = (name: string): PlegEventValue | undefined => parsePlegEventValue(this.field(name) ?? '');
}
