import { isWindowsFile } from '../../kubelet/callerFiles.ts';
import type { LogRecord } from '../../journal/record.ts';
import type { Fact } from '../../messages/fact.ts';
import { findRow } from '../../messages/recognise/recognise.ts';
import type { LineReference } from '../history.ts';

/** A message seen with the line of its caller. */
export interface CallerSighting {
  readonly message: string;
  readonly callerLine: number;
  /** File and line as the klog header has them, e.g. `kubelet.go:2327`. */
  readonly caller: string;
  readonly at: LineReference;
}

/** Forms of values and callers that only some minor versions (of 1.x) write. Facts do not carry them. */
type VersionForm = 'event-plus-v' | 'event-json' | 'pods-quoted' | 'pods-json' | 'cri-log-wrapper';

/** The first and last minor version of each form (klog v2.100 writes values as JSON from 1.28; cri-client's log.go from 1.31 to 1.35). */
export const FORM_MINORS: Readonly<Record<VersionForm, readonly [first: number, last: number | undefined]>> = {
  'event-plus-v': [21, 27],
  'event-json': [28, undefined],
  'pods-quoted': [26, 26],
  'pods-json': [28, undefined],
  'cri-log-wrapper': [31, 35],
};

const MOST_SIGHTINGS = 256;
/** So many records without a fact are recognised for their caller's line. */
const MOST_RECOGNISED = 200;
/** So many records are looked at in all: a message that comes later is rare, and the rest of a large log must cost nothing. */
const MOST_LOOKED_AT = 20_000;

/** Collects, for one process run of a kubelet, what its first records tell of its version. Bounded in memory and in work. */
export class VersionSightings {
  readonly sightings: CallerSighting[] = [];
  readonly forms = new Map<VersionForm, LineReference>();
  /** One of them is of a source file that only exists for Windows. */
  isOnWindows = false;
  readonly #seen = new Set<string>();
  #left = MOST_LOOKED_AT;
  #recognitionsLeft = MOST_RECOGNISED;
  #lastMessage: string | undefined;
  #lastLine = 0;

  /** Looks at one record with the facts that it states. */
  note(record: LogRecord, facts: readonly Fact[]): void {
    if (this.#left <= 0) return;
    this.#left -= 1;
    const { klog } = record;
    if (klog === undefined) return;
    if (!this.isOnWindows && isWindowsFile(klog.file)) this.isOnWindows = true;
    let message = facts[0]?.message;
    if (message === undefined) {
      if (this.#recognitionsLeft <= 0) return;
      this.#recognitionsLeft -= 1;
      message = findRow(record)?.row.id;
      if (message === undefined) return;
    }
    if (message === this.#lastMessage && klog.fileLine === this.#lastLine) return;
    this.#lastMessage = message;
    this.#lastLine = klog.fileLine;
    const key = `${message}:${klog.fileLine}`;
    if (this.#seen.has(key) || this.#seen.size >= MOST_SIGHTINGS) return;
    this.#seen.add(key);
    const at = { source: record.source, line: record.line };
    this.sightings.push({ message, callerLine: klog.fileLine, caller: `${klog.file}:${klog.fileLine}`, at });
    if (message.startsWith('cri.') && klog.file === 'log.go') this.#form('cri-log-wrapper', at);
    if (record.form === 'structured') this.#readValues(record, at);
  }

  /** Whether a record that states nothing can still tell something. */
  get recognises(): boolean {
    return this.#recognitionsLeft > 0 && this.#left > 0;
  }

  /** The forms of values that differ between versions are in text only: klog JSON writes all values as JSON. */
  #readValues(record: LogRecord, at: LineReference): void {
    for (const { key, value, quoted } of record.pairs) {
      if (key === 'event') {
        if (value.startsWith('&{ID:')) this.#form('event-plus-v', at);
        else if (value.startsWith('{"ID":')) this.#form('event-json', at);
      } else if (key === 'pods') {
        if (quoted && value.startsWith('[')) this.#form('pods-quoted', at);
        else if (value.startsWith('["')) this.#form('pods-json', at);
      }
    }
  }

  #form(form: VersionForm, at: LineReference): void {
    if (!this.forms.has(form)) this.forms.set(form, at);
  }
}
