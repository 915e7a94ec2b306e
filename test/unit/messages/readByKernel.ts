/** Reads bodies of lines by a plan, in the kernel. */
import { expect } from 'vitest';
import * as layout from '../../../src/journal/batch/kernel/layout.ts';
import { LineKernel } from '../../../src/journal/batch/kernel/lineKernel.ts';
import { encodeEntry } from '../../../src/journal/batch/kernel/linePattern.ts';
import { textOf } from '../../../src/messages/texts/errorTexts.ts';
import type { LinePlan } from '../../../src/messages/plans/linePlan.ts';

const encoder = new TextEncoder();

/** A line as an entry of the journal, and its fields as the kernel is told of them. */
export const entryOf = (line: string): string =>
  `{"__CURSOR":${JSON.stringify(`s="${line.length}`)},"__REALTIME_TIMESTAMP":"1700000000000000","MESSAGE":${JSON.stringify(line)},"_PID":"2100"}`;
export const ENTRY_FIELDS =
  encodeEntry([
    { what: layout.FIELD_OTHER, text: encoder.encode('{"__CURSOR":"') },
    { what: layout.FIELD_TIME, text: encoder.encode(',"__REALTIME_TIMESTAMP":"') },
    { what: layout.FIELD_MESSAGE, text: encoder.encode(',"MESSAGE":"') },
    { what: layout.FIELD_TEXT, text: encoder.encode(',"_PID":"2100"') },
  ]) ?? new Uint8Array(0);

/** A kernel that takes lines which begin with this text. */
export function kernelFor(header: string): LineKernel {
  const kernel = LineKernel.create();
  if (kernel === undefined) throw new Error('this engine has no kernel');
  kernel.setBeginning({
    bytes: encoder.encode(header),
    stampLength: 0,
    second: 'none',
    fraction: 'none',
    afterStart: 0,
    headerStart: 0,
    stampBase: Number.NaN,
    klogBase: 0,
  });
  return kernel;
}

/** Reads bodies by a plan in the kernel: what it found of each from the first on, until one did not match. `end`: what ends a line; `asEntries`: lines are entries of the journal. */
export function readByKernel(
  plan: LinePlan,
  bodies: readonly string[],
  asEntries = false,
  end = '\n',
): readonly { readonly index: number; readonly values: readonly string[] }[] {
  const header = `${'IWE'[plan.severityNumber]}1121 00:00:01.000000    2100 `;
  const kernel = kernelFor(header);
  const lineOf = (body: string): string =>
    asEntries ? entryOf(`${header}a.go:1] ${body}`) : `${header}a.go:1] ${body}`;
  const bytes = encoder.encode([...bodies, 'the end'].map((body) => `${lineOf(body)}${end}`).join(''));
  if (asEntries) kernel.setEntry(ENTRY_FIELDS);
  // Loads the bytes; no place is known yet.
  kernel.run(bytes, 0, bytes.length, 0, 1, false);
  const site = kernel.siteOf(encoder.encode('a.go:1'), 0, 6);
  kernel.addPattern(site, plan, 0);
  kernel.run(bytes, 0, bytes.length, 0, 1, false);
  return Array.from({ length: kernel.rowCount }, (_, row) => {
    const at = row * layout.ROW_WORDS;
    expect(kernel.rows[at + layout.ROW_PATTERN]).toBe(plan.number);
    const values = plan.keys.map((_key, key) => {
      const start = kernel.rows[at + layout.ROW_VALUES + key * 2] ?? 0;
      const end = kernel.rows[at + layout.ROW_VALUES + key * 2 + 1] ?? 0;
      return textOf(kernel.input, start, end & 0x7fff_ffff, end < 0);
    });
    return { index: kernel.rows[at + layout.ROW_INDEX] ?? -1, values };
  });
}
