import { describe, expect, it } from 'vitest';
import { iso, readLog } from './readLog.ts';

const KUBELET = 'Jul 31 23:14:19 n1 kubelet[2210]: I0731 23:14:19.100000    2210 kubelet.go:1] a';

describe('what dmesg -T prints', () => {
  it.each([
    ['in English', '[Wed Jul 31 23:14:18 2024] ', 'eth0: link down'],
    ['with a day of one digit', '[Thu Aug  1 23:14:18 2024] ', 'INFO: task dockerd:1 blocked'],
    ['in Chinese', '[三 7月 31 23:14:18 2024] ', 'eth0: link down'],
  ])('is of the kernel, at the time that stands there, %s', (_, stamp, message) => {
    const { records } = readLog([KUBELET, stamp + message, KUBELET].join('\n'));
    expect(records).toHaveLength(3);
    expect(records[1]?.journal?.identifier).toBe('kernel');
    expect(records[1]?.message).toBe(message);
    expect(iso(records[1]?.time ?? Number.NaN)).toMatch(/^2024-0(?:7-31|8-01)T23:14:18/);
  });

  it('says nothing of a line behind it that has the stamp of the one before', () => {
    const { records } = readLog([KUBELET, '[Wed Jul 31 23:14:18 2024] eth0: link down', KUBELET].join('\n'));
    expect(records.map(({ journal }) => journal?.identifier)).toEqual(['kubelet', 'kernel', 'kubelet']);
  });

  it.each(['[Wed Jul 31 23:14:18] ', '[Wed Jul 32 23:14:18 2024] ', '[Wed Foo 31 23:14:18 2024] '])(
    'is not what only looks like it: %s',
    (stamp) => {
      const { records } = readLog([KUBELET, `${stamp}eth0: link down`].join('\n'));
      expect(records.map(({ journal }) => journal?.identifier)).not.toContain('kernel');
    },
  );
});

describe('what dmesg prints in times of ISO', () => {
  const DOWN = '2024-07-31T23:14:18,250000+02:00 eth0: link down';

  it('is of the kernel, at the time that stands there', () => {
    const { records } = readLog([KUBELET, DOWN, DOWN.replace('eth0: ', 'INFO: '), KUBELET].join('\n'));
    expect(records.map(({ journal }) => journal?.identifier)).toEqual(['kubelet', 'kernel', 'kernel', 'kubelet']);
    expect(records[1]?.message).toBe('eth0: link down');
    expect(iso(records[1]?.time ?? Number.NaN)).toMatch(/^2024-07-31T21:14:18\.25/);
  });

  it.each([DOWN.replace(',', '.'), DOWN.replace(',250000', ',250'), DOWN.replace('+02:00', '+0200')])(
    'is not what only looks like it: %s',
    (line) => {
      const { records } = readLog([KUBELET, line].join('\n'));
      expect(records.map(({ journal }) => journal?.identifier)).not.toContain('kernel');
    },
  );
});
