/** Every line that the simulator writes is read back as what it was: in every version, verbosity, format and envelope. */
import { describe, expect, it } from 'vitest';
import { ENVELOPES } from '../../../src/journal/envelope/writeEnvelope.ts';
import { createSourceReader } from '../../../src/journal/sourceReader.ts';
import type { LogRecord } from '../../../src/journal/record.ts';
import { createMessageReader } from '../../../src/messages/messageReader.ts';
import { isQuick } from '../../support/effort.ts';
import { processorTime } from '../../support/processorTime.ts';
import { simulated } from './scenarios.ts';

const LISTS = ['ListPodSandbox', 'ListContainers'];
const VERSIONS = Array.from({ length: 29 }, (_, index) => `1.${index + 8}.0`);

/** A bit of everything: a hang, a pod that cannot be inspected, a failing Status, a restart, a deletion. */
function busy(more: object): object {
  return {
    duration: '14m',
    pods: [
      { name: 'etcd', namespace: 'kube-system', source: 'file', containers: [{ name: 'etcd' }] },
      {
        name: 'web',
        count: 3,
        added: 4,
        containers: [{ name: 'nginx' }, { name: 'sidecar', exits: { after: '40s', code: 1 } }],
      },
      { name: 'gone', added: 5, deleted: '60s' },
    ],
    faults: [
      { from: '70s', to: '340s', effect: 'hang', methods: LISTS },
      {
        from: '400s',
        to: '460s',
        effect: 'error',
        methods: ['Status'],
        error: 'rpc error: code = Unknown desc = database is locked',
      },
      { from: '500s', to: '680s', effect: 'hang', methods: ['PodSandboxStatus'], pods: 'web-1' },
      { from: '700s', to: '705s', effect: 'hang', methods: ['ContainerStatus'] },
    ],
    conditions: [
      {
        at: '720s',
        networkReady: { ready: false, reason: 'NetworkPluginNotReady', message: 'cni plugin not initialized' },
      },
      { at: '740s', runtimeReady: { ready: false, reason: 'Down', message: 'shutting down' } },
      { at: '760s' },
    ],
    actions: [
      { at: '505s', do: 'exit', pod: 'web-1', container: 'nginx' },
      { at: '620s', do: 'probe', pod: 'web-2' },
      { at: '690s', do: 'restart-kubelet', signal: 'kill', after: '3s' },
    ],
    ...more,
  };
}

function read(log: string): {
  readonly records: readonly LogRecord[];
  readonly unparsed: number;
  readonly journal: string;
} {
  const records: LogRecord[] = [];
  const reader = createSourceReader(
    0,
    'simulated.log',
    { year: 2026 },
    { record: (record) => records.push(record), warning: () => undefined },
  );
  reader.push(new TextEncoder().encode(log));
  reader.end();
  const summary = reader.summary();
  return { records, unparsed: summary.unparsedLines, journal: summary.journal };
}

/** Ids of recognised rows with how often each came, and the lines that no row knows. */
function rowsOf(records: readonly LogRecord[]): {
  readonly rows: ReadonlyMap<string, number>;
  readonly unknown: readonly string[];
} {
  const messages = createMessageReader();
  const rows = new Map<string, number>();
  const unknown: string[] = [];
  for (const record of records) {
    const found = messages.recognise(record);
    if (found === undefined) unknown.push(record.message);
    else rows.set(found.row.id, (rows.get(found.row.id) ?? 0) + 1);
  }
  return { rows, unknown };
}

describe('a simulated line', () => {
  it.each(VERSIONS)('is known to the catalogue, at the most talkative verbosity (%s)', (version) => {
    const { records, unparsed } = read(simulated(busy({ version, verbosity: 10 })).log);
    const { rows, unknown } = rowsOf(records);
    expect(unknown).toEqual([]);
    expect(unparsed).toBe(0);
    const minor = Number(version.split('.')[1]);
    const names = [...rows.keys()].map((id) => id.replace(/\.[us]\d*$/, ''));
    expect(names).toEqual(
      expect.arrayContaining([
        'syncloop.start',
        'syncloop.skip',
        'syncloop.add',
        'syncloop.delete',
        'syncloop.remove',
        'syncloop.pleg',
        'pleg.unable-retrieve-pods',
        'cri.list-sandbox',
        'pleg.state-change',
        'pleg.write-status',
        'runtime.sanity-failed',
      ]),
    );
    expect(names.includes('pleg.container-finished')).toBe(minor >= 22);
    expect(names.includes('node.not-ready')).toBe(true);
    expect(names.includes('syncloop.housekeeping-slow')).toBe(minor >= 22);
  });

  it.each(['1.19.0', '1.21.0', '1.28.0', '1.36.2'])('says the same in JSON as in text (%s)', (version) => {
    const [text, json] = ['text', 'json'].map((format) =>
      rowsOf(read(simulated(busy({ version, format, verbosity: 4 })).log).records),
    );
    expect(json?.unknown).toEqual([]);
    // JSON writes err last, so that rows which differ in its place alone cannot be told apart.
    const families = (rows: ReadonlyMap<string, number> | undefined): string[] =>
      [...(rows ?? [])].map(([id, count]) => `${id.replace(/\.[us]\d*$/, '')} ${count}`).sort();
    expect(families(json?.rows)).toEqual(families(text?.rows));
  });

  let bare: ReturnType<typeof rowsOf> | undefined;
  it.each(ENVELOPES)('survives the envelope %s', (envelope) => {
    bare ??= rowsOf(read(simulated(busy({ envelope: 'none' })).log).records);
    const { records, unparsed, journal } = read(simulated(busy({ envelope })).log);
    const wrapped = rowsOf(records);
    const ofKubelet = new Map([...wrapped.rows].filter(([id]) => !id.startsWith('systemd.')));
    expect(unparsed).toBe(0);
    expect(ofKubelet).toEqual(bare.rows);
    // A syslog file looks like journalctl's short.
    expect(journal).toBe(envelope === 'syslog' ? 'short' : envelope);
    // cat names no writer.
    if (envelope !== 'none' && envelope !== 'cat') expect(wrapped.rows.get('systemd.started-unit')).toBe(2);
  });

  it('is left out where -v does not reach', () => {
    const lines = [0, 1, 2, 3, 4, 5].map((verbosity) => simulated(busy({ verbosity })).log.split('\n').length);
    expect(lines).toEqual([...lines].sort((a, b) => a - b));
    expect(new Set(lines).size).toBeGreaterThanOrEqual(4);
    const quiet = rowsOf(read(simulated(busy({ verbosity: 0 })).log).records).rows;
    expect([...quiet.keys()].filter((id) => id.startsWith('syncloop.pleg') || id.startsWith('startup.flag'))).toEqual(
      [],
    );
    expect(quiet.get('syncloop.skip.s')).toBeGreaterThan(10);
  });
});

describe('the same scenario', () => {
  it('gives the same bytes again, and others with another seed', () => {
    const [once, again, other] = [1, 1, 2].map((seed) => simulated(busy({ seed })));
    expect(again?.log).toBe(once?.log);
    expect(again?.truth).toEqual(once?.truth);
    expect(other?.log).not.toBe(once?.log);
  });

  it('has a truth in the order of its times', () => {
    const times = simulated(busy({})).truth.map(({ t }) => t);
    expect(times).toEqual([...times].sort());
  });
});

describe('an hour of 110 pods', () => {
  it.skipIf(isQuick)('takes less than five seconds of processor', () => {
    let log = '';
    const took = processorTime(() => {
      ({ log } = simulated({
        duration: '1h',
        pods: [
          {
            name: 'app',
            count: 110,
            containers: [{ name: 'main', exits: { after: { from: '60s', to: '20m' }, code: 1 } }, { name: 'side' }],
          },
        ],
        faults: [{ from: '30m', to: '40m', effect: 'hang', methods: LISTS }],
      }));
    });
    expect(log.split('\n').length).toBeGreaterThan(1500);
    expect(took).toBeLessThan(5);
  });
});
