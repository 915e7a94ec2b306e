import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysFromCivil, yearOf } from '../../../src/journal/time/civil.ts';
import { RecordClock } from '../../../src/journal/time/clock.ts';
import { monthOf } from '../../../src/journal/time/months.ts';
import type { ReaderOptions } from '../../../src/journal/record.ts';
import { zoneOffset, zoneRule } from '../../../src/journal/time/zones.ts';
import { instant } from '../../../src/kubelet/time.ts';
import { iso, readLog } from './readLog.ts';

const klog = (stamp: string, body = '"x"') => `I${stamp}    1 kubelet.go:1] ${body}`;
const times = (lines: readonly string[], options: ReaderOptions = {}) =>
  readLog(lines.join('\n'), options).records.map((record) => iso(record.time)?.slice(0, 19));
const at = (text: string) => instant(Date.parse(text) * 1000);

describe('the year', () => {
  it('comes from the option', () =>
    expect(times([klog('0605 01:02:03.000000')], { year: 2019, fallbackYearFrom: at('2026-01-01T00:00:00Z') })).toEqual(
      ['2019-06-05T01:02:03'],
    ));
  it('comes from the date of the file', () =>
    expect(times([klog('0605 01:02:03.000000')], { fallbackYearFrom: at('2024-08-01T00:00:00Z') })).toEqual([
      '2024-06-05T01:02:03',
    ]));
  it('is the next one on New Year’s Day of a zone ahead of the file’s date', () => {
    const fallbackYearFrom = at('2025-12-31T20:00:00Z');
    expect(times([klog('0101 04:10:00.000000')], { fallbackYearFrom })).toEqual(['2026-01-01T04:10:00']);
    expect(times([klog('0101 12:00:00.000000')], { fallbackYearFrom })).toEqual(['2025-01-01T12:00:00']);
    expect(times([klog('1231 23:59:00.000000'), klog('0101 00:01:00.000000')], { fallbackYearFrom })).toEqual([
      '2025-12-31T23:59:00',
      '2026-01-01T00:01:00',
    ]);
  });
  it('is the year before when the log would lie in the future of its file', () =>
    expect(times([klog('1230 00:00:00.000000')], { fallbackYearFrom: at('2025-01-02T00:00:00Z') })).toEqual([
      '2024-12-30T00:00:00',
    ]));
  it('of later dates follows the stamp, not the header beside it', () => {
    const clock = new RecordClock({});
    const stamp = at('2026-08-30T00:00:00Z');
    clock.dates.follow(stamp);
    expect(yearOf(clock.dates.complete(11, 21, 0, stamp))).toBe(2026);
    expect(yearOf(clock.dates.complete(2, 11, 0))).toBe(2026); // 200 days from the stamp, 283 from the header
  });
  it('comes from a stamp without a zone, too, whatever the option says', () => {
    const lines = [
      `2018-05-20 15:34:05.000 | ${klog('0520 13:34:05.000000')}`,
      `2018-05-20 15:34:06.000 | ${klog('0520 13:34:06.000000')}`,
    ];
    expect(times(lines, { year: 2026 })).toEqual(['2018-05-20T13:34:05', '2018-05-20T13:34:06']);
    // A line with an escape sequence is read the other way.
    expect(
      times(
        lines.map((line) => `${line}\u001b[0m`),
        { year: 2026 },
      ),
    ).toEqual(['2018-05-20T13:34:05', '2018-05-20T13:34:06']);
  });
  it('comes from the journal where it has one', () =>
    expect(times([`2021-06-05T01:02:03+0000 h kubelet[1]: ${klog('0605 01:02:03.000000')}`], { year: 2019 })).toEqual([
      '2021-06-05T01:02:03',
    ]));
  it('rolls over from December to January, and back in reversed output', () => {
    const lines = [klog('1231 23:59:58.000000'), klog('0101 00:00:03.000000'), klog('0102 00:00:00.000000')];
    const wanted = ['2025-12-31T23:59:58', '2026-01-01T00:00:03', '2026-01-02T00:00:00'];
    expect(times(lines, { year: 2025 })).toEqual(wanted);
    expect(times([...lines].reverse(), { year: 2026 })).toEqual([...wanted].reverse());
  });
  it('rolls over in the stamps of the journal too', () => {
    const { records } = readLog(
      ['Dec 31 23:59:58 n3 systemd[1]: a', `Jan 01 00:00:03 n3 kubelet[1]: ${klog('0101 00:00:03.000000')}`].join('\n'),
      { year: 2025 },
    );
    expect(records.map((record) => iso(record.journal?.time)?.slice(0, 10))).toEqual(['2025-12-31', '2026-01-01']);
  });
  it('knows the leap day', () => {
    expect(
      times([klog('0228 00:00:00.000000'), klog('0229 00:00:00.000000'), klog('0301 00:00:00.000000')], { year: 2024 }),
    ).toEqual(['2024-02-28T00:00:00', '2024-02-29T00:00:00', '2024-03-01T00:00:00']);
    expect(times([klog('0229 12:00:00.000000')], { fallbackYearFrom: at('2026-05-01T00:00:00Z') })).toEqual([
      '2024-02-29T12:00:00',
    ]);
  });
});

describe('the zone', () => {
  const zone = (lines: readonly string[], options: ReaderOptions = {}) =>
    readLog(lines.join('\n'), options).summary.timeZone;

  it('follows from an absolute stamp beside the header, rounded to a quarter of an hour', () => {
    const lines = [`2026-11-21T00:27:34+0000 h kubelet[1]: ${klog('1121 06:12:33.500000')}`];
    expect(times(lines)).toEqual(['2026-11-21T00:27:33']);
    expect(zone(lines)).toBe('known');
  });
  it('is unknown without one: times are as if UTC', () => {
    const lines = [
      'Nov 21 08:27:32 h systemd[1]: before',
      `Nov 21 08:27:33 h kubelet[1]: ${klog('1121 00:27:33.000000')}`,
      'Nov 21 08:27:40 h kernel: after',
    ];
    expect(times(lines, { year: 2026 })).toEqual(['2026-11-21T00:27:32', '2026-11-21T00:27:33', '2026-11-21T00:27:40']);
    expect(zone(lines)).toBe('unknown');
  });
  it('is UTC where all times count from the epoch, and unknown beside a header or a stamp without a zone', () => {
    const json = '{"ts":1746793574528.9,"caller":"kubelet/kubelet.go:2406","msg":"Starting"}';
    expect(times([json, `192.0.2.9: ${json}`])).toEqual(['2025-05-09T12:26:14', '2025-05-09T12:26:14']);
    expect(zone([json, `192.0.2.9: ${json}`])).toBe('known');
    expect(zone([json, klog('0509 12:26:15.000000')])).toBe('unknown');
    expect(zone([json, 'May 09 14:26:15 h systemd[1]: after'])).toBe('unknown');
    expect(zone([`May 09 14:26:14 h kubelet[1]: ${json}`])).toBe('unknown');
    // zap writes its wall's offset, which klog's headers have not.
    expect(zone(['{"level":"info","ts":"2025-05-09T14:26:15.1+0200","caller":"a/b.go:1","msg":"m"}'])).toBe('unknown');
  });
  it('comes from the option: an offset, UTC or a name with daylight saving', () => {
    const lines = [klog('0329 01:59:59.000000'), klog('0329 03:00:01.000000')];
    expect(times(lines, { year: 2026, timeZone: '+02:00' })).toEqual(['2026-03-28T23:59:59', '2026-03-29T01:00:01']);
    expect(times(lines, { year: 2026, timeZone: 'Europe/Berlin' })).toEqual([
      '2026-03-29T00:59:59',
      '2026-03-29T01:00:01',
    ]);
    expect(zone(lines, { timeZone: 'UTC' })).toBe('known');
    expect(zone(lines, { timeZone: 'Nowhere/At_all' })).toBe('unknown');
  });
  it('comes from the option also in the hour that the end of daylight saving repeats', () => {
    const bare = ['02:30:00', '02:59:59', '02:00:10', '02:59:58', '03:00:01'].map((time) =>
      klog(`1025 ${time}.000000`),
    );
    const utc = ['00:30:00', '00:59:59', '01:00:10', '01:59:58', '02:00:01'].map((time) => `2026-10-25T${time}`);
    expect(times(bare, { year: 2026, timeZone: 'Europe/Berlin' })).toEqual(utc);
    const short = bare.map((line) => `Oct 25 ${line.slice(6, 14)} n kubelet[1]: ${line}`);
    expect(times(short, { year: 2026, timeZone: 'Europe/Berlin' })).toEqual(utc);
    // A stamp with a zone tells which of the two it is, whatever came before.
    const second = `2026-10-25T02:30:00+0100 n kubelet[1]: ${klog('1025 02:30:00.100000')}`;
    expect(times([second], { timeZone: 'Europe/Berlin' })).toEqual(['2026-10-25T01:30:00']);
  });
  it('changes with daylight saving in the journal', () => {
    const { records, warnings } = readLog(
      [
        `2024-03-31T01:59:59+0100 n kubelet[1]: ${klog('0331 01:59:59.900000')}`,
        `2024-03-31T03:00:04+0200 n kubelet[1]: ${klog('0331 03:00:04.900000')}`,
      ].join('\n'),
      {},
    );
    expect(records.map((record) => iso(record.time))).toEqual([
      '2024-03-31T00:59:59.900000Z',
      '2024-03-31T01:00:04.900000Z',
    ]);
    expect(warnings).toHaveLength(1);
  });
  it('is not misled by records that were flushed late', () => {
    const late = (minute: number, second: number) =>
      `2026-03-04T08:20:00+0000 a k3s[1]: ${klog(`0304 08:${String(minute).padStart(2, '0')}:${String(second).padStart(2, '0')}.500000`)}`;
    const lines = [
      late(6, 0),
      late(12, 5),
      late(12, 10),
      `2026-03-04T08:20:01+0000 a k3s[1]: ${klog('0304 08:20:01.250000')}`,
    ];
    expect(times(lines)).toEqual([
      '2026-03-04T08:06:00',
      '2026-03-04T08:12:05',
      '2026-03-04T08:12:10',
      '2026-03-04T08:20:01',
    ]);
    expect(times(lines.slice(1, 3))).toEqual(['2026-03-04T08:12:05', '2026-03-04T08:12:10']);
  });
  it('is not days away: a stamp or a header of another day is a slip of whoever wrote it', () => {
    const line = (stamp: string, header: string): string => `${stamp} n kubelet[1]: ${klog(header)}`;
    const unit = (stamp: string): string => `${stamp} n systemd[1]: Started kubelet.`;
    const good = line('Aug 26 17:00:14', '0826 17:00:14.100000');
    const slip = line('Aug 21 17:00:38', '0826 17:00:38.100000');
    const { records, warnings } = readLog(
      [good, slip, line('Aug 26 17:00:39', '0826 17:00:39.100000'), unit('Aug 26 17:00:40')].join('\n'),
      { year: 2026 },
    );
    expect(iso(records.at(-1)?.time)).toBe('2026-08-26T17:00:40.000000Z');
    expect(warnings).toEqual([]);
    const first = readLog([slip, good, unit('Aug 26 17:00:40')].join('\n'), { year: 2026 });
    expect(iso(first.records.at(-1)?.time)).toBe('2026-08-26T17:00:40.000000Z');
    expect(first.warnings).toEqual([]);
  });
  it('two minutes between the clocks are no zone', () =>
    expect(times([`2026-05-16T18:02:44+0000 a kubelet[1]: ${klog('0516 18:00:44.000000')}`])).toEqual([
      '2026-05-16T18:00:44',
    ]));
  it("keeps the journal's time beside klog's", () => {
    const [record] = readLog(`Mar  4 08:20:00 alpha k3s[4242]: ${klog('0304 08:12:00.500000')}`).records;
    expect([iso(record?.time), iso(record?.journal?.time)]).toEqual([
      '2026-03-04T08:12:00.500000Z',
      '2026-03-04T08:20:00.000000Z',
    ]);
  });
});

describe('the JSON of programs beside the kubelet', () => {
  const etcd = (ts: string): string =>
    `{"level":"warn","ts":"${ts}","caller":"etcdserver/util.go:170","msg":"apply request took too long","took":"2s"}`;
  const klogAt = (time: string): string => `E0827 ${time}.000000    7 kubelet.go:1] "x"`;
  const first = (lines: readonly string[]): readonly (string | undefined)[] =>
    readLog(lines.join('\n'), { fallbackYearFrom: at('2024-12-31T00:00:00Z') }).records.map((record) =>
      iso(record.time)?.slice(0, 23),
    );

  it('is of the hour of the stamp before it, whatever offset it gives', () => {
    for (const ts of ['2024-08-27T16:31:32.345951-0400', '2024-08-27T20:31:32.345Z', '2024-08-27T22:31:32.345+02:00'])
      expect(
        first([
          `Aug 27 16:31:30 srv-1 rke2[7]: ${klogAt('16:31:30')}`,
          `Aug 27 16:31:32 srv-1 rke2[7]: ${etcd(ts)}`,
          `Aug 27 16:31:33 srv-1 rke2[7]: ${klogAt('16:31:33')}`,
        ]),
      ).toEqual(['2024-08-27T16:31:30.000', '2024-08-27T16:31:32.345', '2024-08-27T16:31:33.000']);
  });

  it('is of the time of the stamp where it was written at another', () =>
    expect(first([`Aug 27 16:31:32 srv-1 rke2[7]: ${etcd('2024-08-27T16:29:00.000Z')}`])).toEqual([
      '2024-08-27T16:31:32.000',
    ]));

  it('has the time of its wall without one, as the headers beside it have', () =>
    expect(first([klogAt('16:31:30'), etcd('2024-08-27T16:31:32.345951-0400')])).toEqual([
      '2024-08-27T16:31:30.000',
      '2024-08-27T16:31:32.345',
    ]));

  it('is UTC beside klog JSON, which counts so', () =>
    expect(
      first([
        '{"ts":1724790690000,"caller":"kubelet/kubelet.go:1","msg":"x","v":0}',
        etcd('2024-08-27T16:31:32.345951-0400'),
      ]),
    ).toEqual(['2024-08-27T20:31:30.000', '2024-08-27T20:31:32.345']));
});

describe('names', () => {
  it.each([
    ['Sep', 9],
    ['sept.', 9],
    ['9月', 9],
    ['11월', 11],
    ['juin', 6],
    ['Mär', 3],
    ['févr.', 2],
    ['août', 8],
    ['дек', 12],
    ['мая', 5],
    ['Ağu', 8],
    ['ene', 1],
    ['Dez', 12],
    ['maj', 5],
    ['mrt', 3],
    ['kesä', 6],
    ['Ιουν', 6],
    ['ก.พ.', 2],
  ])('%s is month %i', (name, month) => expect(monthOf(name)).toBe(month));

  it.each(['', 'Foo', '13月', '0月', '月', 'constructor', '__proto__'])('%j is no month', (name) =>
    expect(monthOf(name)).toBeUndefined(),
  );

  it('knows every abbreviation of common locales', () => {
    for (const locale of [
      'en',
      'de',
      'fr',
      'es',
      'it',
      'pt',
      'nl',
      'sv',
      'da',
      'nb',
      'fi',
      'pl',
      'ru',
      'uk',
      'tr',
      'ja',
      'zh',
      'ko',
      'hu',
      'ro',
      'el',
    ]) {
      const format = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' });
      for (let month = 1; month <= 12; month++) {
        const parts = format.formatToParts(Date.UTC(2026, month - 1, 15));
        const name = parts.find((part) => part.type === 'month')?.value ?? '';
        if (/^\d+$/.test(name)) continue;
        expect([locale, name, monthOf(name)]).toEqual([locale, name, month]);
      }
    }
  });

  it.each([
    ['UTC', 0],
    ['CEST', 120],
    ['EST', -300],
    ['+0530', 330],
    ['-03:30', -210],
    ['+03', 180],
    ['Z', 0],
  ])('zone %s', (zone, minutes) => expect(zoneOffset(zone)).toBe(minutes * 60_000_000));
  it.each(['CST', 'IST', 'BST', '', '+', '+1', '+9999', 'toString', 'worker-2'])('zone %j says nothing', (zone) =>
    expect(zoneOffset(zone)).toBeUndefined(),
  );
  it('a zone rule handles the hour that is skipped and the one that repeats', () => {
    const rule = zoneRule('America/New_York');
    const hours = (text: string) => (rule?.(at(`${text}Z`)) ?? 0) / 3_600_000_000;
    expect([
      hours('2026-03-08T01:59:59'),
      hours('2026-03-08T03:00:00'),
      hours('2026-11-01T00:59:59'),
      hours('2026-11-01T02:00:00'),
    ]).toEqual([-5, -4, -4, -5]);
  });
  it('counts days as Date does', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1600, max: 2400 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 28 }),
        (year, month, day) => {
          expect(daysFromCivil(year, month, day)).toBe(Date.UTC(year, month - 1, day) / 86_400_000);
        },
      ),
    );
  });
});

describe('a container whose lines the journal has, in a zone of its own', () => {
  const kubelet = (clock: string, second: number): string =>
    `2026-11-21 ${clock}:0${second} n kubelet[812]: ${klog(`1121 ${clock}:0${second}.000000`)}`.replace(
      '2026-11-21',
      'Nov 21',
    );
  const guest = (stamp: string, clock: string, second: number, name = 'journal'): string =>
    `Nov 21 ${stamp}:0${second} n ${name}: ${klog(`1121 ${clock}:0${second}.400000`)}`;
  const of = (lines: readonly string[]): readonly unknown[] => {
    const { records, warnings } = readLog(lines.join('\n'), { year: 2026 });
    return [...records.map(({ time }) => iso(time)?.slice(11, 19)), warnings.length];
  };

  it.each(['19:22', '06:22'])('has the time of its stamp, before and behind the lines of the kubelet: %s', (clock) => {
    const [one, two, three] = [guest('14:22', clock, 0), kubelet('14:22', 1), guest('14:22', clock, 2)];
    expect(of([one, two, three, kubelet('14:22', 3)])).toEqual(['14:22:00', '14:22:01', '14:22:02', '14:22:03', 0]);
    expect(of([two, three])).toEqual(['14:22:01', '14:22:02', 0]);
  });
  it('does not move the stamps of others', () =>
    expect(of([guest('14:22', '06:22', 0), kubelet('14:22', 1), 'Nov 21 14:22:04 n systemd[1]: x'])).toEqual([
      '14:22:00',
      '14:22:01',
      '14:22:04',
      0,
    ]));
  it('has the time of its header where that is late by less than a quarter of an hour', () =>
    expect(of([kubelet('14:22', 1), guest('14:22', '14:20', 2)])).toEqual(['14:22:01', '14:20:02', 0]));
  it('tells its zone where there is no kubelet by name', () =>
    expect(of([guest('14:22', '06:22', 0), guest('14:22', '06:22', 1)])).toEqual(['06:22:00', '06:22:01', 0]));
  it('tells the zone of lines that lost their stamps before', () => {
    const bare = Array.from({ length: 9 }, (_, second) => klog(`1121 06:21:0${second}.000000`));
    const named = Array.from({ length: 70 }, (_, index) =>
      guest('14:22', '06:22', 0).replace('.400000', `.4000${10 + index}`),
    );
    expect(of([...bare, ...named, 'Nov 21 14:23:04 n systemd[1]: x']).slice(-3)).toEqual(['06:22:00', '06:23:04', 0]);
  });
  it.each(['19:22', '06:22'])('gives way to a kubelet that comes late: %s', (clock) => {
    const many = Array.from({ length: 70 }, (_, index) =>
      guest('14:22', clock, 0).replace('.400000', `.4000${10 + index}`),
    );
    expect(of([...many, kubelet('14:23', 1), 'Nov 21 14:23:04 n systemd[1]: x']).slice(-3)).toEqual([
      '14:23:01',
      '14:23:04',
      0,
    ]);
  });
});

describe('a header that is hours off its stamp while its neighbours are not', () => {
  const lines = (stamp: (time: string) => string, odd: string): readonly string[] =>
    ['09:07:00', '09:07:01', '09:07:02', '09:07:03'].map(
      (time, index) => `${stamp(time)} h kubelet[1]: ${klog(`0314 ${index === 2 ? odd : time}.250000`)}`,
    );
  const EXPECTED = ['2026-03-14T09:07:00', '2026-03-14T09:07:01', '2026-03-14T09:07:02', '2026-03-14T09:07:03'];

  it.each([
    ['ahead of it, with a zone', (time: string) => `2026-03-14T${time}+0000`, '17:07:02'],
    ['behind it, with a zone', (time: string) => `2026-03-14T${time}+0000`, '01:07:02'],
    ['ahead of it, without', (time: string) => `Mar 14 ${time}`, '17:07:02'],
    ['behind it, without', (time: string) => `Mar 14 ${time}`, '07:07:02'],
  ])('is of the time of the stamp: %s', (_, stamp, odd) =>
    expect(times(lines(stamp, odd), { year: 2026 })).toEqual(EXPECTED),
  );

  it('keeps its own time where it is late by something else, and where all that is near is late', () => {
    const stamp = (time: string) => `Mar 14 ${time}`;
    expect(times(lines(stamp, '09:01:11'), { year: 2026 })[2]).toBe('2026-03-14T09:01:11');
    const late = (time: string, given: string) => `Mar 14 ${time} h kubelet[1]: ${klog(`0314 ${given}.250000`)}`;
    expect(
      times([late('09:00:00', '09:00:00'), late('09:30:05', '09:00:04'), late('09:30:05', '09:15:05')], {
        year: 2026,
      }),
    ).toEqual(['2026-03-14T09:00:00', '2026-03-14T09:00:04', '2026-03-14T09:15:05']);
  });

  it('tells of another zone where the next one is off as well', () => {
    const ahead = (time: string, given: string) => `2026-03-14T${time}+0000 h kubelet[1]: ${klog(`0314 ${given}.0`)}`;
    expect(
      times([
        ahead('09:00:00', '09:00:00'),
        ahead('09:10:00', '11:10:00'),
        ahead('09:20:00', '11:20:00'),
        ahead('09:30:00', '11:30:00'),
      ]).slice(2),
    ).toEqual(['2026-03-14T09:20:00', '2026-03-14T09:30:00']);
  });
});

describe('machines of two zones in one file of a collector', () => {
  const line = (second: number, host: string, hour: string) =>
    `2026-11-21T10:00:${second}Z ${host} kubelet[1]: ${klog(`1121 ${hour}:00:${second}.250000`)}`;
  const lines = [
    line(10, 'node-a', '10'),
    line(20, 'node-b', '11'),
    line(30, 'node-a', '10'),
    line(40, 'node-b', '11'),
    line(50, 'node-c', '05'),
  ];

  it('each have the zone of their own stamps', () => {
    const { records, warnings } = readLog(lines.join('\n'));
    expect(records.map(({ time }) => iso(time)?.slice(11, 22))).toEqual(
      [10, 20, 30, 40, 50].map((second) => `10:00:${second}.25`),
    );
    expect(warnings).toEqual([]);
  });
});
