import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot, sharedFolder } from '../../support/shared.ts';
import { contentOf, fixture, iso, readLog, readUnpacked } from './readLog.ts';

const folder = join(projectRoot, 'test/fixtures/journal/modes');
const cuts = readdirSync(folder).sort();
/** Printed field by field, so their cuts have fewer entries. */
const LONG_WINDED = new Set(['export.log', 'verbose.log', 'json-pretty.log']);
const klogOf = (name: string) =>
  readLog(fixture(`modes/${name}`)).records.filter((record) => record.klog !== undefined);

describe('one incident in every output mode of journalctl', () => {
  const raw = klogOf('raw.log').map(contentOf);

  it('has cuts of 27 modes and of the raw log', () => {
    expect(cuts).toHaveLength(28);
    expect(raw).toHaveLength(9);
  });

  it.each(cuts.filter((name) => !LONG_WINDED.has(name)))('%s gives the records of the raw log', (name) => {
    const records = klogOf(name).map(contentOf);
    expect(name.includes('reverse') ? records.reverse() : records).toEqual(raw);
  });

  it.each([...LONG_WINDED])('%s gives records of the raw log', (name) => {
    const records = klogOf(name).map(contentOf);
    expect(records).toHaveLength(3);
    expect(raw).toEqual(expect.arrayContaining(records));
  });

  it.each(cuts.filter((name) => name !== 'raw.log'))('%s names its mode', (name) => {
    const mode = name.replace(/\.log$/, '').split('.')[0];
    expect(readLog(fixture(`modes/${name}`)).summary.journal).toBe(mode);
  });

  it.each(cuts.filter((name) => !['raw.log', 'cat.log', 'short-monotonic.log', 'short-delta.log'].includes(name)))(
    '%s puts its neighbours on the clock of klog',
    (name) => {
      const first = readLog(fixture(`modes/${name}`)).records.find((record) =>
        record.message.startsWith('Started kubelet.service'),
      );
      expect(iso(first?.time)?.slice(0, 19)).toBe('2026-11-21T00:27:32');
    },
  );

  it.each(['short-monotonic.log', 'short-delta.log'])('%s places the boot clock by the klog records', (name) => {
    const { records } = readLog(fixture(`modes/${name}`));
    const first = records.find((record) => record.message.startsWith('Started kubelet.service'));
    expect(iso(first?.time)?.slice(0, 18)).toBe('2026-11-21T00:27:3');
    expect((records[1]?.time ?? 0) - (first?.time ?? 0)).toBeLessThan(1_100_000);
  });
});

const runs =
  sharedFolder() === undefined
    ? []
    : readdirSync(join(sharedFolder() ?? '', 'runs/v1.36.2/b-hang'))
        .filter((name) => name.startsWith('kubelet.'))
        .sort();

describe.skipIf(runs.length === 0)('the whole incident', () => {
  const read = (name: string) =>
    readLog(readUnpacked(join(sharedFolder() ?? '', 'runs/v1.36.2/b-hang', name)))
      .records.filter((record) => record.klog !== undefined)
      .map(contentOf);

  it.each(runs)('%s', (name) => {
    const raw = read('kubelet.raw.log');
    expect(raw).toHaveLength(473);
    const records = read(name);
    expect(name.includes('reverse') ? records.reverse() : records).toEqual(raw);
  });
});
