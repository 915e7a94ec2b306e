import type { KubeletProcess } from '../../../src/inference/history.ts';
import { describe, expect, it } from 'vitest';
import { collectLines } from '../../../src/worker/collectLines.ts';
import { messageText, recordAt } from '../../../src/worker/explainLine.ts';

async function* chunksOf(text: string, size: number): AsyncIterable<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += size) {
    await Promise.resolve();
    yield bytes.subarray(at, at + size);
  }
}

describe('collectLines', () => {
  const text = 'one\r\ntwo é\n\nfour\nfive';

  it.each([1, 2, 3, 7, 100])('picks the same lines in chunks of %i', async (size) => {
    expect(await collectLines(chunksOf(text, size), 1, 1, 99)).toEqual(['one', 'two é', '', 'four', 'five']);
    expect(await collectLines(chunksOf(text, size), 1, 2, 3)).toEqual(['two é', '']);
    expect(await collectLines(chunksOf(text, size), 11, 14, 14)).toEqual(['four']);
  });

  it('gives one line for each of the log, also where an editor would break it', async () => {
    expect(await collectLines(chunksOf('one\r\r\ntwo\rparts\n', 3), 1, 1, 9)).toEqual(['one\u240d', 'two\u240dparts']);
  });

  it('stops reading after the last wanted line', async () => {
    let read = 0;
    async function* endless(): AsyncIterable<Uint8Array> {
      for (;;) {
        read += 1;
        yield* chunksOf('line\n'.repeat(10), 1000);
      }
    }
    expect(await collectLines(endless(), 1, 12, 13)).toEqual(['line', 'line']);
    expect(read).toBe(2);
  });

  it('cuts a line of a megabyte', async () => {
    const [line] = await collectLines(chunksOf(`${'x'.repeat(1_000_000)}\nnext\n`, 65_536), 1, 1, 1);
    expect(line).toHaveLength(65_536);
  });

  it('cuts lines sooner once many long ones were taken, and drops none', async () => {
    const lines = await collectLines(chunksOf(`${'x'.repeat(100_000)}\n`.repeat(400), 1 << 20), 1, 1, 400);
    expect(lines.map(({ length }) => length)).toEqual([
      ...Array.from({ length: 129 }, () => 65_536), // 8 MiB, and the one that goes over it
      ...Array.from({ length: 271 }, () => 1024),
    ]);
  });
});

describe('what a line is by the catalogue', () => {
  const explained = (lines: readonly string[], index: number) => {
    const record = recordAt(lines, index, { year: 2026 });
    return record === undefined ? undefined : messageText(record);
  };
  const skip =
    'E1121 00:32:44.553642    2100 kubelet.go:2412] "Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active 4m2.166611941s ago; threshold is 3m0s"';

  it('explains a line of the sync loop, with its reason', () => {
    const message = explained([skip], 0);
    expect(message?.title).toBe('Skipping pod synchronization');
    expect(message?.meaning).not.toBe('');
    expect(message?.parts?.[0]?.text).toContain('last seen active 4m2.166611941s ago');
    expect(message?.origin).toContain('kubelet.go');
  });

  it('names the source file of the line where a message moved, but not the wrapper through which the CRI client logs', () => {
    const header = 'I1121 00:32:44.553642    2100';
    expect(explained([`${header} reconciler_new.go:29] "Reconciler: start to sync state"`], 0)?.origin).toBe(
      'reconciler_new.go',
    );
    expect(
      explained([`E${header.slice(1)} log.go:32] "ListPodSandbox with filter from runtime service failed" err="x"`], 0)
        ?.origin,
    ).toContain('remote_runtime.go');
  });

  it('names all versions that write such a line, where nothing that is left of it tells them apart', () => {
    const status = 'E1126 17:33:39.395975    2098 kuberuntime_manager.go:1003] "PodSandboxStatus of sandbox for pod"';
    const versions = (line: string): string | undefined => explained([line], 0)?.origin?.split(' · ')[1];
    expect(versions(`${status} err="rpc error" podSandboxID="30d5" pod="a/b"`)).toBe('kubelet 1.21–1.35');
    expect(versions(`${status} err="rpc error" pod="a/b" podSandboxID="30d5"`)).toBe('kubelet since 1.36');
    expect(versions('scope.go:95] [topologymanager] RemoveContainer - Container ID: 82bb')).toBe('kubelet 1.20');
    expect(versions(`${status} err="rpc error: code = DeadlineExceeded desc = context`)).toBe('kubelet since 1.21');
    expect(
      versions('E1126 17:33:39.395975    2098 kubelet.go:2300] "Container runtime not ready" runtimeReady="x"'),
    ).toBe('kubelet 1.21–1.35');
  });

  it('explains a line in its journal envelope', () => {
    expect(explained([`Nov 21 00:32:44 worker-2 kubelet[2100]: ${skip}`], 0)?.title).toBe(
      'Skipping pod synchronization',
    );
  });

  it('explains a later line of a record by the record', () => {
    const lines = ['E1121 00:32:44.553642    2100 kubelet.go:1] "Some error" err=<', '\tfirst', '\tsecond', ' >', skip];
    expect(explained(lines, 2)?.title).toBe(explained(lines, 0)?.title);
    expect(explained(lines, 4)?.title).toBe('Skipping pod synchronization');
  });

  it('says that a line of a shared library is of another process than the kubelet', () => {
    const line = (pid: number) =>
      `E1121 00:32:44.553642 ${String(pid).padStart(7)} reflector.go:200] "Failed to watch" err="failed to list *v1.ConfigMap: forbidden"`;
    const meaning = (text: string) => {
      const record = recordAt([text], 0, { year: 2026 });
      return record === undefined ? '' : messageText(record, [{ pid: 2100 } as KubeletProcess]).meaning;
    };
    expect(meaning(line(1))).toContain('not read as a kubelet here');
    expect(meaning(line(2100))).not.toContain('not read as a kubelet here');
    expect(meaning(`Nov 21 00:32:44 worker-2 kubelet[7]: ${line(7)}`)).not.toContain('not read as a kubelet here');
    expect(meaning(skip.replace('2100', '   1'))).not.toContain('not read as a kubelet here');
  });

  it('takes no key of a configuration for the heading of a program', () => {
    const yaml = ['etcd:', '  local:', '    dataDir: /var/lib/minikube/etcd', 'networking:'];
    expect(yaml.map((_, index) => explained(yaml.slice(index), 0)?.title)).toEqual(
      yaml.map(() => 'Text without a header'),
    );
    const under = ['I0917 17:01:27.671783   58530 kubeadm.go:187] kubeadm config:', ...yaml];
    expect(explained(under, 2)?.meaning).toContain('kubeadm.go');
  });

  it('has nothing to say of a blank line', () => {
    expect(explained(['', skip], 0)).toBeUndefined();
  });
});
