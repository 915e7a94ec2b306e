import { describe, expect, it } from 'vitest';
import { writeKlogLine } from '../../../src/journal/klog/klogLine.ts';
import { ReadRecord } from '../../../src/journal/klog/readRecord.ts';
import type { LogRecord, Severity } from '../../../src/journal/record.ts';
import { instant } from '../../../src/kubelet/time.ts';
import { KUBELET_ROWS } from '../../../src/messages/catalogue/index.ts';
import { NEIGHBOUR_ROWS } from '../../../src/messages/catalogue/neighbours.ts';
import { createMessageReader } from '../../../src/messages/messageReader.ts';
import { classifyMessage } from '../../../src/messages/recognise/reject.ts';
import { fillTemplate, parseTemplate } from '../../../src/messages/recognise/template.ts';
import { writeMessage } from '../../../src/messages/write.ts';
import { recordsOf } from './recordsOf.ts';

const header = (severity: 'I' | 'W' | 'E' | 'F', file: string) => ({
  severity,
  time: instant(1_795_220_850_123_456),
  pid: 4321,
  file,
  fileLine: 7,
});

describe('the quick no', () => {
  it('lets a structured message pass that somebody wrote down in small letters, and reads it as the same', () => {
    const [small, other] = recordsOf(
      'I1121 00:27:32.000000    4242 kubelet.go:1820] "skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active 3m12.45s ago; threshold is 3m0s"\nI1121 00:27:33.000000    4242 kubelet.go:1820] "skipping pod synchronisation" err="x"\n',
    );
    expect([small?.rejected, other?.rejected]).toEqual([false, true]);
    expect(small === undefined ? [] : createMessageReader().facts(small.record)).toMatchObject([
      { kind: 'skip', reasons: [{ kind: 'pleg-stale' }] },
    ]);
  });

  it('lets every row pass that can give a fact, and stops rows that cannot', () => {
    const rows = KUBELET_ROWS.filter((row) => row.form !== 'error-text');
    const lines = rows.map((row, index) => {
      const names = row.form === 'structured' ? row.keys : parseTemplate(row.template).names;
      const { severity, file, form, message, pairs } = writeMessage(
        row,
        Object.fromEntries(names.map((name) => [name, 'x'])),
      );
      const { time, ...common } = header(severity, file);
      return writeKlogLine({ header: { ...common, time: instant(time + index) }, form, message, pairs });
    });
    const records = recordsOf(`${lines.join('\n')}\n`);
    expect(records.length).toBe(rows.length);
    let stopped = 0;
    records.forEach(({ rejected }, index) => {
      const row = rows[index];
      if (row?.facts !== undefined) expect(rejected, row.id).toBe(false);
      else if (rejected) stopped += 1;
    });
    const without = rows.filter((row) => row.facts === undefined).length;
    expect(stopped / without).toBeGreaterThan(0.8);
  });

  it("lets every neighbour's row pass that can give a fact, wherever it stands in the line, and last words of anybody", () => {
    const rows = NEIGHBOUR_ROWS.filter((row) => row.facts !== undefined);
    const writers = (component: string): readonly string[] => {
      if (component === 'storage') return ['kernel', 'containerd', 'dockerd', 'crio'];
      if (component === 'cni') return ['containerd', 'dockerd', 'crio.service'];
      return component === 'journald'
        ? ['systemd-journald', 'systemd', 'journal']
        : [component, component === 'systemd' ? 'init.scope' : `${component}.service`];
    };
    const bodies = rows.flatMap((row) => {
      const { literals } = parseTemplate(row.template);
      const text = literals
        .map((literal, index) =>
          index === 0
            ? literal
            : `${index === literals.length - 1 && literal === '' ? 'x' : index % 2 === 0 ? 'web 1' : '7'}${literal}`,
        )
        .join('');
      return writers(row.component).flatMap((writer) =>
        [text, `[ 1.2] x ${text}`, `time="2026-11-21T00:00:01Z" level=info ${text} and more`].map(
          (body) => `Nov 21 00:00:01 n ${writer}[7]: ${body}`,
        ),
      );
    });
    const last = [
      'panic: runtime error',
      'fatal error: all goroutines are asleep',
      'SIGABRT: abort',
      'SIGQUIT: quit',
    ].flatMap((body) => ['kubelet', 'containerd', 'nobody'].map((writer) => `Nov 21 00:00:01 n ${writer}[7]: ${body}`));
    const given = [...bodies, ...last];
    const records = recordsOf(`${given.join('\n')}\n`);
    const reader = createMessageReader();
    let withFacts = 0;
    records.forEach(({ record, rejected }) => {
      // Text that was asked for is not looked at by its bytes, so this is what the rows say.
      expect(record.message).not.toBe('');
      const facts = reader.facts(record).filter(({ kind }) => kind !== 'other-error');
      if (facts.length > 0) {
        withFacts += 1;
        expect(rejected, record.message).toBe(false);
      }
    });
    expect(withFacts).toBeGreaterThan(200);
  });

  it('stops what neighbours and others say beside that', () => {
    const noise = [
      'containerd[7]: time="2026-11-21T00:00:01.5Z" level=info msg="RemoveContainer for \\"ab\\" returns successfully"',
      'containerd.service[7]: time="2026-11-21T00:00:01Z" level=info msg="shim disconnected"',
      'kernel: cbr0: port 3(veth1) entered blocking state',
      'systemd[1]: run-containerd.mount: Consumed 1s CPU time.',
      'sshd[9]: Accepted publickey for core from 192.0.2.1',
      'kubelet[7]: some words without a header',
      'crio[7]: level=info',
      'x[7]: abc',
      'x[7]: a',
    ];
    for (const { record, rejected } of recordsOf(`${noise.map((text) => `Nov 21 00:00:01 n ${text}`).join('\n')}\n`))
      expect([record.message, rejected]).toEqual([record.message, true]);
    const kept = [
      'Nov 21 00:00:01 n x[7]: "m" key="v"',
      'Nov 21 00:00:01 n x[7]:   words',
      'Nov 21 00:00:01 n x[7]: \u00a0words',
      'words',
      '2026-11-21T00:00:01Z words',
    ];
    for (const { record, rejected } of recordsOf(`${kept.join('\n')}\n`))
      expect([record.message, rejected]).toEqual([record.message, false]);
  });

  it('tells a printf message by as few bytes as no row that gives a fact begins with', () => {
    const kindOf = (body: string) =>
      classifyMessage(new TextEncoder().encode(body), 0, body.length, 'I', 'nobody_knows.go');
    // Each such line has another number, so that eight bytes would be different ones each time.
    const traces = ['Trace[1985014629]: "Calculate"', 'Trace[7]: "Calculate"', 'Trace[1512901447]: "List"'].map(kindOf);
    for (const { kind, length } of traces) expect([kind, length <= 'Trace['.length]).toEqual(['nothing', true]);
    const beginnings = KUBELET_ROWS.filter((row) => row.facts !== undefined && row.form === 'unstructured')
      .map((row) => parseTemplate(row.template).literals[0] ?? '')
      .filter((text) => text.length >= 8);
    expect(beginnings.length).toBeGreaterThan(20);
    let nothing = 0;
    for (const beginning of beginnings) {
      // One byte is another: the text may begin like this row no longer, but like the next one.
      for (let at = 0; at < 8; at += 1) {
        const body = `${beginning.slice(0, at)}~${beginning.slice(at + 1)} and more`;
        const { kind, length } = kindOf(body);
        if (kind !== 'nothing') continue;
        nothing += 1;
        expect(
          beginnings.filter((text) => text.startsWith(body.slice(0, length))),
          body,
        ).toEqual([]);
      }
    }
    expect(nothing).toBeGreaterThan(100);
  });

  it('tells what is only begun like an error by the words that the error has further on', () => {
    const started = String.raw`"operationExecutor.UnmountVolume started for volume \"tmp\" (UniqueName: \"kubernetes.io/configmap/4c-tmp\") "`;
    const failed = String.raw`"operationExecutor.UnmountVolume failed (controllerAttachDetachEnabled true) for volume \"tmp\""`;
    const isRejected = (severity: Severity, body: string) => {
      const bytes = new TextEncoder().encode(body);
      const { kind, unless } = classifyMessage(bytes, 0, bytes.length, severity, 'reconciler_common.go');
      return kind === 'nothing' && unless?.standIn(bytes, 0, bytes.length) !== true;
    };
    expect([isRejected('I', started), isRejected('I', failed)]).toEqual([true, false]);
    // The begin of an error counts where the rest is cut off.
    expect([isRejected('E', started), isRejected('E', failed)]).toEqual([false, false]);
    expect(isRejected('I', 'operationExecutor.UnmountVolume started for volume 12')).toBe(true);
  });

  it('needs no more than the bytes of what kubelets write all day, plain or with a quoted value', () => {
    const read = KUBELET_ROWS.filter(
      (row) => row.facts === undefined && row.form === 'unstructured' && (row.severity ?? 'I') === 'I',
    ).flatMap(({ id, file = '', template: text }) => {
      const template = parseTemplate(text);
      if ((template.literals[0] ?? '').length < 8) return [];
      const bodies = [fillTemplate(template, () => 'x1'), JSON.stringify(fillTemplate(template, () => '"x1"'))];
      const isRead = bodies.some((body) => {
        const bytes = new TextEncoder().encode(body);
        return classifyMessage(bytes, 0, bytes.length, 'I', file).kind === 'read';
      });
      return isRead ? [id] : [];
    });
    // Each line of these becomes a record: messages of a start, of every ten seconds, and of kubelets before 1.20. Whoever adds a message that makes a line of each second one of them has made large logs slow.
    expect(read).toEqual([
      'pleg.reinspecting.u',
      'syncloop.unhealthy-ignored.u',
      'startup.started.u',
      'kuberuntime.no-sandbox.u',
      'kuberuntime.multiple-sandboxes.u',
      'kuberuntime.sandbox-changed.u',
      'kuberuntime.sandbox-no-ip.u',
      'kuberuntime.sandbox-no-ip.u2',
      'kuberuntime.compute-actions.u',
      'kuberuntime.backoff.u',
      'kuberuntime.backoff.u2',
      'kuberuntime.ip.u',
      'kuberuntime.ip.u2',
      'kuberuntime.podcidr.u',
      'volume.orphan.u',
      'volume.orphan-removing.u',
      'eviction.cleaned.u',
      'ordinary.reflector.u',
      'ordinary.reflector.u2',
      'ordinary.reflector.u3',
      'ordinary.eviction-check.u',
      'ordinary.eviction-check.u2',
      'ordinary.eviction-numbers.u',
      'ordinary.orphan-waits.u',
      'ordinary.pod-looked-at.u',
      'ordinary.cadvisor-machine.u3',
      'ordinary.cadvisor-factories.u2',
      'ordinary.cadvisor-factories.u3',
    ]);
  });

  it('does not change the facts of a record', () => {
    const line = writeKlogLine({
      header: header('I', 'status_manager.go'),
      form: 'structured',
      message: 'Status for pod updated successfully',
      pairs: [],
    });
    const fatal = writeKlogLine({
      header: header('F', 'nobody_knows.go'),
      form: 'unstructured',
      message: 'the end',
      pairs: [],
    });
    const records = recordsOf(`${line}\n${fatal}\n`);
    expect(records.map(({ rejected }) => rejected)).toEqual([true, false]);
    expect(records[0]?.record).toBeInstanceOf(ReadRecord);
    expect(createMessageReader().facts(records[1]?.record as LogRecord)).toMatchObject([
      { kind: 'kubelet-exit', fatal: true },
    ]);
  });
});
