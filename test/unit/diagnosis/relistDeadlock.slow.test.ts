/** The deadlock of old kubelets, as the embedded kubelet runs into it: a full event channel, and a loop that does not read it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../support/shared.ts';
import { simulated } from '../simulator/scenarios.ts';
import { diagnoseText, plain } from './diagnoseLog.ts';

type Json = Readonly<Record<string, unknown>>;
const scenario = JSON.parse(
  readFileSync(join(projectRoot, 'media/scenarios/old-kubelet-deadlock.kubelet-scenario.json'), 'utf8'),
) as Json;
const serious = (log: string): readonly string[] =>
  diagnoseText(log)
    .findings.filter((finding) => finding.confidence !== 'low')
    .map((finding) => finding.id);

describe('a relist that waits for room in the event channel', () => {
  const { log } = simulated(scenario);
  const { findings, answer } = diagnoseText(log);

  it('is the first finding, though Status failed when it began', () => {
    expect(serious(log)[0]).toBe('relist-deadlock');
    expect(findings[0]?.confidence).toBe('high');
    expect(findings[0]?.explanation).toMatch(/nobody read the channel.*enough to fill it/);
    expect(findings[0]?.evidence).toHaveLength(3);
  });

  it('is told as what only a new process ends, and claims no running pods that it cannot know of', () => {
    expect(plain(answer)).toContain('Only a new kubelet process ends this.');
    expect(plain(answer)).not.toContain('does not mend the runtime');
    // Most of them were gone when the next process looked.
    expect(plain(answer)).toMatch(
      /The log does not show what became of the \d+ containers seen running before. An unhealthy PLEG alone stops no pod\./,
    );
  });

  it('is not diagnosed while a hanging call could still be under way', () => {
    const lines = log.split('\n');
    const cut = lines.findIndex((line) => line.includes('09:12:3') && line.includes('skipping pod synchronization'));
    expect(cut).toBeGreaterThan(0);
    expect(serious(lines.slice(0, cut).join('\n'))).not.toContain('relist-deadlock');
  });
});

it('is not diagnosed where events are dropped instead (1.14), or few pods die', { timeout: 60_000 }, () => {
  expect(serious(simulated({ ...scenario, version: '1.14.0' }).log)).not.toContain('relist-deadlock');
  expect(
    serious(
      simulated({
        ...scenario,
        pods: [{ name: 'batch', count: 100, running: true, containers: [{ name: 'a' }, { name: 'b' }] }],
      }).log,
    ),
  ).not.toContain('relist-deadlock');
});

it('is not diagnosed while listings or inspections hang in the runtime', { timeout: 60_000 }, () => {
  const hang = (methods: readonly string[]): string =>
    simulated({
      ...scenario,
      faults: [{ from: '3m', to: '16m', effect: 'hang', methods }],
      pods: [{ name: 'web', count: 5, running: true, containers: [{ name: 'a' }] }],
      actions: [{ at: '200s', do: 'exit', pod: 'default/web-*', code: 1 }],
    }).log;
  expect(serious(hang(['ListPodSandbox', 'ListContainers']))[0]).toBe('list-calls-hang');
  expect(serious(hang(['PodSandboxStatus']))[0]).toBe('inspect-calls-hang');
});
