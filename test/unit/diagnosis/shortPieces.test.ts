/** Pieces of a few lines, as people paste them: what they show is said first, and nothing is said that they do not show. */
import { describe, expect, it } from 'vitest';
import type { Diagnosis } from '../../../src/diagnosis/finding.ts';
import { createAnalysisSession } from '../../../src/analysis/session.ts';

interface Read extends Diagnosis { readonly text: string }

function read(...lines: readonly string[]): Read {
  const session = createAnalysisSession({ lineIndex: false });
  session.open('test.log', { year: 2026 });
  session.push(new TextEncoder().encode(`${lines.join('\n')}\n`));
  session.end();
  const result = session.result();
  if (!result.ok) throw new Error('not read');
  const { findings, answer } = result.analysis;
  return { findings, answer, text: answer.paragraphs.map((parts) => parts.map(({ text }) => text).join('')).join('\n') };
}

const at = (second: number, rest: string): string => `Mar 11 09:14:0${second} worker-b kubelet[3120]: ${rest.replace('%', `0311 09:14:0${second}.221940    3120`)}`;
const NO_NETWORK = 'E% pod_workers.go:1301] "Error syncing pod, skipping" err="network is not ready: container runtime network not ready: NetworkReady=false reason:NetworkPluginNotReady message:cni plugin not initialized" pod="default/web" podUID="1d2f0a53-0c6e-4a0e-8f0e-6d1f1b1c2a01"';
const REFUSED = 'E% reflector.go:205] k8s.io/kubernetes/pkg/kubelet/kubelet.go:465: Failed to list *v1.Service: Get https://10.9.8.1:6443/api/v1/services?limit=500: dial tcp 10.9.8.1:6443: connect: connection refused';

describe('a network that is not ready', () => {
  it('is told by the pods that wait for it', () => {
    const { findings } = read(at(1, NO_NETWORK), at(3, NO_NETWORK));
    expect(findings[0]).toMatchObject({ id: 'network-not-ready', confidence: 'high' });
    expect(findings[0]?.explanation).toContain('2 lines about default/web say that the network is not ready');
  });

  it('comes behind an API server that cannot be reached, for the plug-in comes from there', () => {
    const { findings } = read(at(1, REFUSED), at(2, NO_NETWORK), at(3, REFUSED));
    expect(findings.map(({ id }) => id)).toEqual(['api-unreachable', 'network-not-ready']);
    expect(findings[1]?.explanation).toContain('look at that first');
  });

  it('stays ahead of one that could not be reached long before', () => {
    const later = NO_NETWORK.replace('%', '0311 09:44:02.221940    3120');
    const { findings } = read(at(1, REFUSED), at(3, REFUSED), `Mar 11 09:44:02 worker-b kubelet[3120]: ${later}`);
    expect(findings[0]?.id).toBe('network-not-ready');
  });
});

it('knows a request for a certificate whose error was cut away, with the blank before it', () => {
  const { findings } = read(at(1, 'E% certificate_manager.go:437] Failed while requesting a signed certificate from the master:'), at(2, 'E% certificate_manager.go:437] Failed while requesting a signed certificate from the master:'));
  expect(findings[0]).toMatchObject({ id: 'certificate-expired', confidence: 'low', title: 'The kubelet gets no new certificate' });
});

it('does not say that a panic was caught where only its stack is there', () => {
  const { findings } = read('$ journalctl -xeu kubelet', '', at(1, 'goroutine 8 [running]:'), at(1, 'k8s.io/kubernetes/pkg/kubelet.work(0x0)'), at(1, 'panic(0x3a2dec0, 0x6d6df80)'), at(1, '        /usr/local/go/src/runtime/panic.go:679 +0x1b2'));
  expect(findings[0]?.id).toBe('panic');
  expect(findings[0]?.explanation).not.toContain('was caught,');
});

it('takes the last words of a kubelet behind one of its lines for a record of their own', () => {
  const { findings } = read(at(1, 'I% feature_gate.go:144] feature gates: map[]'), at(1, 'error: failed to run Kubelet: cannot create certificate signing request: User "system:anonymous" cannot create certificatesigningrequests.certificates.k8s.io at the cluster scope'));
  expect(findings[0]?.explanation).toContain('system:anonymous');
  expect(findings[0]).toMatchObject({ id: 'certificate-expired', confidence: 'high' });
});

it('calls no refusal for want of credentials normal', () => {
  const { findings } = read(at(1, 'E% reflector.go:205] k8s.io/kubernetes/pkg/kubelet/kubelet.go:464: Failed to list *v1.Node: Unauthorized'));
  expect(findings[0]?.id).toBe('api-refuses');
  expect(findings[0]?.explanation).not.toContain('normal');
});
