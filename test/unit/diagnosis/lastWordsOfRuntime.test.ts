/** What a container runtime says last, or why it does not start, stands in the title. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../../support/shared.ts';
import { diagnoseText } from './diagnoseLog.ts';

const LOG = readFileSync(
  join(projectRoot, 'test/fixtures/findings/runtime-unreachable/found-does-not-start.log'),
  'utf8',
);
/** What containerd writes to its standard error there. */
const WORDS = 'containerd: failed to load TOML: /etc/containerd/config.toml: (12, 3): unexpected token';
const NO_WORDS = 'The container runtime ended and does not start again, and its socket was not reachable';

function titled(text: string): string | undefined {
  return diagnoseText(text).findings.find(({ id }) => id === 'runtime-unreachable')?.title;
}

it.each([
  ['containerd', WORDS, 'failed to load TOML: /etc/containerd/config.toml: (12, 3): unexpected token'],
  [
    'dockerd',
    'failed to start daemon: error initializing graphdriver: driver not supported',
    'error initializing graphdriver: driver not supported',
  ],
  [
    'dockerd',
    'time="2026-03-10T10:02:09Z" level=fatal msg="Error starting daemon: pid file found, ensure docker is not running or delete /var/run/docker.pid"',
    'pid file found, ensure docker is not running or delete /var/run/docker.pid',
  ],
  [
    'dockerd',
    "unable to configure the Docker daemon with file /etc/docker/daemon.json: invalid character '}' after object key",
    "file /etc/docker/daemon.json: invalid character '}' after object key",
  ],
  [
    'crio',
    'time="2026-03-10 10:02:09.1Z" level=fatal msg="validating runtime config: runtime \\"crun\\" not found"',
    'validating runtime config: runtime "crun" not found',
  ],
])('of %s: %s', (program, words, quoted) => {
  const text = LOG.replaceAll(
    / containerd\[(\d+)\]: containerd: .*/g,
    (_, pid: string) => ` ${program}[${pid}]: ${words}`,
  );
  const ofUnit = (unit: string): string =>
    text.replaceAll(/containerd\.service - [^.\n]*|containerd(?=\.service)/g, unit);
  const told = `The container runtime ended and does not start again: "${quoted}"`;
  expect(titled(ofUnit(program.replace('dockerd', 'docker')))).toBe(told);
  // Where systemd names units by their description alone.
  if (program === 'dockerd') expect(titled(ofUnit('Docker Application Container Engine'))).toBe(told);
});

it('is one of its lines', () => {
  const found = diagnoseText(LOG).findings.find(({ id }) => id === 'runtime-unreachable');
  expect(found?.evidence.some(({ text }) => text.includes(WORDS))).toBe(true);
});

it('is a full disk, too', () => {
  const { findings } = diagnoseText(
    LOG.replaceAll(WORDS, 'containerd: mkdir /var/lib/containerd: no space left on device'),
  );
  expect(findings.map(({ id }) => id).slice(0, 2)).toEqual(['disk-io', 'runtime-unreachable']);
  expect(findings[1]?.title).toContain('does not start again: "mkdir /var/lib/containerd: no space left on device');
});

it.each([
  ['within another line', LOG.replaceAll(WORDS, `time="2026-03-10T10:02:09Z" level=warning msg="quoted ${WORDS}"`)],
  [
    'of another runtime',
    LOG.replaceAll(
      / containerd(\[\d+\]: )containerd: .*/g,
      ' dockerd$1failed to start daemon: failed to dial containerd',
    ),
  ],
  ['of another program', LOG.replaceAll(/ containerd(?=\[\d+\]: containerd: )/g, ' web')],
  [
    'long before',
    `${LOG.split('\n')[13]?.replace('10:02:09', '09:00:00') ?? ''}\n${LOG.replaceAll(/^.* containerd\[\d+\]: .*\n/gm, '')}`,
  ],
])('is nothing %s', (_, text) => {
  expect(titled(text)).toBe(NO_WORDS);
});

it('is nothing where the runtime was stopped and came back', () => {
  const lines = LOG.split('\n');
  const last = lines.findLastIndex((line) => line.includes(WORDS));
  const started = (lines[last] ?? '').replace(
    / containerd\[.*/,
    ' systemd[1]: Started containerd.service - containerd container runtime.',
  );
  expect(titled([...lines.slice(0, 13), started, ...lines.slice(last + 1)].join('\n'))).not.toContain(
    'unexpected token',
  );
});

it('are those of the end that these calls followed, in a log without an unhealthy time too', () => {
  const whole = LOG.split('\n').filter((line) => !line.includes('container runtime is down'));
  const early = (whole.find((line) => line.includes(WORDS)) ?? '').replace('10:02:09', '09:00:00');
  const brief = [early, ...whole.filter((line) => !line.includes(WORDS))].join('\n');
  expect(titled(whole.join('\n'))).toContain('unexpected token');
  expect(titled(brief)).toBe(NO_WORDS);
});
