import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSourceReader } from '../../../src/journal/sourceReader.ts';
import { KUBELET_ROWS } from '../../../src/messages/catalogue/index.ts';
import { explainRecord } from '../../../src/messages/explain.ts';
import { findRow } from '../../../src/messages/recognise/recognise.ts';
import { projectRoot } from '../../support/shared.ts';
import { journalRecord, recordOf } from './records.ts';

const rowOf = (line: string): string | undefined => findRow(recordOf(line))?.row.id;

/** How many lines of a kubelet a log has, and the bodies of those that no row explains. */
function unexplainedIn(path: string): { readonly count: number; readonly unexplained: readonly string[] } {
  const unexplained: string[] = [];
  let count = 0;
  const reader = createSourceReader(
    0,
    'log',
    { year: 2026 },
    {
      record: (record) => {
        if (record.klog === undefined) return;
        count += 1;
        if (findRow(record) === undefined) unexplained.push(`${record.klog.file} ${record.message}`);
      },
      warning: () => undefined,
    },
  );
  reader.push(readFileSync(path));
  reader.end();
  return { count, unexplained };
}

describe('lines of which nothing follows', () => {
  const folder = join(projectRoot, 'test/fixtures/inference');
  const logs = [
    join(projectRoot, 'test/fixtures/runs/v1.36.2-b-hang/kubelet.journal.short.log'),
    ...readdirSync(folder)
      .filter((name) => name.endsWith('.log'))
      .map((name) => join(folder, name)),
  ];

  it.each(logs)('are explained in %s, but for one in a hundred', (path) => {
    const { count, unexplained } = unexplainedIn(path);
    expect(count).toBeGreaterThan(100);
    expect(unexplained.length / count, unexplained.join('\n')).toBeLessThan(0.01);
  });

  it('state no fact and tell no version', () => {
    const rows = KUBELET_ROWS.filter(({ id }) => id.startsWith('ordinary.'));
    expect(rows.length).toBeGreaterThan(150);
    for (const { id, facts, since, until } of rows)
      expect([facts, since, until], id).toEqual([undefined, undefined, undefined]);
  });

  it('are known by plain words only where their own file wrote these', () => {
    expect(rowOf('I1121 00:27:36.767378   20595 cpu_manager.go:236] "Starting" policy="none"')).toBe(
      'ordinary.cpu-manager.s2',
    );
    expect(rowOf('I1121 00:27:36.767378   20595 scheduler.go:236] "Starting" policy="none"')).toBeUndefined();
  });

  it('are known in quotes too, with the pod behind them', () => {
    const volume = 'for volume \\"xtables-lock\\" (UniqueName: \\"kubernetes.io/host-path/c7b6-xtables-lock\\") ';
    expect(
      rowOf(
        `I0622 10:40:51.123456    1234 reconciler_common.go:251] "operationExecutor.VerifyControllerAttachedVolume started ${volume}" pod="kube-system/kube-proxy-x"`,
      ),
    ).toBe('ordinary.volume-step-reconciler-common.u');
    // Other texts of old versions are no structured message of a new one.
    expect(rowOf('I0622 10:40:51.123456    1234 factory.go:55] "Registering systemd factory" x="y"')).toBeUndefined();
  });

  it.each([
    ['httplog.go:90', 'GET /stats/summary/: (172.0676ms) 200 [Go-http-client/1.1 10.64.4.3:45472]', 'own-interface.u'],
    ['round_trippers.go:466', 'PUT https://172.30.1.2:6443/api/v1/nodes/a/status?timeout=10s', 'call.u5'],
    ['round_trippers.go:577', '    Audit-Id: b4bf6be0-14e7-44eb-8960-d714d172ea50', 'call.u4'],
    ['request.go:1212', 'Response Body: {"kind":"Status"}', 'call-body.u2'],
    [
      'event.go:294',
      '"Event occurred" object="default/a" fieldPath="spec.containers{a}" kind="Pod" apiVersion="v1" type="Normal" reason="Pulled" message="Pulled"',
      'event.s2',
    ],
    [
      'event.go:291',
      `Event(v1.ObjectReference{Kind:"Node", Name:"a"}): type: 'Normal' reason: 'Starting' Starting kubelet.`,
      'event.u',
    ],
    [
      'reconciler_common.go:231',
      '"Starting operationExecutor.MountVolume for volume \\"a\\" (UniqueName: \\"kubernetes.io/projected/1-a\\") " pod="default/a"',
      'volume-step-reconciler-common.u6',
    ],
    ['secret.go:183', 'Setting up volume a for pod 1 at /var/lib/kubelet/pods/1/volumes/a', 'volume-made-secret.u'],
    ['atomic_writer.go:332', '/var/lib/kubelet/pods/1/volumes/a: current paths:   [ca.crt]', 'volume-written.u2'],
    ['factory.go:255', '/system.slice/a.service not handled by systemd handler', 'cadvisor-sorts.u4'],
    ['interface.go:209', 'Interface eth0 is up', 'address-sought.u3'],
  ])('are known by what stands in %s: %s', (caller, message, id) => {
    expect(rowOf(`I0622 10:40:51.123456    1234 ${caller}] ${message}`)).toBe(`ordinary.${id}`);
  });

  it('are not told by their shape in a file of another part', () => {
    const body = (file: string): string =>
      `I0622 10:40:51.123456    1234 ${file}:90] GET /healthz: (1ms) 200 [curl/7.51.0 127.0.0.1:41568]`;
    expect(rowOf(body('httplog.go'))).toBe('ordinary.own-interface.u');
    expect(rowOf(body('server.go'))).toBe('ordinary.own-interface-before.u');
    expect(rowOf(body('kubelet.go'))).toBeUndefined();
  });

  it('are told from a warning that begins alike', () => {
    expect(rowOf('I0330 04:09:46.700472    6048 docker_service.go:238] Hairpin mode set to "hairpin-veth"')).toBe(
      'ordinary.docker-network.u2',
    );
    expect(
      rowOf(
        'W0330 04:09:46.700451    6048 docker_service.go:561] Hairpin mode set to "promiscuous-bridge" but kubenet is not enabled, falling back to "hairpin-veth"',
      ),
    ).toBe('start.hairpin.u');
  });
});

describe('a line that no row explains', () => {
  const body = 'I0330 04:09:46.700472    6048 config.go:606] quota admission said something';

  it('is not said to be of a part of the kubelet where other programs have a file of that name', () => {
    const { title, meaning } = explainRecord(recordOf(body));
    expect(title).toBe('config.go');
    expect(meaning).toContain('Other programs of Kubernetes have a file of this name too');
    expect(meaning).toContain('in a kubelet it is of the configuration and pod sources');
    const { journal } = journalRecord('kubelet', body);
    expect(explainRecord({ ...recordOf(body), ...(journal === undefined ? {} : { journal }) }).title).toBe(
      'configuration and pod sources',
    );
  });

  it.each(['handler.go:94] "Registered something" name="example.com/gpu"', 'controller.go:114] something: starting'])(
    'is said to be of no part where several parts of the kubelet have a file of that name: %s',
    (text) => {
      const { title, meaning } = explainRecord(recordOf(`I0330 04:09:46.700472    6048 ${text}`));
      expect([title, meaning]).toEqual([
        text.slice(0, text.indexOf(':')),
        `A message that is not in the catalogue, logged by the source file ${text.slice(0, text.indexOf(':'))} for information.`,
      ]);
    },
  );

  it('is said to be of another program where only that has such a file', () => {
    expect(explainRecord(recordOf(body.replace('config.go', 'proxier.go'))).meaning).toContain(
      'That is a file of kube-proxy, not of the kubelet.',
    );
  });
});
