/** A kubelet that goes on with a closed connection needs a restart, not another look at the API server. */
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/diagnosis/finding.ts';
import { diagnoseText } from './diagnoseLog.ts';

const CLOSED = 'read tcp 10.0.0.4:41718->10.0.0.1:6443: use of closed network connection';
const REFUSED = 'dial tcp 10.0.0.1:6443: connect: connection refused';

/** A lease every ten seconds, each failed for a reason. */
function findingOf(reasons: readonly string[]): Finding | undefined {
  const lines = reasons.map((reason, at) => {
    const time = `03:${String(20 + Math.floor(at / 6)).padStart(2, '0')}:${(at % 6) * 10 || '00'}.553078`;
    return `E0623 ${time}   22255 controller.go:135] failed to ensure node lease exists, will retry in 7s, error: Get "https://10.0.0.1:6443/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/n1?timeout=10s": ${reason}`;
  });
  return diagnoseText(lines.join('\n')).findings[0];
}

describe('a closed connection', () => {
  it('that is used for minutes is the reason, and a restart of the kubelet the first step', () => {
    const finding = findingOf(Array.from({ length: 18 }, () => CLOSED));
    expect(finding?.title).toBe(
      'The API server 10.0.0.1:6443 could not be reached because the kubelet goes on with a connection that is closed',
    );
    expect(finding?.explanation).toContain('kubernetes/kubernetes#87615');
    expect(finding?.nextSteps[0]).toContain('`systemctl restart kubelet`');
  });

  it('is the reason also where the first calls got no answer', () => {
    const late = Array.from({ length: 3 }, () => 'context deadline exceeded');
    const finding = findingOf([...late, ...Array.from({ length: 18 }, () => CLOSED)]);
    expect(finding?.nextSteps[0]).toContain('`systemctl restart kubelet`');
  });

  it.each([
    ['is none for a minute, as in any outage', Array.from({ length: 7 }, () => CLOSED)],
    ['is none where the last call failed otherwise', [...Array.from({ length: 18 }, () => CLOSED), REFUSED]],
    ['is none where calls mostly failed otherwise', [...Array.from({ length: 18 }, () => REFUSED), CLOSED]],
  ])('%s', (_, reasons) => {
    const finding = findingOf(reasons);
    expect(finding?.title).toBe('The API server 10.0.0.1:6443 could not be reached');
    expect(finding?.explanation).not.toContain('87615');
  });
});
