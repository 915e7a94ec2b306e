import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatGoDuration } from '../../../src/kubelet/goDuration.ts';
import { profileFor } from '../../../src/kubelet/profile.ts';
import {
  formatConditionReasons,
  formatSkipReasons,
  parseSkipReasons,
  type SkipReason,
} from '../../../src/kubelet/skipReason.ts';
import { duration, seconds } from '../../../src/kubelet/time.ts';
import { processorTime } from '../../support/processorTime.ts';

const NEVER = { kind: 'pleg-never', text: 'PLEG is not healthy: pleg has yet to be successful', healthCheck: 'PLEG' };
const UNKNOWN = { kind: 'runtime-status-unknown', text: 'container runtime status check may not have completed yet' };
const DOWN = { kind: 'runtime-down', text: 'container runtime is down' };

function stale(text: string, elapsed: number): SkipReason {
  return {
    kind: 'pleg-stale',
    text: `PLEG is not healthy: pleg was last seen active ${text} ago; threshold is 3m0s`,
    elapsed: duration(elapsed),
    threshold: seconds(180),
    healthCheck: 'PLEG',
  };
}

describe('reading reasons', () => {
  it.each<[string, string, readonly object[]]>([
    ['one item with brackets (to 1.13)', '[container runtime is down]', [DOWN]],
    ['one item of a line that is quoted as code', '[container runtime is down]`', [DOWN]],
    [
      'joined by a blank (to 1.13)',
      '[network state unknown container runtime is down]',
      [{ kind: 'network', text: 'network state unknown' }, DOWN],
    ],
    [
      'the largest elapsed stands for never (to 1.12)',
      '[container runtime is down PLEG is not healthy: pleg was last seen active 2562047h47m16.854775807s ago; threshold is 3m0s]',
      [
        DOWN,
        {
          kind: 'pleg-never',
          text: 'PLEG is not healthy: pleg was last seen active 2562047h47m16.854775807s ago; threshold is 3m0s',
          healthCheck: 'PLEG',
        },
      ],
    ],
    [
      'full stops (1.14)',
      '[container runtime status check may not have completed yet., PLEG is not healthy: pleg has yet to be successful.]',
      [UNKNOWN, NEVER],
    ],
    ['one item with a full stop (1.14)', 'container runtime status check may not have completed yet.', [UNKNOWN]],
    [
      'commas (from 1.15)',
      '[container runtime status check may not have completed yet, PLEG is not healthy: pleg has yet to be successful]',
      [UNKNOWN, NEVER],
    ],
    [
      'one bare item',
      'PLEG is not healthy: pleg was last seen active 4m0.664133019s ago; threshold is 3m0s',
      [stale('4m0.664133019s', 240_664_133.019)],
    ],
    [
      'commas without blanks (node condition to 1.13)',
      'container runtime is down,PLEG is not healthy: pleg was last seen active 71h14m9s ago; threshold is 3m0s',
      [DOWN, stale('71h14m9s', 256_449_000_000)],
    ],
    [
      'a message with brackets and another reason in it (1.16)',
      '[container runtime is down, container runtime not ready: RuntimeReady=false reason:DockerDaemonNotReady message:docker: [a, b] container runtime is down]',
      [
        DOWN,
        {
          kind: 'runtime-not-ready',
          text: 'container runtime not ready: RuntimeReady=false reason:DockerDaemonNotReady message:docker: [a, b] container runtime is down',
        },
      ],
    ],
    [
      'nested brackets at the end',
      '[Failed to start ContainerManager system validation failed - Following Cgroup subsystem not mounted: [memory]]',
      [
        {
          kind: 'container-manager',
          text: 'Failed to start ContainerManager system validation failed - Following Cgroup subsystem not mounted: [memory]',
        },
      ],
    ],
    [
      'Evented PLEG',
      'EventedPLEG is not healthy: EventedPLEG: pleg event channel capacity is full with 1000 events',
      [
        {
          kind: 'other',
          text: 'EventedPLEG is not healthy: EventedPLEG: pleg event channel capacity is full with 1000 events',
          healthCheck: 'EventedPLEG',
        },
      ],
    ],
    [
      'an unknown reason between known ones',
      '[container runtime is down, CSINode is not yet initialized, something new]',
      [DOWN, { kind: 'other', text: 'CSINode is not yet initialized' }, { kind: 'other', text: 'something new' }],
    ],
  ])('%s', (_what, text, expected) => {
    expect(parseSkipReasons(text)).toEqual(expected);
  });

  it.each<[string, string, readonly object[]]>([
    [
      'a word wrapped in its middle',
      '[container runtime status check may not have completed yet, PLEG is not heal        thy: pleg has yet to be successful]',
      [UNKNOWN, NEVER],
    ],
    [
      'a lost letter at a line end',
      'PLEG is not healthy: pleg was\nast seen active 3m1.5s ago; threshold is 3m0s',
      [stale('3m1.5s', 181_500_000)],
    ],
    [
      'a duration wrapped in its middle',
      'PLEG is not healthy: pleg was last seen active 4m7.81           5s ago; threshold is 3m0s',
      [stale('4m7.815s', 247_815_000)],
    ],
    [
      'a full stop behind the threshold',
      'PLEG is not healthy: pleg was last seen active 3m17.028393648s ago; threshold is 3m0s.',
      [stale('3m17.028393648s', 197_028_393.648)],
    ],
    [
      'a mistyped closing bracket',
      '[container runtime is down, PLEG is not healthy: pleg has yet to be successful[]',
      [DOWN, NEVER],
    ],
    [
      'a missing closing bracket',
      '[container runtime is down, PLEG is not healthy: pleg has yet to be successful',
      [DOWN, NEVER],
    ],
    [
      'a cut behind the first words',
      '[container runtime is down, PLEG is not healthy: pleg was',
      [DOWN, { kind: 'pleg-stale', text: 'PLEG is not healthy: pleg was', healthCheck: 'PLEG' }],
    ],
    [
      'a cut in the elapsed: no elapsed',
      'PLEG is not healthy: pleg was last seen active 3m0.4',
      [{ kind: 'pleg-stale', text: 'PLEG is not healthy: pleg was last seen active 3m0.4', healthCheck: 'PLEG' }],
    ],
    [
      'a cut behind the name of the check',
      'PLEG is not healthy: p',
      [{ kind: 'pleg-stale', text: 'PLEG is not healthy: p', healthCheck: 'PLEG' }],
    ],
    [
      'a cut by a pager behind the name of the check',
      'PLEG is not healthy:>',
      [{ kind: 'pleg-stale', text: 'PLEG is not healthy:>', healthCheck: 'PLEG' }],
    ],
    [
      'a cut by a pager within the name of the check',
      'PLEG is not >',
      [{ kind: 'pleg-stale', text: 'PLEG is not >', healthCheck: 'PLEG' }],
    ],
    [
      'a cut that says too little of a start',
      '[container runtime is down, PLEG is not healthy: p',
      [DOWN, { kind: 'other', text: 'PLEG is not healthy: p', healthCheck: 'PLEG' }],
    ],
    [
      'words behind the name of the check that are not known',
      'PLEG is not healthy: planned',
      [{ kind: 'other', text: 'PLEG is not healthy: planned', healthCheck: 'PLEG' }],
    ],
    [
      'a cut by a pager within the first words',
      '[container runtime s>',
      [{ kind: 'runtime-status-unknown', text: 'container runtime s>' }],
    ],
    [
      'a cut by a pager in the second reason',
      '[container runtime status check may not have completed yet, PLEG is no>',
      [UNKNOWN, { kind: 'pleg-never', text: 'PLEG is no>', healthCheck: 'PLEG' }],
    ],
    [
      'a cut in the second reason, with dots for the rest',
      '[container runtime is down, PLEG is not...',
      [DOWN, { kind: 'other', text: 'PLEG is not...', healthCheck: 'PLEG' }],
    ],
    [
      'a cut behind the name of the check, where no good Status came yet',
      '[container runtime status check may not have completed yet, PLEG is not healthy: p>',
      [UNKNOWN, { kind: 'pleg-never', text: 'PLEG is not healthy: p>', healthCheck: 'PLEG' }],
    ],
    ['a cut by a pager that fits several', 'container runtime >', [{ kind: 'other', text: 'container runtime >' }]],
    [
      'a cut in the middle',
      'container runti...ted yet',
      [{ kind: 'runtime-status-unknown', text: 'container runti...ted yet' }],
    ],
    ['terminal colours', 'container runtime is down\u001b[0m', [DOWN]],
    ['nothing', '', []],
  ])('survives %s', (_what, text, expected) => {
    expect(parseSkipReasons(text)).toEqual(expected);
  });

  it('reads the reason of most skips as it would in another form, with anything lost or changed', () => {
    const elapsed = fc
      .integer({ min: 1, max: 90_000_000_000_000 })
      .map((nanoseconds) => formatGoDuration(BigInt(nanoseconds)));
    const other = fc.constantFrom(
      '',
      '3m',
      '5',
      '5.s',
      '.5s',
      '1.2.3s',
      '0s',
      '-3m0s',
      '3M0s',
      '2562047h47m16.854775807s',
      '3m0s.',
      '3m0s]',
      '9h9m9sx',
      '1e3s',
      ' 3m0s',
      '3m 0s',
    );
    const duration = fc.oneof({ weight: 3, arbitrary: elapsed }, other);
    let read = 0;
    fc.assert(
      fc.property(
        duration,
        duration,
        fc.nat(),
        fc.integer({ min: 0, max: 3 }),
        fc.constantFrom('', '', '', ' ', ',', ']', 's', 'ago', ' ago; threshold is 3m0s'),
        (first, second, place, lost, put) => {
          const whole = `PLEG is not healthy: pleg was last seen active ${first} ago; threshold is ${second}`;
          const at = place % whole.length;
          for (const text of [whole, whole.slice(0, at) + put + whole.slice(at + lost)]) {
            const reasons = parseSkipReasons(text);
            // The general way: a text that begins with a blank is never of the usual form.
            expect(reasons).toEqual(parseSkipReasons(` ${text}`));
            if (reasons[0]?.elapsed !== undefined && reasons[0].threshold !== undefined) read += 1;
          }
        },
      ),
      { numRuns: 3000, seed: 6 },
    );
    expect(read).toBeGreaterThan(1000);
  });

  it('takes any text, in linear time', () => {
    fc.assert(fc.property(fc.string({ maxLength: 300 }), (text) => void parseSkipReasons(text)));
    const long = `[${'PLEG is not healthy: pleg was last seen active '.repeat(20_000)}`;
    expect(processorTime(() => void parseSkipReasons(long))).toBeLessThan(2);
  });
});

describe('writing reasons', () => {
  const REASON = fc.oneof(
    fc.constant<SkipReason>({ kind: 'runtime-down', text: DOWN.text }),
    fc.integer({ min: 180_000_000_001, max: 90_000_000_000_000 }).map((nanoseconds): SkipReason => ({
      kind: 'pleg-stale',
      text: '',
      elapsed: duration(nanoseconds / 1000),
      threshold: seconds(180),
      healthCheck: 'PLEG',
    })),
    fc.constant<SkipReason>({ kind: 'pleg-never', text: NEVER.text, healthCheck: 'PLEG' }),
  );

  it('reads back what each version writes', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 8, max: 36 }),
        fc.uniqueArray(REASON, { minLength: 1, maxLength: 2, selector: ({ kind }) => kind.slice(0, 4) }),
        (minor, reasons) => {
          const profile = profileFor({ major: 1, minor });
          const read = parseSkipReasons(formatSkipReasons(reasons, profile));
          expect(read.map(({ kind }) => kind)).toEqual(reasons.map(({ kind }) => kind));
          expect(read.map(({ elapsed }) => elapsed)).toEqual(reasons.map(({ elapsed }) => elapsed));
          expect(parseSkipReasons(formatConditionReasons(reasons, profile))).toEqual(read);
          expect(formatSkipReasons(read, profile)).toBe(formatSkipReasons(reasons, profile));
        },
      ),
    );
  });

  it.each([
    [
      12,
      '[container runtime is down PLEG is not healthy: pleg was last seen active 2562047h47m16.854775807s ago; threshold is 3m0s]',
    ],
    [
      13,
      '[container runtime status check may not have completed yet PLEG is not healthy: pleg has yet to be successful]',
    ],
    [
      14,
      '[container runtime status check may not have completed yet., PLEG is not healthy: pleg has yet to be successful.]',
    ],
    [
      15,
      '[container runtime status check may not have completed yet, PLEG is not healthy: pleg has yet to be successful]',
    ],
    [
      36,
      '[container runtime status check may not have completed yet, PLEG is not healthy: pleg has yet to be successful]',
    ],
  ])('a start looks like this in 1.%i', (minor, expected) => {
    const reasons = [UNKNOWN, NEVER] as SkipReason[];
    expect(formatSkipReasons(reasons, profileFor({ major: 1, minor }))).toBe(expected);
  });
});
