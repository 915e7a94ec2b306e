import { describe, expect, it } from 'vitest';
import { NodeStreams } from '../../../src/inference/streams/nodeStreams.ts';
import { FoldedCount, HISTORY_BOUNDS } from '../../../src/inference/store/folded.ts';
import type { Fact } from '../../../src/messages/fact.ts';
import type { LogRecord } from '../../../src/journal/record.ts';
import { instant } from '../../../src/kubelet/time.ts';
import type { ProcessLedger } from '../../../src/inference/streams/ledger.ts';

let line = 0;
function kubelet(host: string | undefined, pid: number, second: number, source = 0): LogRecord {
  line += 1;
  const time = instant(1_795_220_000_000_000 + second * 1_000_000);
  return {
    source,
    line,
    lines: 1,
    time,
    message: 'SyncLoop UPDATE',
    pairs: [],
    journal: { host, identifier: 'kubelet', pid, time },
    klog: { severity: 'I', time, pid, file: 'kubelet.go', fileLine: 1 },
  };
}
function nodeStreams(nodeNames: ReadonlyMap<number, string> = new Map()): NodeStreams {
  const { pids, endSigns } = HISTORY_BOUNDS;
  return new NodeStreams(nodeNames, {
    most: pids,
    endSigns,
    forgotten: new FoldedCount(),
    facts: new FoldedCount(),
  });
}

function attribute(streams: NodeStreams, record: LogRecord): ProcessLedger | undefined {
  return streams.attribute({ record, time: record.time, journal: record.journal, klog: record.klog }, []);
}

describe('nodes in one stream', () => {
  it('have lives of their own under different pids', () => {
    const streams = nodeStreams();
    const one = attribute(streams, kubelet('a', 10, 0));
    const two = attribute(streams, kubelet('b', 20, 1));
    expect(one).not.toBe(two);
    expect(attribute(streams, kubelet('a', 10, 2))).toBe(one);
    expect(streams.ledgers).toHaveLength(2);
  });

  it('have what their kubelets printed before the other one wrote', () => {
    const streams = nodeStreams();
    const { klog: _, ...flag } = kubelet('a', 10, 0);
    const printed = { ...flag, message: 'Flag --cgroup-driver has been deprecated' };
    const first = streams.attribute(
      { record: printed, time: printed.time, journal: printed.journal, klog: undefined },
      [],
    );
    attribute(streams, kubelet('b', 20, 1));
    expect(first).toBeDefined();
    expect(attribute(streams, kubelet('a', 10, 2))).toBe(first);
    expect(attribute(streams, kubelet('b', 20, 3))).not.toBe(first);
    expect(streams.ledgers).toHaveLength(2);
  });

  it('keep what a kubelet without a header has said when its machine turns out to be another one', () => {
    const streams = nodeStreams();
    const printed = (second: number): ProcessLedger | undefined => {
      const { klog: _, ...record } = kubelet('b', 20, second);
      const flag = { ...record, message: 'Flag --cgroup-driver has been deprecated' };
      return streams.attribute({ record: flag, time: flag.time, journal: flag.journal, klog: undefined }, []);
    };
    attribute(streams, kubelet('a', 10, 0));
    const first = printed(1);
    attribute(streams, kubelet('a', 10, 2));
    expect(printed(3)).toBe(first);
    attribute(streams, kubelet('a', 10, 4));
    expect(printed(5)).toBe(first);
    expect(streams.ledgers).toHaveLength(2);
  });

  it('are told apart with the same pid once both names take turns', () => {
    const streams = nodeStreams();
    const seen = Array.from({ length: 10 }, (_, i) => attribute(streams, kubelet(i % 2 === 0 ? 'a' : 'b', 10, i)));
    expect(streams.ledgers.map((ledger) => [...ledger.hosts])).toEqual([['a'], ['b']]);
    expect(seen.slice(5).filter((ledger) => ledger === streams.ledgers[1])).toHaveLength(3);
  });

  it('stay apart when one log stands behind the other, same pid, clock back at the start', () => {
    const streams = nodeStreams();
    for (const host of ['a', 'b']) for (let i = 0; i < 5; i += 1) attribute(streams, kubelet(host, 10, i * 60));
    expect(streams.ledgers.map((ledger) => ledger.records)).toEqual([5, 5]);
  });

  it('stay apart when the second one begins with its flags, same pid, clock on', () => {
    const streams = nodeStreams();
    attribute(streams, kubelet('a', 10, 0));
    const record = kubelet('b', 10, 60);
    const { time, source, message } = record;
    const flag = {
      kind: 'flag',
      name: 'v',
      value: '2',
      time: time ?? instant(0),
      source,
      line: record.line,
      message,
    } as const;
    streams.attribute({ record, time: record.time, journal: record.journal, klog: record.klog }, [flag]);
    expect(streams.ledgers.map((ledger) => [...ledger.hosts])).toEqual([['a'], ['b']]);
  });

  it('stay apart when the kubelet of this pid was followed by another one', () => {
    const streams = nodeStreams();
    for (const pid of [10, 20]) attribute(streams, kubelet('a', pid, pid));
    attribute(streams, kubelet('b', 10, 60));
    expect(streams.ledgers.map((ledger) => [...ledger.hosts])).toEqual([['a'], ['a'], ['b']]);
  });

  it('stay apart when the second one begins with a line of systemd', () => {
    const streams = nodeStreams();
    for (const host of ['a', 'b']) {
      const { klog: _klog, ...started } = kubelet(host, 1, 0);
      attribute(streams, { ...started, journal: { host, identifier: 'systemd', pid: 1 } });
      for (let i = 1; i < 5; i += 1) attribute(streams, kubelet(host, 10, i * 60));
    }
    expect(streams.ledgers.map((ledger) => [...ledger.hosts])).toEqual([['a'], ['b']]);
  });

  it('are several at once with the same pid when their neighbours took turns before', () => {
    const streams = nodeStreams();
    for (let i = 0; i < 6; i += 1) {
      const host = ['a', 'b', 'c'][i % 3] ?? '';
      const { klog: _klog, ...started } = kubelet(host, 1, 0);
      attribute(streams, { ...started, journal: { host, identifier: 'systemd', pid: 1 } });
    }
    for (let i = 0; i < 9; i += 1) attribute(streams, kubelet(['a', 'b', 'c'][i % 3] ?? '', 10, i));
    expect(streams.ledgers.map((ledger) => ledger.records)).toEqual([3, 3, 3]);
  });

  it('are one when a life goes on under a new host name', () => {
    const streams = nodeStreams();
    const before = attribute(streams, kubelet('localhost', 10, 0));
    for (let i = 1; i < 5; i += 1) expect(attribute(streams, kubelet('worker-1', 10, i))).toBe(before);
    expect(attribute(streams, kubelet('localhost', 10, 6))).toBe(before);
    expect(attribute(streams, kubelet('worker-1', 10, 7))).toBe(before);
  });

  it('are several with the same pid in files of their own, whose names never change', () => {
    const streams = nodeStreams();
    const one = attribute(streams, kubelet('a', 10, 0, 0));
    const two = attribute(streams, kubelet('b', 10, 1, 1));
    expect(two).not.toBe(one);
    expect(attribute(streams, kubelet('a', 10, 2, 0))).toBe(one);
    expect(attribute(streams, kubelet('b', 10, 3, 1))).toBe(two);
    expect(streams.ledgers).toHaveLength(2);
  });

  it('are so, too, where the second one begins with a line without a header', () => {
    const streams = nodeStreams();
    const one = attribute(streams, kubelet('a', 10, 0, 0));
    const { klog: _, ...flag } = kubelet('b', 10, 1, 1);
    const printed = { ...flag, message: 'Flag --cgroup-driver has been deprecated' };
    const two = streams.attribute(
      { record: printed, time: printed.time, journal: printed.journal, klog: undefined },
      [],
    );
    expect(two).not.toBe(one);
    expect(attribute(streams, kubelet('b', 10, 2, 1))).toBe(two);
    expect(attribute(streams, kubelet('a', 10, 3, 0))).toBe(one);
  });

  it('are one when a machine has got its name by the next file', () => {
    const streams = nodeStreams();
    const one = attribute(streams, kubelet('localhost.localdomain', 10, 0, 0));
    expect(attribute(streams, kubelet('b', 10, 1, 1))).toBe(one);
  });

  it('follow the name that was given to a source, whatever the host', () => {
    const streams = nodeStreams(
      new Map([
        [0, 'blue'],
        [1, 'green'],
      ]),
    );
    const one = attribute(streams, kubelet('localhost', 10, 0, 0));
    expect(attribute(streams, kubelet('localhost', 10, 1, 1))).not.toBe(one);
    expect(attribute(streams, kubelet(undefined, 10, 2, 0))).toBe(one);
  });

  it('take records without a host by their pid', () => {
    const streams = nodeStreams();
    const one = attribute(streams, kubelet('a', 10, 0));
    const two = attribute(streams, kubelet('b', 20, 0));
    expect(attribute(streams, kubelet(undefined, 20, 1, 1))).toBe(two);
    expect(attribute(streams, kubelet(undefined, 10, 1, 2))).toBe(one);
  });

  it('hear what was said on their machine before, of the last thousand machines', () => {
    const streams = nodeStreams();
    attribute(streams, kubelet('a', 10, 0));
    const said = (host: string): void => {
      const { klog: _, ...record } = kubelet(host, 1, 1);
      const unit: Fact = {
        kind: 'neighbour',
        what: 'unit-started',
        unit: 'kubelet.service',
        text: 'Started kubelet: The Kubernetes Node Agent.',
        message: 'systemd.started',
        time: record.time ?? instant(0),
        source: record.source,
        line: record.line,
      };
      const journal = { ...record.journal, identifier: 'systemd' };
      streams.attribute({ record: { ...record, journal }, time: record.time, journal, klog: undefined }, [unit]);
    };
    for (let host = 0; host <= 1000; host += 1) said(`h${host}`);
    expect(attribute(streams, kubelet('h0', 20, 5))?.notBefore).toBeUndefined();
    expect(attribute(streams, kubelet('h1000', 21, 6))?.notBefore).toBeDefined();
  });
});
