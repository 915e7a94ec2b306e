/** A part of the log was left out after a skip: an older file of a rotated set, lines between two that were copied. */
import { describe, expect, it } from 'vitest';
import type { Analysis } from '../../../src/analysis/analysis.ts';
import { analysisOf, sessionOf } from '../analysis/analyse.ts';
import { simulated } from '../simulator/scenarios.ts';
import { plain } from './diagnoseLog.ts';

const { log } = simulated({
  version: '1.31.2',
  start: '2026-03-14T09:00:00Z',
  duration: '4500s',
  node: 'worker-1',
  pods: [
    { name: 'web', count: 2, added: '5s', containers: [{ name: 'nginx' }] },
    { name: 'crasher', count: 60, added: '6s', containers: [{ name: 'app', exits: { after: '20s', code: 1 } }] },
  ],
  faults: [{ from: '200s', to: '900s', effect: 'hang', methods: ['ListPodSandbox', 'ListContainers'] }],
});

/** As the command line reads it, most lines without a record. */
function diagnosisOf(text: string): Analysis {
  return analysisOf(sessionOf(text));
}

/** Without the lines from a time of the day on to another. */
function without(from: string, to: string): string {
  return log
    .split('\n')
    .filter((line) => {
      const clock = / [IWEF]\d{4} (\d\d:\d\d:\d\d)\./.exec(line)?.[1];
      return clock === undefined || clock < from || clock >= to;
    })
    .join('\n');
}

describe('a log without a part after a skip', () => {
  const { answer, findings } = diagnosisOf(without('09:10:00', '10:00:00'));

  it('shows that the kubelet recovered, but not when', () => {
    expect(answer.headline).toMatch(/^PLEG unhealthy for 3m3\ds?[\d.]*s?–\d+m[\d.]*s?, recovered$/);
    expect(answer.state).toBe('recovered');
    expect(plain(answer)).toMatch(
      /; no line of this kubelet follows for 5\dm[\d.]*s, unlike anywhere else, as if lines were missing, so its end is not known\. It had recovered by \d\d:/,
    );
  });

  it('is said to lack lines, with where to look for them', () => {
    const loss = findings.find(({ id }) => id === 'journal-loss');
    expect(loss?.title).toBe('Lines are missing from this log');
    expect(loss?.nextSteps[0]).toContain('an older file of a rotated set');
  });
});

it('the log is so long that most of it is read without records', () => {
  expect(log.split('\n').length).toBeGreaterThan(3000);
});

it('the whole log shows the recovery and lacks nothing', () => {
  const { answer, findings } = diagnosisOf(log);
  expect(answer.headline).toMatch(/^PLEG unhealthy for about 8m\d+s, recovered$/);
  expect(findings.find(({ id }) => id === 'journal-loss')).toBeUndefined();
});
