/** An SSH server of our own on the loopback, with keys and settings in a folder that goes when it does. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { findOnPath } from '../../scripts/lib/run.mjs';

/** Debian puts it where only root's path leads. */
const SSHD = ['/usr/sbin/sshd', '/usr/local/sbin/sshd'].find((path) => existsSync(path)) ?? findOnPath('sshd');
/** Where sshd locks itself in. */
const EMPTY_FOLDER = '/run/sshd';

/** What a test by GNU parallel over SSH needs and this machine has not; `undefined`: nothing. */
export function missingForSsh(): string | undefined {
  for (const program of ['parallel', 'ssh', 'ssh-keygen'])
    if (findOnPath(program) === undefined) return `${program} is not installed`;
  if (SSHD === undefined) return 'sshd is not installed';
  if (!/GNU parallel/.test(spawnSync('parallel', ['--version'], { encoding: 'utf8' }).stdout))
    return 'parallel is not GNU parallel';
  if (!existsSync(EMPTY_FOLDER) && process.getuid?.() !== 0)
    return `${EMPTY_FOLDER} is missing, and only root may make it`;
  return undefined;
}

export interface LoopbackSshd {
  /** `ssh` with all that it needs to log in. */
  readonly ssh: string;
  /** Names that lead to it, each a login of its own. */
  readonly logins: readonly string[];
  stop(): void;
}

/** Starts a server on the loopback, at a free port, with so many names that lead to it. */
export async function startSshd(folder: string, count: number): Promise<LoopbackSshd> {
  const logins = Array.from({ length: count }, (_, at) => `login-${at + 1}`);
  const port = await freePort();
  const file = (name: string): string => join(folder, name);
  for (const name of ['host', 'user']) {
    const { status, stderr } = spawnSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', file(name)], {
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`ssh-keygen: ${stderr}`);
  }
  if (!existsSync(EMPTY_FOLDER)) mkdirSync(EMPTY_FOLDER, { mode: 0o755 });
  writeFileSync(file('authorized'), readFileSync(file('user.pub')), { mode: 0o600 });
  writeFileSync(file('known'), `the-server ${readFileSync(file('host.pub'), 'utf8').trim()}\n`);
  writeFileSync(
    file('sshd_config'),
    [
      `ListenAddress 127.0.0.1:${port}`,
      `HostKey ${file('host')}`,
      `AuthorizedKeysFile ${file('authorized')}`,
      `PidFile ${file('sshd.pid')}`,
      'StrictModes no',
      'UsePAM no',
      'PasswordAuthentication no',
      'KbdInteractiveAuthentication no',
      'PermitRootLogin prohibit-password',
      'MaxStartups 200',
      '',
    ].join('\n'),
  );
  writeFileSync(
    file('ssh_config'),
    [
      'Host login-*',
      'HostName 127.0.0.1',
      `Port ${port}`,
      'HostKeyAlias the-server',
      `IdentityFile ${file('user')}`,
      'IdentitiesOnly yes',
      `UserKnownHostsFile ${file('known')}`,
      'StrictHostKeyChecking yes',
      'BatchMode yes',
      'LogLevel ERROR',
      '',
    ].join('\n'),
  );
  const server = spawn(SSHD ?? 'sshd', ['-D', '-e', '-f', file('sshd_config')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject);
    server.on('exit', () => reject(new Error(`sshd ended: ${said}`)));
    server.stderr.on('data', (data: Buffer) => {
      said += data.toString();
      if (said.includes('Server listening on')) resolve();
    });
  });
  return { ssh: `ssh -F ${file('ssh_config')}`, logins, stop: () => void server.kill() };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address !== null ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}
