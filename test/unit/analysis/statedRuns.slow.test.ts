import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { KeptFacts } from '../../../src/inference/store/keptFacts.ts';
import { byLane, byRecords, everything, keptFacts, logOfLives } from './bothWays.ts';
import { randomLogs } from './randomLogs.ts';
import { atLeast, rounds } from '../../support/effort.ts';
import { analysisOf } from './analyse.ts';

/** Two pods of one name, one of the same uid as another, one without a name. */
const PODS = [
  { name: 'shop/web-1', uid: '0a67324e-69fe-4f79-aa3e-15517a142271' },
  { name: 'shop/web-1', uid: '0a67324e-69fe-4f79-aa3e-15517a142272' },
  { name: 'shop/web-2', uid: '0a67324e-69fe-4f79-aa3e-15517a142271' },
  { name: 'shop/web-3', uid: '0a67324e-69fe-4f79-aa3e-15517a142273' },
  { name: 'alone', uid: 'd'.repeat(32) },
] as const;
const OUTPUTS = [
  'Get \\"http://10.1.2.3:8080/\\": dial tcp 10.1.2.3:8080: connect: connection refused',
  'HTTP probe failed with statuscode: 503',
  'HTTP probe failed with statuscode: 500',
  'its own words',
  '\\x74imeout',
  'a \\ttimed out',
  'timeout',
  'no more',
  'x'.repeat(2100),
  '',
];
const pod = fc.constantFrom(...PODS);
const line = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(
        pod,
        fc.constantFrom('Liveness', 'Readiness'),
        fc.constantFrom('app', 'side'),
        fc.constantFrom(...OUTPUTS),
        fc.nat(9),
      )
      .map(
        ([{ name, uid }, type, container, output, any]) =>
          `prober.go:107] "Probe failed" probeType="${type}" pod="${name}" podUID="${uid}" containerName="${container}" probeResult="failure" output="${any > 6 ? `${any} ` : ''}${output}"`,
      ),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        pod,
        fc.array(
          fc.constantFrom(
            '\t[-]poststarthook failed',
            '\ttimeout',
            '        connection refused',
            '\t',
            '\tstatuscode: 503',
          ),
          { minLength: 1, maxLength: 3 },
        ),
      )
      .map(([{ name, uid }, inside]) =>
        [
          `prober.go:107] "Probe failed" probeType="Liveness" pod="${name}" podUID="${uid}" containerName="app" probeResult="failure" output=<`,
          ...inside,
          ' >',
        ].join('\n'),
      ),
  },
  fc
    .tuple(pod, fc.constantFrom('container is not running', 'deadline'))
    .map(
      ([{ name, uid }, error]) =>
        `prober.go:104] "Probe errored" err="rpc error: ${error}" probeType="Liveness" pod="${name}" podUID="${uid}" containerName="app"`,
    ),
  fc
    .tuple(pod, fc.constantFrom('net/http: TLS handshake timeout', 'pods \\"web-1\\" not found', 'short'))
    .map(
      ([{ name, uid }, error]) =>
        `status_manager.go:851] "Failed to get status for pod" podUID="${uid}" pod="${name}" err="${error}"`,
    ),
  fc
    .constantFrom(
      'Put \\"https://api:6443/apis/x?timeout=10s\\": context deadline exceeded',
      'leases.coordination.k8s.io \\"worker-2\\" is forbidden',
    )
    .map((error) => `controller.go:193] "Failed to update lease" err="${error}"`),
  fc
    .constantFrom('10.0.0.2 10.0.0.3', '10.0.0.4')
    .map(
      (applied) =>
        `dns.go:153] "Nameserver limits exceeded" err="Nameserver limits were exceeded, some nameservers have been omitted, the applied nameserver line is: ${applied}"`,
    ),
  fc
    .constantFrom(
      'object-"shop"/"web": watch of *v1.ConfigMap ended with: an error',
      'object-"shop"/"web": Failed to watch *v1.Secret: unknown (get secrets)',
      'Caches populated for *v1.Secret from object-"shop"/"web"',
      'k8s.io/client-go/informers/factory.go:150: failed to list *v1.Node: Get "https://api:6443/api/v1/nodes": dial tcp 10.0.0.1:6443: connect: connection refused',
    )
    .map((text) => `reflector.go:140] ${text}`),
  fc.tuple(pod).map(([{ name }]) => `kubelet.go:2472] "SyncLoop (SYNC) pods" total=1 pods=["${name}"]`),
);

describe('lines that state again what earlier ones stated', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('say the same in runs as by records', () => {
    const again = vi.spyOn(KeptFacts.prototype, 'addRepeat');
    fc.assert(
      fc.property(randomLogs({ text: line, messages: [8, 40], repeats: [3, 10] }), ({ bytes, chunk }) => {
        const byRuns = byLane(bytes, chunk);
        const one = byRecords(bytes);
        expect(keptFacts(byRuns) === keptFacts(one)).toBe(true);
        expect(everything(byRuns) === everything(one)).toBe(true);
      }),
      { numRuns: rounds(60), seed: 5 },
    );
    expect(again.mock.calls.length).toBeGreaterThan(atLeast(3000));
  });

  it('are known in the process run that stated it, and not in the next', () => {
    // Only these lines tell the verbosity of each process run.
    const others = 'status_manager.go:809] "Pod status updated" pod="shop/web-1" statusVersion=7';
    const bytes = logOfLives([['kubelet.go:2488] "SyncLoop (housekeeping)"'], [others]], 200, false);
    const byRuns = byLane(bytes, 1 << 20);
    expect(analysisOf(byRuns).reconstruction.history.processes.map(({ verbosity }) => verbosity)).toEqual([4, 4]);
    expect(everything(byRuns) === everything(byRecords(bytes))).toBe(true);
  });

  it('say the same where there are more of them than are known at once', () => {
    // Pods come again at random, so that many lines of a run are known by what gives way to others in that run.
    let random = 1;
    const messages = Array.from({ length: 40_000 }, () => {
      random = Math.imul(random, 1_103_515_245) + 12_345;
      const of = (random >>> 8) % 9000;
      return [
        `prober.go:107] "Probe failed" probeType="Liveness" pod="shop/web-${of}" podUID="0a67324e-69fe-4f79-aa3e-${of}" containerName="app" probeResult="failure" output="timeout"`,
      ];
    });
    const bytes = logOfLives(messages, 1, false);
    const again = vi.spyOn(KeptFacts.prototype, 'addRepeat');
    const byRuns = keptFacts(byLane(bytes, 200_000));
    expect(again.mock.calls.length).toBeGreaterThan(10_000);
    expect(byRuns === keptFacts(byRecords(bytes))).toBe(true);
  });

  it('stay known while others come once, far more than are known at once', () => {
    const failed = (pod: string): readonly string[] => [
      `prober.go:107] "Probe failed" probeType="Liveness" pod="shop/${pod}" podUID="0a67324e-69fe-4f79-aa3e-${pod}" containerName="app" probeResult="failure" output="timeout"`,
    ];
    const often = Array.from({ length: 40 }, (_, pod) => failed(`often-${pod}`));
    const turns = 25;
    const messages = Array.from({ length: turns }, (_, turn) => [
      ...often,
      ...Array.from({ length: 2000 }, (_, pod) => failed(`once-${turn}-${pod}`)),
    ]).flat();
    const again = vi.spyOn(KeptFacts.prototype, 'addRepeat');
    byLane(logOfLives(messages, 1, false), 1 << 20);
    // In both process runs. A fifth of them were forgotten between two turns where any line gave way to the next with its hash.
    expect(again.mock.calls.length).toBeGreaterThan(0.9 * 2 * often.length * (turns - 1));
  });
});
