// Which desktop VS Code `npm start` opens, if any. Node built-ins only.
import { existsSync } from 'node:fs';
import { posix, win32 } from 'node:path';

/**
 * @typedef {object} Machine
 * @property {NodeJS.Platform} platform
 * @property {Readonly<Record<string, string | undefined>>} env
 * @property {number | undefined} user its number; `undefined` where users have none
 * @property {(name: string) => string | undefined} find a program on the PATH
 * @property {(file: string) => boolean} [exists]
 */

/**
 * The program of a desktop VS Code that can be opened here with folders of its own.
 * @param {Machine} machine
 * @returns {string | undefined} absolute; `undefined`: there is none, it would refuse, or it would open in a window of somebody's own profile
 */
export function findDesktop({ platform, env, user, find, exists = existsSync }) {
  if (env['KUBELET_TIMELINE_NO_DESKTOP']) return undefined;
  if (user === 0) return undefined; // VS Code refuses to run as root
  if (env['VSCODE_IPC_HOOK_CLI']) return undefined; // the `code` of a terminal whose window is on another machine: it opens files in that window, and nothing else
  if (platform === 'win32') {
    const batch = find('code.cmd'); // in the folder bin; only a shell starts it, and the program beside that folder is what it starts
    const program = batch === undefined ? '' : win32.join(win32.dirname(batch), '..', 'Code.exe');
    return exists(program) ? program : undefined;
  }
  if (platform === 'linux' && !env['DISPLAY'] && !env['WAYLAND_DISPLAY']) return undefined;
  const code = find('code');
  if (code === undefined || (env['WSL_DISTRO_NAME'] && code.startsWith('/mnt/'))) return undefined; // that of Windows, with its profile
  return posix.resolve(code);
}
