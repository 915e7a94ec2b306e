import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ErrorTexts } from '../../../src/messages/texts/errorTexts.ts';
import {
  classOfError,
  saysUnknownReason,
  isRefused,
  isUnreachable,
  saysOf,
} from '../../../src/messages/texts/errorClass.ts';

const CASES: readonly (readonly [string, string, string])[] = [
  [
    'Get "https://10.0.0.1:6443/api/v1/nodes/worker-9": dial tcp 10.0.0.1:6443: connect: connection refused',
    'refused',
    '10.0.0.1:6443',
  ],
  [
    'Get https://api.example.org:6443/api/v1/pods: dial tcp: lookup api.example.org on 10.0.0.2:53: no such host',
    'dns',
    'api.example.org:6443',
  ],
  [
    'Put "https://[fd00::1]:6443/apis/coordination.k8s.io/v1/x": net/http: TLS handshake timeout',
    'timed-out',
    '[fd00::1]:6443',
  ],
  ['dial tcp 10.9.8.7:6443: connect: no route to host', 'no-route', '10.9.8.7:6443'],
  [
    'Get "https://10.9.8.7:64433333/api/v1/nodes": dial tcp: address 64433333: invalid port',
    'bad-port',
    '10.9.8.7:64433333',
  ],
  // A pager cut within the address.
  ['Post "https://10.1.0>', 'not-reached', ''],
  ['Post "https://10.1.0.$', 'not-reached', ''],
  ['Post "https://10.1....', 'not-reached', ''],
  ['Post "https://10.1.0>\nnode-1 ~ # journalctl', 'not-reached', ''],
  ['Post "https://10.1.>3821   4242 kubelet.go:2424] "Error getting node"', 'not-reached', ''],
  ['rpc error: code = Unknown desc = database is locked', 'server-error', ''],
  ['rpc error: code = Unknown desc = query (try: 0): sql: database is closed', 'server-error', ''],
  ['nodes "n7" is forbidden: not yet ready to handle request', 'server-error', ''],
  ['nodes "n7" is forbidden: User "system:node:n8" cannot get it, which is not yet ready', 'forbidden', ''],
  ['dial tcp 10.9.8.7:6443: i/o timeout', 'timed-out', '10.9.8.7:6443'],
  ['Post "https://k:443/api/v1/nodes": EOF', 'cut-off', 'k:443'],
  [
    'x509: certificate has expired or is not yet valid: current time 2031-01-01T00:00:00Z is after 2030-01-01T00:00:00Z',
    'expired',
    '',
  ],
  ['Get "https://k:443/": x509: certificate signed by unknown authority', 'tls', 'k:443'],
  ['error getting node "ip-10-17-0-225": Get htt', 'not-reached', ''],
  ['failed to get https from the header', 'other', ''],
  ['Unauthorized', 'unauthorized', ''],
  ['Unauth', 'unauthorized', ''],
  ['error getting node "n1": Unauthoriz…', 'unauthorized', ''],
  ['Una', 'other', ''],
  ['no unauth', 'other', ''],
  ['nodes "a" is forbidden: node "b" is not allowed to modify node "a"', 'forbidden', ''],
  ['nodes "a" not found', 'not-found', ''],
  ['listen tcp 0.0.0.0:10250: bind: address already in use', 'in-use', ''],
  ['inotify_init: too many open files', 'too-many-files', ''],
  ['inotify_add_watch /sys/fs/cgroup: no space left on device', 'no-space', ''],
  ['etcdserver: request timed out', 'timed-out', ''],
  [
    'Operation cannot be fulfilled on nodes "a": the object has been modified; please apply your changes',
    'conflict',
    '',
  ],
  ['open /var/lib/kubelet/config.yaml: no such file or directory', 'no-file', ''],
  [
    'dial tcp 10.0.0.4:443: connectex: No connection could be made because the target machine actively refused it.',
    'refused',
    '10.0.0.4:443',
  ],
  ['something else', 'other', ''],
];

describe('classes of errors', () => {
  it.each(CASES)('%s', (text, failure, server) => {
    expect(classOfError(text)).toBe(failure);
    expect(saysOf({ text })).toEqual({ failure, server: server === '' ? undefined : server });
  });

  it.each([
    ['Put "https://10.0.0.1:6443/apis/x": net/http: request ca>', 'timed-out'],
    ['Put \\"https://10.0.0.1:6443/apis/x\\": context deadline exc>', 'timed-out'],
    ['Get "https://10.0.0.1:6443/api": dial tcp 10.0.0.1:6443: connect: connection ref…', 'refused'],
    ['Get "https://10.0.0.1:6443/api": dial tcp 10.0.0.1:6443: connect: no route t', 'no-route'],
    // Refused, or reset.
    ['Get "https://10.0.0.1:6443/api": dial tcp 10.0.0.1:6443: connect: connection re', 'not-reached'],
    ['Get "https://10.0.0.1:6443/api": dial tcp 10.0.0.1:6443: con', 'not-reached'],
    ['a file of the connection ref', 'other'],
    // Over, or of nobody who is known.
    ['Post "https://10.0.0.1:6443/api/v1/nodes": tls: failed>', 'not-reached'],
    ['Post "https://10.0.0.1:6443/api/v1/nodes": tls: failed to verify certificate: x509: certificate…', 'not-reached'],
    ['Post https://10.0.0.1:6443/api/v1/nodes: x509:$', 'not-reached'],
    ['Post "https://10.0.0.1:6443/api": tls: failed to verify certificate: x509: certificate ha...', 'expired'],
    ['Post "https://10.0.0.1:6443/api": x509: certificate sig>', 'tls'],
    ['Post "https://10.0.0.1:6443/api": remote error: tls: bad certificate', 'tls'],
  ])('are told by words that are cut, where only one class begins so: %s', (text, expected) => {
    expect(classOfError(text)).toBe(expected);
  });

  it('are read of kept texts as of others', () => {
    const texts = new ErrorTexts();
    for (const [text, failure, server] of [...CASES, ...CASES]) {
      const bytes = new TextEncoder().encode(text);
      const error = texts.of(bytes, new DataView(bytes.buffer), 0, bytes.length, false);
      if (error !== undefined) expect(saysOf(error)).toEqual({ failure, server: server === '' ? undefined : server });
    }
    expect(CASES.length).toBeGreaterThan(5);
  });

  it('tell a server out of reach from one that refuses', () => {
    expect([
      isUnreachable('refused'),
      isUnreachable('forbidden'),
      isRefused('unauthorized'),
      isRefused('timed-out'),
    ]).toEqual([true, false, true, false]);
  });

  it('take any text, however long', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), fc.integer({ min: 1, max: 200 }), (text, times) => {
        expect(classOfError(text.repeat(times))).toMatch(/^[a-z-]+$/);
      }),
      { numRuns: 100, seed: 5 },
    );
  });
});

it('tells a reason that nobody foresaw from one that is cut off', () => {
  const get = String.raw`Get "https://10.0.0.1:6443/api/v1/nodes/n1": `;
  for (const whole of [
    'context canceled',
    String.raw`malformed HTTP response "\x15\x03\x01"`,
    'dial tcp 10.0.0.1:6443: connect: invalid argument',
    'read tcp 10.0.0.2:4000->10.0.0.1:6443: read: value too large',
    'net/http: invalid header field value for "Authorization"',
  ])
    expect([classOfError(get + whole), saysUnknownReason(get + whole)]).toEqual(['not-reached', true]);
  for (const cut of ['', 'net/ht', 'dial tcp 10.0.0.1:6443', 'dial tcp 10.0.0.1:6443: connect: conn', 'context…'])
    expect([classOfError(get + cut), saysUnknownReason(get + cut)]).toEqual(['not-reached', false]);
});
