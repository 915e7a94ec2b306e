import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DaemonSet } from 'kubernetes-models/apps/v1';
import { Job } from 'kubernetes-models/batch/v1';
import { type IPodSpec, Namespace } from 'kubernetes-models/v1';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { parseArguments } from '../../../src/cli/arguments.ts';
import { projectRoot } from '../../support/shared.ts';
import manifest from '../../../package.json' with { type: 'json' };

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

/** The files that the second stage takes from the first, below the project's folder, as a Dockerfile says it: the last word is the target. */
function copiedIntoImage(): string[] {
  const lines = textOf('Dockerfile')
    .split('\n')
    .filter((line) => line.startsWith('COPY --from='));
  return lines.flatMap((line) => {
    const [, from, ...paths] = line.split(/\s+/);
    const target = paths.pop();
    expect([from, target]).toEqual(['--from=build', '/opt/kubelet-timeline/']);
    return paths.map((path) => {
      expect(path).toMatch(/^\/project\//); // the first stage's WORKDIR
      return path.slice('/project/'.length);
    });
  });
}

describe('the image', () => {
  it('is built from what the project has', () => {
    const steps = textOf('Dockerfile')
      .split('\n')
      .filter((line) => /^[A-Z]+ /.test(line));
    expect(steps.slice(0, 4)).toEqual([
      expect.stringMatching(/^FROM node:\d+-\S+ AS build$/),
      'WORKDIR /project',
      'COPY . .',
      'RUN npm ci --ignore-scripts && npm run build',
    ]);
    const { engines } = manifest;
    const [, major = '0'] = /^FROM node:(\d+)/m.exec(textOf('Dockerfile')) ?? [];
    expect(Number(major)).toBeGreaterThanOrEqual(Number.parseInt(engines.node.replace('>=', ''), 10));
    expect(steps).toContain('RUN ln -s /opt/kubelet-timeline/cli.js /usr/local/bin/kubelet-timeline');
    expect(steps).toContain('ENTRYPOINT ["kubelet-timeline"]');
    expect(copiedIntoImage()).toEqual(expect.arrayContaining(['LICENSE', 'dist/ThirdPartyNotices.txt']));
  });

  // A clone that was not built yet has no dist.
  it.skipIf(!existsSync(join(projectRoot, 'dist/cli.js')))(
    'holds all that the program needs, for each command, called by a link',
    () => {
      const image = mkdtempSync(join(tmpdir(), 'kubelet-timeline-image-'));
      try {
        for (const file of copiedIntoImage()) copyFileSync(join(projectRoot, file), join(image, basename(file)));
        const link = join(image, 'kubelet-timeline');
        symlinkSync(join(image, 'cli.js'), link);
        const log = join(projectRoot, 'test/fixtures/runs/v1.36.2-b-hang/kubelet.journal.short.log');
        const summary = join(image, 'summary.ndjson');
        for (const args of [
          ['analyze', log, '--format', 'summary', '--out', summary],
          ['fleet', summary],
          ['analyze', log, '--format', 'html', '--redact'],
          ['state', log, '--every', '1m'],
          ['mcp'],
          ['help'],
        ]) {
          const { status, stderr } = spawnSync(process.execPath, [link, ...args], {
            input: '',
            encoding: 'utf8',
            env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' },
          });
          expect([args[0], status, stderr]).toEqual([args[0], 0, '']);
        }
      } finally {
        rmSync(image, { recursive: true });
      }
    },
  );
});
