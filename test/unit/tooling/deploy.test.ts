import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DaemonSet } from 'kubernetes-models/apps/v1';
import { Job } from 'kubernetes-models/batch/v1';
import { type IPodSpec, Namespace } from 'kubernetes-models/v1';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { parseArguments } from '../../../src/cli/arguments.ts';
import { projectRoot } from '../../support/shared.ts';

const folder = join(projectRoot, 'deploy');
const textOf = (name: string): string => readFileSync(join(folder, name), 'utf8');

function read(name: string): unknown {
  const document = parseDocument(textOf(name), { strict: true, uniqueKeys: true });
  expect(document.errors.concat(document.warnings)).toEqual([]);
  return document.toJS();
}

const job = new Job(read('job.yaml') as ConstructorParameters<typeof Job>[0]);
const daemonSet = new DaemonSet(read('daemonset.yaml') as ConstructorParameters<typeof DaemonSet>[0]);
const namespace = new Namespace(read('namespace.yaml') as ConstructorParameters<typeof Namespace>[0]);
const PODS: readonly (readonly [string, IPodSpec | undefined])[] = [
  ['job.yaml', job.spec?.template.spec],
  ['daemonset.yaml', daemonSet.spec?.template.spec],
];

it('are all looked at', () => {
  expect(readdirSync(folder).sort()).toEqual([
    'Dockerfile',
    'README.md',
    'daemonset.yaml',
    'job.yaml',
    'namespace.yaml',
  ]);
});

describe('the manifests', () => {
  it('are what the schemas of Kubernetes take', () => {
    for (const object of [job, daemonSet, namespace]) expect(() => object.validate()).not.toThrow();
    // The check is one: a value of another type, and a field that is missing.
    expect(() =>
      new Job({ ...job.toJSON(), spec: { ...job.spec, backoffLimit: 'once' } } as never).validate(),
    ).toThrow();
    expect(() => new Job({ ...job.toJSON(), spec: {} } as never).validate()).toThrow();
  });

  it('go together', () => {
    expect(job.metadata?.namespace).toBe(namespace.metadata?.name);
    expect(daemonSet.metadata?.namespace).toBe(namespace.metadata?.name);
    expect(daemonSet.spec?.template.metadata?.labels).toMatchObject(daemonSet.spec?.selector.matchLabels ?? {});
  });
});

describe.each(PODS)('the pod of %s', (name, spec) => {
  const [container, ...others] = spec?.containers ?? [];

  it('mounts the journal of its node read-only, and nothing else of it', () => {
    expect(others).toEqual([]);
    const host = (spec?.volumes ?? []).filter(({ hostPath }) => hostPath !== undefined);
    expect(host.map((volume) => volume.hostPath?.path)).toEqual(['/var/log/journal']);
    for (const mount of container?.volumeMounts ?? [])
      if (host.some((volume) => volume.name === mount.name)) expect(mount.readOnly).toBe(true);
  });

  it('has no rights beyond', () => {
    expect(spec).toMatchObject({ automountServiceAccountToken: false });
    for (const right of ['hostNetwork', 'hostPID', 'hostIPC', 'serviceAccountName'])
      expect(spec).not.toHaveProperty(right);
    expect(container?.securityContext).toMatchObject({
      privileged: false,
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect(container?.securityContext?.capabilities).not.toHaveProperty('add');
    expect(container?.resources?.limits).toHaveProperty('memory');
  });

  it('runs a command that the program takes', () => {
    const line = /kubelet-timeline (analyze .*)/.exec(textOf(name))?.[1] ?? '';
    const words = line
      .split(' ')
      .map((word) => word.replaceAll('"', '').replace('$NODE_NAME', 'n').replace('$(uname', '6.1.0'));
    expect(parseArguments(words.filter((word) => word !== '-r)'))).toMatchObject({
      kind: 'analyze',
      format: 'summary',
      nodes: [{ node: 'n', file: '/host/journal' }],
      labels: [{ name: 'kernel' }],
    });
  });
});

it('the image holds what the program needs', () => {
  const copied = [...textOf('Dockerfile').matchAll(/\/project\/(\S+)/g)].map(([, file = '']) => file);
  expect(copied).toEqual(expect.arrayContaining(['dist/cli.js', 'dist/cli-program.js', 'LICENSE']));
  // What the build writes; a clone that was not built yet has no dist.
  if (existsSync(join(projectRoot, 'dist/cli.js')))
    for (const file of copied) expect(existsSync(join(projectRoot, file)), file).toBe(true);
});
