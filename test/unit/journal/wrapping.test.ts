import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findWrapping } from '../../../src/journal/unwrap/wrapping.ts';
import { contentOf, readLog } from './readLog.ts';

const line = (second: number, text: string): string =>
  `Jan 05 12:00:${String(second).padStart(2, '0')} node-1 kubelet[1234]: E0105 12:00:${String(second).padStart(2, '0')}.000000    1234 ${text}`;
const SKIP =
  'kubelet.go:1842] skipping pod synchronization - [PLEG is not healthy: pleg was last seen active 3m1.5s ago; threshold is 3m0s]';
const cut = (text: string, columns: number): string[] =>
  Array.from({ length: Math.ceil(text.length / columns) }, (_piece, index) =>
    text.slice(index * columns, (index + 1) * columns),
  );
const read = (text: string): unknown[] => readLog(text).records.map((record) => [record.line, record.message]);

describe('a wrapped line', () => {
  const message = SKIP.slice(SKIP.indexOf(']') + 2);

  it.each([40, 41, 42, 55, 61, 66, 70, 71, 72, 73, 74, 78, 80, 83, 84, 85, 90])(
    'at %i columns, wherever the header is cut, is one record with the number of its first piece',
    (columns) => {
      const whole = [line(1, SKIP), line(6, SKIP), line(11, SKIP)];
      const pieces = cut(whole[0] ?? '', columns).length;
      expect(read(whole.flatMap((text) => cut(text, columns)).join('\n'))).toEqual([
        [1, message],
        [1 + pieces, message],
        [1 + 2 * pieces, message],
      ]);
    },
  );

  it('may be cut in the same word each time, behind an envelope', () => {
    const down = 'skipping pod synchronization - [container runtime is down]';
    const whole = [1, 6, 11, 16].map((second) => line(second, `kubelet.go:1794] ${down}`));
    const at = whole[0]?.indexOf('d synchronization') ?? 0;
    const pieces = whole.flatMap((text) => [text.slice(0, at), text.slice(at)]);
    expect(read(pieces.join('\n'))).toEqual([1, 3, 5, 7].map((number) => [number, down]));
    // Without one, a message can have two lines.
    const bare = pieces.map((piece) => piece.replace(/^.*kubelet\[1234\]: /, ''));
    expect(findWrapping(`${bare.join('\n')}\n`, true)).toBeUndefined();
  });

  it('may be cut before a blank of its message', () => {
    const at = 'node-1 kubelet[1234]: E0105 12:00:01.000000    1234 kubelet.go:1870] "Skipping pod'.length;
    const whole = line(1, 'kubelet.go:1870] "Skipping pod synchronization" err="PLEG is not healthy"').slice(16);
    expect(whole.slice(at).startsWith(' synchronization')).toBe(true);
    const pieces = `Jan 05 12:00:01 ${whole.slice(0, at)}\n${whole.slice(at)}`;
    expect(read(pieces)).toEqual([[1, 'Skipping pod synchronization']]);
    expect(read(pieces.replace('\n ', '\n    '))).toEqual([[1, 'Skipping podsynchronization']]);
  });

  it.each(['root@debian10x64:/home/fernando# free -h', '[root@k8s-master01 ~]#', '[vagrant@localhost ~]$ ls'])(
    'does not go on with a prompt: %s',
    (prompt) => {
      const ended = line(1, 'run.go:74] "command failed" err="failed to run Kubelet: swap is on, please disable swa');
      const texts = readLog(`${ended}\n${prompt}\n`).records.map(({ pairs }) => pairs.map(({ value }) => value));
      expect(texts[0]).toEqual(['failed to run Kubelet: swap is on, please disable swa…']);
      expect(texts).toHaveLength(2);
    },
  );

  it('may be wrapped only once, if the cut is inside of its klog header', () => {
    expect(read(`E0105 12:00:01.000000    1234 kube\nlet.go:1842] ${message}\n`)).toEqual([[1, message]]);
    expect(read(`E0105 12:00:01.000000    1234\nkubelet.go:1842] ${message}\n`)).toEqual([[1, message]]);
    expect(read(`E0105 12:00:01.000000    1234 kube     \n     let.go:1842] ${message}\n`)).toEqual([[1, message]]);
    expect(read(`E0105 12:00:01.000000    1234 kubelet.go:18\n42] ${message}\n`)).toEqual([[1, message]]);
  });

  it('may begin below its klog header, and go on where it announces a reason', () => {
    const header = line(1, 'reflector.go:138]');
    expect(read(`${header}\n${message}\n`)).toEqual([[1, message]]);
    const why = 'x509: certificate has expired or is not yet valid';
    const list = 'factory.go:134: Failed to list *v1.Pod: Get "https://k8s.example:6443/api/v1/pods":';
    expect(read(`${header}\n${list}\n${why}\n\n${line(2, 'kubelet.go:2347]')}\nnode "node-1" not found\n`)).toEqual([
      [1, expect.stringMatching(/pods": {1,2}x509: certificate has expired or is not yet valid$/)],
      [5, 'node "node-1" not found'],
    ]);
    // A line of another kind, or prose behind a message that is whole, is none of it.
    expect(read(`${header}\n${line(2, SKIP)}\n`)).toEqual([
      [1, ''],
      [2, message],
    ]);
    expect(read(`${header}\n${why}\nThis says it all.\n`)[0]).toEqual([1, why]);
  });

  it('may be cut inside of a path, and before the error of an operation on a volume', () => {
    const path = '/sys/fs/cgroup/blkio/kubepods.slice/kubepods-burstable.slice/docker-b7f3614445d38273.scope';
    const watch = `watcher.go:152] Failed to watch directory "/sys/fs/cgroup/blkio": inotify_add_watch ${path}: no space left on device`;
    const text = watch.slice(watch.indexOf(']') + 2);
    const at = line(1, watch).indexOf('kubepods-burstable') + 4;
    expect(read(`${line(1, watch).slice(0, at)}\n${line(1, watch).slice(at)}\n`)).toEqual([[1, text]]);
    // What somebody wrote behind the log is no part of it.
    expect(read(`${line(1, watch).slice(0, at)}\nkubectl get nodes\n`)[0]).toEqual([
      1,
      text.slice(0, text.indexOf('kubepods-burstable') + 4),
    ]);
    const waits =
      'nestedpendingoperations.go:267] Operation for "x" failed. No retries permitted until 2019-02-28 11:00:55.8 +0800 CST m=+1.2 (durationBeforeRetry 8s).';
    const error = 'Error: "error cleaning subPath mounts for volume \\"oss1\\" : directory not empty"';
    expect(read(`${line(1, waits)}\n${error}\n`)).toEqual([[1, `${waits.slice(waits.indexOf(']') + 2)} ${error}`]]);
  });

  it('may be cut before the error that its last word announces, whatever letter that begins with', () => {
    const head = 'controller.go:144] failed to ensure lease exists, will retry in 7s, error: ';
    const error =
      'Get "https://k8s.example:6443/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/worker?timeout=10s":';
    const whole = [`failed to ensure lease exists, will retry in 7s, error: ${error} context deadline exceeded`];
    for (const envelope of ['Jan 05 12:00:01 node-1 kubelet[1234]: ', '']) {
      const first = `${envelope}E0105 12:00:01.000000    1234 ${head}`;
      expect(
        readLog(`${first}\n${error}\ncontext deadline exceeded\n`).records.map(({ message }) =>
          message.replaceAll('\n', ' '),
        ),
      ).toEqual(whole);
    }
    const other = readLog(
      `${line(1, 'kubelet.go:1842] an ordinary message that does end, with some more words.')}\n${error}\n`,
    );
    expect(other.records).toHaveLength(2);
  });

  it('behind the same envelope belongs to the message that was written with it, and to no earlier one', () => {
    const of = (second: number, text: string): string => line(second, '').replace(/ E0105 .*/, ` ${text}`);
    const first = line(1, 'aws_credentials.go:77] while getting credentials: no providers');
    const message = 'while getting credentials: no providers';
    const more = 'For verbose messaging see aws.Config';
    expect(read([first, of(1, more)].join('\n'))).toEqual([[1, `${message}\n${more}`]]);
    expect(read([first, of(9, more)].join('\n'))).toEqual([
      [1, message],
      [2, more],
    ]);
    const grpc = 'WARNING: 2026/01/05 12:00:01 grpc: addrConn.createTransport failed to connect';
    expect(read([first, of(1, grpc)].join('\n'))).toEqual([
      [1, message],
      [2, grpc],
    ]);
  });

  it('is read in any chunking', () => {
    const bytes = new TextEncoder().encode(
      [line(1, SKIP), line(6, SKIP), line(11, SKIP)].flatMap((text) => cut(text, 80)).join('\n'),
    );
    const whole = readLog(bytes).records.map(contentOf);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: bytes.length }), (size) => {
        const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_chunk, index) =>
          bytes.subarray(index * size, (index + 1) * size),
        );
        expect(readLog(chunks).records.map(contentOf)).toEqual(whole);
      }),
      { numRuns: 40 },
    );
  });

  it('ends where the next one begins, also if it fills its last piece', () => {
    const full = line(1, SKIP).padEnd(240, 'x');
    expect(
      readLog(
        [full, line(6, SKIP), full.replace('12:00:01', '12:00:02'), line(9, SKIP)]
          .flatMap((text) => cut(text, 80))
          .join('\n'),
      ).records,
    ).toHaveLength(4);
  });
});

describe('no wrapped lines', () => {
  it.each<[string, string]>([
    ['a clean log', [line(1, SKIP), line(2, SKIP), line(3, SKIP)].join('\n')],
    [
      'messages of two lines, all of one length',
      Array.from(
        { length: 20 },
        (_line, second) =>
          `${line(second, 'remote_runtime.go:222] "StopPodSandbox failed" err=<')}\n\tfailed to reach the runtime\n >`,
      ).join('\n'),
    ],
    [
      'messages with a newline',
      Array.from(
        { length: 20 },
        (_line, second) =>
          `${line(second, 'kuberuntime_manager.go:918] container start failed: exec:')}\nno such file or directory`,
      ).join('\n'),
    ],
    ['a table', ['==> Audit <==', ...Array.from({ length: 30 }, () => `| start   | ${'-'.repeat(100)} |`)].join('\n')],
    [
      'a stack',
      [
        line(1, 'runtime.go:69] Observed a panic: invalid memory address'),
        'goroutine 1 [running]:',
        ...Array.from({ length: 40 }, (_line, index) =>
          index % 2 === 0
            ? 'k8s.io/kubernetes/pkg/kubelet.(*Kubelet).syncLoop(0xc0000b6000)'
            : '\t/go/src/k8s.io/kubernetes/pkg/kubelet/kubelet.go:1842 +0x1a5',
        ),
      ].join('\n'),
    ],
    [
      'entries of several fields',
      Array.from(
        { length: 20 },
        () =>
          `Sat 2026-11-21 00:27:32.819344 UTC [s=a3f1;i=1;b=22;m=33;t=44;x=55555555555555555555]\n    _UID=0\n    MESSAGE=${SKIP}`,
      ).join('\n'),
    ],
    [
      'prose around a log',
      [
        'What happened:',
        'the node is not ready any more, and nobody knows why that is so, please help us with it',
        line(1, SKIP),
        'and that is all that we have of this node so far, the rest of it is lost, we are sorry.',
      ].join('\n'),
    ],
  ])('in %s', (_what, text) => expect(findWrapping(text, true)).toBeUndefined());

  it('in anything that is no log', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 200 }), { maxLength: 30 }), (lines) => {
        expect(findWrapping(lines.join('\n').replaceAll(/\d/g, 'x').replaceAll('{"', ''), true)).toBeUndefined();
      }),
    );
  });
});

describe('an address that was cut', () => {
  const GET =
    'Get "https://192.168.56.110:6443/api/v1/nodes?limit=500&resourceVersion=0": dial tcp 192.168.56.110:6443: connect: connection refused';
  const nodes = `kubelet_node_status.go:92] Unable to register node "node-1" with API server: ${GET}`;
  const lists = `reflector.go:138] k8s.io/client-go/informers/factory.go:134: Failed to watch *v1.Node: ${GET}`;
  const whole = [line(1, nodes), line(2, lists), line(3, nodes.replaceAll('"', ''))];
  const messages = readLog(whole.join('\n')).records.map(({ message }) => message);

  it('is put together anywhere, in lines that were cut alike or in one alone', () => {
    const [first = '', , last = ''] = whole;
    const address = first.indexOf('https:') + 'https:'.length;
    for (let at = address; at < address + '//192.168.56.110'.length; at++) {
      const cutAt = (text: string): string => cut(text, at).join('\n');
      expect(
        readLog(whole.map(cutAt).join('\n')).records.map(({ message }) => message),
        String(at),
      ).toEqual(messages);
      for (const [index, one] of [first, last].entries())
        expect(readLog(`${one.slice(0, at)}\n${one.slice(at)}`).records[0]?.message, String(at)).toBe(
          messages[index * 2],
        );
    }
  });

  it('is put together where only that line was cut', () => {
    const bare = `E0105 12:00:03.000000    1234 a.go:92] "x" err="${GET.replaceAll('"', '')}"`;
    for (const one of [whole[2] ?? '', bare]) {
      const at = one.indexOf('//192.168.56') + '//192.168'.length;
      const { records } = readLog(
        [...whole.slice(0, 2), `${one.slice(0, at)}\n${one.slice(at)}`, ...whole.slice(0, 2)].join('\n'),
      );
      expect(records[2]?.pairs[0]?.value ?? records[2]?.message).toContain('https://192.168.56.110:6443/api/');
    }
  });

  it('does not go on in a line that is none', () => {
    const pieces = `${line(1, 'x.go:1] see https://kubernetes.io')}\nsomething else`;
    expect(readLog(pieces).records[0]?.message).not.toContain('kubernetes.iosomething');
  });
});

describe('a line behind an empty one', () => {
  const open = line(
    1,
    'run.go:74] "command failed" err="failed to run Kubelet: running with swap on is not supported, please',
  );
  const second = line(2, 'server.go:209] "x"');

  it('is no rest of a line that was cut', () => {
    expect(read(`${second}\n${open}\n\nSolution:\n`)).toEqual([
      [1, 'x'],
      [2, 'command failed'],
      [4, 'Solution:'],
    ]);
  });

  it('is one where all lines are so far apart', () => {
    expect(read(`${second}\n\n${open}\n\ndisable swap!"\n`)).toEqual([
      [1, 'x'],
      [3, 'command failed'],
    ]);
  });
});
