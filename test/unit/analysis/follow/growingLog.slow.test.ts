import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GrowingLog } from '../../../../src/analysis/follow/growingLog.ts';
import { goesOn, lastRecordStart } from '../../../../src/analysis/follow/lineJoin.ts';
import { analysisJsonPieces } from '../../../../src/analysis/outputs/formatJson.ts';
import { type AnalysisSession, createAnalysisSession } from '../../../../src/analysis/session.ts';
import { instant } from '../../../../src/kubelet/time.ts';
import { projectRoot, sharedFolder } from '../../../support/shared.ts';

const runs = join(projectRoot, 'test/fixtures/runs');
const options = { fallbackYearFrom: instant(Date.UTC(2026, 10, 22) * 1000) };
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const hang = readFileSync(join(runs, 'v1.36.2-b-hang/kubelet.journal.short.log'));

function jsonOf(session: AnalysisSession): string {
  const result = session.result();
  if (!result.ok) return JSON.stringify(result.problem);
  const decoder = new TextDecoder();
  let text = '';
  for (const piece of analysisJsonPieces(result.analysis, session.lineText))
    text += typeof piece === 'string' ? piece : decoder.decode(piece);
  return text;
}

function whole(log: Uint8Array): string {
  const session = createAnalysisSession({ lineIndex: false });
  session.open('k.log', options);
  session.push(log);
  session.end();
  return jsonOf(session);
}

function growing(): GrowingLog {
  return new GrowingLog({
    makeSession: () => createAnalysisSession({ lineIndex: false }),
    name: 'k.log',
    options,
  });
}

/** Every tenth of the logs written by hand, the recorded run, and every tenth capture where the reference data is there. */
function logFiles(): readonly string[] {
  const folders = [join(projectRoot, 'test/fixtures/findings')];
  const shared = sharedFolder();
  if (shared !== undefined) folders.push(join(shared, 'wild/logs'));
  const found = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .filter((_, index) => process.env['FOLLOW_ALL'] !== undefined || index % 10 === 0),
  );
  return [join(runs, 'v1.36.2-b-hang/kubelet.journal.short.log'), ...found];
}

/** The same numbers again for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Reads a log in pieces of any length, with looks at what there is in between, as it is written on or stands still. */
function grown(log: Uint8Array, seed: number, most: number): GrowingLog {
  const random = randomOf(seed);
  const reading = growing();
  for (let at = 0; at < log.length;) {
    const end = Math.min(log.length, at + 1 + Math.floor(random() * most));
    const more = random() < 0.3;
    reading.add(log.slice(at, end), more);
    if (!more && reading.settle('flowing')) reading.session.result();
    at = end;
  }
  reading.settle('quiet');
  reading.settle('over');
  return reading;
}

describe('a log that is read while it is written', () => {
  it.each(logFiles())('%s gives the same as at once', (name) => {
    const log = readFileSync(name);
    const expected = whole(log);
    for (const [seed, most] of [
      [1, log.length / 20],
      [2, log.length / 5],
    ] as const) {
      const reading = grown(log, seed, most);
      expect(reading.isTorn).toBe(false);
      expect(jsonOf(reading.session)).toBe(expected);
    }
  });

  it('gives at each pause what a log gives that ends there', () => {
    const reading = growing();
    const ends = [0.2, 0.6, 0.9].map((part) => hang.indexOf(10, part * hang.length) + 1);
    let from = 0;
    for (const end of ends) {
      reading.add(hang.subarray(from, end), false);
      reading.settle('flowing');
      expect(reading.hasWaiting).toBe(true);
      reading.settle('quiet');
      expect(jsonOf(reading.session)).toBe(whole(hang.subarray(0, end)));
      from = end;
    }
  });

  it('takes no half line while more of it may come', () => {
    const reading = growing();
    const half = hang.lastIndexOf(10, hang.length - 2) + 40;
    reading.add(hang.subarray(0, half), false);
    reading.settle('quiet');
    expect(reading.hasWaiting).toBe(true);
    reading.add(hang.subarray(half), false);
    reading.settle('quiet');
    expect([reading.hasWaiting, reading.isTorn]).toEqual([false, false]);
    expect(jsonOf(reading.session)).toBe(whole(hang));
  });

  it('gives nothing new where nothing came', () => {
    const reading = growing();
    reading.add(hang, false);
    expect([reading.settle('quiet'), reading.settle('quiet'), reading.settle('over')]).toEqual([true, false, false]);
  });
});

const long = Buffer.concat(Array.from({ length: 4 }, () => hang));
const block = bytesOf(
  'Nov 21 01:00:00 node-a kubelet[812]: E1121 01:00:00.000000     812 prober.go:104] "Probe failed" output=<\n',
);
const blockEnd = bytesOf(
  'Nov 21 01:00:00 node-a kubelet[812]: \tconnection refused\nNov 21 01:00:00 node-a kubelet[812]:  >\n',
);

describe('a record that goes on after a pause', () => {
  it('is noticed, for it has to be read anew as a whole', () => {
    const reading = growing();
    reading.add(long, true);
    reading.add(block, false);
    reading.settle('quiet');
    expect(reading.isTorn).toBe(false);
    reading.add(blockEnd, false);
    reading.settle('quiet');
    expect(reading.isTorn).toBe(true);
  });

  it('is joined where it waits, and where little was read', () => {
    const reading = growing();
    reading.add(long, true);
    reading.add(block, false);
    reading.settle('flowing');
    reading.add(blockEnd, false);
    reading.settle('quiet');
    expect(reading.isTorn).toBe(false);
    expect(jsonOf(reading.session)).toBe(whole(Buffer.concat([long, block, blockEnd])));
    const early = growing();
    early.add(Buffer.concat([hang, block]), false);
    early.settle('quiet');
    early.add(blockEnd, false);
    early.settle('quiet');
    expect(jsonOf(early.session)).toBe(whole(Buffer.concat([hang, block, blockEnd])));
  });
});

describe('the next file of a log', () => {
  const cut = hang.indexOf(10, hang.length / 2) + 1;

  it('is a source of its own', () => {
    const reading = growing();
    reading.add(hang.subarray(0, cut), false);
    reading.settle('quiet');
    expect(reading.isLater(hang.subarray(cut))).toBe(true);
    reading.nextFile('k.log', hang.subarray(cut), options.fallbackYearFrom);
    reading.add(hang.subarray(cut), false);
    reading.settle('over');
    const result = reading.session.result();
    expect(result).toMatchObject({
      ok: true,
      analysis: { reconstruction: { history: { counts: { lines: 477 }, processes: [{}] } } },
    });
  });

  it('may be of the year after', () => {
    const reading = growing();
    reading.add(bytesOf('Dec 31 23:59:59 node-a kubelet[812]: I1231 23:59:59.000000     812 a.go:1] "A"\n'), false);
    reading.settle('quiet');
    expect(
      reading.isLater(bytesOf('Jan 01 00:00:01 node-a kubelet[812]: I0101 00:00:01.000000     812 a.go:1] "A"\n')),
    ).toBe(true);
  });

  it('is not one that begins before what was read', () => {
    const reading = growing();
    reading.add(hang, false);
    reading.settle('quiet');
    expect(reading.isLater(hang)).toBe(false);
    expect(reading.isLater(bytesOf('no time at all\n'))).toBe(undefined);
  });
});

describe('the last record', () => {
  it('is found by its lines', () => {
    const start = block.length;
    const other = Buffer.from(Buffer.from(block).toString().replace('.000000', '.000001'));
    const record = Buffer.concat([block, other, blockEnd]);
    expect(lastRecordStart(record, options)).toBe(start);
    expect(lastRecordStart(block, options)).toBe(0);
    expect(lastRecordStart(new Uint8Array(0), options)).toBe(0);
  });

  it('is left by a line with a header of its own', () => {
    const line = new TextDecoder().decode(block).trimEnd();
    expect([
      goesOn([line], 'Nov 21 01:00:00 node-a kubelet[812]: \tno', options),
      goesOn([line], line, options),
    ]).toEqual([true, false]);
  });
});
