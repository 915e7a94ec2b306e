/** Logs as strangers save them: only the lines with a word, one line, the first seconds. What is not there proves nothing. */
import { describe, expect, it } from 'vitest';
import { simulated } from '../simulator/scenarios.ts';
import { diagnoseText, plain } from './diagnoseLog.ts';

const PODS = [
  { name: 'kube-proxy', namespace: 'kube-system', source: 'file' },
  { name: 'web', count: 4, added: '5s', every: '200ms', containers: [{ name: 'nginx' }, { name: 'sidecar' }] },
];
const lines = (rest: object): readonly string[] => simulated({ version: '1.31.2', start: '2026-03-14T09:00:00Z', duration: '1100s', node: 'worker-1', pods: PODS, ...rest }).log.split('\n');
const REFUSED = lines({ faults: [{ from: '100s', to: '600s', effect: 'refuse' }] });
const ONE_POD = lines({ faults: [{ from: '100s', to: '900s', effect: 'hang', methods: ['PodSandboxStatus'], pods: 'default/web-1' }], actions: [{ at: '105s', do: 'exit', pod: 'default/web-1', container: 'nginx', code: 1 }] });
const HANG = lines({ faults: [{ from: '100s', to: '600s', effect: 'hang', methods: ['ListPodSandbox', 'ListContainers'] }] });
const searched = (all: readonly string[], word: RegExp) => diagnoseText(`${all.filter((line) => word.test(line)).join('\n')}\n`);
const SAYS = /Every line here has the word "(?:skipping|PLEG)", as if the journal had been searched for it; .* Save it whole: `journalctl -u kubelet/;

describe('a log that was searched for a word', () => {
  it('does not call a refused connection a hang, because the lines of the refusal are gone', () => {
    expect(diagnoseText(REFUSED.join('\n')).findings[0]?.id).toBe('runtime-unreachable');
    const { findings, answer } = searched(REFUSED, /skipping/i);
    expect(findings.filter(({ id }) => id !== 'startup-normal')).toEqual([]);
    expect(plain(answer)).toContain('The log does not show why');
    expect(plain(answer)).toMatch(SAYS);
  });

  it('does not say that no call failed where failed calls would not be shown', () => {
    expect(diagnoseText(ONE_POD.join('\n')).findings[0]?.id).toBe('inspect-calls-hang');
    const { findings, answer } = searched(ONE_POD, /skipping pod/i);
    expect(findings.map(({ id }) => id)).not.toContain('inspect-calls-slow');
    expect(plain(answer)).not.toMatch(/took long over the changed pods|Likely cause/);
    expect(plain(answer)).toMatch(SAYS);
  });

  it('still reads the blocked loop from the skips themselves', () => {
    const { findings } = searched(HANG, /skipping/i);
    expect(findings[0]).toMatchObject({ id: 'list-calls-hang', confidence: 'medium' });
  });

  it('says so of PLEG too, and of a whole log not', () => {
    expect(plain(searched(HANG, /pleg/i).answer)).toMatch(SAYS);
    expect(plain(searched(HANG, /pleg/i).answer)).toContain('the word "PLEG"');
    expect(plain(diagnoseText(HANG.join('\n')).answer)).not.toMatch(SAYS);
    expect(plain(diagnoseText(HANG.slice(60).join('\n')).answer)).not.toMatch(SAYS);
  });

  it.each([/skipping/i, /pleg/i])('takes the one skip of a start for what it is (%s)', (word) => {
    for (const log of [HANG, REFUSED, ONE_POD]) {
      const { findings, answer } = searched(log, word);
      expect(findings.map(({ id }) => id)).toContain('startup-normal');
      expect(plain(answer)).toMatch(/The skip line at 09:00:0\d\.\d+ (?:is|looks like) the normal start of a kubelet/);
      expect(plain(answer)).not.toContain('the first from 09:00:0');
    }
  });
});

it('knows the one skip of a start by the work soon after it, without any line of the start', () => {
  const { answer } = searched(HANG, /pleg/i);
  expect(plain(answer)).toContain('is the normal start of a kubelet');
});

describe('a few seconds of a log', () => {
  it('are called too little, whatever they hold', () => {
    const start = HANG.slice(0, HANG.findIndex((line) => line.includes('Skipping pod')) + 1);
    const { answer } = diagnoseText(start.join('\n'));
    expect([answer.headline, answer.state]).toEqual(['Too little to tell', 'unknown']);
    expect(plain(answer)).toMatch(/none of them shows PLEG or the runtime unhealthy beyond a start\. .* save more of the journal: .* is the normal start of a kubelet\./);
    const alone = diagnoseText(`${start.at(-1) ?? ''}\n`).answer;
    expect([alone.headline, alone.state]).toEqual(['Too little to tell', 'unknown']);
    expect(plain(alone)).toContain('looks like the normal start of a kubelet; what was before it is not in the log.');
  });
});
