import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../support/shared.ts';

const LOG = join(projectRoot, 'test/fixtures/runs/v1.36.2-b-hang/kubelet.journal.short.log');
const RELEASE = join(projectRoot, 'out/release');
const canMakeSingleFile = process.platform === 'linux' && process.arch === 'x64';

let folder = '';
const file = (form: RegExp): string => join(RELEASE, readdirSync(RELEASE).find((name) => form.test(name)) ?? 'missing');
const output = (program: string, args: readonly string[]): string =>
  execFileSync(program, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kubelet-timeline-release-'));
  execFileSync(process.execPath, [join(projectRoot, 'scripts/release.mjs')], { stdio: 'pipe' });
}, 900_000); // what is packed holds a Node of 100 MB
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('what is released', () => {
  it('has a sum for every file', () => {
    const { status, stdout } = spawnSync('sha256sum', ['-c', 'SHA256SUMS'], { cwd: RELEASE, encoding: 'utf8' });
    expect([status, stdout.match(/: OK$/gm)?.length]).toEqual([0, readdirSync(RELEASE).length - 1]);
  });

  it('holds the extension that is tested, byte for byte', () => {
    expect(readFileSync(file(/\d\.vsix$/)).equals(readFileSync(join(projectRoot, 'out/kubelet-timeline.vsix')))).toBe(
      true,
    );
  });

  it.each(['text', 'json', 'markdown'])(
    'gives the same %s by the npm package in an empty folder as by the build',
    (format) => {
      if (!readdirSync(folder).includes('node_modules')) {
        writeFileSync(join(folder, 'package.json'), '{}');
        output('npm', ['install', '--offline', '--no-audit', '--no-fund', file(/\.tgz$/)]);
      }
      expect(readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
        'kubelet-timeline',
      ]);
      const args = ['analyze', LOG, '--format', format];
      expect(output(join(folder, 'node_modules/.bin/kubelet-timeline'), args)).toBe(
        output(process.execPath, [join(projectRoot, 'dist/cli.js'), ...args]),
      );
    },
  );

  it.skipIf(!canMakeSingleFile)('gives the same by the single-file program, without Node', () => {
    const program = file(/-linux-x64$/);
    writeFileSync(join(folder, 'k.log.gz'), gzipSync(readFileSync(LOG)));
    for (const args of [
      ['--version'],
      ['analyze', LOG],
      ['analyze', 'k.log.gz', '--format', 'json'],
      ['state', LOG, '--at', '00:32:00'],
    ]) {
      const alone = spawnSync(program, args, {
        cwd: folder,
        encoding: 'utf8',
        env: { PATH: '/nowhere', HOME: folder },
      });
      expect([alone.status, alone.stderr]).toEqual([0, '']);
      expect(alone.stdout).toBe(output(process.execPath, [join(projectRoot, 'dist/cli.js'), ...args]));
    }
    expect(readdirSync(folder)).not.toContain('.cache');
  });
});

it('one commit gives the same bytes, whoever makes them and where', () => {
  const sums = [
    ['a', '022', 'UTC'],
    ['elsewhere', '077', 'Asia/Kolkata'],
  ].map(([name = '', mask = '', zone = '']) => {
    const clone = join(folder, name);
    execFileSync('git', ['clone', '--quiet', projectRoot, clone]);
    symlinkSync(join(projectRoot, 'node_modules'), join(clone, 'node_modules'));
    const line = `umask ${mask}; TZ=${zone} "${process.execPath}" scripts/release.mjs --no-single-file`;
    execFileSync('bash', ['-c', line], { cwd: clone, stdio: 'pipe' });
    return readFileSync(join(clone, 'out/release/SHA256SUMS'), 'utf8');
  });
  expect(sums[0]).toMatch(/\.vsix\n/);
  expect(sums[1]).toBe(sums[0]);
});
