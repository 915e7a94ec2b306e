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

describe('stamps since the boot, over a reboot', () => {
  const lines = [
    '[90061.000000] node-7 kubelet[900]: I1121 10:00:01.000000     900 kubelet.go:1] "x"',
    '[90070.000000] node-7 systemd[1]: Stopping kubelet...',
    '-- Boot 5d2b6bd4f1d34f0d9a9e6f0c8b4a2e11 --',
    '[    2.000000] node-7 kernel: Linux version 6.1.0',
    '[   12.000000] node-7 kubelet[800]: I1121 10:02:12.000000     800 kubelet.go:1] "x"',
  ];
  const timed = (log: readonly string[]) =>
    readLog(log.join('\n')).records.flatMap(({ time }) => (time === undefined ? [] : [iso(time)?.slice(11, 19)]));

  it('are placed by the headers of their own boot', () =>
    expect(timed(lines)).toEqual(['10:00:01', '10:00:10', '10:02:02', '10:02:12']));
  it('are placed so without the mark between the boots, too', () =>
    expect(timed(lines.filter((line) => !line.startsWith('--')))).toEqual([
      '10:00:01',
      '10:00:10',
      '10:02:02',
      '10:02:12',
    ]));
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
