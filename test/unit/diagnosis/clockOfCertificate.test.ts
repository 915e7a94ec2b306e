/** A certificate that is out of its time only by the clock of the node, which the time service sets. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../support/shared.ts';
import { diagnoseText, plain } from './diagnoseLog.ts';

const BEHIND = readFileSync(
  join(projectRoot, 'test/fixtures/findings/certificate-expired/found-clock-behind.log'),
  'utf8',
);
const SET = 'System clock was stepped by 5083179.123456 seconds';
const NOT_VALID_YET = 'The certificate of the API server is not valid yet: the clocks differ';

function titled(text: string): string | undefined {
  return diagnoseText(text).findings.find(({ id }) => id === 'certificate-expired')?.title;
}

it('blames the clock that was behind, not the certificate, and says when it was set', () => {
  const { findings, answer } = diagnoseText(BEHIND);
  const found = findings.find(({ id }) => id === 'certificate-expired');
  expect(found?.title).toBe(
    'The clock of the node was behind, so the certificate of the API server seemed not valid yet',
  );
  expect(found?.explanation).toContain('The time service set the clock 58d20h forward at 2026-03-10 10:00:20: ');
  expect(found?.explanation).not.toContain('is NotReady');
  expect(found?.evidence.some(({ text }) => text.includes('was stepped'))).toBe(true);
  expect(plain(answer)).toContain(' and not after that');
});

it('blames a clock that was ahead where the certificate seemed to be over', () => {
  const ahead = BEHIND.replaceAll('is before 2026-02-01T00:00:00Z', 'is after 2025-12-31T00:00:00Z').replace(
    SET,
    'System clock was stepped by -2592000.5 seconds',
  );
  expect(titled(ahead)).toBe(
    'The clock of the node was ahead, so the certificate of the API server seemed to have expired',
  );
});

it.each([
  ['is set by too little', BEHIND.replace('stepped by 5083179', 'stepped by 83179')],
  ['is set the other way', BEHIND.replace('stepped by 5083179', 'stepped by -5083179')],
  ['of another machine is set', BEHIND.replaceAll('n1 chronyd', 'n2 chronyd')],
  ['is not said by how much', BEHIND.replace(SET, 'System clock was stepped by some seconds')],
  [
    'was set before the errors',
    `${BEHIND.split('\n')
      .filter((line) => line.includes(SET))
      .join('\n')
      .replace('Mar 10 10:00:20', 'Jan 10 13:59:59')}\n${BEHIND.replace(/^.*was stepped.*\n/m, '')}`,
  ],
])('leaves it to the certificate where the clock %s', (_, text) => {
  expect(titled(text)).toBe(NOT_VALID_YET);
});

it('leaves it to a certificate that is over by the new clock, too', () => {
  const over = BEHIND.replaceAll('is before 2026-02-01T00:00:00Z', 'is after 2025-12-31T00:00:00Z');
  expect(titled(over)).toBe('The certificate of the API server has expired');
});

describe('the first time that systemd-timesyncd gets', () => {
  const synchronised = (text: string): string =>
    BEHIND.replace(/chronyd.*stepped.*$/m, `systemd-timesyncd[300]: ${text}`);

  it.each([
    ['Initial clock synchronization to Tue 2026-03-10 10:00:20.123456 UTC.', true],
    ['Initial clock synchronization to Tue 2026-03-10 10:00:20 UTC.', true],
    // Before the certificate begins.
    ['Initial clock synchronization to Sat 2026-01-31 10:00:20.123456 UTC.', false],
    // How far that is from UTC nobody tells.
    ['Initial clock synchronization to Tue 2026-03-10 10:00:20.123456 CET.', false],
    ['Contacted time server 192.0.2.1:123 (pool.ntp.org).', false],
  ])('blames the clock: %s: %s', (text, isClock) => {
    expect(titled(synchronised(text))?.startsWith('The clock of the node was behind')).toBe(isClock);
  });

  it('leaves it to the certificate where that became valid within the hour by which it sets the clock', () => {
    const soon = synchronised('Initial clock synchronization to Tue 2026-03-10 10:00:20.123456 UTC.').replaceAll(
      /current time \S+ is before \S+/g,
      'current time 2026-03-10T09:30:00Z is before 2026-03-10T09:45:00Z',
    );
    expect(soon).toContain('09:45:00Z');
    expect(titled(soon)?.startsWith('The clock of the node')).toBe(false);
  });
});
