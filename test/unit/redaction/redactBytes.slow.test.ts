import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NameBook } from '../../../src/redaction/nameBook.ts';
import { learningBytes, redactingBytes } from '../../../src/redaction/redactBytes.ts';

/** The log redacted, pushed in chunks of a size. */
function redacted(log: Uint8Array, chunk: number): Uint8Array {
  const book = new NameBook();
  const learning = learningBytes(book);
  const out: number[] = [];
  const redacting = redactingBytes(book, (bytes) => out.push(...bytes));
  for (const to of [learning, redacting]) {
    for (let at = 0; at < log.length; at += chunk) to.push(log.slice(at, at + chunk));
    to.end();
  }
  return Uint8Array.from(out);
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const textOf = (log: Uint8Array): string => new TextDecoder().decode(log);

/** A name that no word of a log is: `x` and a number in it. */
const label = fc.stringMatching(/^[a-z]{2,6}-[a-z]{1,5}x\d{2,4}$/);
const hex = (length: number): fc.Arbitrary<string> =>
  fc
    .array(fc.constantFrom(...'0123456789abcdef'), { minLength: length - 2, maxLength: length - 2 })
    .map((digits) => `a1${digits.join('')}`);
const names = fc.record({
  host: label,
  pod: label,
  namespace: label,
  container: label,
  id: hex(64),
  uid: hex(32).map((digits) => digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')),
  address: fc.ipV4().filter((one) => !/^(?:127|255|0)\./.test(one)),
  image: label.map((name) => `registry.${name}.example/${name}:1.2`),
});
type Names = typeof names extends fc.Arbitrary<infer Value> ? Value : never;

const MESSAGES: readonly ((of: Names) => string)[] = [
  ({ namespace, pod, uid, id }) =>
    `"Generic (PLEG): container finished" podID="${uid}" containerID="${id}" exitCode=1 pod="${namespace}/${pod}"`,
  ({ namespace, pod, uid, container }) =>
    `"Error syncing pod, skipping" err="failed to \\"StartContainer\\" for \\"${container}\\" with CrashLoopBackOff: \\"back-off 10s restarting failed container=${container} pod=${pod}_${namespace}(${uid})\\""`,
  ({ pod, namespace, uid, id }) =>
    `SyncLoop (PLEG): "${pod}_${namespace}(${uid})", event: &pleg.PodLifecycleEvent{ID:"${uid}", Type:"ContainerDied", Data:"${id}"}`,
  ({ address, host, namespace }) =>
    `"Failed to ensure lease exists, will retry" err="Get \\"https://${address}:6443/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases/${host}?timeout=10s\\": dial tcp ${address}:6443: i/o timeout"`,
  ({ host }) => `"Error getting the current node from lister" err="node \\"${host}\\" not found"`,
  ({ image, namespace, pod, container }) =>
    `"Failed to pull image" image="${image}" err="${namespace}/${pod} of ${container}" pod="${namespace}/${pod}" containerName="${container}"`,
  ({ pod, id, host }) => `a text of ${pod} on ${host}, ${id.slice(0, 12)}`,
];

const ENVELOPES: readonly ((host: string, message: string) => string)[] = [
  (host, message) => `Nov 21 00:27:41 ${host} kubelet[9]: ${message}\n`,
  (host, message) => `2026-11-21T00:27:41.123456+0000 ${host} kubelet[9]: ${message}\n`,
  (_, message) => `${message}\n`,
  (host, message) =>
    `${JSON.stringify({ __REALTIME_TIMESTAMP: '1795221600000000', _HOSTNAME: host, SYSLOG_IDENTIFIER: 'kubelet', MESSAGE: message })}\n`,
  (host, message) =>
    `__CURSOR=s=1\n__REALTIME_TIMESTAMP=1795221600000000\n_HOSTNAME=${host}\nSYSLOG_IDENTIFIER=kubelet\nMESSAGE\n${String.fromCharCode(message.length % 128, message.length >> 7, 0, 0, 0, 0, 0, 0)}${message}\n\n`,
];

const log = fc
  .tuple(
    fc.array(names, { minLength: 1, maxLength: 4 }),
    fc.constantFrom(...ENVELOPES.slice(0, 4)),
    fc.array(fc.tuple(fc.nat(3), fc.nat(MESSAGES.length - 1)), { minLength: 1, maxLength: 14 }),
  )
  .map(([all, envelope, lines]) => {
    const header = 'E1121 00:27:41.645597       9 kubelet.go:446] ';
    // Each name stands once in a place that tells it.
    const told = all.flatMap((one) =>
      MESSAGES.slice(0, 6).map((message): [Names, string] => [one, header + message(one)]),
    );
    const more = lines.map(([which, message]): [Names, string] => {
      const one = all[which % all.length] ?? all[0];
      if (one === undefined) throw new Error('no names');
      return [one, header + (MESSAGES[message]?.(one) ?? '')];
    });
    return { all, text: [...more, ...told].map(([{ host }, message]) => envelope(host, message)).join('') };
  });

describe('a redacted log', () => {
  it('holds none of its names, in any envelope, and has the same lines', () => {
    fc.assert(
      fc.property(log, ({ all, text }) => {
        const out = textOf(redacted(bytes(text), 4096));
        for (const one of all)
          for (const name of [...Object.values(one), one.id.slice(0, 12), one.image.split('/')[0] ?? ''])
            expect(out).not.toContain(name);
        expect(out.split('\n').length).toBe(text.split('\n').length);
        expect(out).toContain('kubelet.go:446]');
      }),
      { numRuns: 60 },
    );
  });

  it('is the same in any chunking and in every run', () => {
    fc.assert(
      fc.property(log, fc.integer({ min: 1, max: 300 }), ({ text }, chunk) => {
        expect(textOf(redacted(bytes(text), chunk))).toBe(textOf(redacted(bytes(text), 1 << 20)));
      }),
      { numRuns: 20 },
    );
  });

  it('takes any text, and no id of 64 digits is left', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), hex(64), (text, id) => {
        const out = textOf(redacted(bytes(`${text}\n"${id}" ${text}\n{"a":"${id}"}\n`), 64));
        expect(out).not.toContain(id);
      }),
      { numRuns: 200 },
    );
  });

  it('gives binary fields of an export their new length', () => {
    const message = 'I1121 00:27:41.645597 9 a.go:1] "x" pod="shop-ns7/cart-x99" of\ncart-x99';
    const entry = ENVELOPES[4]?.('edge-7', message) ?? '';
    const out = textOf(redacted(bytes(entry), 7));
    const expected = 'I1121 00:27:41.645597 9 a.go:1] "x" pod="namespace-1/pod-1" of\npod-1';
    expect(out).toContain(`MESSAGE\n${String.fromCharCode(expected.length)}\0\0\0\0\0\0\0${expected}\n\n`);
    expect(out).toContain('_HOSTNAME=node-1');
  });

  it('reads UTF-16', () => {
    const text = 'Nov 21 00:27:41 edge-7 kubelet[9]: x\n';
    const utf16 = Uint8Array.from([0xff, 0xfe, ...text.split('').flatMap((one) => [one.charCodeAt(0), 0])]);
    expect(textOf(redacted(utf16, 5))).toBe('Nov 21 00:27:41 node-1 kubelet[9]: x\n');
  });
});
