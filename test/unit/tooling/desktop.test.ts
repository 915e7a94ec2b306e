import { expect, it } from 'vitest';
import { findDesktop, type Machine } from '../../../scripts/lib/desktop.mjs';

const linux: Machine = {
  platform: 'linux',
  env: { DISPLAY: ':0' },
  user: 1000,
  find: (name) => (name === 'code' ? '/usr/bin/code' : undefined),
};
const windows: Machine = {
  platform: 'win32',
  env: {},
  user: undefined,
  find: (name) => `C:\\VS Code\\bin\\${name}`, // `code` is there, too: a script for other shells
  exists: (file) => file === 'C:\\VS Code\\Code.exe',
};

it.each<[string, Machine, string]>([
  ['on Linux with a display', linux, '/usr/bin/code'],
  ['on Wayland', { ...linux, env: { WAYLAND_DISPLAY: 'wayland-0' } }, '/usr/bin/code'],
  ['on macOS', { ...linux, platform: 'darwin', env: {} }, '/usr/bin/code'],
  ['on Windows the program itself, as no batch file can be started', windows, 'C:\\VS Code\\Code.exe'],
])('%s', (_, machine, program) => {
  expect(findDesktop(machine)).toBe(program);
});

it.each<[string, Machine]>([
  ['is not installed', { ...linux, find: () => undefined }],
  ['would refuse to run as root', { ...linux, user: 0 }],
  ['has no display', { ...linux, env: {} }],
  ['is in a window on another machine', { ...linux, env: { ...linux.env, VSCODE_IPC_HOOK_CLI: '/run/vscode.sock' } }],
  ['is that of Windows', { ...linux, env: { ...linux.env, WSL_DISTRO_NAME: 'Debian' }, find: () => '/mnt/c/code' }],
  ['is not wanted', { ...linux, env: { ...linux.env, KUBELET_TIMELINE_NO_DESKTOP: '1' } }],
  ['is somewhere else on Windows', { ...windows, exists: () => false }],
  ['is not installed on Windows', { ...windows, find: () => undefined }],
])('none, where it %s', (_, machine) => {
  expect(findDesktop(machine)).toBeUndefined();
});
