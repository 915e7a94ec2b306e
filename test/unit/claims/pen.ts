/** Writes single lines of a node's journal, each with what it is a sign of: those of the kubelet in the words of the catalogue, those of systemd and the kernel as they are. */
import {
  createEnvelopeWriter,
  type EnvelopeWriter,
  type WrittenMode,
} from '../../../src/journal/envelope/writeEnvelope.ts';
import { writeKlogLine } from '../../../src/journal/klog/klogLine.ts';
import type { Instant } from '../../../src/kubelet/time.ts';
import type { KubeletVersion } from '../../../src/kubelet/version.ts';
import { type FieldValues, writeMessage } from '../../../src/messages/write.ts';
import { callerLine } from '../../../src/simulator/wording/callerLines.ts';
import { folderOf } from '../../../src/simulator/wording/callerFolders.ts';
import { rowFor } from '../../../src/simulator/wording/line.ts';
import { SECOND } from './rule.ts';

export interface SignedLine {
  readonly at: number;
  readonly text: string;
  /** The trouble that it is a sign of, by its place in the list; absent for one of none. */
  readonly of?: number;
}

export class Pen {
  readonly version: KubeletVersion;
  readonly node: string;
  readonly #envelope: EnvelopeWriter;
  readonly #verbosity: number;

  readonly #json: boolean;

  constructor(version: KubeletVersion, node: string, mode: WrittenMode, verbosity: number, json = false) {
    this.#json = json;
    this.version = version;
    this.node = node;
    this.#verbosity = verbosity;
    this.#envelope = createEnvelopeWriter(mode, 1_795_200_000_000_000 as Instant);
  }

  /** A line of the kubelet, by the name of its rows in the catalogue; none where this version or its `-v` does not write it. */
  klog(at: number, pid: number, name: string, fields: FieldValues = {}): readonly SignedLine[] {
    const row = rowFor(name, this.version.minor);
    if (row === undefined) return [];
    const { severity, file, form, message, pairs, verbosity } = writeMessage(row, fields, {
      version: this.version,
      json: this.#json,
    });
    if (verbosity > this.#verbosity) return [];
    const time = Math.round(at) as Instant;
    const header = {
      severity,
      time,
      pid,
      file: this.#json ? `${folderOf(file)}/${file}` : file,
      fileLine: callerLine(row.id, this.version.minor),
      verbosity,
    };
    return [this.#entered(at, 'kubelet', pid, writeKlogLine({ header, form, message, pairs }))];
  }

  /** What the kubelet prints without a header, such as a panic. */
  raw(at: number, pid: number, text: string): SignedLine {
    return this.#entered(at, 'kubelet', pid, text);
  }

  systemd(at: number, message: string): SignedLine {
    return this.#entered(at, 'systemd', 1, message);
  }

  kernel(at: number, message: string): SignedLine {
    const { text } = this.#entered(at, 'kernel', 0, message);
    return { at, text: text.replace(/ (?:kernel|kubelet\.service)\[0\]: /, ' kernel: ') };
  }

  /** `name_namespace(uid)` up to 1.20, `namespace/name` after it. */
  pod(name: string): string {
    return this.version.minor >= 21 ? `default/${name}` : `${name}_default(${uidOf(name)})`;
  }

  #entered(at: number, identifier: string, pid: number, message: string): SignedLine {
    const time = (Math.round(at) + 0.002 * SECOND) as Instant;
    const entry = { time, host: this.node, identifier, pid, unit: 'kubelet.service', priority: 6, message };
    return { at, text: this.#envelope(entry).trimEnd() };
  }
}

/** Made of its name, so that a pod always has the same. */
export function uidOf(name: string): string {
  const digits = [...name]
    .map((letter) => letter.charCodeAt(0).toString(16))
    .join('')
    .padEnd(32, '7');
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-a${digits.slice(17, 20)}-${digits.slice(20, 32)}`;
}
