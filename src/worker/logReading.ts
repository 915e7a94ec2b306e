import { FirstScan } from '../analysis/firstAnswer.ts';
import { noLogsProblem } from '../analysis/outputs/problemText.ts';
import { whyHopeless } from '../analysis/sources/hopeless.ts';
import { redactedInputs } from '../analysis/sources/redactedInputs.ts';
import { type LogInput, readingOf } from '../analysis/sources/logInput.ts';
import { readSources } from '../analysis/sources/sources.ts';
import { baseName } from '../kubelet/baseName.ts';
import { instant } from '../kubelet/time.ts';
import type { OpenRequest, SendRequest } from '../protocol/workerProtocol.ts';
import { languageOf } from '../language/language.ts';
import { goneName, GrowingLog } from '../analysis/follow/growingLog.ts';
import { Following } from './following.ts';
import type { WarningKind, FolderSearch, FoundLog, OpenedSource } from '../analysis/sources/openedSource.ts';
import type { FindHooks, OpenBytes } from './serviceHost.ts';
import { ReadingCancelled, type ServedLog } from './servedLog.ts';

/** Smaller files are read as a whole within the second. */
const WORTH_A_FIRST_LOOK = 8 << 20;
/** Bytes read between two looks into the mail box. */
const SLICE_BYTES = 1 << 20;
const ENCODER = new TextEncoder();

/** All that a warning may call a log. */
function namesOf({ path, place, inside }: FoundLog): readonly string[] {
  return [path, place, ...(inside === undefined ? [] : [inside]), baseName(path)];
}

/** A warning of a redacted log: what files are called stays out. */
function withoutNames(text: string, names: readonly string[]): string {
  return names
    .filter((name) => name !== '')
    .sort((a, b) => b.length - a.length)
    .reduce((renamed, name) => renamed.replaceAll(name, 'the log'), text);
}

/** Reads a log from where the request says it lies: a file, a folder or an archive of them, or pieces that are sent. */
export class LogReading {
  readonly #log: ServedLog;
  readonly #hooks: FindHooks = {
    onEntry: () => {
      if (this.#log.session.cancelled) throw new ReadingCancelled();
    },
  };
  readonly #failBy = (error: unknown): void => this.#log.failBy(error);

  constructor(log: ServedLog) {
    this.#log = log;
  }

  /** One sentence from the skip lines alone, read ahead of everything else: at least ten times as fast. */
  async #firstLook(openBytes: OpenBytes): Promise<string | undefined> {
    if (this.#log.host.findBytes === undefined) return undefined;
    const scan = new FirstScan(this.#log.host.findBytes, this.#log.options);
    const opened = await openBytes({ into: () => undefined });
    let bytes = 0;
    for await (const chunk of opened.chunks) {
      bytes += chunk.length;
      if (
        this.#log.session.cancelled ||
        whyHopeless({ ...readingOf(opened), name: '', bytes, isBinary: false }) !== undefined
      )
        return undefined;
      scan.push(chunk);
    }
    scan.end();
    const { headline: english } = scan.answer();
    const headline = english === undefined ? undefined : (this.#log.language?.say(english) ?? english);
    if (headline !== undefined)
      this.#log.host.post({ type: 'progress', progress: { ...this.#log.session.progress('reading'), headline } });
    return headline;
  }

  async #readBytes(openBytes: OpenBytes, name: string): Promise<void> {
    let bytesRead = 0;
    const bytes = await openBytes({
      into: () => this.#log.session.room,
      onProgress: (bytes) => {
        bytesRead = bytes;
      },
      onWarning: (text, kind) => this.#log.session.warn(text, kind),
    });
    const { totalBytes, modified, chunks } = bytes;
    if (bytes.asText === true) for (const { path } of this.#log.files) this.#log.madeTexts.add(path);
    this.#log.options = { ...this.#log.options, ...(modified === undefined ? {} : { fallbackYearFrom: modified }) };
    const [file] = this.#log.files;
    const log = file === undefined || !this.#isFollowable(bytes) ? undefined : this.#beginToFollow(file.path, name);
    if (log === undefined) this.#log.session.open(name, this.#log.options);
    const first =
      totalBytes !== undefined && totalBytes >= WORTH_A_FIRST_LOOK ? await this.#firstLook(openBytes) : undefined;
    const headline = first === undefined ? {} : { headline: first };
    let since = 0;
    for await (const chunk of chunks) {
      if (this.#log.session.cancelled) break;
      if (log === undefined) this.#log.session.push(chunk);
      else log.add(chunk, bytesRead + chunk.length < (totalBytes ?? 0));
      since += chunk.length;
      if (since < SLICE_BYTES) continue;
      since = 0;
      if (!this.#log.session.isWorthReading(0, readingOf(bytes))) break;
      this.#log.tellProgress(() => ({
        ...this.#log.session.progress('reading', totalBytes),
        bytes: bytesRead,
        ...headline,
      }));
      await this.#log.host.pause();
    }
    if (log === undefined) this.#log.session.end();
    else this.#log.following?.begun(bytesRead, modified);
  }

  /** Of a file that lies on a disk as it is, what is appended can be read on. */
  #isFollowable({ packed, once }: OpenedSource): boolean {
    return this.#log.host.follow !== undefined && packed === false && once !== true;
  }

  #beginToFollow(path: string, name: string): GrowingLog {
    const log = new GrowingLog({ makeSession: () => this.#log.makeSession(), name, options: this.#log.options });
    this.#log.session = log.session;
    for (const text of this.#log.warned) log.warn(text);
    this.#log.following = new Following(this.#log.host, log, path, {
      name,
      refresh: (places) => {
        this.#log.session = log.session;
        this.#log.forget();
        if (places.length > 1)
          this.#log.files = places.map((place, index) => ({ path: place ?? goneName(path, index), place: name }));
        this.#log.guarded(() => this.#log.finish());
      },
      state: () => this.#log.state,
    });
    return log;
  }

  /** Lets messages in after each slice; says whether to go on. */
  #inSlices(): (bytes: number) => Promise<boolean> {
    let at = 0;
    return async (bytes) => {
      if (bytes - at < SLICE_BYTES) return !this.#log.session.cancelled;
      at = bytes;
      this.#log.tellProgress(() => this.#log.session.progress('reading'));
      await this.#log.host.pause();
      return !this.#log.session.cancelled;
    };
  }

  /** Reads a folder's logs; `false` when there are none, and the problem was reported. */
  async #readFolder(name: string, folder: FolderSearch): Promise<boolean> {
    this.#log.isFolder = true;
    if (folder.logs.length === 0) {
      this.#log.fail({ kind: 'not-kubelet', ...noLogsProblem(name, folder) });
      return false;
    }
    if (folder.cutShort)
      this.#log.session.warn(
        `${this.#log.isRedacted ? 'The folder' : name} is too large to be searched as a whole; logs in a part of it may have been missed.`,
      );
    const warned = new Set<string>();
    const onWarning = (text: string, kind?: WarningKind): void => {
      const warning = this.#log.isRedacted ? withoutNames(text, [name, ...folder.logs.flatMap(namesOf)]) : text;
      if (!warned.has(warning)) this.#log.session.warn(warning, kind);
      warned.add(warning);
    };
    for (const { text, kind } of folder.warnings ?? []) onWarning(text, kind);
    const inputs = folder.logs.map((log): LogInput & { readonly log: FoundLog } => ({
      name: log.place,
      place: log.place,
      log,
      open: async (from = 0) => {
        if (log.open !== undefined) return log.open({ from, onWarning });
        const opened = await this.#log.host.openFile(log.path, { from, onWarning });
        if (opened.asText === true) this.#log.madeTexts.add(log.path);
        return opened;
      },
    }));
    const redacted = this.#log.isRedacted ? await redactedInputs(inputs, this.#inSlices()) : inputs;
    const order = await readSources(this.#log.session, redacted, this.#log.options, { onChunk: this.#inSlices() });
    this.#log.files = 'why' in order ? [] : order.flatMap((input) => redacted.find((one) => one === input)?.log ?? []);
    return true;
  }

  /** A lone log with pseudonyms: it is read twice, the first time for its names. */
  async #readRedacted(openBytes: OpenBytes, name: string): Promise<void> {
    const input: LogInput = {
      name,
      open: (from = 0) =>
        openBytes({
          from,
          onWarning: (text, kind) =>
            this.#log.session.warn(withoutNames(text, [name, ...this.#log.files.flatMap(namesOf)]), kind),
        }),
    };
    const redacted = await redactedInputs([input], this.#inSlices());
    await readSources(this.#log.session, redacted, this.#log.options, { onChunk: this.#inSlices() });
  }

  #readOne(openBytes: OpenBytes, name: string): Promise<void> {
    return this.#log.isRedacted ? this.#readRedacted(openBytes, name) : this.#readBytes(openBytes, name);
  }

  async #readPath(path: string, name: string): Promise<boolean> {
    const folder = await this.#log.host.findLogs?.(path, this.#hooks);
    if (folder !== undefined) return this.#readFolder(name, folder);
    this.#log.files = [{ path, place: name }];
    await this.#readOne((how) => this.#log.host.openFile(path, how), name);
    return true;
  }

  /** Takes the request that says where the log lies, and begins to read unless it is sent. */
  open(request: OpenRequest): void {
    this.#log.opened = request;
    const { warnings = [], redact, language: wanted, ...given } = request.options;
    this.#log.language = wanted === undefined ? undefined : languageOf(wanted.tag, wanted);
    this.#log.options = given;
    this.#log.isRedacted = redact === true;
    this.#log.warned = warnings;
    for (const text of warnings) this.#log.session.warn(text);
    if (request.source.kind === 'file') {
      this.#finishAfter(this.#readPath(request.source.path, request.name));
      return;
    }
    const { modified } = request.source;
    this.#log.options = {
      ...this.#log.options,
      ...(modified === undefined
        ? { fallbackYearFrom: this.#log.host.now(), fallbackIs: 'now' }
        : { fallbackYearFrom: instant(modified * 1000) }),
    };
    if (request.source.kind === 'sent' && !this.#log.isRedacted)
      this.#log.session.open(request.name, this.#log.options);
  }

  async #readPieces(name: string): Promise<boolean> {
    const archive = await this.#log.host.findLogsInPieces?.(this.#log.pieces, name, this.#hooks);
    if (archive !== undefined) return this.#readFolder(name, archive);
    await this.#readOne((how) => this.#log.openPieces(how), name);
    return true;
  }

  #keep({ piece, last }: SendRequest): void {
    if (piece.length > 0) this.#log.pieces.push(typeof piece === 'string' ? ENCODER.encode(piece) : piece);
    if (!last || this.#log.state !== 'reading') return;
    this.#log.isWhole = true;
    this.#finishAfter(this.#readPieces(this.#log.opened?.name ?? 'log'));
  }

  /** Ends the log once it is read, unless it was given up or failed before. */
  #finishAfter(reading: Promise<boolean>): void {
    reading.then((read) => {
      if (read && this.#log.state === 'reading') this.#log.guarded(() => this.#log.finish());
    }, this.#failBy);
  }

  /** Takes a piece that is sent. */
  send(request: SendRequest): void {
    if (this.#log.opened?.source.kind === 'bytes' || this.#log.isRedacted) return this.#keep(request); // names have to be known before the text is read
    const { piece, last } = request;
    this.#log.guarded(() => {
      this.#log.session.push(typeof piece === 'string' ? ENCODER.encode(piece) : piece);
      if (!last || this.#log.state !== 'reading') return;
      this.#log.session.end();
      this.#log.finish();
    });
  }
}
