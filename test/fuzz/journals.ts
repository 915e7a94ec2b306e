/** Binary journals that are damaged: in their bytes, and in what points from one place of the file to another. */
import { loadFieldUnpacker } from '../../src/adapters/journalFields.ts';
import { journalText } from '../../src/journal/file/journalText.ts';
import { type JournalForm, journalOf, lz4Field } from '../support/journalFiles.ts';
import { Random } from './random.ts';
import type { SeedLog } from './seeds.ts';
import { analyseAll } from './stages.ts';

/** Processor time for a journal of some hundred entries, and what the text of an entry may be at most. */
const SLOWEST_JOURNAL_MS = 1000;
const ENTRIES = 200;
const BEGIN = Date.UTC(2026, 10, 21) * 1000;
const HEADER_BYTES = 208;

const FORMS: readonly [JournalForm, ...JournalForm[]] = [
  {},
  { compact: true },
  { sealed: true },
  { unclean: true },
  { compact: true, sealed: true, unclean: true },
  { packing: 'lz4', pack: (text) => (text.length > 60 ? lz4Field(text) : undefined) },
];

export interface JournalOutcome {
  readonly journals: number;
  readonly slowestMs: number;
  /** The seed of the first that failed, and how. */
  readonly failure?: string;
}

/** Reads so many damaged journals, from a seed on, and analyses what they give; ends at the first that throws, takes long or gives more than was put in. */
export async function fuzzJournals(seed: number, count: number, logs: readonly SeedLog[]): Promise<JournalOutcome> {
  const unpack = await loadFieldUnpacker();
  let slowestMs = 0;
  for (let done = 0; done < count; done += 1) {
    const random = new Random(seed + done);
    const { bytes, most } = journalFrom(random, logs);
    damage(bytes, random);
    // One in five is cut.
    const file = random.below(5) === 0 ? bytes.subarray(0, HEADER_BYTES + random.below(bytes.length)) : bytes;
    const before = process.cpuUsage();
    const fails = (why: string): JournalOutcome => ({
      journals: done + 1,
      slowestMs,
      failure: `seed ${seed + done}: ${why}`,
    });
    try {
      const parts: Uint8Array[] = [];
      let size = 0;
      for (const part of journalText(bytesOf(file), { unpack, onDamage: () => undefined })) {
        parts.push(part.slice());
        size += part.length;
        if (size > most) return fails(`more than ${most} bytes of text`);
      }
      analyseAll(Buffer.concat(parts));
    } catch (error) {
      return fails(error instanceof Error ? (error.stack ?? error.message) : String(error));
    }
    const { user, system } = process.cpuUsage(before);
    slowestMs = Math.max(slowestMs, (user + system) / 1000);
    if (slowestMs > SLOWEST_JOURNAL_MS) return fails(`it takes ${slowestMs.toFixed(0)} ms`);
  }
  return { journals: count, slowestMs };
}

/** A whole journal of lines of a log, in one of the forms, and the most text that any damage of it may give. */
function journalFrom(random: Random, logs: readonly SeedLog[]): { readonly bytes: Buffer; readonly most: number } {
  const lines = logs[random.below(logs.length)]?.lines ?? [];
  const from = random.below(Math.max(1, lines.length - ENTRIES));
  const messages = lines.slice(from, from + 1 + random.below(ENTRIES)).map((line) => Buffer.from(line).toString());
  const program = random.pick(['kubelet', 'kubelet', 'k3s']);
  const bytes = journalOf(
    messages.map((MESSAGE, index) => ({
      time: BEGIN + index * 1000,
      boot: 1 + Math.floor((index * 2) / (messages.length + 1)),
      fields: {
        _HOSTNAME: 'n1',
        SYSLOG_IDENTIFIER: index % 9 === 8 ? 'myapp' : program,
        _SYSTEMD_UNIT: `${program}.service`,
        _PID: '1234',
        MESSAGE,
      },
    })),
    random.pick(FORMS),
  );
  const longest = Math.max(0, ...messages.map((message) => message.length));
  // Any entry may come to hold any field, and a field all that lies behind it.
  return { bytes: Buffer.from(bytes), most: (messages.length + 8) * (longest + bytes.length + 1000) };
}

/** Changes some bytes, some pointers and some blocks of a journal. */
function damage(bytes: Buffer, random: Random): void {
  const anywhere = (): number => 8 + random.below(bytes.length - 16);
  const aligned = (): number => Math.floor(anywhere() / 8) * 8;
  for (let count = random.below(12); count >= 0; count -= 1)
    switch (random.below(5)) {
      case 0:
        bytes[anywhere()] = random.below(256);
        break;
      case 1: {
        // Where an object begins there is its type, its flags and its size.
        const at = aligned();
        const values = [
          0n,
          1n,
          BigInt(at),
          BigInt(aligned()),
          BigInt(bytes.length),
          1n << 63n,
          (1n << 64n) - 1n,
        ] as const;
        bytes.writeBigUInt64LE(random.pick(values), at);
        break;
      }
      case 2: {
        const at = 8 + 8 * random.below((HEADER_BYTES - 16) / 8);
        bytes.writeBigUInt64LE(BigInt(random.pick([0, aligned(), bytes.length, 0xffff_ffff])), at);
        break;
      }
      case 3: {
        const length = 8 * (1 + random.below(16));
        const from = Math.min(aligned(), bytes.length - length);
        bytes.copyWithin(Math.min(aligned(), bytes.length - length), from, from + length);
        break;
      }
      default:
        bytes.writeUInt32LE(random.pick([0, 1, aligned(), 0xffff_ffff]), Math.floor(anywhere() / 4) * 4);
    }
}

function bytesOf(bytes: Uint8Array): { readonly size: number; read(at: number, into: Uint8Array): number } {
  return {
    size: bytes.length,
    read: (at, into) => {
      const part = bytes.subarray(at, at + into.length);
      into.set(part);
      return part.length;
    },
  };
}
