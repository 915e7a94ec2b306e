import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { YearHints } from '../../../src/journal/time/yearHints.ts';

const encoder = new TextEncoder();

function yearOf(text: string, chunk = 65_536): number | undefined {
  const hints = new YearHints();
  const bytes = encoder.encode(text);
  for (let at = 0; at < bytes.length; at += chunk) if (hints.see(bytes.subarray(at, at + chunk))) break;
  return hints.year();
}

const KLOG = 'E0131 15:46:42.000000    4242 kubelet.go:1] "a"\n';
const SHORT = 'Jan 31 15:46:42 n1 kubelet[4242]: E0131 15:46:42.000000    4242 kubelet.go:1] "a"\n';

describe('the year of a log', () => {
  it.each([
    [
      'a heartbeat in a line of that moment',
      `${KLOG.trimEnd()} condition="LastHeartbeatTime:2020-01-31 15:46:40 +0000 UTC"\n`,
      2020,
    ],
    [
      'an event that could not be sent, as Go prints it',
      `${KLOG.trimEnd()} FirstTimestamp:time.Date(2021, time.January, 31, 15, 46, 40, 230683131, time.Local)\n`,
      2021,
    ],
    [
      'the same as Go before 1.17 prints it, without a clock',
      `${KLOG.trimEnd()} FirstTimestamp:unversioned.Time{Time:time.Time{sec:63621474402, nsec:475170424, loc:(*time.Location)(0x3126cb0)}}\n`,
      2017,
    ],
    [
      'and with a clock',
      `${KLOG.trimEnd()} FirstTimestamp:v1.Time{Time:time.Time{wall:0xbf0ce3f80dbff1fb, ext:3204958391, loc:(*time.Location)(0x70b5a80)}}\n`,
      2019,
    ],
    ['the head of a note that was written the same day', `---\ndate: 2019-01-31 04:04PM\n---\n${KLOG}`, 2019],
    ['of one that was written weeks after', `---\ndate:       2019-02-27 8:00:00\n---\n${KLOG}`, 2019],
    ['of one in TOML', `+++\ndate = "2019-02-01"\n+++\n${KLOG}`, 2019],
    ['a note that is of another time', `---\ndate: 2019-06-24\n---\n${KLOG}`, undefined],
    ['a note from before', `---\ndate: 2019-01-20\n---\n${KLOG}`, undefined],
    ['the same in another zone', `${KLOG.trimEnd()} LastHeartbeatTime:2020-02-01 01:46:40 +0000 UTC\n`, 2020],
    [
      "a neighbour's own stamp",
      `${SHORT}Jan 31 15:46:43 n1 dockerd[9]: time="2022-01-31T06:46:43Z" level=info\n`,
      2022,
    ],
    [
      "the clock of klog's JSON behind the stamp",
      'Jan 31 15:46:43 n1 kubelet[9]: {"ts":1643611603244.2942,"caller":"kubelet/kubelet.go:2102","msg":"SyncLoop REMOVE","v":2}\n',
      2022,
    ],
    [
      'a neighbour in a section of a capture',
      `==> etcd <==\n{"level":"warn","ts":"2021-01-31T12:34:34.5Z","caller":"a.go:1"}\n==> kubelet <==\n${SHORT}`,
      2021,
    ],
    ['what Rancher puts before a line', '1/31/2017 5:46:42 PME0131 15:46:42.000000    4242 kubelet.go:1] "a"\n', 2017],
    ['the same with the day first', '31/01/2017 15:46:42E0131 15:46:42.000000    4242 kubelet.go:1] "a"\n', 2017],
    [
      'a day and month that only one order gives',
      '02/01/2018 00:10:00 AME0201 08:10:00.000000    4242 kubelet.go:1] "a"\n',
      2018,
    ],
    ['the kernel as dmesg -T prints it', `${SHORT}[Fri Jan 31 15:40:02 2020] eth0: link down\n`, 2020],
    ['the same in Chinese', `${SHORT}[五 1月 31 15:40:02 2020] eth0: link down\n`, 2020],
    ['the head of a file of klog', `Log file created at: 2019/01/31 15:00:00\n${KLOG}`, 2019],
    ['the date of a response', `${SHORT.trimEnd()} Date:[Sun, 31 Jan 2023 15:46:42 GMT]\n`, 2023],
    [
      'the begin of a trace',
      `${KLOG}I0131 15:46:43.000000    4242 trace.go:205] Trace[900]: "List" (31-Jan-2022 15:46:35.002) (total time: 8001ms):\n`,
      2022,
    ],
    ['a date of ctime', `Fri Jan 31 15:40:00 UTC 2025\n${KLOG}`, 2025],
    [
      'the end of the journal',
      `-- Logs begin at Mon 2020-06-01 22:21:53 UTC, end at Mon 2021-06-14 22:24:18 UTC. --\n${SHORT}`,
      2021,
    ],
    [
      'the end of a journal that ends before that day of the year',
      `-- Journal begins at Mon 2019-06-01 22:21:53 UTC, ends at Tue 2021-01-05 22:24:18 UTC. --\n${SHORT}`,
      2020,
    ],
    ['a journal that has just begun', `-- Logs begin at Thu 2018-01-25 17:41:45 CST. --\n${SHORT}`, 2018],
    [
      'how long the unit has been running',
      `   Active: active (running) since Thu 2018-01-11 14:05:18 BST; 2 weeks 6 days ago\n${SHORT}`,
      2018,
    ],
    [
      'the begin of the day of its state, of which a pager cut the time',
      `     Active: failed (Result: exit-code) since Wed 2018-01-31>\n${SHORT}`,
      2018,
    ],
    [
      'JSON of the journal',
      '{"__REALTIME_TIMESTAMP":"1580485602000000","MESSAGE":"E0131 15:46:42.000000    4242 kubelet.go:1] \\"a\\""}\n',
      2020,
    ],
    [
      'a moment that the process read from its clock',
      `${KLOG.trimEnd()} lastCertificateAvailabilityTime="2022-01-31 14:30:02.115098063 +0000 UTC m=+0.534789930"\n`,
      2022,
    ],
    [
      'a certificate that is compared with the present',
      `${KLOG.trimEnd()} x509: certificate has expired: current time 2024-01-31T15:46:42Z is after 2023-01-31T15:46:42Z\n`,
      2024,
    ],
  ])('is told by %s', (_what, text, year) => expect(yearOf(text)).toBe(year));

  it.each([
    ['nothing', SHORT],
    [
      'a certificate that expired at that time of another year',
      `${KLOG.trimEnd()} client certificate is expired: 2022-01-31 14:30:02 +0000 UTC\n`,
    ],
    [
      'the validity of a certificate',
      `${KLOG.trimEnd()} Certificate expiration is 2031-01-31 15:46:42 +0000 UTC, rotation deadline is 2030-01-31 15:46:42\n`,
    ],
    ['a date of another day', `${SHORT.trimEnd()} creationTimestamp 2019-06-01T10:00:00Z\n`],
    ['a journal that begins long before', `-- Logs begin at Sun 2022-09-13 17:25:58 UTC. --\n${SHORT}`],
    ['a date elsewhere that no line has', `created 2020-06-01 10:00:00\n${SHORT}`],
    ['a log that holds no stamp without a year', '2020-01-31T15:46:42Z n1 a: b\n'],
  ])('is not told by %s', (_what, text) => expect(yearOf(text)).toBeUndefined());

  it('is that of its first line, also where the year turns', () => {
    expect(
      yearOf(
        `${SHORT.replace('Jan 31', 'Dec 31').replace('0131', '1231')}${SHORT} 2021-01-31 15:46:42\n${SHORT.trimEnd()} at 2021-01-31 15:46:42\n`,
      ),
    ).toBe(2020);
  });

  it('does not depend on how the bytes are cut', () => {
    const line = fc.constantFrom(
      KLOG,
      SHORT,
      'time="2022-01-31T06:46:43Z"\n',
      `${KLOG.trimEnd()} 2023-01-31 15:46:40\n`,
      'x\n',
      '\n',
      '-- Logs begin at Thu 2018-01-25 17:41:45 CST. --\n',
      '20',
      '2\n',
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), fc.integer({ min: 1, max: 90 }), (lines, chunk) => {
        expect(yearOf(lines.join(''), chunk)).toBe(yearOf(lines.join('')));
      }),
    );
  });
});
