import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeText, encodeText } from '../../../src/journal/bytes/bytes.ts';
import { wrappedKlog } from '../../../src/journal/envelope/wrappedKlog.ts';

function wrapped(line: string): string | undefined {
  const bytes = encodeText(line);
  const inner = wrappedKlog(bytes, 0, bytes.length);
  return inner === undefined ? undefined : decodeText(inner, 0, inner.length);
}

describe('a line that k0s logs for its kubelet', () => {
  const klog = 'I0312 06:00:00.310417    3301 server.go:416] "Kubelet version" kubeletVersion="v1.22.4+k0s"';

  it("is the kubelet's, with or without the name of the stream", () => {
    for (const after of ['component=kubelet', 'component=kubelet stream=stderr'])
      expect(wrapped(`time="2026-03-12 06:00:00" level=info msg=${JSON.stringify(klog)} ${after}`)).toBe(klog);
  });

  it('is the same where k0s logs JSON', () => {
    const document = (component: string): string =>
      JSON.stringify({ component, level: 'info', msg: klog, stream: 'stderr', time: '2026-03-12 06:00:00' });
    expect(wrapped(document('kubelet'))).toBe(klog);
    expect(wrapped(document('kube-proxy'))).toBeUndefined();
    expect(wrapped('{"component":"kubelet","level":"info"}')).toBeUndefined();
  });

  it('is left alone where it is of another component, of no component, or of another program', () => {
    for (const line of [
      `time="2026-03-12 06:00:00" level=info msg=${JSON.stringify(klog)} component=kube-proxy`,
      'time="2026-03-12T06:00:00Z" level=info msg="Starting up component=kubelet"',
      `msg=${JSON.stringify(klog)} component=kubelet`,
      'time="',
    ])
      expect(wrapped(line)).toBeUndefined();
  });

  it('gives what stood in it, whatever that was', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '"', '\\', ' ', '=', 'é'), maxLength: 40 }), (text) => {
        expect(wrapped(`time="2026-03-12 06:00:00" level=info msg=${JSON.stringify(text)} component=kubelet`)).toBe(
          text,
        );
      }),
    );
  });
});
