/** A log that begins, or ends, in the middle of a kubelet's start: what is a normal start, and what has lasted for too long. */
import { describe, expect, it } from 'vitest';
import { diagnoseText, plain } from './diagnoseLog.ts';

const STATUS = 'container runtime status check may not have completed yet';
/** Skips at times in seconds after 10:00, of kubelet 1.31 as Talos writes them. */
const skips = (...at: readonly number[]): string => at.map((second) => `10.5.0.2: {"ts":${1_753_178_400_000 + second * 1000}.5,"caller":"kubelet/kubelet.go:2406","msg":"Skipping pod synchronization","err":"${STATUS}","errCauses":[{"error":"${STATUS}"}]}`).join('\n');

describe('a log that begins while the loop skips for want of an answer about the runtime', () => {
  it('shows a fault where the skips are as far apart as they get', () => {
    const { answer, findings } = diagnoseText(skips(0, 5, 10));
    expect(findings.map(({ id }) => id)).not.toContain('startup-normal');
    expect(answer.state).toBe('unhealthy-at-end');
    expect(plain(answer)).toMatch(/no good answer about the state of the container runtime already when this log begins/);
    expect(plain(answer)).toMatch(/the question for the state of the runtime, which had no good answer since the start of the kubelet\./);
  });

  it('shows the start of a kubelet where they still drift apart', () => {
    const { answer, findings } = diagnoseText(skips(0, 0.1, 0.3, 0.7));
    expect(findings.map(({ id }) => id)).toContain('startup-normal');
    expect(answer.headline).toBe('Too little to tell');
  });
});
