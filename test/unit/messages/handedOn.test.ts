import { describe, expect, it } from 'vitest';
import { createMessageReader } from '../../../src/messages/messageReader.ts';
import { findRow } from '../../../src/messages/recognise/recognise.ts';
import { recordOf } from './records.ts';

const reader = createMessageReader();
const handedOn = (caller: string, error: string): string =>
  `E0917 10:17:51.854820    2310 ${caller}] "Unhandled Error" err="${error}" logger="UnhandledError"`;
const rowOf = (line: string): string | undefined => findRow(recordOf(line))?.row.id;

describe('an error that is handed on (1.31 and later)', () => {
  it('is the message that its file wrote before', () => {
    expect(
      rowOf(
        handedOn(
          'bootstrap.go:266',
          'part of the existing bootstrap client certificate in /etc/kubernetes/kubelet.conf is expired: 2026-02-18 22:10:15 +0000 UTC',
        ),
      ),
    ).toBe('cert.bootstrap-expired.u');
    expect(
      rowOf(
        handedOn(
          'bootstrap.go:241',
          'unable to read existing bootstrap client config from /etc/kubernetes/kubelet.conf: invalid configuration',
        ),
      ),
    ).toBe('cert.bootstrap-unreadable.u');
    expect(
      rowOf(
        handedOn(
          'kuberuntime_manager.go:1272',
          'container &Container{Name:web,} start failed in pod web-0_default(3e9b): CreateContainerConfigError: no such key',
        ),
      ),
    ).toBe('kuberuntime.start-failed.u2');
  });

  it('states what that message states, with its own text', () => {
    const facts = reader.facts(
      recordOf(
        handedOn(
          'bootstrap.go:266',
          'part of the existing bootstrap client certificate in /etc/kubernetes/kubelet.conf is expired: 2026-02-18 22:10:15 +0000 UTC',
        ),
      ),
    );
    expect(facts).toMatchObject([{ kind: 'node-trouble', what: 'certificate' }]);
    expect(JSON.stringify(facts)).toContain('is expired');
  });

  it('stays an unhandled one where another file says so, or a client of the API server', () => {
    expect(rowOf(handedOn('other.go:1', 'part of the existing bootstrap client certificate is expired: today'))).toBe(
      'api.unhandled.s',
    );
    expect(
      rowOf(handedOn('reflector.go:158', 'k8s.io/client-go/informers/factory.go:160: Failed to watch *v1.Node: EOF')),
    ).toBe('api.unhandled.s');
    expect(rowOf(handedOn('bootstrap.go:266', 'something else'))).toBe('api.unhandled.s');
  });
});
