import type { CopiedLines } from './bytes/repeatedText.ts';
import type { RecordClock } from './time/clock.ts';
import type { JournalMode, KlogForm, SourceSummary } from './record.ts';

/** First words of systemd's own messages, which `journalctl -o cat` prints without any envelope. */
const SYSTEMD_SENTENCES: readonly string[] = [
  'Started ',
  'Starting ',
  'Stopped ',
  'Stopping ',
  'kubelet.service: ',
  'Failed to start ',
];

/** Counts what a reader saw, for its summary. */
export class SourceCounts {
  bytes = 0;
  records = 0;
  /** Lines without envelope and header that belong to no other record, and binary lines. */
  unparsed = 0;
  json = 0;
  /** A time was read that is the wall's, or may be: one of JSON is of the epoch, so of UTC. */
  hasWallTime = false;
  /** Something stands in it under headings. */
  sections = false;
  /** Lines that were left out. */
  readonly copies: CopiedLines[] = [];
  #structured = 0;
  #unstructured = 0;
  #systemdSentences = 0;
  readonly #modes = new Map<JournalMode, number>();
  #mode: JournalMode = 'none';
  #modeCount = 0;

  mode(mode: JournalMode): void {
    if (mode === this.#mode) {
      this.#modeCount++;
      return;
    }
    this.#modes.set(this.#mode, (this.#modes.get(this.#mode) ?? 0) + this.#modeCount);
    this.#mode = mode;
    this.#modeCount = 1;
  }

  /** So many lines of a mode, and of them those with a structured message; `blockLines` more belong to the last one, and `others` are of somebody else. A line without envelope has a mode only by its header. */
  plain(mode: JournalMode, lines: number, structured: number, blockLines: number, others: number): void {
    this.mode(mode);
    this.#modeCount += lines - 1 + (mode === 'none' ? 0 : blockLines);
    this.#structured += structured;
    this.#unstructured += lines - others - structured;
    this.records += lines;
  }

  klog(structured: boolean): void {
    if (structured) this.#structured++;
    else this.#unstructured++;
  }

  /** A line of nobody: prose, or one of systemd's sentences in `cat` output. */
  loose(beginning: string): void {
    if (SYSTEMD_SENTENCES.some((sentence) => beginning.startsWith(sentence))) this.#systemdSentences++;
    else this.unparsed++;
  }

  summary(name: string, lines: number, clock: RecordClock): SourceSummary {
    const forms: KlogForm[] = [];
    if (this.#unstructured > 0) forms.push('unstructured');
    if (this.#structured > 0) forms.push('structured');
    if (this.json > 0) forms.push('json');
    const mode = this.#commonMode();
    return {
      name,
      bytes: this.bytes,
      lines,
      records: this.records,
      unparsedLines: this.unparsed,
      journal: mode === 'none' && this.#systemdSentences > 0 ? 'cat' : mode,
      klog: forms.length > 1 ? 'mixed' : (forms[0] ?? 'none'),
      timeZone: clock.zoneKnown || this.#isOfEpoch ? 'known' : 'unknown',
      ...(clock.dates.year === undefined ? {} : { year: clock.dates.year }),
      yearFrom: clock.dates.yearFrom,
      ...(this.sections ? { sections: true } : {}),
      ...(this.copies.length === 0 ? {} : { copies: [...this.copies] }),
    };
  }

  /** Every time in it counts from the epoch. */
  get #isOfEpoch(): boolean {
    return this.json > 0 && !this.hasWallTime && this.#structured + this.#unstructured === 0;
  }

  /** The mode of most lines; lines without any envelope count only where no other has one. */
  #commonMode(): JournalMode {
    const counts = new Map(this.#modes);
    counts.set(this.#mode, (counts.get(this.#mode) ?? 0) + this.#modeCount);
    let best: JournalMode = 'none';
    let most = 0;
    for (const [mode, count] of counts) if (mode !== 'none' && count > most) [best, most] = [mode, count];
    return most * 10 > (counts.get('none') ?? 0) ? best : 'none';
  }
}
