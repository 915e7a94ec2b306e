/** A jump of the clock that the time service noticed: another program made it, or the machine slept. */
import { expect, it } from 'vitest';
import { diagnoseText, plain } from './diagnoseLog.ts';

const CLOCK = (index: number): string => new Date(Date.UTC(2026, 2, 10, 10, 0, index * 30)).toISOString().slice(11, 19);
const EVENT = (clock: string): string =>
  `Mar 10 ${clock} n1 kubelet[700]: I0310 ${clock}.500000     700 kubelet.go:2231] "SyncLoop (PLEG): event for pod" pod="default/web" event={"ID":"c924383b-f372-42e8-b39c-7e4621f580a8","Type":"ContainerStarted","Data":"${clock.replaceAll(':', '').padStart(64, '0')}"}`;
const BEFORE = Array.from({ length: 8 }, (_, index) => EVENT(CLOCK(index)));
const AFTER = Array.from({ length: 8 }, (_, index) => EVENT(CLOCK(128 + index)));
const NOTICED = 'Mar 10 11:04:00 n1 chronyd[500]: Forward time jump detected!';

function diagnosed(...lines: string[]): ReturnType<typeof diagnoseText> {
  return diagnoseText(`${[...BEFORE, ...lines, ...AFTER].join('\n')}\n`);
}

it('is worth a look, and nobody says how far', () => {
  const { findings, answer } = diagnosed(NOTICED);
  const found = findings.find(({ id }) => id === 'clock-step');
  expect(found).toMatchObject({ title: 'The clock of the node jumped', confidence: 'high' });
  expect(found?.explanation).toContain(
    'The time service noticed it at 11:04:00: another program set the clock, or the machine slept or was paused. A node whose kubelet sends no lease',
  );
  expect(found?.explanation).not.toContain('says that it set');
  expect(answer.headline).toBe('No unhealthy time');
  expect(plain(answer)).toContain('Worth a look: the clock of the node jumped');
});

it('makes no node unheard where it went back', () => {
  const found = diagnosed(NOTICED.replace('Forward', 'Backward')).findings.find(({ id }) => id === 'clock-step');
  expect(found?.explanation).toContain('The time service noticed it at 11:04:00');
  expect(found?.explanation).not.toContain('sends no lease');
});

it('is the one that the time service then makes good, with its length', () => {
  const { findings } = diagnosed(
    NOTICED,
    'Mar 10 11:04:20 n1 chronyd[500]: System clock was stepped by -21.500000 seconds',
  );
  const found = findings.find(({ id }) => id === 'clock-step');
  expect(found?.title).toBe('The clock of the node jumped 21.5s back');
  expect(found?.explanation).toContain('says that it set the clock at 11:04:20. 1 jump');
  expect(found?.explanation).not.toContain('noticed');
});

it('is told as sleep where the kernel says so', () => {
  const { findings } = diagnosed(
    'Mar 10 10:05:00 n1 kernel: PM: suspend entry (deep)',
    'Mar 10 11:03:59 n1 kernel: PM: suspend exit',
    NOTICED,
  );
  expect(findings.map(({ id }) => id)).toContain('machine-suspended');
  expect(findings.map(({ id }) => id)).not.toContain('clock-step');
});

it('is nothing in the output of a pod', () => {
  const { findings } = diagnosed(NOTICED.replace('chronyd[500]', 'containerd[500]'));
  expect(findings.map(({ id }) => id)).not.toContain('clock-step');
});
