/** From lines to the text of a log: the header with its caller, text or JSON, and the journal around it. Each line is a little later than what it tells of. */
import { type KlogLine, writeKlogLine } from '../../journal/klog/klogLine.ts';
import type { KeyValue } from '../../journal/record.ts';
import { createEnvelopeWriter, type EnvelopeWriter } from '../../journal/envelope/writeEnvelope.ts';
import type { Instant } from '../../kubelet/time.ts';
import { rowById } from '../../messages/catalogue/index.ts';
import { type FieldValues, writeMessage } from '../../messages/write.ts';
import type { KubeletVersion } from '../../kubelet/version.ts';
import type { Nanoseconds } from '../../model/nanoseconds.ts';
import { type Random, seededRandom } from '../../model/random.ts';
import { callerLine } from './callerLines.ts';
import { folderOf } from './callerFolders.ts';
import type { Line } from './line.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { instantOf } from '../scenario/times.ts';

export interface LoggingProcess {
  readonly pid: number;
  readonly version: KubeletVersion;
  readonly verbosity: number;
}

/** Microseconds that pass between an event and the stamp of its line, and between two lines of one process. */
const DELAY = { least: 8, most: 70, between: 4 };
/** Microseconds from the kubelet's stamp to the journal's. */
const ARRIVAL = { least: 900, most: 9000, between: 3 };

export class LogWriter {
  readonly #scenario: Scenario;
  readonly #write: (text: string) => void;
  readonly #envelope: EnvelopeWriter;
  readonly #random: Random;
  #stamp = 0;
  #arrival = 0;

  constructor(scenario: Scenario, write: (text: string) => void) {
    this.#scenario = scenario;
    this.#write = write;
    this.#envelope = createEnvelopeWriter(scenario.envelope, (scenario.start - 2_735_000_000) as Instant);
    this.#random = seededRandom(scenario.seed ^ 0x5eed);
  }

  /** Writes the lines that `-v` lets through. */
  klog(at: Nanoseconds, process: LoggingProcess, lines: readonly Line[]): void {
    for (const line of lines) {
      const message = writeMessage(line.row, line.fields, {
        json: this.#scenario.format === 'json',
        version: process.version,
      });
      const verbosity = line.verbosity ?? message.verbosity;
      if (verbosity > process.verbosity) continue;
      const file = line.file ?? message.file;
      const json = message.form === 'json';
      const klog: KlogLine = {
        header: {
          severity: message.severity,
          time: this.#stampOf(at),
          pid: process.pid,
          file: json ? `${folderOf(file)}/${file}` : file,
          fileLine: line.fileLine ?? callerLine(line.row.id, process.version.minor),
          verbosity,
        },
        form: message.form,
        message: message.message,
        pairs: json ? [...message.pairs, ...jsonPairs(line)] : message.pairs,
      };
      this.#enter('kubelet', process.pid, writeKlogLine(klog));
    }
  }

  /** A line of the process without a header, such as a panic. */
  raw(at: Nanoseconds, pid: number, text: string): void {
    this.#stampOf(at);
    this.#enter('kubelet', pid, text);
  }

  /** A line of systemd about the unit. */
  systemd(at: Nanoseconds, rowId: string, fields: FieldValues = {}): void {
    const row = rowById(rowId);
    if (row === undefined) throw new Error(`no row of the catalogue is called ${rowId}`);
    this.#stampOf(at);
    const { message } = writeMessage(row, {
      unit: 'kubelet.service',
      description: 'kubelet: The Kubernetes Node Agent',
      ...fields,
    });
    this.#enter('systemd', 1, message);
  }

  #stampOf(at: Nanoseconds): Instant {
    const delayed =
      instantOf(this.#scenario.start, at) + DELAY.least + Math.floor(this.#random() * (DELAY.most - DELAY.least));
    this.#stamp = Math.max(delayed, this.#stamp + DELAY.between);
    return this.#stamp as Instant;
  }

  #enter(identifier: string, pid: number, message: string): void {
    const delayed = this.#stamp + ARRIVAL.least + Math.floor(this.#random() ** 3 * (ARRIVAL.most - ARRIVAL.least));
    this.#arrival = Math.max(delayed, this.#arrival + ARRIVAL.between);
    this.#write(
      this.#envelope({
        time: this.#arrival as Instant,
        host: this.#scenario.node,
        identifier,
        pid,
        unit: 'kubelet.service',
        priority: 6,
        message,
      }),
    );
  }
}

function jsonPairs(line: Line): KeyValue[] {
  return Object.entries(line.jsonOnly ?? {}).map(([key, value]) => ({ key, value, quoted: false }));
}
